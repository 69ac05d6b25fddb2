"""The digest as it rides, in which the lines of one note can be marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit
from typing_extensions import override

from luminair.shell.parts.scroll import slim_bars
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme

FROM_TOP = 0.3
"""Where marked lines come to stand, as a share of the height that is seen."""
MARGIN, INDENT = 24, 10
"""Of the paper left of the text, and how far the mark reaches into it."""


class DigestView(QTextEdit):
    """Shows a digest, read only.

    Args:
        theme: colours and fonts.

    Signals:
        pointed: the reader's cursor went elsewhere.
    """

    pointed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._quiet = False
        self._marked = (0, 0)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("The digest")
        self.document().setDocumentMargin(0)
        self.setViewportMargins(MARGIN - INDENT, 0, 0, 0)
        slim_bars(self, theme)
        self.cursorPositionChanged.connect(self._moved)
        theme.follow(self._restyle)

    def show_text(self, text: str) -> None:
        """Shows another digest; nothing in it is marked."""
        self._quiet = True
        self._marked = (0, 0)
        self.setPlainText(text)
        self._restyle()
        self._quiet = False

    @property
    def marked(self) -> str:
        """The lines that are marked."""
        first, end = self._marked
        return _slice(self.toPlainText(), first, end)

    def _restyle(self) -> None:
        self.setFont(self._theme.font(Style.MONO_SMALL))
        lines = QTextBlockFormat()
        lines.setLeftMargin(INDENT)
        lines.setLineHeight(
            self._theme.line(Style.MONO_SMALL),
            int(QTextBlockFormat.LineHeightTypes.FixedHeight.value),
        )
        colour = QTextCharFormat()
        colour.setForeground(self._theme.color("text"))
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(lines)
        cursor.mergeCharFormat(colour)

    def _moved(self) -> None:
        if not self._quiet and self.hasFocus():
            self.pointed.emit()

    def mark(self, text: str) -> None:
        """Marks the lines of a note and brings them into sight; '' marks none."""
        whole = self.toPlainText()
        start = whole.find(text) if text else -1
        self._marked = (0, 0)
        if start >= 0:
            length = len(text.rstrip("\n"))
            self._marked = (_units(whole[:start]), _units(whole[: start + length]))
        self.viewport().update()
        self.update()
        if start < 0 or self.hasFocus():
            return  # the reader's cursor is there already
        self._quiet = True
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._marked[0])
        self.setTextCursor(cursor)
        bar, box = self.verticalScrollBar(), self._box()
        height = self.viewport().height()
        if box.top() < 0 or box.bottom() > height:
            bar.setValue(bar.value() + round(box.top() - height * FROM_TOP))
        self._quiet = False

    def pointed_at(self, texts: Sequence[str]) -> int:
        """Which of some notes' texts the cursor stands in, -1 for none."""
        whole, at = self.toPlainText(), self.textCursor().position()
        for number, text in enumerate(texts):
            start = whole.find(text) if text else -1
            if start >= 0 and _units(whole[:start]) <= at <= _units(whole[: start + len(text)]):
                return number
        return -1

    def _box(self) -> QRectF:
        """Where the marked lines stand, in the viewport."""
        layout, document = self.document().documentLayout(), self.document()
        first, end = (document.findBlock(at) for at in self._marked)
        box = layout.blockBoundingRect(first).united(layout.blockBoundingRect(end))
        return box.translated(0, -self.verticalScrollBar().value())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._marked[1]:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accentsoft"))
            area = QRectF(0, self._box().top() + 2, self.viewport().width(), self._box().height())
            painter.drawRoundedRect(area, 6, 6)
            painter.end()
        super().paintEvent(event)


def _units(text: str) -> int:
    """How long a text is as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _slice(text: str, first: int, end: int) -> str:
    """A piece of a text between two places as Qt counts them."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * first : 2 * end].decode("utf-16-le", "surrogatepass")
