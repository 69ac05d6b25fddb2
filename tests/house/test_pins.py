"""Faults of other people's releases that a pin keeps out."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal


class Caller(QObject):
    called = Signal()


def test_a_signal_loses_no_reference() -> None:
    """PySide6 6.12.0 on Python 3.11 drops one reference of True with every emit, then aborts."""
    caller = Caller()
    before = sys.getrefcount(True), sys.getrefcount(None)
    for _ in range(100):
        caller.called.emit()
    after = sys.getrefcount(True), sys.getrefcount(None)
    assert after[0] >= before[0] - 5
    assert after[1] >= before[1] - 50  # None is counted everywhere: only a steady loss matters
