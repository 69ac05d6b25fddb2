"""What the Journal window shows: the vault's shelves, one note, and the way there and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from luminair.errors import NoteNotFound, VaultError
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.journal import reading, saving
from luminair.shell.journal.meant import meant
from luminair.shell.journal.reading import Contents, Opened, Shelf, View

if TYPE_CHECKING:
    from luminair.journal import Backlink, Note, SearchAnswer, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.bar import JournalBar
    from luminair.shell.journal.note_list import NoteList
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.tree import Tree

MOST_STEPS = 100
NONE_MS = 200
"""How long after the last letter it is said that nothing was found: half a word finds nothing."""
_NONE = {
    View.ASKS: "No ask is open.",
    View.DEAD_ENDS: "No dead end is recorded.",
    View.RULES: "There are no rules.",
    View.PINNED: "Nothing is pinned.",
    View.BIN: "The Bin is empty.",
}


class Showing(QObject):
    """Reads through jobs and hands the parts of the window what they show.

    Attributes:
        contents: the vault as last looked at.
        path: of the note that is shown or on its way, '' for none.
        answer: what a search found, while the list shows it; None while it shows a shelf.

    Signals:
        opening: another note is about to be shown: path.
        opened: a note has come: :class:`Opened`, and whether it is the one shown before.
        looked: the vault has been looked at.
        listed: the list shows something else.
        stepped: back and forward changed.
        vanished: the note that is shown is not there any more.
        found: how many notes a search found; -1 once nothing is searched.
        failed: a sentence.
        vault_failed: the vault as a whole cannot be read: a sentence.
    """

    vanished = Signal()
    found = Signal(int)
    vault_failed = Signal(str)
    opening = Signal(str)
    opened = Signal(object, bool)
    looked = Signal()
    listed = Signal()
    stepped = Signal()
    failed = Signal(str)

    def __init__(
        self,
        jobs: Jobs,
        desk: Desk,
        bar: JournalBar,
        tree: Tree,
        notes: NoteList,
        page: Page,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self._bar, self._tree, self._notes, self._page = bar, tree, notes, page
        self.contents = Contents()
        self.path = ""
        self._shown: Note | None = None
        """The note of :attr:`path` as it last came; None until it has come."""
        self._been: list[str] = []
        self._at = -1
        self.answer: SearchAnswer | None = None
        self._first = True
        self._looking, self._reading = Newest(), Newest()
        self._linking, self._searching, self._finding = Newest(), Newest(), Newest()
        self._guessing = Newest()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(NONE_MS)
        self._pause.timeout.connect(self._show_none)
        self._none: SearchAnswer | None = None
        """An answer without results, which is shown once typing pauses."""
        self._asked = ""
        """The words that are being looked for, '' while nothing is."""
        self._stale = False
        tree.chosen.connect(self._shelf_chosen)
        notes.chosen.connect(self.open)
        bar.search.edited.connect(self._edited)
        page.note_wanted.connect(self.open)
        page.link_wanted.connect(self.follow)

    @property
    def can_go(self) -> tuple[bool, bool]:
        """Whether there is a note to go back to, and one to go forward to."""
        return self._at > 0, self._at < len(self._been) - 1

    @property
    def searched(self) -> bool:
        """Whether the list shows what a search found."""
        return self.answer is not None

    def refresh(self) -> None:
        """Looks at the vault again, and at the note that is shown."""
        desk, before = self._desk, self.contents
        # The first list comes at once; which notes hide others follows.
        compared = not self._first
        self._jobs.run(
            lambda: reading.look(desk.journal, before, compared=compared),
            done=self._looked,
            failed=self._failed,
            newest=self._looking,
            owner=self,
        )
        if self._bar.search.text.strip():
            self._stale = True  # the same words may find something else now
            self._search()

    def prepare(self) -> None:
        """Reads the list before anybody asks for it; what goes wrong is said once somebody does."""
        desk, before = self._desk, self.contents
        self._jobs.run(
            lambda: reading.look(desk.journal, before, compared=False),
            done=self._show_contents,
            failed=lambda _: None,
            newest=self._looking,
            owner=self,
        )

    def reread(self) -> None:
        """Reads the note that is shown again, before the whole vault is looked at."""
        if self.path:
            self._read(self.path)

    def _looked(self, contents: Contents) -> None:
        self._show_contents(contents)
        if not contents.complete:
            self.refresh()

    def _show_contents(self, contents: Contents) -> None:
        if contents is not self.contents:
            self.contents = contents
            self._tree.show_contents(contents)
            if self._first and not self._tree.currentIndex().isValid():
                self._tree.choose(self._tree.shelf)
            self._show_list()
        else:
            self._notes.view.viewport().update()  # all got older
        if self.path:
            self._read(self.path)
        elif self._first and self._notes.model.rows:
            self.open(self._notes.model.rows[0].key)
        self._first = False
        self.looked.emit()

    def _show_list(self) -> None:
        contents = self.contents
        if self.answer is not None:
            self._notes.show_found(self.answer, contents.by_path, contents.by_key)
        else:
            shelf = self._tree.shelf
            none = _NONE.get(shelf.view, "There are no notes here yet.")
            self._notes.show_notes(shelf.title, contents.on(shelf), none)
        self._notes.choose(self.path)
        self.listed.emit()

    def _shelf_chosen(self, _shelf: Shelf) -> None:
        self._forget_answer()
        self._drop_search()
        self._bar.search.edit.blockSignals(True)
        self._bar.search.edit.clear()
        self._bar.search.edit.blockSignals(False)
        self._show_list()
        self._notes.view.scrollToTop()

    # One note.

    def open(self, path: str, *, step: bool = True) -> None:
        """Shows a note by its path or id."""
        if path == self.path and self._page.opened is not None:
            return
        self.opening.emit(path)
        self.path, self._shown = path, None
        if step:
            del self._been[self._at + 1 :]
            self._been = [*self._been[-MOST_STEPS:], path]
            self._at = len(self._been) - 1
        self.stepped.emit()
        self._read(path)

    def go(self, by: int) -> None:
        """Goes back or forward."""
        at = self._at + by
        if 0 <= at < len(self._been):
            self._at = at
            self.open(self._been[at], step=False)

    def close(self) -> None:
        """Shows no note."""
        self.path, self._shown = "", None
        self._reading.drop()
        self._page.show_nothing()

    def moved(self, old: str, new: str) -> None:
        """A note has another path now."""
        self._been = [new if path == old else path for path in self._been]
        if self.path == old:
            self.path = new

    def follow(self, target: str) -> None:
        """Shows the note that a link names."""
        desk = self._desk
        self._jobs.run(
            lambda: reading.target_of(desk.journal, target),
            done=self.open,
            failed=self._failed,
            newest=self._finding,
            owner=self,
        )

    def open_session(self, session: str) -> None:
        """Shows a session's own note, which is made if there is none yet."""
        desk = self._desk
        self._jobs.run(
            lambda: reading.session_note(desk, session),
            done=self._session_found,
            failed=self._failed,
            queue="vault",
            newest=self._finding,
            owner=self,
        )

    def _session_found(self, written: Written) -> None:
        self._first = False
        self.reveal(written.note.path)
        self.open(written.note.path)
        self.refresh()

    def reveal(self, path: str) -> None:
        """Chooses the folder of a note in the tree, once it is there."""
        folder = path.rpartition("/")[0]
        if folder and not self._tree.shelf.folder.startswith(folder):
            self._tree.choose(Shelf(View.FOLDER, folder.rpartition("/")[2], folder))
            self._show_list()

    def _read(self, path: str) -> None:
        desk, before = self._desk, self._shown
        # In the order of writes, so that what was just saved is what is read.
        self._jobs.run(
            lambda: saving.reopen(desk, path, before),
            done=self._came,
            failed=self._gone,
            queue="vault",
            newest=self._reading,
            owner=self,
        )

    def _came(self, found: Opened) -> None:
        same = self._shown is not None
        self._shown = None if found.binned else found.note
        self.moved(self.path, found.note.path)  # it may have been opened by its id
        self.opened.emit(found, same)
        self._notes.choose(self.path)
        desk, path = self._desk, found.note.path
        if not (found.note.damage or found.binned):
            self._jobs.run(
                lambda: reading.links_to(desk.journal, path),
                done=self._linked,
                failed=self._not_linked,
                newest=self._linking,
                owner=self,
            )

    def _linked(self, links: list[Backlink]) -> None:
        self._page.show_links(links)

    def _not_linked(self, error: Exception) -> None:
        if not isinstance(error, NoteNotFound):  # a note that was moved meanwhile is read again
            self._failed(error)

    def _gone(self, error: Exception) -> None:
        if isinstance(error, NoteNotFound):
            if self._shown is not None:
                self.vanished.emit()  # it was here and is gone: the list shows so
                return
            shown = self._page.opened is not None
            self.close()
            if shown:
                return
        self._failed(error)

    def _failed(self, error: Exception) -> None:
        told = self.vault_failed if isinstance(error, VaultError) else self.failed
        told.emit(sentence(error))

    # Search.

    def _edited(self, text: str) -> None:
        if text.strip():
            self._search()
            return
        self._drop_search()
        if self.answer is not None:
            self._forget_answer()
            self._show_list()

    def _forget_answer(self) -> None:
        self.answer = None
        self.found.emit(-1)

    def _drop_search(self) -> None:
        self._searching.drop()
        self._pause.stop()
        self._asked, self._stale = "", False

    def _search(self) -> None:
        """Looks at once; letters typed meanwhile are looked for together, once the answer came."""
        text, desk = self._bar.search.text, self._desk
        if self._asked or not text.strip():
            return
        self._asked, self._stale = text, False
        self._jobs.run(
            lambda: reading.search(desk.journal, text),
            done=self._found,
            failed=self._not_found,
            newest=self._searching,
            owner=self,
        )

    def _not_found(self, error: Exception) -> None:
        self._drop_search()
        self._failed(error)

    def _found(self, answer: SearchAnswer) -> None:
        asked, self._asked = self._asked, ""
        if self._stale or asked != self._bar.search.text:
            self._search()
        if not answer.results and not self._stale:
            self._none = answer
            self._pause.start()
            return
        self._pause.stop()
        self._show_answer(answer)

    def _show_none(self) -> None:
        answer, contents = self._none, self.contents
        if answer is None:
            return
        self._show_answer(answer)
        self._jobs.run(
            lambda: meant((each.note for each in contents.listed), answer.query),
            done=lambda words: self._notes.offer(words if self.answer is answer else ""),
            failed=self._failed,
            newest=self._guessing,
            owner=self,
        )

    def _show_answer(self, answer: SearchAnswer) -> None:
        self.answer = answer
        self.found.emit(len(answer.results))
        self._show_list()
        self._notes.view.scrollToTop()
