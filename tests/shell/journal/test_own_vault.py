"""Somebody's own vault, as Obsidian keeps it: looked through, changed and changed back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import open_journal
from luminair.shell.journal import JournalWindow
from luminair.shell.journal.faces import Face
from tests.shell.journal.shelf import VaultDesk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

PLAIN, KEPT, WINDOWS = "Daily/2026-09-14.md", "Projects/Kept as it is.md", "Projects/Windows.md"
FILES: dict[str, bytes] = {
    PLAIN: b"Ana. See [[Kept as it is#Later|later]], ![[chart.png]].  \n\n- [ ] call\n- [x] ask",
    KEPT: (
        b"---\n# my own comment\naliases: [Kept, 'The Kept One']\ntags:\n  - work\n\t\n"
        b"cssclass:   wide   # trailing\ncreated: 2026-09-01\nempty:\n---\n\n# Kept\n\n## Later\n\n"
        b"Text with $a^2$ and ^block-1\n\n%% hidden %%\n\n> [!note]- Folded\n> line  \n"
    ),
    WINDOWS: b"\xef\xbb\xbf---\r\ntags: a\r\n---\r\nOne\r\nTwo\r\n\r\n",
    "Projects/Mixed ends.md": b"one\r\ntwo\nthree\r\n",
    "Projects/Broken.md": b"---\ntags: [a\n---\ntext\n",
    "Projects/Latin.md": "caf\xe9\n".encode("latin-1"),
    "Templates/Day.md": b"# {{date}}\n\n<% tp.file.title %>\n",
    "Empty.md": b"",
    "Board.canvas": b'{"nodes":[]}',
    "chart.png": b"\x89PNG\r\n\x1a\n\x00",
    ".obsidian/app.json": b'{"vimMode":true}',
    ".obsidian/workspace.json": b'{"main":{}}',
    ".trash/Old.md": b"gone\n",
}


def bytes_of(vault: Path) -> dict[str, bytes]:
    """Every file that is not Luminair's own."""
    files = ((file.relative_to(vault), file) for file in vault.rglob("*") if file.is_file())
    return {
        where.as_posix(): file.read_bytes()
        for where, file in files
        if where.parts[0] != ".luminair"
    }


@pytest.fixture
def own(tmp_path: Path) -> Path:
    vault = tmp_path / "Own vault"
    for path, data in FILES.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(data)
    return vault


@pytest.fixture
def window(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    failures: Failures,
    home: Path,
    own: Path,
    settle: Callable[[], None],
) -> Iterator[JournalWindow]:
    desk = VaultDesk(home)
    desk.vault_journal = open_journal(home=str(home), vault=str(own))
    found = JournalWindow(theme, jobs, desk, failures)
    with qtbot.waitActive(found):
        found.open_note(PLAIN)
    settle()
    yield found
    desk.vault_journal.close()


def through_all(window: JournalWindow, settle: Callable[[], None]) -> set[str]:
    """Opens each note to read and to edit, and types nothing."""
    seen = set()
    for row in list(window.notes.model.rows):
        window.showing.open(row.key)
        settle()
        assert window.page.opened is not None
        seen.add(window.page.opened.note.path)
        window.changing.set_editing(on=True)
        settle()
        window.changing.save()
        window.changing.set_editing(on=False)
        settle()
    return seen


def test_looking_through_all_of_it_changes_no_byte(
    window: JournalWindow, own: Path, settle: Callable[[], None]
) -> None:
    times = {path: (own / path).stat().st_mtime_ns for path in FILES}
    seen = through_all(window, settle)
    window.bar.search.edit.setText("kept text")
    settle()
    window.show_face(Face.NOTES)
    assert seen == {path for path in FILES if path.endswith(".md") and not path.startswith(".")}
    assert bytes_of(own) == FILES
    assert {path: (own / path).stat().st_mtime_ns for path in FILES} == times


@pytest.mark.parametrize("path", [PLAIN, KEPT, WINDOWS, "Empty.md"])
def test_a_pin_and_its_end_leave_the_same_bytes(
    window: JournalWindow, own: Path, settle: Callable[[], None], path: str
) -> None:
    window.showing.open(path)
    settle()
    window.bench.several.toggle_pin()
    settle()
    changed = {name for name, data in bytes_of(own).items() if data != FILES[name]}
    assert changed == {path}
    window.bench.several.toggle_pin()
    settle()
    assert bytes_of(own) == FILES


@pytest.mark.parametrize("path", [PLAIN, KEPT, WINDOWS])
def test_what_is_typed_and_undone_leaves_the_same_bytes(
    window: JournalWindow, own: Path, settle: Callable[[], None], path: str
) -> None:
    window.showing.open(path)
    settle()
    window.toggle_edit()
    window.page.editor.text.moveCursor(window.page.editor.text.textCursor().MoveOperation.End)
    window.page.editor.text.insertPlainText("typed")
    window.changing.save()
    settle()
    now = bytes_of(own)
    assert {name for name, data in now.items() if data != FILES[name]} == {path}
    for line in FILES[path].splitlines(keepends=True)[:-1]:
        assert line in now[path]
    assert now[path].endswith(FILES[path][-8:] + b"typed")
    window.changing.set_editing(on=False)
    settle()
    window.filing.undo()
    settle()
    assert bytes_of(own) == FILES
