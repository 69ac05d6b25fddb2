"""The head of the note list: which notes of a shelf it shows, and in which order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from luminair.journal import Kind, Scope
from luminair.shell import icons
from luminair.shell.journal.rows import kind_key
from luminair.shell.parts.button import Button, Shape, icon_button
from luminair.shell.parts.menu import make_menu
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.shell.journal.rows import Row
    from luminair.shell.theme import Theme

KINDS = {
    "rule": "Rules",
    "note": "Notes",
    "doc": "Docs",
    "ask": "Asks",
    "ruledout": "Dead ends",
    "session": "Sessions",
}
_SHAPE = Shape(height=24, pad=6, gap=5, icon=14, radius=6, style=Style.SMALL_MEDIUM)


class Order(StrEnum):
    """How the list is sorted."""

    UPDATED = "Updated"
    CREATED = "Created"
    TITLE = "Title"
    KIND = "Kind"


@dataclass(frozen=True, slots=True)
class Narrow:
    """What the list leaves in.

    Attributes:
        kinds: keys of :data:`KINDS`; none for all.
        scopes: none for all.
    """

    kinds: frozenset[str] = frozenset()
    scopes: frozenset[Scope] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.scopes)

    def holds(self, row: Row) -> bool:
        """Whether a row is left in."""
        fits = not self.kinds or kind_key(row.note) in self.kinds
        return fits and (not self.scopes or row.note.scope in self.scopes)

    @property
    def words(self) -> str:
        """'Rules, Asks, global'."""
        kinds = [name for key, name in KINDS.items() if key in self.kinds]
        return ", ".join([*kinds, *(scope.value for scope in Scope if scope in self.scopes)])


class Arranging(QWidget):
    """A button that narrows the list and one that sorts it.

    Args:
        theme: colours and fonts.

    Attributes:
        order: how it is sorted.
        narrow: what it leaves in.

    Signals:
        changed: one of these.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.order, self.narrow = Order.UPDATED, Narrow()
        self.filter = icon_button(theme, "ph.funnel-simple", "Filter notes", shape=_SHAPE)
        self.filter.set_menu(self._filters)
        self.sort = Button(theme, shape=_SHAPE, caret=True)
        self.sort.set_menu(self._orders)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.filter)
        row.addWidget(self.sort)
        self._say()

    def left_in(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows that the filter leaves in."""
        return [row for row in rows if self.narrow.holds(row)] if self.narrow else rows

    def sorted(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Rows that come newest first, in the order that is chosen."""
        match self.order:
            case Order.UPDATED:
                return rows
            case Order.CREATED:
                dated = [replace(row, when=row.note.created) for row in rows]
                return sorted(dated, key=lambda row: row.when, reverse=True)
            case Order.TITLE:
                return sorted(rows, key=lambda row: row.note.title.casefold())
            case Order.KIND:
                kinds = list(Kind)
                return sorted(rows, key=lambda row: kinds.index(row.note.kind))

    def sort_by(self, order: Order) -> None:
        """Sorts the list."""
        self.order = order
        self._say()
        self.changed.emit()

    def leave_in(self, narrow: Narrow) -> None:
        """Narrows the list, or shows all again."""
        self.narrow = narrow
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        on = bool(self.narrow)
        self.filter.set_face(icon="ph.funnel-simple-bold" if on else "ph.funnel-simple")
        self.filter.set_roles(icon="accent" if on else "text2")
        self.filter.set_name(f"Filter notes: {self.narrow.words}" if on else "Filter notes")
        self.sort.set_face(self.order.value)
        self.sort.set_name(f"Sort notes, by {self.order.value}")

    def _orders(self) -> QMenu:
        menu = make_menu(self._theme, self)
        for order in Order:
            self._add(menu, order.value, order is self.order, _told(self.sort_by, order))
        return menu

    def _filters(self) -> QMenu:
        menu, now = make_menu(self._theme, self), self.narrow
        self._add(menu, "All kinds", not now.kinds, self._narrowing(replace(now, kinds=_NO_KINDS)))
        for key, name in KINDS.items():
            kinds = self._narrowing(replace(now, kinds=now.kinds ^ {key}))
            icon = icons.KIND_ICONS[key]
            self._add(menu, name, key in now.kinds, kinds, (icon, icons.KIND_ROLES[key]))
        menu.addSeparator()
        all_scopes = self._narrowing(replace(now, scopes=_NO_SCOPES))
        self._add(menu, "All scopes", not now.scopes, all_scopes)
        for scope in Scope:
            scopes = self._narrowing(replace(now, scopes=now.scopes ^ {scope}))
            self._add(menu, scope.value.capitalize(), scope in now.scopes, scopes)
        return menu

    def _narrowing(self, narrow: Narrow) -> Callable[[], None]:
        return lambda: self.leave_in(narrow)

    def _add(
        self,
        menu: QMenu,
        words: str,
        on: bool,
        call: Callable[[], None],
        icon: tuple[str, str] | None = None,
    ) -> None:
        action = menu.addAction(words)
        if icon is not None:
            action.setIcon(icons.icon(self._theme, *icon))
        action.setCheckable(True)
        action.setChecked(on)
        action.triggered.connect(call)


_NO_KINDS: frozenset[str] = frozenset()
_NO_SCOPES: frozenset[Scope] = frozenset()


def _told(call: Callable[[Order], None], order: Order) -> Callable[[], None]:
    return lambda: call(order)
