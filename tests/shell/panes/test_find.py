"""⌘F: every match of a session is counted, gone to and marked, also far from what is built."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit

from luminair.messages import Message, Role
from luminair.shell.panes.find_bar import Hit, hits_in
from luminair.shell.parts.inline_code import JOINER

AT = "2026-09-17T10:58:00.000Z"


def message(number: int, text: str) -> Message:
    role = Role.USER if number % 2 == 0 else Role.ASSISTANT
    return Message(f"m{number}", role, text, AT, "claude", "sonnet")


@pytest.fixture
def show(pane, desk, settle):
    """Shows a session with these texts."""

    def open_it(*texts: str) -> None:
        transcript = desk.library.create(lane="claude", model="sonnet")
        for number, text in enumerate(texts):
            transcript.add(message(number, text))
        pane.open_session(transcript.id)
        settle()

    return open_it


@pytest.fixture
def find(pane, window):
    """Opens the bar by its command and types."""

    def type_words(words: str) -> None:
        window.commands["find"].trigger()
        QTest.keyClicks(pane.finder.field.edit, words)

    return type_words


def marked(pane) -> list[str]:
    """The texts that are marked now, the chosen one in brackets."""
    found = []
    for edit in pane.transcript.findChildren(QTextEdit):
        for mark in edit.extraSelections():
            words = mark.cursor.selectedText()
            chosen = mark.format.foreground().style() != Qt.BrushStyle.NoBrush
            found.append(f"[{words}]" if chosen else words)
    return found


def seen(pane, words: str) -> bool:
    """Whether the chosen match is in sight."""
    view = pane.transcript.viewport()
    for edit in pane.transcript.findChildren(QTextEdit):
        for mark in edit.extraSelections():
            if mark.format.foreground().style() == Qt.BrushStyle.NoBrush:
                continue
            spot = edit.viewport().mapTo(view, edit.cursorRect(mark.cursor).center())
            return mark.cursor.selectedText().casefold() == words and view.rect().contains(spot)
    return False


def test_hits_are_counted_in_order_whatever_the_case() -> None:
    messages = [message(0, "Part 7, part 7"), message(1, "none"), message(2, "PART 7")]
    assert hits_in(messages, "part 7") == [Hit(0, 0), Hit(0, 1), Hit(2, 0)]
    assert hits_in(messages, "") == []


@pytest.mark.parametrize("words", ["luminair/shell/text", "shell/t", "b --json", "(now)."])
def test_inline_code_is_found_by_what_it_says(pane, show, find, words) -> None:
    show("What?", "Look into `luminair/shell/text`, run `a-b --json` (now).")
    find(words)
    assert [mark.replace(JOINER, "") for mark in marked(pane)] == [f"[{words}]"]


def test_it_goes_from_match_to_match_and_round(pane, show, find, window) -> None:
    show("Where is the manifest?", "The **manifest** is here, and the manifest is flushed.", "Ok")
    find("manifest")
    assert pane.finder.count.text == "1 of 3"
    assert marked(pane) == ["[manifest]"]
    window.commands["find_next"].trigger()
    assert pane.finder.count.text == "2 of 3"
    assert marked(pane) == ["[manifest]", "manifest"]
    QTest.keyClick(pane.finder.field.edit, Qt.Key.Key_Return)
    assert marked(pane) == ["manifest", "[manifest]"]
    window.commands["find_next"].trigger()
    assert pane.finder.count.text == "1 of 3"
    window.commands["find_previous"].trigger()
    assert pane.finder.count.text == "3 of 3"


def test_no_match_says_so_and_marks_nothing(pane, show, find) -> None:
    show("Hello", "Hi")
    find("xyz")
    assert pane.finder.count.text == "No match"
    assert marked(pane) == []
    assert not pane.finder.down.isEnabled()


def test_escape_closes_it_and_the_composer_has_the_focus(pane, show, find) -> None:
    show("Hello", "Hi there")
    find("hi")
    QTest.keyClick(pane.finder.field.edit, Qt.Key.Key_Escape)  # empties the field
    QTest.keyClick(pane.finder.field.edit, Qt.Key.Key_Escape)
    assert pane.finder.isHidden()
    assert marked(pane) == []
    assert pane.composer.edit.hasFocus()


def test_a_match_far_up_is_shown_without_building_all(pane, show, find, settle) -> None:
    texts = [
        f"Message {number} speaks of nothing much.\n\n" + "Words. " * 80 for number in range(600)
    ]
    texts[3] = "Here stands the needle, early on."
    show(*texts)
    find("needle")
    settle()
    assert pane.finder.count.text == "1 of 1"
    assert seen(pane, "needle")
    assert len(pane.transcript.find_widgets()) < 300
    assert not pane.transcript.following.on
    assert pane.transcript.following.pill.isVisible()


def test_from_far_up_the_way_leads_back_to_the_end(pane, show, find, settle, qtbot) -> None:
    show(*[f"Message {number}. " + "Words. " * 60 for number in range(300)])
    find("message 5.")
    settle()
    pane.transcript.following.pill.click()
    settle()
    bar = pane.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    last = pane.transcript.find_widgets()[-1]
    assert last.source().startswith("Message 299.")
    assert pane.transcript.following.on


def test_scrolling_down_from_far_up_builds_on(pane, show, find, settle, qtbot) -> None:
    show(*[f"Message {number}. " + "Words. " * 60 for number in range(60)])
    find("message 5.")
    settle()
    bar = pane.transcript.verticalScrollBar()

    def reached_the_end() -> bool:
        bar.setValue(bar.maximum())
        return pane.transcript.find_widgets()[-1].source().startswith("Message 59.")

    qtbot.waitUntil(reached_the_end, timeout=30_000)
    sources = [each.source() for each in pane.transcript.find_widgets()]
    numbers = [int(source.split(".")[0].split()[1]) for source in sources]
    assert numbers == list(range(numbers[0], 60))


def test_a_message_sent_from_far_up_comes_at_the_end(pane, show, find, settle, send) -> None:
    show(*[f"Message {number}. " + "Words. " * 60 for number in range(300)])
    find("message 5.")
    settle()
    send("And now?")
    settle()
    sources = [each.source() for each in pane.transcript.find_widgets() if hasattr(each, "source")]
    assert sources[-2] == "And now?"
    assert any(source.startswith("Message 299.") for source in sources)


def test_the_folded_end_of_a_long_text_is_unfolded(pane, show, find) -> None:
    show("A line.\n" * 3000 + "needle", "Ok")
    find("needle")
    assert marked(pane) == ["[needle]"]
    assert seen(pane, "needle")


def test_another_session_forgets_the_marks(pane, show, find) -> None:
    show("one needle", "Ok")
    find("needle")
    show("two needles", "Ok")
    assert pane.finder.count.text == ""
    assert marked(pane) == []
    pane.finder.next()
    assert pane.finder.count.text == "1 of 1"
