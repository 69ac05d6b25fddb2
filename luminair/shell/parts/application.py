"""The application, which is also handed files: dragged to its icon, or opened with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Sequence


class Application(QApplication):
    """Keeps what it is handed until somebody takes it; the first comes before any window does.

    Signals:
        handed: there is something to take.
    """

    handed = Signal()

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self._handed: list[Path] = []

    def take_handed(self) -> list[Path]:
        """What came since the last time."""
        found, self._handed = self._handed, []
        return found

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._handed.append(Path(event.file()))
            self.handed.emit()
            return True
        return super().event(event)
