"""The digest as it rides, in which the lines of one note can be marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from luminair.shell.parts.scroll import slim_bars
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.shell.theme import Theme


class DigestView(QPlainTextEdit):
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
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("The digest")
        self.document().setDocumentMargin(0)
        slim_bars(self, theme)
        self.cursorPositionChanged.connect(self._moved)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        self.setFont(self._theme.font(Style.MONO_EXACT))

    def _moved(self) -> None:
        if not self._quiet and self.hasFocus():
            self.pointed.emit()

    def mark(self, text: str) -> None:
        """Marks the lines of a note and brings them into sight; '' marks none."""
        whole = self.toPlainText()
        start = whole.find(text) if text else -1
        if start < 0:
            self.setExtraSelections([])
            return
        first, end = _units(whole[:start]), _units(whole[: start + len(text)])
        marks = []
        block = self.document().findBlock(first)
        while block.isValid() and block.position() < end:
            mark = QTextEdit.ExtraSelection()
            lines = QTextCursor(block)
            lines.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            mark.cursor = lines
            look = mark.format
            look.setBackground(self._theme.color("accentsoft"))
            look.setProperty(int(QTextFormat.Property.FullWidthSelection), 1)
            mark.format = look
            marks.append(mark)
            block = block.next()
        self.setExtraSelections(marks)
        if self.hasFocus():
            return  # the reader's cursor is there already
        self._quiet = True
        cursor = QTextCursor(self.document())
        cursor.setPosition(first)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        self._quiet = False

    def pointed_at(self, texts: Sequence[str]) -> int:
        """Which of some notes' texts the cursor stands in, -1 for none."""
        whole, at = self.toPlainText(), self.textCursor().position()
        for number, text in enumerate(texts):
            start = whole.find(text) if text else -1
            if start >= 0 and _units(whole[:start]) <= at <= _units(whole[: start + len(text)]):
                return number
        return -1


def _units(text: str) -> int:
    """How long a text is as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
