"""How a note is drawn in the list: kind, scope, pin and age; title; two lines; its standing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.journal.rows import Row, kind_key, kind_name
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex
from luminair.shell.parts.times import age
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from luminair.shell.parts.rows_view import RowsView

LEFT, RIGHT, TOP, BOTTOM = 20, 16, 11, 11
HEAD = 18
COMPACT = 28
"""A row that is one line."""
MARK = 20
MOST_LINES = 2
NARROW = 3
"""Pixels that a letter takes at least, on average over a line."""
MOST_KEPT = 50_000
"""Summaries whose widths are kept."""
CLOSE = 0.05
"""How much of a line kerning may change."""
MOST_MEASURED = 400
"""Characters of a summary that can matter for two lines."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_CENTRE = Qt.AlignmentFlag.AlignCenter


class _Letters(dict[str, float]):
    """How wide each letter is; a call into Qt for each of ten thousand texts takes too long."""

    def __init__(self, metrics: QFontMetricsF) -> None:
        super().__init__()
        self._metrics = metrics

    def __missing__(self, letter: str) -> float:
        wide = self[letter] = self._metrics.horizontalAdvance(letter)
        return wide


class NoteDelegate(QStyledItemDelegate):
    """Draws the rows.

    Args:
        theme: colours and fonts.
        now: the clock, aware.
        view: shows a :class:`NoteModel`.
    """

    def __init__(self, theme: Theme, now: Callable[[], datetime], view: RowsView) -> None:
        super().__init__(view)
        self._theme, self._now, self._view = theme, now, view
        theme.follow(self._measure)

    def _measure(self) -> None:
        """What the height of rows is made of; asked for every row of a long list."""
        theme = self._theme
        scale = self._scale = theme.scale
        self._small = QFontMetricsF(theme.font(Style.ROW_UNDER))
        self._letters = _Letters(self._small)
        self._widths: dict[str, float] = {}
        self._line = theme.line(Style.ROW_UNDER) + 1
        self._least = TOP + HEAD * scale + theme.line(Style.LIST_TITLE) + BOTTOM + 1

    def heights(self, rows: Sequence[Row], width: int) -> list[int]:
        """See :class:`Heights`."""
        if self._theme.tastes.compact:
            return [round(COMPACT * self._scale)] * len(rows)
        if len(self._widths) > MOST_KEPT:
            self._widths.clear()
        width -= LEFT + RIGHT
        plain, marked = (
            [round(self._least + extra + lines * self._line) for lines in range(MOST_LINES + 1)]
            for extra in (0, round(MARK * self._scale))
        )
        return [(marked if row.mark else plain)[self._count(row.under, width)] for row in rows]

    def _count(self, text: str, width: int) -> int:
        """How many lines a summary takes; letters are added up, and measured where it is close."""
        if not text or len(text) * NARROW > width:
            return MOST_LINES if text else 0
        about = self._widths.get(text)
        if about is None:
            about = self._widths[text] = sum(map(self._letters.__getitem__, text))
        if abs(about - width) < width * CLOSE:
            about = self._small.horizontalAdvance(text)
        return MOST_LINES if about > width else 1

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
        if chosen and focused and self._view.by_keyboard:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRect(box.adjusted(1, 1, -1, -2))
        if theme.tastes.compact:
            self._compact(painter, box.adjusted(LEFT, 0, -RIGHT, -1), row)
            painter.restore()
            return
        area = box.adjusted(LEFT, TOP, -RIGHT, -BOTTOM)
        self._head(painter, area, row, chosen=chosen)
        top = area.top() + HEAD * self._scale
        high = theme.line(Style.LIST_TITLE)
        title = QRectF(area.left(), top, area.width(), high)
        self._text(painter, title, row.note.title, Style.LIST_TITLE, "text", row.words, 1)
        top += high
        lines = self._count(row.under, round(area.width()))
        if lines:
            under = QRectF(area.left(), top, area.width(), lines * self._line)
            self._text(painter, under, row.under, Style.ROW_UNDER, "text2", row.words, lines)
            top += lines * self._line
        if row.mark:
            size, high, left = round(13 * self._scale), MARK * self._scale, area.left()
            down = top + 1 + (high - size) / 2
            icons.paint(painter, theme, row.mark_icon, row.mark_role, left, down, size)
            indent = size + 5
            mark = QRectF(left + indent, top + 1, area.width() - indent, high)
            self._line_of(painter, mark, row.mark, Style.ROW_ASIDE, row.mark_role)
        painter.restore()

    def _compact(self, painter: QPainter, area: QRectF, row: Row) -> None:
        """Kind, title, standing, pin and age in one line."""
        theme, note = self._theme, row.note
        size = round(14 * self._scale)
        down = area.top() + (area.height() - size) / 2
        kind = kind_key(note)
        face = ("ph.file-text", "text3")
        if not note.damage:
            face = (icons.KIND_ICONS[kind], icons.KIND_ROLES[kind])
        icons.paint(painter, theme, *face, area.left(), down, size)
        end = self._age(painter, area, age(row.when, self._now()))
        shown = [(row.mark_icon, row.mark_role)] if row.mark else []
        shown += [("ph.push-pin-simple-fill", "text2")] if note.pinned else []
        for icon, role in shown:
            icons.paint(painter, theme, icon, role, end - size, down, size)
            end -= size + 6
        left = area.left() + size + 8
        high = theme.line(Style.ROW)
        top = area.top() + (area.height() - high) / 2
        title = QRectF(left, top, end - left, high)
        self._text(painter, title, note.title, Style.ROW, "text", row.words, 1)

    def _age(self, painter: QPainter, area: QRectF, old: str) -> float:
        """At the right of an area; returns where what stands before it must end."""
        painter.setFont(self._theme.font(Style.ROW_ASIDE, tabular=True))
        painter.setPen(self._theme.color("text3"))
        room = QFontMetricsF(painter.font()).horizontalAdvance(old)
        painter.drawText(
            QRectF(area.right() - room, area.top(), room + 2, area.height()), _LEFT, old
        )
        return area.right() - room - 6

    def _head(self, painter: QPainter, area: QRectF, row: Row, *, chosen: bool) -> None:
        theme, note = self._theme, row.note
        kind, old = kind_key(note), age(row.when, self._now())
        x, scale = area.left(), self._scale
        high, size = theme.line(Style.ROW_ASIDE), round(14 * scale)
        down = area.top() + (high - size) / 2
        end = self._age(painter, QRectF(area.left(), area.top(), area.width(), high), old)
        if note.pinned:
            pin, name = round(13 * scale), "ph.push-pin-simple-fill"
            top = area.top() + (high - pin) / 2
            icons.paint(painter, theme, name, "text2", end - pin, top, pin)
            end -= pin + 6
        role = icons.KIND_ROLES[kind]
        if note.damage:
            icons.paint(painter, theme, "ph.file-text", "text3", x, down, size)
            x += size + 5
            name_at = QRectF(x, area.top(), end - x - 30, high)
            self._line_of(painter, name_at, "File", Style.ROW_ASIDE_MEDIUM, "text3")
            return
        icons.paint(painter, theme, icons.KIND_ICONS[kind], role, x, down, size)
        x += size + 5
        words, style = kind_name(note), Style.ROW_ASIDE_MEDIUM
        wide = QFontMetricsF(theme.font(style)).horizontalAdvance(words)
        self._line_of(painter, QRectF(x, area.top(), wide + 2, high), words, style, role)
        x += wide + 7
        painter.setFont(theme.font(Style.ROW_ASIDE))
        scope = note.scope.value
        wide = QFontMetricsF(painter.font()).horizontalAdvance(scope)
        chip = QRectF(x, area.top(), wide + 10, high)
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
