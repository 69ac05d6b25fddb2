"""The exact text of a block, on paper, with Copy; tall texts scroll inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.budget.columns import NAME
from luminair.shell.parts.box import Box
from luminair.shell.parts.code import CodeText, CopyButton
from luminair.shell.parts.colouring import Run
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

TALLEST = 128
BELOW = 12


class ExactText(QWidget):
    """Shows a text byte for byte as it is sent.

    Args:
        theme: colours and fonts.
        text: the text.
        indent: how far right of the names' column it stands.

    Signals:
        resized: it takes another height.
    """

    resized = Signal()

    def __init__(
        self, theme: Theme, text: str, *, indent: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.frame = Box(theme, "paper", border="line", radius=8, parent=self)
        self.text = CodeText(theme, Style.MONO_EXACT, most=TALLEST - 12, wraps=True)
        self.text.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Exact text")
        self.text.show_runs([Run(text, "text")])
        inner = QVBoxLayout(self.frame)
        inner.setContentsMargins(13, 6, 4, 6)
        inner.addWidget(self.text)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(NAME + indent, 0, 24, BELOW)
        outer.addWidget(self.frame)
        self._copy = CopyButton(theme, "Copy exact text", self.frame)
        self._copy.set_copied(text)
        self._height = 0

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.text.height() + 12 + BELOW + 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._copy.adjustSize()
        self._copy.move(self.frame.width() - self._copy.width() - 14, 5)
        if self.text.height() != self._height:
            self._height = self.text.height()
            self.resized.emit()
