"""The card of the note under the pointer, on paper as everything of the Journal is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.graph.choice import KIND_NAMES
from luminair.shell.graph.words import links_words, rode_words, standing_words
from luminair.shell.parts.times import age
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from PySide6.QtGui import QPaintEvent

    from luminair.shell.graph.facts import Node

WIDTH = 296
PAD = 14
HEAD, FOOT = 18, 18
AWAY, FAR = 18, 56
"""Between the card and its note, and where something lies beside the note."""
EDGE = 8
TITLE_LINES, SUMMARY_LINES = 3, 3
TITLE_LINE, SUMMARY_LINE = 22, 17
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class Card(QWidget):
    """Says what a note is.

    Args:
        theme: colours and fonts.
        now: the clock, aware.
    """

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._now, self._holder = theme, now, parent
        self._node: Node | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        theme.repaints(self)

    def show_node(self, node: Node, at: QPoint, covered: Sequence[QRect]) -> None:
        """Shows a note beside its place, where the card covers nothing that lies there."""
        self._node = node
        self.setAccessibleName(f"{node.title}, {links_words(node.links)}, {rode_words(node.rode)}")
        size = QSize(WIDTH, self._height())
        self.setGeometry(QRect(self._corner(at, size, covered), size))
        self.show()
        self.raise_()
        self.update()

    def _corner(self, at: QPoint, size: QSize, covered: Sequence[QRect]) -> QPoint:
        room = self._holder.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        wide, high, middle = size.width(), size.height(), at.x() - size.width() // 2
        tries = [
            QPoint(left, top)
            for away in (AWAY, FAR)
            for top in (at.y() - high + 10, at.y() - 10)
            for left in (at.x() + away, at.x() - away - wide)
        ]
        tries += [QPoint(middle, at.y() - FAR - high), QPoint(middle, at.y() + FAR)]
        boxes = [QRect(corner, size) for corner in tries]
        free = [box for box in boxes if room.contains(box)] or boxes
        box = min(free, key=lambda each: sum(map(each.intersects, covered)))
        left = max(room.left(), min(box.left(), room.right() - size.width() + 1))
        top = max(room.top(), min(box.top(), room.bottom() - size.height() + 1))
        return QPoint(left, top)

    def _height(self) -> int:
        node = self._node
        if node is None:
            return 0
        title, summary = self._title_lines(node), self._summary_lines(node)
        high = PAD + HEAD + 4 + len(title) * TITLE_LINE + 8 + FOOT + PAD - 4
        high += len(summary) * SUMMARY_LINE + 4 if summary else 0
        return high + (FOOT if standing_words(node) else 0)

    def _title_lines(self, node: Node) -> list[str]:
        return self._broken(node.title, Style.HOVER_TITLE, TITLE_LINES)

    def _summary_lines(self, node: Node) -> list[str]:
        return self._broken(node.summary, Style.SMALL, SUMMARY_LINES) if node.summary else []

    def _broken(self, text: str, style: Style, most: int) -> list[str]:
        """A text as lines of the card's width, the last cut where there are more."""
        font, width = self._theme.font(style), WIDTH - 2 * PAD
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        lines: list[str] = []
        while len(lines) < most:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            rest = text[line.textStart() :] if len(lines) == most - 1 else ""
            shown = rest or text[line.textStart() : line.textStart() + line.textLength()]
            metrics = QFontMetricsF(font)
            lines.append(metrics.elidedText(shown.strip(), Qt.TextElideMode.ElideRight, width))
        layout.endLayout()
        return lines

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        node = self._node
        if node is None:
            return
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line2"), 1))
        painter.setBrush(theme.color("paper"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        self._head(painter, node)
        top = float(PAD + HEAD + 4)
        for lines, style, role, high in (
            (self._title_lines(node), Style.HOVER_TITLE, "text", TITLE_LINE),
            (self._summary_lines(node), Style.SMALL, "text2", SUMMARY_LINE),
        ):
            painter.setFont(theme.font(style))
            painter.setPen(theme.color(role))
            for line in lines:
                painter.drawText(QRectF(PAD, top, WIDTH - 2 * PAD + 4, high), _LEFT, line)
                top += high
            top += 4 if lines else 0
        top += 4
        x = self._fact(painter, "ph.link-simple", links_words(node.links), PAD, top)
        self._fact(painter, "ph.paper-plane-tilt", rode_words(node.rode), x + 12, top)
        if standing_words(node):
            icon = "ph.eye-slash" if node.hidden else "ph.archive-box"
            self._fact(painter, icon, standing_words(node), PAD, top + FOOT)
        painter.end()

    def _head(self, painter: QPainter, node: Node) -> None:
        theme = self._theme
        role = icons.KIND_ROLES[node.kind]
        icons.paint(painter, theme, icons.KIND_ICONS[node.kind], role, PAD, PAD + 1, 14)
        painter.setFont(theme.font(Style.CAPTION_MEDIUM))
        painter.setPen(theme.color(role))
        name = KIND_NAMES[node.kind]
        painter.drawText(QRectF(PAD + 19, PAD, 120, 16), _LEFT, name)
        x = PAD + 19 + QFontMetricsF(painter.font()).horizontalAdvance(name) + 7
        painter.setFont(theme.font(Style.CAPTION))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(node.scope) + 10
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("press"))
        painter.drawRoundedRect(QRectF(x, PAD, wide, 16), 4, 4)
        painter.setPen(theme.color("text2"))
        painter.drawText(QRectF(x, PAD, wide, 16), Qt.AlignmentFlag.AlignCenter, node.scope)
        painter.setPen(theme.color("text3"))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(
            QRectF(PAD, PAD, WIDTH - 2 * PAD, 16), right, age(node.updated, self._now())
        )

    def _fact(self, painter: QPainter, icon: str, words: str, x: float, top: float) -> float:
        """Draws an icon with words; where they end."""
        theme = self._theme
        icons.paint(painter, theme, icon, "text3", x, top + 2, 13)
        painter.setFont(theme.font(Style.CAPTION))
        painter.setPen(theme.color("text2"))
        painter.drawText(QRectF(x + 18, top, WIDTH, 16), _LEFT, words)
        return x + 18 + QFontMetricsF(painter.font()).horizontalAdvance(words)
