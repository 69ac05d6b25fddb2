"""Sessions that are dragged to panes, panes that are split, closed and brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from luminair.shell.panes.dropping import Zone
from luminair.shell.parts.dragging import drag_session

if TYPE_CHECKING:
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.pane import Pane
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.theme import Theme
    from luminair.shell.window.keeping import Keeping
    from luminair.shell.window.sessions import Sessions

MOST_CLOSED = 20
NO_ROOM = "There is no room for another pane below this one; make the window taller."


class Arranging(QObject):
    """Puts sessions where the owner drops them.

    Signals:
        said: a sentence.
    """

    said = Signal(str)

    def __init__(
        self, theme: Theme, board: Board, sidebar: Sidebar, sessions: Sessions, keeping: Keeping
    ) -> None:
        super().__init__(board)
        self._theme, self._board, self._sidebar = theme, board, sidebar
        self._sessions, self._keeping = sessions, keeping
        self._closed: list[str] = []
        board.dropped.connect(self.drop)
        board.gone.connect(self._remember)

    @Slot(str, object, object)
    def drop(self, session: str, target: Pane, zone: Zone) -> None:
        """Shows a session where it was dropped; one that is open somewhere moves with its pane."""
        board = self._board
        moving = next((pane for pane in board.panes if pane.session_id == session), None)
        if moving is not None:
            board.move_pane(moving, target, zone)
            return
        pane = board.split(target, zone) if zone.splits else target
        board.activate(board.panes.index(pane))
        pane.open_session(session)
        pane.take_focus()

    def drag(self, pane: Pane) -> None:
        """Lets the owner drag a pane by its head."""
        if pane.session is not None:
            drag_session(pane.head, self._theme, pane.session_id, pane.session.title)

    def split_below(self) -> None:
        """A new pane below the active one."""
        board = self._board
        if board.can_split(board.active, Zone.BELOW):
            pane = board.split(board.active, Zone.BELOW)
            self._keeping.fill(pane)
            pane.take_focus()
        else:
            self.said.emit(NO_ROOM)

    @property
    def reopens(self) -> bool:
        """Whether a session whose pane was closed can come back."""
        return bool(self._known())

    def reopen(self) -> None:
        """Brings back the session whose pane was closed last."""
        known = self._known()
        if known:
            self._closed.remove(known[-1])
            self._sessions.open_beside(known[-1])

    def _known(self) -> list[str]:
        listed = {session.id for session in self._sidebar.sessions}
        shown = {pane.session_id for pane in self._board.panes}
        return [session for session in self._closed if session in listed and session not in shown]

    @Slot(str)
    def _remember(self, session: str) -> None:
        if session:
            self._closed = [*(each for each in self._closed if each != session), session]
            self._closed = self._closed[-MOST_CLOSED:]
