"""A sheet with a difference in it; what it is of and what can be done stand around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from luminair.shell.journal.diff_view import DiffView
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.states import EmptyState
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.shell.journal.differing import Difference

SIZE = QSize(1000, 760)
SIDE = 24


class DiffSheet(Overlay):
    """Head, a row of controls, the difference, buttons.

    Args:
        theme: colours and fonts.
        window: the window to cover.
        title: what it is.
        under: of which note.
    """

    def __init__(self, theme: Theme, window: QWidget, title: str, under: str) -> None:
        super().__init__(theme, window, SIZE)
        self.setAccessibleName(title)
        self.view = DiffView(theme)
        self.summary = Label(theme, "", Style.SMALL, "text2")
        self.done = Button(theme, "Done", fill=Fill.FILLED, shape=Shape(height=28, pad=18))
        self.done.clicked.connect(self.dismiss)
        self._none: EmptyState | None = None
        self.middle = QStackedWidget()
        self.middle.addWidget(self.view)
        head = QVBoxLayout()
        head.setContentsMargins(SIDE, 17, SIDE, 14)
        head.setSpacing(2)
        head.addWidget(Label(theme, title, Style.SHEET_TITLE))
        head.addWidget(Line(theme, under, Style.SMALL, "text2", middle=True))
        self.top = QHBoxLayout()
        """What chooses the two versions; the summary stands at its left."""
        self.top.setContentsMargins(18, 8, SIDE, 8)
        self.top.setSpacing(10)
        self.top.addWidget(self.summary, 1)
        self.body = QHBoxLayout()
        """A column for a list, then the difference."""
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(self.top)
        right.addWidget(Hairline(theme))
        right.addWidget(self.middle, 1)
        self.body.addLayout(right, 1)
        self.foot = QHBoxLayout()
        """Buttons, left to right; Done is the last."""
        self.foot.setContentsMargins(SIDE, 12, SIDE, 11)
        self.foot.setSpacing(8)
        self.foot.addStretch(1)
        self.foot.addWidget(self.done)
        whole = QVBoxLayout(self.panel)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(Hairline(theme))
        whole.addLayout(self.body, 1)
        whole.addWidget(Hairline(theme))
        whole.addLayout(self.foot)

    def add_buttons(self, buttons: Sequence[Button]) -> None:
        """Puts buttons at the left of the foot."""
        for at, button in enumerate(buttons):
            self.foot.insertWidget(at, button)

    def show_difference(self, found: Difference) -> None:
        """Shows how the one became the other."""
        self.summary.setText(found.sentence)
        if found.rows:
            self.view.show_difference(found)
            self.middle.setCurrentWidget(self.view)
        else:
            self.show_none("ph.equals", found.sentence)

    def show_none(self, icon: str, title: str, line: str = "") -> None:
        """Shows a sentence in place of a difference."""
        if self._none is not None:
            self.middle.removeWidget(self._none)
            self._none.deleteLater()
        self._none = EmptyState(self._theme, icon, title, (line,) if line else ())
        self.middle.addWidget(self._none)
        self.middle.setCurrentWidget(self._none)


def choice(theme: Theme, text: str) -> Button:
    """A button for the foot of a sheet."""
    button = Button(theme, text, fill=Fill.BORDERED, shape=Shape(height=28, pad=14))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
