"""Several notes at once, folders, the Bin, file names, and where links lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from luminair.shell.journal.arranging import Order
from luminair.shell.journal.list_model import dragged
from luminair.shell.journal.outgoing import UnsureRow
from luminair.shell.journal.page_parts import LinkRow
from luminair.shell.journal.reading import Shelf, View
from tests.shell.journal.shelf import RETRY, THREE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.journal import JournalWindow


def keys(room: JournalWindow) -> list[str]:
    return [row.key for row in room.notes.model.rows]


def select(room: JournalWindow, qtbot: QtBot, first: str, more: int) -> list[str]:
    """Chooses a row and, with ⇧ and the arrow, those below it."""
    view = room.notes.view
    view.setFocus()
    room.notes._go(room.notes.model.index(room.notes.model.row_of(first)))
    for _ in range(more):
        qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    return [row.key for row in room.notes.selected]


def test_shift_and_command_choose_several_and_stay_chosen(
    room: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    order = keys(room)
    chosen = select(room, qtbot, order[0], 2)
    assert chosen == order[:3]
    settle()  # the note that came does not take the others out of the choice
    assert [row.key for row in room.notes.selected] == order[:3]
    assert room.showing.path == order[2]
    view = room.notes.view
    at = view.visualRect(room.notes.model.index(1)).center()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, control, at)
    settle()
    assert [row.key for row in room.notes.selected] == [order[0], order[2]]


def test_going_on_with_command_held_chooses_one(
    room: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    view = room.notes.view
    at = view.visualRect(room.notes.model.index(1)).center()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, control, at)
    room.notes.step(1)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    settle()
    assert [row.key for row in room.notes.selected] == [room.notes.current]


def test_several_are_archived_and_come_back_in_one_step(
    room: JournalWindow, qtbot: QtBot, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    chosen = select(room, qtbot, keys(room)[0], 1)
    settle()
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert not any((shelf_vault / path).exists() for path in chosen)
    assert all((shelf_vault / "Archive" / path).exists() for path in chosen)
    assert "Archived 2 notes." in room.banners.sentences
    assert room.showing.path not in chosen
    room.filing.undo()
    settle()
    assert all((shelf_vault / path).exists() for path in chosen)


def test_several_are_pinned_in_one_step_and_their_links_copied(
    room: JournalWindow, qtbot: QtBot, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    before = {path: (shelf_vault / path).read_bytes() for path in (RETRY, THREE)}
    room.tree.chosen.emit(Shelf(View.RULES, "Rules"))
    room.tree.choose(Shelf(View.RULES, "Rules"))
    room.showing._show_list()
    assert sorted(select(room, qtbot, keys(room)[0], 1)) == [RETRY, THREE]
    settle()
    menu = room.bench.several.menu()
    texts = [action.text() for action in menu.actions()]
    assert texts[:2] == ["Pin 2 Notes", "Copy 2 Links"]
    menu.actions()[1].trigger()
    links = QGuiApplication.clipboard().text().splitlines()
    assert sorted(links) == ["[[Retry eight times]]", "[[Retry three times]]"]
    menu.actions()[0].trigger()
    menu.deleteLater()
    settle()
    assert all(b"pinned: true" in (shelf_vault / path).read_bytes() for path in before)
    room.filing.undo()
    settle()
    assert {path: (shelf_vault / path).read_bytes() for path in before} == before


def test_several_are_dragged_and_moved_in_one_step(
    room: JournalWindow, qtbot: QtBot, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    chosen = [path for path in select(room, qtbot, keys(room)[0], 2) if "/" in path]
    assert len(chosen) > 1
    data = room.notes.model.mimeData(room.notes.view.selectedIndexes())
    assert set(chosen) <= set(dragged(data))
    room.tree.dropped.emit(chosen, "Notes/uploads")
    settle()
    names = [path.rpartition("/")[2] for path in chosen]
    assert all((shelf_vault / "Notes/uploads" / name).exists() for name in names)
    room.filing.undo()
    settle()
    assert all((shelf_vault / path).exists() for path in chosen)


def test_commands_mean_all_that_are_chosen_and_the_archive_gives_back(
    room: JournalWindow, qtbot: QtBot, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    chosen = select(room, qtbot, keys(room)[2], 1)
    settle()
    room.commands["pin"].trigger()
    settle()
    assert all(b"pinned: true" in (shelf_vault / path).read_bytes() for path in chosen)
    room.commands["archive"].trigger()
    settle()
    archived = Shelf(View.FOLDER, "Archive", "Archive")
    room.tree.choose(archived)
    room.showing._show_list()
    assert len(select(room, qtbot, keys(room)[0], 1)) == 2
    settle()
    menu = room.bench.several.menu()
    assert "Bring Back 2 Notes" in [action.text() for action in menu.actions()]
    menu.deleteLater()
    room.commands["archive"].trigger()
    settle()
    assert all((shelf_vault / path).exists() for path in chosen)
    room.filing.undo()
    settle()
    assert not any((shelf_vault / path).exists() for path in chosen)


def test_the_bin_asks_nothing_and_gives_back(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.commands["bin"].trigger()
    settle()
    assert not (shelf_vault / RETRY).exists()
    assert RETRY not in keys(room)
    assert "Moved “Retry eight times” to the Bin." in room.banners.sentences
    room.filing.undo()
    settle()
    assert (shelf_vault / RETRY).exists()
    assert room.showing.path == RETRY


def test_a_new_folder_is_made_chosen_and_filled(
    room: JournalWindow, qtbot: QtBot, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.tree.setCurrentIndex(room.tree.rows.find(Shelf(View.FOLDER, "Notes", "Notes")))
    room.commands["folder"].trigger()
    qtbot.keyClicks(room.notes.field, "Plans")
    qtbot.keyClick(room.notes.field, Qt.Key.Key_Return)
    settle()
    assert (shelf_vault / "Notes/Plans").is_dir()
    assert room.tree.shelf.folder == "Notes/Plans"
    assert keys(room) == []
    room.new_note()
    qtbot.keyClicks(room.notes.field, "First")
    qtbot.keyClick(room.notes.field, Qt.Key.Key_Return)
    settle()
    assert (shelf_vault / "Notes/Plans/First.md").exists()
    room.notes.folder_named.emit("../out")
    settle()
    assert "out" in room.banners.sentences[-1]


def test_the_file_follows_the_title_and_links_follow_the_file(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    linking = shelf_vault / "Notes/List.md"
    linking.write_bytes(b"See [[Retry eight times]].\r\n`[[Retry eight times]]`")
    room.desk.journal.edit(RETRY, title="Retry: nine times")
    room.showing.reread()
    room.showing.refresh()
    settle()
    room.commands["rename_file"].trigger()
    settle()
    assert (shelf_vault / "Notes/Retry- nine times.md").exists()
    assert linking.read_bytes() == b"See [[Retry- nine times]].\r\n`[[Retry eight times]]`"
    assert room.showing.path == "Notes/Retry- nine times.md"
    assert any("1 link to it followed." in said for said in room.banners.sentences)
    room.filing.undo()
    settle()
    assert linking.read_bytes() == b"See [[Retry eight times]].\r\n`[[Retry eight times]]`"
    assert (shelf_vault / RETRY).exists()


def test_sorting_by_kind_keeps_kinds_together(room: JournalWindow) -> None:
    room.notes.arranging.sort_by(Order.KIND)
    kinds = [row.note.kind for row in room.notes.model.rows]
    assert kinds == sorted(kinds, key=list(type(kinds[0])).index)


def test_where_links_lead(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    (shelf_vault / "Other").mkdir()
    (shelf_vault / "Other/Manifest.md").write_text("Another.\n", encoding="utf-8")
    text = (shelf_vault / RETRY).read_text(encoding="utf-8")
    (shelf_vault / RETRY).write_text(
        text.replace("Eight tries.", "[[Nowhere yet]] ![[pic.png]]"), encoding="utf-8"
    )
    room.showing.refresh()
    settle()
    rows = room.page.links._held
    unsure = [row for row in rows if isinstance(row, UnsureRow)]
    assert [row._link.note.title for row in rows if isinstance(row, LinkRow)] == ["List"]
    assert [(row._link.name, len(row._link.notes)) for row in unsure] == [
        ("Nowhere yet", 0),
        ("Manifest", 2),
    ]
    menu = unsure[1]._menu()
    assert [action.text() for action in menu.actions()] == [
        "Notes/uploads/Manifest.md",
        "Other/Manifest.md",
    ]
    menu.actions()[1].trigger()
    menu.deleteLater()
    settle()
    assert room.showing.path == "Other/Manifest.md"
    room.showing.go(-1)
    settle()
    rows = room.page.links._held
    missing = next(row for row in rows if isinstance(row, UnsureRow) and not row._link.notes)
    missing.button.click()
    settle()
    assert room.desk.journal.resolve("Nowhere yet")
