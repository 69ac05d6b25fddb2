"""What the graph says in words: counts, standing, and each note with what it is tied to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.plurals import counted
from luminair.shell.graph.choice import KIND_NAMES
from luminair.shell.graph.facts import Tie

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.shell.graph.facts import Graph, Node

_TIED = {
    (Tie.LINK, True): "links to",
    (Tie.LINK, False): "linked from",
    (Tie.HIDES, True): "hides",
    (Tie.HIDES, False): "hidden by",
    (Tie.SIMILAR, True): "similar to",
    (Tie.SIMILAR, False): "similar to",
}
"""Each tie as its first and as its second note would say it."""


def links_words(links: int) -> str:
    """'7 links', 'no links'."""
    return counted(links, "link") if links else "no links"


def rode_words(rode: int) -> str:
    """'rode 38 times this week'."""
    if not rode:
        return "did not ride this week"
    return f"rode {counted(rode, 'time')} this week" if rode > 1 else "rode once this week"


def standing_words(node: Node) -> str:
    """Why a note is out of every prompt, or ''."""
    if node.hidden:
        return "Hidden by another note"
    return "Archived" if node.archived else ""


def tied_words(graph: Graph, place: int, shown: frozenset[int]) -> str:
    """What a note is tied to, all of it: 'Links to A, B; hidden by C'."""
    groups: dict[str, list[str]] = {}
    for other, tie, first in graph.around[place]:
        if other in shown:
            groups.setdefault(_TIED[tie, first], []).append(graph.nodes[other].title)
    said = "; ".join(f"{how} {', '.join(_once(names))}" for how, names in groups.items())
    return said[:1].upper() + said[1:]


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def spoken(node: Node, tied: str) -> str:
    """A note for VoiceOver."""
    parts = (
        node.title,
        KIND_NAMES[node.kind],
        node.scope,
        standing_words(node),
        links_words(node.links),
        rode_words(node.rode),
        tied,
    )
    return ", ".join(part for part in parts if part)
