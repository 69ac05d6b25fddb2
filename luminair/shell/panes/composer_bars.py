"""The lines above the composer's text: what it says, what it warns of, what is being edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from luminair.shell.parts.button import Shape, icon_button
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.shell.theme import Theme


class Bar(QWidget):
    """One sentence with an icon; hidden while there is nothing to say.

    Args:
        theme: colours and fonts.
        icon: a qtawesome name.
        role: colour role of the icon.
        close: what the cross at its end does, as a verb; '' for no cross.

    Signals:
        closed: the cross was pressed.
    """

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        icon: str,
        role: str = "text3",
        *,
        close: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(Glyph(theme, icon, role, 14), 0, Qt.AlignmentFlag.AlignVCenter)
        self._label = Label(theme, "", Style.SMALL, "text2", wraps=True)
        row.addWidget(self._label, 1)
        if close:
            shape = Shape(height=24, pad=4, icon=14, radius=6)
            self.cross = icon_button(theme, "ph.x", close, shape=shape)
            self.cross.clicked.connect(self.closed)
            row.addWidget(self.cross)
        self.hide()

    @property
    def text(self) -> str:
        """What it says, '' while it is hidden."""
        return "" if self.isHidden() else self._label.text()

    def say(self, text: str) -> None:
        """Says a sentence; '' takes it away."""
        self._label.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
