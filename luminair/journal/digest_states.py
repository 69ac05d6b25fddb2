"""Which block of the digest a note belongs to, and what keeps it from riding there.

Used by ``digest.py``; every verdict is a sentence for people.
"""

from __future__ import annotations

from luminair.journal.digest_items import BlockName, Inputs, Lack, short_title
from luminair.journal.fence import one_line
from luminair.journal.notes.note import SETTINGS_UNREAD, Kind, Note, Scope, Status, Trust
from luminair.journal.precedence import Ground, HiddenBy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


class States:
    """What keeps a visible note from riding at this place."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._hidden: Mapping[str, HiddenBy] = inputs.hidden or {}
        self._waiting = inputs.waiting or {}
        self._by_path = {note.path: note for note in inputs.notes}

    def obstacle(self, note: Note) -> tuple[Lack, str] | None:
        """Why the note does not ride, None where it may."""
        if note.in_archive:
            return Lack.ARCHIVED, self._archived(note)
        if note.status is Status.HELD:
            return Lack.HELD, "Held for review"
        if note.path in self._hidden:
            return self._hidden_by(self._hidden[note.path])
        if note.settings_unread:
            return Lack.SETTINGS_UNREAD, SETTINGS_UNREAD
        if not note.rides:
            return Lack.NEVER_RIDES, "In a folder that never rides"
        return self._own_obstacle(note)

    def _own_obstacle(self, note: Note) -> tuple[Lack, str] | None:
        if note.kind is Kind.RULE and note.trust < Trust.APPROVED:
            return Lack.NOT_APPROVED, f"Not approved by the owner: {note.trust.words}"
        if note.kind is Kind.ASK and note.status is not Status.OPEN:
            return Lack.CLOSED, "Closed"
        if note.path in self._waiting:
            return Lack.WAITING, self._waiting[note.path]
        if self._is_own_note(note):
            return Lack.OWN_NOTE, "It is this session's own note"
        return None

    def _is_own_note(self, note: Note) -> bool:
        return (
            note.kind is Kind.NOTE
            and note.scope is Scope.SESSION
            and note.path.startswith("Sessions/")
            and bool(note.session)
            and note.session == self._inputs.place.session
        )

    def _archived(self, note: Note) -> str:
        return f"Archived on {day(note.archived or note.updated, self._inputs.now)}"

    def _hidden_by(self, hidden: HiddenBy) -> tuple[Lack, str]:
        winner = self._by_path.get(hidden.path)
        name = hidden.path if winner is None else short_title(winner)
        if hidden.ground is Ground.COPY:
            return Lack.COPY, f"A sync conflict copy of “{name}”"
        if winner is None:
            return Lack.HIDDEN, f"Hidden by “{name}”"
        kind = f"{winner.scope.value} {winner.kind.words}"
        return Lack.HIDDEN, f"Hidden by the {kind} “{name}”"


def block_of(note: Note) -> BlockName | None:
    """The block where the note rides if it does; None for what never comes into question.

    What lies in ``Harness/`` rides there or nowhere: a reference document that once lay there
    rode on every message, in the design this one comes from.
    """
    if note.damage or note.in_harness:
        return None
    if note.kind is Kind.RULE:
        return BlockName.RULES
    if note.pinned:
        return BlockName.PINS
    match note.kind:
        case Kind.RULEDOUT:
            return BlockName.DEAD_ENDS
        case Kind.ASK:
            return BlockName.ASKS
        case Kind.NOTE | Kind.DOC:
            return BlockName.NOTES


_SEEN_ONLY_WHEN_MATCHING = {
    Lack.ARCHIVED,
    Lack.HELD,
    Lack.CLOSED,
    Lack.NEVER_RIDES,
    Lack.OWN_NOTE,
}


def is_missed(block: BlockName, lack: Lack) -> bool:
    """Whether a note that does not match would have ridden, so that its absence is news."""
    return block is not BlockName.NOTES and lack not in _SEEN_ONLY_WHEN_MATCHING


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day(utc: str, now: datetime) -> str:
    """'9 Sep', with the year where it is not this one; the text itself where it is no date."""
    year, month, day = utc[:4], utc[5:7], utc[8:10]
    if not (year + month + day).isdecimal() or not 1 <= int(month) <= len(_MONTHS):
        return one_line(utc)
    words = f"{int(day)} {_MONTHS[int(month) - 1]}"
    return words if int(year) == now.year else f"{words} {int(year)}"
