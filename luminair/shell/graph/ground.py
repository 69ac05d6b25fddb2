"""Where each note of a graph stands, kept while notes come and go. Knows no Qt."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from luminair.shell.graph.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from luminair.shell.graph.facts import Graph
    from luminair.shell.graph.layout import Floats, Ints, Layout

    Place = tuple[float, float]
    Wanted = Callable[[], Layout] | Literal[True] | None


class Ground:
    """Places of notes, by their paths."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._moving: Floats | None = None
        self._rows: tuple[frozenset[int], Ints] | None = None
        self._loose: frozenset[str] = frozenset()
        self._wanted: tuple[list[str], Ints | tuple[()]] = ([], ())

    @property
    def empty(self) -> bool:
        """Whether no note has come to rest yet."""
        return not self._places

    def lacks(self, graph: Graph, members: Iterable[int], *, running: bool) -> Wanted:
        """What lays out the notes that have no place yet.

        A note that was tied to nothing and is tied now, or the other way round, has none.

        Args:
            graph: all notes.
            members: those that are to stand here.
            running: the layout of the last time is still on its way.

        Returns:
            What makes the layout; True where the one on its way is the right one; None where
            every note has its place.
        """
        import numpy as np

        chosen = sorted(members)
        ties = graph.among(chosen)
        paths = [graph.nodes[place].path for place in chosen]
        before, before_ties = self._wanted
        if running and before == paths and np.array_equal(before_ties, ties):
            return True
        tied = set(ties[:, :2].ravel().tolist())
        loose = frozenset(path for number, path in enumerate(paths) if number not in tied)
        known = {
            path: self._places[path]
            for path in paths
            if path in self._places and (path in loose) == (path in self._loose)
        }
        if len(known) == len(paths):
            return None
        self._wanted, self._moving, self._rows = (paths, ties), None, None
        self._loose = (self._loose - frozenset(paths)) | loose
        links = [graph.nodes[place].links for place in chosen]
        return partial(_made, paths, ties, links, known)

    def take(self, at: Floats, *, still: bool) -> None:
        """Takes the places that the layout of the last :meth:`lacks` has come to.

        Until all is still they are shown, but hold nobody: another layout begins without them.
        """
        self._moving = None if still else at
        if still:
            self._places.update(zip(self._wanted[0], map(tuple, at.tolist()), strict=True))

    def scene(self, graph: Graph, shown: frozenset[int], before: Scene | None) -> Scene:
        """The notes of these that have a place, there; ``before`` is used again where it can be."""
        import numpy as np

        if before is not None and before.graph is not graph:
            before = None
        if before is not None and self._moving is not None and self._rows is not None:
            of, rows = self._rows
            if of is shown:  # thirty times a second only the places are others
                return before.placed(self._moving[rows])
        known = self._places
        if self._moving is not None:
            moving = zip(self._wanted[0], map(tuple, self._moving.tolist()), strict=True)
            known = {**known, **dict(moving)}
        here = [place for place in sorted(shown) if graph.nodes[place].path in known]
        places = [known[graph.nodes[place].path] for place in here]
        at = np.array(places, dtype=float).reshape(-1, 2)
        self._rows = (shown, self._rows_of(graph, here)) if self._moving is not None else None
        if before is not None and before.shown == here:
            return before if np.array_equal(before.at, at) else before.placed(at)
        return Scene(graph, here, at)

    def _rows_of(self, graph: Graph, here: Sequence[int]) -> Ints:
        """The rows of notes in the layout that is on its way."""
        import numpy as np

        row = {path: number for number, path in enumerate(self._wanted[0])}
        return np.array([row[graph.nodes[place].path] for place in here], dtype=np.int64)


def _made(
    paths: list[str],
    ties: Ints,
    links: list[int],
    known: dict[str, Place],
) -> Layout:
    from luminair.shell.graph.layout import Layout  # noqa: PLC0415 on the worker's thread

    return Layout(paths, ties, links, known)
