"""One message of a transcript: the owner's in a box, the model's as prose and code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.lanes.lane import WayOn
from luminair.messages import Message, MessageState
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.parts.prose import Look
from luminair.shell.parts.prose_view import ProseView
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.states import Card, Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QEnterEvent

    from luminair.shell.jobs import Jobs

SMALL_ICON = Shape(height=24, pad=4, icon=15, radius=6)
WAYS = {
    WayOn.SETTINGS: "Settings…",
    WayOn.CHOOSE_LANE: "Switch lane…",
    WayOn.CONTEXT: "Open Context budget",
}
"""What the button of a way on says; RETRY is always there."""


def _fixed_height(widget: QWidget) -> None:
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


class UserMessage(Box):
    """What the owner said.

    Signals:
        edit_wanted: the message's id; its text should go back into the composer.
    """

    edit_wanted = Signal(str)

    def __init__(
        self, theme: Theme, message: Message, time: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, "raised", border="line", radius=10, parent=parent)
        self.message = message
        self.setAccessibleName(f"You, {time}: {message.text[:200]}")
        _fixed_height(self)
        self._time = Line(theme, time, Style.CAPTION, "text3")
        edit = icon_button(theme, "ph.pencil-simple", "Edit message", shape=SMALL_ICON)
        edit.clicked.connect(self._edit)
        copy = icon_button(theme, "ph.copy", "Copy message", shape=SMALL_ICON)
        copy.clicked.connect(self._copy)
        self._buttons = QWidget(self)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(edit)
        row.addWidget(copy)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(6)
        head.addWidget(Line(theme, "You", Style.SMALL_BOLD))
        head.addStretch(1)
        head.addWidget(self._buttons)
        head.addWidget(self._time)
        bar = QWidget(self)
        bar.setLayout(head)
        bar.setFixedHeight(20)
        self.text = ProseView(theme, Look(gap=0), self)
        self.text.show_plain(message.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 13)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.text)
        if message.state is MessageState.FAILED and message.note:
            column.addSpacing(8)
            column.addWidget(Label(theme, message.note, Style.SMALL, "danger", wraps=True))
        self._buttons.setVisible(False)

    def _edit(self) -> None:
        self.edit_wanted.emit(self.message.id)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.message.text)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._buttons.setVisible(True)
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._buttons.setVisible(False)
        super().leaveEvent(event)


class Answer(QWidget):
    """What the model said, and how it ended.

    Signals:
        link: a link was followed.
        retry_wanted: the last message should be sent again.
        save_wanted: text that should go to the Journal.
        way_wanted: the owner chose a way on after a failure.
    """

    link = Signal(QUrl)
    retry_wanted = Signal()
    save_wanted = Signal(str)
    way_wanted = Signal(object)

    def __init__(
        self, theme: Theme, jobs: Jobs, name: str, time: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._state: MessageState | None = None
        self._foot: QWidget | None = None
        _fixed_height(self)
        self.setAccessibleName(f"{name}, {time}")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(Line(theme, name, Style.SMALL_BOLD))
        head.addWidget(Line(theme, time, Style.CAPTION, "text3"))
        head.addStretch(1)
        self.body = MarkdownBody(theme, jobs, parent=self)
        self.body.link.connect(self.link)
        self._wait = QWidget(self)
        row = QHBoxLayout(self._wait)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(8)
        row.addWidget(Spinner(theme, 12))
        self._doing = Line(theme, "", Style.SMALL, "text3")
        row.addWidget(self._doing, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addLayout(head)
        self._column.addWidget(self.body)
        self._column.addWidget(self._wait)
        self._wait.hide()

    @property
    def text(self) -> str:
        """The answer so far."""
        return self.body.source

    def show_text(self, text: str) -> None:
        """Shows the whole text."""
        if text != self.body.source:
            self.body.show_text(text)

    def add(self, text: str) -> None:
        """Adds what streamed in."""
        self._wait.hide()
        self.body.set_live(True)
        self.body.add(text)

    def wait(self, doing: str) -> None:
        """Says what goes on while no text comes; '' for nothing."""
        self._doing.set_text(doing)
        self._wait.setVisible(bool(doing))

    def end(self, message: Message, way_on: WayOn | None = None, *, last: bool = True) -> None:
        """Shows how the answer ended; ``last`` offers what to do about it."""
        self._wait.hide()
        self.body.set_live(False)
        self.show_text(message.text)
        if self._foot is not None:
            self._foot.deleteLater()
            self._foot = None
        match message.state:
            case MessageState.WHOLE:
                self._foot = self._actions() if last else None
            case MessageState.STOPPED:
                self._foot = self._stopped(message.note, last=last)
            case MessageState.FAILED:
                self._foot = self._failed(message.note, way_on, last=last)
            case MessageState.STREAMING:
                pass
        if self._foot is not None:
            self._column.addSpacing(8)
            self._column.addWidget(self._foot)

    def _actions(self) -> QWidget:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(8)
        for icon, name, call in (
            ("ph.copy", "Copy answer", self._copy),
            ("ph.arrow-clockwise", "Retry (⌘R)", self.retry_wanted.emit),
            ("ph.book-bookmark", "Save to Journal", self._save),
        ):
            button = icon_button(self._theme, icon, name, shape=SMALL_ICON)
            button.clicked.connect(call)
            row.addWidget(button)
        row.addStretch(1)
        return bar

    def _stopped(self, note: str, *, last: bool) -> QWidget:
        bar = QWidget(self)
        column = QVBoxLayout(bar)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(Hairline(self._theme))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(Glyph(self._theme, "ph.stop-circle", "text3", 15))
        row.addWidget(Label(self._theme, note, Style.SMALL, "text2", wraps=True), 1)
        if last:
            row.addWidget(self._button("Retry", Fill.BORDERED, self.retry_wanted.emit))
        column.addLayout(row)
        return bar

    def _failed(self, note: str, way_on: WayOn | None, *, last: bool) -> QWidget:
        buttons: list[Button] = []
        if last:
            other = WAYS.get(way_on) if way_on is not None else None
            if other is not None and way_on is not None:
                chosen = way_on
                main = self._button(other, Fill.FILLED, lambda: self.way_wanted.emit(chosen))
                buttons.append(main)
            fill = Fill.BORDERED if buttons else Fill.FILLED
            buttons.append(self._button("Retry", fill, self.retry_wanted.emit))
        title, _, rest = note.partition(". ")
        title = title if not rest else title + "."
        return Card(self._theme, "ph.warning-circle-fill", "danger", title, rest, buttons, self)

    def _button(self, text: str, fill: Fill, call: object) -> Button:
        shape = Shape(height=26, pad=9, style=Style.SMALL_MEDIUM)
        button = Button(self._theme, text, fill=fill, shape=shape)
        button.clicked.connect(call)
        return button

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.body.source)

    def _save(self) -> None:
        self.save_wanted.emit(self.body.source)


class Notice(QWidget):
    """A line of the window's own in a transcript, such as 'Remembered … Undo'.

    Signals:
        undo_wanted: the operation to take back.
        note_wanted: the key of the note it speaks of.
        offer_wanted: the further offer was taken.
    """

    undo_wanted = Signal(str)
    note_wanted = Signal(str)
    offer_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        text: str,
        *,
        icon: str = "ph.book-bookmark",
        role: str = "accent",
        key: str = "",
        operation: str = "",
        offer: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._key, self._operation = key, operation
        _fixed_height(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(8)
        row.addWidget(Glyph(theme, icon, role, 15), 0, Qt.AlignmentFlag.AlignVCenter)
        self.label = Label(theme, text, Style.SMALL, "text2", wraps=True)
        row.addWidget(self.label, 1)
        shape = Shape(height=24, pad=2, style=Style.SMALL_MEDIUM)
        self._links: list[Button] = []
        if offer:
            self._links.append(Button(theme, offer, fill=Fill.LINK, shape=shape))
            self._links[-1].clicked.connect(self.offer_wanted)
        if key:
            self._links.append(Button(theme, "Open", fill=Fill.LINK, shape=shape))
            self._links[-1].set_name("Open note")
            self._links[-1].clicked.connect(self._open)
        if operation:
            self._links.append(Button(theme, "Undo", fill=Fill.LINK, shape=shape))
            self._links[-1].clicked.connect(self._undo)
        for link in self._links:
            row.addWidget(link)

    def change(self, text: str) -> None:
        """Says something else, for good; the links go."""
        self.label.setText(text)
        for link in self._links:
            link.hide()

    def _open(self) -> None:
        self.note_wanted.emit(self._key)

    def _undo(self) -> None:
        self.undo_wanted.emit(self._operation)
