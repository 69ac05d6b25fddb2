"""Notes from a low rung of trust that read like an order: held, with the reason, until answered.

Every door through which others than the owner file notes (tools, MCP, the command line, imports)
asks :func:`hold` and, once the note is written, :func:`announce`. A held note is an ordinary file
that never rides and that no tool shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import NoteNotFound
from luminair.journal import Decision, Evidence, Proposal, ProposalKind, State, Status
from luminair.keeping.review.deeds import Deed, Outcome, Wish
from luminair.keeping.trust import reads_like_orders

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from luminair.journal import Journal, Note

_OWNER = frozenset({"", "owner"})
_QUOTE_CHARS = 300
SECOND_YES = "it waits for a second person's yes"
"""How the reason ends for which a sync holds a rule of somebody else."""


def why_held(source: str, title: str, body: str, summary: str = "") -> str:
    """Why such a note is to be held, '' where it may ride; what the owner writes always may.

    Args:
        source: who wrote it, as notes name it.
        title: the note's.
        body: the note's.
        summary: the note's own, or ''.
    """
    if source in _OWNER:
        return ""
    return reads_like_orders("\n\n".join(filter(None, (title, summary, body))))


def marks(why: str) -> tuple[Status | None, dict[str, str]]:
    """What a new note's header says of its being held: the status and further keys."""
    return (Status.HELD, {"held": why}) if why else (None, {})


def announce(journal: Journal, notes: Iterable[Note], now: datetime) -> list[Proposal]:
    """Lets the owner know of held notes; those known already are passed over."""
    wanted = [_proposal(journal, note) for note in notes if note.status is Status.HELD]
    return journal.proposals.propose(wanted, now) if wanted else []


def announce_all(journal: Journal, now: datetime) -> None:
    """Announces every held note of the vault, whichever way it came there."""
    held = journal.listing(state=State.HELD, compared=False)
    known = {each.key for each in journal.proposals.all() if each.answer is not Decision.GONE}
    announce(journal, (each.note for each in held if _key(each.note) not in known), now)


def reason_of(note: Note, body: str) -> str:
    """Why a held note is held, as a sentence.

    Args:
        note: the note.
        body: its text.
    """
    why = note.held or why_held(note.source, note.title, body, note.summary)
    return f"{(why or _unexplained(note)).rstrip('.')}."


def _proposal(journal: Journal, note: Note) -> Proposal:
    body = journal.load(note.path).body.strip()
    order = why_held(note.source, note.title, body, note.summary)
    # Other reasons are held notes' too: a project that is not known, a second person's yes.
    order = order if note.held in {"", order} else ""
    said = "reads like an order" if order else "is held for review"
    return Proposal(
        id="",
        key=_key(note),
        kind=ProposalKind.HELD,
        title=f"“{note.title}” {said}",
        text=body,
        reason=reason_of(note, body),
        evidence=(
            Evidence(
                " ".join(body.split())[:_QUOTE_CHARS],
                at=note.created,
                session=note.session,
                path=note.path,
                note=note.id or "",
            ),
        ),
        scope=note.scope.value,
        cwd=note.cwd,
        session=note.session,
        by=note.source or "owner",
        data={"note": note.key},
    )


def _unexplained(note: Note) -> str:
    """Why a note is held whose header gives no reason, and whose text shows none."""
    origin, colon, name = note.source.partition(":")
    from_where = {"page": "comes from a page", "import": "was imported", "tool": "is of a tool"}
    if note.source in _OWNER:
        return "Its header says 'status: held' without a reason, set by you or by another program"
    if colon and origin in from_where:
        return (
            f"It {from_where[origin]} ({name}), and whoever filed it set 'status: held' in its "
            "header without a reason"
        )
    return f"{note.source} filed it with 'status: held' in its header and gave no reason"


def _key(note: Note) -> str:
    return f"held:{note.key}"


class HeldDeed(Deed):
    """Yes releases the note and says that the owner approved it; never archives it, still held."""

    @override
    def stands(self, journal: Journal, proposal: Proposal) -> bool:
        """Whether the note is still there and held."""
        note = _note(journal, proposal)
        return note is not None and note.status is Status.HELD and not note.in_archive

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Releases the note."""
        key = str(proposal.data.get("note", ""))
        approved = f"{wish.now:%Y-%m-%dT%H:%M:%S}.{wish.now.microsecond // 1000:03d}Z"
        seconded = {"seconded": approved} if SECOND_YES in journal.find(key).held else {}
        written = journal.edit(
            key,
            status=Status.OPEN,
            scope=wish.scope,
            body=wish.text,
            extra={"held": None, "approved": approved, **seconded},
        )
        return Outcome(written.operation, f"Released “{written.note.title}”.", written.note)

    @override
    def never(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Archives the note; it stays held, so it never rides, also when it is brought back."""
        del wish
        note = journal.find(str(proposal.data.get("note", "")))
        if note.in_archive:
            return Outcome(said=f"“{note.title}” stays archived and held.", note=note)
        written = journal.archive([note.path])[0]
        return Outcome(
            written.operation, f"“{note.title}” is archived and stays held.", written.note
        )


def _note(journal: Journal, proposal: Proposal) -> Note | None:
    try:
        return journal.find(str(proposal.data.get("note", "")))
    except NoteNotFound:
        return None
