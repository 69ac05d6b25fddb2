"""The sessions as a list model: headings and sessions, changed with as few moves as can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from luminair.messages import MessageState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.sessions.session import Session

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class Heading:
    """A group row; it cannot be selected."""

    title: str

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return f"heading {self.title}"


@dataclass(frozen=True, slots=True)
class Row:
    """One session as the list shows it.

    Attributes:
        session: its facts.
        under: the second line: project and model, or an excerpt.
        time: when it last moved, short.
        pane: number of the pane that shows it, 0 for none.
        active: whether that pane is the active one.
        replying: whether a turn runs.
        unread: whether something came that the owner has not seen.
    """

    session: Session
    under: str
    time: str
    pane: int = 0
    active: bool = False
    replying: bool = False
    unread: bool = False

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return self.session.id

    @property
    def failed(self) -> bool:
        """Whether its last message failed."""
        return self.session.last_state is MessageState.FAILED

    @property
    def words(self) -> str:
        """The row for VoiceOver."""
        state = "replying" if self.replying else "failed" if self.failed else ""
        state = state or ("unread" if self.unread else "")
        where = f"pane {self.pane}" if self.pane else self.time
        under = self.under.replace(" · ", ", ")
        return ", ".join(part for part in (self.session.title, under, state, where) if part)


AnyRow = Heading | Row


class SessionModel(QAbstractListModel):
    """Headings and sessions."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[AnyRow] = []

    @property
    def rows(self) -> Sequence[AnyRow]:
        """What is shown."""
        return self._rows

    def row_of(self, identity: str) -> int:
        """The row of a session, or -1."""
        return next(
            (
                number
                for number, row in enumerate(self._rows)
                if isinstance(row, Row) and row.key == identity
            ),
            -1,
        )

    def set_rows(self, rows: Sequence[AnyRow]) -> None:
        """Shows other rows: what stays in place is left there, so that selection holds."""
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
        for number, row in enumerate(rows):
            if self._rows[number] != row:
                self._rows[number] = row
                index = self.index(number)
                self.dataChanged.emit(index, index)

    @override
    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title if isinstance(row, Heading) else row.session.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.title if isinstance(row, Heading) else row.words
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Row):
            return row.session.folder or None
        return None
