"""The queue above the composer: messages that wait, each with Edit and Remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.panes.composer_edit import ComposerEdit
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QKeyEvent

    from luminair.sessions.drafts import Queued

ROW = Shape(height=24, pad=4, icon=14, radius=6)
MOST_ROWS = 5
"""More are counted, so that a long queue leaves room for the talk."""


def files_words(message: Queued) -> str:
    """'2 files'; '' for a message without."""
    count = len(message.attachments)
    return counted(count, "file") if count else ""


class _Edit(ComposerEdit):
    """The text of one message while it is edited; Esc leaves it as it was."""

    left = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.composing:
            self.left.emit()
            return
        super().keyPressEvent(event)


class QueueRow(QWidget):
    """One message that waits.

    Args:
        theme: colours and fonts.
        message: the message.
        number: its place, from 1.

    Signals:
        edit_begun: the owner is at its text.
        edited: the text that it should have.
        left: the owner left it as it was.
        removed: it should go.
    """

    edit_begun = Signal()
    edited = Signal(str)
    left = Signal()
    removed = Signal()

    def __init__(
        self, theme: Theme, message: Queued, number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.message = message
        self.field: _Edit | None = None
        words = " ".join(message.text.split()) or files_words(message)
        self.setAccessibleName(f"Message {number} in the queue: {words[:200]}")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self._row.addWidget(Glyph(theme, "ph.arrow-bend-down-right", "text3", 14))
        self.line = Line(theme, words, Style.BODY, "text")
        self._row.addWidget(self.line, 1)
        files = files_words(message) if message.text else ""
        if files:
            self._row.addWidget(Glyph(theme, "ph.paperclip", "text3", 13))
            self._row.addWidget(Line(theme, files, Style.SMALL, "text3"))
        self.change = icon_button(theme, "ph.pencil-simple", "Edit queued message", shape=ROW)
        self.change.clicked.connect(self.begin)
        self.cross = icon_button(theme, "ph.x", "Remove queued message", shape=ROW)
        self.cross.clicked.connect(self.removed)
        self._row.addWidget(self.change)
        self._row.addWidget(self.cross)

    def begin(self) -> None:
        """Opens the text for editing, in its place."""
        if self.field is not None:
            return
        self.field = _Edit(self._theme, self)
        self.field.setAccessibleName("Queued message")
        self.field.set_text(self.message.text)
        self.field.entered.connect(self.commit)
        self.field.left.connect(self.left)
        self._row.replaceWidget(self.line, self.field)
        self.line.hide()
        self.change.set_face(icon="ph.check")
        self.change.set_name("Keep the change", "Keep the change (↩)")
        self.change.clicked.disconnect(self.begin)
        self.change.clicked.connect(self.commit)
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edit_begun.emit()

    def commit(self) -> None:
        """Takes the text as it stands now."""
        if self.field is None:
            return
        text = self.field.toPlainText()
        if text == self.message.text:
            self.left.emit()
        else:
            self.edited.emit(text)


class QueueView(Box):
    """Messages that wait for the answer to end.

    Args:
        theme: colours and fonts.

    Signals:
        edit_begun: the place of a message that the owner is at.
        changed: place and text that a message should have.
        left: the owner left a message as it was.
        removed: the place of a message that should go.
        send_wanted: a held queue should go on.
    """

    edit_begun = Signal(int)
    changed = Signal(int, str)
    left = Signal()
    removed = Signal(int)
    send_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "raised", border="line", radius=10, parent=parent)
        self._theme = theme
        self.rows: list[QueueRow] = []
        self.setAccessibleName("Queue")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 6, 10, 6)
        self._column.setSpacing(2)
        self._more = Line(theme, "", Style.SMALL, "text3")
        self._column.addWidget(self._more)
        self._foot = QWidget(self)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(0, 2, 0, 2)
        foot.setSpacing(8)
        foot.addWidget(Glyph(theme, "ph.pause", "warn", 14), 0, Qt.AlignmentFlag.AlignVCenter)
        self.held = Label(theme, "", Style.SMALL, "text2", wraps=True)
        foot.addWidget(self.held, 1)
        shape = Shape(height=24, pad=8, style=Style.SMALL_MEDIUM)
        self.send = Button(theme, "Send now", fill=Fill.BORDERED, shape=shape)
        self.send.clicked.connect(self.send_wanted)
        foot.addWidget(self.send)
        self._column.addWidget(self._foot)
        self.hide()

    def show_queue(self, queue: Sequence[Queued], held: str, *, running: bool) -> None:
        """Shows what waits, and why it waits for the owner.

        Args:
            queue: the messages, in order.
            held: a sentence, or '' where they go on by themselves.
            running: whether an answer comes now, so that they go on after it.
        """
        shown = tuple(queue[:MOST_ROWS])
        if shown != tuple(row.message for row in self.rows):
            self._show_rows(shown)
        rest = len(queue) - len(shown)
        self._more.set_text(f"and {rest} more" if rest else "")
        self._more.setVisible(rest > 0)
        self._foot.setVisible(bool(held))
        self.held.setText(held)
        words = "Send when this answer ends" if running else "Send now"
        self.send.set_face(words)
        self.send.set_name(words)
        self.setVisible(bool(queue))

    def finish_edit(self) -> None:
        """Takes a text that is being edited as it stands: the owner goes somewhere else."""
        for row in tuple(self.rows):
            row.commit()

    def _show_rows(self, messages: Sequence[Queued]) -> None:
        """Keeps the rows of messages that stay: one of them may be being edited."""
        old = {id(row.message): row for row in self.rows}
        self.rows = []
        for at, message in enumerate(messages):
            row = old.pop(id(message), None)
            if row is None:
                row = self._make(message, at + 1)
            self.rows.append(row)
            self._column.insertWidget(at, row)
            row.show()
        for row in old.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()

    def _make(self, message: Queued, number: int) -> QueueRow:
        row = QueueRow(self._theme, message, number, self)
        row.edit_begun.connect(lambda: self._tell(row, self.edit_begun.emit))
        row.edited.connect(lambda text: self._tell(row, lambda at: self.changed.emit(at, text)))
        row.removed.connect(lambda: self._tell(row, self.removed.emit))
        row.left.connect(lambda: self._tell(row, self._leave))
        return row

    def _tell(self, row: QueueRow, told: Callable[[int], None]) -> None:
        """Tells a row's place, unless the row went in the meantime."""
        if row in self.rows:
            told(self.rows.index(row))

    def _leave(self, at: int) -> None:
        row = self.rows[at]
        fresh = self._make(row.message, at + 1)
        self.rows[at] = fresh
        self._column.replaceWidget(row, fresh)
        row.hide()
        row.deleteLater()
        fresh.show()
        self.left.emit()
