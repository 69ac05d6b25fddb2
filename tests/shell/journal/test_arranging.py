"""What the list leaves in, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.journal import Scope
from luminair.shell.journal.arranging import Narrow, Order
from luminair.shell.journal.meant import meant
from tests.journal.made_notes import made
from tests.shell.journal.shelf import RETRY, THREE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from luminair.shell.journal import JournalWindow


def keys(room: JournalWindow) -> set[str]:
    return {row.key for row in room.notes.model.rows}


def take(room: JournalWindow, words: str) -> None:
    """Takes an entry of the filter's menu."""
    menu = room.notes.arranging._filters()
    next(each for each in menu.actions() if each.text() == words).trigger()
    menu.deleteLater()


@pytest.fixture
def all_keys(room: JournalWindow) -> set[str]:
    found = keys(room)
    assert len(found) == 6
    return found


def test_the_list_is_narrowed_and_says_so(room: JournalWindow, all_keys: set[str]) -> None:
    take(room, "Rules")
    assert keys(room) == {RETRY, THREE}
    assert room.notes.count.text == "2 of 6 notes"
    take(room, "Session")
    assert keys(room) == {RETRY}
    assert room.notes.arranging.filter.accessibleName() == "Filter notes: Rules, session"
    take(room, "Docs")
    assert keys(room) == {RETRY}  # more kinds, not fewer
    take(room, "All kinds")
    take(room, "All scopes")
    assert keys(room) == all_keys
    assert room.notes.count.text == "6 notes"


def test_a_filter_that_leaves_none_is_named(room: JournalWindow, all_keys: set[str]) -> None:
    take(room, "Docs")
    assert keys(room) == set()
    assert room.notes._none.text() == "The filter leaves none of them: Docs."
    take(room, "Docs")
    assert keys(room) == all_keys


def test_what_was_found_is_narrowed_too_and_keeps_its_order(
    room: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    room.notes.arranging.sort_by(Order.TITLE)
    room.bar.search.edit.setText("tries list")
    qtbot.waitUntil(lambda: room.showing.answer is not None, timeout=3000)
    found = [row.key for row in room.notes.model.rows]
    assert found == [each.note.path for each in room.showing.answer.results]
    assert len(found) > 2
    room.notes.arranging.leave_in(Narrow(scopes=frozenset({Scope.SESSION})))
    assert keys(room) == {RETRY}
    assert room.notes.count.text == f"1 of {len(found)}"
    assert room.notes.arranging.sort.isHidden()
    room.bar.search.edit.clear()
    settle()
    assert keys(room) == {RETRY}
    assert not room.notes.arranging.sort.isHidden()


def test_words_that_no_note_has_are_answered_in_the_lists_place(
    room: JournalWindow, qtbot: QtBot
) -> None:
    room.bar.search.edit.setText("zebra")
    qtbot.waitUntil(room.notes.nothing.isVisible, timeout=3000)
    assert not room.notes.view.isVisible()
    assert room.notes.instead.isHidden()
    room.bar.search.edit.clear()
    qtbot.waitUntil(room.notes.view.isVisible, timeout=3000)
    assert not room.notes.nothing.isVisible()


def test_words_that_are_nearly_there_are_offered(room: JournalWindow, qtbot: QtBot) -> None:
    room.bar.search.edit.setText("retrx maniffest")
    qtbot.waitUntil(room.notes.instead.isVisible, timeout=3000)
    assert room.notes.instead.text() == "Search “retry manifest”"
    room.notes.instead.click()
    qtbot.waitUntil(room.notes.view.isVisible, timeout=3000)
    assert room.bar.search.text == "retry manifest"
    assert {RETRY, THREE} <= keys(room)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("proxi timout", "proxy timeout"),
        ("PROXY", ""),
        ("zebra", ""),
        ("a to", ""),
        ("zebra timout", "timeout"),
        ("", ""),
    ],
)
def test_the_nearest_words_are_meant(text: str, words: str) -> None:
    notes = [made("a.md", title="Proxy deploy", summary="A timeout of 30 s."), made("b.md")]
    assert meant(notes, text) == words
