"""One message to every pane, its files with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.shell.panes.attaching import carried

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.messages import Attachment
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.pane import Pane


class Broadcast(QObject):
    """Sends what stands in one pane to the sessions of all of them.

    Signals:
        failed: a sentence about a pane to which it did not go.
    """

    failed = Signal(str)

    def __init__(self, jobs: Jobs, desk: Desk, board: Board) -> None:
        super().__init__(board)
        self._jobs, self._desk, self._board = jobs, desk, board

    def send(self, source: Pane, text: str) -> None:
        """Sends a message everywhere; a pane that is answering queues it."""
        files = source.files.files
        for pane in self._board.panes:
            if pane is not source and pane.session_id:
                self._send(source, pane, text, files)
        source.talk.send(text)

    def _send(self, source: Pane, target: Pane, text: str, files: tuple[Attachment, ...]) -> None:
        if not any(each.file for each in files):
            target.talk.send(text, files)
            return
        desk, session, there = self._desk, source.session_id, target.session_id
        self._jobs.run(
            lambda: carried(desk, session, there, files),
            done=self._sending(target, there, text),
            failed=lambda error: self.failed.emit(sentence(error)),
            owner=target,
        )

    @staticmethod
    def _sending(target: Pane, session: str, text: str) -> Callable[[tuple[Attachment, ...]], None]:
        def send(files: tuple[Attachment, ...]) -> None:
            if target.session_id == session:
                target.talk.send(text, files)

        return send
