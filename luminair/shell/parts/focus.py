"""The focus ring, shown only when the keyboard moved the focus (design.md section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent
    from PySide6.QtWidgets import QWidget

    from luminair.shell.theme import Theme

    _Base = QWidget
else:
    _Base = object  # two C++ bases in one Python class crash

BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}
"""Reasons for which a widget has the focus because a key brought it there."""


class KeyboardFocus(_Base):
    """Mixed into a widget class, before it; knows whether a ring is due.

    Attributes:
        ring_shown: True while the widget has the focus and a key brought it there.
    """

    ring_shown = False

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.ring_shown = event.reason() in BY_KEY
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.ring_shown = False
        super().focusOutEvent(event)
        self.update()


def draw_ring(painter: QPainter, theme: Theme, rect: QRectF, radius: float) -> None:
    """Draws a 2 px ring just inside ``rect``."""
    painter.setPen(QPen(theme.color("accent"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)


def holds(widget: QWidget, focus: QWidget | None) -> bool:
    """Whether the focus is in a widget or in something inside of it."""
    return focus is not None and (widget is focus or widget.isAncestorOf(focus))
