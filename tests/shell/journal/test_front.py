"""The Journal comes to the front also where no window manager brings it there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.journal import JournalWindow


class Raised(QObject):
    """Counts how often a window was put before the others."""

    times = 0

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.ZOrderChange
        return False


def test_a_second_time_it_is_raised(room: JournalWindow, settle: Callable[[], None]) -> None:
    raised = Raised()
    room.installEventFilter(raised)
    assert room.isVisible()
    room.open_session_note("")
    settle()
    room.removeEventFilter(raised)
    assert raised.times == 1
