"""The line at the bottom of the sidebar: how many lanes can answer, and the way to settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.actions import tip
from luminair.shell.parts.button import icon_button
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.lanes.lane import LaneInfo


class LanesLine(QWidget):
    """Counts the lanes.

    Signals:
        settings_wanted: the gear was pressed.
    """

    settings_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ready = False
        self.setFixedHeight(44)
        self.words = Line(theme, "", Style.SMALL, "text2")
        self.gear = icon_button(
            theme, "ph.gear-six", "Open settings", tip=tip("Open settings", "settings")
        )
        self.gear.clicked.connect(self.settings_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(36, 1, 12, 0)
        row.addWidget(self.words, 1)
        row.addWidget(self.gear)
        theme.repaints(self)

    def show_lanes(self, infos: tuple[LaneInfo, ...]) -> None:
        """Counts those that are ready and names all in the tooltip."""
        ready = sum(info.ready for info in infos)
        self._ready = ready > 0
        self.words.set_text(f"{counted(ready, 'lane')} ready")
        self.setToolTip("\n".join(info.named_state for info in infos))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(0, 0, self.width(), 1)
        painter.fillRect(line, self._theme.color("line"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("ok" if self._ready else "danger"))
        painter.drawEllipse(QRectF(20, self.height() / 2 - 3.5, 8, 8))
        painter.end()
