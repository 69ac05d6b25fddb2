"""The Bin in the window: a view of the list, a page to read, a question before it is emptied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from luminair.shell.journal.reading import BIN, Shelf, View
from tests.shell.journal.shelf import EIGHT, RETRY, THREE, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.shell.journal import JournalWindow

SHELF = Shelf(View.BIN, "Bin")


@pytest.fixture
def binned(room: JournalWindow, settle: Callable[[], None]) -> JournalWindow:
    """Two rules are in the Bin, which is chosen."""
    room.showing.open(RETRY)
    settle()
    room.bench.several.bin_shown()
    settle()
    room.showing.open(THREE)
    settle()
    room.bench.several.bin_shown()
    settle()
    room.tree.setCurrentIndex(room.tree.rows.find(SHELF))
    settle()
    return room


def titles(room: JournalWindow) -> list[str]:
    return [row.note.title for row in room.notes.model.rows]


def test_there_is_no_bin_while_nothing_is_in_it(room: JournalWindow) -> None:
    assert not room.tree.rows.find(SHELF).isValid()


def test_it_lists_what_was_removed_with_where_it_was(binned: JournalWindow) -> None:
    assert titles(binned) == ["Retry three times", "Retry eight times"]
    assert {row.mark for row in binned.notes.model.rows} == {"Was in Notes"}
    assert binned.notes.empty.isVisible()


def test_a_note_in_it_is_read_and_not_changed(
    binned: JournalWindow, settle: Callable[[], None], shelf_vault: Path
) -> None:
    binned.showing.open(binned.notes.model.rows[1].key)
    settle()
    opened = binned.page.opened
    assert opened is not None
    assert opened.note.title == "Retry eight times"
    assert "Eight tries." in opened.text
    assert binned.page.crumbs.text.split() == ["Bin", "\u203a", "Notes"]
    assert not binned.page.pin.isEnabled()
    assert not binned.page.archive.isEnabled()
    for act in ("edit", "pin", "archive", "history", "rename_file", "bin"):
        binned.commands[act].trigger()
    settle()
    assert not binned.page.editing
    assert binned.bench.history.sheet is None
    assert not (shelf_vault / RETRY).exists()
    assert binned.banners.sentences[-1].startswith("Moved “Retry three times” to the Bin")


def test_it_is_put_back_from_its_page(
    binned: JournalWindow, settle: Callable[[], None], shelf_vault: Path
) -> None:
    binned.showing.open(binned.notes.model.rows[1].key)
    settle()
    press(binned, "Put back")
    settle()
    assert (shelf_vault / RETRY).read_text("utf-8") == EIGHT
    assert binned.showing.path == RETRY
    binned.filing.undo()
    settle()
    assert not (shelf_vault / RETRY).exists()
    assert binned.tree.rows.find(SHELF).isValid()


def test_all_are_put_back_in_one_step_and_the_view_goes(
    binned: JournalWindow, settle: Callable[[], None], shelf_vault: Path
) -> None:
    binned.notes.view.selectAll()
    menu = binned.bench.several.menu()
    assert [each.text() for each in menu.actions() if each.text()] == [
        "Put 2 Notes Back",
        "Delete 2 Notes for Good…",
    ]
    menu.actions()[0].trigger()
    settle()
    assert (shelf_vault / RETRY).exists()
    assert (shelf_vault / THREE).exists()
    assert not binned.tree.rows.find(SHELF).isValid()
    assert not binned.notes.empty.isVisible()


def test_it_is_emptied_only_after_a_yes(
    binned: JournalWindow, settle: Callable[[], None], shelf_vault: Path
) -> None:
    trash = shelf_vault / ".luminair/trash"
    binned.notes.empty.click()
    assert "Delete the 2 notes in the Bin for good?" in binned.banners.sentences[-1]
    press(binned, "Keep")
    settle()
    assert len(list(trash.rglob("*.md"))) == 2
    binned.notes.empty.click()
    press(binned, "Delete")
    settle()
    assert list(trash.rglob("*.md")) == []
    assert not binned.tree.rows.find(SHELF).isValid()
    assert binned.page.opened is None or not binned.page.opened.binned


def test_a_note_of_the_bin_is_not_dragged_into_a_folder(binned: JournalWindow) -> None:
    model = binned.notes.model
    data = model.mimeData([model.index(0)])
    assert all(path.startswith(BIN) for path in [row.key for row in model.rows])
    folder = binned.tree.rows.find(Shelf(View.FOLDER, "uploads", "Notes/uploads"))

    class Event:
        """As much of a drag as the tree looks at."""

        def position(self) -> object:
            return binned.tree.visualRect(folder).center().toPointF()

        def mimeData(self) -> object:  # noqa: N802 as Qt calls it
            return data

    assert folder.isValid()
    assert binned.tree._folder_at(Event()) is None  # type: ignore[arg-type]


def test_keys_of_the_list_leave_the_bin_as_it_is(
    binned: JournalWindow, qtbot, settle: Callable[[], None], shelf_vault: Path
) -> None:
    binned.notes.view.setFocus()
    qtbot.keyClick(binned.notes.view, Qt.Key.Key_Down)
    qtbot.keyClick(binned.notes.view, Qt.Key.Key_Backspace)
    settle()
    assert len(list((shelf_vault / ".luminair/trash").rglob("*.md"))) == 2
    assert titles(binned) == ["Retry three times", "Retry eight times"]
