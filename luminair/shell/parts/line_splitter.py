"""A splitter whose handle is the hairline between two parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme


class _Handle(QSplitterHandle):
    """One pixel of line; Qt lets the pointer take hold of two more on each side."""

    def __init__(self, theme: Theme, splitter: QSplitter) -> None:
        super().__init__(Qt.Orientation.Horizontal, splitter)
        self._theme = theme
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.contentsRect(), self._theme.color("line"))
        painter.end()


class LineSplitter(QSplitter):
    """Parts side by side with one hairline between two of them; none folds to nothing.

    Args:
        theme: colours.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    @override
    def createHandle(self) -> QSplitterHandle:
        return _Handle(self._theme, self)
