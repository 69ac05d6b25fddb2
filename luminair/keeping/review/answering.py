"""The review queue's methods, one for each answer, for the window and the command line alike.

What an answer does stands with those who make the proposals (``review_deeds``). An answer that
wrote something names its operation; where that was taken back by an undo, the proposal waits
again, and where the undo was undone, it is answered again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from luminair.errors import Refused
from luminair.journal import Decision, ProposalKind, taken_back
from luminair.keeping.review.deeds import Deed, Outcome, Wish
from luminair.keeping.review.held import HeldDeed, announce_all
from luminair.keeping.review.rules import RuleDeed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from luminair.journal import Journal, Proposal, Scope

LATER = timedelta(days=7)
DEEDS: Mapping[ProposalKind, Deed] = {
    ProposalKind.RULE: RuleDeed(),
    ProposalKind.PROMOTE: RuleDeed(),
    ProposalKind.IMPORTED: RuleDeed(),
    ProposalKind.HELD: HeldDeed(),
}
_NOTHING = Deed()
_YES_WRITES = frozenset(
    {
        ProposalKind.RULE,
        ProposalKind.PROMOTE,
        ProposalKind.IMPORTED,
        ProposalKind.MERGE,
        ProposalKind.STALE,
        ProposalKind.CONFLICT,
        ProposalKind.TORN,
        ProposalKind.COPY,
    }
)
"""Kinds of which only a yes writes, so that a redo can only mean yes. Of the others a card whose
answer was redone finds nothing left to answer and goes by itself."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer and what it did.

    Attributes:
        proposal: as it stands now.
        outcome: what was written and what is to be said.
    """

    proposal: Proposal
    outcome: Outcome


def pending(
    journal: Journal, now: datetime, deeds: Mapping[ProposalKind, Deed] = DEEDS
) -> list[Proposal]:
    """What waits for the owner, oldest first.

    Held notes that nobody announced are announced here; what was about a note that is gone goes
    out of the queue; what an undo took back waits again.
    """
    announce_all(journal, now)
    follow_undo(journal, now)
    waiting = []
    for each in journal.proposals.waiting(now):
        if _deed(deeds, each).stands(journal, each):
            waiting.append(each)
        else:
            journal.proposals.answer(each.id, Decision.GONE, now)
    return waiting


def approve(
    journal: Journal,
    proposal_id: str,
    now: datetime,
    text: str | None = None,
    scope: Scope | None = None,
    *,
    keep: str = "",
    deeds: Mapping[ProposalKind, Deed] = DEEDS,
) -> Answered:
    """Says yes.

    Args:
        journal: the vault.
        proposal_id: which.
        now: UTC.
        text: other words than those proposed.
        scope: another scope than the one proposed.
        keep: of two that are at odds, the one that holds: its key, or where its line stands.
        deeds: what each kind does.

    Raises:
        NoteNotFound: there is no such proposal.
        Refused: it was answered already.
        LuminairError: it could not be carried out, and waits on.
    """
    found = _open(journal, proposal_id, now)
    outcome = _deed(deeds, found).yes(journal, found, Wish(now, text, scope, keep))
    answered = journal.proposals.answer(
        found.id, Decision.YES, now, operation=outcome.operation, text=text
    )
    return Answered(answered, outcome)


def refuse(
    journal: Journal,
    proposal_id: str,
    now: datetime,
    *,
    deeds: Mapping[ProposalKind, Deed] = DEEDS,
) -> Answered:
    """Says never; raises as :func:`approve`."""
    found = _open(journal, proposal_id, now)
    outcome = _deed(deeds, found).never(journal, found, Wish(now))
    answered = journal.proposals.answer(found.id, Decision.NEVER, now, operation=outcome.operation)
    return Answered(answered, outcome)


def later(journal: Journal, proposal_id: str, now: datetime) -> Answered:
    """Asks again in a week; raises as :func:`approve`."""
    found = _open(journal, proposal_id, now)
    until = now + LATER
    answered = journal.proposals.answer(found.id, Decision.LATER, now, until=until)
    return Answered(answered, Outcome(said=f"It comes back on {until:%Y-%m-%d}."))


def put_back(journal: Journal, proposal_id: str, now: datetime) -> Answered:
    """Takes an answer back with all that it did; the proposal waits again.

    Raises:
        NoteNotFound: there is no such proposal.
        Refused: it waits already.
        UndoRefused: files changed since; their names are in the sentence.
    """
    found = journal.proposals.find(proposal_id)
    if found.answer is Decision.WAITING:
        raise Refused(f"“{found.title}” waits already.")
    operation = ""
    if found.operation:
        undone = taken_back(reversed(journal.operations()))
        if found.operation not in undone:
            operation = journal.undo(found.operation).undone_by
    answered = journal.proposals.answer(found.id, Decision.WAITING, now)
    return Answered(answered, Outcome(operation, f"“{found.title}” waits again."))


def follow_undo(journal: Journal, now: datetime) -> None:
    """Lets answers follow the undo of what they did, and its redo."""
    answers = [each for each in journal.proposals.all() if each.operation]
    if not answers:
        return
    records = journal.operations()
    known, undone = {record.op: record for record in records}, taken_back(reversed(records))
    for each in answers:
        if each.operation not in known:
            continue
        was_undone = each.operation in undone
        # What an import brought went with its notes: that operation is itself an undo.
        withdrawn = each.kind is ProposalKind.IMPORTED and bool(known[each.operation].undoes)
        if was_undone and (
            each.answer in {Decision.YES, Decision.NEVER}
            or (withdrawn and each.answer is Decision.GONE)
        ):
            # The operation and the answer stay named, for a redo.
            _note_down(journal, each, Decision.WAITING, now)
        elif not was_undone and each.answer is Decision.WAITING and each.kind in _YES_WRITES:
            _note_down(journal, each, Decision.GONE if withdrawn else Decision.YES, now)


def _note_down(journal: Journal, proposal: Proposal, answer: Decision, now: datetime) -> None:
    journal.proposals.answer(proposal.id, answer, now, operation=proposal.operation)


def _deed(deeds: Mapping[ProposalKind, Deed], proposal: Proposal) -> Deed:
    return deeds.get(proposal.kind, _NOTHING)


def _open(journal: Journal, proposal_id: str, now: datetime) -> Proposal:
    follow_undo(journal, now)
    found = journal.proposals.find(proposal_id)
    words = {
        Decision.YES: "was approved already",
        Decision.NEVER: "was refused already",
        Decision.GONE: "has nothing left to answer",
    }.get(found.answer)
    if words is not None:
        raise Refused(
            f"“{found.title}” {words}; `luminair-journal review --put-back {found.id}` asks anew."
        )
    return found
