"""The right half of help: one topic as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from luminair.shell.parts.box import Box
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.parts.roles import Spoken, speak_as
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.text import Label
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme
    from luminair.shell.topics import Topic

COLUMN, MARGIN = 676, 40


class HelpPage(QScrollArea):
    """Heading, keys, sentence and text of a topic; the arrow keys scroll it.

    Args:
        theme: colours and fonts.
        jobs: colours long code off the window's thread.
    """

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        slim_bars(self, theme)
        speak_as(self, Spoken.Grouping)
        self.group = Label(theme, "", Style.SMALL, "text2")
        self.heading = Label(theme, "", Style.SHEET_TITLE, wraps=True)
        self.aside = Label(theme, "", Style.BODY_MEDIUM, "accent")
        self.sentence = Label(theme, "", Style.TRANSCRIPT, wraps=True)
        self.text = MarkdownBody(theme, jobs)
        ground = Box(theme, "surface")
        column = QVBoxLayout()
        column.setSpacing(0)
        for widget, above in (
            (self.group, 0),
            (self.heading, 2),
            (self.aside, 6),
            (self.sentence, 12),
            (self.text, 14),
        ):
            column.addSpacing(above)
            column.addWidget(widget)
        column.addStretch(1)
        inside = QWidget()
        inside.setMaximumWidth(COLUMN)
        inside.setLayout(column)
        row = QHBoxLayout(ground)
        row.setContentsMargins(MARGIN, 28, MARGIN, 28)
        row.addWidget(inside, 1)
        row.addStretch(0)
        self.setWidget(ground)

    def show_topic(self, topic: Topic | None, instead: str = "") -> None:
        """Shows a topic; where there is none, a sentence instead."""
        self.group.setText("" if topic is None else topic.group.value)
        self.heading.setText("" if topic is None else topic.title)
        self.aside.setText("" if topic is None else topic.aside)
        self.aside.setVisible(bool(self.aside.text()))
        self.sentence.setText(instead if topic is None else topic.sentence)
        self.sentence.setVisible(bool(self.sentence.text()))
        self.text.show_text("" if topic is None else topic.text)
        self.setAccessibleName("" if topic is None else f"Help on {topic.title}")
        self.verticalScrollBar().setValue(0)
