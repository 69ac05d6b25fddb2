"""Notes that are edited: text and properties, saved by themselves, and never over others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from luminair.shell.journal.conflict_card import SideView
from luminair.shell.theme import Style
from tests.shell.journal.shelf import EIGHT, RETRY, THREE, choose, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.shell.journal import JournalWindow
    from luminair.shell.theme import Theme


def test_typing_is_saved_and_the_rest_of_the_file_stays(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    assert room.page.editor.source == EIGHT
    room.page.editor.text.moveCursor(room.page.editor.text.textCursor().MoveOperation.End)
    room.page.editor.text.insertPlainText("More.\u00a0Yes\n")
    room.changing.save()
    settle()
    text = (shelf_vault / RETRY).read_text("utf-8")
    assert text.endswith("8 Sep\nMore.\u00a0Yes\n")
    assert room.page.editor.source == text
    assert room.changing.draft is not None
    assert not room.changing.draft.dirty


def test_leaving_saves(room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]) -> None:
    room.toggle_edit()
    room.page.editor.text.appendPlainText("left")
    room.showing.open(THREE)
    settle()
    assert (shelf_vault / RETRY).read_text("utf-8").endswith("left")
    assert not room.page.editing


def test_properties_change_where_they_stand(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    file = shelf_vault / RETRY
    room.toggle_edit()
    strip = room.page.editor.strip
    assert strip.title.text() == "Retry eight times"
    assert strip.kind.text() == "Rule"
    strip.title.selectAll()
    QTest.keyClicks(strip.title, "Retry nine times")
    QTest.keyClick(strip.title, Qt.Key.Key_Return)
    settle()
    assert 'title: "Retry nine times"' in file.read_text("utf-8")
    assert room.page.editor.text.hasFocus()
    strip.pinned.click()
    settle()
    assert "pinned: true" in file.read_text("utf-8")
    choose(strip.kind, "Note")
    settle()
    assert "kind: note" in file.read_text("utf-8")
    choose(strip.covers, "Everywhere")
    settle()
    assert "scope: global" in file.read_text("utf-8")
    assert room.page.editing
    assert not room.page.editor.strip.title.isModified()


def test_text_typed_meanwhile_is_saved_with_the_property(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    room.page.editor.text.appendPlainText("typed before")
    room.page.editor.strip.pinned.click()
    room.page.editor.text.appendPlainText("typed after")
    settle()
    room.changing.save()
    settle()
    text = (shelf_vault / RETRY).read_text("utf-8")
    assert "pinned: true" in text
    assert text.endswith("typed before\ntyped after")
    assert room.page.editor.source == text
    assert room.changing.draft is not None
    assert not room.changing.draft.conflict


def test_a_title_that_is_being_typed_is_kept_by_leaving(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    strip = room.page.editor.strip
    strip.title.selectAll()
    QTest.keyClicks(strip.title, "Left in a hurry")
    room.showing.open(THREE)
    settle()
    assert 'title: "Left in a hurry"' in (shelf_vault / RETRY).read_text("utf-8")


def test_escape_puts_the_title_back(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    before = (shelf_vault / RETRY).read_bytes()
    room.toggle_edit()
    strip = room.page.editor.strip
    QTest.keyClicks(strip.title, " and more")
    QTest.keyClick(strip.title, Qt.Key.Key_Escape)
    settle()
    assert strip.title.text() == "Retry eight times"
    assert (shelf_vault / RETRY).read_bytes() == before


def test_the_whole_file_is_a_choice(room: JournalWindow, settle: Callable[[], None]) -> None:
    room.changing.set_whole(on=True)
    settle()
    assert room.page.editing
    assert room.page.editor.text.toPlainText() == EIGHT
    assert room.page.editor.strip.isHidden()
    room.changing.set_whole(on=False)
    assert "id:" not in room.page.editor.text.toPlainText()


@pytest.mark.parametrize("choice", ["Keep mine", "Use the one on disk", "Keep both"])
def test_a_conflict_waits_for_a_choice(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None], choice: str
) -> None:
    file = shelf_vault / RETRY
    room.toggle_edit()
    room.page.editor.text.appendPlainText("mine")
    file.write_text(EIGHT + "theirs\n", encoding="utf-8")
    room.changing.save()
    settle()
    assert room.changing.draft is not None
    assert room.changing.draft.conflict
    assert file.read_text("utf-8").endswith("theirs\n")
    press(room, choice)
    settle()
    text = file.read_text("utf-8")
    assert text.endswith("mine") is (choice == "Keep mine")
    copy = shelf_vault / "Notes/Retry eight times, my version.md"
    assert copy.exists() is (choice == "Keep both")
    if choice == "Keep both":
        assert copy.read_text("utf-8").rstrip().endswith("mine")


def test_a_conflict_shows_both_sides(
    room: JournalWindow, theme: Theme, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    file = shelf_vault / RETRY
    room.toggle_edit()
    text = room.page.editor.text
    text.setPlainText(text.toPlainText().replace("Eight tries.", "Nine tries & more."))
    file.write_text(EIGHT.replace("Eight tries.", "Seven tries."), encoding="utf-8")
    room.changing.save()
    settle()
    mine, disk = room.page.findChildren(SideView)
    assert mine.text.startswith("Nine tries & more. See [[Manifest]]")
    assert disk.text.startswith("Seven tries. See [[Manifest]]")
    assert mine.marked == ["Nine", " & more"]
    assert disk.marked == ["Seven"]
    assert " &amp; more</span>. See" in mine.words.text()
    theme.set_text_size(20)
    assert mine.words.font().pointSizeF() == theme.font(Style.QUOTE).pointSizeF()
    file.write_text(EIGHT.replace("Eight tries.", "Six tries."), encoding="utf-8")
    room.showing.refresh()
    settle()
    assert [each.marked for each in room.page.findChildren(SideView)[-1:]] == [["Six"]]


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_a_link_offers_the_notes_of_the_vault(
    room: JournalWindow, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    editor = room.page.editor
    editor.text.moveCursor(editor.text.textCursor().MoveOperation.End)
    QTest.keyClicks(editor.text, "[[mani")
    settle()
    rows = editor.linking.model.rows
    assert [row.title for row in rows] == ["Manifest"]
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    assert editor.source.endswith("[[Manifest]]")
