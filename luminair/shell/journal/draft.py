"""One note being edited: what is typed is saved by itself, and never over somebody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from luminair.errors import NoteChanged, NoteNotFound
from luminair.shell.failures import sentence
from luminair.shell.journal import reading, saving

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Journal, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

SAVE_MS = 800
"""How long after the last letter."""


class Draft(QObject):
    """The text of one note while it is edited; outlives the page that shows it.

    Attributes:
        path: of the note.
        text: as typed so far.
        note_id: its id, or ''; the note is followed by it where another program moves it.
        conflict: the file changed on disk meanwhile; nothing is saved until someone chooses.
        gone: another program deleted the file; nothing is saved until someone chooses.

    Signals:
        saved: ``Written``, the text that was saved, and the text as it is on disk now.
        conflicted: the file changed on disk.
        vanished: the file is not there any more.
        failed: a sentence; the text is still here.
        settled: nothing is waiting to be saved any more.
    """

    saved = Signal(object, str, str)
    conflicted = Signal()
    vanished = Signal()
    failed = Signal(str)
    settled = Signal()

    def __init__(
        self, jobs: Jobs, desk: Desk, opened: reading.Opened, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self.path = opened.note.path
        self.note_id = opened.note.id or ""
        self.title = opened.note.title
        self.text = opened.source
        self.conflict = self.gone = False
        self._kept = opened.source
        self._sha256 = opened.note.sha256
        self._saving = False
        self._next: list[Callable[[Journal, str], Written]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_MS)
        self._timer.timeout.connect(self.save)

    @property
    def dirty(self) -> bool:
        """Whether something is not on disk yet."""
        return self.text != self._kept

    @property
    def busy(self) -> bool:
        """Whether a save is on its way."""
        return self._saving

    def type(self, text: str) -> None:
        """Takes the text as it is now; it is saved once typing stops."""
        if text != self.text:
            self.text = text
            self._timer.start()

    def save(self) -> None:
        """Saves now, unless there is nothing new or someone must choose first."""
        self._timer.stop()
        if self.conflict or self.gone or self._saving or not self.dirty:
            return
        desk, path, text, sha256 = self._desk, self.path, self.text, self._sha256
        note_id = self.note_id

        def work() -> tuple[Written, str]:
            return saving.save_following(desk.journal, (path, note_id, sha256), text)

        self._run(work, text)

    def change(self, work: Callable[[Journal, str], Written]) -> None:
        """Saves what was typed and then changes the note otherwise.

        Args:
            work: takes the Journal and the note's path, and writes.
        """
        if self.conflict or self.gone or self._saving:
            self._next.append(work)
            return
        self._timer.stop()
        desk, path, text, sha256, dirty = self._desk, self.path, self.text, self._sha256, self.dirty
        note_id = self.note_id

        def do() -> tuple[Written, str]:
            known = path, note_id, sha256
            if dirty:
                note = saving.save_following(desk.journal, known, text)[0].note
                known = note.path, note_id, note.sha256
            return saving.follow(desk.journal, known, change)

        def change(here: str) -> tuple[Written, str]:
            written = work(desk.journal, here)
            return written, reading.source_of(desk.journal.file_bytes(written.note.path))[0]

        self._run(do, text)

    def keep_mine(self) -> None:
        """Saves over what is on disk; that stays in the note's history."""
        desk, path, text = self._desk, self.path, self.text
        self._run(lambda: saving.save_over(desk.journal, path, text), text)

    def put_back(self) -> None:
        """Writes the file anew that another program deleted."""
        desk, path, title, text = self._desk, self.path, self.title, self.text
        self._run(lambda: saving.put_back(desk.journal, path, title, text), text)

    def vanish(self) -> None:
        """The file is not there any more: what was typed stays here until someone chooses."""
        if not self.gone:
            self.gone = True
            self._timer.stop()
            self.vanished.emit()

    def come_back(self, opened: reading.Opened) -> None:
        """The file is there, perhaps again, perhaps elsewhere: saving goes on."""
        was_gone, self.gone = self.gone, False
        self.path = opened.note.path
        if was_gone and self.dirty:
            self._timer.start()

    def rebase(self, opened: reading.Opened) -> None:
        """Takes over what is on disk now, where nothing waits to be saved."""
        self.text = self._kept = opened.source
        self._sha256 = opened.note.sha256

    def _run(self, work: Callable[[], tuple[Written, str]], text: str) -> None:
        self._saving = True
        self._jobs.run(
            work,
            done=lambda found: self._saved(found, text),
            failed=self._failed,
            queue="vault",
            owner=self,
        )

    def _saved(self, found: tuple[Written, str], text: str) -> None:
        written, on_disk = found
        self._saving = False
        self.conflict = self.gone = False
        self.path, self._sha256 = written.note.path, written.note.sha256
        self.title = written.note.title
        merged = moved(self.text, text, on_disk)
        self._kept = on_disk if merged is not None else text
        if merged is not None:
            self.text = merged
        self.saved.emit(written, text, on_disk)
        if self._next:
            self.change(self._next.pop(0))
        elif self.dirty:
            self._timer.start()
        else:
            self.settled.emit()

    def _failed(self, error: Exception) -> None:
        self._saving = False
        if isinstance(error, NoteChanged):
            self.conflict = True
            self.conflicted.emit()
        elif isinstance(error, NoteNotFound):
            self.vanish()
        else:
            self.failed.emit(sentence(error))


def span(before: str, after: str) -> tuple[int, int, str]:
    """The one stretch in which two texts differ: its begin and end before, and its text after."""
    head = 0
    most = min(len(before), len(after))
    while head < most and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < most - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return head, len(before) - tail, after[head : len(after) - tail]


def moved(now: str, saved: str, on_disk: str) -> str | None:
    """What is typed now, with what saving changed in the text; None where the two meet."""
    if now == saved:
        return on_disk
    start, end, new = span(saved, on_disk)
    if now[:end] != saved[:end]:
        return None
    return now[:start] + new + now[end:]
