"""The active pane of a window, and what its lane says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


@pytest.fixture
def pane(window):
    return window.board.active


@pytest.fixture
def says(desk):
    """Gives the usual lane its script."""

    def give(*parts, pace_s: float = 0.0) -> None:
        lane = desk.lanes["claude"]
        lane._script, lane._pace_s = parts, pace_s
        lane.asked.clear()

    return give


@pytest.fixture
def send(pane):
    """Types a message into the active pane and presses Return."""

    def type_and_send(text: str) -> None:
        pane.composer.edit.set_text(text)
        QTest.keyClick(pane.composer.edit, Qt.Key.Key_Return)

    return type_and_send


@pytest.fixture
def kept(desk, pane):
    """The messages on disk."""
    return lambda: desk.library.open(pane.session_id).messages


@pytest.fixture
def answer(pane):
    """The last answer's widget."""
    return lambda: pane.transcript.find_widgets()[-1]
