"""What can be done in the Bin: bring notes back, and empty it once the owner has said yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from luminair.journal import Written
from luminair.plurals import counted
from luminair.shell.journal.reading import BIN, View
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMenu, QWidget

    from luminair.journal import Binned, Journal
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.note_list import NoteList
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.showing import Showing
    from luminair.shell.journal.tree import Tree
    from luminair.shell.parts.banners import Banners
    from luminair.shell.theme import Theme

ASKED = "empty bin"
"""Key of the banner that asks."""


class Binning(QObject):
    """The Bin's buttons and menu.

    Args:
        theme: colours of the menu.
        showing: what the window shows.
        filing: writes, and takes back.
        tree: says whether the Bin is chosen.
        notes: the list, with the button that empties the Bin.
        page: the note that is shown.
        banners: ask.
        window: menus belong to it.
    """

    def __init__(
        self,
        theme: Theme,
        showing: Showing,
        filing: Filing,
        tree: Tree,
        notes: NoteList,
        page: Page,
        banners: Banners,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._showing, self._filing, self._tree = showing, filing, tree
        self._notes, self._banners = notes, banners
        notes.empty.clicked.connect(self.ask_all)
        page.put_back_wanted.connect(lambda key: self.put_back([key]))
        showing.listed.connect(self._offer)

    @property
    def chosen(self) -> list[str]:
        """The chosen rows of the Bin, from the top; none where something else is shown."""
        return [row.key for row in self._notes.selected if row.key.startswith(BIN)]

    def _offer(self) -> None:
        here = self._tree.shelf.view is View.BIN
        self._notes.empty.setVisible(here and not self._showing.searched)

    def _entries(self, keys: Sequence[str]) -> list[Binned]:
        wanted = set(keys)
        return [each for each in self._showing.contents.binned if f"{BIN}{each.key}" in wanted]

    def put_back(self, keys: Sequence[str]) -> None:
        """Brings notes back where they were, in one step, and shows the first."""
        entries = self._entries(keys)
        if not entries:
            return

        def work(journal: Journal) -> Written:
            operation, paths = journal.bin.bring_back(entries)
            return Written(journal.find(paths[0]), "", operation)

        one = f"“{entries[0].note.title}”"
        said = f"Put {one if len(entries) == 1 else counted(len(entries), 'note')} back."
        self._filing.run(work, lambda written: self._back(written, said))

    def _back(self, written: Written, said: str) -> None:
        self._showing.open(written.note.path)
        self._filing.done(written, said)

    def ask_all(self) -> None:
        """Asks whether all of the Bin is to be deleted."""
        self._ask([f"{BIN}{each.key}" for each in self._showing.contents.binned])

    def ask_chosen(self) -> None:
        """Asks whether the chosen notes are to be deleted."""
        self._ask(self.chosen)

    def _ask(self, keys: Sequence[str]) -> None:
        entries = self._entries(keys)
        if not entries:
            return
        one = f"“{entries[0].note.title}”"
        what = one if len(entries) == 1 else f"the {len(entries):,} notes in the Bin"
        self._banners.put(
            ASKED,
            f"Delete {what} for good? This cannot be taken back. What rode with a message stays "
            "in the history for 30 days.",
            tone="danger",
            icon="ph.trash",
            button="Delete",
            call=lambda: self._empty(entries),
            also=("Keep", lambda: self._banners.take(ASKED)),
        )

    def _empty(self, entries: Sequence[Binned]) -> None:
        self._banners.take(ASKED)
        gone = {f"{BIN}{each.key}" for each in entries}

        def done(count: int) -> None:
            if self._showing.path in gone:
                self._showing.close()
            said = f"{counted(count, 'note is', 'notes are')} deleted."
            self._banners.put(ASKED, said, tone="ok", icon="ph.check")
            self._showing.refresh()

        self._filing.run(lambda journal: journal.bin.empty(entries), done)

    def menu(self) -> QMenu:
        """What can be done with the chosen notes of the Bin."""
        menu = make_menu(self._theme, self._window)
        keys = self.chosen
        some = "" if len(keys) == 1 else f" {len(keys)} Notes"
        menu.addAction(f"Put{some} Back").triggered.connect(lambda: self.put_back(keys))
        menu.addSeparator()
        menu.addAction(f"Delete{some} for Good…").triggered.connect(self.ask_chosen)
        return menu
