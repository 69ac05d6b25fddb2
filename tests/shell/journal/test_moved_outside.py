"""The note that is typed in is renamed, moved, edited or deleted by another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from tests.shell.journal.shelf import EIGHT, RETRY, THREE, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.shell.journal import JournalWindow

PLAIN = "Notes/uploads/Manifest.md"


def write(room: JournalWindow, words: str) -> None:
    """Types at the end of the note."""
    editor = room.page.editor.text
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor, words)


@pytest.fixture(params=[RETRY, PLAIN], ids=["with an id", "plain"])
def typed(room: JournalWindow, settle: Callable[[], None], request: pytest.FixtureRequest) -> str:
    """Path of the note that is being written."""
    room.showing.open(request.param)
    settle()
    room.toggle_edit()
    return str(request.param)


@pytest.mark.parametrize("dirty", [False, True])
@pytest.mark.parametrize("seen", [False, True])
def test_typing_goes_on_where_the_note_was_moved_to(
    room: JournalWindow,
    typed: str,
    shelf_vault: Path,
    settle: Callable[[], None],
    dirty: bool,
    seen: bool,
) -> None:
    before = (shelf_vault / typed).read_text("utf-8")
    if dirty:
        write(room, "before ")
    new = shelf_vault / "Elsewhere/Other name.md"
    new.parent.mkdir()
    (shelf_vault / typed).rename(new)
    if seen:  # the window hears of it before the next letter
        room.showing.refresh()
        settle()
        assert room.page.editing
    write(room, "after")
    room.changing.save()
    settle()
    room.showing.refresh()
    settle()
    expected = f"{before}{'before ' if dirty else ''}after"
    assert new.read_text("utf-8").split("---")[-1] == expected.rsplit("---", maxsplit=1)[-1]
    assert not (shelf_vault / typed).exists()
    assert room.showing.path == "Elsewhere/Other name.md"
    assert room.page.editing
    assert room.page.editor.source == new.read_text("utf-8")
    assert room.banners.sentences == ()


def test_a_deleted_note_keeps_what_is_typed_until_it_is_put_back(
    room: JournalWindow, typed: str, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    write(room, "before")
    room.changing.save()
    settle()
    (shelf_vault / typed).unlink()
    room.showing.refresh()
    settle()
    assert room.page.editing
    assert room.page.editor.state.text == "Not saved: the file is gone"
    write(room, " and after")
    room.showing.refresh()
    settle()
    source = room.page.editor.source
    assert source.endswith("before and after")
    assert not (shelf_vault / typed).exists()
    press(room, "Put back")
    settle()
    assert (shelf_vault / typed).read_text("utf-8") == source
    assert room.page.editor.source == source
    write(room, "!")
    room.changing.save()
    settle()
    assert (shelf_vault / typed).read_text("utf-8").endswith("before and after!")


def test_let_go_drops_it(
    room: JournalWindow, typed: str, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    write(room, "typed")
    (shelf_vault / typed).unlink()
    room.changing.save()
    settle()
    press(room, "Let it go")
    settle()
    assert not (shelf_vault / typed).exists()
    assert room.page.opened is None
    assert room.changing.draft is None


@pytest.mark.parametrize("seen", [False, True])
def test_leaving_a_deleted_note_writes_what_was_typed_since(
    room: JournalWindow, typed: str, shelf_vault: Path, settle: Callable[[], None], seen: bool
) -> None:
    write(room, "typed")
    (shelf_vault / typed).unlink()
    if seen:
        room.showing.refresh()
        settle()
    room.showing.open(THREE)
    settle()
    assert (shelf_vault / typed).read_text("utf-8").endswith("typed")
    assert "it is back with your text" in room.banners.sentences[-1]
    press(room, "Undo")
    settle()
    assert not (shelf_vault / typed).exists()


def test_leaving_a_deleted_note_without_having_typed_leaves_it_deleted(
    room: JournalWindow, typed: str, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    (shelf_vault / typed).unlink()
    room.showing.refresh()
    settle()
    room.showing.open(THREE)
    settle()
    assert not (shelf_vault / typed).exists()
    assert room.page.opened is not None


def test_a_note_that_comes_back_by_itself_is_saved_again(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    room.toggle_edit()
    write(room, "typed")
    (shelf_vault / RETRY).unlink()
    room.showing.refresh()
    settle()
    (shelf_vault / RETRY).write_text(EIGHT, encoding="utf-8")
    room.showing.refresh()
    settle()
    room.changing.save()
    settle()
    assert (shelf_vault / RETRY).read_text("utf-8").endswith("typed")
    assert room.page._notice is None


def test_a_note_that_is_read_is_followed_and_closed_once_it_is_gone(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    (shelf_vault / RETRY).rename(shelf_vault / "Notes/New name.md")
    room.showing.refresh()
    settle()
    assert room.showing.path == "Notes/New name.md"
    assert room.page.opened is not None
    (shelf_vault / "Notes/New name.md").unlink()
    room.showing.refresh()
    settle()
    assert room.page.opened is None
    assert room.banners.sentences == ()
