from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from luminair.lanes.lane import Began, Failed, Text, WayOn
from luminair.lanes.scripted import Wait, say
from luminair.messages import Message, MessageState, Role, Usage
from luminair.sessions.drafts import Queued
from luminair.shell.panes.message_view import Answer, UserMessage
from luminair.shell.panes.talk import BUSY, editing_words
from luminair.shell.parts.button import Button

pytestmark = pytest.mark.qt_log_ignore(
    "This plugin does not support raise", "This plugin does not support grabbing", extend=True
)

AT = "2026-09-17T10:58:00.000Z"


@pytest.fixture
def talked(says, send, settle):
    """Two questions and two answers."""
    says(say("One."), say("Two."), say("Three."))
    for text in ("first", "second"):
        send(text)
        settle()


def _users(pane) -> list[UserMessage]:
    return [each for each in pane.transcript.find_widgets() if isinstance(each, UserMessage)]


def _answers(pane) -> list[Answer]:
    return [each for each in pane.transcript.find_widgets() if isinstance(each, Answer)]


def _texts(kept) -> list[str]:
    return [message.text for message in kept()]


def _shows_actions(frame) -> bool:
    return bool(frame.buttons) and all(button.isVisible() for button in frame.buttons)


def _hover(frame, over: bool = True) -> None:
    at = QPointF(5, 5)
    event = QEnterEvent(at, at, at) if over else QEvent(QEvent.Type.Leave)
    QApplication.sendEvent(frame, event)


# Actions.


@pytest.mark.usefixtures("talked")
def test_actions_show_under_the_pointer_and_nothing_moves(pane) -> None:
    user = _users(pane)[0]
    before = [(each.geometry(), each.size()) for each in pane.transcript.find_widgets()]
    inside = user.words.geometry()
    assert not _shows_actions(user)
    _hover(user)
    assert _shows_actions(user)
    assert [button.accessibleName() for button in user.buttons] == [
        "Edit Message",
        "Copy Message",
        "Fork from Here",
    ]
    QApplication.processEvents()
    assert [(each.geometry(), each.size()) for each in pane.transcript.find_widgets()] == before
    assert user.words.geometry() == inside
    assert all(button.width() >= 24 and button.height() >= 24 for button in user.buttons)
    _hover(user, over=False)
    assert not _shows_actions(user)


@pytest.mark.usefixtures("talked")
def test_actions_do_not_hide_the_time(pane) -> None:
    user = _users(pane)[0]
    _hover(user)
    bar = user.buttons[-1].mapTo(user, QPoint(user.buttons[-1].width(), 0)).x()
    assert bar <= user._time.mapTo(user, QPoint(0, 0)).x()


@pytest.mark.usefixtures("talked")
def test_the_last_answer_has_its_actions_under_it_and_earlier_ones_on_hover(pane) -> None:
    first, last = _answers(pane)
    _hover(first)
    _hover(last)
    names = ["Copy Answer", "Regenerate", "Save to Journal", "Fork from Here"]
    assert [button.accessibleName() for button in first.buttons] == names
    assert last.buttons == ()
    assert last.foot is not None
    assert first.foot is None


@pytest.mark.usefixtures("talked")
def test_the_menu_has_every_action(pane) -> None:
    user = _users(pane)[0]
    at = user.words.view.viewport().rect().center()
    where = user.words.view.viewport().mapToGlobal(at)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where)
    QApplication.sendEvent(user.words.view.viewport(), event)
    menu = QApplication.activePopupWidget()
    words = [action.text() for action in menu.actions()]
    menu.close()
    assert words == ["Edit Message", "Copy Message", "Fork from Here"]


@pytest.mark.usefixtures("talked")
def test_the_menu_of_an_answer_comes_over_its_text_too(pane) -> None:
    answer = _answers(pane)[0]
    view = answer.body.bodies[0].parts[0]
    at = view.viewport().rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    menu = QApplication.activePopupWidget()
    words = [action.text() for action in menu.actions()]
    menu.close()
    assert words == ["Copy Answer", "Regenerate", "Save to Journal", "Fork from Here"]


@pytest.mark.usefixtures("talked")
def test_a_selection_can_be_copied_from_the_menu(pane) -> None:
    view = _users(pane)[0].words.view
    view.setFocus()
    view.selectAll()
    menu = QMenu()
    _users(pane)[0].fill_menu(menu)
    assert menu.actions()[0].text() == "Copy Selection"
    menu.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "first"
    menu.deleteLater()


# By key.


@pytest.mark.usefixtures("talked")
def test_keys_go_from_message_to_message_and_into_their_actions(window, pane) -> None:
    control, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Up, control | alt)
    assert QApplication.focusWidget() is _answers(pane)[1]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up, control | alt)
    user = _users(pane)[1]
    assert QApplication.focusWidget() is user
    assert _shows_actions(user)
    assert user._ring
    QTest.keyClick(user, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is user.buttons[0]
    assert _shows_actions(user)
    QTest.keyClick(user.buttons[0], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is user.buttons[1]
    window.commands["next_message"].trigger()
    assert QApplication.focusWidget() is _answers(pane)[1]
    assert not _shows_actions(user)


@pytest.mark.usefixtures("talked", "window")
def test_return_on_a_message_opens_its_menu_and_copy_copies_it(window, pane) -> None:
    user = _users(pane)[0]
    user.choose()
    QTest.keyClick(user, Qt.Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()
    window.commands["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "first"


# Editing.


def test_the_bar_says_what_sending_will_replace() -> None:
    assert editing_words(0).startswith("Editing a message. Sending replaces it; the file keeps")
    assert "and the one that follows it;" in editing_words(1)
    assert "and the 3 that follow it;" in editing_words(3)


@pytest.mark.usefixtures("talked")
def test_editing_says_what_goes_and_escape_gives_the_draft_back(pane) -> None:
    pane.composer.edit.set_text("half a thought")
    _hover(_users(pane)[0])
    _users(pane)[0].buttons[0].click()
    assert pane.composer.text == "first"
    assert "the 3 that follow it" in pane.composer.editing.text
    assert QApplication.focusWidget() is pane.composer.edit
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Escape)
    assert pane.composer.text == "half a thought"
    assert pane.composer.editing.text == ""


@pytest.mark.usefixtures("talked")
def test_sending_an_edit_gives_the_draft_back_too(pane, send, settle, kept) -> None:
    pane.composer.edit.set_text("half a thought")
    pane.talk.edit(_users(pane)[1].message.id)
    send("second, better")
    settle()
    assert _texts(kept) == ["first", "One.", "second, better", "Three."]
    assert pane.composer.text == "half a thought"
    assert pane.composer.editing.text == ""


@pytest.mark.usefixtures("talked")
def test_going_from_one_edit_to_another_keeps_the_draft(pane) -> None:
    pane.composer.edit.set_text("mine")
    for user in _users(pane):
        pane.talk.edit(user.message.id)
    assert pane.composer.text == "second"
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Escape)
    assert pane.composer.text == "mine"


@pytest.mark.usefixtures("talked")
def test_an_edit_survives_leaving_the_session(pane, desk, settle) -> None:
    first = pane.session_id
    pane.composer.edit.set_text("mine")
    pane.talk.edit(_users(pane)[1].message.id)
    pane.composer.edit.set_text("second, half done")
    pane.composer.flush_draft()
    settle()
    draft = desk.library.draft(first)
    assert (draft.text, draft.aside) == ("second, half done", Queued("mine"))
    pane.open_session(desk.library.create(lane="claude").id)
    settle()
    assert pane.composer.editing.text == ""
    pane.open_session(first)
    settle()
    assert pane.composer.text == "second, half done"
    assert "the one that follows it" in pane.composer.editing.text
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Escape)
    assert pane.composer.text == "mine"


@pytest.mark.usefixtures("talked")
def test_words_are_kept_when_the_message_they_were_for_is_gone(pane, settle) -> None:
    pane.composer.edit.set_text("mine")
    pane.talk.edit(_users(pane)[1].message.id)
    pane.composer.edit.set_text("second, half done")
    pane.talk.retry()
    settle()
    assert pane.composer.editing.text == ""
    assert pane.composer.text == "second, half done\n\nmine"


def test_a_message_cannot_be_edited_while_an_answer_comes(qtbot, pane, says, send, settle) -> None:
    says((Began(), Text("One"), Wait(60)))
    send("first")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")
    pane.talk.edit(_users(pane)[0].message.id)
    assert pane.composer.text == ""
    assert pane.composer.notice.text == BUSY
    pane.talk.stop()
    settle()


def test_a_failed_edit_stays_in_the_composer(pane, desk, send, talked, settle) -> None:
    pane.talk.edit(_users(pane)[1].message.id)
    desk.memory.problem = "Your Journal folder is not there: /gone."
    send("second, better")
    settle()
    assert pane.composer.text == "second, better"
    del talked


# Asking again.


@pytest.mark.usefixtures("talked")
def test_the_last_answer_is_asked_for_again_at_once(pane, settle, kept) -> None:
    _answers(pane)[1].regenerate_wanted.emit(_answers(pane)[1].message.id, "", "")
    settle()
    assert _texts(kept) == ["first", "One.", "second", "Three."]


@pytest.mark.usefixtures("talked")
def test_another_lane_can_be_asked(pane, desk, settle, kept) -> None:
    desk.lanes["ollama"]._script = (say("From Ollama."),)
    answer = _answers(pane)[1]
    menu = QMenu()
    answer._fill_regenerate(menu)
    words = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert words[0] == "With the Lane of This Session"
    next(action for action in menu.actions() if action.text().startswith("Ollama")).trigger()
    menu.deleteLater()
    settle()
    assert _texts(kept) == ["first", "One.", "second", "From Ollama."]
    assert kept()[-1].lane == "ollama"
    assert pane.head.lane.text() == "Ollama · qwen2.5-coder"


@pytest.mark.usefixtures("talked")
def test_an_earlier_answer_is_asked_for_again_only_after_a_look(pane, settle, kept) -> None:
    answer = _answers(pane)[0]
    answer.regenerate_wanted.emit(answer.message.id, "", "")
    settle()
    assert _texts(kept) == ["first", "One.", "second", "Two."]
    assert pane.composer.text == "first"
    assert "the 3 that follow it" in pane.composer.editing.text


# How it ended.


def _ended(pane, desk, settle, **fields) -> Answer:
    transcript = desk.library.create(lane="claude", model="sonnet")
    transcript.add(Message("m1", Role.USER, "Go", AT))
    transcript.add(Message("m2", Role.ASSISTANT, "Yes.", AT, "claude", "sonnet", **fields))
    pane.open_session(transcript.id)
    settle()
    return _answers(pane)[-1]


def test_usage_stands_under_the_answer(pane, desk, settle) -> None:
    answer = _ended(pane, desk, settle, usage=Usage(12_480, 11_200, 356, 0.0124))
    assert answer.foot.usage.text == "12,480 in (11,200 cached) · 356 out · ≈$0.0124 API-equivalent"
    assert answer.foot.usage.accessibleName().startswith("Used 12,480 tokens in")
    assert "So far in this session: 12,480 in" in pane.head.ring.toolTip()


def test_a_command_that_a_failure_names_stands_in_quotation_marks(says, send, settle, answer):
    said = (
        "Ollama has no model 'x'; get it with `ollama pull x` in a terminal. Your message is kept."
    )
    says((Began(), Failed(said, WayOn.RETRY)), say("Yes."))
    send("Go")
    settle()
    card = answer().foot.card
    assert card.title.text() == "Ollama has no model 'x'; get it with “ollama pull x” in a terminal"
    assert "`" not in card.accessibleName()


def test_a_failure_counts_down_until_trying_again_makes_sense(
    qtbot, says, send, settle, answer
) -> None:
    says(
        (Began(), Failed("Too many requests. Your message is kept.", WayOn.RETRY, 1.2)), say("Yes.")
    )
    send("Go")
    settle()
    card = answer().foot.card
    assert card.title.text() == "Too many requests"
    assert card.line.text() == "Your message is kept. Trying again makes sense in 2 s."
    qtbot.waitUntil(lambda: card.line.text().endswith("It can be tried again now."), timeout=4000)
    card.buttons[-1].click()
    settle()
    assert answer().text == "Yes."


@pytest.mark.parametrize(
    ("way_on", "words"),
    [
        (WayOn.RETRY, ["Retry"]),
        (WayOn.SETTINGS, ["Settings…", "Retry"]),
        (WayOn.CHOOSE_LANE, ["Retry", "Switch lane…"]),
        (WayOn.CONTEXT, ["Open Context budget", "Retry"]),
    ],
)
def test_each_failure_has_its_way_on(says, send, settle, answer, way_on, words) -> None:
    says((Began(), Failed("It failed. Do this.", way_on)))
    send("Go")
    settle()
    assert [button.text() for button in answer().foot.card.buttons] == words


def test_the_ways_lead_where_they_say(qtbot, window, pane, says, send, settle, answer) -> None:
    says((Began(), Failed("No key.", WayOn.SETTINGS)))
    send("Go")
    settle()
    with qtbot.waitSignal(window.lane_settings_wanted) as told:
        answer().foot.card.buttons[0].click()
    assert told.args == ["claude"]
    pane.errands.take_way(WayOn.CHOOSE_LANE)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    QApplication.activePopupWidget().close()
    settle()


def test_a_stopped_answer_can_be_gone_on_with(qtbot, pane, desk, says, send, settle) -> None:
    says((Began(), Text("Half of "), Wait(60)), say("the rest."))
    send("Go")
    qtbot.waitUntil(lambda: pane.streaming and pane.talk.running.text == "Half of ")
    pane.talk.stop()
    settle()
    go_on, retry = _answers(pane)[-1].foot.findChildren(Button)[:2]
    assert (go_on.text(), retry.text()) == ("Continue", "Retry")
    pane.composer.edit.set_text("half typed")
    go_on.click()
    settle()
    assert [each.text for each in _answers(pane)] == ["Half of ", "the rest."]
    assert desk.lanes["claude"].asked[-1].prompt == "Continue."
    assert pane.composer.text == "half typed"


def test_a_message_that_was_not_sent_offers_to_try_again(pane, desk, says, send, settle) -> None:
    says(say("Yes."))
    desk.memory.problem = "Your Journal folder is not there: /gone."
    send("Keep me")
    settle()
    (user,) = pane.transcript.find_widgets()
    assert user.card.title.text() == "Your message was not sent"
    desk.memory.problem = ""
    user.card.buttons[-1].click()
    settle()
    assert _answers(pane)[-1].text == "Yes."
    assert len(_users(pane)) == 1


def test_what_an_older_failure_offered_goes_with_the_next_message(
    pane, desk, says, send, settle
) -> None:
    says(say("Yes."))
    desk.memory.problem = "Your Journal folder is not there: /gone."
    send("Keep me")
    settle()
    desk.memory.problem = ""
    send("Another")
    settle()
    assert _users(pane)[0].card.title.text() == "Your message was not sent"
    assert _users(pane)[0].card.buttons == ()


def test_a_stopped_answer_keeps_its_usage_and_offers_retry(pane, desk, settle) -> None:
    answer = _ended(
        pane, desk, settle, state=MessageState.STOPPED, note="You stopped.", usage=Usage(10, 0, 3)
    )
    assert answer.foot.usage.text == "10 in · 3 out"


# Long words.


def test_a_very_long_message_shows_its_beginning_and_the_rest_on_demand(pane, desk, settle) -> None:
    transcript = desk.library.create(lane="claude")
    text = "".join(f"line {number}\n" for number in range(9000))
    transcript.add(Message("m1", Role.USER, text, AT))
    pane.open_session(transcript.id)
    settle()
    words = _users(pane)[0].words
    assert words.more.text() == "Show all 87 KB"
    shown = words.view.toPlainText()
    assert 1_900 < len(shown) < 2_200
    assert text.startswith(shown.removesuffix(" …"))
    words.more.click()
    assert words.view.toPlainText() == text
    assert not words.more.isVisible()


@pytest.mark.parametrize("width", [420, 560, 900])
def test_a_failure_with_many_words_is_not_cut_off(pane, says, send, settle, answer, width) -> None:
    said = "It failed. " + "There are many words to say about what went wrong and what to do. " * 6
    says((Began(), Failed(said.strip(), WayOn.RETRY)))
    send("Go")
    settle()
    frame = answer()
    pane.transcript.resize(width, 600)
    QApplication.processEvents()
    line = frame.foot.card.line
    assert line.height() >= line.heightForWidth(line.width())
    assert frame.foot.geometry().bottom() <= frame.height()
