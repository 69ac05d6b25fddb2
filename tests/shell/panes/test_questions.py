from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.lanes.lane import Began, Done, Question, Text
from luminair.shell.panes.question_card import QuestionCard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

ASKS = Question("q1", "Bash", "Claude wants to run: rm -rf build", "rm -rf build && make")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def card(qtbot, theme) -> QuestionCard:
    found = QuestionCard(theme, ASKS)
    qtbot.addWidget(found)
    found.resize(500, 200)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    return found


@pytest.fixture
def told(card) -> list[tuple[str, bool]]:
    answers: list[tuple[str, bool]] = []
    card.answered.connect(lambda identity, allow: answers.append((identity, allow)))
    return answers


def test_it_says_what_would_be_done_to_the_character(card) -> None:
    assert card.title.text() == ASKS.title
    assert card.detail.toPlainText() == ASKS.detail
    assert card.accessibleName().startswith(ASKS.title)
    assert card.accessibleDescription() == ASKS.detail


@pytest.mark.parametrize(
    ("key", "allow"),
    [(Qt.Key.Key_Return, True), (Qt.Key.Key_Enter, True), (Qt.Key.Key_Escape, False)],
)
def test_return_allows_and_escape_denies(card, told, key, allow) -> None:
    card.take_focus()
    QTest.keyClick(card, key)
    assert told == [("q1", allow)]


def test_return_on_deny_denies(card, told) -> None:
    card.deny.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(card.deny, Qt.Key.Key_Return)
    assert told == [("q1", False)]


def test_the_buttons_answer_once(card, told) -> None:
    card.allow.click()
    card.deny.click()
    assert told == [("q1", True)]


def test_a_key_that_is_held_down_answers_nothing(card, told) -> None:
    card.take_focus()
    none = Qt.KeyboardModifier.NoModifier
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, none, "\r", True)
    QApplication.sendEvent(card, held)
    assert told == []


def test_every_part_can_be_reached_by_tab(card) -> None:
    card.take_focus()
    seen = []
    for _ in range(3):
        seen.append(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert seen == [card, card.allow, card.deny]


# In a pane.


@pytest.fixture
def asked(qtbot, pane, says, send):
    """A turn that waits for an answer."""
    says((Began(), Text("I would like to clean up. "), ASKS, Text("Done."), Done()))
    send("Go")
    qtbot.waitUntil(lambda: pane.transcript.question is not None)
    return pane.transcript.question


@pytest.mark.parametrize("allow", [True, False])
def test_the_answer_goes_to_the_lane_and_the_turn_goes_on(
    asked, pane, desk, settle, answer, allow
) -> None:
    (asked.allow if allow else asked.deny).click()
    assert pane.transcript.question is None
    settle()
    assert desk.lanes["claude"].allowed == {"q1": allow}
    assert answer().text == "I would like to clean up. Done."
    assert answer().questions == []


def test_the_card_does_not_take_the_focus_from_the_composer(asked, pane) -> None:
    assert QApplication.focusWidget() is pane.composer.edit
    QTest.keyClicks(pane.composer.edit, "yes")
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Return)
    assert pane.transcript.question is asked  # the Return went into the queue
    assert [each.text for each in pane.talk.draft.queue] == ["yes"]
    pane.talk.stop()


def _waiting(window) -> list[bool]:
    return [row.waiting for row in window.sidebar.model.rows if hasattr(row, "waiting")]


def test_the_card_is_no_window_of_its_own(asked, window, pane) -> None:
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    assert shown == [window]
    assert asked.isVisible()
    pane.talk.stop()


@pytest.mark.usefixtures("asked")
def test_the_pane_and_the_list_say_that_it_waits_for_you(qtbot, window, pane, settle) -> None:
    assert pane.head.waiting.isVisible()
    assert not pane.head.spinner.isVisible()
    qtbot.waitUntil(lambda: _waiting(window) == [True])
    assert window.commands["question"].isEnabled()
    pane.talk.answer("q1", True)
    settle()
    assert not pane.head.waiting.isVisible()
    assert _waiting(window) == [False]
    assert not window.commands["question"].isEnabled()


def test_a_key_leads_from_the_composer_to_the_question(asked, pane) -> None:
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Y, CONTROL | SHIFT)
    assert QApplication.focusWidget() is asked
    assert asked.ring_shown


@pytest.mark.usefixtures("asked")
def test_the_head_leads_to_the_question_too(qtbot, pane) -> None:
    qtbot.mouseClick(pane.head.waiting, Qt.MouseButton.LeftButton)
    assert isinstance(QApplication.focusWidget(), QuestionCard)
    pane.talk.stop()


@pytest.mark.usefixtures("asked")
def test_stopping_takes_the_question_away(pane, settle) -> None:
    pane.talk.stop()
    assert pane.transcript.question is None
    settle()
    assert not pane.head.waiting.isVisible()


def test_a_question_of_another_session_is_gone_to(qtbot, asked, window, pane, settle) -> None:
    first = pane.session_id
    window.sessions.begin()
    qtbot.waitUntil(lambda: pane.session_id != first and pane.blank.isVisible())
    assert not pane.head.waiting.isVisible()
    window.waiting.go()
    qtbot.waitUntil(lambda: pane.session_id == first and pane.transcript.question is not None)
    pane.transcript.question.allow.click()
    settle()
    del asked


def test_two_questions_are_answered_one_after_the_other(
    qtbot, pane, says, send, settle, desk
) -> None:
    second = Question("q2", "Write", "Claude wants to write: notes.md", "notes.md")
    says((Began(), ASKS, second, Text("Done."), Done()))
    send("Go")
    qtbot.waitUntil(lambda: pane.transcript.question is not None)
    pane.transcript.question.allow.click()
    qtbot.waitUntil(lambda: pane.transcript.question is not None)
    assert pane.transcript.question.question == second
    pane.transcript.question.deny.click()
    settle()
    assert desk.lanes["claude"].allowed == {"q1": True, "q2": False}
    assert desk.answered == [("q1", True), ("q2", False)]
