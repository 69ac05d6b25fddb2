"""History and Compare over a real vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from luminair.shell.journal.history_sheet import HistorySheet
from tests.shell.journal.shelf import RETRY, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.journal import JournalWindow
    from luminair.shell.journal.diff_sheet import DiffSheet


def sheet_of(room: JournalWindow) -> DiffSheet:
    found = room.bench.history.sheet
    assert found is not None
    return found


def signs(sheet: DiffSheet) -> list[tuple[str, str]]:
    return [(row.sign, row.text) for row in sheet.view.rows.rows if row.sign in "+-"]


def edit(room: JournalWindow, body: str) -> None:
    room.desk.journal.edit(RETRY, body=body)


def test_versions_what_each_changed_and_bringing_one_back(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    first = (shelf_vault / RETRY).read_bytes()
    edit(room, "Nine tries.\n")
    edit(room, "Ten tries.\n")
    room.commands["history"].trigger()
    settle()
    sheet = sheet_of(room)
    assert isinstance(sheet, HistorySheet)
    assert [row.by for row in sheet.past.versions] == ["As it is now", "You", "Another program"]
    assert ("-", "Nine tries.") in signs(sheet)
    assert ("+", "Ten tries.") in signs(sheet)
    assert not sheet.restore.isEnabled()
    sheet.list.setCurrentIndex(sheet.model.index(2))
    settle()
    assert all(sign == "+" for sign, _ in signs(sheet))  # nothing stands before it
    sheet.against._group.button(1).click()
    settle()
    assert ("+", "Ten tries.") in signs(sheet)
    assert ("-", "## Said again") in signs(sheet)
    sheet.restore.click()
    settle()
    assert room.bench.history.sheet is None
    assert (shelf_vault / RETRY).read_bytes() == first
    assert room.banners.sentences[-1].startswith("Restored “Retry eight times”")
    room.filing.undo()
    settle()
    assert b"Ten tries." in (shelf_vault / RETRY).read_bytes()


def test_a_note_without_versions_says_so(
    room: JournalWindow, settle: Callable[[], None], qtbot: QtBot
) -> None:
    room.bench.history.open()
    settle()
    sheet = sheet_of(room)
    assert sheet._none is not None
    assert sheet._none.title.text() == "No earlier version is kept"
    assert not room.commands["pin"].isEnabled()
    assert room.commands["copy"].isEnabled()
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert room.bench.history.sheet is None
    assert room.commands["pin"].isEnabled()
    assert not room.commands["forward"].isEnabled()


def test_a_damaged_file_has_a_history_too(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    edit(room, "Nine tries.\n")
    (shelf_vault / RETRY).write_bytes(b"---\ntitle: \xff\x00\n")
    room.showing.refresh()
    settle()
    room.bench.history.open(RETRY)
    settle()
    sheet = sheet_of(room)
    assert isinstance(sheet, HistorySheet)
    assert ("+", "title: \ufffd\ufffd") in signs(sheet)
    sheet.list.setCurrentIndex(sheet.model.index(1))
    settle()
    sheet.restore.click()
    settle()
    assert room.desk.journal.find(RETRY).title == "Retry eight times"


def test_what_changed_on_disk_is_held_against_what_was_typed(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    text = room.page.editor.text
    text.setPlainText(text.toPlainText().replace("Eight tries.", "My tries."))
    file = shelf_vault / RETRY
    file.write_text(file.read_text(encoding="utf-8").replace("Eight", "Their"), encoding="utf-8")
    room.changing.save()
    settle()
    press(room, "Compare")
    settle()
    sheet = sheet_of(room)
    assert any(sign == "-" and line.startswith("Their tries.") for sign, line in signs(sheet))
    assert any(sign == "+" and line.startswith("My tries.") for sign, line in signs(sheet))
    choose(room, "Keep mine", settle)
    assert "My tries." in file.read_text(encoding="utf-8")
    assert room.bench.history.sheet is None


COPY = "Notes/Retry eight times (Ana's conflicted copy 2026-09-20).md"


def conflict(room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]) -> bytes:
    """Puts a conflict copy beside a note, shows it, and compares."""
    mine = (shelf_vault / RETRY).read_text(encoding="utf-8")
    (shelf_vault / "Notes/Retry three times.md").unlink()
    (shelf_vault / COPY).write_text(mine.replace("Eight tries.", "Ana's tries."), encoding="utf-8")
    room.showing.refresh()
    settle()
    room.showing.open(COPY)
    settle()
    press(room, "Compare")
    settle()
    assert ("+", next(t for s, t in signs(sheet_of(room)) if s == "+")) in signs(sheet_of(room))
    return (shelf_vault / COPY).read_bytes()


def choose(room: JournalWindow, text: str, settle: Callable[[], None]) -> None:
    sheet = sheet_of(room)
    next(each for each in sheet.findChildren(type(sheet.done)) if each.text() == text).click()
    settle()


def test_the_original_is_kept(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    before = (shelf_vault / RETRY).read_bytes()
    conflict(room, shelf_vault, settle)
    choose(room, "Keep the original", settle)
    assert (shelf_vault / RETRY).read_bytes() == before
    assert (shelf_vault / "Archive" / COPY).exists()
    assert not (shelf_vault / COPY).exists()


def test_the_copy_is_kept_in_one_step(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    before = (shelf_vault / RETRY).read_bytes()
    theirs = conflict(room, shelf_vault, settle)
    choose(room, "Keep the copy", settle)
    assert (shelf_vault / RETRY).read_bytes() == theirs
    assert b"Eight tries." in (shelf_vault / "Archive" / COPY).read_bytes()
    room.filing.undo()
    settle()
    assert (shelf_vault / RETRY).read_bytes() == before
    assert (shelf_vault / COPY).read_bytes() == theirs


def test_both_are_kept_in_one_step(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    theirs = conflict(room, shelf_vault, settle)
    choose(room, "Keep both", settle)
    own = shelf_vault / "Notes/Retry eight times, other version.md"
    assert b"Ana's tries." in own.read_bytes()
    room.filing.undo()
    settle()
    assert not own.exists()
    assert (shelf_vault / COPY).read_bytes() == theirs
