"""A row of icons or words of which one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

ICON_SIZE, GAP = 16, 6


class _Segment(KeyboardFocus, QAbstractButton):
    def __init__(self, theme: Theme, icon: str, name: str, parent: QWidget, *, named: bool) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._named = named or not icon
        self._count = ""
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setToolTip(name)
        theme.repaints(self)

    def set_count(self, count: int) -> None:
        """Shows a number behind the name, none for 0."""
        self._count = f"{count:,}" if count else ""
        self.setAccessibleDescription(f"{count:,} to look at" if count else "")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        if not self._named:
            return QSize(31, 24)
        metrics = QFontMetricsF(self._theme.font(Style.SMALL_BOLD))
        width = metrics.horizontalAdvance(self.accessibleName()) + 20
        width += ICON_SIZE + GAP if self._icon else 0
        width += metrics.horizontalAdvance(self._count) + 2 * GAP if self._count else 0
        return QSize(round(width), 24)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        if self.isChecked():
            painter.setPen(QPen(self._theme.color("line2"), 1))
            painter.setBrush(self._theme.color("button"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if self.ring_shown:
            draw_ring(painter, self._theme, rect, 6)
        role = "text" if self.isChecked() or self.underMouse() else "text2"
        role = role if self.isEnabled() else "text3"
        if self._named:
            self._paint_words(painter, rect, role)
        else:
            left, top = (rect.width() - ICON_SIZE) / 2, (rect.height() - ICON_SIZE) / 2
            icons.paint(painter, self._theme, self._icon, role, left, top, ICON_SIZE)
        painter.end()

    def _paint_words(self, painter: QPainter, rect: QRectF, role: str) -> None:
        theme, name = self._theme, self.accessibleName()
        font = theme.font(Style.SMALL_BOLD if self.isChecked() else Style.SMALL_MEDIUM)
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(name)
        width += ICON_SIZE + GAP if self._icon else 0
        width += metrics.horizontalAdvance(self._count) + 2 * GAP if self._count else 0
        left = (rect.width() - width) / 2
        if self._icon:
            icons.paint(painter, theme, self._icon, role, left, 4, ICON_SIZE)
            left += ICON_SIZE + GAP
        painter.setFont(font)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for words, colour in ((name, role), (self._count, "text2")):
            painter.setPen(theme.color(colour))
            painter.drawText(QRectF(left, 0, rect.width(), rect.height()), align, words)
            left += metrics.horizontalAdvance(words) + 2 * GAP


class Segmented(QWidget):
    """A segmented control.

    Args:
        theme: colours.
        choices: icon and name of each segment, left to right; without an icon the name is shown.
        named: whether the names are shown beside icons too.

    Signals:
        chosen: index of the segment that the person chose.
    """

    chosen = Signal(int)

    def __init__(
        self,
        theme: Theme,
        choices: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
        *,
        named: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        self._group = QButtonGroup(self)
        for index, (icon, name) in enumerate(choices):
            segment = _Segment(theme, icon, name, self, named=named)
            self._group.addButton(segment, index)
            row.addWidget(segment)
        self._group.idClicked.connect(self.chosen)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.repaints(self)

    def set_current(self, index: int) -> None:
        """Chooses a segment without saying so."""
        button = self._group.button(index)
        if button is not None:
            button.setChecked(True)

    def set_tip(self, index: int, tip: str, *, enabled: bool = True) -> None:
        """Says what a segment does, or why it cannot be chosen."""
        button = self._group.button(index)
        if button is not None:
            button.setToolTip(tip)
            button.setEnabled(enabled)

    def set_shown(self, index: int, shown: bool) -> None:
        """Shows or hides a segment."""
        button = self._group.button(index)
        if button is not None:
            button.setVisible(shown)

    def set_count(self, index: int, count: int) -> None:
        """Shows how many things wait there, nothing for 0."""
        button = self._group.button(index)
        if isinstance(button, _Segment):
            button.set_count(count)

    def current(self) -> int:
        """Index of the chosen segment, or -1."""
        return self._group.checkedId()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("hover"))
        painter.drawRoundedRect(QRectF(self.rect()), 7, 7)
        painter.end()
