"""A line of the window's own in a transcript, such as 'Remembered … Undo'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.shell.theme import Theme


class Notice(QWidget):
    """A line of the window's own in a transcript, such as 'Remembered … Undo'.

    Signals:
        undo_wanted: the operation to take back.
        note_wanted: the key of the note it speaks of.
        offer_wanted: the further offer was taken.
    """

    undo_wanted = Signal(str)
    note_wanted = Signal(str)
    offer_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        text: str,
        *,
        icon: str = "ph.book-bookmark",
        role: str = "accent",
        key: str = "",
        operation: str = "",
        offer: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._key, self._operation = key, operation
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(8)
        row.addWidget(Glyph(theme, icon, role, 15), 0, Qt.AlignmentFlag.AlignVCenter)
        self.label = Label(theme, text, Style.SMALL, "text2", wraps=True)
        row.addWidget(self.label, 1)
        shape = Shape(height=24, pad=2, style=Style.SMALL_MEDIUM)
        self._links: list[Button] = []
        if offer:
            self._links.append(Button(theme, offer, fill=Fill.LINK, shape=shape))
            self._links[-1].clicked.connect(self.offer_wanted)
        if key:
            self._links.append(Button(theme, "Open", fill=Fill.LINK, shape=shape))
            self._links[-1].set_name("Open note")
            self._links[-1].clicked.connect(self._open)
        if operation:
            self._links.append(Button(theme, "Undo", fill=Fill.LINK, shape=shape))
            self._links[-1].clicked.connect(self._undo)
        for link in self._links:
            row.addWidget(link)

    def change(self, text: str) -> None:
        """Says something else, for good; the links go."""
        self.label.setText(text)
        for link in self._links:
            link.hide()

    def _open(self) -> None:
        self.note_wanted.emit(self._key)

    def _undo(self) -> None:
        self.undo_wanted.emit(self._operation)
