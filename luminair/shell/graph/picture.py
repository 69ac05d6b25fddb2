"""The picture of the whole graph, drawn a little at a time and shown moved or scaled meanwhile.

Twenty thousand smooth lines take longer than a frame may. So what stands still is drawn once into
a picture that is larger than the window: dragging shows another part of it. Where a new picture
takes longer than a moment, the one before is shown, moved and scaled, until it is ready.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from luminair.shell.graph.strokes import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.shell.graph.camera import Camera
    from luminair.shell.graph.scene import Scene
    from luminair.shell.graph.strokes import Piece
    from luminair.shell.theme import Theme

MARGIN = 200
"""Around the window, in logical pixels: so far the graph can be dragged without drawing."""
AHEAD = 0.5
"""The part of the margin after which the next picture is begun, before it is wanted."""
AT_ONCE_S = 0.004
"""For so long a picture is drawn before the window is shown again."""
HEAVY_S = 0.004
"""A picture that takes longer is not drawn before the window is shown."""
ZOOM_MS = 70
"""So long the zoom must rest before a picture that takes longer is begun."""


@dataclass(slots=True)
class _Sheet:
    """One picture, done or on its way."""

    scene: Scene
    camera: Camera
    picture: QPixmap
    left: Iterator[Piece]
    rough: bool
    cost: float = 0.0


class Picture(QObject):
    """Draws scenes for a window.

    Args:
        theme: colours.

    Signals:
        drawn: a better picture is ready.
    """

    drawn = Signal()

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: _Sheet | None = None
        self._next: _Sheet | None = None
        self._waiting: tuple[Scene, Camera, float] | None = None
        self._spare: QPixmap | None = None
        self._heavy = False
        self._ratio = 0.0
        self._on = QTimer(self)
        self._on.setSingleShot(True)
        self._on.timeout.connect(self._go_on)
        theme.changed.connect(self.forget)

    @property
    def ready(self) -> bool:
        """Whether nothing is left to be drawn."""
        return self._next is None and self._waiting is None

    def forget(self) -> None:
        """Draws anew, in the colours of now."""
        self._shown = self._next = self._waiting = None
        self._on.stop()

    def paint(
        self, painter: QPainter, scene: Scene, camera: Camera, *, opacity: float, rough: bool
    ) -> None:
        """Shows the best picture there is, and sees to a better one.

        Args:
            painter: of the window.
            scene: what is to be seen.
            camera: which part of it.
            opacity: of all of it.
            rough: the scene moves, so that a quick picture is better than a good one.
        """
        ratio = painter.device().devicePixelRatioF()
        if self._ratio != ratio:  # another screen
            self.forget()
            self._ratio = ratio
        if not self._serves(self._shown, scene, camera, rough=rough):
            self._see_to(scene, camera, ratio, rough=rough)
        elif (
            self._heavy
            and self.ready
            and not self._serves(self._shown, scene, camera, rough=rough, part=AHEAD)
        ):
            self._next = self._sheet(scene, camera, ratio, rough=rough)
            self._on.start(0)
        painter.save()
        painter.setOpacity(opacity)
        # What the last picture does not reach shows as far as the next one has come.
        for sheet in (self._next, self._shown):
            if sheet is not None and (sheet is self._shown or not self._covers(camera)):
                self._put(painter, sheet, camera)
        painter.restore()

    def _covers(self, camera: Camera) -> bool:
        """Whether the picture that is shown reaches all edges of the window."""
        sheet = self._shown
        if sheet is None:
            return False
        left, top = camera.to_window(*sheet.camera.to_graph(0, 0))
        right, low = camera.to_window(
            *sheet.camera.to_graph(sheet.camera.width, sheet.camera.height)
        )
        return left <= 0 and top <= 0 and right >= camera.width and low >= camera.height

    @staticmethod
    def _put(painter: QPainter, sheet: _Sheet, camera: Camera) -> None:
        """Draws a picture where its part of the graph is seen now."""
        left, top = sheet.camera.to_graph(0, 0)
        right, bottom = sheet.camera.to_graph(sheet.camera.width, sheet.camera.height)
        corner, other = camera.to_window(left, top), camera.to_window(right, bottom)
        if abs(sheet.camera.zoom - camera.zoom) < 1e-9:
            painter.drawPixmap(round(corner[0]), round(corner[1]), sheet.picture)
        else:
            area = QRectF(corner[0], corner[1], other[0] - corner[0], other[1] - corner[1])
            painter.drawPixmap(area, sheet.picture, QRectF(sheet.picture.rect()))

    def _see_to(self, scene: Scene, camera: Camera, ratio: float, *, rough: bool) -> None:
        if self._serves(self._next, scene, camera, rough=rough):
            return  # it is on its way
        shown = self._shown
        same = shown is not None and shown.scene is scene
        self._heavy = self._heavy and same
        if self._heavy and shown is not None and shown.camera.zoom != camera.zoom:
            # A wheel turns on and on: a picture begun now would be in vain.
            self._next, self._waiting = None, (scene, camera, ratio)
            self._on.start(ZOOM_MS)
            return
        self._begin(scene, camera, ratio, rough=rough)

    def _begin(self, scene: Scene, camera: Camera, ratio: float, *, rough: bool) -> None:
        self._waiting = None
        self._next = sheet = self._sheet(scene, camera, ratio, rough=rough)
        if self._heavy or not self._draw(sheet):  # as long as the last one: it comes by and by
            self._on.start(0)
        else:
            self._take()

    def _sheet(self, scene: Scene, camera: Camera, ratio: float, *, rough: bool) -> _Sheet:
        wide = replace(camera, width=camera.width + 2 * MARGIN, height=camera.height + 2 * MARGIN)
        # A whole number of pixels from the window's own grid, so that nothing is blurred.
        size = QSize(round(wide.width * ratio), round(wide.height * ratio))
        spare, self._spare = self._spare, None
        picture = spare if spare is not None and spare.size() == size else QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.color("sunken"))
        return _Sheet(scene, wide, picture, pieces(scene, wide, self._theme, rough=rough), rough)

    @staticmethod
    def _serves(
        sheet: _Sheet | None, scene: Scene, camera: Camera, *, rough: bool, part: float = 1.0
    ) -> bool:
        """Whether a picture shows all that is to be seen, and so does when dragged on a part."""
        if sheet is None or sheet.scene is not scene or sheet.camera.zoom != camera.zoom:
            return False
        if sheet.rough and not rough:
            return False
        x, y = camera.to_window(sheet.camera.x, sheet.camera.y)
        spare_x = (sheet.camera.width - camera.width) / 2
        spare_y = (sheet.camera.height - camera.height) / 2
        aside = abs(x - camera.width / 2), abs(y - camera.height / 2)
        return aside[0] <= spare_x * part and aside[1] <= spare_y * part

    @staticmethod
    def _draw(sheet: _Sheet) -> bool:
        """Draws for a moment; whether the picture is done."""
        begun = time.perf_counter()
        done = True
        painter = QPainter(sheet.picture)
        for piece in sheet.left:
            piece(painter)
            if time.perf_counter() > begun + AT_ONCE_S:
                done = False
                break
        painter.end()
        sheet.cost += time.perf_counter() - begun
        return done

    def _go_on(self) -> None:
        if self._waiting is not None:
            self._begin(*self._waiting, rough=False)
            if self._next is None:
                self.drawn.emit()
            return
        sheet = self._next
        if sheet is not None and self._draw(sheet):
            self._take()
            self.drawn.emit()
        elif sheet is not None:
            self._on.start(0)

    def _take(self) -> None:
        if self._shown is not None:
            self._spare = self._shown.picture  # its room is used again
        self._shown, self._next = self._next, None
        self._heavy = self._shown is not None and self._shown.cost > HEAVY_S
        self._on.stop()
