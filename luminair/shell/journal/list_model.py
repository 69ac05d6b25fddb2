"""Notes as a list model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from typing_extensions import override

from luminair.shell.journal.rows import Row
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from PySide6.QtCore import QObject


class NoteModel(RowsModel[Row]):
    """The notes of a shelf, or what a search found.

    Args:
        now: the clock, aware.
    """

    def __init__(self, now: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = now

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.note.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken(self._now())
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.note.path
        return None
