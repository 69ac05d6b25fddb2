"""How a note is drawn in the list: kind, scope, pin and age; title; two lines; its standing."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.journal.list_model import ROW_ROLE, Row, kind_key, kind_name
from luminair.shell.theme import Style, Theme

AnyIndex = QModelIndex | QPersistentModelIndex
LEFT, RIGHT, TOP, BOTTOM = 20, 16, 11, 11
HEAD = 18
MARK = 20
MOST_LINES = 2
MOST_MEASURED = 400
"""Characters of a summary that can matter for two lines."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_CENTRE = Qt.AlignmentFlag.AlignCenter


class NoteDelegate(QStyledItemDelegate):
    """Draws the rows; keeps how many lines each summary takes."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._lines: dict[tuple[str, int], int] = {}
        theme.changed.connect(self._lines.clear)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return QSize(100, 80)
        width = self._view.viewport().width()
        lines = self._count(row.under, width - LEFT - RIGHT)
        height = TOP + HEAD + self._theme.line(Style.LIST_TITLE) + lines * self._line + BOTTOM
        return QSize(width, round(height + (MARK if row.mark else 0)) + 1)

    @property
    def _line(self) -> float:
        return self._theme.line(Style.SMALL) + 1

    def _count(self, text: str, width: int) -> int:
        if not text:
            return 0
        key = (text[:MOST_MEASURED], width)
        if key not in self._lines:
            if len(self._lines) > 20_000:
                self._lines.clear()
            metrics = QFontMetricsF(self._theme.font(Style.SMALL))
            wide = metrics.horizontalAdvance(text[:MOST_MEASURED]) > width
            self._lines[key] = 2 if wide else 1
        return self._lines[key]

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        theme, state = self._theme, option.state
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            active = chosen and self._view.isActiveWindow()
            painter.fillRect(box, theme.color("accentsoft" if active else "hover"))
        line = QRectF(box.left(), box.bottom() - 1, box.width(), 1)
        painter.fillRect(line, theme.color("line"))
        focused = state & QStyle.StateFlag.State_HasFocus
        if chosen and focused and self._view.property("by_keyboard") is True:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRect(box.adjusted(1, 1, -1, -2))
        area = box.adjusted(LEFT, TOP, -RIGHT, -BOTTOM)
        self._head(painter, area, row, chosen=chosen)
        top = area.top() + HEAD
        high = theme.line(Style.LIST_TITLE)
        title = QRectF(area.left(), top, area.width(), high)
        self._text(painter, title, row.note.title, Style.LIST_TITLE, "text", row.words, 1)
        top += high
        lines = self._count(row.under, round(area.width()))
        if lines:
            under = QRectF(area.left(), top, area.width(), lines * self._line)
            self._text(painter, under, row.under, Style.SMALL, "text2", row.words, lines)
            top += lines * self._line
        if row.mark:
            icons.paint(painter, theme, row.mark_icon, row.mark_role, area.left(), top + 4, 13)
            mark = QRectF(area.left() + 18, top + 1, area.width() - 18, MARK)
            self._line_of(painter, mark, row.mark, Style.CAPTION, row.mark_role)
        painter.restore()

    def _head(self, painter: QPainter, area: QRectF, row: Row, *, chosen: bool) -> None:
        theme, note = self._theme, row.note
        kind = kind_key(note)
        x = area.left()
        end = area.right()
        painter.setFont(theme.font(Style.CAPTION, tabular=True))
        painter.setPen(theme.color("text3"))
        room = QFontMetricsF(painter.font()).horizontalAdvance(row.age)
        painter.drawText(QRectF(end - room, area.top(), room + 2, 16), _LEFT, row.age)
        end -= room + 6
        if note.pinned:
            icons.paint(
                painter, theme, "ph.push-pin-simple-fill", "text2", end - 13, area.top() + 2, 13
            )
        role = icons.KIND_ROLES[kind]
        if note.damage:
            icons.paint(painter, theme, "ph.file-text", "text3", x, area.top() + 1, 14)
            name = QRectF(x + 19, area.top(), end - x - 30, 16)
            self._line_of(painter, name, "File", Style.CAPTION_MEDIUM, "text3")
            return
        icons.paint(painter, theme, icons.KIND_ICONS[kind], role, x, area.top() + 1, 14)
        words = kind_name(note)
        style = Style.CAPTION_MEDIUM
        name = QRectF(x + 19, area.top(), 90, 16)
        self._line_of(painter, name, words, style, role)
        x += 19 + QFontMetricsF(theme.font(style)).horizontalAdvance(words) + 7
        painter.setFont(theme.font(Style.CAPTION))
        scope = note.scope.value
        wide = QFontMetricsF(painter.font()).horizontalAdvance(scope)
        chip = QRectF(x, area.top(), wide + 10, 16)
        painter.setPen(Qt.PenStyle.NoPen)
        fill = theme.color("press")
        if chosen:
            fill.setAlphaF(0.75)
        painter.setBrush(fill)
        painter.drawRoundedRect(chip, 4, 4)
        painter.setPen(theme.color("text2"))
        painter.drawText(chip, _CENTRE, scope)

    def _line_of(self, painter: QPainter, area: QRectF, text: str, style: Style, role: str) -> None:
        painter.setFont(self._theme.font(style))
        painter.setPen(self._theme.color(role))
        metrics = QFontMetricsF(painter.font())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() + 1)
        painter.drawText(area, _LEFT, cut)

    def _text(
        self,
        painter: QPainter,
        area: QRectF,
        text: str,
        style: Style,
        role: str,
        words: tuple[str, ...],
        lines: int,
    ) -> None:
        """Text on a number of lines, the last cut with an ellipsis, found words pointed out."""
        font = self._theme.font(style)
        line_high = area.height() / lines
        shown = text[:MOST_MEASURED]
        first = _broken(shown, font, area.width()) if lines > 1 else 0
        metrics = QFontMetricsF(font)
        painter.setPen(self._theme.color(role))
        for number, part in enumerate((shown[:first].rstrip(), shown[first:])[2 - lines :]):
            cut = metrics.elidedText(part, Qt.TextElideMode.ElideRight, area.width() + 1)
            layout = QTextLayout(cut, font)
            layout.setFormats(self._marks(cut, words))
            layout.beginLayout()
            line = layout.createLine()
            line.setLineWidth(area.width() + 40)
            layout.endLayout()
            top = area.top() + number * line_high + (line_high - line.height()) / 2
            layout.draw(painter, area.topLeft() + (QRectF(0, top - area.top(), 0, 0).topLeft()))

    def _marks(self, text: str, words: tuple[str, ...]) -> list[QTextLayout.FormatRange]:
        if not words:
            return []
        found = []
        pattern = "|".join(re.escape(word) for word in words)
        for match in re.finditer(rf"(?<!\w)(?:{pattern})\w*", text, re.IGNORECASE):
            mark = QTextLayout.FormatRange()
            mark.start, mark.length = match.start(), match.end() - match.start()
            look = QTextCharFormat()
            look.setFontWeight(QFont.Weight.DemiBold)
            look.setForeground(self._theme.color("text"))
            look.setBackground(self._theme.color("warnsoft"))
            mark.format = look
            found.append(mark)
        return found


def _broken(text: str, font: QFont, width: float) -> int:
    """Where the first line of a text ends."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    return line.textLength()
