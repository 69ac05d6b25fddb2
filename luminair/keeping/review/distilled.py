"""What the card of a distilled session does: Keep, Edit, Put the asks back.

The distilling is done already, so a yes only keeps it, in the owner's words where they were
edited, and a no takes it back in one step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import NoteNotFound
from luminair.journal import fenced
from luminair.keeping.review.deeds import Deed, Outcome, Wish

if TYPE_CHECKING:
    from luminair.journal import Journal, Proposal


class DistillDeed(Deed):
    """See the module's text."""

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Keeps it; the owner's own words become the summary."""
        summary = _datum(proposal, "summary")
        if wish.text is None or wish.text == proposal.text or not summary:
            return Outcome(said="Kept as it is.")
        written = journal.edit(summary, body=wish.text)
        return Outcome(written.operation, "Kept with your words.", written.note)

    @override
    def never(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Puts the asks back; raises UndoRefused where notes of it changed since."""
        operation = _datum(proposal, "operation")
        if not operation:
            return Outcome(said="There was nothing to put back.")
        report = journal.undo(operation)
        return Outcome(report.undone_by, "The asks are back, and what was made of them is gone.")


def saves(journal: Journal, proposal: Proposal) -> int:
    """About how many tokens the session takes no more of a digest in which all its asks ride.

    A note is counted as a line of the digest, by four bytes a token; what was filed in place of
    the asks rides from now on, and is taken off.
    """
    less = sum(_cost(journal, key) for key in _data(proposal, "archived"))
    more = sum(_cost(journal, key) for key in _data(proposal, "made"))
    return max(less - more, 0)


def _cost(journal: Journal, key: str) -> int:
    try:
        note = journal.find(key)
    except NoteNotFound:
        return 0
    line = fenced(note, f"{note.title}: {note.summary}" if note.summary else note.title)
    return -(-len(line.encode("utf-8", "replace")) // 4)


def _data(proposal: Proposal, name: str) -> tuple[str, ...]:
    found = proposal.data.get(name, ())
    return tuple(found) if isinstance(found, tuple | list) else ()


def _datum(proposal: Proposal, name: str) -> str:
    found = proposal.data.get(name, "")
    return found if isinstance(found, str) else ""
