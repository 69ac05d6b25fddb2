"""Copies of sessions, letting go of them, and what the window knows of other panes' turns."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.lanes.lane import Began, Text
from luminair.lanes.scripted import Wait, say
from luminair.messages import Message, Role

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

AT = "2026-09-17T10:58:00.000Z"


def _session(desk, *texts: str) -> str:
    transcript = desk.library.create(lane="claude", model="sonnet")
    for at, text in enumerate(texts):
        role = Role.ASSISTANT if at % 2 else Role.USER
        transcript.add(Message(f"m{at}", role, text, AT, "claude", "sonnet"))
    return transcript.id


def _texts(desk, session: str) -> list[str]:
    return [message.text for message in desk.library.open(session).messages]


@pytest.fixture
def talked(window, desk, settle) -> str:
    session = _session(desk, "first", "One.", "second", "Two.")
    window.sessions.open(session)
    settle()
    return session


def test_a_fork_opens_beside_with_the_talk_up_to_there(window, desk, talked, settle) -> None:
    pane = window.board.active
    pane.transcript.fork_wanted.emit("m1")
    settle()
    assert len(window.board.panes) == 2
    made = window.board.active.session_id
    assert made != talked
    assert _texts(desk, made) == ["first", "One."]
    assert _texts(desk, talked) == ["first", "One.", "second", "Two."]
    assert desk.library.open(made).session.ancestors == (talked,)
    assert window.board.panes[0].session_id == talked


def test_a_fork_at_a_message_of_the_owners_edits_it_there(window, desk, talked, settle) -> None:
    window.board.active.transcript.fork_wanted.emit("m2")
    settle()
    fork = window.board.active
    assert fork.session_id != talked
    assert fork.composer.text == "second"
    assert fork.composer.editing.text
    assert QApplication.focusWidget() is fork.composer.edit
    desk.lanes["claude"]._script = (say("Another answer."),)
    QTest.keyClick(fork.composer.edit, Qt.Key.Key_Return)
    settle()
    assert _texts(desk, fork.session_id) == ["first", "One.", "second", "Another answer."]
    assert _texts(desk, talked)[-1] == "Two."


def test_a_duplicate_has_everything(window, desk, talked, settle) -> None:
    window.commands["duplicate"].trigger()
    settle()
    made = window.board.active.session_id
    assert made != talked
    assert _texts(desk, made) == ["first", "One.", "second", "Two."]


def test_a_fork_of_a_message_that_is_gone_says_so(window, talked, settle) -> None:
    window.sessions.fork(talked, "m9", False)
    settle()
    assert any("not in this session any more" in said for said in window.banners.sentences)


# Letting go.


def test_a_session_that_leaves_its_last_pane_is_let_go(window, desk, talked, settle) -> None:
    other = _session(desk, "x")
    window.sessions.open(other)
    settle()
    assert talked in desk.released
    desk.released.clear()
    window.set_panes(2)
    settle()
    window.close_pane(window.board.panes[0])
    settle()
    assert other in desk.released


def test_a_session_in_another_pane_is_kept(window, desk, talked, settle) -> None:
    window.set_panes(2)
    settle()
    first, second = window.board.panes
    other = second.session_id
    second.open_session(talked)
    settle()
    assert desk.released == [] or talked not in desk.released
    first.open_session(other)
    settle()
    assert talked not in desk.released


def test_a_running_turn_keeps_its_session_until_it_ends(qtbot, window, desk, settle) -> None:
    pane = window.board.active
    desk.lanes["claude"]._script = ((Began(), Text("One"), Wait(0.4), *say(" more.")[1:]),)
    session = pane.session_id
    pane.composer.edit.set_text("Go")
    pane.composer._enter()
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")
    pane.open_session(_session(desk, "x"))
    qtbot.waitUntil(lambda: pane.session is not None and pane.session.id == pane.session_id)
    assert session not in desk.released
    settle()
    assert desk.released.count(session) == 1


# The bin.


@pytest.mark.parametrize("shown", [True, False])
def test_a_session_in_mid_answer_goes_to_the_bin_whole(qtbot, window, desk, settle, shown) -> None:
    pane = window.board.active
    desk.lanes["claude"]._script = ((Began(), Text("One"), Wait(60)),)
    session = pane.session_id
    pane.talk.send("Go")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")
    qtbot.waitUntil(lambda: pane.session.title == "Go")
    pane.composer.edit.set_text("half a thought")
    if not shown:
        pane.open_session(_session(desk, "x"))
        qtbot.waitUntil(lambda: pane.session is not None and pane.session.id == pane.session_id)
    window.sessions.bin(session)
    settle()
    assert window.banners.sentences == ("“Go” is in the bin.",)
    window.notices.put_back(session)
    settle()
    assert [(each.text, each.state.value) for each in desk.library.open(session).messages] == [
        ("Go", "whole"),
        ("One", "stopped"),
    ]
    assert window.board.active.composer.text == "half a thought"


# Several panes.


def test_a_message_to_all_panes_waits_where_an_answer_comes(qtbot, window, desk, settle) -> None:
    window.set_panes(2)
    settle()
    first, second = window.board.panes
    desk.lanes["claude"]._script = (
        (Began(), Text("One"), Wait(0.4), *say(" more.")[1:]),
        say("Both."),
    )
    second.talk.send("only here")
    qtbot.waitUntil(lambda: second.talk.running is not None and second.talk.running.text == "One")
    window.board.activate(0)
    first.composer.edit.set_text("both of you")
    window.broadcast.send_active()
    assert [each.text for each in second.talk.draft.queue] == ["both of you"]
    settle()
    assert _texts(desk, second.session_id)[::2] == ["only here", "both of you"]
    assert _texts(desk, first.session_id)[0] == "both of you"
    assert second.composer.text == ""


def test_another_panes_draft_is_not_taken_for_the_message(window, settle) -> None:
    window.set_panes(2)
    settle()
    first, second = window.board.panes
    second.composer.edit.set_text("Go")  # typed here too, and not sent from here
    window.board.activate(0)
    first.composer.edit.set_text("Go")
    window.broadcast.send_active()
    settle()
    assert first.composer.text == ""
    assert second.composer.text == "Go"


def test_a_draft_that_was_sent_does_not_come_back(qtbot, window, desk, settle) -> None:
    pane = window.board.active
    session = pane.session_id
    gate = Wait(0.3)
    desk.lanes["claude"]._script = ((gate, *say("Yes.")),)
    pane.composer.edit.set_text("Go")
    pane.composer.flush_draft()
    settle()
    assert desk.library.draft(session).text == "Go"
    pane.composer._enter()
    pane.open_session(_session(desk, "x"))  # before the message is on disk
    qtbot.waitUntil(lambda: pane.session is not None and pane.session.id == pane.session_id)
    settle()
    assert desk.library.draft(session).empty
    pane.open_session(session)
    settle()
    assert pane.composer.text == ""


def test_a_new_pane_beside_two_others_is_one_pane_with_a_session(window, settle) -> None:
    window.board.set_count(2)
    window.board.activate(1)
    window.sessions.begin_beside()
    settle()
    assert len(window.board.panes) == 3
    assert window.board.panes[2].session_id
    assert window.board.active is window.board.panes[2]
