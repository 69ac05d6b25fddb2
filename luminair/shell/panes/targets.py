"""Which panes a message to several of them goes to: a small button and its menu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from luminair.shell.parts.button import Button, Shape
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMenu, QWidget

    from luminair.shell.theme import Theme

SHAPE = Shape(height=24, pad=4, icon=12, radius=6)
FEWEST = 3
"""With fewer panes there is nothing to choose: a message goes to both or to one."""


@dataclass(frozen=True, slots=True)
class Target:
    """A pane as the menu names it.

    Attributes:
        title: of its session.
        chosen: whether a message to several panes goes there.
        own: whether it is the pane that sends; it cannot be left out.
    """

    title: str
    chosen: bool
    own: bool


def words(targets: Sequence[Target]) -> str:
    """What the switch beside the button says: 'All panes', or which."""
    taken = [str(at) for at, each in enumerate(targets, 1) if each.chosen or each.own]
    if len(taken) == len(targets):
        return "All panes"
    return f"Panes {', '.join(taken)}" if len(taken) > 1 else f"Pane {taken[0]}"


class TargetsButton(Button):
    """Opens the menu of panes.

    Args:
        theme: colours and fonts.

    Signals:
        picked: number of a pane from 0, and whether it is chosen now.
    """

    picked = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", icon="ph.caret-down", shape=SHAPE, parent=parent)
        self._targets: tuple[Target, ...] = ()
        self.set_name("Choose which panes it goes to")
        self.set_menu(self._make)
        self.hide()

    def show_targets(self, targets: Sequence[Target]) -> None:
        """Shows other panes; hidden where there is nothing to choose."""
        self._targets = tuple(targets)
        self.setVisible(len(targets) >= FEWEST)

    def _make(self) -> QMenu:
        menu = make_menu(self._theme, self)
        for at, each in enumerate(self._targets):
            action = menu.addAction(f"Pane {at + 1}: {each.title}".replace("&", "&&"))
            action.setMenuRole(QAction.MenuRole.NoRole)
            action.setCheckable(True)
            action.setChecked(each.chosen or each.own)
            action.setEnabled(not each.own)
            action.setData(at)
            action.toggled.connect(self._picked)
        return menu

    def _picked(self, on: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.picked.emit(int(action.data()), on)
