"""What the owner types in the Journal window: Read and Edit, saving, conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.jobs import Newest
from luminair.shell.journal import saving
from luminair.shell.journal.conflict_card import ConflictCard
from luminair.shell.journal.draft import Draft
from luminair.shell.journal.editor import select_line_end
from luminair.shell.journal.page_parts import PageBanner
from luminair.shell.journal.sides import Sides, sides_of
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.times import moment
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.journal import Journal, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.reading import Opened
    from luminair.shell.journal.showing import Showing
    from luminair.shell.parts.banners import Banners

_SMALL = Shape(height=24, pad=9, style=Style.SMALL_MEDIUM)


class Changing(QObject):
    """The note that is being edited, and those that wait for a choice.

    Signals:
        failed: a sentence.
        compare_wanted: path and title of a note that changed on disk, and the text typed here.
    """

    failed = Signal(str)
    compare_wanted = Signal(str, str, str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        showing: Showing,
        filing: Filing,
        page: Page,
        banners: Banners,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._showing, self._filing = showing, filing
        self._page, self._banners = page, banners
        self._draft: Draft | None = None
        self._waiting: dict[str, Draft] = {}
        """Drafts that were left with a conflict, by path."""
        self._edit_next = ""
        self._reading_sides = Newest()
        showing.opening.connect(self.leave)
        showing.opened.connect(self._opened)
        showing.vanished.connect(self._vanished)
        page.edit_wanted.connect(self.set_editing)
        page.editor.typed.connect(self._typed)
        filing.saving.connect(self.save)
        filing.leaving.connect(self.leave)
        filing.made.connect(self._write_next)

    @property
    def draft(self) -> Draft | None:
        """The note that is being edited."""
        return self._draft

    # Text.

    def set_editing(self, on: bool) -> None:
        """Read or Edit."""
        opened = self._filing.shown
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

    def edit(self, path: str) -> None:
        """Shows a note to be written, once it has come."""
        opened = self._filing.shown
        if opened is not None and path in {opened.note.path, opened.note.id}:
            self.set_editing(on=True)
            return
        self._edit_next = path
        self._showing.open(path)

    def save(self) -> None:
        """Saves now."""
        if self._draft is not None:
            self._draft.save()

    def change(self, work: Callable[[Journal, str], Written]) -> None:
        """Changes the note that is edited otherwise than by its text, which is saved before."""
        if self._draft is not None:
            self._draft.change(work)

    @property
    def whole(self) -> bool:
        """Whether Edit shows the whole file."""
        return self._page.editor.whole

    def set_whole(self, on: bool) -> None:
        """Shows the whole file in Edit, its header too; or what stands below its title."""
        self._page.editor.whole = on
        if self._draft is None:
            self.set_editing(on=True)
        elif not self._page.show_edit(self._draft.text):
            self.set_editing(on=False)

    def leave(self, _path: str = "") -> None:
        """Saves what is being edited and lets it go; with a conflict it waits for a choice."""
        if self._draft is not None:
            self._page.editor.strip.finish()
        draft, self._draft = self._draft, None
        self._page.set_notice(None)
        if draft is None:
            return
        if draft.conflict:
            self._park(draft)
        elif draft.gone:
            self._give_up_gone(draft)
        elif draft.dirty or draft.busy:
            draft.saved.disconnect(self._saved)
            draft.conflicted.disconnect(self._conflicted)
            draft.conflicted.connect(lambda: self._park(draft))
            draft.vanished.disconnect(self._draft_gone)
            draft.vanished.connect(lambda: self._give_up_gone(draft))
            draft.settled.connect(lambda: self._let_go(draft))
            draft.save()
        else:
            draft.deleteLater()

    def _let_go(self, draft: Draft) -> None:
        draft.deleteLater()
        self._filing.changed.emit()
        self._showing.refresh()

    def _give_up_gone(self, draft: Draft) -> None:
        """A note that was deleted outside is left: what was typed in it since is written anew."""
        if not draft.dirty:
            draft.deleteLater()
            return
        path, title, text = draft.path, draft.title, draft.text
        draft.deleteLater()
        self._filing.run(
            lambda journal: saving.put_back(journal, path, title, text)[0],
            lambda written: self._filing.done(
                written,
                f"“{title}” was deleted outside while you typed in it; it is back with your text.",
            ),
        )

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
        when = moment(opened.note.updated, self._desk.now()).removeprefix("Today, ")
        self._page.editor.say(f"Saved {when}", kept=True)
        self._page.editor.text.setFocus()

    def _follow(self, draft: Draft) -> None:
        draft.saved.connect(self._saved)
        draft.conflicted.connect(self._conflicted)
        draft.vanished.connect(self._draft_gone)
        draft.failed.connect(self._draft_failed)

    def _typed(self, text: str) -> None:
        draft = self._draft
        if draft is None:
            return
        draft.type(text)
        if not (draft.conflict or draft.gone):
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
        self._filing.remember(written, f"Edited “{written.note.title}”.")
        self._filing.changed.emit()
        self._showing.refresh()

    def _draft_failed(self, said: str) -> None:
        self._page.editor.say("Not saved", kept=False)
        self.failed.emit(said)

    def _vanished(self) -> None:
        """The note that is shown is not there any more; text that is typed in it stays."""
        if self._draft is not None:
            self._draft.vanish()
        else:
            self._showing.close()

    def _draft_gone(self) -> None:
        self._page.editor.say("Not saved: the file is gone", kept=False)
        self._notice(
            "ph.file-x",
            "This note was deleted outside while you edited it",
            "What you typed is here. Put back writes it to the same place.",
            (("Put back", self.put_back), ("Let it go", self.let_go)),
        )

    def put_back(self) -> None:
        """Writes the note anew that was deleted outside."""
        if self._draft is not None:
            self._draft.put_back()

    def let_go(self) -> None:
        """Drops what was typed in a note that was deleted outside."""
        self.use_disk()
        self._showing.close()

    def _conflicted(self) -> None:
        self._page.editor.say("Not saved: choose a version", kept=False)
        draft, desk = self._draft, self._desk
        if draft is None:
            return
        path, text = draft.path, draft.text
        self._jobs.run(
            lambda: sides_of(desk.journal, path, text),
            done=lambda sides: self._show_sides(draft, sides),
            failed=lambda _: self._show_sides(draft, Sides((), (), "")),
            queue="vault",
            newest=self._reading_sides,
            owner=self,
        )

    def _show_sides(self, draft: Draft, sides: Sides) -> None:
        """The card with the choice; without the texts where the file cannot be read just now."""
        if draft is not self._draft or not draft.conflict:
            return
        shown = self._page.notice
        if isinstance(shown, ConflictCard) and shown.sides == sides:
            return
        choices = (
            ("Keep mine", self.keep_mine),
            ("Use the one on disk", self.use_disk),
            ("Compare", self._compare),
            ("Keep both", self.keep_both),
        )
        when = moment(sides.at, self._desk.now()).removeprefix("Today, ")
        self._page.set_notice(ConflictCard(self._theme, draft.title, sides, when, choices))

    def _notice(
        self, icon: str, lead: str, line: str, choices: Sequence[tuple[str, Callable[[], None]]]
    ) -> None:
        buttons = []
        for text, call in choices:
            button = Button(self._theme, text, fill=Fill.BORDERED, shape=_SMALL)
            button.clicked.connect(call)
            buttons.append(button)
        self._page.set_notice(PageBanner(self._theme, icon, "warn", lead, "", line, buttons))

    def _compare(self) -> None:
        draft = self._draft
        if draft is not None:
            self.compare_wanted.emit(draft.path, draft.title, draft.text)

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
        self._filing.run(
            lambda journal: saving.keep_both(journal, path, text),
            self._kept_both,
        )

    def _kept_both(self, written: Written) -> None:
        self.use_disk()
        self._filing.done(written, f"Your version is kept as “{written.note.title}”.")

    def _write_next(self, path: str) -> None:
        self._edit_next = path

    def _opened(self, found: Opened, same: bool) -> None:
        path = found.note.path
        self._page.show_note(found, same=same)
        draft = self._draft
        if draft is not None and (same or draft.path == path):
            if draft.gone:
                self._page.set_notice(None)
            draft.come_back(found)
            if draft.conflict:
                self._conflicted()  # it may have changed once more
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
