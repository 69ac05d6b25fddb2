"""Where notes are and whether they ride: pins, the archive, folders, new notes; and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from luminair.plurals import counted
from luminair.shell.failures import sentence
from luminair.shell.journal import reading
from luminair.shell.journal.reading import NOTES, Opened, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Journal, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.note_list import NoteList
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.showing import Showing
    from luminair.shell.journal.tree import Tree
    from luminair.shell.parts.banners import Banners

Value = TypeVar("Value")

DONE = "done"
"""Key of the banner that offers to take the last change back."""


class Filing(QObject):
    """Writes through jobs, one after another, and takes back.

    Signals:
        changed: the vault was written to.
        failed: a sentence.
        saving: what is typed is to be saved first.
        leaving: the note that is shown goes elsewhere: it is to be saved and let go first.
        made: path of a new note that is to be written.
    """

    changed = Signal()
    failed = Signal(str)
    saving = Signal()
    leaving = Signal()
    made = Signal(str)

    def __init__(
        self,
        jobs: Jobs,
        desk: Desk,
        showing: Showing,
        tree: Tree,
        notes: NoteList,
        page: Page,
        banners: Banners,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self._showing, self._tree, self._notes = showing, tree, notes
        self._page, self._banners = page, banners
        self._undo: list[tuple[str, str, str]] = []
        """Operation, what it was in a sentence, and the note to show once it is taken back."""
        page.pin_wanted.connect(self.toggle_pin)
        page.archive_wanted.connect(self.toggle_archive)

    @property
    def shown(self) -> Opened | None:
        """The note on the page; None while another is on its way there, and for one in the Bin."""
        opened = self._page.opened
        if opened is None or opened.binned or opened.note.path != self._showing.path:
            return None
        return opened

    def toggle_pin(self) -> None:
        """Pins the note that is shown, or takes its pin away."""
        opened = self.shown
        if opened is None or opened.note.damage:
            return
        self.saving.emit()
        path, on = opened.note.path, not opened.note.pinned
        words = "Pinned" if on else "Unpinned"
        self.run(
            lambda journal: journal.pin(path) if on else journal.unpin(path),
            lambda written: self.done(written, f"{words} “{written.note.title}”.", quiet=True),
        )

    def toggle_archive(self) -> None:
        """Archives the note that is shown, or brings it back."""
        self._archive("")

    def archive_chosen(self) -> None:
        """Archives the note that is chosen in the list; the one beside it is shown next."""
        opened = self.shown
        if opened is not None and not opened.note.in_archive:
            self._archive(self._notes.beside(opened.note.path))

    def _archive(self, following: str) -> None:
        opened = self.shown
        if opened is None or opened.note.damage:
            return
        self.leaving.emit()
        self._page.show_read()
        path, back = opened.note.path, opened.note.in_archive

        def work(journal: Journal) -> Written:
            return journal.unarchive(path) if back else journal.archive([path])[0]

        said = f"{'Brought back' if back else 'Archived'} “{opened.note.title}”."
        self.run(work, lambda written: self._archived(written, said, path, following))

    def _archived(self, written: Written, said: str, path: str, following: str) -> None:
        self._showing.moved(path, written.note.path)
        if following:
            self._showing.open(following)
        self.done(written, said, back_to=path)

    def move(self, paths: list[str], folder: str) -> None:
        """Moves notes to a folder of the vault; into the archive by archiving them."""
        if self._showing.path in paths:
            self.leaving.emit()
            self._page.show_read()
        archives = folder.partition("/")[0] == "Archive"

        def work(journal: Journal) -> Written | None:
            found = journal.archive(paths) if archives else journal.move(paths, folder)
            return found[0] if found else None

        self.run(work, lambda written: self._moved(written, paths, folder))

    def _moved(self, written: Written | None, paths: list[str], folder: str) -> None:
        if written is None:
            return
        if len(paths) == 1:
            self._showing.moved(paths[0], written.note.path)
        what = f"“{written.note.title}”" if len(paths) == 1 else counted(len(paths), "note")
        self.done(written, f"Moved {what} to {folder.rpartition('/')[2]}.", back_to=paths[0])

    def add(self, title: str) -> None:
        """Files a new note in the folder that is chosen, and opens it to be written."""
        shelf = self._tree.shelf
        usable = shelf.view is View.FOLDER and shelf.folder.partition("/")[0] != "Archive"
        folder = shelf.folder if usable else NOTES
        beside = [row.note for row in self._showing.contents.on(shelf) if row.note.cwd]
        like = beside[0] if usable and folder != NOTES and beside else None
        self.run(
            lambda journal: reading.add_note(journal, title, folder, like),
            self._added,
        )

    def _added(self, written: Written) -> None:
        self.made.emit(written.note.path)
        self._showing.open(written.note.path)
        self.done(written, f"Made “{written.note.title}”.", quiet=True)

    # Undo.

    def undo(self, operation: str = "") -> None:
        """Takes back a change made in this window, the last one where none is named."""
        made = [each[0] for each in self._undo]
        if not made or (operation and operation not in made):
            self._banners.put(DONE, "There is nothing to take back here.", tone="warn")
            return
        at = made.index(operation) if operation else -1
        operation, said, back_to = self._undo.pop(at)
        desk = self._desk
        self._jobs.run(
            lambda: desk.undo(operation),
            done=lambda _report: self._taken_back(said, back_to),
            failed=self._undo_failed,
            queue="vault",
            owner=self,
        )

    def _taken_back(self, said: str, back_to: str) -> None:
        self._banners.put(DONE, f"Taken back: {said}", tone="ok", icon="ph.check")
        opened = self._page.opened
        if opened is not None:  # by its id, which stays while its path may not
            self._showing.moved(opened.note.path, opened.note.key)
        if back_to:
            self._showing.open(back_to)
        self.changed.emit()
        self._showing.reread()
        self._showing.refresh()

    def _undo_failed(self, error: Exception) -> None:
        self.failed.emit(sentence(error))
        self._showing.refresh()

    def run(self, work: Callable[[Journal], Value], done: Callable[[Value], None]) -> None:
        """Works on the Journal in the order of writes; a failure is said."""
        desk = self._desk
        self._jobs.run(
            lambda: work(desk.journal),
            done=done,
            failed=lambda error: self.failed.emit(sentence(error)),
            queue="vault",
            owner=self,
        )

    def remember(self, written: Written, said: str, back_to: str = "") -> None:
        """Keeps what :meth:`undo` takes back."""
        if written.operation:
            self._undo.append((written.operation, said, back_to))

    def done(self, written: Written, said: str, *, quiet: bool = False, back_to: str = "") -> None:
        """Says what was done and offers to take it back.

        Args:
            written: what came of it.
            said: a sentence.
            quiet: it is seen anyway, so nothing is said.
            back_to: path of the note that is shown once it is taken back.
        """
        self.remember(written, said, back_to)
        if written.said:
            self._banners.say(written.said)
        if not quiet:
            self._banners.put(
                DONE, said, tone="ok", icon="ph.check", button="Undo", call=self._undo_now
            )
        self.changed.emit()
        self._showing.reread()
        self._showing.refresh()

    def _undo_now(self) -> None:
        self._banners.take(DONE)
        self.undo()
