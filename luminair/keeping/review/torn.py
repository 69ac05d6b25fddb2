"""Notes in which a sync left two versions of something, for a person to choose (spec 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import override

from luminair.errors import NoteError, Refused
from luminair.journal import Evidence, Problem, Proposal, ProposalKind, torn_in, with_both
from luminair.keeping.review.deeds import Deed, Outcome, Wish

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.journal import Journal, Note


class Torn(NamedTuple):
    """A note and what of it stands there twice: keys and headings, '' for the text at its top."""

    note: Note
    parts: tuple[str, ...]

    @property
    def words(self) -> str:
        """The parts, as a sentence names them."""
        names = ", ".join(f"“{part}”" if part else "the text at its top" for part in self.parts)
        return f"holds two versions of {names}, from a sync"


def torn_notes(journal: Journal, paths: Iterable[str] | None = None) -> list[Torn]:
    """The notes with two versions of something.

    Args:
        journal: the vault, fresh.
        paths: look at these alone; None reads every note.
    """
    if paths is None:
        paths = [each.note.path for each in journal.listing(compared=False)]
    found = []
    for path in paths:
        try:
            parts = torn_in(journal.file_bytes(path))
            if parts:
                found.append(Torn(journal.find(path), parts))
        except NoteError:  # gone since the look, or no note
            continue
    return found


def problems(journal: Journal) -> list[Problem]:
    """The same for the doctor."""
    advice = "Keep what is right, and take out the other version with the marked lines."
    return [Problem(each.note.path, each.words, advice) for each in torn_notes(journal)]


def proposals(journal: Journal, paths: Iterable[str] | None = None) -> list[Proposal]:
    """The same for Review, once for each state of a note."""
    return [
        Proposal(
            id="",
            key=f"torn:{each.note.path}:{each.note.sha256[:16]}",
            kind=ProposalKind.TORN,
            title=f"Two versions of “{each.note.title}”",
            text="Keep both leaves both versions in the note and takes out the marks.",
            reason=f"'{each.note.path}' {each.words}; both machines changed it.",
            evidence=(Evidence(each.note.title, path=each.note.path, note=each.note.key),),
            scope=each.note.scope.value,
            cwd=each.note.cwd,
            data={"path": each.note.path},
        )
        for each in torn_notes(journal, paths)
    ]


class TornDeed(Deed):
    """Yes keeps both versions and takes the marks out; never leaves the note as it is."""

    @override
    def stands(self, journal: Journal, proposal: Proposal) -> bool:
        """Whether the note still holds two versions."""
        return bool(torn_notes(journal, [str(proposal.data.get("path", ""))]))

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Takes the marks out.

        Raises:
            Refused: other words are asked for.
        """
        if wish.text is not None or wish.scope is not None:
            raise Refused("To choose between the two versions, edit the note itself.")
        path = str(proposal.data.get("path", ""))
        note = journal.find(path)
        text = with_both(journal.file_bytes(path)).decode("utf-8").removeprefix("\ufeff")
        written = journal.save_source(note.path, text.replace("\r\n", "\n"), note.sha256)
        return Outcome(written.operation, f"“{note.title}” holds both versions.", written.note)
