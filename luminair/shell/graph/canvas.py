"""The graph itself: a window on it that can be dragged, zoomed, pointed at and walked by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QNativeGestureEvent, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from luminair.shell.graph.camera import STEP, Camera
from luminair.shell.graph.overlay import Lit, Overlay
from luminair.shell.graph.picture import Picture
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.roles import Spoken, speak_as

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import (
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QWheelEvent,
    )

    from luminair.shell.graph.layout import Floats
    from luminair.shell.graph.scene import Scene
    from luminair.shell.theme import Theme

MOVE_MS = 240
DRAG_FROM = 4
"""Pixels that the pointer moves before a click becomes a drag."""
MUTED = 0.5
INNER = 0.8
"""The part of the window, from its middle, in which a note that was walked to may stand."""
MOST_AREAS = 60
ROUGH_FROM = 1_500
"""A scene of more ties than that is drawn roughly while it moves."""
_ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


class Canvas(KeyboardFocus, QWidget):
    """Shows a :class:`Scene`.

    Args:
        theme: colours and fonts.
        covered: what parts of this widget others lie upon.

    Attributes:
        scene: what is shown, None before anything came.
        camera: which part of it.
        hovered: place of the note under the pointer, or -1.
        chosen: place of the note that was clicked or walked to, or -1.

    Signals:
        pointed: another note, or -1, is under the pointer.
        selected: another note, or -1, was chosen.
        opened: a note is to be opened: its place.
        escaped: esc was pressed.
        zoomed: the zoom is another.
        resized: it has another size.
        moved: the graph moved below the pointer and below what lies upon it.
        handled: the owner dragged or zoomed.
        walked: a note was chosen by an arrow key.
    """

    pointed = Signal(int)
    selected = Signal(int)
    opened = Signal(int)
    escaped = Signal()
    zoomed = Signal()
    resized = Signal()
    moved = Signal()
    handled = Signal()
    walked = Signal(int)

    def __init__(
        self, theme: Theme, covered: Callable[[], Sequence[QRect]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        speak_as(self, Spoken.Graphic)
        self._theme, self._covered = theme, covered
        self.scene: Scene | None = None
        self.camera = Camera()
        self.hovered = self.chosen = -1
        self._found: frozenset[int] = frozenset()
        self._settling = False
        self._known_lit: tuple[object, Lit] | None = None
        self._pressed: QPointF | None = None
        self._dragging = False
        self.picture = Picture(theme, self)
        self.picture.drawn.connect(self.update)
        self._overlay = Overlay(theme)
        self._move = QVariantAnimation(self)
        self._move.setStartValue(0.0)
        self._move.setEndValue(1.0)
        self._move.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._move.valueChanged.connect(self._step)
        self._move.finished.connect(self._arrive)
        self._from = self._to = self.camera
        self._places: tuple[Floats, Floats] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.repaints(self)

    @property
    def moving(self) -> bool:
        """Whether it is on its way to another part of the graph."""
        return self._move.state() is QVariantAnimation.State.Running

    # What is shown.

    def show_scene(self, scene: Scene, *, settling: bool = False) -> None:
        """Shows notes; what was chosen and pointed at stays so where it is still there."""
        before = self.scene
        chosen, hovered = (self._path(place) for place in (self.chosen, self.hovered))
        self._places = None
        self.scene, self._settling = scene, settling
        if before is None or before.nodes is not scene.nodes:
            self.chosen = scene.places.get(chosen, -1)
            self.hovered = scene.places.get(hovered, -1)
            self._found = frozenset()
            self._known_lit = None
        self.moved.emit()
        self.update()

    def set_found(self, found: frozenset[int]) -> None:
        """Rings the notes that a search found."""
        self._found = found
        self.update()

    @property
    def found(self) -> frozenset[int]:
        """The notes with a ring."""
        return self._found

    def choose(self, place: int) -> None:
        """Chooses a note, or none with -1."""
        if place != self.chosen:
            self.chosen = place
            self.selected.emit(place)
            self.update()

    def reveal(self, place: int) -> None:
        """Sees to it that a note is well inside of the window."""
        if self.scene is None:
            return
        x, y = self.camera.to_window(*self.scene.at[place])
        middle_x, middle_y = self.width() / 2, self.height() / 2
        if abs(x - middle_x) > INNER * middle_x or abs(y - middle_y) > INNER * middle_y:
            self.go(self.camera.moved(middle_x - x, middle_y - y))

    def fit(self, places: Sequence[int] | None = None, *, at_once: bool = False) -> None:
        """Shows these notes, or all of them, as large as they fit."""
        if self.scene is not None and self.scene.nodes:
            at = self.scene.at if places is None else self.scene.at[list(places)]
            self.go(self.fitting(at), at_once=at_once)

    def fitting(self, at: Floats) -> Camera:
        """The largest view of these places in which nothing lies upon them."""
        boxes = [(box.left(), box.top(), box.right(), box.bottom()) for box in self._covered()]
        return self.camera.fitting_beside(at, boxes)

    def zoom_by(self, by: int) -> None:
        """One step nearer (1), farther (-1), or to 100 % (0)."""
        self.handled.emit()
        zoom = self._to.zoom * STEP**by if self.moving else self.camera.zoom * STEP**by
        self.go(self.camera.zoomed(zoom if by else 1.0, self.width() / 2, self.height() / 2))

    def go(
        self, camera: Camera, *, at_once: bool = False, from_places: Floats | None = None
    ) -> None:
        """Goes to another part of the graph.

        Args:
            camera: that part.
            at_once: without a movement.
            from_places: where the notes of the scene stood before; they travel too.
        """
        self._move.stop()
        duration = 0 if at_once or not self.isVisible() else self._theme.duration(MOVE_MS)
        if self.scene is not None and from_places is not None:
            self._places = from_places, self.scene.at
        self._from, self._to = self.camera, camera
        if duration:
            self._move.setDuration(duration)
            self._move.start()
        else:
            self._arrive()

    def _step(self, share: float) -> None:
        if self.scene is not None and self._places is not None:
            old, new = self._places
            self.scene = self.scene.placed(old + (new - old) * share)
        self._see(self._from.between(self._to, share))

    def _arrive(self) -> None:
        if self.scene is not None and self._places is not None:
            self.scene = self.scene.placed(self._places[1])
            self._places = None
        self._see(self._to)

    def _see(self, camera: Camera) -> None:
        other = camera.zoom != self.camera.zoom
        self.camera = camera
        if other:
            self.zoomed.emit()
        self.moved.emit()
        self.update()

    def _path(self, place: int) -> str:
        inside = self.scene is not None and 0 <= place < len(self.scene.nodes)
        return self.scene.nodes[place].path if self.scene is not None and inside else ""

    # Pointer.

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed, self._dragging = event.position(), False

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is None:
            self._point(at)
            return
        way = at - self._pressed
        if not self._dragging and way.manhattanLength() < DRAG_FROM:
            return
        if not self._dragging:
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._point(QPointF(-1e6, -1e6))
        self._pressed = at
        self._drag(way)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        if self._dragging:
            self._dragging = False
            self.unsetCursor()
        elif self.scene is not None:
            self.choose(self.scene.hit(self.camera, event.position().x(), event.position().y()))
        self._point(event.position())

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.scene is not None and event.button() is Qt.MouseButton.LeftButton:
            place = self.scene.hit(self.camera, event.position().x(), event.position().y())
            if place >= 0:
                self.opened.emit(place)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(QPointF(-1e6, -1e6))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels, at = event.pixelDelta(), event.position()
        zooms = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if not pixels.isNull() and not zooms:  # two fingers on a trackpad
            self._drag(QPointF(pixels))
        else:
            self._zoom_at(1.0015 ** event.angleDelta().y(), at)
        event.accept()

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
                self._zoom_at(1 + event.value(), event.position())
                return True
            if event.gestureType() is Qt.NativeGestureType.SmartZoomNativeGesture:
                self.fit()
                return True
        return super().event(event)

    def _drag(self, way: QPointF) -> None:
        self._move.stop()
        self.handled.emit()
        self._see(self.camera.moved(way.x(), way.y()))

    def _zoom_at(self, by: float, at: QPointF) -> None:
        self._move.stop()
        self.handled.emit()
        self._see(self.camera.zoomed(self.camera.zoom * by, at.x(), at.y()))

    def _point(self, at: QPointF) -> None:
        place = -1
        if self.scene is not None and self.rect().contains(at.toPoint()):
            place = self.scene.hit(self.camera, at.x(), at.y())
        if place != self.hovered:
            self.hovered = place
            if not self._dragging:
                hand = Qt.CursorShape.PointingHandCursor
                self.setCursor(hand if place >= 0 else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(place)
            self.update()

    # Keys.

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrow = _ARROWS.get(Qt.Key(event.key()))
        if arrow is not None:
            self._walk(*arrow)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.chosen >= 0:
            self.opened.emit(self.chosen)
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def _walk(self, dx: float, dy: float) -> None:
        scene = self.scene
        if scene is None or not scene.nodes:
            return
        if self.chosen < 0:
            middle = self.camera.width / 2, self.camera.height / 2
            way = self.camera.table(scene.at) - middle
            place = int((way * way).sum(axis=1).argmin())
        else:
            place = scene.towards(self.chosen, dx, dy)
        if place >= 0:
            self.choose(place)
            self.reveal(place)
            self.walked.emit(place)

    # Painting.

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size, cameras = (self.width(), self.height()), (self.camera, self._from, self._to)
        self.camera, self._from, self._to = (each.sized(*size) for each in cameras)
        self.moved.emit()
        self.resized.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("sunken"))
        scene = self.scene
        if scene is not None and scene.nodes:
            lit, held, picture = self._lit(scene), self._dragging, self.picture
            moves = self._settling or self._places is not None
            rough, opacity = moves and len(scene.edges) > ROUGH_FROM, MUTED if lit.places else 1.0
            picture.paint(painter, scene, self.camera, opacity=opacity, rough=rough)
            covered, coming = [] if held else self._covered(), not picture.ready
            drawn = painter, scene, self.camera, lit, covered
            self._overlay.paint(*drawn, held=held, coming=coming, told=self.hovered)
        if self.ring_shown:
            draw_ring(painter, self._theme, QRectF(self.rect()), 0)
        painter.end()

    def place_of(self, place: int) -> QPoint:
        """Where a note is seen."""
        if self.scene is None:
            return QPoint()
        x, y = self.camera.to_window(*self.scene.at[place])
        return QPoint(round(x), round(y))

    def _lit(self, scene: Scene) -> Lit:
        """What matters now; found out again only where that changed."""
        key = (id(scene.nodes), self.hovered, self.chosen, self._found)
        if self._known_lit is None or self._known_lit[0] != key:
            self._known_lit = key, Lit.of(scene, self.hovered, self.chosen, self._found)
        return self._known_lit[1]

    def lit_areas(self) -> list[QRect]:
        """Where the notes that matter now are seen; what covers them is in the way."""
        if self.scene is None:
            return []
        at = self.camera.table(self.scene.at[list(self._lit(self.scene).places[:MOST_AREAS])])
        return [QRect(round(x) - 14, round(y) - 14, 28, 28) for x, y in at.tolist()]
