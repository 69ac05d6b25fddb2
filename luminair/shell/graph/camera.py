"""From places of the graph to places in the window, and back: the middle and the zoom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Box = tuple[float, float, float, float]

    from luminair.shell.graph.layout import Floats

LEAST, MOST = 0.02, 4.0
STEP = 1.25
"""What a step nearer multiplies the zoom by."""
AIR = 12
"""Between a note and what lies upon the window, in logical pixels."""
MARGIN = 56
"""Around what is fitted into the window, in logical pixels."""


@dataclass(frozen=True, slots=True)
class Camera:
    """What part of the graph is seen.

    Attributes:
        x: of the graph's place that stands in the middle of the window.
        y: the same, down.
        zoom: logical pixels of the window for one of the graph.
        width: of the window, in logical pixels.
        height: the same, down.
    """

    x: float = 0.0
    y: float = 0.0
    zoom: float = 1.0
    width: int = 1
    height: int = 1

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the graph is seen."""
        return (x - self.x) * self.zoom + self.width / 2, (y - self.y) * self.zoom + self.height / 2

    def to_graph(self, x: float, y: float) -> tuple[float, float]:
        """Which place of the graph is seen there."""
        return (x - self.width / 2) / self.zoom + self.x, (y - self.height / 2) / self.zoom + self.y

    def table(self, at: Floats) -> Floats:
        """Where many places of the graph are seen."""
        found: Floats = (at - (self.x, self.y)) * self.zoom + (self.width / 2, self.height / 2)
        return found

    def moved(self, dx: float, dy: float) -> Camera:
        """With the graph dragged by so many pixels of the window."""
        return replace(self, x=self.x - dx / self.zoom, y=self.y - dy / self.zoom)

    def zoomed(self, zoom: float, x: float, y: float) -> Camera:
        """With another zoom, and what is seen at ``x``, ``y`` of the window left there."""
        zoom = max(LEAST, min(zoom, MOST))
        held_x, held_y = self.to_graph(x, y)
        return replace(
            self,
            zoom=zoom,
            x=held_x - (x - self.width / 2) / zoom,
            y=held_y - (y - self.height / 2) / zoom,
        )

    def sized(self, width: int, height: int) -> Camera:
        """In a window of another size, with the same middle."""
        return replace(self, width=max(width, 1), height=max(height, 1))

    def fitting(self, at: Floats, left: float = 0, bottom: float = 0) -> Camera:
        """Showing all of these places, at 100 % at most.

        Args:
            at: a table of places.
            left: so many pixels of the window at its left edge are covered.
            bottom: the same at its lower edge.
        """
        if not len(at):
            return self
        low, high = at.min(axis=0), at.max(axis=0)
        wide, tall = (high - low).tolist()
        zoom = min(
            max(self.width - left - 2 * MARGIN, 40) / max(wide, 1.0),
            max(self.height - bottom - 2 * MARGIN, 40) / max(tall, 1.0),
            1.0,
        )
        x, y = ((low + high) / 2).tolist()
        zoom = max(LEAST, zoom)
        return replace(self, x=x - left / 2 / zoom, y=y + bottom / 2 / zoom, zoom=zoom)

    def fitting_beside(self, at: Floats, boxes: Sequence[Box]) -> Camera:
        """Showing all of these places as large as they fit while no box lies upon them.

        Args:
            at: a table of places.
            boxes: left, top, right and bottom of what lies upon the window, at its edges.
        """
        left = max((box[2] for box in boxes if box[2] < self.width / 2), default=0)
        top = min((box[1] for box in boxes if box[1] > self.height / 2), default=self.height)
        room = ((0, 0), (left, 0), (0, self.height - top))
        views = sorted((self.fitting(at, *each) for each in room), key=lambda view: -view.zoom)
        return next((view for view in views if not _hides(boxes, view.table(at))), views[-1])

    def between(self, other: Camera, share: float) -> Camera:
        """On the way to another: 0 is this one, 1 the other; the zoom grows evenly."""
        zoom = self.zoom * (other.zoom / self.zoom) ** share
        return replace(
            other,
            x=self.x + (other.x - self.x) * share,
            y=self.y + (other.y - self.y) * share,
            zoom=zoom,
        )


def _hides(boxes: Sequence[Box], seen: Floats) -> bool:
    """Whether a box lies upon one of these places of the window."""
    return any(
        ((seen > (left - AIR, top - AIR)) & (seen < (right + AIR, bottom + AIR))).all(axis=1).any()
        for left, top, right, bottom in boxes
    )
