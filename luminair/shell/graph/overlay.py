"""What is drawn over the picture: the notes that matter now, their ties, rings, and all titles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPen

from luminair.shell.graph import labels
from luminair.shell.graph.labels import Wanted
from luminair.shell.graph.layout import radius
from luminair.shell.graph.scene import grown
from luminair.shell.graph.strokes import (
    ICON_FROM,
    draw_lines,
    draw_node,
    draw_ring,
    heat,
    tie_pen,
)
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter

    from luminair.shell.graph.camera import Camera
    from luminair.shell.graph.layout import Floats, Ints, Mask
    from luminair.shell.graph.scene import Scene
    from luminair.shell.theme import Theme

WIDEST = 236.0
"""Of a title; a longer one is cut."""
MOST_TITLES = 80
MOST_LIT = 400
"""Notes and ties that are drawn again when they matter; a hub may have thousands."""
AT_LEAST = 14
"""So many notes have titles even where none is large."""
SINGLE = radius(1)
ALL_FROM = 1.4
"""From this zoom on small notes have titles too."""
RING = 5.0
"""Between a note and the ring around it."""


@dataclass(frozen=True, slots=True)
class Lit:
    """What matters now.

    Attributes:
        centre: the note whose ties are lit, or -1.
        chosen: the note that is chosen, or -1.
        found: notes that a search found.
        places: all that is drawn at full strength, the most important first.
        edges: ties that are lit.
    """

    centre: int
    chosen: int
    found: frozenset[int]
    places: tuple[int, ...]
    edges: Ints

    @classmethod
    def of(cls, scene: Scene, hovered: int, chosen: int, found: frozenset[int]) -> Lit:
        """What matters where a note is hovered, chosen, and others were found."""
        centre = hovered if hovered >= 0 else chosen
        near = scene.near(centre)
        first = [place for place in (hovered, chosen) if place >= 0]
        places = tuple(dict.fromkeys([*first, *sorted(found), *near]))[:MOST_LIT]
        edges = scene.edges_of(centre)[:MOST_LIT]
        return cls(centre, chosen, found, places, edges)


class Overlay:
    """Draws over the picture, and remembers where titles stand while the graph is dragged."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._written: dict[int, tuple[float, float]] = {}
        self._placed: tuple[object, float] | None = None
        self._widths: dict[str, tuple[str, float]] = {}
        theme.changed.connect(self._widths.clear)

    def paint(
        self,
        painter: QPainter,
        scene: Scene,
        camera: Camera,
        lit: Lit,
        covered: Sequence[QRect],
        *,
        held: bool,
        coming: bool = False,
        told: int = -1,
    ) -> None:
        """Draws what matters, then the titles.

        Args:
            painter: of the window.
            scene: what is shown.
            camera: which part of it.
            lit: what matters.
            covered: parts of the window in which a title would not be seen.
            held: titles stay where they are beside their notes.
            coming: a better picture is on its way, so that this will be painted again: until then
                titles stay beside their notes at any zoom, for placing them takes long.
            told: a note whose card says its title already, or -1.
        """
        at = camera.table(scene.at)
        sizes = scene.sizes * grown(camera.zoom)
        if lit.places:
            self._light(painter, scene, at, sizes, lit)
        placed = scene.nodes, camera.zoom
        zooming = coming and self._placed is not None and self._placed[0] is scene.nodes
        if not held and not (zooming and self._placed != placed):
            self._written, self._placed = (
                self._place(scene, camera, at, sizes, lit, covered),
                placed,
            )
            self._written.pop(told, None)
        self._write(painter, scene, camera, at, lit)

    def _light(self, painter: QPainter, scene: Scene, at: Floats, sizes: Floats, lit: Lit) -> None:
        theme = self._theme
        for tie in range(3):
            mine = lit.edges[scene.ties[lit.edges] == tie]
            if len(mine):
                pen = tie_pen(theme, tie, role="accent", width=1.5)
                draw_lines(at[scene.edges[mine]].reshape(-1, 4).tolist(), pen, painter)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        for place in reversed(lit.places):
            (x, y), size = at[place].tolist(), float(sizes[place])
            if place in lit.found or place in (lit.centre, lit.chosen):
                # Lines end at the ring, so that the note stands free.
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("sunken"))
                painter.drawEllipse(QPointF(x, y), size + RING, size + RING)
            draw_node(scene.nodes[place], x, y, size, theme, painter)
        for place in lit.found:
            (x, y), size = at[place].tolist(), float(sizes[place])
            draw_ring(x, y, size + RING, QPen(theme.color("text"), 1.6), painter)
        for place in {lit.centre, lit.chosen} - {-1}:
            (x, y), size = at[place].tolist(), float(sizes[place])
            aside = RING + (3.0 if place in lit.found else 0.0)
            draw_ring(x, y, size + aside, QPen(theme.color("accent"), 2.0), painter)

    # Titles.

    def _place(
        self,
        scene: Scene,
        camera: Camera,
        at: Floats,
        sizes: Floats,
        lit: Lit,
        covered: Sequence[QRect],
    ) -> dict[int, tuple[float, float]]:
        """Where each title stands, from the middle of its note."""
        import numpy as np

        seen: Mask = (at > 0) & (at < (camera.width, camera.height))
        inside = seen[:, 0] & seen[:, 1]
        order = np.flatnonzero(inside)
        order = order[np.argsort(-sizes[order], kind="stable")][:MOST_TITLES]
        if camera.zoom < ALL_FROM:
            some = scene.sizes[order] > SINGLE
            some[AT_LEAST:] = False
            order = order[some | (sizes[order] >= ICON_FROM)]
        lit_inside = [place for place in lit.places if inside[place]]
        names = list(dict.fromkeys([*lit_inside, *order.tolist()]))[:MOST_TITLES]
        wanted = [self._wanted(scene, place, float(sizes[place]), lit) for place in names]
        taken = [(box.left(), box.top(), box.right(), box.bottom()) for box in covered]
        around = sizes.copy()
        for title in wanted:
            around[title.node] = title.radius
        found = labels.place(wanted, at, around, (camera.width, camera.height), taken)
        return {
            place: (left - float(at[place][0]), top - float(at[place][1]))
            for place, (left, top) in found.items()
        }

    def _wanted(self, scene: Scene, place: int, size: float, lit: Lit) -> Wanted:
        node = scene.nodes[place]
        ringed = place in lit.found or place in (lit.centre, lit.chosen)
        around = RING + 1 if ringed else heat(node.rode) if size > 2 else 0.0
        return Wanted(place, size + around, self._title(node.title)[1])

    def _title(self, title: str) -> tuple[str, float]:
        """A title as it is written, and its width."""
        if title not in self._widths:
            metrics = QFontMetricsF(self._theme.font(Style.SMALL_MEDIUM))
            cut = metrics.elidedText(title, Qt.TextElideMode.ElideRight, WIDEST)
            self._widths[title] = cut, metrics.horizontalAdvance(cut) + 1
        return self._widths[title]

    def _write(self, painter: QPainter, scene: Scene, camera: Camera, at: Floats, lit: Lit) -> None:
        theme, strong = self._theme, set(lit.places)
        bold = theme.font(Style.SMALL_MEDIUM)
        metrics = QFontMetricsF(bold)
        down = (labels.HEIGHT - metrics.height()) / 2 + metrics.ascent()
        # All of one kind after the other: a font that is set anew costs more than a title.
        for bright in (False, True):
            painter.setFont(bold if bright else theme.font(Style.SMALL))
            painter.setPen(theme.color("text" if bright else "text3" if strong else "text2"))
            for place, (left, top) in self._written.items():
                if place >= len(at) or (place in strong) is not bright:
                    continue
                x, y = at[place].tolist()
                title, width = self._title(scene.nodes[place].title)
                x, y = x + left, y + top
                if -width < x < camera.width and -labels.HEIGHT < y < camera.height:
                    painter.drawText(QPointF(x, y + down), title)
