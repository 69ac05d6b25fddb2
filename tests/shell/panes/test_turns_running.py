from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from luminair.lanes.scripted import say
from luminair.shell.panes import turns_running


def test_of_turns_that_are_long_over_nothing_is_kept(window, says, settle, monkeypatch) -> None:
    # With each the whole of what was sent would stay in memory, session after session.
    monkeypatch.setattr(turns_running, "LATEST", 2)
    says(say("Yes."))
    sessions = []
    for number in range(4):
        window.sessions.begin()
        settle()
        edit = window.board.active.composer.edit
        edit.set_text(f"question {number}")
        QTest.keyClick(edit, Qt.Key.Key_Return)
        settle()
        sessions.append(window.board.active.session_id)
    assert len(set(sessions)) == 4
    assert [window.turns.last(session) is not None for session in sessions] == [0, 0, 1, 1]
