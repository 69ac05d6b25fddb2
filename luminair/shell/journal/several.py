"""What is done with the notes chosen in the list, one or many, each in one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QGuiApplication

from luminair.journal import Written
from luminair.plurals import counted
from luminair.shell.journal.reading import BIN, Shelf, View
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QMenu, QWidget

    from luminair.journal import Journal
    from luminair.shell.journal.binning import Binning
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.note_list import NoteList
    from luminair.shell.journal.rows import Row
    from luminair.shell.journal.showing import Showing
    from luminair.shell.journal.tree import Tree
    from luminair.shell.theme import Theme


class Several(QObject):
    """The notes chosen in the list; the one on the page where none is.

    Args:
        theme: colours of the menu.
        showing: what the window shows.
        filing: writes, and takes back.
        tree: folders.
        notes: the list.
        window: menus belong to it.
    """

    def __init__(
        self,
        theme: Theme,
        showing: Showing,
        filing: Filing,
        tree: Tree,
        notes: NoteList,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._theme, self._showing, self._filing = theme, showing, filing
        self._tree, self._notes, self._window = tree, notes, window
        self._revealed = ""
        self.binning: Binning | None = None
        """What can be done in the Bin."""
        notes.archive_wanted.connect(self.archive)
        notes.menu_wanted.connect(self._show_menu)
        notes.folder_named.connect(self.make_folder)
        showing.looked.connect(self._reveal)

    @property
    def rows(self) -> list[Row]:
        """The chosen notes, from the top; those of the Bin are left out."""
        return [row for row in self._notes.selected if not row.key.startswith(BIN)]

    @property
    def _paths(self) -> list[str]:
        found = [row.key for row in self.rows]
        if not found and self._filing.shown is not None:
            found = [self._filing.shown.note.path]
        return found

    def archive(self) -> None:
        """Archives the chosen notes."""
        rows = [row for row in self.rows if not row.note.in_archive]
        if len(rows) < 2:
            self._filing.archive_chosen()
            return
        paths = [row.key for row in rows]
        self._leave(
            paths,
            lambda journal: journal.archive(paths)[0],
            f"Archived {counted(len(paths), 'note')}.",
        )

    def toggle_archive(self) -> None:
        """Archives the chosen notes; brings them back where all of them are archived."""
        rows = self.rows
        if len(rows) < 2:
            self._filing.toggle_archive()
        elif all(row.note.in_archive for row in rows):
            self.bring_back()
        else:
            self.archive()

    def bring_back(self) -> None:
        """Brings the chosen notes back from the archive."""
        paths = [row.key for row in self.rows if row.note.in_archive]

        def work(journal: Journal) -> Written:
            with journal.batch(f"take {counted(len(paths), 'note')} out of the archive"):
                done = [journal.unarchive(each) for each in paths]
            return done[0]

        if paths:
            self._leave(paths, work, f"Brought back {counted(len(paths), 'note')}.")

    def toggle_pin(self) -> None:
        """Pins the chosen notes; takes their pins away where all have one."""
        rows = self.rows
        if len(rows) < 2:
            self._filing.toggle_pin()
        else:
            self.pin(on=not all(row.note.pinned for row in rows))

    def bin(self) -> None:
        """Moves the chosen notes to the Bin; asks nothing, and can be taken back."""
        paths = self._paths
        self._bin(paths)

    def bin_shown(self) -> None:
        """Moves the note on the page to the Bin."""
        opened = self._filing.shown
        self._bin([opened.note.path] if opened is not None else [])

    def _bin(self, paths: list[str]) -> None:
        if not paths:
            return
        by_path = self._showing.contents.by_path
        title = by_path[paths[0]].note.title if paths[0] in by_path else paths[0]

        def work(journal: Journal) -> Written:
            note = journal.find(paths[0])
            return Written(note, "", journal.remove(paths))

        what = f"“{title}”" if len(paths) == 1 else counted(len(paths), "note")
        self._leave(paths, work, f"Moved {what} to the Bin.")

    def pin(self, *, on: bool) -> None:
        """Pins the chosen notes, or takes their pins away."""
        rows = [row for row in self.rows if row.note.pinned != on and not row.note.damage]
        paths = [row.key for row in rows]
        if not paths:
            return
        self._filing.saving.emit()
        verb = "Pinned" if on else "Unpinned"

        def work(journal: Journal) -> Written:
            with journal.batch(f"{'pin' if on else 'unpin'} {counted(len(paths), 'note')}"):
                done = [journal.pin(each) if on else journal.unpin(each) for each in paths]
            return done[0]

        self._filing.run(
            work,
            lambda written: self._filing.done(written, f"{verb} {counted(len(paths), 'note')}."),
        )

    def copy_links(self) -> None:
        """Copies links to the chosen notes, a line each."""
        links = [f"[[{row.note.title}]]" for row in self.rows]
        QGuiApplication.clipboard().setText("\n".join(links))

    def rename_file(self) -> None:
        """Names the file of the note on the page after its title; links follow."""
        opened = self._filing.shown
        if opened is None:
            return
        self._filing.leaving.emit()
        path, title = opened.note.path, opened.note.title
        self._filing.run(
            lambda journal: journal.rename(path), lambda w: self._renamed(w, path, title)
        )

    def _renamed(self, written: Written, path: str, title: str) -> None:
        self._showing.moved(path, written.note.path)
        if written.operation:
            name = written.note.path.rpartition("/")[2]
            said = f"The file of “{title}” is called “{name}” now. {written.said}".strip()
            quiet = Written(written.note, "", written.operation)
            self._filing.done(quiet, said, back_to=path)
        else:
            self._filing.failed.emit(f"The file of “{title}” has the name of its title already.")

    def make_folder(self, name: str) -> None:
        """Makes a folder in the folder that is chosen, and chooses it."""
        shelf = self._tree.shelf
        inside = shelf.view is View.FOLDER and shelf.folder.partition("/")[0] != "Archive"
        path = f"{shelf.folder}/{name}" if inside else name
        self._filing.run(lambda journal: journal.make_folder(path), self._made_folder)

    def _made_folder(self, path: str) -> None:
        self._revealed = path
        self._showing.refresh()

    def _reveal(self) -> None:
        path, self._revealed = self._revealed, ""
        if path:
            shelf = Shelf(View.FOLDER, path.rpartition("/")[2], path)
            if self._tree.choose(shelf):
                self._tree.chosen.emit(shelf)

    def _leave(self, paths: Sequence[str], work: Callable[[Journal], Written], said: str) -> None:
        """Takes notes out of the list; the next one that stays is shown."""
        following = self._beside(paths)
        if self._showing.path in paths:
            self._filing.leaving.emit()

        def done(written: Written) -> None:
            if self._showing.path in paths:
                if following:
                    self._showing.open(following)
                else:
                    self._showing.close()
            self._filing.done(written, said, back_to=paths[0])

        self._filing.run(work, done)

    def _beside(self, paths: Sequence[str]) -> str:
        keys = [row.key for row in self._notes.model.rows]
        last = max((keys.index(path) for path in paths if path in keys), default=-1)
        near = [*keys[last + 1 :], *keys[: max(last, 0)][::-1]]
        return next((key for key in near if key not in paths), "")

    # The menu of the list.

    def _show_menu(self, at: QPoint) -> None:
        self.menu().popup(at)

    def menu(self) -> QMenu:
        """Everything that can be done with the chosen notes."""
        if self.binning is not None and self.binning.chosen:
            return self.binning.menu()
        menu = make_menu(self._theme, self._window)
        rows = self.rows
        some = "" if len(rows) == 1 else f" {len(rows)} Notes"
        pinned = all(row.note.pinned for row in rows)
        verb = "Unpin" if pinned else "Pin"
        menu.addAction(f"{verb}{some}").triggered.connect(lambda: self.pin(on=not pinned))
        link = "Copy Link" if len(rows) == 1 else f"Copy {len(rows)} Links"
        menu.addAction(link).triggered.connect(self.copy_links)
        below = make_menu(self._theme, menu)
        below.setTitle(f"Move{some} to")
        paths = [row.key for row in rows]
        for folder, _ in self._showing.contents.folders:
            if folder.partition("/")[0] != "Archive":
                deep = "    " * folder.count("/")
                action = below.addAction(deep + folder.rpartition("/")[2].replace("&", "&&"))
                action.triggered.connect(_told(self._filing.move, paths, folder))
        menu.addMenu(below)
        menu.addSeparator()
        if all(row.note.in_archive for row in rows):
            menu.addAction(f"Bring Back{some}").triggered.connect(self.bring_back)
        else:
            menu.addAction(f"Archive{some}").triggered.connect(self.archive)
        menu.addAction(f"Move{some} to Bin").triggered.connect(self.bin)
        return menu


def _told(
    call: Callable[[list[str], str], None], paths: list[str], folder: str
) -> Callable[[], None]:
    return lambda: call(paths, folder)
