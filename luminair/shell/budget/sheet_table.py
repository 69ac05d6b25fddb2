"""The pieces of the sheet's table around its rows: column heads, tree, total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QTreeView, QWidget
from typing_extensions import override

from luminair.context.cost import BYTES_PER_TOKEN, in_tokens, shown
from luminair.plurals import counted
from luminair.shell.budget.columns import columns
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.context.block import Assembly


class SheetTree(QTreeView):
    """The rows; as tall as all of them, the sheet scrolls.

    Signals:
        ticked: Space was pressed.
        finished: Return was pressed.
        copied: the chosen rows should go to the clipboard.
    """

    ticked = Signal()
    finished = Signal()
    copied = Signal()

    def copy(self) -> None:
        """What the Edit menu calls."""
        self.copied.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.finished.emit()
        elif key == Qt.Key.Key_Space:
            self.ticked.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif key == Qt.Key.Key_Escape:
            event.ignore()  # the sheet takes it
        else:
            super().keyPressEvent(event)


class SheetHeader(QWidget):
    """Column heads."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(24)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, at = self._theme, columns(self.width())
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.color("line2"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.color("line"))
        painter.setFont(theme.font(Style.CAPTION_HEAD))
        painter.setPen(theme.color("text2"))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        height = self.height()
        painter.drawText(QRectF(at.name, 0, 200, height), left, "Block")
        painter.drawText(QRectF(at.built, 0, 120, height), left, "Built")
        painter.drawText(QRectF(at.tokens - 100, 0, 100, height), right, "Tokens")
        painter.drawText(QRectF(at.bytes - 100, 0, 100, height), right, "Bytes")
        share = "Share of window" if at.bar_width else "Share"
        painter.drawText(QRectF(at.bar, 0, 150, height), left, share)
        painter.end()


class SheetTotal(QWidget):
    """The last line: what the next message carries in all."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tokens, self._bytes, self._note = "", "", ""
        self.setFixedHeight(32)
        theme.repaints(self)

    def show_assembly(self, assembly: Assembly) -> None:
        """Shows another assembly."""
        self._tokens = shown(assembly.total_tokens, assembly.exact)
        self._bytes = f"{assembly.total_bytes:,}"
        self._note = "" if assembly.exact else f"≈ counts {BYTES_PER_TOKEN} bytes as 1 token"
        tokens = in_tokens(assembly.total_tokens, assembly.exact)
        self.setAccessibleName(f"Next message, {tokens}, {counted(assembly.total_bytes, 'byte')}")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, at, height = self._theme, columns(self.width()), self.height()
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.color("line2"))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.setFont(theme.font(Style.BODY_BOLD, tabular=True))
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(at.name, 0, 300, height), left, "Next message")
        painter.drawText(QRectF(at.tokens - 120, 0, 120, height), right, self._tokens)
        painter.setFont(theme.font(Style.BODY, tabular=True))
        painter.setPen(theme.color("text2"))
        painter.drawText(QRectF(at.bytes - 120, 0, 120, height), right, self._bytes)
        painter.setFont(theme.font(Style.CAPTION))
        painter.setPen(theme.color("text3"))
        # Where there is no bar the note stands on the other side of the numbers.
        start, end = (at.bar, self.width() - 8) if at.bar_width else (at.name + 110, at.built + 80)
        painter.drawText(QRectF(start, 0, end - start, height), left, self._note)
        painter.end()
