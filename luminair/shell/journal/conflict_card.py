"""The card above a note that changed on disk while it was edited: both sides, and the choice."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtGui import QResizeEvent

    from luminair.shell.journal.sides import Piece, Sides
    from luminair.shell.theme import Theme

_SMALL = Shape(height=28, pad=12, style=Style.BODY_MEDIUM)
MOST_LINES = 8
"""Of a side that are shown at once; the rest is a scroll away."""
LEAD = "This note changed on disk while you edited it"


class SideView(Box):
    """One side: whose it is and when, and its words, the changed ones marked.

    Args:
        theme: colours and fonts.
        name: 'Yours'.
        when: at the right end.
        pieces: the words.
        role: colour role of the marks.
    """

    def __init__(
        self, theme: Theme, name: str, when: str, pieces: Iterable[Piece], role: str
    ) -> None:
        super().__init__(theme, "paper", border="paperline", radius=8)
        self._pieces, self._role = tuple(pieces), role
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setContentsMargins(12, 8, 12, 10)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self.words)
        self._area.viewport().setAutoFillBackground(False)
        self.words.setAutoFillBackground(False)  # which setWidget turns on
        slim_bars(self._area, theme)
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.addWidget(Line(theme, name, Style.ROW_UNDER_BOLD))
        head.addStretch(1)
        head.addWidget(Line(theme, when, Style.ROW_ASIDE, "text2"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline(theme, "paperline"))
        column.addWidget(self._area)
        column.addStretch(1)
        self.setAccessibleName(f"{name}, {when}: {self.text}")
        theme.follow(self._restyle)

    @property
    def text(self) -> str:
        """All words."""
        return "".join(each.text for each in self._pieces).strip()

    @property
    def marked(self) -> list[str]:
        """The words that the other side has otherwise."""
        return [each.text for each in self._pieces if each.changed]

    def _restyle(self) -> None:
        theme = self._theme
        ground, ink = theme.color(self._role).name(), theme.color("text").name()
        html = "".join(
            f'<span style="background-color:{ground}">{escape(each.text)}</span>'
            if each.changed
            else escape(each.text)
            for each in self._pieces
        )
        html = html.rstrip("\n").replace("\n", "<br>")
        self.words.setFont(theme.font(Style.QUOTE))
        self.words.setText(f'<div style="color:{ink}">{html}</div>')
        self._fit()

    def _fit(self) -> None:
        """As high as the words, up to a few lines; the editor below is to be seen too."""
        high = self.words.heightForWidth(self.width() - 2)
        most = round(MOST_LINES * self._theme.line(Style.QUOTE))
        self._area.setFixedHeight(max(min(high, most), 1))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class ConflictCard(QWidget):
    """Says what happened, shows both sides, and waits.

    Attributes:
        sides: what it shows.

    Args:
        theme: colours and fonts.
        title: of the note.
        sides: what differs; without texts only the choice is shown.
        when: the file was last written.
        choices: the buttons with what they do: the main one, the others, and last the one that
            takes neither side.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        sides: Sides,
        when: str,
        choices: Sequence[tuple[str, Callable[[], None]]],
    ) -> None:
        super().__init__()
        self.sides = sides
        line = f"{title} · both versions are kept until you choose"
        self.setAccessibleName(f"{LEAD}. {line}.")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(Glyph(theme, "ph.git-fork", "warn", 18), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Line(theme, LEAD, Style.BODY_BOLD))
        words.addWidget(Line(theme, line, Style.SMALL, "text2"))
        head.addLayout(words, 1)
        both = QHBoxLayout()
        both.setSpacing(8)
        if sides.at:
            mine = SideView(theme, "Yours", "not saved", sides.mine, "oksoft")
            both.addWidget(mine, 1)
            both.addWidget(SideView(theme, "On disk", when, sides.disk, "warnsoft"), 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        for at, (text, call) in enumerate(choices):
            last = at == len(choices) - 1
            if last:
                row.addStretch(1)
            fill = Fill.PLAIN if last else Fill.BORDERED
            button = Button(theme, text, fill=Fill.FILLED if at == 0 else fill, shape=_SMALL)
            button.clicked.connect(call)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(10)
        column.addLayout(head)
        column.addLayout(both)
        column.addLayout(row)
