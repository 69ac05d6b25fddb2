"""The menu of the app's icon in the Dock: a new session, the Journal, the last sessions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from luminair.shell.actions import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QWidget

    from luminair.shell.sidebar.sidebar import Sidebar

MOST = 8
"""Sessions in the menu."""
COMMANDS = ("new", "journal")


class DockMenu(QObject):
    """Keeps the menu as the sessions are; whatever is chosen brings the main window to front.

    Args:
        main: the main window, which owns it.
        commands: its actions by name.
        sidebar: knows every session.
        open_session: shows a session in the active pane.

    Attributes:
        menu: shown in the Dock where there is one.
    """

    def __init__(
        self,
        main: QWidget,
        commands: Mapping[str, QAction],
        sidebar: Sidebar,
        open_session: Callable[[str], None],
    ) -> None:
        super().__init__(main)
        self._main, self._commands = main, commands
        self._sidebar, self._open = sidebar, open_session
        # No child of the window, and made anew each time: PySide gives up what it holds of a
        # window's children when a sheet in that window is deleted, though the objects live on.
        self.menu = QMenu()
        main.destroyed.connect(self.menu.deleteLater)
        sidebar.read.connect(self._list)
        self._list()
        # Only Qt for the Mac has it.
        show = getattr(self.menu, "setAsDockMenu", None)
        if show is not None:
            show()

    @Slot()
    def _list(self) -> None:
        self.menu.clear()
        for name in COMMANDS:
            action = self._commands[name]
            self._add(action.text(), action.trigger)
        self.menu.addSeparator()
        begun = [each for each in self._sidebar.sessions if each.messages]
        for each in begun[:MOST]:
            self._add(shortened(each.title), partial(self._open, each.id))

    def _add(self, text: str, call: Callable[[], object]) -> None:
        action = self.menu.addAction(text)
        action.setMenuRole(QAction.MenuRole.NoRole)
        action.triggered.connect(partial(self._do, call))

    def _do(self, call: Callable[[], object], _checked: bool = False) -> None:
        self._main.show()
        self._main.raise_()
        self._main.activateWindow()
        call()
