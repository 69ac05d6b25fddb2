"""Read or Edit: a control of two words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_CENTRE = Qt.AlignmentFlag.AlignCenter


class _Way(KeyboardFocus, QAbstractButton):
    def __init__(self, theme: Theme, text: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setText(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(text)
        self.setToolTip(tip)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._theme.font(Style.SMALL_MEDIUM))
        return QSize(round(metrics.horizontalAdvance(self.text())) + 20, 24)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, rect = self._theme, QRectF(self.rect())
        if self.isChecked():
            painter.setPen(QPen(theme.color("line2"), 1))
            painter.setBrush(theme.color("button"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if self.ring_shown:
            draw_ring(painter, theme, rect, 6)
        on = self.isChecked() or self.underMouse()
        role = "text3" if not self.isEnabled() else "text" if on else "text2"
        painter.setFont(theme.font(Style.SMALL_BOLD if self.isChecked() else Style.SMALL_MEDIUM))
        painter.setPen(theme.color(role))
        painter.drawText(rect, _CENTRE, self.text())
        painter.end()


class ReadEdit(QWidget):
    """Read or Edit.

    Signals:
        chosen: True for Edit.
    """

    chosen = Signal(bool)

    def __init__(self, theme: Theme, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        self._group = QButtonGroup(self)
        self.read = _Way(theme, "Read", f"Read the note ({keys})", self)
        self.edit = _Way(theme, "Edit", f"Edit the note ({keys})", self)
        for number, way in enumerate((self.read, self.edit)):
            self._group.addButton(way, number)
            row.addWidget(way)
        self.read.setChecked(True)
        self._group.idClicked.connect(lambda number: self.chosen.emit(number == 1))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_editing(self, on: bool) -> None:
        """Shows which is on, without saying so."""
        (self.edit if on else self.read).setChecked(True)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("hover"))
        painter.drawRoundedRect(QRectF(self.rect()), 7, 7)
        painter.end()
