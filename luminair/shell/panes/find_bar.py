"""⌘F: finds words in all messages of a session, built or not, and goes from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRegularExpression, Qt, Signal, Slot
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QTextEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from luminair.shell.actions import tip
from luminair.shell.parts.announce import announce
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Shape, icon_button
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.inline_code import findable
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.messages import Message
    from luminair.shell.panes.message_frame import MessageFrame
    from luminair.shell.panes.transcript_view import TranscriptView
    from luminair.shell.theme import Theme

HEIGHT = 44
FROM_TOP = 0.3
"""Where a hit comes to stand, as a share of the height that is seen."""
MOST_MARKED = 200
"""Hits of one message that are marked; a log may hold a word ten thousand times."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where the words stand.

    Attributes:
        at: the message's place among all.
        number: the how manieth hit in its message, from 0.
    """

    at: int
    number: int


def hits_in(messages: Iterable[Message], words: str) -> list[Hit]:
    """Every place, top to bottom, whatever the letter case."""
    wanted = words.casefold()
    if not wanted:
        return []
    return [
        Hit(at, number)
        for at, message in enumerate(messages)
        for number in range(message.text.casefold().count(wanted))
    ]


class FindBar(Box):
    """The bar above a transcript.

    Args:
        theme: colours and fonts.
        transcript: where it finds.

    Signals:
        left: the reader is done with it.
    """

    left = Signal()

    def __init__(
        self, theme: Theme, transcript: TranscriptView, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, "window", parent=parent)
        self._theme, self._transcript = theme, transcript
        self._hits: list[Hit] = []
        self._here = -1
        self._marked: list[QTextEdit] = []
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName("Find in this session")
        self.field = SearchField(theme, "Find in this session")
        self.count = Line(theme, "", Style.SMALL, "text2")
        self.count.setMinimumWidth(72)
        shape = Shape(height=28, pad=6, icon=14)
        self.up = icon_button(
            theme, "ph.caret-up", tip("Previous match", "find_previous"), shape=shape
        )
        self.down = icon_button(theme, "ph.caret-down", tip("Next match", "find_next"), shape=shape)
        self.done = icon_button(theme, "ph.x", "Close find (esc)", shape=shape)
        row = QHBoxLayout()
        row.setContentsMargins(16, 6, 12, 7)
        row.setSpacing(6)
        row.addWidget(self.field, 1)
        row.addSpacing(4)
        row.addWidget(self.count)
        for button in (self.up, self.down, self.done):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(Hairline(theme))
        self.field.edited.connect(self._edited)
        self.field.entered.connect(self.next)
        self.field.left.connect(self.close_bar)
        self.up.clicked.connect(self.previous)
        self.down.clicked.connect(self.next)
        self.done.clicked.connect(self.close_bar)
        self.hide()

    def open_bar(self) -> None:
        """Shows the bar with what was sought last, ready to be typed over."""
        self.show()
        self.field.edit.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._edited(self.field.text)

    @Slot()
    def close_bar(self) -> None:
        """Takes the bar and the marks away."""
        if self.isHidden():
            return
        self.forget()
        self.hide()
        self.left.emit()

    def forget(self) -> None:
        """Another session is shown: what was found is no more."""
        self._unmark()
        self._hits, self._here = [], -1
        self.count.set_text("")

    @Slot()
    def next(self) -> None:
        """Goes to the match below, and from the last to the first."""
        self._step(1)

    @Slot()
    def previous(self) -> None:
        """Goes to the match above, and from the first to the last."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if self.isHidden():
            self.open_bar()
            return
        self._look()
        if self._hits:
            self._go((self._here + by) % len(self._hits))

    @Slot(str)
    def _edited(self, words: str) -> None:
        """Begins at what the reader sees now."""
        self._here = -1
        self._look()
        if not self._hits:
            self._unmark()
            self._say("No match" if words else "")
            return
        seen = self._transcript.first_seen
        self._go(next((at for at, hit in enumerate(self._hits) if hit.at >= seen), 0))

    def _look(self) -> None:
        """Finds anew: an answer may have grown since."""
        here = self._hits[self._here] if 0 <= self._here < len(self._hits) else None
        self._hits = hits_in(self._transcript.messages, self.field.text)
        if here in self._hits:
            self._here = self._hits.index(here)
        elif self._here >= len(self._hits):
            self._here = -1
        self.up.setEnabled(bool(self._hits))
        self.down.setEnabled(bool(self._hits))

    def _go(self, number: int) -> None:
        self._here, hit = number, self._hits[number]
        frame = self._transcript.show_message(hit.at)
        self._unmark()
        if frame is not None:
            self._mark(frame, hit.number)
        self._say(f"{number + 1:,} of {len(self._hits):,}")

    def _say(self, words: str) -> None:
        self.count.set_text(words)
        if words:
            announce(self.field.edit, words)

    def _mark(self, frame: MessageFrame, number: int) -> None:
        """Marks every match of a message; the one that is gone to stands out and is seen."""
        frame.build()
        places = _places(frame, self.field.text)
        if not places:
            frame.unfold()
            places = _places(frame, self.field.text)
        chosen = min(number, len(places) - 1)
        found: dict[QTextEdit, list[QTextEdit.ExtraSelection]] = {}
        for at, (edit, cursor) in enumerate(places):
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            chars = mark.format
            chars.setBackground(self._theme.color("accent" if at == chosen else "warnsoft"))
            if at == chosen:
                chars.setForeground(self._theme.color("onaccent"))
            mark.format = chars
            found.setdefault(edit, []).append(mark)
        for edit, marks in found.items():
            edit.setExtraSelections(marks)
        self._marked = list(found)
        if places:
            edit, cursor = places[chosen]
            spot = edit.viewport().mapTo(frame, edit.cursorRect(cursor).center())
            self._transcript.following.bring(frame, spot.y(), FROM_TOP)

    def _unmark(self) -> None:
        for edit in self._marked:
            if isValid(edit):
                edit.setExtraSelections([])
        self._marked = []


def _places(frame: MessageFrame, words: str) -> list[tuple[QTextEdit, QTextCursor]]:
    """Where the words stand in what a message shows, top to bottom."""
    wanted = QRegularExpression(
        findable(words), QRegularExpression.PatternOption.CaseInsensitiveOption
    )
    edits = frame.findChildren(QTextEdit)
    edits.sort(key=lambda edit: edit.mapTo(frame, QPoint(0, 0)).y())
    found: list[tuple[QTextEdit, QTextCursor]] = []
    for edit in edits:
        cursor = edit.document().find(wanted, 0, QTextDocument.FindFlag(0))
        while not cursor.isNull() and len(found) < MOST_MARKED:
            found.append((edit, cursor))
            cursor = edit.document().find(wanted, cursor)
    return found
