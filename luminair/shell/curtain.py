"""The window before the window: where the main one will stand, in its colours, with nothing in it.

Loading all that the main window is made of takes longer than a window takes to appear. This one
needs next to nothing, stands where the main one stood last, and goes once that is painted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from luminair.shell.parts.geometry import Geometry, bound_to_screen

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.sessions.layout import Layout
    from luminair.shell.theme import Theme

SIZE = QSize(1440, 900)
BAR, SIDEBAR = 52, 264


class Curtain(QWidget):
    """An empty window with the grounds and hairlines of the main one.

    Args:
        theme: colours.
        layout: how the main window stood last.
    """

    def __init__(self, theme: Theme, layout: Layout) -> None:
        super().__init__()
        self._theme, self._layout = theme, layout
        self.setWindowTitle("Luminair")
        self.setMinimumSize(900, 600)
        self.resize(SIZE)
        bound_to_screen(self)
        geometry = Geometry(self)
        geometry.watch("main", self)
        geometry.restore(layout.states)

    @property
    def can_be_shown(self) -> bool:
        """Whether another window can take its place unseen: full screen moves a whole space."""
        return not self.isFullScreen()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, line = self._theme, self._theme.color("line")
        side = (self._layout.sidebar_width or SIDEBAR) if self._layout.sidebar else 0
        side = side if self.width() >= 1000 else 0
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.fillRect(QRectF(0, 0, side, self.height()), theme.color("window"))
        painter.fillRect(QRectF(0, 0, self.width(), BAR), theme.color("window"))
        painter.fillRect(QRectF(0, BAR - 1, self.width(), 1), line)
        if side:
            painter.fillRect(QRectF(side - 1, 0, 1, self.height()), line)
        painter.end()
