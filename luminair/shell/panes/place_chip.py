"""Says which of several panes is the one that is shown, where there is room for one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from luminair.shell.actions import label_of_pane, tip
from luminair.shell.parts.button import CHIP, Button
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMenu

    from luminair.shell.theme import Theme


class PlaceChip(Button):
    """'1 of 2', and a menu that leads to the others; hidden while all panes are shown.

    Signals:
        pane_wanted: the place of a pane, from 0.
        all_wanted: all panes should be shown again.
    """

    pane_wanted = Signal(int)
    all_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", icon="ph.columns", shape=CHIP, caret=True)
        self._at, self._zoomed = 0, False
        self._titles: tuple[str, ...] = ()
        self.set_menu(self._make)
        self.hide()

    def show_place(self, at: int, titles: Sequence[str], *, zoomed: bool) -> None:
        """Shows where this pane stands.

        Args:
            at: its place, from 0.
            titles: of the sessions in all panes; () where all of them are shown.
            zoomed: whether the owner wants it alone; else the window is too narrow for two.
        """
        self._at, self._titles, self._zoomed = at, tuple(titles), zoomed
        place = f"{at + 1} of {len(titles)}"
        why = "zoomed" if zoomed else "the window has room for one pane"
        self.set_face(place)
        self.set_name(
            f"Choose pane, now {place}", f"{tip('Next pane', 'next_pane')}. One alone: {why}."
        )
        self.setVisible(len(titles) > 1)

    def _make(self) -> QMenu:
        menu = make_menu(self._theme, self)
        for at, title in enumerate(self._titles):
            action = menu.addAction(label_of_pane(at, title))
            action.setCheckable(True)
            action.setChecked(at == self._at)
            action.setData(at)
            action.triggered.connect(self._choose)
        if self._zoomed:
            menu.addSeparator()
            menu.addAction(tip("Show All Panes", "zoom")).triggered.connect(self.all_wanted)
        for action in menu.actions():
            action.setMenuRole(QAction.MenuRole.NoRole)
        return menu

    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.pane_wanted.emit(action.data())
