"""What the Journal window can do besides showing and writing notes; wired here, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.journal.binning import Binning
from luminair.shell.journal.healing import Healing
from luminair.shell.journal.history import History
from luminair.shell.journal.outgoing import Outgoing
from luminair.shell.journal.page_menu import page_menu
from luminair.shell.journal.several import Several
from luminair.shell.parts.windows import standard_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu, QWidget

    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.changing import Changing
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.note_list import NoteList
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.showing import Showing
    from luminair.shell.journal.tree import Tree
    from luminair.shell.parts.banners import Banners
    from luminair.shell.theme import Theme


_STANDARD = ("minimize", "zoom_window", "full_screen", "to_front")
_UNDER_SHEETS = {"copy", "select_all", "close", "bigger", "smaller", "usual_size"}
"""Commands that hold while a sheet covers the window; the others would act behind it."""


class Workbench(QObject):
    """History, Compare, several notes at once, new folders, the Bin, links, Health.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        showing: what the window shows.
        filing: writes, and takes back.
        changing: the note that is edited.
        tree: folders.
        notes: the list.
        page: the note.
        banners: ask before the Bin is emptied.
        window: sheets cover it.

    Signals:
        failed: a sentence.
        vault_wanted: another folder should become the Journal.
        help_wanted: commands and shortcuts should be shown.
    """

    failed = Signal(str)
    vault_wanted = Signal()
    help_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        showing: Showing,
        filing: Filing,
        changing: Changing,
        tree: Tree,
        notes: NoteList,
        page: Page,
        banners: Banners,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._showing, self._filing, self._changing = showing, filing, changing
        self._notes, self._page = notes, page
        self.history = History(theme, jobs, desk, filing, changing, window)
        self.several = Several(theme, showing, filing, tree, notes, window)
        self.outgoing = Outgoing(theme, jobs, desk, page, window)
        self.healing = Healing(theme, jobs, desk, filing, self.history, window)
        self.binning = Binning(theme, showing, filing, tree, notes, page, banners, window)
        self.several.binning = self.binning
        self._commands: Mapping[str, QAction] = {}
        self._resting: list[QAction] = []
        for sheets in (self.history, self.healing):
            sheets.covered.connect(self._cover)
        showing.opened.connect(self.outgoing.read)
        self.healing.note_wanted.connect(showing.open)
        changing.compare_wanted.connect(self.history.compare_draft)
        page.compare_wanted.connect(self._compare_copy)
        page.more_wanted.connect(self._show_more)
        self.outgoing.make_wanted.connect(filing.add)
        self.history.failed.connect(self.failed)

    @property
    def calls(self) -> dict[str, Callable[[], None]]:
        """What commands do, by their names."""
        return {
            **{name: standard_calls(self._window)[name] for name in _STANDARD},
            "vault": self.vault_wanted.emit,
            "help": self.help_wanted.emit,
            "properties": self.toggle_properties,
            "pin": self.several.toggle_pin,
            "archive": self.several.toggle_archive,
            "folder": self._notes.ask_folder,
            "history": self.history.open,
            "rename_file": self.several.rename_file,
            "bin": self.several.bin,
            "health": self.healing.open,
        }

    def guard(self, commands: Mapping[str, QAction]) -> None:
        """Lets the window's commands rest while a sheet is open."""
        self._commands = commands
        commands["properties"].setChecked(True)

    def toggle_properties(self) -> None:
        """Shows or hides the properties of notes, to read and to edit."""
        self._page.show_properties(not self._page.properties_shown)
        self._commands["properties"].setChecked(self._page.properties_shown)

    def _cover(self, on: bool) -> None:
        if on:
            every = self._commands.items()
            self._resting = [a for n, a in every if a.isEnabled() and n not in _UNDER_SHEETS]
        for action in self._resting:
            action.setEnabled(not on)

    def more(self) -> QMenu | None:
        """The menu of the note that is shown."""
        opened = self._page.opened
        if opened is None:
            return None
        folders = self._showing.contents.folders
        calls = {**self.calls, "bin": self.several.bin_shown}
        return page_menu(
            self._theme, self._window, opened, folders, self._filing, self._changing, calls
        )

    def _show_more(self) -> None:
        menu, more = self.more(), self._page.more
        if menu is not None:
            menu.popup(more.mapToGlobal(more.rect().bottomLeft()))

    def _compare_copy(self, original: str) -> None:
        opened = self._page.opened
        if opened is not None:
            self.history.compare_notes(original, opened.note.path)
