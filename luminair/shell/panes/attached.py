"""The files of a sent message: chips, and the exact text of one when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from luminair.shell.panes.chips import Chips, is_picture
from luminair.shell.parts.box import Box
from luminair.shell.parts.code import CodeText
from luminair.shell.parts.colouring import Run
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.messages import Attachment

TALLEST = 240


class AttachedFiles(QWidget):
    """Shows what was attached; a text opens in place, a picture in its own application.

    Args:
        theme: colours and fonts.
        attachments: the files.

    Signals:
        picture_wanted: a picture to look at.
    """

    picture_wanted = Signal(object)

    def __init__(
        self, theme: Theme, attachments: Sequence[Attachment], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._open: Attachment | None = None
        self._panel: QWidget | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.chips = Chips(theme, parent=self)
        self.chips.chosen.connect(self._choose)
        self.chips.show_files(attachments)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addWidget(self.chips)

    @property
    def opened(self) -> str:
        """The text that is open, '' for none."""
        return "" if self._open is None else self._open.text

    def _choose(self, attachment: Attachment) -> None:
        if is_picture(attachment):
            self.picture_wanted.emit(attachment)
            return
        if self._panel is not None:
            self._column.removeWidget(self._panel)
            self._panel.hide()
            self._panel.deleteLater()
            self._panel = None
        self._open = None if attachment is self._open else attachment
        if self._open is not None:
            self._panel = self._make_panel(self._open)
            self._column.addWidget(self._panel)

    def _make_panel(self, attachment: Attachment) -> QWidget:
        panel = Box(self._theme, "sunken", border="line", radius=8, parent=self)
        inside = QVBoxLayout(panel)
        inside.setContentsMargins(12, 8, 6, 8)
        text = CodeText(self._theme, Style.MONO_EXACT, most=TALLEST, wraps=True)
        text.setAccessibleName(f"Text of {attachment.name}")
        text.show_runs([Run(attachment.text, "text")])
        inside.addWidget(text)
        return panel
