"""A thin line that fills up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme

_BAR = QSize(140, 4)


class ProgressLine(QWidget):
    """A thin line that fills up; read out as a share.

    Args:
        theme: colours.
        name: what grows, for VoiceOver.
        wide: whether it takes all the width there is.
    """

    def __init__(
        self, theme: Theme, name: str, *, wide: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._name = theme, name
        self._share = 0.0
        across = QSizePolicy.Policy.Expanding if wide else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        theme.repaints(self)

    @property
    def share(self) -> float:
        """How full it is, from 0 to 1."""
        return self._share

    def set_share(self, share: float) -> None:
        """Fills it up to a share from 0 to 1."""
        self._share = min(max(share, 0.0), 1.0)
        self.setAccessibleName(f"{self._name}: {self._share:.0%}")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return _BAR

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(self.rect())
        for share, role in ((1.0, "line"), (self._share, "accent")):
            painter.setBrush(self._theme.color(role))
            painter.drawRoundedRect(QRectF(0, 0, box.width() * share, box.height()), 2, 2)
        painter.end()
