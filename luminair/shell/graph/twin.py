"""The graph as a list, for VoiceOver and for everyone who would rather read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.graph.choice import KIND_NAMES
from luminair.shell.graph.words import (
    links_words,
    rode_words,
    spoken,
    standing_words,
    tied_words,
)
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.rows_view import RowsView
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.text import tip
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from luminair.shell.graph.facts import Graph, Node

LEFT, RIGHT, TOP = 20, 20, 9
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True, slots=True)
class Tied:
    """A note and what it is tied to.

    Attributes:
        node: the note.
        words: all that it is tied to, or ''.
        found: whether the search found it.
    """

    node: Node
    words: str
    found: bool = False

    @property
    def key(self) -> str:
        """Its path, which tells rows apart."""
        return self.node.path

    @property
    def facts(self) -> str:
        """Kind, scope and counts, as the row shows them."""
        node = self.node
        said = (KIND_NAMES[node.kind], node.scope, links_words(node.links), rode_words(node.rode))
        matches = "matches your search" if self.found else ""
        return " · ".join(part for part in (*said, standing_words(node), matches) if part)


def rows(graph: Graph, shown: frozenset[int], found: frozenset[str]) -> list[Tied]:
    """A row for each note that is shown: those found first, then those with the most links."""
    some = [
        Tied(graph.nodes[place], tied_words(graph, place, shown), graph.nodes[place].path in found)
        for place in shown
    ]
    return sorted(some, key=lambda row: (not row.found, -row.node.links, row.node.title.casefold()))


class TiedModel(RowsModel[Tied]):
    """The notes of the graph as a list model."""

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.node.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            found = "Matches your search" if row.found else ""
            said = spoken(row.node, row.words)
            return f"{said}, {found}" if found else said
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(row.node.path)
        return None


class TiedDelegate(QStyledItemDelegate):
    """Draws a row: title, facts, and what the note is tied to."""

    def __init__(self, theme: Theme, view: RowsView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def heights(self, rows: Sequence[Tied], width: int) -> list[int]:  # noqa: ARG002 one line each
        """See ``rows_view.Heights``."""
        line = self._theme.line(Style.ROW_UNDER)
        least = round(2 * TOP + self._theme.line(Style.LIST_TITLE) + line + 1)
        return [least + (round(line) if row.words else 0) for row in rows]

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Tied):
            return
        theme, state, box = self._theme, option.state, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            active = chosen and self._view.isActiveWindow()
            painter.fillRect(box, theme.color("accentsoft" if active else "hover"))
        line = QRectF(box.left(), box.bottom() - 1, box.width(), 1)
        painter.fillRect(line, theme.color("line"))
        if chosen and state & QStyle.StateFlag.State_HasFocus and self._view.by_keyboard:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRect(box.adjusted(1, 1, -1, -2))
        self._words(painter, box.adjusted(LEFT, TOP, -RIGHT, -TOP), row)
        painter.restore()

    def _words(self, painter: QPainter, area: QRectF, row: Tied) -> None:
        theme = self._theme
        role = icons.KIND_ROLES[row.node.kind]
        high = theme.line(Style.LIST_TITLE)
        icons.paint(
            painter, theme, icons.KIND_ICONS[row.node.kind], role, area.left(), area.top() + 3, 15
        )
        top, left = area.top(), area.left() + 25
        small = theme.line(Style.ROW_UNDER)
        for words, style, ink, tall in (
            (row.node.title, Style.LIST_TITLE, "text", high),
            (row.facts, Style.ROW_UNDER, "text3", small),
            (row.words, Style.ROW_UNDER, "text2", small),
        ):
            painter.setFont(theme.font(style))
            painter.setPen(theme.color(ink))
            metrics = QFontMetricsF(painter.font())
            width = area.right() - left
            cut = metrics.elidedText(words, Qt.TextElideMode.ElideRight, width + 1)
            painter.drawText(QRectF(left, top, width + 2, tall), _LEFT, cut)
            top += tall


class Twin(RowsView):
    """The list.

    Args:
        theme: colours and fonts.

    Signals:
        chosen: path of the row that is current.
        opened: path of a note that is to be opened.
        escaped: esc was pressed.
    """

    chosen = Signal(str)
    opened = Signal(str)
    escaped = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = TiedModel(self)
        self.show_rows(self.rows, TiedDelegate(theme, self))
        slim_bars(self, theme)
        self.setAccessibleName("Notes of the graph and their links")
        self.selectionModel().currentChanged.connect(self._say)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_list(self, rows: Sequence[Tied], current: str) -> None:
        """Shows rows; the current one stays current where it is still there."""
        model = self.selectionModel()
        model.blockSignals(True)
        self.rows.set_rows(rows)
        place = self.rows.row_of(current)
        if place >= 0:
            index = self.rows.index(place)
            model.setCurrentIndex(index, model.SelectionFlag.ClearAndSelect)
            self.scrollTo(index)
        else:
            model.clear()
        model.blockSignals(False)
        self.viewport().update()

    def _say(self, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, Tied):
            self.chosen.emit(row.key)

    def _open(self, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, Tied):
            self.opened.emit(row.key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)
