"""Switch and tick box; the label is part of the target."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

GAP = 8
LEAST_HEIGHT = 24


class _Labelled(KeyboardFocus, QCheckBox):
    """A check box of ours: a mark at the left, the label after it."""

    mark = QSize(16, 16)

    def __init__(
        self, theme: Theme, text: str, *, style: Style = Style.BODY, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._style = style
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(text)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        text = QFontMetricsF(self._theme.font(self._style)).horizontalAdvance(self.text())
        width = self.mark.width() + (GAP + round(text) + 2 if self.text() else 0)
        return QSize(width + 4, LEAST_HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.mark.width() + 4, LEAST_HEIGHT)

    @override
    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = (self.height() - self.mark.height()) / 2
        box = QRectF(2, top, self.mark.width(), self.mark.height())
        self._paint_mark(painter, box)
        if self.text():
            painter.setFont(self._theme.font(self._style))
            painter.setPen(self._theme.color(self._label_role()))
            left = box.right() + GAP
            area = QRectF(left, 0, self.width() - left, self.height())
            metrics = QFontMetricsF(painter.font())
            text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width() + 1)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def _label_role(self) -> str:
        return "text" if self.isEnabled() else "text3"

    @abstractmethod
    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        """Paints the box or switch beside the label."""


class TickBox(_Labelled):
    """A 16 px tick box."""

    @override
    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        theme = self._theme
        on = self.isChecked()
        painter.setPen(Qt.PenStyle.NoPen if on else QPen(theme.color("edge"), 1))
        fill = "accent" if on else "field"
        painter.setBrush(theme.color(fill if self.isEnabled() else "press"))
        inset = 0.0 if on else 0.5
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 4, 4)
        if on:
            pen = QPen(theme.color("onaccent"), 1.7)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            at = box.topLeft()
            painter.drawPolyline(
                [at + QPointF(4.2, 8.3), at + QPointF(7, 11), at + QPointF(11.8, 5.3)]
            )
        if self.ring_shown:
            draw_ring(painter, theme, box.adjusted(-2, -2, 2, 2), 6)


class Switch(_Labelled):
    """A 26 by 16 switch, for what takes effect at once."""

    mark = QSize(26, 16)

    @override
    def _label_role(self) -> str:
        return "text2" if self.isEnabled() else "text3"

    @override
    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        theme = self._theme
        on = self.isChecked()
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawRoundedRect(box, 8, 8)
        else:
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.setBrush(theme.color("hover" if self.underMouse() else "field"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7.5, 7.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("onaccent" if on else "edge"))
        x = box.right() - 8 if on else box.left() + 8
        painter.drawEllipse(QPointF(x, box.center().y()), 5, 5)
        if self.ring_shown:
            draw_ring(painter, theme, box.adjusted(-2, -2, 2, 2), 10)
