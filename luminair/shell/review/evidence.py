"""The evidence on a card: quotes with their session and day, lists, and diffs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.code import CodeText
from luminair.shell.parts.colouring import Run
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.journal import Evidence
    from luminair.shell.review.facts import Lines
    from luminair.shell.theme import Theme

_LINK = Shape(height=20, pad=0, style=Style.CAPTION_MEDIUM)
_KEEP = Shape(height=26, pad=10, style=Style.SMALL_MEDIUM)
DIFF_HIGH = 260


class Quote(QWidget):
    """What somebody said, in italics, with where and when below.

    Args:
        theme: colours and fonts.
        evidence: what was said.
        source: where.
        when: when.
        keeps: whether it can be chosen as the one that holds.

    Signals:
        followed: where it stands was clicked.
        kept: this one is to hold.
    """

    followed = Signal()
    kept = Signal()

    def __init__(
        self, theme: Theme, evidence: Evidence, source: str, when: str, *, keeps: bool = False
    ) -> None:
        super().__init__()
        self._theme = theme
        self._words = Label(theme, f"“{evidence.quote}”", Style.QUOTE, wraps=True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        under = QHBoxLayout()
        under.setSpacing(4)
        leads = evidence.session or evidence.note or evidence.path.endswith(".md")
        if source and not leads:
            under.addWidget(Line(theme, source, Style.ROW_ASIDE, "text2"))
        elif source:
            link = Button(theme, source, fill=Fill.LINK, shape=_LINK)
            link.set_name(f"Open {source}")
            link.clicked.connect(self.followed)
            under.addWidget(link)
        if when:
            words = f"· {when}" if source else when
            under.addWidget(Line(theme, words, Style.ROW_ASIDE, "text2"))
        under.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(3)
        right.addWidget(self._words)
        right.addLayout(under)
        mark = Glyph(theme, "ph.quotes-fill", "text2", 13)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 11, 0, 9)
        row.setSpacing(8)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)
        if keeps:
            keep = Button(theme, "Keep this one", fill=Fill.BORDERED, shape=_KEEP)
            keep.set_name(f"Keep this one: {evidence.quote}")
            keep.clicked.connect(self.kept)
            row.addWidget(keep, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        font = self._theme.font(Style.QUOTE)
        font.setItalic(True)
        self._words.setFont(font)


class ListView(QWidget):
    """A heading with its count, and a line of serif for each thing."""

    def __init__(self, theme: Theme, shown: Lines) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Glyph(theme, shown.icon, shown.role, 15))
        head.addWidget(Line(theme, shown.title, Style.ROW_UNDER_BOLD, shown.role))
        head.addWidget(Line(theme, str(len(shown.lines)), Style.ROW_UNDER, shown.role))
        head.addStretch(1)
        column.addLayout(head)
        column.addSpacing(6)
        for text, aside in shown.lines:
            column.addWidget(Hairline(theme, "paperline"))
            row = QHBoxLayout()
            row.setContentsMargins(22, 5, 0, 5)
            row.setSpacing(12)
            row.addWidget(Label(theme, text, Style.CARD_LINE, wraps=True), 1)
            row.addWidget(
                Line(theme, aside, Style.ROW_ASIDE, "text2"), 0, Qt.AlignmentFlag.AlignVCenter
            )
            column.addLayout(row)
        self.setAccessibleName(f"{shown.title}, {len(shown.lines)}")


class DiffView(CodeText):
    """A change, line by line: what went in red, what came in green."""

    def __init__(self, theme: Theme, diff: str) -> None:
        super().__init__(theme, Style.MONO_EXACT, most=DIFF_HIGH)
        self.setAccessibleName("The change")
        self.show_runs([Run(f"{line}\n", _role(line)) for line in diff.rstrip("\n").split("\n")])


def _role(line: str) -> str:
    if line.startswith(("---", "+++", "@@")):
        return "text3"
    return {"-": "danger", "+": "ok"}.get(line[:1], "text2")
