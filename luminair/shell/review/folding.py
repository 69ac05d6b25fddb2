"""'Distilling “Seed the staging bucket”', above the cards while quiet sessions are folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.plurals import counted
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.progress import ProgressLine
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.shell.housekeeping import Folding
    from luminair.shell.theme import Theme

MARGIN, HEIGHT = 24, 46


class FoldingStrip(QWidget):
    """Which session is folded, how many there are still, and a button that ends it.

    Args:
        theme: colours and fonts.

    Signals:
        stop_wanted: the rest may wait for another time.
    """

    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Line(theme, "", Style.BODY)
        self.count = Line(theme, "", Style.BODY, "text2")
        self.line = ProgressLine(theme, "Sessions distilled")
        self.stop = Button(theme, "Stop", fill=Fill.BORDERED, shape=Shape(height=24, pad=10))
        self.stop.set_name("Stop distilling")
        self.stop.clicked.connect(self.stop_wanted)
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, MARGIN, 0)
        row.setSpacing(10)
        row.addWidget(Spinner(theme, 14))
        row.addWidget(self.title)
        row.addWidget(self.count)
        row.addStretch(1)
        row.addWidget(self.line)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(Hairline(theme))
        self.setFixedHeight(HEIGHT)
        self.hide()

    def show_folding(self, folding: Folding | None) -> None:
        """Shows how far it is; None once nothing is folded any more."""
        if folding is None:
            self.hide()
            return
        self.title.set_text(f"Distilling “{folding.title}”")
        self.count.set_text(f"{folding.done + 1} of {counted(folding.count, 'session')}")
        self.line.set_share(folding.done / folding.count)
        self.show()
