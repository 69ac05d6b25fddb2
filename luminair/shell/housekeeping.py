"""What the app does by itself: folds quiet sessions, and looks for what may be proposed."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.desk import Desk

EVERY_S = 1800.0
SHOW_AFTER_MS = 400
"""What is folded sooner need not be seen: by its own rules it takes a moment a session."""


@dataclass(frozen=True, slots=True)
class Folding:
    """How far a round is.

    Attributes:
        title: of the session that is folded now.
        done: sessions that are folded already.
        count: sessions of this round.
    """

    title: str
    done: int
    count: int


class Housekeeper(QObject):
    """Keeps house on a thread of its own, from the start and every half hour.

    Args:
        desk: the rest of the house.
        parent: a window.

    Signals:
        folding: a `Folding` while sessions are folded, None once that is over.
        tended: what waits for the owner may be another now.
    """

    folding = Signal(object)
    tended = Signal()

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._enough = threading.Event()
        self._now: Folding | None = None
        self._later = QTimer(self, singleShot=True, interval=SHOW_AFTER_MS)
        self._later.timeout.connect(lambda: self.folding.emit(self._now))

    def stop(self) -> None:
        """Ends the round that is on; what it has folded stays, the rest waits for the next."""
        self._enough.set()

    def work(self, ending: threading.Event, tell: Callable[[Folding | None], None]) -> None:
        """Keeps house until it is told to end; knows no Qt (see `Jobs.stay`).

        Args:
            ending: set as the app quits.
            tell: takes how far it is, and None after each part that may have brought something.
        """

        def stopped() -> bool:
            return ending.is_set() or self._enough.is_set()

        while not ending.is_set():
            self._enough.clear()
            with suppress(LuminairError, OSError):  # no vault just now: it waits
                self._desk.distill_quiet(
                    progress=lambda done, count, title: tell(Folding(title, done, count)),
                    cancelled=stopped,
                )
            tell(None)
            with suppress(LuminairError, OSError):
                self._desk.review.tend_apart(ending.is_set, ending.wait)
            tell(None)
            ending.wait(EVERY_S)

    def hear(self, found: Folding | None) -> None:
        """What `work` told, on the window's thread."""
        shown = self._now is not None and not self._later.isActive()
        self._now = found
        if found is None:
            self._later.stop()
            if shown:
                self.folding.emit(None)
            self.tended.emit()
        elif shown:
            self.folding.emit(found)
        elif not self._later.isActive():
            self._later.start()
