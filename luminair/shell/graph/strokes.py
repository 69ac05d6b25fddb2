"""How notes and ties are drawn, in pieces small enough that a window stays quick between them."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from luminair.shell import icons
from luminair.shell.graph.scene import grown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from luminair.shell.graph.camera import Camera
    from luminair.shell.graph.facts import Node
    from luminair.shell.graph.layout import Floats, Ints
    from luminair.shell.graph.scene import Scene
    from luminair.shell.theme import Theme

    Piece = Callable[[QPainter], None]

LINES_AT_ONCE, NODES_AT_ONCE = 48, 48
ICON_FROM = 9.0
"""A note of this radius in the window shows its kind's icon."""
ROUGH_LINES = 1_200
"""Lines that are drawn while a large graph moves."""
MOST_HEAT = 9.0
_DASHES = ((), (4.0, 4.0), (1.0, 3.5))
_ROLES = ("line2", "edge", "edge")


def heat(rode: int) -> float:
    """How far the halo of a note reaches beyond its circle, in logical pixels; 0 for none."""
    return min(1.5 + 1.3 * math.log2(1 + rode), MOST_HEAT) if rode else 0.0


def pieces(scene: Scene, camera: Camera, theme: Theme, *, rough: bool) -> Iterator[Piece]:
    """Everything that a picture of the graph needs, ties before notes.

    Args:
        scene: what is drawn.
        camera: which part of it; its window is the picture.
        theme: colours.
        rough: leaves ties out where there are many, and draws the rest without smoothing.
    """
    at = camera.table(scene.at)
    yield from _lines(scene, at, camera, theme, rough=rough)
    sizes = scene.sizes * grown(camera.zoom)
    inside = _seen(at - sizes[:, None] - MOST_HEAT, at + sizes[:, None] + MOST_HEAT, camera)
    for begin in range(0, len(inside), NODES_AT_ONCE):
        some = inside[begin : begin + NODES_AT_ONCE].tolist()
        yield partial(_draw_nodes, scene, some, at[some].tolist(), sizes[some].tolist(), theme)


def _seen(low: Floats, high: Floats, camera: Camera) -> Ints:
    """Which boxes meet the picture."""
    import numpy as np

    inside = (high > 0).all(axis=1) & (low < (camera.width, camera.height)).all(axis=1)
    found: Ints = np.flatnonzero(inside)
    return found


def _lines(
    scene: Scene, at: Floats, camera: Camera, theme: Theme, *, rough: bool
) -> Iterator[Piece]:
    import numpy as np

    if not len(scene.edges):
        return
    ends = at[scene.edges]
    inside = _seen(ends.min(axis=1), ends.max(axis=1), camera)
    if rough and len(inside) > ROUGH_LINES:
        inside = inside[:: len(inside) // ROUGH_LINES + 1]
    for tie in range(len(_ROLES)):
        mine = inside[scene.ties[inside] == tie]
        many = len(mine) > ROUGH_LINES
        pen = tie_pen(theme, tie, faint=many)
        for begin in range(0, len(mine), LINES_AT_ONCE):
            some = np.reshape(ends[mine[begin : begin + LINES_AT_ONCE]], (-1, 4)).tolist()
            yield partial(draw_lines, some, pen, smooth=not rough)


def tie_pen(
    theme: Theme, tie: int, *, role: str = "", width: float = 1.0, faint: bool = False
) -> QPen:
    """The pen of a tie: plain for a link, dashed for hides, dotted for similar."""
    colour = QColor(theme.color(role or _ROLES[tie]))
    if faint:
        colour.setAlphaF(0.5)  # thousands of lines would hide the notes
    pen = QPen(colour, width)
    if _DASHES[tie]:
        pen.setDashPattern([each / width for each in _DASHES[tie]])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def draw_lines(
    ends: Sequence[Sequence[float]], pen: QPen, painter: QPainter, *, smooth: bool = True
) -> None:
    """Draws lines from ``x1, y1`` to ``x2, y2``."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
    painter.setPen(pen)
    painter.drawLines([QLineF(*each) for each in ends])


def _draw_nodes(
    scene: Scene,
    places: Sequence[int],
    at: Sequence[Sequence[float]],
    sizes: Sequence[float],
    theme: Theme,
    painter: QPainter,
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, (x, y), size in zip(places, at, sizes, strict=True):
        draw_node(scene.nodes[place], x, y, size, theme, painter)


def draw_node(node: Node, x: float, y: float, size: float, theme: Theme, painter: QPainter) -> None:
    """Draws one note: its halo, its circle, and its kind's icon where there is room.

    A note that another hides is a dashed ring, an archived one a plain ring.
    """
    role = icons.KIND_ROLES[node.kind]
    colour, middle = theme.color(role), QPointF(x, y)
    size = max(size, 1.2)
    if node.rode and size > 2:
        halo = QColor(colour)
        halo.setAlphaF(0.28)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        reach = size + heat(node.rode)
        painter.drawEllipse(middle, reach, reach)
    hollow = node.hidden or node.archived
    if hollow and size > 2:
        pen = QPen(theme.color("text2") if node.hidden else colour, 1.4)
        if node.hidden:
            pen.setDashPattern([2.2, 2.0])
        painter.setPen(pen)
        painter.setBrush(theme.color("sunken"))
        painter.drawEllipse(middle, size - 0.7, size - 0.7)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(middle, size, size)
    if size >= ICON_FROM and not node.hidden:
        side = round(size * 1.1)
        side -= side % (2 if side < 24 else 8)  # each size is a picture of its own
        ratio = painter.device().devicePixelRatioF()
        picture = icons.pixmap(
            theme, icons.KIND_ICONS[node.kind], role if hollow else "sunken", side, ratio
        )
        painter.drawPixmap(QPointF(x - side / 2, y - side / 2), picture)


def draw_ring(x: float, y: float, size: float, pen: QPen, painter: QPainter) -> None:
    """Draws a ring around a note."""
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x, y), size, size)
