"""Who is called when something happens where nobody looks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from luminair.lanes.lane import Began, Done, Failed, Question, Text
from luminair.lanes.scripted import Wait, say
from luminair.shell.window.attention import Attention

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


class Heard(QObject):
    """A notifier that keeps what it was asked to show."""

    clicked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.shown: list[tuple[str, str]] = []
        self.hidden = 0

    def show(self, title: str, words: str) -> None:
        self.shown.append((title, words))

    def hide(self) -> None:
        self.hidden += 1


@pytest.fixture
def badges(monkeypatch) -> list[int]:
    """The numbers that were put on the app's icon."""
    shown: list[int] = []
    monkeypatch.setattr(QGuiApplication, "setBadgeNumber", lambda _, number: shown.append(number))
    return shown


@pytest.fixture
def heard(window) -> Heard:
    return Heard(window)


@pytest.fixture
def attention(window, heard, badges) -> Attention:  # noqa: ARG001 - before anything is counted
    return Attention(
        window,
        heard,
        window.turns,
        window.board,
        window.sidebar,
        window.sessions,
        window.desk.settings,
    )


@pytest.fixture
def elsewhere(qtbot, window) -> QWidget:
    """Another window, in front of ours."""
    other = QWidget()
    qtbot.addWidget(other)
    with qtbot.waitActive(other):
        other.show()
        other.activateWindow()
    assert not window.isActiveWindow()
    return other


def _come_back(qtbot, window) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()


def _ask(window, text: str = "Go") -> None:
    pane = window.board.active
    pane.composer.edit.set_text(text)
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Return)


def test_a_reply_before_ones_eyes_calls_nobody(window, heard, attention, settle) -> None:
    _ask(window)
    settle()
    assert heard.shown == []
    assert attention.count == 0


@pytest.mark.usefixtures("elsewhere")
def test_a_reply_that_ended_behind_another_window_calls_once_and_counts(
    qtbot, window, heard, attention, badges, settle
) -> None:
    window.desk.lanes["claude"]._script = (say("## All parts are there\n\nThe rest."),)
    _ask(window)
    settle()
    qtbot.waitUntil(lambda: bool(heard.shown))
    assert [words for _, words in heard.shown] == ["All parts are there"]
    assert (attention.count, badges[-1]) == (1, 1)
    _come_back(qtbot, window)
    assert (attention.count, badges[-1]) == (0, 0)
    assert heard.hidden == 1


@pytest.mark.usefixtures("attention", "elsewhere")
def test_a_failure_says_what_happened(qtbot, window, heard, settle) -> None:
    failed = Failed("Ollama did not answer in 10 s. Your message was not sent.")
    window.desk.lanes["claude"]._script = ((Began("sonnet"), failed),)
    _ask(window)
    settle()
    qtbot.waitUntil(lambda: bool(heard.shown))
    assert heard.shown[0][1] == (
        "Failed: Ollama did not answer in 10 s. Your message was not sent."
    )


@pytest.mark.usefixtures("elsewhere")
def test_a_reply_that_the_owner_stopped_calls_nobody(
    qtbot, window, heard, attention, settle
) -> None:
    lane = window.desk.lanes["claude"]
    lane._script = ((Began("sonnet"), Text("Half"), Wait(30.0), Done()),)
    _ask(window)
    pane = window.board.active
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "Half")
    pane.talk.stop()
    settle()
    assert heard.shown == []
    assert attention.count == 0


@pytest.mark.usefixtures("elsewhere")
def test_a_question_calls_and_a_click_brings_it(qtbot, window, heard, attention, settle) -> None:
    question = Question("q1", "Bash", "Run make test-upload?", "make test-upload")
    window.desk.lanes["claude"]._script = ((Began("sonnet"), question, Text("Ran."), Done()),)
    _ask(window)
    qtbot.waitUntil(lambda: bool(heard.shown))
    assert heard.shown[0][1] == "Waits for you: Run make test-upload?"
    assert attention.count == 1
    window.showMinimized()
    with qtbot.waitActive(window):
        heard.clicked.emit()
    assert not window.isMinimized()
    card = window.board.active.transcript.question
    assert card.isAncestorOf(window.focusWidget())
    window.turns.answer(window.board.active.session_id, "q1", allow=True)
    settle()
    assert attention.count == 0


def test_a_session_in_no_pane_calls_even_while_the_window_is_in_front(
    qtbot, window, heard, attention, settle
) -> None:
    lane = window.desk.lanes["claude"]
    lane._script, lane._pace_s = (say("Found it."),), 0.05
    _ask(window)
    session = window.board.active.session_id
    qtbot.waitUntil(lambda: window.turns.of(session) is not None)
    window.sessions.begin()
    settle()
    assert window.board.active.session_id != session
    qtbot.waitUntil(lambda: bool(heard.shown))
    assert heard.shown[0][1] == "Found it."
    heard.clicked.emit()
    settle()
    assert window.board.active.session_id == session
    assert attention.count == 0


@pytest.mark.parametrize(("choice", "calls"), [("all", 2), ("questions", 1), ("off", 0)])
@pytest.mark.usefixtures("elsewhere")
def test_the_setting_says_what_calls(
    qtbot, window, heard, attention, settle, choice, calls
) -> None:
    window.desk.settings.set({"attention.notify": choice})
    question = Question("q1", "Bash", "Run make?", "make")
    window.desk.lanes["claude"]._script = ((Began("sonnet"), question, Text("Ran."), Done()),)
    _ask(window)
    session = window.board.active.session_id
    qtbot.waitUntil(lambda: session in window.turns.waiting())
    window.turns.answer(session, "q1", allow=True)
    settle()
    qtbot.waitUntil(lambda: attention.count == 1)  # whoever is not called is still counted
    assert len(heard.shown) == calls


@pytest.mark.usefixtures("attention", "elsewhere")
def test_a_message_that_waits_behind_a_turn_is_part_of_it(qtbot, window, heard, settle) -> None:
    lane = window.desk.lanes["claude"]
    lane._script, lane._pace_s = (say("First."), say("Second.")), 0.02
    _ask(window, "one")
    qtbot.waitUntil(lambda: window.board.active.streaming)
    _ask(window, "two")
    settle()
    qtbot.waitUntil(lambda: bool(heard.shown))
    assert [words for _, words in heard.shown] == ["Second."]
