"""Says to a screen reader what happened where nobody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Speaks ``words`` once, without moving the focus; does nothing without a reader.

    Args:
        widget: where it happened.
        words: one short sentence.
    """
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
