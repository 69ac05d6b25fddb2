"""Lets go of what lanes keep alive for sessions that are in no pane any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.turns_running import RunningTurns


class Releasing(QObject):
    """Watches which sessions are in panes.

    A turn that still runs keeps its session: it is released when that turn has ended, if no
    pane shows it by then.

    Args:
        jobs: releases off the window's thread.
        desk: does it.
        board: the panes.
        turns: running turns of all sessions.
    """

    def __init__(self, jobs: Jobs, desk: Desk, board: Board, turns: RunningTurns) -> None:
        super().__init__(board)
        self._jobs, self._desk, self._board, self._turns = jobs, desk, board, turns
        self._held: set[str] = set()
        turns.ended.connect(self.look)

    @Slot()
    def look(self) -> None:
        """Compares what is shown with what was."""
        shown = {pane.session_id for pane in self._board.panes if pane.session_id}
        running = self._turns.sessions()
        for session in self._held - shown - running:
            self._release(session)
        self._held = shown | (self._held & running)

    def _release(self, session: str) -> None:
        desk = self._desk

        async def release() -> AsyncIterator[None]:
            await desk.release(session)
            yield

        self._jobs.stream(release, each=lambda _: None, ended=lambda _: None, owner=self)
