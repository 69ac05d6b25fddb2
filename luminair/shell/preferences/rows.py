"""How a page of settings is built: a heading, boxes of rows, and in each row a control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from luminair.shell.parts.box import Box
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.parts.text import Hairline, Label
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 28
WIDEST = 920


class Group(Box):
    """A bordered box; a hairline stands between its rows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "surface", border="line", radius=10, parent=parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._lines: dict[QWidget, Hairline] = {}

    def add(self, row: QWidget) -> None:
        """Adds a row below the others."""
        line = Hairline(self._theme)
        self._lines[row] = line
        self._column.addWidget(line)
        self._column.addWidget(row)
        self._draw_lines()

    def set_shown(self, row: QWidget, *, shown: bool) -> None:
        """Shows or hides a row with its hairline."""
        row.setVisible(shown)
        self._draw_lines()

    def _draw_lines(self) -> None:
        above = False
        for row, line in self._lines.items():
            shown = not row.isHidden()
            line.setVisible(shown and above)
            above = above or shown


class Row(QWidget):
    """Title and hint at the left, controls at the right.

    Args:
        theme: colours and fonts.
        title: what it is.
        hint: what it does, or ''.
        controls: from left to right.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        hint: str = "",
        controls: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.title = Label(theme, title, Style.BODY, wraps=True)
        self.hint = Label(theme, hint, Style.SMALL, "text2", wraps=True)
        if not hint:
            self.hint.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 9, 16, 9)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for control in controls:
            row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumHeight(46)

    def set_hint(self, hint: str, role: str = "text2") -> None:
        """Changes the hint and the colour it is said in."""
        self.hint.setText(hint)
        self.hint.set_role(role)
        self.hint.setVisible(bool(hint))


class Page(QScrollArea):
    """One page of the settings window, as long as it needs to be.

    Args:
        theme: colours and fonts.
        title: its heading.
        lead: a line below it, or ''.
    """

    def __init__(
        self, theme: Theme, title: str, lead: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = title
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        slim_bars(self, theme)
        self.bar = FloatingBar(theme, self)  # groups are as wide with it as without
        inside = Box(theme, "surface")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(SIDE, 20, SIDE, 28)
        self._column.setSpacing(12)
        self._column.addWidget(Label(theme, title, Style.EMPTY_TITLE))
        if lead:
            self._column.addWidget(Label(theme, lead, Style.BODY, "text2", wraps=True))
        self._column.addStretch(1)
        inside.setMinimumWidth(0)
        self.setWidget(inside)

    def add(self, widget: QWidget) -> None:
        """Adds something below the rest."""
        widget.setMaximumWidth(WIDEST)
        self._column.insertWidget(self._column.count() - 1, widget)

    def look(self) -> None:
        """The page came into view: shows everything as it stands now."""
