"""Lets a layout settle off the window's thread, slice by slice, so that it can be given up."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from luminair.shell.jobs import Newest

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.graph.layout import Floats, Layout
    from luminair.shell.jobs import Jobs

    Slice = tuple[Layout, Floats]

SLICE_S = 0.03
"""How long a slice takes: thirty pictures a second at most, where sixty are allowed."""
LARGE = 1_500
LARGE_SLICE_S = 0.12
"""The same for a graph of more notes than that, whose pictures cost more."""
REST_MS = 250
"""How long after the last move of the owner's hand settling goes on."""


class Settling(QObject):
    """Runs one layout at a time; nothing runs once it is still.

    Signals:
        moved: places of the notes: a table of x and y, and whether all is still now.
        failed: an exception.
    """

    moved = Signal(object, bool)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._newest = Newest()
        self._resting = threading.Event()
        self._kept: Slice | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._go_on)
        self.running = False

    def rest(self) -> None:
        """Lets the window have the machine while the owner moves the picture.

        A layout keeps the interpreter busy, which the window needs for each frame.
        """
        self._rest.start()
        if self.running:
            self._resting.set()

    def _go_on(self) -> None:
        self._resting.clear()
        kept, self._kept = self._kept, None
        if kept is not None:
            self._come(kept)

    def start(self, make: Callable[[], Layout], count: int) -> None:
        """Gives up what ran before and lets another layout settle.

        Args:
            make: makes it; called off the window's thread.
            count: how many notes it has.
        """
        self.running, self._kept = True, None
        resting = self._resting.is_set
        self._run(lambda: _slice(make(), count, resting))

    def stop(self) -> None:
        """Gives up what runs."""
        self.running, self._kept = False, None
        self._newest.drop()

    def _run(self, work: Callable[[], Slice]) -> None:
        self._jobs.run(work, done=self._come, failed=self._fail, newest=self._newest, owner=self)

    def _come(self, came: Slice) -> None:
        if self._resting.is_set():
            self._kept = came
            return
        layout, at = came
        self.running = not layout.still
        if self.running:
            resting = self._resting.is_set
            self._run(lambda: _slice(layout, len(at), resting))
        self.moved.emit(at, layout.still)

    def _fail(self, error: Exception) -> None:
        self.running = False
        self.failed.emit(error)


def _slice(layout: Layout, count: int, resting: Callable[[], bool]) -> Slice:
    seconds = LARGE_SLICE_S if count > LARGE else SLICE_S
    return layout, layout.run(seconds, time.perf_counter, resting)
