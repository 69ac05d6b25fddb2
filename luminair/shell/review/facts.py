"""What a card shows of a proposal, gathered off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.journal import Proposal


@dataclass(frozen=True, slots=True)
class Lines:
    """A list on a card.

    Attributes:
        title: 'Decided'.
        icon: a qtawesome name.
        role: colour role.
        lines: each with what stands at its right end.
    """

    title: str
    icon: str
    role: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Act:
    """Something besides yes and no that a card offers.

    Attributes:
        verb: on its button.
        name: what it does, for whoever does it.
    """

    verb: str
    name: str


@dataclass(frozen=True, slots=True)
class Facts:
    """One card.

    Attributes:
        proposal: what it is about.
        title: in large, '' for the proposal's own.
        reason: a sentence below, '' for none.
        under: beside the name: 'quiet for 3 days'.
        aside: at the right end of the head: 'distilled today, 09:02'.
        heading: above the evidence: 'Asked in 3 sessions'.
        begun: at the right end of that: 'first on 4 Sep'.
        sources: name and time of each piece of evidence.
        lists: lists instead of evidence.
        saved: 'about 610 tokens less', with what left the prompt; ('', '') for nothing.
        cost: what a yes costs, a sentence, or ''.
        diff: a change as a unified diff, or ''.
        folders: name and path of the folders that a rule may hold in; none where it is no rule.
        acts: what else can be done.
        yes: the main button, '' for the one of its kind.
        keeps: of two that are at odds, what names each piece of evidence as the one to be kept.
        archived: title and path of what left the prompt.
    """

    proposal: Proposal
    title: str = ""
    reason: str = ""
    under: str = ""
    aside: str = ""
    heading: str = ""
    begun: str = ""
    sources: tuple[tuple[str, str], ...] = ()
    lists: tuple[Lines, ...] = ()
    saved: tuple[str, str] = ("", "")
    cost: str = ""
    diff: str = ""
    folders: tuple[tuple[str, str], ...] = ()
    acts: tuple[Act, ...] = ()
    yes: str = ""
    keeps: tuple[str, ...] = ()
    archived: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """What tells cards apart."""
        return self.proposal.id

    @property
    def name(self) -> str:
        """What is written in large."""
        return self.title or self.proposal.title


@dataclass(frozen=True, slots=True)
class Pending:
    """All that Review shows.

    Attributes:
        cards: what waits, in order.
        later: how many were set to Not now.
        back: when the first of these comes back, '24 Sep', or ''.
        refused: proposals refused for good, id and title, newest first.
    """

    cards: tuple[Facts, ...] = ()
    later: int = 0
    back: str = ""
    refused: tuple[tuple[str, str], ...] = ()
