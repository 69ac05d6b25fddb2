"""A read-only text widget as tall as its text, for prose written by :class:`ProseWriter`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRectF, QSizeF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget
from typing_extensions import override

from luminair.shell.parts.direction import ISOLATE, ISOLATED
from luminair.shell.parts.inline_code import JOINER
from luminair.shell.parts.laying_out import keep_still
from luminair.shell.parts.look import Look
from luminair.shell.parts.prose import HAIR, ProseWriter
from luminair.shell.parts.prose_marks import ProseMarks, caret

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent, QWheelEvent

    from luminair.shell.parts.markdown import Block
    from luminair.shell.theme import Theme


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
        self._writing = False
        self._marks = ProseMarks(theme)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Text")
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.viewport().setAutoFillBackground(False)
        keep_still(self, self.viewport())
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
        self._writing = True
        self._marks.forget(self._writer.paragraph(keep))
        rest = list(blocks)
        grows = rest and keep == len(self._blocks) - 1 and self._blocks[keep].is_table
        if grows and self._writer.grow(rest[0]):
            self._blocks[keep] = rest.pop(0)
            keep += 1
        self._writer.cut(keep)
        del self._blocks[keep:]
        self._writer.append(rest)
        self._blocks.extend(rest)
        self._writing = False
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
        self._marks.forget()
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
        if event.size().width() != event.oldSize().width():
            self._marks.forget()
            self.viewport().update()
        self._fit_now()

    @Slot(QSizeF)
    def _fit(self, size: QSizeF) -> None:
        if self._writing:
            return  # between taking the old end away and writing the new one it is too short
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
        document, width = self.document(), self.viewport().width()
        self._marks.paint(painter, document, width, area)
        place = caret(document, width) if self._caret else None
        if place is not None:
            painter.fillRect(place, self._theme.color("accent"))
        painter.end()
        super().paintEvent(event)
