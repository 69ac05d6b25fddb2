"""Files that the system hands the app go with the next message of the pane that one is in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from luminair.shell.panes.board import Board


class GivenFiles(QObject):
    """Attaches what was dragged to the app's icon, as soon as there is a session to take it."""

    def __init__(self, window: QWidget, board: Board) -> None:
        super().__init__(window)
        self._window, self._board = window, board
        self._waiting: list[Path] = []

    def take(self, paths: Sequence[Path]) -> None:
        """Attaches these files and brings the window to the front."""
        if not paths:
            return
        self._waiting += paths
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self.attach()

    @Slot()
    def attach(self) -> None:
        """Attaches what waits, where the active pane has a session by now."""
        pane = self._board.active
        if self._waiting and pane.session is not None:
            paths, self._waiting = self._waiting, []
            pane.files.add(paths)
            pane.take_focus()
