"""The Journal window over a real vault on a temp disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from luminair.bootstrap import open_journal
from luminair.shell.journal import JournalWindow, reading
from luminair.shell.journal.reading import Shelf, View
from luminair.shell.journal.tree_model import entries
from luminair.shell.parts.button import Button
from tests.shell.journal.shelf import EIGHT, RETRY, THREE, VaultDesk, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


def test_the_models_are_sound(room: JournalWindow, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(room.tree.rows)
    qtmodeltester.check(room.notes.model)


def test_a_window_that_was_prepared_shows_its_list_at_once(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    failures: Failures,
    journal_desk: VaultDesk,
    settle: Callable[[], None],
) -> None:
    window = JournalWindow(theme, jobs, journal_desk, failures)
    window.prepare()
    settle()
    rows = window.notes.model.rowCount()
    assert rows
    assert not window.isVisible()
    with qtbot.waitActive(window):
        window.open_session_note("")
    assert window.notes.model.rowCount() == rows
    qtbot.waitUntil(lambda: window.showing.contents.complete)  # it looks again all the same
    settle()


def test_folders_views_and_counts(room: JournalWindow) -> None:
    rows = room.tree.rows
    words = [
        rows.data(rows.index(at, 0), Qt.ItemDataRole.AccessibleTextRole)
        for at in range(rows.rowCount())
    ]
    assert "Rules, 2 notes" in words
    assert any(each.startswith("Cannot be read, ") for each in words)
    assert "Notes, 5 notes" in words


def test_what_lies_outside_of_notes_is_shown_first(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    failures: Failures,
    home: Path,
    vault: Path,
    settle: Callable[[], None],
) -> None:
    for path in ("Garden/deep/Rose.md", "Docs/Guide.md", "Home.md", "Archive/Old.md"):
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text("Words.\n", encoding="utf-8")
    desk = VaultDesk(home)
    desk.vault_journal = open_journal(home=str(home), vault=str(vault))
    desk.vault_journal.add(title="Mine")
    found = JournalWindow(theme, jobs, desk, failures)
    with qtbot.waitActive(found):
        found.show()
        found.showing.refresh()
    settle()
    assert found.notes.title.text == "All notes"
    assert {row.key for row in found.notes.model.rows} == {
        "Garden/deep/Rose.md",
        "Docs/Guide.md",
        "Home.md",
        next(each.note.path for each in desk.journal.listing() if each.note.title == "Mine"),
    }
    shown = entries(found.showing.contents)
    words = [(row.words, [each.words for each in row.children]) for row in shown]
    assert words[:6] == [
        ("Luminair Journal", []),
        ("All notes, 4 notes", []),
        ("Not in a folder, 1 note", []),
        ("Notes, 1 note", ["Everywhere, 1 note"]),
        ("Docs, 1 note", []),
        ("Garden, 1 note", ["deep, 1 note"]),
    ]


def test_a_hidden_note_names_the_winner_and_opens_it(
    room: JournalWindow, settle: Callable[[], None]
) -> None:
    opened = room.page.opened
    assert opened is not None
    assert opened.winner is not None
    assert opened.winner.title == "Retry three times"
    row = room.notes.model.rows[room.notes.model.row_of(RETRY)]
    assert row.mark == "Hidden by a global rule"
    press(room, "Open rule")
    settle()
    assert room.page.title.text() == "Retry three times"
    room.showing.go(-1)
    settle()
    assert room.page.title.text() == "Retry eight times"


def test_links_lead_to_notes_and_back_links_are_listed(
    room: JournalWindow, settle: Callable[[], None]
) -> None:
    room.page.link_wanted.emit("Manifest")
    settle()
    assert room.showing.path == "Notes/uploads/Manifest.md"
    assert not room.page.linked.isHidden()
    room.page.link_wanted.emit("Nowhere")
    settle()
    assert "Nowhere" in room.banners.sentences[-1]


def test_archive_and_undo(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.filing.toggle_archive()
    settle()
    assert not (shelf_vault / RETRY).exists()
    assert room.banners.sentences == ("Archived “Retry eight times”.",)
    press(room, "Undo")
    settle()
    assert (shelf_vault / RETRY).read_text("utf-8") == EIGHT
    assert room.showing.path == RETRY


def test_pin_and_unpin_leave_the_same_bytes(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.filing.toggle_pin()
    settle()
    assert "pinned: true" in (shelf_vault / RETRY).read_text("utf-8")
    assert room.page.pin.accessibleName() == "Unpin note"
    room.filing.toggle_pin()
    settle()
    assert (shelf_vault / RETRY).read_text("utf-8") == EIGHT


def test_a_new_note_is_filed_here_and_opens_to_be_written(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.tree.choose(Shelf(View.FOLDER, "uploads", "Notes/uploads"))
    room.new_note()
    room.notes.field.setText("Part sizes")
    room.notes.field.returnPressed.emit()
    settle()
    assert (shelf_vault / "Notes/uploads/Part sizes.md").exists()
    assert room.page.editing


def test_search_points_out_the_words(
    room: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    room.bar.search.edit.setText("proxies")
    qtbot.waitUntil(lambda: room.notes.title.text == "Found", timeout=3000)
    settle()
    assert [row.key for row in room.notes.model.rows] == ["Notes/List.md"]
    assert "proxies" in room.notes.model.rows[0].words
    room.bar.search.edit.clear()
    assert room.notes.title.text == "All notes"


def test_a_file_that_cannot_be_read_says_why_and_stays(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.showing.open("Notes/Bytes.md")
    settle()
    opened = room.page.opened
    assert opened is not None
    assert opened.sealed
    room.toggle_edit()
    assert not room.page.editing
    assert (shelf_vault / "Notes/Bytes.md").read_bytes() == b"caf\xe9 \x80\x81"


def test_a_session_s_note_is_made_once(
    room: JournalWindow,
    journal_desk: VaultDesk,
    shelf_vault: Path,
    settle: Callable[[], None],
) -> None:
    session = journal_desk.library.create(lane="claude", model="sonnet", folder="").session
    for _ in range(2):
        room.open_session_note(session.id)
        settle()
    assert len(list((shelf_vault / "Sessions").glob("*.md"))) == 1
    assert room.showing.path.startswith("Sessions/")


def test_an_outside_change_is_seen_on_refresh(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    (shelf_vault / RETRY).write_text(EIGHT.replace("Eight tries", "Nine tries"), encoding="utf-8")
    room.showing.refresh()
    settle()
    assert room.page.body.source.startswith("Nine tries")


def test_regions_and_the_way_back(room: JournalWindow, qtbot: QtBot) -> None:
    room.tree.setFocus()
    qtbot.keyClick(room, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is room.notes.view
    with qtbot.waitSignal(room.back_requested):
        qtbot.keyClick(
            room,
            Qt.Key.Key_B,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )


def test_a_narrow_window_folds_the_tree(room: JournalWindow) -> None:
    room.resize(900, 600)
    assert not room.tree.isVisible()
    room.toggle_tree()
    assert room.tree.isVisible()
    room.resize(1300, 700)
    assert room.tree.isVisible()


def test_every_button_has_a_name(room: JournalWindow) -> None:
    assert all(each.accessibleName() for each in room.findChildren(Button))


def test_a_note_on_its_way_is_not_mistaken_for_the_one_shown(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.showing.open(THREE)
    room.filing.toggle_archive()
    settle()
    assert (shelf_vault / RETRY).exists()
    assert (shelf_vault / THREE).exists()


def drop(found: JournalWindow, paths: list[str], folder: str) -> bool:
    """Drops notes of the list on a folder of the tree; whether the tree took them."""
    model = found.notes.model
    data = model.mimeData([model.index(model.row_of(path)) for path in paths])
    at = found.tree.rows.find(Shelf(View.FOLDER, "", folder))
    event = QDropEvent(
        QPointF(found.tree.visualRect(at).center()),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    found.tree.dropEvent(event)
    return event.isAccepted()


def test_a_note_dropped_on_a_folder_moves_there_and_back(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    assert drop(room, [RETRY], "Notes/uploads")
    settle()
    moved = shelf_vault / "Notes/uploads/Retry eight times.md"
    assert moved.read_text("utf-8") == EIGHT
    assert room.showing.path == "Notes/uploads/Retry eight times.md"
    assert room.banners.sentences == ("Moved “Retry eight times” to uploads.",)
    press(room, "Undo")
    settle()
    assert not moved.exists()
    assert (shelf_vault / RETRY).read_text("utf-8") == EIGHT
    assert room.showing.path == RETRY


def test_what_is_typed_moves_along(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    room.page.editor.text.appendPlainText("typed")
    assert drop(room, [RETRY], "Notes/uploads")
    settle()
    text = (shelf_vault / "Notes/uploads/Retry eight times.md").read_text("utf-8")
    assert text.endswith("typed")
    assert not (shelf_vault / RETRY).exists()
    assert not room.page.editing


def test_a_drop_on_its_own_folder_is_none(room: JournalWindow) -> None:
    assert not drop(room, [THREE], "Notes")
    assert room.filing.shown is not None


def test_several_notes_move_in_one_step(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.filing.move([RETRY, THREE], "Notes/uploads")
    settle()
    assert len(list((shelf_vault / "Notes/uploads").glob("Retry*.md"))) == 2
    room.filing.undo()
    settle()
    assert (shelf_vault / RETRY).exists()
    assert (shelf_vault / THREE).exists()


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_delete_archives_shows_the_next_and_undo_brings_back(
    room: JournalWindow,
    qtbot: QtBot,
    shelf_vault: Path,
    settle: Callable[[], None],
    key: Qt.Key,
) -> None:
    following = room.notes.beside(RETRY)
    room.notes.view.setFocus()
    qtbot.keyClick(room.notes.view, key)
    settle()
    assert not (shelf_vault / RETRY).exists()
    assert room.showing.path == following
    assert room.notes.current == following
    room.filing.undo()
    settle()
    assert (shelf_vault / RETRY).read_text("utf-8") == EIGHT
    assert room.showing.path == RETRY


def test_keys_go_from_the_search_through_the_list_to_the_tree_and_back(
    room: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    qtbot.keyClick(room, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is room.bar.search.edit
    qtbot.keyClicks(room.bar.search.edit, "proxies")
    qtbot.waitUntil(lambda: room.notes.title.text == "Found", timeout=3000)
    qtbot.keyClick(room.bar.search.edit, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is room.notes.view
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Escape)
    assert not room.bar.search.text
    assert room.notes.title.text == "All notes"
    settle()
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Home)
    keys = [row.key for row in room.notes.model.rows]
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Down)
    settle()
    assert room.showing.path == keys[1]
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Left)
    assert QApplication.focusWidget() is room.tree
    qtbot.keyClick(room.tree, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is room.notes.view
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is room.page.area


def test_tab_reaches_every_region(room: JournalWindow, qtbot: QtBot) -> None:
    room.searching.go()
    reached = set()
    for _ in range(40):
        reached.add(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    wanted = {room.bar.search.edit, room.bar.new, room.tree, room.notes.view}
    wanted |= {room.notes.arranging.filter, room.notes.arranging.sort}
    assert wanted <= reached
    assert {room.page.pin, room.page.archive, room.page.more} <= reached


def test_the_first_list_comes_before_texts_are_compared(
    room: JournalWindow, journal_desk: VaultDesk
) -> None:
    quick = reading.look(journal_desk.journal, reading.Contents(), compared=False)
    whole = reading.look(journal_desk.journal, quick)
    assert {row.key for row in quick.rows} == {row.key for row in whole.rows}
    assert [row.key for row in whole.rows if row.mark] != [
        row.key for row in quick.rows if row.mark
    ]
    assert room.showing.contents.complete
    assert reading.look(journal_desk.journal, whole) is whole


def test_a_change_leaves_all_other_rows_the_same_objects(
    room: JournalWindow, journal_desk: VaultDesk, shelf_vault: Path
) -> None:
    before = room.showing.contents
    (shelf_vault / "Notes/List.md").write_text("Another list.\n", encoding="utf-8")
    after = reading.look(journal_desk.journal, before)
    old = {row.key: row for row in before.rows}
    changed = {row.key for row in after.rows if old[row.key] is not row}
    assert changed == {"Notes/List.md"}
