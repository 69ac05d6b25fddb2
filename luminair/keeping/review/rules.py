"""Rules that were proposed: how they get into the queue, and what the owner's yes writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import UsageError
from luminair.journal import (
    Decision,
    Evidence,
    Kind,
    Proposal,
    ProposalKind,
    Scope,
    State,
    says_the_same,
)
from luminair.keeping.review.deeds import Deed, Outcome, Wish

if TYPE_CHECKING:
    from datetime import datetime

    from luminair.journal import Journal, Place

TITLE_CHARS = 80
STANDING_BYTES = 16 * 1024
"""Above this much standing text the owner is told so when a rule is saved (spec 5.1)."""


def propose_rule(
    journal: Journal,
    rule: str,
    reason: str,
    *,
    scope: Scope,
    place: Place,
    by: str,
    now: datetime,
) -> Proposal:
    """Puts a rule into the queue, or finds the proposal or the answer that is there already.

    Args:
        journal: the vault.
        rule: the rule, without secrets.
        reason: what the owner said, without secrets.
        scope: whom it is meant for.
        place: where the model's session stands.
        by: who proposes, ``<lane>/<model>``.
        now: UTC.

    Returns:
        The proposal; its ``answer`` and ``at`` tell whether it is new.
    """
    rule = " ".join(rule.split())
    cwd = place.project.root if place.project is not None and scope is Scope.FOLDER else ""
    known = journal.proposals.all()
    for each in known:
        if each.kind in {ProposalKind.RULE, ProposalKind.PROMOTE} and _same(each, rule, cwd):
            return each
    where = cwd if scope is Scope.FOLDER else place.session if scope is Scope.SESSION else ""
    proposal = Proposal(
        id="",
        key=f"rule:{scope.value}:{where}:{rule.casefold()}",
        kind=ProposalKind.RULE,
        title=_title(rule),
        text=rule,
        reason=f"{by} proposes it as a rule.",
        evidence=(Evidence(" ".join(reason.split()), session=place.session),),
        scope=scope.value,
        cwd=cwd,
        session=place.session,
        by=by,
    )
    added = journal.proposals.propose([proposal], now)
    return (
        added[0]
        if added
        else next(each for each in journal.proposals.all() if each.key == proposal.key)
    )


def _same(known: Proposal, rule: str, cwd: str) -> bool:
    """Whether a proposal that waits, or that the owner refused, says this for this place."""
    live = known.answer in {Decision.WAITING, Decision.LATER, Decision.NEVER}
    here = known.scope == Scope.GLOBAL or known.cwd == cwd
    return live and here and says_the_same(known.text, rule)


def standing_rule(journal: Journal, rule: str, place: Place | None) -> str:
    """The key of a live rule that says this already, or ''."""
    rules = journal.listing(kind=Kind.RULE, state=State.LIVE, place=place, compared=False)
    for each in rules:
        body = journal.load(each.note.path).body.strip()
        if any(says_the_same(rule, text) for text in (body, each.note.title) if text):
            return each.note.key
    return ""


class RuleDeed(Deed):
    """Yes writes the rule; its evidence stays out of the text, since a rule rides in full."""

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Writes the rule as one operation.

        Raises:
            UsageError: no words are left, or the scope lacks its folder or session.
        """
        text = (proposal.text if wish.text is None else wish.text).strip()
        if not text:
            raise UsageError("A rule needs words; say them with --text.")
        scope = wish.scope or Scope(proposal.scope or Scope.GLOBAL)
        if scope is Scope.FOLDER and not proposal.cwd:
            raise UsageError("This proposal names no project folder; choose session or global.")
        if scope is Scope.SESSION and not proposal.session:
            raise UsageError("This proposal names no session; choose folder or global.")
        moment = wish.now
        approved = f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"
        why = proposal.evidence[0].quote if proposal.evidence else ""
        with journal.batch(f"approve the rule “{_title(text)}”") as batch:
            written = journal.add(
                title=_title(text),
                body=text + "\n",
                kind=Kind.RULE,
                scope=scope,
                cwd=proposal.cwd if scope is not Scope.GLOBAL else "",
                session=proposal.session if scope is Scope.SESSION else "",
                source=proposal.by,
                approved=approved,
                extra={"why": why[:300]} if why else None,
            )
        size = len(text.encode())
        said = (
            f"It is a rule now ({written.note.scope.value}) and adds about {-(-size // 4):,} "
            "tokens to every prompt that it covers."
        )
        return Outcome(batch.op, said, written.note, _too_much(journal))


def _too_much(journal: Journal) -> str:
    """A warning where standing text is large, '' where it is not."""
    rules = journal.listing(kind=Kind.RULE, state=State.LIVE, compared=False)
    total = sum(len(journal.load(each.note.path).body.encode()) for each in rules)
    if total <= STANDING_BYTES:
        return ""
    return (
        f"Rules are {total / 1024:,.0f} KB in all, more than {STANDING_BYTES // 1024} KB; all of "
        "them ride with every prompt that they cover, so look which can go."
    )


def _title(rule: str) -> str:
    line = rule.strip().partition("\n")[0].strip()
    if len(line) <= TITLE_CHARS:
        return line.rstrip(".")
    return f"{line[: TITLE_CHARS - 1].rsplit(' ', 1)[0]}…"
