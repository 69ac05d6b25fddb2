"""Asking lanes what they can do now, several at once, without waiting for any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from luminair.lanes.lane import LaneInfo
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs


class Looking(QObject):
    """Looks at lanes.

    Signals:
        began: id of a lane that is being asked.
        ended: id of a lane; the roster knows now what it said.
        failed: a sentence about a fault of ours.
    """

    began = Signal(str)
    ended = Signal(str)
    failed = Signal(str)

    def __init__(self, jobs: Jobs, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self._asked: set[str] = set()
        self._again: set[str] = set()

    def at(self, lane: str) -> bool:
        """Whether a lane is being asked."""
        return lane in self._asked

    def look(self, lane: str, *, anew: bool = False) -> None:
        """Asks one lane, unless it is being asked already.

        Args:
            lane: its id.
            anew: its settings changed: it is made anew first, which ends its running turns.
        """
        if lane in self._asked:
            if anew:
                self._again.add(lane)  # what is being asked is the lane of before
            return
        self._asked.add(lane)
        desk = self._desk

        async def ask() -> AsyncGenerator[LaneInfo, None]:
            if anew:
                await desk.renew(lane)
            yield await desk.look_at(lane)

        def end(error: BaseException | None) -> None:
            self._asked.discard(lane)
            if error is not None:
                self.failed.emit(sentence(error))
            if lane in self._again:
                self._again.discard(lane)
                self.look(lane, anew=True)
            else:
                self.ended.emit(lane)

        self.began.emit(lane)
        self._jobs.stream(ask, each=lambda _: None, ended=end, owner=self)
