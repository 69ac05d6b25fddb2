"""Plain text to write in, its lines as far apart as its style asks, with a caret in the accent.

``QPlainTextEdit`` knows no line height, and ``QTextEdit``, which does, grows slow with the length
of a note. So lines are laid out by Qt as ever and moved apart afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QTimer, Slot
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPalette, QTextBlock, QTextLine
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from PySide6.QtGui import QFocusEvent, QPaintEvent, QTextDocument
    from PySide6.QtWidgets import QWidget

    from luminair.shell.theme import Style, Theme

CARET_WIDE, CARET_SHARE = 2.0, 0.8
"""Pixels, and how much of the distance of lines the caret is high."""
_NEAR = 0.01
"""Less than this is rounding."""


class SpacedLines(QPlainTextDocumentLayout):
    """Lays out plain text with a distance of its own from line to line.

    Args:
        document: whose layout it is.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.step = 0.0
        """Pixels from one line to the next."""
        self._base = 0.0

    def set_step(self, step: float) -> None:
        """Puts lines this far apart from now on; their text stands in the middle."""
        metrics = QFontMetricsF(self.document().defaultFont())
        self.step = step
        self._base = (step - metrics.height()) / 2 + metrics.ascent()

    @override
    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        box = super().blockBoundingRect(block)  # lays the block out where that is due
        lines = block.layout()
        count = lines.lineCount() if block.isValid() and block.isVisible() else 0
        if not count or not self.step:
            return box
        # By baselines, since a line with an emoji is taller than others.
        if not all(self._placed(lines.lineAt(at), at) for at in {0, count - 1}):
            for at in range(count):
                line = lines.lineAt(at)
                line.setPosition(QPointF(line.x(), self._top(line, at)))
        box.setHeight(count * self.step)
        return box

    def _top(self, line: QTextLine, at: int) -> float:
        return at * self.step + self._base - line.ascent()

    def _placed(self, line: QTextLine, at: int) -> bool:
        return abs(line.y() - self._top(line, at)) < _NEAR


class SpacedText(QPlainTextEdit):
    """A plain editor whose lines stand apart.

    Args:
        theme: gives font and distance.
        style: of the text.
    """

    def __init__(self, theme: Theme, style: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._style = theme, style
        self._lines = SpacedLines(self.document())
        self.document().setDocumentLayout(self._lines)
        self.document().setDocumentMargin(0)
        self.setCursorWidth(0)  # Qt's has the colour of the text
        self._caret_on = False
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._turn_caret)
        self.cursorPositionChanged.connect(self._show_caret)
        self.textChanged.connect(self._show_caret)
        theme.follow(self._set_type)

    @property
    def step(self) -> float:
        """Pixels from one line to the next."""
        return self._lines.step

    def _set_type(self) -> None:
        self.setFont(self._theme.font(self._style))
        self._lines.set_step(round(self._theme.line(self._style)))
        self.viewport().update()

    # The caret.

    def caret(self) -> QRectF:
        """Where the caret stands, in the viewport."""
        place, high = self.cursorRect(), self.step * CARET_SHARE
        return QRectF(place.left(), place.center().y() + 0.5 - high / 2, CARET_WIDE, high)

    @Slot()
    def _show_caret(self) -> None:
        """It is seen at once where it went, and blinks from then on."""
        flash = QApplication.cursorFlashTime()
        if self.hasFocus() and flash > 0:
            self._blink.start(flash // 2)
        else:
            self._blink.stop()
        self._caret_on = self.hasFocus()
        self.viewport().update()

    @Slot()
    def _turn_caret(self) -> None:
        self._caret_on = not self._caret_on
        self.viewport().update(self.caret().toAlignedRect())

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_caret()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_caret()

    def _shown(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        """The blocks that are seen, each with its place in the viewport."""
        block, bottom = self.firstVisibleBlock(), self.viewport().height()
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if box.top() > bottom:
                return
            yield block, box
            block = block.next()

    def on_line(self, at: QPointF) -> QPointF:
        """The same place, moved out of the gap between two lines into the nearer one."""
        for block, box in self._shown():
            if at.y() < box.bottom():
                lines = block.layout()
                step = self._lines.step
                number = min(max(int((at.y() - box.top()) / step), 0), lines.lineCount() - 1)
                line = lines.lineAt(number)
                return QPointF(at.x(), box.top() + line.y() + line.height() / 2)
        return at

    def _moved(self, event: QMouseEvent) -> QMouseEvent:
        at = self.on_line(event.position())
        return QMouseEvent(
            event.type(),
            at,
            event.globalPosition(),
            event.button(),
            event.buttons(),
            event.modifiers(),
            event.pointingDevice(),
        )

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(self._moved(event))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        held = bool(event.buttons())
        inside = self.viewport().rect().contains(event.position().toPoint())
        # Outside, the way to the pointer says how fast it scrolls.
        super().mouseMoveEvent(self._moved(event) if held and inside else event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(self._moved(event))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.textCursor().hasSelection():
            painter = QPainter(self.viewport())
            self._fill_gaps(painter)
            painter.end()
        super().paintEvent(event)
        if self._caret_on:
            painter = QPainter(self.viewport())
            painter.fillRect(self.caret(), self._theme.color("accent"))
            painter.end()

    def _fill_gaps(self, painter: QPainter) -> None:
        """Qt marks a selection as high as the letters; this fills what is between the lines."""
        cursor = self.textCursor()
        first, end = cursor.selectionStart(), cursor.selectionEnd()
        group = QPalette.ColorGroup.Active if self.hasFocus() else QPalette.ColorGroup.Inactive
        colour = self.palette().color(group, QPalette.ColorRole.Highlight)
        step = self._lines.step
        for block, box in self._shown():
            begin, lines = block.position(), block.layout()
            for number in range(lines.lineCount()):
                line = lines.lineAt(number)
                start = begin + line.textStart()
                stop = start + line.textLength()
                if stop < first or start >= end:
                    continue
                left = _x(line, max(first - begin, line.textStart()))
                right = _x(line, min(end - begin, line.textStart() + line.textLength()))
                if number == lines.lineCount() - 1 and end > stop:
                    right += line.height() / 4  # as Qt marks the end of a line
                area = QRectF(left, number * step, right - left, step)
                painter.fillRect(area.translated(box.topLeft()), colour)


def _x(line: QTextLine, at: int) -> float:
    """Where a place in a line is, from the left."""
    found: Any = line.cursorToX(at)  # a place and where it is; the stubs know one number only
    return float(found[0])
