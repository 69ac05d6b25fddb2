"""The splitter between panes and its handle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget
from typing_extensions import override

from luminair.shell.panes.pane_head import HEIGHT

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme

GRAB = 7
"""How much of a handle can be taken hold of, in logical pixels."""


class _Handle(QSplitterHandle):
    """A hairline with 7 px to take hold of; a double click evens the panes out."""

    def __init__(self, theme: Theme, way: Qt.Orientation, splitter: QSplitter) -> None:
        super().__init__(way, splitter)
        self._theme = theme
        theme.repaints(self)

    @override
    def sizeHint(self) -> QSize:
        return QSize(GRAB, GRAB)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        splitter = self.splitter()
        splitter.setSizes([10_000] * splitter.count())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        line = self._theme.color("line")
        middle = GRAB // 2
        if self.orientation() is Qt.Orientation.Horizontal:
            painter.fillRect(QRectF(middle, 0, 1, self.height()), line)
            # The line under the heads of both panes goes on through the handle.
            painter.fillRect(QRectF(0, HEIGHT - 1, self.width(), 1), line)
        else:
            painter.fillRect(QRectF(0, middle, self.width(), 1), line)
        painter.end()


class Splitter(QSplitter):
    """Panes beside or above each other; none of them folds to nothing."""

    def __init__(self, theme: Theme, way: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(way, parent)
        self._theme = theme
        self.setHandleWidth(GRAB)
        self.setChildrenCollapsible(False)

    @override
    def createHandle(self) -> QSplitterHandle:
        return _Handle(self._theme, self.orientation(), self)
