"""The files of the Harness that do not ride, each with its reason and its size."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.roles import Spoken, speak_as
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.context.block import LeftOutFile
    from luminair.shell.theme import Theme

HEIGHT = 92
"""In pixels: two files are seen, more scroll."""
SIDE = 24


class LeftOutFiles(QScrollArea):
    """Lists the files; it scrolls where there are many.

    Args:
        theme: colours and fonts.

    Signals:
        note_wanted: path of a file to open in the Journal.
    """

    note_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        slim_bars(self, theme)
        self.setFixedHeight(HEIGHT)
        speak_as(self, Spoken.Grouping, "Harness files left out")

    def show_files(self, files: Sequence[LeftOutFile]) -> None:
        """Shows these; there is nothing to see where there are none."""
        self.setVisible(bool(files))
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SIDE, 10, SIDE, 8)
        column.setSpacing(0)
        if files:
            column.addLayout(self._head(files[0].path))
        for file in files:
            column.addLayout(self._row(file))
        column.addStretch(1)
        self.setWidget(page)  # the one before goes
        page.setAutoFillBackground(False)

    def _head(self, first: str) -> QHBoxLayout:
        head = QHBoxLayout()
        head.addWidget(Line(self._theme, "Left out of Harness", Style.SMALL_BOLD, "text2"), 1)
        shape = Shape(height=24, pad=0, style=Style.SMALL_MEDIUM)
        show = Button(self._theme, "Show in Journal", fill=Fill.LINK, shape=shape)
        show.clicked.connect(partial(self.note_wanted.emit, first))
        head.addWidget(show)
        return head

    def _row(self, file: LeftOutFile) -> QHBoxLayout:
        theme = self._theme
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(Glyph(theme, "ph.file-text", "text2", 14))
        name = file.path.removeprefix("Harness/")
        shape = Shape(height=24, pad=0, style=Style.SMALL)
        link = Button(theme, name, fill=Fill.LINK, shape=shape, name=f"Open {name}")
        link.set_roles(text="text")
        link.setProperty("path", file.path)
        link.clicked.connect(partial(self.note_wanted.emit, file.path))
        row.addWidget(link)
        row.addStretch(1)
        row.addWidget(Line(theme, _reason(file), Style.SMALL, "text2"))
        return row


def _reason(file: LeftOutFile) -> str:
    if not file.bytes or file.reason == "empty":
        return file.reason
    return f"{file.reason} · {file.bytes / 1024:.1f} KB"
