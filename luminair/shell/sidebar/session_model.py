"""The sessions as a list model: headings and sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from typing_extensions import override

from luminair.messages import MessageState
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.text import tip

if TYPE_CHECKING:
    from luminair.sessions.session import Session


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
        waiting: whether its model waits for the owner's answer.
        unread: whether something came that the owner has not seen.
        words: what to point out in ``under``: the words that were searched for.
    """

    session: Session
    under: str
    time: str
    pane: int = 0
    active: bool = False
    replying: bool = False
    waiting: bool = False
    unread: bool = False
    words: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return self.session.id

    @property
    def spins(self) -> bool:
        """Whether its model is at work, and not waiting for the owner."""
        return self.replying and not self.waiting

    @property
    def failed(self) -> bool:
        """Whether its last message failed."""
        return self.session.last_state is MessageState.FAILED

    @property
    def spoken(self) -> str:
        """The row for VoiceOver."""
        states = (
            (self.waiting, "waiting for you"),
            (self.replying, "replying"),
            (self.failed, "failed"),
            (self.unread, "unread"),
        )
        state = next((words for holds, words in states if holds), "")
        where = f"pane {self.pane}" if self.pane else self.time
        under = self.under.replace(" · ", ", ")
        return ", ".join(part for part in (self.session.title, under, state, where) if part)


AnyRow = Heading | Row


class SessionModel(RowsModel[AnyRow]):
    """Headings and sessions."""

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag
        chosen = flags.ItemIsEnabled | flags.ItemIsSelectable
        return chosen | flags.ItemIsEditable | flags.ItemIsDragEnabled

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return row.title if isinstance(row, Heading) else row.session.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.title if isinstance(row, Heading) else row.spoken
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Row):
            return tip(row.session.folder) or None
        return None
