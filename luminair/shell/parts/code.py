"""A code block: a frame with language, path and Copy, and code that scrolls sideways."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QGuiApplication,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Shape
from luminair.shell.parts.colouring import Run, language_of, runs
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QWheelEvent

    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.markdown import Block

COPIED_MS = 1500
IN_PLACE_CHARACTERS = 5_000
"""Shorter code is coloured at once; longer code in a worker."""


class CodeText(QTextEdit):
    """Read-only code as tall as it is; wide lines scroll sideways.

    Args:
        theme: colours and fonts.
        style: of the type.
        most: tallest it may be before it scrolls, in logical pixels; 0 for no bound.
        wraps: whether long lines wrap instead of scrolling sideways.
    """

    def __init__(
        self,
        theme: Theme,
        style: Style = Style.MONO,
        *,
        most: int = 0,
        wraps: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._style, self._most = theme, style, most
        self._runs: list[Run] = []
        slim_bars(self, theme)
        self.setReadOnly(True)
        self.setAccessibleName("Code")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(
            QTextEdit.LineWrapMode.WidgetWidth if wraps else QTextEdit.LineWrapMode.NoWrap
        )
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if most else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().setDocumentMargin(0)
        # Until it is laid out it takes one line, not the 192 pixels that Qt gives to any field.
        self.setFixedHeight(math.ceil(theme.line(style)) + 1)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # code is never right-to-left
        modes = QTextOption.WrapMode
        option.setWrapMode(modes.WrapAtWordBoundaryOrAnywhere if wraps else modes.NoWrap)
        self.document().setDefaultTextOption(option)
        theme.changed.connect(self._restyle)

    @property
    def runs(self) -> list[Run]:
        """What is shown."""
        return self._runs

    def show_runs(self, shown: list[Run]) -> None:
        """Shows coloured code."""
        self._runs = shown
        self._restyle()

    def add(self, text: str) -> None:
        """Adds plain text at the end, cheaply."""
        self._runs.append(Run(text, "text"))
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)
        self._fit()

    def _restyle(self) -> None:
        font = self._theme.font(self._style)
        self.setFont(font)
        self.document().setDefaultFont(font)
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        lines = QTextBlockFormat()
        height = self._theme.line(self._style)
        lines.setLineHeight(height, int(QTextBlockFormat.LineHeightTypes.FixedHeight.value))
        cursor.setBlockFormat(lines)
        for run in self._runs:
            chars = QTextCharFormat()
            chars.setForeground(self._theme.color(run.role))
            cursor.insertText(run.text, chars)
        cursor.endEditBlock()
        self._fit()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _fit(self) -> None:
        """Takes the height of its lines."""
        height = math.ceil(self.document().size().height()) + 1
        bar = self.horizontalScrollBar()
        if bar.maximum() > 0 and self.lineWrapMode() is QTextEdit.LineWrapMode.NoWrap:
            height += bar.sizeHint().height()
        self.setFixedHeight(min(height, self._most) if self._most else height)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
            super().resizeEvent(event)  # again: Qt set the bars by the height of before

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if sideways or shifted or self._most:
            super().wheelEvent(event)
        else:
            event.ignore()


class CopyButton(Button):
    """Copies a text; says so for a moment.

    Args:
        theme: colours and fonts.
        name: what it does, such as 'Copy code'.
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        shape = Shape(height=24, pad=6, gap=6, icon=14, radius=6, style=Style.SMALL_MEDIUM)
        super().__init__(theme, "Copy", icon="ph.copy", shape=shape, name=name, parent=parent)
        self._copied_text = ""
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(COPIED_MS)
        self._back.timeout.connect(self._rest)
        self.clicked.connect(self._copy)

    def set_copied(self, text: str) -> None:
        """Sets what a click copies."""
        self._copied_text = text

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._copied_text)
        self.set_face("Copied", icon="ph.check")
        self._back.start()

    def _rest(self) -> None:
        self.set_face("Copy", icon="ph.copy")


class CodeBlock(Box):
    """One fenced block of a message.

    Args:
        theme: colours and fonts.
        jobs: colours long code off the window's thread.
    """

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(theme, "sunken", border="line", radius=8, parent=parent)
        self._theme, self._jobs = theme, jobs
        self._code, self._info, self._closed = "", "", False
        self._block: Block | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._language = Line(theme, "", Style.SMALL_BOLD, "text2")
        self._path = Line(theme, "", Style.SMALL, "text3", middle=True)
        self._copy = CopyButton(theme, "Copy code")
        head = QHBoxLayout()
        head.setContentsMargins(14, 0, 8, 0)
        head.setSpacing(8)
        head.addWidget(self._language)
        head.addWidget(self._path, 1)
        head.addWidget(self._copy)
        bar = QWidget(self)
        bar.setLayout(head)
        bar.setFixedHeight(32)
        self.text = CodeText(theme, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(Hairline(theme))
        inner = QVBoxLayout()
        inner.setContentsMargins(14, 12, 8, 10)
        inner.addWidget(self.text)
        column.addLayout(inner)

    @property
    def code(self) -> str:
        """The source."""
        return self._code

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The block that is shown."""
        return () if self._block is None else (self._block,)

    def show_block(self, block: Block) -> None:
        """Shows a block of Markdown that is code."""
        self._block = block
        self.show_code(block.code or "", block.info, closed=block.closed)

    def show_code(self, code: str, info: str, *, closed: bool) -> None:
        """Shows code; it is coloured once its fence is closed."""
        if (code, info, closed) == (self._code, self._info, self._closed):
            return
        grown = info == self._info and not closed and code.startswith(self._code)
        added = code[len(self._code) :]
        self._code, self._info, self._closed = code, info, closed
        language, path = language_of(info)
        self._language.set_text(language or ("Code" if not path else ""))
        self._path.set_text(path)
        self._copy.set_copied(code)
        if closed:
            self._colour()
        elif grown and self.text.runs:
            self.text.add(added)
        else:
            self.text.show_runs([Run(code, "text")])

    def _colour(self) -> None:
        code, info = self._code, self._info
        if len(code) <= IN_PLACE_CHARACTERS:
            self.text.show_runs(runs(code, info))
            return
        self.text.show_runs([Run(code, "text")])
        self._jobs.run(lambda: runs(code, info), done=self._coloured, owner=self)

    def _coloured(self, found: list[Run]) -> None:
        if "".join(run.text for run in found) == self._code:
            self.text.show_runs(found)
