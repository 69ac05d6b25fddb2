"""How Review names what waits: sections, verbs and sentences, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.journal import ProposalKind

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Section:
    """A group of cards.

    Attributes:
        title: above the cards.
        sentence: at its right end, what they have in common.
        left: whether it stands in the left column of two.
    """

    title: str
    sentence: str
    left: bool


@dataclass(frozen=True, slots=True)
class Sort:
    """How one kind of proposal reads.

    Attributes:
        section: where its cards stand.
        name: on the card.
        icon: a qtawesome name.
        role: colour role of icon and name.
        yes: the main button.
        never: the button that refuses for good.
        edit: whether the owner may put it into other words before the yes.
        later: whether it can wait a week.
    """

    section: Section
    name: str
    icon: str
    role: str
    yes: str
    never: str
    edit: bool = False
    later: bool = True


RULES = Section("Proposed rules", "Requests that came back, and rules from elsewhere", left=True)
DISTILLED = Section("Distilled sessions", "Quiet sessions, folded", left=False)
CHANGED = Section("Changed outside Luminair", "Rules and Harness files", left=True)
HELD = Section("Held notes", "From a model, a page or an import", left=True)
TIDY = Section("To tidy up", "Copies, and what may no longer hold", left=False)
CONFLICTS = Section("Rules at odds", "They contradict or repeat each other", left=True)
SECTIONS = (RULES, CHANGED, HELD, CONFLICTS, DISTILLED, TIDY)

SORTS: Mapping[ProposalKind, Sort] = {
    ProposalKind.RULE: Sort(
        RULES, "Proposed rule", "ph.scales", "krule", "Approve", "Never", edit=True
    ),
    ProposalKind.PROMOTE: Sort(
        RULES, "Proposed rule", "ph.scales", "krule", "Approve", "Never", edit=True
    ),
    ProposalKind.IMPORTED: Sort(
        RULES, "Imported rule", "ph.scales", "krule", "Approve", "Never", edit=True
    ),
    ProposalKind.DISTILL: Sort(
        DISTILLED,
        "Session",
        "ph.chats-teardrop",
        "ksess",
        "Keep",
        "Put the asks back",
        edit=True,
        later=False,
    ),
    ProposalKind.CHANGED: Sort(
        CHANGED, "Changed", "ph.file-text", "warn", "Keep", "Undo the change", later=False
    ),
    ProposalKind.HELD: Sort(HELD, "Held note", "ph.clock", "warn", "Let it ride", "Keep it out"),
    ProposalKind.MERGE: Sort(TIDY, "Copies", "ph.git-fork", "knote", "Merge", "Never"),
    ProposalKind.STALE: Sort(TIDY, "May be stale", "ph.hourglass-medium", "warn", "", "Never"),
    ProposalKind.TORN: Sort(
        TIDY, "Two versions", "ph.git-fork", "warn", "Keep both", "Leave it so"
    ),
    ProposalKind.COPY: Sort(
        TIDY, "Conflict copy", "ph.git-fork", "warn", "Bring together", "Leave them"
    ),
    ProposalKind.CONFLICT: Sort(CONFLICTS, "At odds", "ph.scales", "warn", "", "Keep both"),
}
"""Every kind; one without a yes offers only its own doings and an answer for good."""
_OTHER = Sort(TIDY, "Waits for you", "ph.tray", "text2", "", "Never")


def sort_of(kind: ProposalKind) -> Sort:
    """How a kind reads; one without words of its own is shown all the same, and can wait."""
    return SORTS.get(kind, _OTHER)
