"""The window while another program changes hundreds of files and a person types in one note."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from luminair.config.paths import Home
from luminair.resident.resident import Resident

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal import JournalWindow
    from tests.shell.journal.shelf import VaultDesk

SCRIPT = Path(__file__).with_name("storm.py")
ID = "20260902T1420-e8e8"
"""Of the note that is typed in, which the other program renames and moves."""
TYPE_MS = 35
"""From letter to letter, at some 28 a second."""


class Typist:
    """Types numbered words into the editor of a window, a letter at a time."""

    def __init__(self, window: JournalWindow) -> None:
        self.window, self.typed = window, ""
        self._letters = self._text()
        self.timer = QTimer(window)
        self.timer.setInterval(TYPE_MS)
        self.timer.timeout.connect(self._type)

    def _text(self) -> Iterator[str]:
        for number in itertools.count():
            yield from f"w{number} "

    def _type(self) -> None:
        text = self.window.page.editor.text
        if text.isVisible():
            letter = next(self._letters)
            QTest.keyClicks(text, letter)
            self.typed += letter


@pytest.fixture
def followed(room: JournalWindow, jobs: Jobs, journal_desk: VaultDesk, home: Path) -> JournalWindow:
    """The window with the watcher of the app."""
    resident = Resident(Home(home), lambda: journal_desk.journal, {})
    jobs.stay(resident.watch, each=lambda _: room.showing.refresh())
    return room


def on_disk(vault: Path) -> set[str]:
    files = (file.relative_to(vault) for file in vault.rglob("*.md"))
    return {
        file.as_posix() for file in files if not any(part.startswith(".") for part in file.parts)
    }


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "seconds", [pytest.param(30, id="half a minute"), pytest.param(300, marks=pytest.mark.full)]
)
def test_no_keystroke_is_lost_and_the_list_is_true_in_the_end(
    followed: JournalWindow,
    failures: Failures,
    jobs: Jobs,
    shelf_vault: Path,
    qtbot: QtBot,
    seconds: int,
) -> None:
    room = followed
    room.toggle_edit()
    editor = room.page.editor
    editor.text.moveCursor(editor.text.textCursor().MoveOperation.End)
    typist = Typist(room)
    command = [sys.executable, str(SCRIPT), str(shelf_vault), "7", str(seconds), ID]
    storm = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert storm.stdout is not None
    assert storm.stdout.readline() == "begun\n"
    typist.timer.start()
    shelf = itertools.cycle(range(2, room.tree.rows.rowCount()))
    glance = QTimer(room)
    glance.setInterval(700)

    def look_elsewhere() -> None:
        """The person looks into one folder after another, and searches, while typing."""
        index = room.tree.rows.index(next(shelf), 0)
        entry = room.tree.rows.entry(index)
        if entry is not None and entry.shelf is not None:
            room.tree.setCurrentIndex(index)

    glance.timeout.connect(look_elsewhere)
    glance.start()
    try:
        qtbot.waitUntil(lambda: storm.poll() is not None, timeout=(seconds + 60) * 1000)
    finally:
        storm.kill()
        acts = int(storm.stdout.read() or 0)
        storm.stdout.close()
        storm.wait()
    typist.timer.stop()
    glance.stop()
    assert storm.returncode == 0
    assert acts > seconds * 10
    assert len(typist.typed) > seconds * 10
    draft = room.changing.draft
    assert draft is not None
    qtbot.waitUntil(lambda: not (draft.dirty or draft.busy or jobs.busy), timeout=20_000)
    assert failures.logged == []
    kept = (shelf_vault / room.showing.path).read_text("utf-8")
    assert f"id: {ID}" in kept
    assert kept.endswith(typist.typed)
    assert room.page.editor.source == kept
    assert room.banners.sentences == ()
    room.tree.setCurrentIndex(room.tree.rows.index(1, 0))  # All notes
    qtbot.waitUntil(
        lambda: {row.note.path for row in room.notes.model.rows} == on_disk(shelf_vault),
        timeout=5000,
    )
    assert {each.note.path for each in room.showing.contents.listed} == on_disk(shelf_vault)
