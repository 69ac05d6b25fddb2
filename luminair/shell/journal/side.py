"""The left column: folders and saved views, and below them how far meaning search is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.parts.box import Box
from luminair.shell.parts.progress import ProgressLine
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from luminair.shell.embedding import EmbeddingState
    from luminair.shell.journal.tree import Tree
    from luminair.shell.theme import Theme

MARGIN = 20


class MeaningFoot(QWidget):
    """'Meaning search 412 of 426', while some notes are not embedded yet.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = Line(theme, "", Style.SMALL, "text2")
        self.line = ProgressLine(theme, "Notes embedded for meaning search", wide=True)
        words = QHBoxLayout()
        words.setContentsMargins(MARGIN, 10, MARGIN, 6)
        words.addWidget(Line(theme, "Meaning search", Style.SMALL, "text2"))
        words.addStretch(1)
        words.addWidget(self.count)
        bar = QHBoxLayout()
        bar.setContentsMargins(MARGIN, 0, MARGIN, 12)
        bar.addWidget(self.line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline(theme))
        column.addLayout(words)
        column.addLayout(bar)
        self.hide()

    def show_state(self, state: EmbeddingState) -> None:
        """Shows how far it is; nothing where it is off, or where all is done."""
        status = state.status
        if status is None or not status.model or not status.notes:
            self.hide()
            return
        done = status.embedded + (state.done if state.running else 0)
        done = min(done, status.notes)
        # Without a model that answers the number would stand there for ever.
        self.setVisible(state.running or bool(status.lacking and status.embedded))
        self.count.set_text(f"{done:,} of {status.notes:,}")
        self.line.set_share(done / status.notes)


class Side(Box):
    """Holds the tree and its foot.

    Args:
        theme: colours and fonts.
        tree: folders and saved views.

    Signals:
        resized: its width changed.
    """

    resized = Signal()

    def __init__(self, theme: Theme, tree: Tree, parent: QWidget | None = None) -> None:
        super().__init__(theme, "window", parent=parent)
        self.meaning = MeaningFoot(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(0)
        column.addWidget(tree, 1)
        column.addWidget(self.meaning)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()
