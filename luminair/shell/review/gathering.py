"""From the queue to cards, off the window's thread: names, days, lists, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.context.cost import in_tokens
from luminair.errors import LuminairError
from luminair.journal import ProposalKind
from luminair.plurals import counted
from luminair.shell.parts.times import dated, day, moment
from luminair.shell.review.distilled import distilled
from luminair.shell.review.facts import Act, Facts, Pending

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from luminair.journal import Evidence, Proposal
    from luminair.shell.desk import Desk

_RULES = {ProposalKind.RULE, ProposalKind.PROMOTE, ProposalKind.IMPORTED}
_ORIGINS = {"page": "the page", "import": "the import", "tool": "the tool"}
OPEN_NOTE, EDIT_NOTE = Act("Open", "open"), Act("Edit", "edit")
_TITLES = {
    "contradicts": "Two rules contradict each other",
    "repeats": "Two rules say the same",
}
_STALE_YES = {"archive": "Archive", "overrides": "Let the newer one hold", "look": "Seen"}


def gather(desk: Desk) -> Pending:
    """All that waits, as cards.

    Raises:
        LuminairError: the vault cannot be read.
    """
    queue, now = desk.review.queue(), desk.now()
    titles = _titles(desk, [*queue.waiting])
    cards = tuple(_card(desk, each, titles, now) for each in queue.waiting)
    back = day(queue.later[0].until, now) if queue.later else ""
    refused = tuple((each.id, each.title) for each in queue.refused)
    return Pending(cards, len(queue.later), back, refused)


def _titles(desk: Desk, waiting: Sequence[Proposal]) -> dict[str, str]:
    """What the sessions are called that the cards name."""
    wanted = {each.session for each in waiting}
    wanted |= {one.session for each in waiting for one in each.evidence}
    known = {each.id: each.title for each in desk.library.listing().sessions}
    return {session: known.get(session, "") for session in wanted if session}


def _card(desk: Desk, proposal: Proposal, titles: dict[str, str], now: datetime) -> Facts:
    sources = tuple(
        (_source(each, titles), moment(each.at, now) if each.at else "")
        for each in proposal.evidence
    )
    voices = len({each.session for each in proposal.evidence if each.session})
    first = min((each.at for each in proposal.evidence if each.at), default="")
    if proposal.kind in _RULES:
        asked = proposal.kind is ProposalKind.PROMOTE
        return Facts(
            proposal,
            reason="" if asked else dated(proposal.reason, now),
            under=counted(voices, "session") if asked else _by(proposal),
            heading=f"Asked in {counted(voices, 'session')}" if asked else "",
            begun=f"first on {day(first, now)}" if asked and first else "",
            sources=sources,
            cost=_cost(desk, proposal),
            folders=_folders(desk, proposal),
        )
    if proposal.kind is ProposalKind.DISTILL:
        return distilled(desk, proposal, titles, now)
    if proposal.kind is ProposalKind.CHANGED:
        return Facts(proposal, reason=proposal.reason, diff=proposal.text, acts=(OPEN_NOTE,))
    if proposal.kind is ProposalKind.HELD:
        return Facts(
            proposal,
            reason=proposal.reason,
            under=_by(proposal),
            sources=sources,
            acts=_acts(proposal),
        )
    if proposal.kind is ProposalKind.CONFLICT:
        return Facts(
            proposal,
            title=_TITLES.get(str(proposal.data.get("how", "")), ""),
            reason=proposal.reason,
            # Two rules of one title lie at two paths.
            sources=tuple((each.path.removesuffix(".md"), "") for each in proposal.evidence),
            keeps=tuple(each.note or each.path for each in proposal.evidence),
            acts=(EDIT_NOTE,),
        )
    stale = proposal.kind is ProposalKind.STALE
    return Facts(
        proposal,
        reason=dated(proposal.reason, now),
        yes=_STALE_YES.get(str(proposal.data.get("deed", "")), "") if stale else "",
        sources=sources,
        cost=proposal.text,
        acts=_acts(proposal),
    )


def _by(proposal: Proposal) -> str:
    by = proposal.by
    if by in {"", "owner", "luminair"}:
        return ""
    origin, colon, name = by.partition(":")
    return f"from {_ORIGINS[origin]} {name}" if colon and origin in _ORIGINS else f"from {by}"


def _source(evidence: Evidence, titles: dict[str, str]) -> str:
    if evidence.session:
        return titles.get(evidence.session) or evidence.session
    return evidence.path.rpartition("/")[2].removesuffix(".md")


def _cost(desk: Desk, proposal: Proposal) -> str:
    """What a yes adds to every prompt."""
    size = len((proposal.text or proposal.title).encode("utf-8", "replace"))
    tokens = in_tokens(-(-size // 4), exact=False)
    where = desk.project_name(proposal.cwd) if proposal.scope == "folder" else ""
    place = f" in {where}" if where else ""
    year = proposal.data.get("cost", "")
    said = f" {year}" if isinstance(year, str) and year else ""
    return (
        f"Nothing is written until you approve. Then it rides on every prompt{place} and costs "
        f"{tokens}.{said}"
    )


def _folders(desk: Desk, proposal: Proposal) -> tuple[tuple[str, str], ...]:
    if not proposal.cwd:
        return (("Everywhere", ""),)
    return ((desk.project_name(proposal.cwd) or proposal.cwd, proposal.cwd),)


def _acts(proposal: Proposal) -> tuple[Act, ...]:
    return (OPEN_NOTE,) if any(each.note or each.path for each in proposal.evidence) else ()


def card_of(desk: Desk, proposal: str) -> str:
    """The path of the note that a card is about.

    Raises:
        LuminairError: it is gone.
    """
    found = desk.journal.proposals.find(proposal)
    named = [found.data.get(name, "") for name in ("summary", "path", "keep", "note")]
    keys = [each for each in named if isinstance(each, str) and each]
    keys += [each.note or each.path for each in found.evidence if each.note or each.path]
    for key in keys:
        try:
            return desk.journal.find(key).path
        except LuminairError:
            continue
    return ""
