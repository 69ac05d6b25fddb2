"""What stands under and beside prose: bars of quotations, rules, discs of lists, boxes of code.

Where they stand is worked out once for each text, not at each painting: the end of an answer that
streams in is painted thirty times a second, and all of it whenever the page scrolls.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPen, QTextLine, QTextListFormat

from luminair.shell.parts.prose import CODE, INDENT, QUOTE, QUOTE_INDENT, RULE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import (
        QBrush,
        QPainter,
        QTextBlock,
        QTextDocument,
        QTextFragment,
        QTextList,
    )

    from luminair.shell.theme import Theme

DISC = 0.8
"""How large the mark of a list item is, against a small letter."""
BOX_PAD = 2.5
"""How much wider than its text the box of inline code is, on each side."""
CARET = (2.0, 17.0)
"""Width and height of the caret after the last word."""
MIDDLE = 4.5
"""How far above the line that letters stand on their middle lies, at the usual text size."""


@dataclass(slots=True)
class _Marks:
    """The marks of one paragraph.

    Attributes:
        bars: at the side of a quotation.
        rule: across the page, or None.
        disc: of a list item with the colour of its text, or None.
        code: boxes of inline code, one for each line that it runs over.
    """

    bars: list[QRectF] = field(default_factory=list)
    rule: QRectF | None = None
    disc: tuple[QRectF, QBrush] | None = None
    code: list[QRectF] = field(default_factory=list)


class ProseMarks:
    """The marks of one document, each measured when it is first painted.

    Args:
        theme: colours.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._places: list[QRectF] = []
        self._marks: dict[int, _Marks] = {}

    def forget(self, start: int = 0) -> None:
        """From this paragraph of the document on, everything is measured anew."""
        for number in range(start, len(self._places)):
            self._marks.pop(number, None)
        del self._places[start:]

    def paint(self, painter: QPainter, document: QTextDocument, width: int, area: QRectF) -> None:
        """Paints those that lie in an area.

        Args:
            painter: of the view, antialiased.
            document: laid out.
            width: of the view.
            area: of the view.
        """
        layout = document.documentLayout()
        block = document.findBlockByNumber(len(self._places))
        while block.isValid():
            self._places.append(layout.blockBoundingRect(block))
            block = block.next()
        for number, place in enumerate(self._places):
            if place.isValid() and not place.intersects(area):
                continue
            marks = self._marks.get(number)
            if marks is None:
                marks = _measured(document.findBlockByNumber(number), place, width)
                self._marks[number] = marks
            self._paint(painter, marks)

    def _paint(self, painter: QPainter, marks: _Marks) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("line2"))
        for bar in marks.bars:
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if marks.rule is not None:
            painter.drawRect(marks.rule)
        if marks.disc is not None:
            painter.setBrush(marks.disc[1])
            painter.drawEllipse(marks.disc[0])
        if marks.code:
            painter.setPen(QPen(self._theme.color("line"), 1))
            painter.setBrush(self._theme.color("raised"))
            for box in marks.code:
                painter.drawRoundedRect(box, 4, 4)


def _measured(block: QTextBlock, box: QRectF, width: int) -> _Marks:
    found = _Marks()
    shape = block.blockFormat()
    depth = shape.property(QUOTE)
    if isinstance(depth, int):
        found.bars = list(_bars(block, box, width, depth))
    if shape.property(RULE):
        found.rule = QRectF(0, round(box.center().y()), width, 1)
    # PySide gives None where there is no list, whatever its annotations say.
    held: QTextList | None = block.textList()
    if held and held.format().style() is QTextListFormat.Style.ListStyleUndefined:
        found.disc = (_disc(block, box), block.charFormat().foreground())
    for fragment in _fragments(block):
        if fragment.charFormat().hasProperty(CODE):
            found.code.extend(_boxes(block, box, fragment))
    return found


def _bars(block: QTextBlock, box: QRectF, width: int, depth: int) -> Iterator[QRectF]:
    lines = block.layout().boundingRect()
    top = box.top() + lines.top()
    for level in range(depth):
        left = level * QUOTE_INDENT
        yield QRectF(width - left - 3 if _right_to_left(block) else left, top, 3, lines.height())


def _disc(block: QTextBlock, box: QRectF) -> QRectF:
    """At the left of the item's room, as high as small letters."""
    line = block.layout().lineAt(0)
    metrics = QFontMetricsF(block.charFormat().font())
    middle = box.top() + line.y() + line.ascent() - metrics.xHeight() / 2
    size = metrics.xHeight() * DISC
    left = box.left() + line.x() - INDENT
    if _right_to_left(block):
        left = box.left() + line.x() + line.width() + INDENT - size
    return QRectF(left, middle - size / 2, size, size)


def _boxes(block: QTextBlock, box: QRectF, fragment: QTextFragment) -> Iterator[QRectF]:
    layout = block.layout()
    first = fragment.position() - block.position()
    last = first + fragment.length()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        start = max(first, line.textStart())
        end = min(last, line.textStart() + line.textLength())
        if start >= end:
            continue
        left, right = _edges(line, start, end)
        middle = box.top() + line.y() + line.ascent() - MIDDLE
        yield QRectF(
            box.left() + left - BOX_PAD - 1, middle - 8.5, right - left + 2 * BOX_PAD + 2, 18
        )


def caret(document: QTextDocument, width: int) -> QRectF | None:
    """Where the caret stands after the last word of a view so wide; None where there is none."""
    block = document.lastBlock()
    layout = block.layout()
    if not layout.lineCount() or not block.text():
        return None
    line = layout.lineAt(layout.lineCount() - 1)
    corner = document.documentLayout().blockBoundingRect(block).topLeft()
    x = min(corner.x() + _x(line, block.length() - 1) + 2, width - 2)
    middle = corner.y() + line.y() + line.ascent() - MIDDLE
    return QRectF(x, middle - CARET[1] / 2, *CARET)


def _right_to_left(block: QTextBlock) -> bool:
    return block.textDirection() is Qt.LayoutDirection.RightToLeft


def _edges(line: QTextLine, start: int, end: int) -> tuple[float, float]:
    """Where a run of signs begins and ends on its line, seen from the left.

    Where it runs against its block, the places before and after it lie on its other sides.
    """
    trailing = QTextLine.Edge.Trailing
    ends = (_x(line, start), _x(line, end - 1, trailing), _x(line, end))
    return min(ends), max(ends)


def _x(line: QTextLine, at: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> float:
    found = line.cursorToX(at, edge)
    return float(found[0]) if isinstance(found, tuple) else 0.0


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1
