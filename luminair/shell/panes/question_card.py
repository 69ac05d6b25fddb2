"""A question of the model's: what it wants to do, exactly, and Allow or Deny."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.panes.tool_line import icon_of
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.code import CodeText
from luminair.shell.parts.colouring import Run
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.lanes.lane import Question

TALLEST = 220


class QuestionCard(KeyboardFocus, Box):
    """Asks the owner for leave; Return allows and Esc denies while the card has the focus.

    The card never takes the focus by itself: a Return that was meant for the composer must not
    allow anything.

    Args:
        theme: colours and fonts.
        question: what the model wants.

    Signals:
        answered: the question's id, and whether the owner allows it.
    """

    answered = Signal(str, bool)

    def __init__(self, theme: Theme, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(theme, "surface", border="warn", radius=10, parent=parent)
        self._theme = theme
        self.question = question
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(f"{question.title}. Return allows it, Escape denies it")
        self.setAccessibleDescription(question.detail)
        self.title = Label(theme, question.title, Style.BODY_BOLD, "text", wraps=True)
        self.detail = CodeText(theme, Style.MONO_EXACT, most=TALLEST, wraps=True, parent=self)
        self.detail.hide()
        self.detail.setAccessibleName("What would be done, exactly")
        self.detail.show_runs([Run(question.detail, "text")])
        shape = Shape(height=26, pad=10, style=Style.SMALL_MEDIUM)
        self.allow = Button(theme, "Allow", fill=Fill.FILLED, shape=shape)
        self.allow.set_name(f"Allow {question.tool}", "Allow this once (↩)")
        self.allow.clicked.connect(lambda: self._answer(True))
        self.deny = Button(theme, "Deny", fill=Fill.BORDERED, shape=shape)
        self.deny.set_name(f"Deny {question.tool}", "Deny (esc)")
        self.deny.clicked.connect(lambda: self._answer(False))
        self._lay_out()

    def _lay_out(self) -> None:
        theme = self._theme
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 14, 16, 14)
        row.setSpacing(10)
        icon = Glyph(theme, icon_of(self.question.tool), "warn", 18)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.title)
        if self.question.detail:
            column.addSpacing(8)
            ground = Box(theme, "sunken", border="line", radius=8)
            inside = QVBoxLayout(ground)
            inside.setContentsMargins(12, 8, 6, 8)
            inside.addWidget(self.detail)
            self.detail.show()
            column.addWidget(ground)
        column.addSpacing(10)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.allow)
        foot.addWidget(self.deny)
        foot.addSpacing(4)
        foot.addWidget(Line(theme, "The answer waits for you.", Style.SMALL, "text3"), 1)
        column.addLayout(foot)
        row.addLayout(column, 1)

    def take_focus(self) -> None:
        """Goes here with a ring: from now on Return allows and Esc denies."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _answer(self, allow: bool) -> None:
        if self.allow.isEnabled():
            self.allow.setEnabled(False)
            self.deny.setEnabled(False)
            self.answered.emit(self.question.id, allow)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.isAutoRepeat():
            event.accept()  # a key that is held down answers nothing
        elif key == Qt.Key.Key_Escape:
            self._answer(False)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._answer(not self.deny.hasFocus())
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.ring_shown:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_ring(painter, self._theme, QRectF(self.rect()), 10)
            painter.end()
