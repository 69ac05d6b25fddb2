"""What is drawn now: the notes that are shown, where they stand, and what ties them."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

from luminair.shell.graph.layout import radius

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.shell.graph.camera import Camera
    from luminair.shell.graph.facts import Graph, Node
    from luminair.shell.graph.layout import Floats, Ints

TARGET = 12
"""A note is hit within so many pixels of its middle at least."""
MOST_GROWN = 1.5
SHRINKS = 0.7


def grown(zoom: float) -> float:
    """What a note's radius is multiplied by at a zoom: less than its distances."""
    return min(math.sqrt(zoom), MOST_GROWN) if zoom > 1 else zoom**SHRINKS


class Scene:
    """Some notes of a graph with their places; never changed.

    Args:
        graph: all notes.
        shown: places in ``graph.nodes`` of those that are drawn, in order.
        at: where each of them stands, in pixels at 100 %.

    Attributes:
        nodes: the notes that are drawn.
        edges: pairs of places in ``nodes``.
        ties: what each pair is, by its place in ``facts.TIES``.
    """

    def __init__(self, graph: Graph, shown: Sequence[int], at: Floats) -> None:
        import numpy as np

        self.graph, self.shown, self.at = graph, shown, at
        self.nodes: list[Node] = [graph.nodes[place] for place in shown]
        table = graph.among(shown)
        self.edges: Ints = table[:, :2]
        self.ties: Ints = table[:, 2]
        self.sizes: Floats = np.array([radius(node.links) for node in self.nodes], dtype=float)

    def placed(self, at: Floats) -> Scene:
        """The same notes at other places."""
        found = Scene.__new__(Scene)
        found.__dict__.update({**self.__dict__, "at": at})
        return found

    @cached_property
    def places(self) -> dict[str, int]:
        """Each note's place in ``nodes``, by its path."""
        return {node.path: number for number, node in enumerate(self.nodes)}

    @cached_property
    def links(self) -> int:
        """How many links are drawn."""
        return int((self.ties == 0).sum())

    def edges_of(self, place: int) -> Ints:
        """Which edges have a note at an end, by their places in ``edges``; none for -1."""
        import numpy as np

        found: Ints = np.flatnonzero((self.edges == place).any(axis=1))
        return found

    def near(self, place: int) -> list[int]:
        """The places of the notes that a note is tied to; none for -1."""
        ends = self.edges[self.edges_of(place)].ravel().tolist()
        return sorted(set(ends) - {place})

    def hit(self, camera: Camera, x: float, y: float) -> int:
        """The note at a place of the window, or -1."""
        import numpy as np

        if not self.nodes:
            return -1
        way = camera.table(self.at) - (x, y)
        sizes = self.sizes * grown(camera.zoom)
        far = np.hypot(way[:, 0], way[:, 1]) - sizes
        nearest = int(far.argmin())
        reach = max(TARGET - float(sizes[nearest]), 2.0)
        return nearest if far[nearest] <= reach else -1

    def towards(self, start: int, dx: float, dy: float) -> int:
        """The nearest tied note in a direction, or -1; a place far aside counts as farther."""
        best, least = -1, math.inf
        x, y = self.at[start]
        for other in self.near(start):
            way_x, way_y = self.at[other][0] - x, self.at[other][1] - y
            along = way_x * dx + way_y * dy
            aside = abs(way_x * dy - way_y * dx)
            if along <= 0 or aside > 2 * along:
                continue
            far = along + 2 * aside
            if far < least:
                best, least = other, far
        return best
