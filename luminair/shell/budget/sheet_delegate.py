"""How the rows of the sheet are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView
from typing_extensions import override

from luminair.context.block import Built, Position
from luminair.context.cost import shown
from luminair.shell import icons
from luminair.shell.budget.columns import Columns, columns
from luminair.shell.budget.sheet_model import NODE_ROLE, Node, percent
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

AnyIndex = QModelIndex | QPersistentModelIndex
ROW = 32
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
BUILT_ICONS = {
    Built.CACHED: "ph.stack-simple",
    Built.REBUILT: "ph.arrows-clockwise",
    Built.NEW: "ph.pencil-simple",
}


class SheetDelegate(QStyledItemDelegate):
    """Draws one block on one line.

    Args:
        theme: colours and fonts.
        view: the tree.
        text_height: height of the row that holds a text, by its index.
    """

    def __init__(
        self, theme: Theme, view: QTreeView, text_height: Callable[[AnyIndex], int]
    ) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._text_height = text_height

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        node = index.data(NODE_ROLE)
        if isinstance(node, Node) and node.is_text:
            return QSize(100, self._text_height(index))
        return QSize(100, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        node = index.data(NODE_ROLE)
        if not isinstance(node, Node):
            return
        box = QRectF(option.rect)
        state = option.state
        opened = self._view.isExpanded(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(box, theme.color("accentsoft"))
        elif node.is_text or opened or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.color("raised"))
        if not node.is_text:
            self._row(painter, box, node, opened=opened)
        if not (opened and node.children and node.children[0].is_text):
            line = QRectF(box.left(), box.bottom() - 1, box.width(), 1)
            painter.fillRect(line, theme.color("line"))
        painter.restore()

    def _row(self, painter: QPainter, box: QRectF, node: Node, *, opened: bool) -> None:
        theme, row = self._theme, node.row
        at = columns(round(box.width()))
        indent = 20 * node.depth
        if node.children:
            caret = "ph.caret-down" if opened else "ph.caret-right"
            x, y = box.left() + at.name - 20 + indent, box.center().y() - 6
            icons.paint(painter, theme, caret, "text2", x, y, 12)
        x = box.left() + at.name + indent
        end = box.left() + at.built - 16
        chip = "optional" if row.optional else "part optional" if row.part_optional else ""
        chip_width = self._width(chip, Style.CAPTION) + 14 if chip else 0
        empty = row.tokens == 0
        style = Style.BODY if node.depth else Style.BODY_MEDIUM
        role = "text2" if node.depth or empty else "text"
        room = end - x - (chip_width + 8 if chip else 0)
        name, colon, rest = str(row.name).partition(": ")
        x += self._text(painter, x, box, room, name + colon, style, role)
        if rest:
            x += self._text(painter, x, box, end - x - chip_width - 8, rest, Style.BODY, role)
        if row.why:
            room = end - x - 10 - (chip_width + 8 if chip else 0)
            if room > 40:
                x += 10 + self._text(painter, x + 10, box, room, row.why, Style.SMALL, "text3")
        if chip:
            self._chip(painter, x + 10, box, chip, chip_width)
        self._numbers(painter, box, node, at)

    def _numbers(self, painter: QPainter, box: QRectF, node: Node, at: Columns) -> None:
        theme, row = self._theme, node.row
        built = "accent" if row.built is Built.REBUILT else "text2"
        icon = BUILT_ICONS[row.built]
        icons.paint(painter, theme, icon, built, box.left() + at.built, box.center().y() - 7, 14)
        words = row.built.value if at.bar_width else row.built.value.split(" ")[0]
        self._text(painter, box.left() + at.built + 19, box, 150, words, Style.SMALL, built)
        elsewhere = row.position is Position.ELSEWHERE
        unknown = elsewhere and not row.tokens
        tokens = "–" if unknown else shown(row.tokens, row.exact)
        # A CLI tells how many tokens it adds, and not which text.
        size = "–" if elsewhere and not row.bytes else f"{row.bytes:,}"
        self._right(painter, at.tokens, box, tokens, Style.BODY, "text")
        self._right(painter, at.bytes, box, size, Style.BODY, "text2")
        if at.bar_width:
            self._bar(painter, box, node, at)
        share = "–" if unknown else percent(node.share)
        self._text(painter, box.left() + at.percent, box, 60, share, Style.SMALL, "text2")

    def _bar(self, painter: QPainter, box: QRectF, node: Node, at: Columns) -> None:
        theme = self._theme
        bar = QRectF(box.left() + at.bar, box.center().y() - 2.5, at.bar_width, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("track"))
        painter.drawRoundedRect(bar, 2.5, 2.5)
        if node.share:
            said = {Position.TRANSCRIPT: "bar", Position.PROMPT: "text"}
            painter.setBrush(theme.color(said.get(node.row.position, "accent")))
            bar.setWidth(max(bar.width() * min(node.share, 1.0), 3))
            painter.drawRoundedRect(bar, 2.5, 2.5)

    def _chip(self, painter: QPainter, x: float, box: QRectF, text: str, width: float) -> None:
        area = QRectF(x, box.center().y() - 9, width, 18)
        painter.setPen(QPen(self._theme.color("line2"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.setFont(self._theme.font(Style.CAPTION))
        painter.setPen(self._theme.color("text2"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _width(self, text: str, style: Style) -> float:
        return QFontMetricsF(self._theme.font(style)).horizontalAdvance(text)

    def _text(
        self,
        painter: QPainter,
        x: float,
        box: QRectF,
        room: float,
        text: str,
        style: Style,
        role: str,
    ) -> float:
        painter.setFont(self._theme.font(style))
        painter.setPen(self._theme.color(role))
        metrics = QFontMetricsF(painter.font())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 1)
        painter.drawText(QRectF(x, box.top(), room + 4, box.height()), LEFT, cut)
        return metrics.horizontalAdvance(cut)

    def _right(
        self, painter: QPainter, end: float, box: QRectF, text: str, style: Style, role: str
    ) -> None:
        painter.setFont(self._theme.font(style, tabular=True))
        painter.setPen(self._theme.color(role))
        painter.drawText(QRectF(box.left() + end - 120, box.top(), 120, box.height()), RIGHT, text)
