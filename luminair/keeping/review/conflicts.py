"""Two rules at odds: the owner keeps one of them, or both; the other is archived, in one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import NoteNotFound, Refused
from luminair.keeping.review.deeds import Deed, Outcome, Wish

if TYPE_CHECKING:
    from luminair.journal import Journal, Note, Proposal


class ConflictDeed(Deed):
    """Yes keeps the rule that the owner names and archives the other; never keeps both."""

    @override
    def stands(self, journal: Journal, proposal: Proposal) -> bool:
        """Whether both rules are still there and ride."""
        return all(note is not None and not note.in_archive for note in rules_of(journal, proposal))

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Archives the rule that is not kept.

        Raises:
            Refused: the owner did not say which holds, or the kept one is no rule of the two.
        """
        if wish.text is not None or wish.scope is not None:
            raise Refused("Two rules at odds have no words to change; say which one holds.")
        rules = [note for note in rules_of(journal, proposal) if note is not None]
        keys = _keys(proposal)
        if not wish.keep or (wish.keep not in keys and wish.keep not in _lines(proposal)):
            raise Refused(
                "Two rules at odds need more than a yes: archive or edit one of them, "
                "or refuse this to keep both."
            )
        leaving = [note for note, key in zip(rules, keys, strict=True) if key != wish.keep]
        written = journal.archive([note.path for note in leaving])[0]
        kept = next((note for note, key in zip(rules, keys, strict=True) if key == wish.keep), None)
        said = f"“{written.note.title}” is archived"
        said += f"; “{kept.title}” holds." if kept is not None else "; the project's file holds."
        return Outcome(written.operation, said, kept)

    @override
    def never(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Both stay as they are."""
        return Outcome(said="Both stay as they are. This is not asked again until one changes.")


def rules_of(journal: Journal, proposal: Proposal) -> list[Note | None]:
    """The rules of the vault that a card is about, None for one that is gone."""
    return [_find(journal, key) for key in _keys(proposal)]


def _keys(proposal: Proposal) -> tuple[str, ...]:
    found = proposal.data.get("notes", ())
    return tuple(found) if isinstance(found, tuple | list) else ()


def _lines(proposal: Proposal) -> set[str]:
    """Where the lines of a project's own files stand."""
    return {each.path for each in proposal.evidence if not each.note}


def _find(journal: Journal, key: str) -> Note | None:
    try:
        return journal.find(key)
    except NoteNotFound:
        return None
