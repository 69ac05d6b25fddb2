from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from luminair.lanes.lane import Began, Failed, Text
from luminair.lanes.scripted import Wait, say
from luminair.messages import Role
from luminair.sessions.drafts import Draft, Queued
from luminair.shell.panes.queues import AFTER_FAILURE, AFTER_QUIT, AFTER_STOP
from luminair.shell.window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def slow(qtbot, pane, says, send):
    """A first answer that takes a while; what is sent now waits."""
    says((Began(), Text("One"), Wait(0.4), *say(" more.")[1:]), say("Two."), say("Three."))
    send("first")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")


@pytest.fixture
def endless(qtbot, pane, says, send):
    """A first answer that does not end by itself."""
    says((Began(), Text("One"), Wait(60)), say("Two."), say("Three."))
    send("first")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")


@pytest.fixture
def queue(pane):
    """The rows above the composer."""
    return lambda: [row.line.text for row in pane.composer.queue.rows]


def _asked(kept) -> list[str]:
    return [message.text for message in kept() if message.role is Role.USER]


@pytest.mark.usefixtures("slow")
def test_messages_wait_in_order_and_go_out_when_the_answer_is_whole(
    pane, send, settle, queue, kept
) -> None:
    send("second")
    send("third\nwith a line")
    assert pane.composer.text == ""
    assert queue() == ["second", "third with a line"]
    assert pane.composer.queue.isVisible()
    settle()
    assert _asked(kept) == ["first", "second", "third\nwith a line"]
    assert queue() == []
    assert not pane.composer.queue.isVisible()


@pytest.mark.usefixtures("endless")
def test_after_a_stop_the_queue_waits_and_says_so(pane, send, settle, queue, kept) -> None:
    send("second")
    pane.talk.stop()
    settle()
    assert _asked(kept) == ["first"]
    assert queue() == ["second"]
    assert pane.composer.queue.held.text() == AFTER_STOP
    assert pane.composer.queue.send.text() == "Send now"
    pane.composer.queue.send.click()
    settle()
    assert _asked(kept) == ["first", "second"]
    assert not pane.composer.queue.isVisible()


def test_after_a_failure_the_queue_waits_too(qtbot, pane, says, send, settle, queue) -> None:
    says((Began(), Text("One"), Wait(0.2), Failed("The server went away.")), say("Two."))
    send("first")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")
    send("second")
    settle()
    assert queue() == ["second"]
    assert pane.composer.queue.held.text() == AFTER_FAILURE


@pytest.mark.usefixtures("endless")
def test_a_message_sent_past_a_held_queue_leaves_it_held(pane, send, settle, queue, kept) -> None:
    send("later")
    pane.talk.stop()
    settle()
    send("now, please")
    settle()
    assert _asked(kept) == ["first", "now, please"]
    assert queue() == ["later"]
    assert pane.composer.queue.held.text() == AFTER_STOP


@pytest.mark.usefixtures("slow")
def test_a_message_can_be_taken_out(pane, send, settle, queue, kept) -> None:
    send("second")
    send("third")
    pane.composer.queue.rows[0].cross.click()
    assert queue() == ["third"]
    settle()
    assert _asked(kept) == ["first", "third"]


@pytest.mark.usefixtures("slow")
def test_a_message_can_be_changed_in_its_place(pane, send, settle, queue, kept) -> None:
    send("second")
    send("third")
    row = pane.composer.queue.rows[0]
    row.change.click()
    row.field.set_text("second, better")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert queue() == ["second, better", "third"]
    settle()
    assert _asked(kept) == ["first", "second, better", "third"]


@pytest.mark.usefixtures("slow")
def test_escape_leaves_a_queued_message_as_it_was(pane, send, settle, queue, kept) -> None:
    send("second")
    row = pane.composer.queue.rows[0]
    row.change.click()
    row.field.set_text("no")
    QTest.keyClick(row.field, Qt.Key.Key_Escape)
    assert queue() == ["second"]
    settle()
    assert _asked(kept) == ["first", "second"]


@pytest.mark.usefixtures("slow")
def test_a_message_emptied_while_editing_goes(pane, send, settle, queue, kept) -> None:
    send("second")
    row = pane.composer.queue.rows[0]
    row.change.click()
    row.field.set_text("  ")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert queue() == []
    settle()
    assert _asked(kept) == ["first"]


@pytest.mark.usefixtures("slow")
def test_nothing_is_sent_while_the_first_message_is_being_edited(
    qtbot, pane, send, settle, queue, kept
) -> None:
    send("second")
    row = pane.composer.queue.rows[0]
    row.change.click()
    qtbot.waitUntil(lambda: not pane.streaming)
    settle()
    assert _asked(kept) == ["first"]
    row.field.set_text("second, at last")
    row.change.click()
    settle()
    assert _asked(kept) == ["first", "second, at last"]
    assert queue() == []


@pytest.mark.usefixtures("slow")
def test_rows_that_stay_are_not_made_anew(pane, send, settle) -> None:
    send("second")
    send("third")
    second = pane.composer.queue.rows[1]
    pane.composer.queue.rows[0].cross.click()
    assert pane.composer.queue.rows == [second]
    settle()


@pytest.mark.usefixtures("endless")
def test_a_long_queue_is_counted(pane, send, queue) -> None:
    for number in range(8):
        send(f"message {number}")
    assert queue() == [f"message {number}" for number in range(5)]
    assert pane.composer.queue._more.text == "and 3 more"
    pane.talk.stop()


@pytest.mark.usefixtures("endless")
def test_commands_run_at_once_and_do_not_wait(pane, send, settle, queue, desk) -> None:
    send("//remember the order")
    assert queue() == []
    pane.talk.stop()
    settle()
    assert len(desk.kept) == 1


@pytest.mark.usefixtures("endless")
def test_the_queue_survives_a_quit_and_waits_for_the_owner(
    qtbot, theme, jobs, desk, failures, window, pane, send, settle, kept
) -> None:
    send("second")
    send("third")
    pane.composer.edit.set_text("half a thought")
    session = pane.session_id
    pane.talk.stop()
    settle()
    window.close()
    settle()
    assert desk.library.draft(session) == Draft(
        "half a thought", 14, queue=(Queued("second"), Queued("third"))
    )
    again = MainWindow(theme, jobs, desk, failures)
    qtbot.addWidget(again)
    again.show()
    again.start()
    settle()
    pane = again.board.active
    assert pane.composer.text == "half a thought"
    assert [row.line.text for row in pane.composer.queue.rows] == ["second", "third"]
    assert pane.composer.queue.held.text() == AFTER_QUIT
    assert _asked(lambda: desk.library.open(session).messages) == ["first"]
    pane.composer.queue.send.click()
    settle()
    assert _asked(lambda: desk.library.open(session).messages) == ["first", "second", "third"]
    assert desk.library.draft(session).queue == ()
    del kept


@pytest.mark.usefixtures("slow")
def test_the_queue_goes_on_when_its_pane_shows_another_session(
    qtbot, window, pane, send, settle, desk
) -> None:
    send("second")
    first = pane.session_id
    window.sessions.begin()
    qtbot.waitUntil(lambda: pane.session_id != first and pane.blank.isVisible())
    assert not pane.composer.queue.isVisible()
    settle()
    assert _asked(lambda: desk.library.open(first).messages) == ["first", "second"]
    pane.open_session(first)
    settle()
    assert not pane.composer.queue.isVisible()


@pytest.mark.usefixtures("endless")
def test_send_now_while_an_answer_comes_sends_after_it(
    qtbot, pane, says, send, settle, queue, kept
) -> None:
    send("later")
    pane.talk.stop()
    settle()
    says((Began(), Text("A"), Wait(0.3), *say("B")[1:]), say("C"))
    send("now")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "A")
    assert pane.composer.queue.send.text() == "Send when this answer ends"
    pane.composer.queue.send.click()
    assert queue() == ["later"]
    settle()
    assert _asked(kept) == ["first", "now", "later"]
