"""Edit: the Markdown of a note in a plain editor, below its title and properties."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QPainter,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.context.cost import in_tokens
from luminair.plurals import counted
from luminair.shell.journal.draft import span
from luminair.shell.journal.edit_strip import EditStrip
from luminair.shell.journal.linking import Linking
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.parts.spaced_text import SpacedText
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent, QTextDocument

COLUMN, MARGIN = 676, 48
HEADER, BODY, CODE = 1, 2, 3
"""States of a line: in the header, in the text, in fenced code."""
_MARKS: tuple[tuple[re.Pattern[str], str, bool], ...] = (
    (re.compile(r"\*\*[^*\n]+\*\*"), "text", True),
    (re.compile(r"(?<!`)`[^`\n]+`"), "kdoc", False),
    (re.compile(r"(?<=\[\[)[^\[\]\n]+(?=\]\])"), "accent", False),
    (re.compile(r"\[\[|\]\]|\*\*"), "text3", False),
    (re.compile(r"(?<=\])\([^()\n]+\)"), "accent", False),
)
_LIST = re.compile(r"^\s*(?:[-*+]|\d+[.)]|>)(?=\s)")
_HEAD = re.compile(r"^(#{1,6})(\s+.*)")
_KEY = re.compile(r"^[^\s:#][^:]*:")


_HEADER = re.compile(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n+|$)")
"""A note's frontmatter with the blank lines behind it."""


class Colours(QSyntaxHighlighter):
    """Colours Markdown lightly."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self.whole = False
        """Whether the text begins with the file's header."""
        theme.changed.connect(self.rehighlight)

    @override
    def highlightBlock(self, text: str) -> None:
        before = self.previousBlockState()
        line = text.strip()
        if before == -1:
            before = HEADER if self.whole and line == "---" else BODY
            if before == HEADER:
                self._put(0, len(text), "text3")
                self.setCurrentBlockState(HEADER)
                return
        if before == HEADER:
            self._header(text, line)
            return
        fence = line.startswith(("```", "~~~"))
        if before == CODE or fence:
            self._put(0, len(text), "kdoc")
            self.setCurrentBlockState(BODY if before == CODE and fence else CODE)
            return
        self.setCurrentBlockState(BODY)
        self._text(text)

    def _header(self, text: str, line: str) -> None:
        ends = line in {"---", "..."}
        self.setCurrentBlockState(BODY if ends else HEADER)
        self._put(0, len(text), "text3" if ends else "text2")
        key = _KEY.match(text)
        if key and not ends:
            self._put(0, key.end(), "text3")

    def _text(self, text: str) -> None:
        head = _HEAD.match(text)
        if head:
            self._put(0, len(head[1]), "text3")
            self._put(len(head[1]), len(head[2]), "text", bold=True)
            return
        mark = _LIST.match(text)
        if mark:
            self._put(0, mark.end(), "text3")
        for pattern, role, bold in _MARKS:
            for found in pattern.finditer(text):
                self._put(found.start(), found.end() - found.start(), role, bold=bold)

    def _put(self, start: int, length: int, role: str, *, bold: bool = False) -> None:
        look = QTextCharFormat()
        look.setForeground(self._theme.color(role))
        if bold:
            look.setFontWeight(QFont.Weight.Bold)
        self.setFormat(start, length, look)


def spare(width: int) -> int:
    """What the column leaves of a page of this width."""
    return max(width - 2 * MARGIN - COLUMN, 0)


class Editor(QWidget):
    """The plain editor with its foot.

    Attributes:
        strip: title and properties, above the text.
        linking: offers notes where a link begins.
        whole: whether the text is the whole file, its header too.

    Signals:
        typed: the whole file.
    """

    typed = Signal(str)

    def __init__(self, theme: Theme, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._quiet = False
        self._header = ""
        self.whole = False
        self.strip = EditStrip(theme)
        self.text = SpacedText(theme, Style.MONO_EDIT, self)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setAccessibleName("Markdown of the note")
        self.text.setTabChangesFocus(False)
        slim_bars(self.text, theme)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.bar = FloatingBar(theme, self.text)  # lines are as long with it as without
        self._colours = Colours(self.text.document(), theme)
        self.linking = Linking(theme, self.text)
        self._tick = Glyph(theme, "ph.check", "text2", 13)
        self.state = Line(theme, "", Style.CAPTION, "text2")
        self.length = Line(theme, "", Style.CAPTION, "text2")
        foot = QWidget(self)
        foot.setFixedHeight(36)
        row = QHBoxLayout(foot)
        row.setContentsMargins(MARGIN, 1, 24, 0)
        row.setSpacing(6)
        row.addWidget(self._tick)
        row.addWidget(self.state)
        row.addSpacing(10)
        row.addWidget(self.length)
        row.addStretch(1)
        row.addWidget(Line(theme, f"{keys} read", Style.CAPTION, "text2"))
        row.addSpacing(12)
        row.addWidget(Line(theme, "[[ links a note", Style.CAPTION, "text2"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = QHBoxLayout()
        self._head.addWidget(self.strip)
        column.addLayout(self._head)
        column.addWidget(self.text, 1)
        column.addWidget(foot)
        self._foot = foot
        self.text.textChanged.connect(self._changed)
        self.strip.left.connect(self.text.setFocus)
        theme.repaints(self)

    @property
    def source(self) -> str:
        """The whole file, every character as it was typed."""
        # toPlainText would turn no-break spaces into plain ones.
        return self._header + self.text.document().toRawText().replace("\u2029", "\n")

    def show_source(self, source: str) -> bool:
        """Shows a file's text: what stands below its header, or all of it where asked for.

        Returns:
            False where the editor could not give the text back as it is.
        """
        at = 0 if self.whole else header_end(source)
        self._header = source[:at]
        self._colours.whole = self.whole
        self.strip.setVisible(not self.whole)
        self._quiet = True
        self.text.setPlainText(source[at:])
        self._quiet = False
        if self.whole:  # a word typed before the header's first line would turn it into text
            cursor = self.text.textCursor()
            # Qt counts in UTF-16 units.
            place = len(source[: header_end(source)].encode("utf-16-le", "surrogatepass")) // 2
            cursor.setPosition(min(place, self.text.document().characterCount() - 1))
            self.text.setTextCursor(cursor)
        self._measure()
        return self.source == source

    def take(self, source: str) -> None:
        """Changes only what differs from what is shown; the cursor stays where it is."""
        at = 0 if self.whole else header_end(source)
        start, end, new = span(self.source[len(self._header) :], source[at:])
        self._header = source[:at]
        if start == end and not new:
            self._measure()
            return
        self._quiet = True
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(new)
        self._quiet = False
        self._measure()

    def say(self, state: str, *, kept: bool) -> None:
        """Says whether the text is on disk."""
        self.state.set_text(state)
        self._tick.setVisible(kept)

    def _changed(self) -> None:
        if not self._quiet:
            self._measure()
            self.typed.emit(self.source)

    def _measure(self) -> None:
        size = len(self.source.encode("utf-8", "replace"))
        tokens = in_tokens(-(-size // 4), exact=False)
        self.length.set_text(f"{counted(size, 'byte')} · {tokens}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        right = MARGIN + spare(self.width())
        self._head.setContentsMargins(MARGIN, 0, right, 0)
        self.text.setViewportMargins(MARGIN, 20, right, 8)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("paper"))
        top = self._foot.y()
        painter.fillRect(QRectF(0, top, self.width(), 1), self._theme.color("paperline"))
        painter.end()


def header_end(source: str) -> int:
    """Where the text behind a note's header begins, the blank lines between them left out."""
    header = _HEADER.match(source)
    return len(header[0]) if header else 0


def select_line_end(editor: Editor) -> None:
    """Puts the cursor at the end of the text, where writing goes on."""
    editor.text.moveCursor(QTextCursor.MoveOperation.End)
    editor.text.setFocus(Qt.FocusReason.OtherFocusReason)
