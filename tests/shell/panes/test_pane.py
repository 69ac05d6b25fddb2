from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.journal.notes.note import Kind
from luminair.keeping.capture.capturing import Captured, KeptAsk
from luminair.lanes.lane import Alive, Began, Failed, Text, WayOn
from luminair.lanes.scripted import Wait, say
from luminair.messages import Message, MessageState, Role
from luminair.sessions.drafts import Draft
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.panes.message_view import Answer, UserMessage
from luminair.shell.panes.notice import Notice
from luminair.shell.parts.button import Button
from luminair.shell.parts.states import Card
from luminair.shell.parts.text import Label
from tests.shell.desk import note

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def pane(window):
    return window.board.active


@pytest.fixture
def says(desk):
    """Gives the usual lane its script."""

    def give(*parts, pace_s: float = 0.0) -> None:
        lane = desk.lanes["claude"]
        lane._script, lane._pace_s = parts, pace_s

    return give


def _send(pane, text: str) -> None:
    pane.composer.edit.set_text(text)
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Return)


def _kept(desk, pane) -> tuple[Message, ...]:
    return desk.library.open(pane.session_id).messages


def _kinds(pane) -> list[type]:
    return [type(widget) for widget in pane.transcript.find_widgets()]


def test_a_new_session_asks_what_to_work_on(pane) -> None:
    assert pane.blank.isVisible()
    assert pane.blank.ready.title.text() == "What should we work on?"
    assert pane.composer.edit._hint == "Message sonnet. Type // for commands."


@pytest.mark.qt_log_ignore("does not support raise", "grabbing the keyboard", extend=True)
def test_a_lane_without_a_key_asks_for_it_before_anything_is_typed(
    qtbot, pane, desk, window, settle
) -> None:
    info = desk.roster.lane("claude").info
    sentence = "No key for Claude CLI is saved; add one in Settings."
    desk.lanes["claude"].change(replace(info, ready=False, state=sentence))
    pane.refresh_cost()
    settle()
    assert pane.blank.no_key.isVisible()
    assert pane.blank.no_key.title.text() == "Claude CLI has no key yet"
    with qtbot.waitSignal(window.lane_settings_wanted) as told:
        pane.blank.add_key.click()
    assert told.args == ["claude"]
    pane.blank.other.click()
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    QApplication.activePopupWidget().close()
    desk.lanes["claude"].change(info)
    pane.refresh_cost()
    settle()
    assert pane.blank.ready.isVisible()


def test_a_message_goes_out_and_the_answer_comes_in(pane, says, settle) -> None:
    says(say("Hello **you**.\n\nBye."))
    _send(pane, "Hi")
    settle()
    assert _kinds(pane) == [UserMessage, JournalLine, Answer]
    answer = pane.transcript.find_widgets()[-1]
    assert answer.text == "Hello **you**.\n\nBye."
    assert pane.composer.text == ""
    assert not pane.streaming
    assert pane.session.title == "Hi"


@pytest.mark.usefixtures("says")
def test_the_composer_is_emptied_only_when_the_message_is_on_disk(pane, settle, desk) -> None:
    desk.memory.problem = "Your Journal folder is not there: /gone."
    _send(pane, "Keep me")
    settle()
    assert pane.composer.text == "Keep me"
    (view,) = pane.transcript.find_widgets()
    assert isinstance(view, UserMessage)
    assert "not sent" in view.message.note


def test_stopping_keeps_what_came_and_frees_the_pane(qtbot, pane, says, settle, desk) -> None:
    says((Began(), Text("Some words"), Wait(30)), say("Next."))
    _send(pane, "Go")
    qtbot.waitUntil(lambda: "Some" in _text(pane))
    pane.talk.stop()
    assert pane.composer.tools.hint.text == "Stopping…"
    settle()
    messages = _kept(desk, pane)
    assert (messages[-1].text, messages[-1].state) == ("Some words", MessageState.STOPPED)
    _send(pane, "Again")
    settle()
    assert _text(pane) == "Next."


def _text(pane) -> str:
    last = pane.transcript.find_widgets()[-1:]
    return last[0].text if last and isinstance(last[0], Answer) else ""


def test_a_lane_that_is_slow_says_what_it_does(qtbot, pane, says) -> None:
    says((Alive("Loading model… 12 s"), Wait(30)))
    _send(pane, "Go")

    def doing() -> str:
        last = pane.transcript.find_widgets()[-1:]
        return last[0].doing if last and isinstance(last[0], Answer) else ""

    qtbot.waitUntil(lambda: doing() == "Loading model… 12 s")
    pane.talk.stop()


def test_a_failure_says_its_sentence_and_one_way_on(qtbot, pane, says, settle) -> None:
    said = "The model did not start in 30 s. Your prompt carries 71 KB of injected text."
    says((Began(), Failed(said, WayOn.CONTEXT)))
    _send(pane, "Go")
    settle()
    (card,) = pane.transcript.findChildren(Card)
    assert card.title.text() == "The model did not start in 30 s"
    assert card.accessibleName() == said
    with qtbot.waitSignal(pane.budget_wanted):
        pane.transcript.way_wanted.emit(WayOn.CONTEXT)


def test_retry_replaces_the_last_message_and_its_answer(pane, says, settle, desk) -> None:
    says(say("One."), say("Two."))
    _send(pane, "Go")
    settle()
    pane.talk.retry()
    settle()
    assert _kinds(pane) == [UserMessage, JournalLine, Answer]
    assert _text(pane) == "Two."
    assert [message.text for message in _kept(desk, pane)] == ["Go", "Two."]


def test_editing_an_earlier_message_replaces_what_followed(pane, says, settle, desk) -> None:
    says(say("One."), say("Two."), say("Three."))
    _send(pane, "First")
    settle()
    _send(pane, "Second")
    settle()
    first = _kept(desk, pane)[0]
    pane.talk.edit(first.id)
    assert pane.composer.text == "First"
    _send(pane, "First, better")
    settle()
    assert [message.text for message in _kept(desk, pane)] == ["First, better", "Three."]
    assert _kinds(pane) == [UserMessage, JournalLine, Answer]


@pytest.mark.usefixtures("says")
def test_the_arrow_up_in_an_empty_composer_edits_the_last_message(pane, settle) -> None:
    _send(pane, "Only one")
    settle()
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Up)
    assert pane.composer.text == "Only one"
    pane.composer.editing.cross.click()
    assert pane.composer.text == ""


def test_a_turn_goes_on_when_its_pane_shows_another_session(
    qtbot, window, pane, says, settle
) -> None:
    says((Began(), Text("First half "), Wait(0.2), Text("second half")))
    _send(pane, "Go")
    first = pane.session_id
    qtbot.waitUntil(lambda: "First half" in _text(pane))
    window.sessions.begin()
    qtbot.waitUntil(lambda: pane.session_id != first)
    settle()
    pane.open_session(first)
    settle()
    assert _text(pane) == "First half second half"


def test_coming_back_in_mid_stream_goes_on_where_it_was(qtbot, window, pane, says, settle) -> None:
    says((Began(), *(piece for n in range(40) for piece in (Text(f"w{n} "), Wait(0.01)))))
    _send(pane, "Go")
    first = pane.session_id
    qtbot.waitUntil(lambda: "w3 " in _text(pane))
    window.sessions.begin()
    qtbot.waitUntil(lambda: pane.session_id != first and pane.blank.isVisible())
    pane.open_session(first)
    settle()
    assert _text(pane) == "".join(f"w{n} " for n in range(40))


@pytest.mark.usefixtures("window")
def test_drafts_come_back_with_their_caret(pane, desk, settle) -> None:
    first = pane.session_id
    pane.composer.edit.set_text("half a tho", 4)
    pane.composer.flush_draft()
    settle()
    assert desk.library.draft(first) == Draft("half a tho", 4)
    pane.open_session(desk.library.create(lane="claude", model="sonnet").id)
    settle()
    assert pane.composer.text == ""
    pane.open_session(first)
    settle()
    assert pane.composer.text == "half a tho"
    assert pane.composer.edit.textCursor().position() == 4


def test_the_cost_follows_the_text(qtbot, pane, settle) -> None:
    settle()
    before = pane.assembly.total_tokens
    pane.composer.edit.set_text("x" * 400)
    qtbot.waitUntil(lambda: pane.assembly.total_tokens == before + 100, timeout=2000)
    assert pane.composer.tools.cost.text() == f"≈{pane.assembly.riders.tokens:,} tokens"
    for words in (pane.composer.tools.cost.accessibleName(), pane.composer.tools.cost.toolTip()):
        assert "rules, pins, dead ends, open asks and notes" in words
    assert "Harness" in pane.composer.tools.cost.toolTip()


def test_unticked_the_composer_says_rules_and_pins_only(pane, settle) -> None:
    pane.set_include_optional(False, pane.refresh_cost)
    settle()
    assert pane.composer.tools.cost.text() == "rules and pins only"
    assert "adds: rules and pins." in pane.composer.tools.cost.toolTip()


@pytest.mark.parametrize(
    ("rules", "words"),
    [(1, "1 rule rides from the first message."), (2, "2 rules ride from the first message.")],
)
def test_an_empty_page_counts_what_rides(pane, desk, settle, rules, words) -> None:
    desk.memory.notes = [note(f"Rule {n}", Kind.RULE) for n in range(rules)]
    pane.refresh_cost()
    settle()
    assert words in [each.text() for each in pane.blank.ready.findChildren(Label)]


def test_another_lane_is_taken_and_kept(pane, desk, settle) -> None:
    pane.head.lane_chosen.emit("ollama", "qwen2.5-coder")
    settle()
    assert desk.library.open(pane.session_id).session.lane == "ollama"
    assert pane.head.lane.text() == "Ollama · qwen2.5-coder"
    pane.head.lane_chosen.emit("journal-only", "")
    settle()
    assert pane.head.lane.text() == "Journal only"
    assert pane.head.ring.text() == "–"


def test_the_lane_menu_lists_every_model(pane) -> None:
    menu = pane.head.lanes.make()
    words = [action.text() for action in menu.actions() if action.data()]
    assert words == [
        "Claude CLI · sonnet",
        "Claude CLI · opus",
        "Ollama · qwen2.5-coder",
        "Journal only",
    ]
    assert [action.text() for action in menu.actions() if action.isChecked()] == words[:1]


def test_a_folder_is_taken_and_named(pane, desk, settle) -> None:
    pane.set_folder("/Users/ada/Code/harbor-uploads")
    settle()
    assert pane.head.folder.text() == "harbor-uploads"
    assert desk.library.open(pane.session_id).session.folder.endswith("harbor-uploads")


def test_what_was_kept_of_a_message_is_said_above_its_answer(pane, desk, settle) -> None:
    desk.memory.hears = Captured((KeptAsk("k1", "Add dark mode"),), "op-1")
    _send(pane, "add dark mode")
    settle()
    *above, answer = pane.transcript.find_widgets()
    (notice,) = [each for each in above if isinstance(each, Notice)]
    assert not isinstance(answer, Notice)
    assert notice.label.text() == "Kept as an open ask: “Add dark mode”"
    assert [link.text() for link in notice._links] == ["Open", "Undo"]


@pytest.mark.usefixtures("qtbot")
def test_a_request_that_could_not_be_kept_is_said(pane, desk, settle) -> None:
    desk.memory.hears = Captured(failure="A request of this message could not be kept. Full.")
    _send(pane, "add dark mode")
    settle()
    assert not [each for each in pane.transcript.find_widgets() if isinstance(each, Notice)]
    assert "could not be kept" in pane.composer.notice.text


@pytest.mark.usefixtures("qtbot")
def test_remember_writes_and_can_be_taken_back(pane, desk, settle) -> None:
    _send(pane, "//remember the manifest is written first")
    settle()
    (notice,) = pane.transcript.find_widgets()
    assert isinstance(notice, Notice)
    assert notice.label.text().startswith("Remembered for this session")
    assert len(desk.kept) == 1
    notice.undo_wanted.emit(next(iter(desk.kept)))
    settle()
    assert notice.label.text() == "Taken back."
    assert not desk.kept


@pytest.mark.usefixtures("qtbot")
def test_for_the_project_is_one_press_away(pane, desk, settle) -> None:
    pane.set_folder("/Users/ada/Code/harbor-uploads")
    settle()
    _send(pane, "//remember the order")
    settle()
    pane.transcript.find_widgets()[-1].offer_wanted.emit()
    settle()
    assert [note.scope.value for note in desk.kept.values()] == ["folder"]
    assert "for the project" in pane.transcript.find_widgets()[-1].label.text()


def test_a_model_that_distils_is_shown_and_can_be_let_go(qtbot, pane, desk, settle) -> None:
    desk.drafted.clear()
    _send(pane, "//distill")
    qtbot.waitUntil(lambda: bool(pane.transcript.findChildren(Notice)))
    (notice,) = pane.transcript.findChildren(Notice)
    assert notice.label.text() == "Distilling this session…"
    (cancel,) = (each for each in notice.findChildren(Button) if each.text() == "Cancel")
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    settle()

    def said() -> list[str]:
        found = pane.transcript.find_widgets()
        lines = [each for each in found if isinstance(each, Notice)]
        return [each.label.text() for each in lines if not each.isHidden()]

    # The line that told of the work goes with the job's end, the new one comes with its failure.
    qtbot.waitUntil(lambda: said() == ["Stopped, so nothing was written."])


@pytest.mark.usefixtures("qtbot")
def test_distilling_that_is_quick_shows_only_what_it_came_to(pane, settle) -> None:
    _send(pane, "//distill")
    settle()
    (notice,) = pane.transcript.findChildren(Notice)
    assert notice.label.text() == "There is nothing to fold."


@pytest.mark.usefixtures("desk")
def test_a_write_that_fails_says_why_and_writes_nothing(pane, settle) -> None:
    _send(pane, "//pin Nowhere")
    settle()
    assert "No note is called 'Nowhere'" in pane.composer.notice.text
    assert pane.composer.text == "//pin Nowhere"
    assert pane.transcript.find_widgets() == []


@pytest.mark.usefixtures("desk")
def test_dead_ends_and_pins_say_what_they_did(pane, settle) -> None:
    _send(pane, "//deadend longer timeouts")
    settle()
    _send(pane, "//pin Flake log, week 37")
    settle()
    words = [each.label.text() for each in pane.transcript.find_widgets()]
    assert words[0].startswith("Dead end recorded")
    assert words[1].startswith("Pinned “Flake log, week 37”")


@pytest.mark.usefixtures("settle")
def test_help_is_shown_in_the_transcript(pane) -> None:
    _send(pane, "//help")
    assert len(pane.transcript.find_widgets()) == 1
    assert pane.transcript.isVisible()


def test_journal_links_open_the_journal(qtbot, pane) -> None:
    with qtbot.waitSignal(pane.journal_wanted) as told:
        pane.transcript.link.emit(QUrl("journal:Notes/A%20b%20%26%20c.md"))
    assert told.args == [pane.session_id, "Notes/A b & c.md"]


@pytest.mark.usefixtures("qtbot")
def test_a_session_that_cannot_be_read_is_said(window, pane, desk, settle) -> None:
    identity = desk.library.create(lane="claude").id
    (desk.home.root / "sessions" / identity / "transcript.jsonl").write_bytes(b"garbage\n" * 3)
    desk.library._open.clear()
    pane.open_session(identity)
    settle()
    assert any("holds no record of a session" in said for said in window.banners.sentences)


# The transcript.


def _fill(desk, count: int) -> str:
    transcript = desk.library.create(lane="claude", model="sonnet")
    for number in range(count):
        role = Role.USER if number % 2 == 0 else Role.ASSISTANT
        text = f"Message {number}\n\n" + "words " * 30
        transcript.add(Message(f"m{number}", role, text, "2026-09-17T10:58:00.000Z", "claude"))
    return transcript.id


def test_a_long_session_opens_at_its_end_with_few_widgets(qtbot, pane, desk, settle) -> None:
    pane.open_session(_fill(desk, 400))
    settle()
    qtbot.waitUntil(lambda: pane.transcript.verticalScrollBar().maximum() > 0)
    bar = pane.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert len(pane.transcript.messages) == 400
    assert len(pane.transcript.find_widgets()) <= 80


def test_older_messages_are_built_on_the_way_up_under_a_still_eye(
    qtbot, pane, desk, settle
) -> None:
    pane.open_session(_fill(desk, 200))
    settle()
    view = pane.transcript
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    qtbot.waitUntil(lambda: not view._older.isActive())
    qtbot.wait(50)  # what was built last is laid out now
    before = len(view.find_widgets())
    bar.setValue(10)
    first = view.find_widgets()[0]
    y = first.mapTo(view, first.rect().topLeft()).y()
    qtbot.waitUntil(lambda: len(view.find_widgets()) > before)
    qtbot.waitUntil(lambda: not view._older.isActive())
    assert abs(first.mapTo(view, first.rect().topLeft()).y() - y) <= 2


def test_the_view_follows_only_a_reader_at_the_bottom(qtbot, pane, desk, says, settle) -> None:
    pane.open_session(_fill(desk, 30))
    settle()
    view = pane.transcript
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    qtbot.waitUntil(lambda: not view._older.isActive())
    lines = [Text(f"line {number}\n\n") for number in range(60)]
    says((Began(), *lines[:20], Wait(1), *lines[20:]))
    gate = threading.Event()

    async def at_the_gate(seconds: float) -> None:
        await asyncio.sleep(0)
        while seconds and not gate.is_set():
            await asyncio.sleep(0.005)

    desk.lanes["claude"]._sleep = at_the_gate
    _send(pane, "Go")

    def reaches(number: int) -> bool:
        """Whether that many lines are there and laid out."""
        tall = view.find_widgets()[-1].height() > number * 22
        return tall and f"line {number - 1}" in _text(pane)

    qtbot.waitUntil(lambda: reaches(20) and bar.value() == bar.maximum(), timeout=20_000)
    bar.setValue(bar.maximum() - 300)
    answer = view.find_widgets()[-1]
    here = answer.mapTo(view, QPoint(0, 0)).y()
    assert not view.following.on
    gate.set()
    settle()
    qtbot.waitUntil(lambda: reaches(60) and not view._older.isActive(), timeout=20_000)
    # Not while text came, not when it ended, not when older messages were built above.
    assert abs(answer.mapTo(view, QPoint(0, 0)).y() - here) <= 2
    assert view.following.pill.isVisible()
    qtbot.mouseClick(view.following.pill, Qt.MouseButton.LeftButton)
    assert bar.value() == bar.maximum()
    assert not view.following.pill.isVisible()


def test_the_message_is_what_was_typed_not_markdown(pane, settle, says) -> None:
    says(say("Fine."))
    _send(pane, "**not bold** <b>x</b>")
    settle()
    view = pane.transcript.find_widgets()[0]
    assert view.words.view.toPlainText() == "**not bold** <b>x</b>"


def test_hints_that_are_only_about_the_last_answer_go_with_the_next(pane, says, settle) -> None:
    says(say("One."), say("Two."))
    _send(pane, "a")
    settle()
    _send(pane, "b")
    settle()
    answers = [each for each in pane.transcript.find_widgets() if isinstance(each, Answer)]
    assert [bool(answer.foot) for answer in answers] == [False, True]


def test_a_session_is_saved_as_a_file(pane, says, settle, tmp_path) -> None:
    says(say("Hello **you**."))
    _send(pane, "Hi")
    settle()
    place = tmp_path / "Saved.html"
    pane.errands.writes_to(str(place))
    settle()
    assert "<strong>you</strong>" in place.read_text("utf-8")
    assert pane.composer.notice.text == "Saved as Saved.html."
    pane.errands.writes_to(str(tmp_path / "none" / "Saved.md"))
    settle()
    assert "Saved.md" in pane.composer.notice.text
