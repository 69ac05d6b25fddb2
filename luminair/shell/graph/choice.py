"""Which notes the graph shows: kinds, scope, time, hidden and archived ones. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from luminair.shell.graph.facts import moment

if TYPE_CHECKING:
    from datetime import datetime

    from luminair.shell.graph.facts import Graph, Node

KINDS = {
    "rule": "Rules",
    "note": "Notes",
    "doc": "Docs",
    "ask": "Asks",
    "ruledout": "Dead ends",
    "session": "Sessions",
}
"""Each kind, as its chip names many of it."""

KIND_NAMES = {
    "rule": "Rule",
    "note": "Note",
    "doc": "Doc",
    "ask": "Ask",
    "ruledout": "Dead end",
    "session": "Session",
}
"""Each kind, as a card names one of it."""

SCOPES = {"": "All scopes", "global": "Global", "folder": "Folder", "session": "Session"}
TIMES = {0: "Any time", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", -1: "This year"}
"""Days back from now, and how the menu says it; -1 is the year of now."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be shown.

    Attributes:
        kinds: these alone.
        scope: this alone, or '' for any.
        project: notes of this project alone, or '' for any.
        days: changed within so many days (see :data:`TIMES`).
        hidden: whether notes that another hides are shown.
        archived: whether archived notes are shown.
    """

    kinds: frozenset[str] = frozenset(KINDS)
    scope: str = ""
    project: str = ""
    days: int = 0
    hidden: bool = True
    archived: bool = False

    def shows(self, node: Node, now: datetime) -> bool:
        """Whether a note is shown."""
        if node.kind not in self.kinds or (self.scope and node.scope != self.scope):
            return False
        if (self.project and node.project != self.project) or (node.hidden and not self.hidden):
            return False
        return (self.archived or not node.archived) and self._lately(node, now)

    def _lately(self, node: Node, now: datetime) -> bool:
        if not self.days:
            return True
        updated = moment(node.updated)
        if updated is None:
            return False
        if self.days < 0:
            return updated.astimezone(now.tzinfo).year == now.year
        return updated >= now - timedelta(days=self.days)


def shown(graph: Graph, choice: Choice, now: datetime) -> frozenset[int]:
    """The places of the nodes that are shown."""
    return frozenset(at for at, node in enumerate(graph.nodes) if choice.shows(node, now))
