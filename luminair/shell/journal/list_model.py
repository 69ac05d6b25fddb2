"""Notes as a list model, changed with as few moves as can be so that selection holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from luminair.journal import Kind, Note, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.journal import Listed

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_NAMES = {
    Kind.RULE: "Rule",
    Kind.NOTE: "Note",
    Kind.DOC: "Doc",
    Kind.ASK: "Ask",
    Kind.RULEDOUT: "Dead end",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One note as the list shows it.

    Attributes:
        note: the note.
        under: the summary, or the passage that a search found.
        age: how old, short.
        mark: a line about its standing, or ''.
        mark_icon: its icon.
        mark_role: its colour role.
        words: what to point out in ``under`` and the title.
    """

    note: Note
    under: str
    age: str
    mark: str = ""
    mark_icon: str = ""
    mark_role: str = "warn"
    words: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return self.note.path

    @property
    def spoken(self) -> str:
        """The row for VoiceOver."""
        note = self.note
        pinned = "pinned" if note.pinned else ""
        parts = (note.title, kind_name(note), note.scope.value, pinned, self.mark, self.age)
        return ", ".join(part for part in (*parts, self.under) if part)


def kind_name(note: Note) -> str:
    """The kind as the window writes it."""
    return "Session" if kind_key(note) == "session" else _NAMES[note.kind]


def kind_key(note: Note) -> str:
    """The kind's key in the tables of icons; a session's own note has one of its own."""
    if note.kind is Kind.NOTE and note.path.startswith("Sessions/"):
        return "session"
    return note.kind.value


def standing(each: Listed, winner: Note | None) -> tuple[str, str, str]:
    """The line about a note's standing: words, icon, colour role; '' where it is live."""
    if each.state is State.HIDDEN:
        by = f"a {winner.scope.value} {winner.kind.words}" if winner is not None else "another note"
        return f"Hidden by {by}", "ph.eye-slash", "warn"
    if each.state is State.HELD:
        return "Held for review", "ph.clock", "warn"
    if each.state is State.DAMAGED:
        return f"Cannot be read: it {each.note.damage}", "ph.warning-circle-fill", "danger"
    return "", "", ""


class NoteModel(QAbstractListModel):
    """The notes of a shelf, or what a search found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown."""
        return self._rows

    def row_of(self, path: str) -> int:
        """The row of a note, or -1."""
        return next((at for at, row in enumerate(self._rows) if row.key == path), -1)

    def set_rows(self, rows: Sequence[Row]) -> None:
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
        for number, row in enumerate(rows):
            if self._rows[number] != row:
                self._rows[number] = row
                index = self.index(number)
                self.dataChanged.emit(index, index)

    @override
    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

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
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.note.path
        return None
