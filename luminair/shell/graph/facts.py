"""What the graph shows, as values: notes, what ties them, and the reading of both. Knows no Qt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from luminair.journal import Kind, Scope, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from luminair.journal import Journal, Listed, Note, Receipts
    from luminair.shell.graph.layout import Ints

    Similar = Callable[[Journal], Iterable[tuple[str, str, float]]]
    """Finds pairs of alike notes: two keys and a cosine."""

WEEK = timedelta(days=7)
MOST_FOUND = 500
"""Matches of a search that are ringed."""


class GraphDesk(Protocol):
    """What the graph asks of the desk."""

    @property
    def journal(self) -> Journal:
        """The door to the vault."""
        ...

    def now(self) -> datetime:
        """The time, aware, in the owner's time zone."""
        ...

    def project_name(self, folder: str) -> str:
        """What to call the project that a folder belongs to."""
        ...

    def receipts(self) -> Receipts:
        """What rode with which message."""
        ...


class Tie(Enum):
    """What an edge says of its two notes."""

    LINK = "link"
    """The first links to the second."""
    HIDES = "hides"
    """The first keeps the second out of prompts."""
    SIMILAR = "similar"
    """Both say something alike."""


TIES = tuple(Tie)
"""What the numbers of a table of edges stand for."""
_TIE_PLACE = {tie: place for place, tie in enumerate(TIES)}


@dataclass(frozen=True, slots=True)
class Node:
    """One note.

    Attributes:
        path: in the vault; tells nodes apart.
        title: the note's.
        kind: key of the tables of icons; 'session' is a session's own note.
        scope: 'global', 'folder' or 'session'.
        project: name of the project of a folder note, or ''.
        summary: one sentence, or ''.
        updated: UTC, ISO 8601.
        archived: out of every prompt, by its owner.
        hidden: another note keeps it out of every prompt.
        links: how many notes it links to or is linked from.
        rode: with how many messages it went in the last seven days.
    """

    path: str
    title: str
    kind: str
    scope: str
    project: str = ""
    summary: str = ""
    updated: str = ""
    archived: bool = False
    hidden: bool = False
    links: int = 0
    rode: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """What ties two notes, by their places in :attr:`Graph.nodes`."""

    first: int
    second: int
    tie: Tie


@dataclass(frozen=True)
class Graph:
    """All notes that can be read, by path, and what ties them."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The place of each path."""
        return {node.path: place for place, node in enumerate(self.nodes)}

    @cached_property
    def table(self) -> Ints:
        """The edges as numbers: first, second, and the tie's place in :data:`TIES`."""
        import numpy as np

        rows = [(edge.first, edge.second, _TIE_PLACE[edge.tie]) for edge in self.edges]
        return np.array(rows, dtype=np.int64).reshape(-1, 3)

    def among(self, places: Sequence[int]) -> Ints:
        """The rows of :attr:`table` whose notes are both among these, told by their order here."""
        import numpy as np

        order = np.full(len(self.nodes), -1, dtype=np.int64)
        order[list(places)] = np.arange(len(places))
        ends = order[self.table[:, :2]]
        inside = (ends >= 0).all(axis=1)
        found: Ints = np.hstack((ends[inside], self.table[inside, 2:]))
        return found

    def prepare(self) -> Graph:
        """Makes all that is made late, where that holds nobody up."""
        _ = self.at, self.around, self.table
        return self

    @cached_property
    def around(self) -> Sequence[Sequence[tuple[int, Tie, bool]]]:
        """What each node is tied to: the other, how, and whether this node is the first."""
        found: list[list[tuple[int, Tie, bool]]] = [[] for _ in self.nodes]
        for edge in self.edges:
            found[edge.first].append((edge.second, edge.tie, True))
            found[edge.second].append((edge.first, edge.tie, False))
        return found

    def within(self, start: int, depth: int, allowed: frozenset[int]) -> frozenset[int]:
        """The nodes that are at most ``depth`` ties away, the start among them."""
        found, rim = {start}, {start}
        for _ in range(depth):
            near = {other for at in rim for other, _, _ in self.around[at]}
            rim = {other for other in near if other in allowed} - found
            found |= rim
        return frozenset(found)


def look(
    desk: GraphDesk, before: Graph, similar: Similar | None = None, *, compared: bool = True
) -> Graph:
    """Reads the graph of the whole vault; gives back ``before`` where nothing differs.

    Args:
        desk: the rest of the house.
        before: what was shown last.
        similar: finds alike notes; without it there are no such edges.
        compared: whether to find out which notes hide others, which takes a while in a large
            vault that is new.

    Raises:
        LuminairError: the Journal cannot be read.
    """
    journal = desk.journal
    journal.refresh()
    listed = journal.listing(compared=compared)
    alike = similar(journal) if similar is not None else ()
    rode = rode_since(desk.receipts(), desk.now() - WEEK)
    found = build(listed, journal.linked(), alike, rode, desk.project_name)
    return before if (found.nodes, found.edges) == (before.nodes, before.edges) else found


def build(
    listed: Iterable[Listed],
    links: Iterable[tuple[str, str]],
    alike: Iterable[tuple[str, str, float]],
    rode: Mapping[str, int],
    project_name: Callable[[str], str] = str,
) -> Graph:
    """The graph of these notes.

    Args:
        listed: notes with their standing; those that cannot be read are left out.
        links: pairs of paths, who links and to whom.
        alike: keys or paths of alike notes, with a cosine.
        rode: how often a key went with a message lately.
        project_name: names the project of a folder.
    """
    shown = sorted((e for e in listed if e.state is not State.DAMAGED), key=lambda e: e.note.path)
    places = {each.note.path: place for place, each in enumerate(shown)}
    named = {**{each.note.key: place for place, each in enumerate(shown)}, **places}
    linked = {(places[a], places[b]) for a, b in links if a in places and b in places}
    near = {tuple(sorted(pair)) for pair in linked}  # two that link to each other are one link
    counts = Counter(chain.from_iterable(near))
    projects: dict[str, str] = {}
    nodes = tuple(
        _node(each, counts[place], rode, projects, project_name) for place, each in enumerate(shown)
    )
    edges = [Edge(a, b, Tie.LINK) for a, b in _once(linked)]
    edges += [
        Edge(named[each.hidden_by], place, Tie.HIDES)
        for place, each in enumerate(shown)
        if each.hidden_by in named and each.state is State.HIDDEN
    ]
    tied = {frozenset((edge.first, edge.second)) for edge in edges}
    pairs = {(named[a], named[b]) for a, b, _ in alike if a in named and b in named and a != b}
    edges += [Edge(a, b, Tie.SIMILAR) for a, b in _once(pairs) if frozenset((a, b)) not in tied]
    return Graph(nodes, tuple(edges))


def _once(pairs: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each pair in one direction only, in order."""
    return ((a, b) for a, b in sorted(pairs) if a < b or (b, a) not in pairs)


def _node(
    each: Listed,
    links: int,
    rode: Mapping[str, int],
    projects: dict[str, str],
    project_name: Callable[[str], str],
) -> Node:
    note = each.note
    project = ""
    if note.scope is Scope.FOLDER and note.cwd:
        if note.cwd not in projects:
            projects[note.cwd] = project_name(note.cwd)
        project = projects[note.cwd]
    return Node(
        note.path,
        note.title,
        _kind(note),
        note.scope.value,
        project,
        note.summary,
        note.updated,
        archived=each.state is State.ARCHIVED or note.in_archive,
        hidden=each.state is State.HIDDEN,
        links=links,
        rode=rode.get(note.key, 0),
    )


def _kind(note: Note) -> str:
    own = note.kind is Kind.NOTE and note.path.startswith("Sessions/")
    return "session" if own else note.kind.value


def rode_since(receipts: Receipts, since: datetime) -> dict[str, int]:
    """With how many messages each key went since a moment."""
    counts: Counter[str] = Counter()
    for receipt in receipts.listing(since=f"{since.astimezone(UTC):%Y-%m-%d}"):
        at = moment(receipt.at)
        if at is not None and at >= since:
            counts.update({row.key for row in receipt.rows if row.rode})
    return dict(counts)


def moment(at: str) -> datetime | None:
    """A time as notes and receipts write it; None where it is none."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def found(journal: Journal, words: str) -> frozenset[str]:
    """Paths of the notes that a search finds, archived ones too.

    Raises:
        LuminairError: the Journal cannot be read.
    """
    if not words.strip():
        return frozenset()
    answer = journal.search(words, limit=MOST_FOUND, archived=True)
    return frozenset(result.note.path for result in answer.results)
