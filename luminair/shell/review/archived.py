"""The foot of a folded session's card: what left the prompt, and how much lighter that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.review.facts import Facts
    from luminair.shell.theme import Theme

_LINK = Shape(height=22, pad=0, style=Style.SMALL_MEDIUM)
_FOLD = Shape(height=24, pad=5, icon=13, radius=6)


class Archived(Box):
    """One line; folded out it names the notes.

    Args:
        theme: colours and fonts.
        facts: of the card.

    Signals:
        wanted: path of a note to open.
    """

    wanted = Signal(str)

    def __init__(self, theme: Theme, facts: Facts, parent: QWidget | None = None) -> None:
        super().__init__(theme, "raised", border="paperline", radius=8, parent=parent)
        what, less = facts.saved
        self.fold = icon_button(theme, "ph.caret-right", "Show what was archived", shape=_FOLD)
        self.fold.clicked.connect(self.toggle)
        self.fold.setVisible(bool(facts.archived))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.fold)
        row.addWidget(Glyph(theme, "ph.archive-box", "text2", 15))
        row.addWidget(Label(theme, what, Style.ROW_UNDER, "text2", wraps=True), 1)
        self.less = Line(theme, less, Style.ROW_UNDER_MEDIUM, "ok")
        row.addWidget(self.less)
        self.notes = QWidget(self)
        inside = QVBoxLayout(self.notes)
        inside.setContentsMargins(50, 4, 0, 2)
        inside.setSpacing(0)
        for title, path in facts.archived:
            link = Button(theme, title, fill=Fill.LINK, shape=_LINK)
            link.set_name(f"Open {title}")
            link.clicked.connect(self._opening(path))
            inside.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self.notes.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(8 if facts.archived else 14, 6, 14, 6)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.notes)

    def toggle(self) -> None:
        """Names the notes, or hides them again."""
        shown = self.notes.isHidden()
        self.notes.setVisible(shown)
        self.fold.set_face("", icon="ph.caret-down" if shown else "ph.caret-right")
        self.fold.set_name("Hide what was archived" if shown else "Show what was archived")

    def _opening(self, path: str) -> Callable[[], None]:
        return lambda: self.wanted.emit(path)
