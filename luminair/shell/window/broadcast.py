"""One message to several panes, its files with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.sessions.commands import parse
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
    """Sends what stands in one pane to the sessions of all that are chosen.

    Every pane is chosen until the owner leaves it out; one that is made is chosen too.

    Signals:
        changed: other panes than before are chosen.
        failed: a sentence about a pane to which it did not go.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, jobs: Jobs, desk: Desk, board: Board) -> None:
        super().__init__(board)
        self._jobs, self._desk, self._board = jobs, desk, board
        self._left_out: set[Pane] = set()

    def takes(self, pane: Pane) -> bool:
        """Whether a message to several panes goes to this one."""
        return pane not in self._left_out

    def choose(self, pane: Pane, chosen: bool) -> None:
        """Chooses a pane, or leaves it out."""
        self._left_out = {each for each in self._left_out if each in self._board.panes} - {pane}
        if not chosen:
            self._left_out.add(pane)
        self.changed.emit()

    def targets(self, source: Pane) -> tuple[Pane, ...]:
        """The panes that a message from one of them goes to, that one always among them."""
        return tuple(pane for pane in self._board.panes if pane is source or self.takes(pane))

    def send_active(self) -> None:
        """Sends what stands in the active pane to every chosen one; a command stays there."""
        pane = self._board.active
        if parse(pane.composer.text) is None and (pane.composer.text.strip() or pane.files.files):
            self.send(pane, pane.composer.text)

    def send(self, source: Pane, text: str) -> None:
        """Sends a message to every chosen pane; one that is answering queues it."""
        files = source.files.files
        for pane in self.targets(source):
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
