"""What every kind of proposal does when it is answered: the one list of all deeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import Refused
from luminair.journal import ProposalKind, ended
from luminair.keeping.review.answering import DEEDS
from luminair.keeping.review.conflicts import ConflictDeed
from luminair.keeping.review.deeds import Deed, Outcome, Wish
from luminair.keeping.review.distilled import DistillDeed
from luminair.keeping.review.joining import CopyDeed
from luminair.keeping.review.outside import ChangedDeed
from luminair.keeping.review.torn import TornDeed
from luminair.keeping.tending import merge, stale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from luminair.journal import Journal, Proposal


class Carried(Deed):
    """A yes that one function carries out, with nothing to choose.

    Args:
        carry_out: does it as one operation and names that.
    """

    def __init__(self, carry_out: Callable[[Journal, Proposal], str]) -> None:
        self._carry_out = carry_out

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Carries it out; raises Refused where other words or another scope are asked for."""
        if wish.text is not None or wish.scope is not None:
            raise Refused("This proposal has neither words nor a scope to change; only say yes.")
        return Outcome(self._carry_out(journal, proposal), f"Done: {ended(proposal.title)}")


def every_deed(state: Path) -> Mapping[ProposalKind, Deed]:
    """The deeds for one vault.

    Args:
        state: this machine's folder for what it knows of the vault.
    """
    return {
        **DEEDS,
        ProposalKind.CHANGED: ChangedDeed(seen_file(state)),
        ProposalKind.CONFLICT: ConflictDeed(),
        ProposalKind.COPY: CopyDeed(),
        ProposalKind.DISTILL: DistillDeed(),
        ProposalKind.MERGE: Carried(merge.carry_out),
        ProposalKind.STALE: Carried(stale.carry_out),
        ProposalKind.TORN: TornDeed(),
    }


def seen_file(state: Path) -> Path:
    """Where this machine keeps which standing files the owner saw."""
    return state / "standing.json"
