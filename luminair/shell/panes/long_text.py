"""What the owner said, as it was typed; a very long text shows its beginning first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from luminair.shell.panes.chips import size_words
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.look import Look
from luminair.shell.parts.prose_view import ProseView
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.shell.theme import Theme

FOLDED_FROM = 8_000
"""Characters from which on a text is folded …"""
SHOWN = 2_000
"""… to about so many: laying out a pasted log takes longer than a frame may."""


class LongText(QWidget):
    """Shows a text, nothing of it read as Markdown.

    Args:
        theme: colours and fonts.
        text: the text.
    """

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.view = ProseView(theme, Look(gap=0), self)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.view)
        self.more: Button | None = None
        if len(text) < FOLDED_FROM:
            self.view.show_plain(text)
            return
        line_end = text.find("\n", SHOWN, FOLDED_FROM)
        self.view.show_plain(text[: line_end if line_end > 0 else SHOWN].rstrip() + " …")
        shape = Shape(height=24, pad=0, style=Style.SMALL_MEDIUM)
        words = f"Show all {size_words(len(text.encode('utf-8', 'replace')))}"
        self.more = Button(theme, words, fill=Fill.LINK, shape=shape)
        self.more.clicked.connect(self.unfold)
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch(1)
        column.addLayout(row)

    def unfold(self) -> None:
        """Shows all of it."""
        if self.more is not None and not self.more.isHidden():
            self.view.show_plain(self._text)
            self.more.hide()
