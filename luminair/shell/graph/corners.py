"""What lies upon the graph: the legend, how many notes there are, the zoom, and the focus strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from luminair.shell.graph.strokes import tie_pen
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

ROW, PAD, SAMPLE = 22, 12, 38
LEGEND = Shape(height=28, pad=9, gap=6, icon=15, style=Style.SMALL)
_SMALL_ICON = Shape(height=28, pad=6, icon=15, radius=6)


class Legend(QWidget):
    """Says what size, rings, halos and lines mean."""

    rows = (
        "Larger: more links",
        "Wider halo: rode more this week",
        "Hidden by another note",
        "Hides",
        "Says something similar",
        "Matches your search",
    )

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drawn: QPixmap | None = None
        self.setAccessibleName("Legend: " + "; ".join(self.rows))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.follow(self._measure)

    def _measure(self) -> None:
        metrics = QFontMetricsF(self._theme.font(Style.CAPTION))
        wide = max(metrics.horizontalAdvance(words) for words in self.rows)
        self.setFixedSize(round(wide) + SAMPLE + 3 * PAD, ROW * len(self.rows) + PAD)
        self._drawn = None
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._drawn is None or self._drawn.devicePixelRatioF() != ratio:
            # It lies upon the graph and is painted with each frame of it.
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            self._draw(QPainter(self._drawn))
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawn)
        painter.end()

    def _draw(self, painter: QPainter) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        middle = PAD + SAMPLE / 2
        samples = (
            self._sizes, self._halos, self._hidden, self._hides, self._similar, self._match,
        )  # fmt: skip
        for number, (draw, words) in enumerate(zip(samples, self.rows, strict=True)):
            y = PAD / 2 + ROW * (number + 0.5)
            draw(painter, middle, y)
            painter.setFont(theme.font(Style.CAPTION))
            painter.setPen(theme.color("text2"))
            area = QRectF(2 * PAD + SAMPLE, y - ROW / 2, self.width(), ROW)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()

    def _dot(self, painter: QPainter, x: float, y: float, size: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("text3"))
        painter.drawEllipse(QPointF(x, y), size, size)

    def _sizes(self, painter: QPainter, x: float, y: float) -> None:
        for aside, size in ((-13.0, 3.0), (-3.0, 5.0), (12.0, 7.0)):
            self._dot(painter, x + aside, y, size)

    def _halos(self, painter: QPainter, x: float, y: float) -> None:
        halo = QColor(self._theme.color("text3"))
        halo.setAlphaF(0.28)
        for aside, reach in ((-9.0, 6.0), (9.0, 10.0)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(halo)
            painter.drawEllipse(QPointF(x + aside, y), reach, reach)
            self._dot(painter, x + aside, y, 4.0)

    def _hidden(self, painter: QPainter, x: float, y: float) -> None:
        pen = QPen(self._theme.color("text2"), 1.4)
        pen.setDashPattern([2.2, 2.0])
        self._ring(painter, x, y, 6.0, pen)

    def _hides(self, painter: QPainter, x: float, y: float) -> None:
        self._line(painter, x, y, 1)

    def _similar(self, painter: QPainter, x: float, y: float) -> None:
        self._line(painter, x, y, 2)

    def _match(self, painter: QPainter, x: float, y: float) -> None:
        self._dot(painter, x, y, 4.0)
        self._ring(painter, x, y, 7.0, QPen(self._theme.color("text"), 1.5))

    @staticmethod
    def _ring(painter: QPainter, x: float, y: float, size: float, pen: QPen) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y), size, size)

    def _line(self, painter: QPainter, x: float, y: float, tie: int) -> None:
        painter.setPen(tie_pen(self._theme, tie, role="text3"))
        painter.drawLine(QPointF(x - SAMPLE / 2, y), QPointF(x + SAMPLE / 2, y))


class LegendButton(Box):
    """Stands for the legend where there is little room.

    Signals:
        wanted: the legend is to be shown or hidden.
    """

    wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "surface", border="line", radius=8, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button = Button(theme, "Legend", icon="ph.info", shape=LEGEND)
        button.set_name("Show or hide the legend", "What sizes, rings and lines mean")
        button.clicked.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.addWidget(button)


class Zoom(Box):
    """Farther, the zoom, nearer, and all of it.

    Signals:
        wanted: a step nearer (1), farther (-1), or 100 % (0).
        fit_wanted: show all.
    """

    wanted = Signal(int)
    fit_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "surface", border="line", radius=8, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        farther = icon_button(theme, "ph.minus", "Zoom out", shape=_SMALL_ICON)
        nearer = icon_button(theme, "ph.plus", "Zoom in", shape=_SMALL_ICON)
        shape = Shape(height=28, pad=3, style=Style.SMALL)
        self.number = Button(theme, "100%", fill=Fill.LINK, shape=shape)
        self.number.set_roles(text="text2")
        self.number.set_name("Zoom to 100 percent", "Zoom to 100 %")
        self.number.setFixedWidth(44)
        fit = icon_button(theme, "ph.frame-corners", "Show the whole graph", shape=_SMALL_ICON)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 1, 4, 1)
        row.setSpacing(2)
        line = Hairline(theme, "line", upright=True)
        line.setFixedHeight(18)
        for widget in (farther, self.number, nearer, line, fit):
            row.addWidget(widget)
        farther.clicked.connect(lambda: self.wanted.emit(-1))
        nearer.clicked.connect(lambda: self.wanted.emit(1))
        self.number.clicked.connect(lambda: self.wanted.emit(0))
        fit.clicked.connect(self.fit_wanted)

    def set_zoom(self, zoom: float) -> None:
        """Says how large everything is."""
        self.number.set_face(f"{zoom * 100:.0f}%")


class FocusStrip(Box):
    """Names the note that is chosen, and shows only what is near it.

    Signals:
        depth_wanted: how many steps around the note are shown; 0 shows the whole graph.
        open_wanted: the note is to be opened.
    """

    depth_wanted = Signal(int)
    open_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "surface", border="line", radius=8, parent=parent)
        self.title = Line(theme, "", Style.SMALL_MEDIUM, "text")
        self.steps = Segmented(
            theme, [("", "Whole graph"), ("", "1 step"), ("", "2 steps"), ("", "3 steps")]
        )
        self.steps.setAccessibleName("How much around the note is shown")
        self.steps.set_current(0)
        self.steps.chosen.connect(self.depth_wanted)
        self.opens = Button(
            theme,
            "Open",
            fill=Fill.BORDERED,
            shape=Shape(height=24, pad=9, style=Style.SMALL_MEDIUM),
        )
        self.opens.set_name("Open the note", "Open the note (↩)")
        self.opens.clicked.connect(self.open_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 6, 4)
        row.setSpacing(10)
        row.addWidget(self.title, 1)
        row.addWidget(self.steps)
        row.addWidget(self.opens)
        self.hide()

    def show_note(self, title: str, depth: int) -> None:
        """Names a note and says how much around it is shown."""
        self.title.set_text(title)
        self.steps.set_current(depth)
        self.show()

    def fitting(self, most: int) -> QSize:
        """How large it wants to be, no wider than ``most``."""
        rest = self.steps.sizeHint().width() + self.opens.sizeHint().width() + 40
        return QSize(min(rest + self.title.sizeHint().width(), most), 36)
