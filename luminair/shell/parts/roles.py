"""What a screen reader calls our own widgets: Qt says 'client' of each that it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QAccessibleInterface

Spoken = QAccessible.Role
_PROPERTY = "luminair_role"
_installed = False


def speak_as(widget: QWidget, role: Spoken, name: str = "") -> None:
    """Gives a widget a role; its name may change later.

    Args:
        widget: one of ours that is no control of Qt's.
        role: such as ``Dialog`` for a sheet or ``Link`` for words that lead somewhere.
        name: what it is called, where it has no name yet.
    """
    global _installed  # noqa: PLW0603 - Qt keeps one list of factories for the whole process
    if not _installed:
        QAccessible.installFactory(_make)
        _installed = True
    widget.setProperty(_PROPERTY, int(role.value))
    if name:
        widget.setAccessibleName(name)


def _make(_class_name: str, found: QObject) -> QAccessibleInterface | None:
    role = found.property(_PROPERTY) if isinstance(found, QWidget) else None
    if role is None or not isinstance(found, QWidget):
        return None  # Qt's own answer
    return QAccessibleWidget(found, Spoken(role), "")
