"""Keeps how the window stands, and puts it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from luminair.sessions.layout import Layout, read_layout, write_layout
from luminair.shell.parts.geometry import Geometry

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.pane import Pane
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.window.sessions import Sessions
    from luminair.shell.window.side import Side

LATER_MS = 500
GEOMETRY = "main"


@dataclass(frozen=True, slots=True)
class _Kept:
    layout: Layout
    known: frozenset[str]


class Keeping(QObject):
    """Saves the layout half a second after it last changed, and when the window closes.

    Attributes:
        all_panes: whether one prompt goes to every pane; the window sets it.
        geometry: where the windows of the app stand.

    Signals:
        put_back: everything stands as it was left.
    """

    put_back = Signal()

    def __init__(self, window: QMainWindow, jobs: Jobs, desk: Desk) -> None:
        super().__init__(window)
        self._window, self._jobs, self._desk = window, jobs, desk
        self.all_panes = False
        self._restored = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self.now)
        self.geometry = Geometry(self)
        self.geometry.watch(GEOMETRY, window)
        self.geometry.moved.connect(self.later)

    def look_after(self, board: Board, sidebar: Sidebar, sessions: Sessions, side: Side) -> None:
        """Names the parts whose places are kept; called once, when the window is built."""
        self._board, self._sidebar, self._sessions, self._side = board, sidebar, sessions, side

    def place_windows(self) -> None:
        """Puts the windows where they stood, before the first is shown, so that none jumps.

        Reads one small file at once: nothing is on the screen yet that could wait for it.
        """
        self.geometry.restore(read_layout(self._desk.home.root).states)

    def restore(self) -> None:
        """Puts panes, sizes and sessions back; a first start gets one new session."""
        desk = self._desk

        def work() -> _Kept:
            listed = desk.library.listing().sessions
            return _Kept(read_layout(desk.home.root), frozenset(session.id for session in listed))

        self._jobs.run(work, done=self._put_back, failed=self._start_fresh, owner=self._window)

    def fill(self, pane: Pane) -> None:
        """Gives an empty pane a session: the last that is in no pane, else a new one."""
        shown = {other.session_id for other in self._board.panes}
        last = next(
            (
                session
                for session in self._sidebar.sessions
                if session.id not in shown and session.messages
            ),
            None,
        )
        if last is not None:
            pane.open_session(last.id)
        else:
            self._sessions.begin(pane)

    def later(self) -> None:
        """Something changed: saves it once that has stopped."""
        if self._restored:
            self._later.start()

    def now(self) -> None:
        """Saves it, off the window's thread."""
        if not self._restored:
            return
        self._later.stop()
        layout, home = self._layout(), self._desk.home.root
        self._jobs.run(lambda: write_layout(home, layout), queue="vault")

    def _layout(self) -> Layout:
        board, side = self._board, self._side
        return Layout(
            panes=tuple(pane.session_id for pane in board.panes),
            active=board.active_index,
            sizes=board.sizes(),
            upper=board.upper,
            sidebar=side.wanted,
            sidebar_width=self._sidebar.width(),
            all_panes=self.all_panes,
            states=self.geometry.states(),
        )

    def _put_back(self, kept: _Kept) -> None:
        board, side, layout = self._board, self._side, kept.layout
        self.geometry.restore(layout.states)
        panes = layout.panes or ("",)
        board.set_count(len(panes), layout.upper)
        for at, pane in enumerate(board.panes):
            identity = panes[at] if at < len(panes) else ""
            if identity in kept.known:
                pane.open_session(identity)
            else:
                self._sessions.begin(pane)
        board.activate(layout.active)
        board.set_sizes(layout.sizes)
        if layout.sidebar_width:
            side.set_width(layout.sidebar_width)
        self.all_panes = layout.all_panes
        side.wanted = layout.sidebar
        board.active.take_focus()
        self._restored = True
        self.put_back.emit()

    def _start_fresh(self, _: Exception) -> None:
        self._put_back(_Kept(Layout(), frozenset()))
