"""Notes as a list model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from typing_extensions import override

from luminair.shell.journal.rows import Row
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.text import tip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from PySide6.QtCore import QObject

MIME = "application/x-luminair-notes"
"""Paths of notes that are dragged, a line each."""


def dragged(data: QMimeData) -> list[str]:
    """The notes that are dragged; none where it is something else."""
    return bytes(data.data(MIME).data()).decode().splitlines()


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
            return tip(row.note.path)
        return None

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME]

    @override
    def mimeData(self, indexes: Sequence[AnyIndex]) -> QMimeData:
        data = QMimeData()
        paths = [self._rows[index.row()].key for index in indexes]
        data.setData(MIME, "\n".join(paths).encode())
        return data
