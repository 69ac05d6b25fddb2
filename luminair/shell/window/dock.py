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
        self._main, self._sidebar, self._open = main, sidebar, open_session
        self.menu = QMenu(main)
        for name in COMMANDS:
            self._add(commands[name].text(), commands[name].trigger)
        self.menu.addSeparator()
        self._listed: list[QAction] = []
        sidebar.read.connect(self._list)
        self._list()
        # Only Qt for the Mac has it.
        show = getattr(self.menu, "setAsDockMenu", None)
        if show is not None:
            show()

    def _add(self, text: str, call: Callable[[], object]) -> QAction:
        action = self.menu.addAction(text)
        action.setMenuRole(QAction.MenuRole.NoRole)
        action.triggered.connect(partial(self._do, call))
        return action

    def _do(self, call: Callable[[], object], _checked: bool = False) -> None:
        self._main.show()
        self._main.raise_()
        self._main.activateWindow()
        call()

    @Slot()
    def _list(self) -> None:
        for action in self._listed:
            self.menu.removeAction(action)
            action.deleteLater()
        begun = [each for each in self._sidebar.sessions if each.messages]
        self._listed = [
            self._add(shortened(each.title), partial(self._open, each.id)) for each in begun[:MOST]
        ]
