"""Sessions that wait for the owner: shown in the list, and gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.turns_running import RunningTurns
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.window.sessions import Sessions


class Waiting(QObject):
    """Watches over the questions of all sessions.

    Signals:
        changed: other sessions than before wait.
    """

    changed = Signal()

    def __init__(
        self, turns: RunningTurns, board: Board, sidebar: Sidebar, sessions: Sessions
    ) -> None:
        super().__init__(board)
        self._turns, self._board, self._sidebar = turns, board, sidebar
        self._sessions = sessions
        turns.waiting_changed.connect(self._show)

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._turns.waiting())

    def go(self) -> None:
        """Goes to the question of the active pane, else to that of the next that waits."""
        waiting = self._turns.waiting()
        panes = [self._board.active, *self._board.panes]
        found = next((pane for pane in panes if pane.session_id in waiting), None)
        if found is not None:
            found.go_to_question()
        elif waiting:
            self._sessions.open(min(waiting))

    @Slot()
    def _show(self) -> None:
        waiting = self._turns.waiting()
        self._sidebar.set_waiting(waiting)
        self.changed.emit()
