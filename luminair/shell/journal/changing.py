"""What the owner changes in the Journal window: text, pins, the archive, new notes; and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.shell.journal import reading
from luminair.shell.journal.draft import Draft
from luminair.shell.journal.editor import select_line_end
from luminair.shell.journal.page_parts import PageBanner
from luminair.shell.journal.reading import Opened, View
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Journal, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.showing import Showing
    from luminair.shell.journal.tree import Tree
    from luminair.shell.parts.banners import Banners

_SMALL = Shape(height=24, pad=9, style=Style.SMALL_MEDIUM)
DONE = "done"
"""Key of the banner that offers to take the last change back."""


class Changing(QObject):
    """Writes through jobs, one after another.

    Signals:
        changed: the vault was written to.
        failed: a sentence.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        showing: Showing,
        tree: Tree,
        page: Page,
        banners: Banners,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._showing, self._tree, self._page, self._banners = showing, tree, page, banners
        self._draft: Draft | None = None
        self._waiting: dict[str, Draft] = {}
        """Drafts that were left with a conflict, by path."""
        self._undo: list[tuple[str, str]] = []
        self._edit_next = ""
        showing.opening.connect(self.leave)
        showing.opened.connect(self._opened)
        page.edit_wanted.connect(self.set_editing)
        page.editor.typed.connect(self._typed)
        page.pin_wanted.connect(self.toggle_pin)
        page.archive_wanted.connect(self.toggle_archive)

    @property
    def draft(self) -> Draft | None:
        """The note that is being edited."""
        return self._draft

    # Text.

    def set_editing(self, on: bool) -> None:
        """Read or Edit."""
        opened = self._shown()
        if not on or opened is None or opened.sealed:
            if self._draft is not None:
                self.leave()
                self._showing.refresh()
            if self._page.editing:
                self._page.show_read()
                self._page.area.setFocus()
            return
        if self._draft is None:
            self._begin(opened)

    def save(self) -> None:
        """Saves now."""
        if self._draft is not None:
            self._draft.save()

    def leave(self, _path: str = "") -> None:
        """Saves what is being edited and lets it go; with a conflict it waits for a choice."""
        draft, self._draft = self._draft, None
        self._page.set_notice(None)
        if draft is None:
            return
        if draft.conflict:
            self._park(draft)
        elif draft.dirty or draft.busy:
            draft.saved.disconnect(self._saved)
            draft.conflicted.disconnect(self._conflicted)
            draft.conflicted.connect(lambda: self._park(draft))
            draft.settled.connect(lambda: self._let_go(draft))
            draft.save()
        else:
            draft.deleteLater()

    def _let_go(self, draft: Draft) -> None:
        draft.deleteLater()
        self.changed.emit()
        self._showing.refresh()

    def _park(self, draft: Draft) -> None:
        self._waiting[draft.path] = draft
        self._banners.put(
            f"conflict {draft.path}",
            f"“{draft.title}” changed on disk while you edited it. Both versions are kept.",
            icon="ph.git-fork",
            button="Choose",
            call=lambda: self._choose(draft.path),
        )

    def _choose(self, path: str) -> None:
        self._banners.take(f"conflict {path}")
        if self._showing.path == path and self._page.opened is not None:
            self._resume(path)
        else:
            self._showing.open(path)

    def _resume(self, path: str) -> None:
        draft = self._waiting.pop(path)
        self._draft = draft
        draft.conflicted.disconnect()
        self._follow(draft)
        self._page.show_edit(draft.text)
        self._conflicted()

    def _begin(self, opened: Opened) -> None:
        if opened.note.path in self._waiting:
            self._banners.take(f"conflict {opened.note.path}")
            self._resume(opened.note.path)
            return
        if not self._page.show_edit(opened.source):
            self._page.show_read()
            self.failed.emit(
                "This note has characters that the editor would lose; edit it in another editor."
            )
            return
        self._draft = Draft(self._jobs, self._desk, opened, self)
        self._follow(self._draft)
        self._page.editor.say("Saved", kept=True)
        self._page.editor.text.setFocus()

    def _follow(self, draft: Draft) -> None:
        draft.saved.connect(self._saved)
        draft.conflicted.connect(self._conflicted)
        draft.failed.connect(self._draft_failed)

    def _typed(self, text: str) -> None:
        draft = self._draft
        if draft is None:
            return
        draft.type(text)
        if not draft.conflict:
            self._page.editor.say("Saves when you pause", kept=False)

    def _saved(self, written: Written, _saved: str, _on_disk: str) -> None:
        draft = self._draft
        if draft is None:
            return
        self._page.set_notice(None)
        self._page.editor.take(draft.text)
        if not draft.dirty:
            self._page.editor.say(f"Saved {self._desk.now():%H:%M}", kept=True)
        self._showing.moved(self._showing.path, written.note.path)
        if written.said:
            self._banners.say(written.said)
        self._remember(written, f"Edited “{written.note.title}”.")
        self.changed.emit()
        self._showing.refresh()

    def _draft_failed(self, said: str) -> None:
        self._page.editor.say("Not saved", kept=False)
        self.failed.emit(said)

    def _conflicted(self) -> None:
        self._page.editor.say("Not saved: choose a version", kept=False)
        buttons = []
        for text, call in (
            ("Keep mine", self.keep_mine),
            ("Use the one on disk", self.use_disk),
            ("Keep both", self.keep_both),
        ):
            button = Button(self._theme, text, fill=Fill.BORDERED, shape=_SMALL)
            button.clicked.connect(call)
            buttons.append(button)
        self._page.set_notice(
            PageBanner(
                self._theme,
                "ph.git-fork",
                "warn",
                "This note changed on disk while you edited it",
                "",
                "Both versions are kept until you choose.",
                buttons,
            )
        )

    def keep_mine(self) -> None:
        """Saves the owner's text over the one on disk, which stays in the history."""
        if self._draft is not None:
            self._draft.keep_mine()

    def use_disk(self) -> None:
        """Drops the owner's text; Luminair keeps it among its safety copies."""
        draft, self._draft = self._draft, None
        if draft is not None:
            draft.deleteLater()
        self._page.set_notice(None)
        self._page.show_read()
        self._page.area.setFocus()
        self._showing.refresh()

    def keep_both(self) -> None:
        """Files the owner's text as a note of its own."""
        draft = self._draft
        if draft is None:
            return
        path, text = draft.path, draft.text
        self._run(
            lambda journal: reading.keep_both(journal, path, text),
            self._kept_both,
        )

    def _kept_both(self, written: Written) -> None:
        self.use_disk()
        self._done(written, f"Your version is kept as “{written.note.title}”.")

    # Pins, archive, new notes.

    def _shown(self) -> Opened | None:
        """The note on the page; None while another one is on its way there."""
        opened = self._page.opened
        here = opened is not None and opened.note.path == self._showing.path
        return opened if here else None

    def toggle_pin(self) -> None:
        """Pins the note that is shown, or takes its pin away."""
        opened = self._shown()
        if opened is None or opened.note.damage:
            return
        self._flush()
        path, on = opened.note.path, not opened.note.pinned
        words = "Pinned" if on else "Unpinned"
        self._run(
            lambda journal: journal.pin(path) if on else journal.unpin(path),
            lambda written: self._done(written, f"{words} “{written.note.title}”.", quiet=True),
        )

    def toggle_archive(self) -> None:
        """Archives the note that is shown, or brings it back."""
        opened = self._shown()
        if opened is None or opened.note.damage:
            return
        self.leave()
        self._page.show_read()
        path, back = opened.note.path, opened.note.in_archive

        def work(journal: Journal) -> Written:
            return journal.unarchive(path) if back else journal.archive([path])[0]

        words = "Brought back" if back else "Archived"
        self._run(work, lambda written: self._archived(written, f"{words} “{opened.note.title}”."))

    def _archived(self, written: Written, said: str) -> None:
        if self._showing.path == self._page_path():
            self._showing.moved(self._showing.path, written.note.path)
        self._done(written, said)

    def _page_path(self) -> str:
        return self._page.opened.note.path if self._page.opened is not None else ""

    def add(self, title: str) -> None:
        """Files a new note in the folder that is chosen, and opens it to be written."""
        shelf = self._tree.shelf
        usable = shelf.view is View.FOLDER and shelf.folder.partition("/")[0] != "Archive"
        folder = shelf.folder if usable else "Notes"
        beside = [row.note for row in self._showing.contents.on(shelf) if row.note.cwd]
        like = beside[0] if usable and folder != "Notes" and beside else None
        self._run(
            lambda journal: reading.add_note(journal, title, folder, like),
            self._added,
        )

    def _added(self, written: Written) -> None:
        self._edit_next = written.note.path
        self._showing.open(written.note.path)
        self._done(written, f"Made “{written.note.title}”.", quiet=True)

    def _opened(self, found: Opened, same: bool) -> None:
        path = found.note.path
        self._page.show_note(found, same=same)
        draft = self._draft
        if draft is not None and draft.path == path:
            if not (draft.dirty or draft.busy or found.sealed):
                draft.rebase(found)
                self._page.editor.take(found.source)
            return
        if path in self._waiting and not same:
            self._banners.take(f"conflict {path}")
            self._resume(path)
        elif path == self._edit_next and not found.sealed:
            self._edit_next = ""
            self._begin(found)
            select_line_end(self._page.editor)
        else:
            self._page.show_read()

    # Undo.

    def undo(self) -> None:
        """Takes back the last change made in this window."""
        if not self._undo:
            self._banners.put(DONE, "There is nothing to take back here.", tone="warn")
            return
        operation, said = self._undo.pop()
        desk = self._desk
        self._jobs.run(
            lambda: desk.undo(operation),
            done=lambda _report: self._taken_back(said),
            failed=self._undo_failed,
            queue="vault",
            owner=self,
        )

    def _taken_back(self, said: str) -> None:
        self._banners.put(DONE, f"Taken back: {said}", tone="ok", icon="ph.check")
        opened = self._page.opened
        if opened is not None:  # by its id, which stays while its path may not
            self._showing.moved(opened.note.path, opened.note.key)
        self.changed.emit()
        self._showing.refresh()

    def _undo_failed(self, error: Exception) -> None:
        self.failed.emit(sentence(error))
        self._showing.refresh()

    def _flush(self) -> None:
        if self._draft is not None:
            self._draft.save()

    def _run(self, work: Callable[[Journal], Written], done: Callable[[Written], None]) -> None:
        desk = self._desk
        self._jobs.run(
            lambda: work(desk.journal),
            done=done,
            failed=lambda error: self.failed.emit(sentence(error)),
            queue="vault",
            owner=self,
        )

    def _remember(self, written: Written, said: str) -> None:
        if written.operation:
            self._undo.append((written.operation, said))

    def _done(self, written: Written, said: str, *, quiet: bool = False) -> None:
        self._remember(written, said)
        if written.said:
            self._banners.say(written.said)
        if not quiet:
            self._banners.put(
                DONE, said, tone="ok", icon="ph.check", button="Undo", call=self._undo_now
            )
        self.changed.emit()
        self._showing.refresh()

    def _undo_now(self) -> None:
        self._banners.take(DONE)
        self.undo()
