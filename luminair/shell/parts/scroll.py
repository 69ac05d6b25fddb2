"""Scroll bars as a slim rounded handle without a track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar, QStyle, QStyleOptionSlider, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme

WIDTH = 12
HANDLE = 6
# Fusion keeps room for arrow buttons at both ends; this takes it away, for clicks too.
_NO_ARROWS = """
QScrollBar { border: none; background: transparent; margin: 0; }
QScrollBar::handle { min-height: 32px; min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
"""


class SlimBar(QScrollBar):
    """A scroll bar of ours.

    Args:
        theme: colours.
        way: upright or lying.
    """

    def __init__(self, theme: Theme, way: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(way, parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, on=False)
        self.setStyleSheet(_NO_ARROWS)
        theme.repaints(self)

    @override
    def sizeHint(self) -> QSize:
        if self.orientation() is Qt.Orientation.Vertical:
            return QSize(WIDTH, 60)
        return QSize(60, WIDTH)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() <= self.minimum():
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        slider = self.style().subControlRect(
            QStyle.ComplexControl.CC_ScrollBar,
            option,
            QStyle.SubControl.SC_ScrollBarSlider,
            self,
        )
        box = QRectF(slider)
        spare = (WIDTH - HANDLE) / 2
        if self.orientation() is Qt.Orientation.Vertical:
            box.adjust(spare, 2, -spare, -2)
        else:
            box.adjust(2, spare, -2, -spare)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        held = self.isSliderDown() or self.underMouse()
        painter.setBrush(self._theme.color("edge" if held else "line2"))
        painter.drawRoundedRect(box, HANDLE / 2, HANDLE / 2)
        painter.end()


class FloatingBar(SlimBar):
    """Lies over the right edge of an area, whose rows and lines keep the whole width.

    Args:
        theme: colours.
        area: what scrolls; its own bar is never shown.
        inset: room above and below, where the area has round corners.
    """

    def __init__(self, theme: Theme, area: QAbstractScrollArea, inset: int = 0) -> None:
        super().__init__(theme, Qt.Orientation.Vertical, area)
        self._area, self._inset = area, inset
        self._real = area.verticalScrollBar()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._real.rangeChanged.connect(self._follow)
        self._real.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._real.setValue)
        area.installEventFilter(self)
        self._follow()

    def _follow(self) -> None:
        real = self._real
        blocked = self.blockSignals(True)
        self.setRange(real.minimum(), real.maximum())
        self.setValue(real.value())
        self.blockSignals(blocked)
        self.setVisible(real.maximum() > real.minimum())
        self._place()

    def _place(self) -> None:
        high = self._area.height() - 2 * self._inset
        self.setGeometry(self._area.width() - WIDTH, self._inset, WIDTH, high)
        self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        # An area tells its range before its step.
        self.setSingleStep(self._real.singleStep())
        self.setPageStep(self._real.pageStep())
        super().paintEvent(event)


def slim_bars(area: QAbstractScrollArea, theme: Theme) -> None:
    """Gives an area bars of ours, and takes its ground away so that what is below shows."""
    area.setVerticalScrollBar(SlimBar(theme, Qt.Orientation.Vertical, area))
    area.setHorizontalScrollBar(SlimBar(theme, Qt.Orientation.Horizontal, area))
    area.viewport().setAutoFillBackground(False)
