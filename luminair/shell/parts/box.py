"""A frame that paints itself: fill, hairline, round corners.

Not a style sheet: Qt restyles every widget below a sheet one by one when the theme changes,
which took three seconds in a long transcript.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme


class Box(QFrame):
    """Holds other widgets on a fill of its own.

    Args:
        theme: colours.
        fill: colour role of the ground.
        border: colour role of the hairline, '' for none.
        radius: of the corners, in logical pixels.
    """

    def __init__(
        self,
        theme: Theme,
        fill: str,
        *,
        border: str = "",
        radius: float = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._fill, self._border, self._radius = theme, fill, border, radius
        self.setFrameShape(QFrame.Shape.NoFrame)
        theme.repaints(self)

    @property
    def border(self) -> str:
        """Colour role of the hairline."""
        return self._border

    def set_border(self, role: str) -> None:
        """Changes the hairline's colour."""
        if role != self._border:
            self._border = role
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._theme
        if not self._radius and not self._border:
            painter.fillRect(event.rect(), theme.color(self._fill))
            painter.end()
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme.color(self._fill))
        edge = QRectF(self.rect())
        if self._border:
            painter.setPen(QPen(theme.color(self._border), 1))
            edge.adjust(0.5, 0.5, -0.5, -0.5)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(edge, self._radius, self._radius)
        painter.end()
