"""What stands around the text in Edit: title, kind, who sees the note, pin; and its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from luminair.journal import Scope
from luminair.shell.jobs import Newest
from luminair.shell.journal import reading
from luminair.shell.journal.edit_strip import Covers
from luminair.shell.journal.linking import headings, index_of

if TYPE_CHECKING:
    from luminair.journal import Journal, Kind, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.changing import Changing
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.reading import Opened
    from luminair.shell.journal.showing import Showing


class Properties(QObject):
    """Changes the note that is being edited; the text typed so far is saved before.

    Args:
        jobs: reads go there.
        desk: the Journal.
        showing: what the window shows.
        changing: holds the draft.
        page: has the strip.
        window: dialogs belong to it.
    """

    def __init__(
        self,
        jobs: Jobs,
        desk: Desk,
        showing: Showing,
        changing: Changing,
        page: Page,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._jobs, self._desk, self._window = jobs, desk, window
        self._showing, self._changing, self._page = showing, changing, page
        self._folders: list[tuple[str, str]] = []
        self._looking, self._reading, self._indexing = Newest(), Newest(), Newest()
        self._offered = showing.contents
        """The vault whose notes a link may name."""
        strip = page.editor.strip
        strip.title_set.connect(self.set_title)
        strip.kind_set.connect(self.set_kind)
        strip.covers_set.connect(self.set_covers)
        strip.folder_wanted.connect(self.choose_folder)
        strip.pin_set.connect(self.set_pinned)
        page.editor.linking.headings_wanted.connect(self.find_headings)
        page.editor.linking.notes_wanted.connect(self.find_notes)
        showing.looked.connect(self._forget)
        showing.opened.connect(self._opened)

    def set_title(self, title: str) -> None:
        """Gives the note another title; its file keeps its name, so that links hold."""
        self._changing.change(lambda journal, path: journal.edit(path, title=title))

    def set_kind(self, kind: Kind) -> None:
        """Makes it a note of another kind."""
        self._changing.change(lambda journal, path: journal.edit(path, kind=kind))

    def set_covers(self, covers: Covers) -> None:
        """Lets others see it."""
        cwd = covers.cwd or None

        def work(journal: Journal, path: str) -> Written:
            return journal.edit(path, scope=covers.scope, cwd=cwd)

        self._changing.change(work)

    def set_pinned(self, on: bool) -> None:
        """Pins it, or takes its pin away."""
        self._changing.change(
            lambda journal, path: journal.pin(path) if on else journal.unpin(path)
        )

    def choose_folder(self) -> None:
        """Asks for the project folder whose sessions see it."""
        dialog = QFileDialog(self._window, "Choose the project folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda path: self.set_covers(Covers(Scope.FOLDER, path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _forget(self) -> None:
        if self._showing.contents is not self._offered:
            self._page.editor.linking.forget_notes()

    def find_notes(self) -> None:
        """Gets the notes together that a link may name."""
        self._offered = contents = self._showing.contents
        self._jobs.run(
            lambda: index_of(each.note for each in contents.listed if not each.note.damage),
            done=self._page.editor.linking.show_notes,
            newest=self._indexing,
            owner=self,
        )

    def find_headings(self, title: str) -> None:
        """Reads the headings of the note that a link has begun to name."""
        desk, linking = self._desk, self._page.editor.linking

        def read() -> list[str]:
            fitting = desk.journal.resolve(title)
            return headings(desk.journal.load(fitting[0].path).body) if fitting else []

        self._jobs.run(
            read,
            done=lambda found: linking.show_headings(title, found),
            failed=lambda _: linking.show_headings(title, ()),
            newest=self._reading,
            owner=self,
        )

    def _opened(self, found: Opened, same: bool) -> None:
        self._page.editor.strip.show_note(found, self._folders)
        if same and self._folders:
            return
        desk, contents = self._desk, self._showing.contents

        def show(folders: list[tuple[str, str]]) -> None:
            self._folders = folders
            opened = self._page.opened
            if opened is not None:
                self._page.editor.strip.show_note(opened, folders)

        self._jobs.run(
            lambda: reading.projects(desk, contents), done=show, newest=self._looking, owner=self
        )
