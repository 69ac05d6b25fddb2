"""Gives what has changed its place before it is painted."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent

LAYOUT_PASSES = 8
"""A pass goes up one level: from a text over its message and its page to the bar beside them."""


def lay_out() -> None:
    """Gives everything its place now, not from the event loop."""
    for _ in range(LAYOUT_PASSES):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
