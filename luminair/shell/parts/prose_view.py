"""A read-only text widget as tall as its text, for prose written by :class:`ProseWriter`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRectF, QSizeF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPen,
    QTextDocument,
    QTextLine,
    QTextListFormat,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget
from typing_extensions import override

from luminair.shell.parts.direction import ISOLATE, ISOLATED
from luminair.shell.parts.look import Look
from luminair.shell.parts.prose import (
    CODE,
    HAIR,
    INDENT,
    JOINER,
    QUOTE,
    QUOTE_INDENT,
    RULE,
    ProseWriter,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import (
        QPaintEvent,
        QResizeEvent,
        QTextBlock,
        QTextFragment,
        QTextList,
        QWheelEvent,
    )

    from luminair.shell.parts.markdown import Block
    from luminair.shell.theme import Theme

DISC = 0.8
"""How large the mark of a list item is, against a small letter."""
BOX_PAD = 2.5
"""How much wider than its text the box of inline code is, on each side."""


class ProseView(QTextBrowser):
    """Shows blocks of prose; never loads anything a text names.

    Args:
        theme: colours and fonts.
        look: how the prose is set.

    Signals:
        link: a link was followed; the view opens nothing by itself.
    """

    link = Signal(QUrl)

    def __init__(
        self, theme: Theme, look: Look | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._blocks: list[Block] = []
        self._caret = False
        self._plain = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Text")
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.viewport().setAutoFillBackground(False)
        self._writer = ProseWriter(self.document(), theme, look or Look())
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        # Until it is laid out it takes one line, not the 192 pixels that Qt gives to any field.
        self.setFixedHeight(math.ceil(theme.line((look or Look()).body)))
        self.anchorClicked.connect(self.link)
        theme.changed.connect(self._restyle)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What is shown."""
        return tuple(self._blocks)

    def show_blocks(self, blocks: Sequence[Block], *, keep: int = 0) -> None:
        """Shows ``blocks`` after the first ``keep`` blocks, which are left as they are."""
        rest = list(blocks)
        grows = rest and keep == len(self._blocks) - 1 and self._blocks[keep].is_table
        if grows and self._writer.grow(rest[0]):
            self._blocks[keep] = rest.pop(0)
            keep += 1
        self._writer.cut(keep)
        del self._blocks[keep:]
        self._writer.append(rest)
        self._blocks.extend(rest)
        self._fit_now()

    def set_caret(self, shown: bool) -> None:
        """Shows a caret after the last word while more is coming."""
        if shown != self._caret:
            self._caret = shown
            self.viewport().update()

    def show_plain(self, text: str) -> None:
        """Shows text as it stands, nothing of it read as Markdown."""
        self._plain = text
        self._blocks.clear()
        self._restyle()

    def _restyle(self) -> None:
        self._writer.clear()
        if self._plain:
            self._writer.plain(self._plain)
        else:
            self._writer.append(self._blocks)
        self._fit_now()

    def _fit_now(self) -> None:
        # Qt tells of a new size from a timer: a frame painted before that would be cut off.
        self._fit(self.document().size())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_now()

    @Slot(QSizeF)
    def _fit(self, size: QSizeF) -> None:
        height = math.ceil(size.height())
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Nothing: a text may not make the app read a file or the network."""
        return None

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        text = self.textCursor().selection().toPlainText()
        for ours in (JOINER + ISOLATE, ISOLATED + JOINER, HAIR, JOINER):
            text = text.replace(ours, "")
        data.setText(text.replace("\u2028", "\n"))
        return data

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the transcript scrolls, not its parts

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(event.rect())
        for block in _blocks(self.document()):
            box = self.document().documentLayout().blockBoundingRect(block)
            if box.isValid() and not box.intersects(area):
                continue
            self._paint_under(painter, block, box)
        if self._caret:
            self._paint_caret(painter)
        painter.end()
        super().paintEvent(event)

    def _paint_under(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        shape = block.blockFormat()
        painter.setPen(Qt.PenStyle.NoPen)
        depth = shape.property(QUOTE)
        if isinstance(depth, int):
            painter.setBrush(self._theme.color("line2"))
            lines = block.layout().boundingRect()
            for level in range(depth):
                top = box.top() + lines.top()
                left = level * QUOTE_INDENT
                if _right_to_left(block):
                    left = self.viewport().width() - left - 3
                bar = QRectF(left, top, 3, lines.height())
                painter.drawRoundedRect(bar, 1.5, 1.5)
        if shape.property(RULE):
            painter.setBrush(self._theme.color("line2"))
            painter.drawRect(QRectF(0, round(box.center().y()), self.width(), 1))
        # PySide gives None where there is no list, whatever its annotations say.
        held: QTextList | None = block.textList()
        if held and held.format().style() is QTextListFormat.Style.ListStyleUndefined:
            self._paint_disc(painter, block, box)
        for fragment in _fragments(block):
            if fragment.charFormat().hasProperty(CODE):
                self._paint_box(painter, block, fragment)

    def _paint_disc(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        """The mark of a list item, at the left of its room, as high as small letters."""
        line = block.layout().lineAt(0)
        metrics = QFontMetricsF(block.charFormat().font())
        middle = box.top() + line.y() + line.ascent() - metrics.xHeight() / 2
        size = metrics.xHeight() * DISC
        painter.setBrush(block.charFormat().foreground())
        left = box.left() + line.x() - INDENT
        if _right_to_left(block):
            left = box.left() + line.x() + line.width() + INDENT - size
        painter.drawEllipse(QRectF(left, middle - size / 2, size, size))

    def _paint_caret(self, painter: QPainter) -> None:
        block = self.document().lastBlock()
        layout = block.layout()
        if not layout.lineCount() or not block.text():
            return
        line = layout.lineAt(layout.lineCount() - 1)
        corner = self.document().documentLayout().blockBoundingRect(block).topLeft()
        x = min(corner.x() + _x(line, block.length() - 1) + 2, self.viewport().width() - 2)
        middle = corner.y() + line.y() + line.ascent() - 4.5
        painter.fillRect(QRectF(x, middle - 8.5, 2, 17), self._theme.color("accent"))

    def _paint_box(self, painter: QPainter, block: QTextBlock, fragment: QTextFragment) -> None:
        """A box under inline code, one for each line that it runs over."""
        layout = block.layout()
        origin = self.document().documentLayout().blockBoundingRect(block).topLeft()
        first = fragment.position() - block.position()
        last = first + fragment.length()
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(self._theme.color("raised"))
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            start = max(first, line.textStart())
            end = min(last, line.textStart() + line.textLength())
            if start >= end:
                continue
            left, right = _edges(line, start, end)
            middle = origin.y() + line.y() + line.ascent() - 4.5
            box = QRectF(
                origin.x() + left - BOX_PAD - 1.5,
                middle - 9,
                right - left + 2 * BOX_PAD + 3,
                19,
            )
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


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
