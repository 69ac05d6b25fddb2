"""When Python looks for reference cycles: on the window's thread, and at length only when quiet.

Left alone, the interpreter does it in whatever thread happens to allocate, with all others
waiting: 40 to 100 ms among the messages of long sessions or the notes of a large vault
(``tests/bench/streaming.py``). Nor must a worker take down an object of Qt's.
"""

from __future__ import annotations

import gc
import sys
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

BEAT_MS = 250
YOUNG = 2_000
"""New objects after which the youngest are looked at; that takes about a millisecond."""
CROWD = 50_000
"""So many at once were made by a job that read a large vault: they stay, and a look at them would
hold up the window for a tenth of a second."""
STEPS = 10
"""Looks at a generation after which the next older one has its turn, as the interpreter does."""
QUIET_S = 2.0
"""After so long without a job or a stream the oldest generation has its turn."""
AWAY_S = 60.0
"""After so long behind other apps' windows what was set aside is looked at as well."""
AWAY_AGAIN_S = 600.0
OVERDUE = 200
"""So many turns of the middle generation, and the oldest does not wait for quiet any more."""


class Garbage(QObject):
    """Takes over from the interpreter's own collector until :meth:`stop`.

    Args:
        busy: whether jobs or streams are under way.
        away: whether the owner looks at another app.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        busy: Callable[[], bool],
        away: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._busy, self._away, self._clock = busy, away, clock
        self._quiet_since = self._away_since = self._wholly = clock()
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT_MS)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.step)

    def start(self) -> None:
        """Sets aside what is there already, and takes over."""
        gc.disable()
        gc.collect()
        gc.freeze()
        # A busy job lets the window have its turn after 1 ms instead of 5.
        sys.setswitchinterval(0.001)
        self._timer.start()

    def stop(self) -> None:
        """Gives back."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def step(self) -> None:
        """One look, as small as the moment asks for."""
        young, middle, old = gc.get_count()
        now = self._clock()
        if self._busy():
            self._quiet_since = self._away_since = now
        elif not self._away():
            self._away_since = now
        if now - self._away_since >= AWAY_S and now - self._wholly >= AWAY_AGAIN_S:
            self._wholly = now
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif young > CROWD:
            gc.freeze()
        elif old > OVERDUE or (old > STEPS and now - self._quiet_since >= QUIET_S):
            gc.collect()
            gc.freeze()  # what has lived so long need not be gone through each time
        elif middle > STEPS:
            gc.collect(1)
        elif young > YOUNG:
            gc.collect(0)
