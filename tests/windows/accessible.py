"""What a screen reader finds in a window, and what is amiss with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QAccessibleInterface

Role = QAccessible.Role
NO_ROLE = {Role.NoRole, Role.Client}
CONTROLS = {
    *(Role.Button, Role.CheckBox, Role.RadioButton, Role.EditableText, Role.ComboBox),
    *(Role.List, Role.ListItem, Role.Tree, Role.TreeItem, Role.Table, Role.Cell, Role.Slider),
    *(Role.SpinBox, Role.PageTab, Role.MenuItem, Role.Link, Role.Graphic, Role.Dialog),
}
LEAST_TARGET = 24


@dataclass(frozen=True)
class Seen:
    """One object of the accessible tree."""

    where: str
    role: QAccessible.Role
    name: str
    focusable: bool

    @property
    def wants_name(self) -> bool:
        return self.role in CONTROLS or self.focusable


def walk(widget: QWidget) -> list[Seen]:
    """Everything that a screen reader finds in a window and that is shown."""
    found: list[Seen] = []

    def visit(face: QAccessibleInterface | None, path: str) -> None:
        if face is None or not face.isValid() or face.state().invisible:
            return
        thing = face.object()
        where = f"{path}/{type(thing).__name__ if thing is not None else 'item'}"
        name = face.text(QAccessible.Text.Name).strip()
        found.append(Seen(where, face.role(), name, bool(face.state().focusable)))
        for at in range(face.childCount()):
            visit(face.child(at), where)

    visit(QAccessible.queryAccessibleInterface(widget), "")
    return found


def check(widget: QWidget, least: int) -> None:
    """Fails on a nameless or role-less control, or where fewer than ``least`` are found."""
    seen = walk(widget)
    wanting = [each for each in seen if each.wants_name]
    assert len(wanting) >= least, f"only {len(wanting)} controls were found"
    nameless = [each for each in wanting if not each.name]
    assert not nameless, nameless
    without = [each for each in seen if each.focusable and each.role in NO_ROLE]
    assert not without, without


def check_targets(widget: QWidget) -> None:
    """Fails on a button that is too small to be hit: under 24 by 24 (design, 9)."""
    small = [
        (each.accessibleName(), each.size().toTuple())
        for each in widget.findChildren(QAbstractButton)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and min(each.size().toTuple()) < LEAST_TARGET
    ]
    assert not small, small
