"""Rows as a list model, changed with as few moves as can be so that selection holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Sequence

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Under this role a view's delegate finds the whole row."""


class Keyed(Protocol):
    """A row; its key tells it apart from the others of its list."""

    @property
    def key(self) -> str:
        """The same while it is the same thing, whatever is shown of it."""
        ...


RowType = TypeVar("RowType", bound=Keyed)


class RowsModel(QAbstractListModel, Generic[RowType]):
    """Rows of one kind; a subclass says what each role of a row is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[RowType] = []

    @property
    def rows(self) -> Sequence[RowType]:
        """What is shown."""
        return self._rows

    def row_of(self, key: str) -> int:
        """The place of a row, or -1."""
        return next((at for at, row in enumerate(self._rows) if row.key == key), -1)

    def set_rows(self, rows: Sequence[RowType]) -> None:
        """Shows other rows; those that stay in place are left there."""
        old, new = [row.key for row in self._rows], [row.key for row in rows]
        head = 0
        while head < min(len(old), len(new)) and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        gone, come = len(old) - head - tail, len(new) - head - tail
        if gone:
            self.beginRemoveRows(QModelIndex(), head, head + gone - 1)
            del self._rows[head : head + gone]
            self.endRemoveRows()
        if come:
            self.beginInsertRows(QModelIndex(), head, head + come - 1)
            self._rows[head:head] = rows[head : head + come]
            self.endInsertRows()
        for at, row in enumerate(rows):
            if self._rows[at] is not row and self._rows[at] != row:
                self._rows[at] = row
                index = self.index(at)
                self.dataChanged.emit(index, index)

    @override
    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)
