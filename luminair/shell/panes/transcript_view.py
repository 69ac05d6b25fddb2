"""The transcript: one widget a message, built near the viewport, following only when wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from luminair.messages import Message, MessageState, Role
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.panes.message_view import Answer, Notice, UserMessage
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.times import message_time
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from luminair.lanes.lane import WayOn
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.turns_running import Running

FIRST_BUILT = 8
"""Messages that are built when a session opens; the rest follows in small batches, so that no
frame takes long …"""
BATCH = 3
KEPT_AHEAD = 3
"""… until this many screens above the reader are there."""
LAYOUT_PASSES = 4
NEAR_BOTTOM = 40
"""The reader counts as being at the bottom within this many pixels of it."""
MARGIN = 24


class TranscriptView(QScrollArea):
    """Shows a session's messages.

    Args:
        theme: colours and fonts.
        jobs: colours long code.
        now: the clock.
        name_of: lane and model of an answer as people read it.

    Signals:
        link: a link in a message was followed.
        note_wanted: key of a note to open.
        budget_wanted: Context budget should open.
        edit_wanted: id of a message of the owner's to edit and send again.
        retry_wanted: the last message should be sent again.
        save_wanted: text for the Journal.
        undo_wanted: operation to undo, and the notice that offers it.
        way_wanted: a way on after a failure.
        filled: there is something to show now.
    """

    link = Signal(QUrl)
    note_wanted = Signal(str)
    budget_wanted = Signal()
    edit_wanted = Signal(str)
    retry_wanted = Signal()
    save_wanted = Signal(str)
    undo_wanted = Signal(str, object)
    way_wanted = Signal(object)
    filled = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        now: Callable[[], datetime],
        name_of: Callable[[Message], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._now, self._name_of = theme, jobs, now, name_of
        self._messages: list[Message] = []
        self._first = 0
        self._live: Answer | None = None
        self._last: Answer | None = None
        self._following = True
        self._placing = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Transcript")
        slim_bars(self, theme)
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(MARGIN, 20, MARGIN, 16)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        shape = Shape(height=28, pad=12, gap=6, icon=13, radius=14, style=Style.SMALL_MEDIUM)
        self._pill = Button(
            theme, "Jump to latest", icon="ph.arrow-down", fill=Fill.BORDERED, shape=shape,
            parent=self,
        )  # fmt: skip
        self._pill.clicked.connect(self.to_bottom)
        self._pill.hide()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._moved)
        self._anchor: tuple[QWidget, int] | None = None
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(0)
        self._hold.timeout.connect(self._hold_still)
        self._older = QTimer(self)
        self._older.setSingleShot(True)
        self._older.setInterval(10)
        self._older.timeout.connect(self._build_older)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is shown, built or not."""
        return tuple(self._messages)

    def show_messages(self, messages: Sequence[Message], running: Running | None) -> None:
        """Shows a session from its end; older messages are built on the way up."""
        self._clear()
        self._messages = list(messages)
        self._first = max(len(self._messages) - FIRST_BUILT, 0)
        for at in range(self._first, len(self._messages)):
            self._add_widgets(self._column.count(), self._make(at, running))
        self.to_bottom()
        self._build_ahead()

    def add_asked(self, message: Message, answer: str, instead_of: str = "") -> None:
        """Shows the owner's message and the beginning of its answer."""
        if instead_of:
            self._cut_before(instead_of)
        self._retire_last()
        self._following = True
        self._messages.append(message)
        self._add_widgets(self._column.count(), self._user_widgets(message))
        opening = Message(answer, Role.ASSISTANT, "", message.at, message.lane, message.model)
        self._messages.append(opening)
        self._live = self._make_answer(opening)
        self._add_widgets(self._column.count(), [self._live])

    def grow(self, text: str) -> None:
        """Adds streamed text to the live answer."""
        if self._live is not None:
            self._live.add(text)

    def wait(self, doing: str) -> None:
        """Says what the lane is doing while no text comes."""
        if self._live is not None:
            self._live.wait(doing)

    def end_live(self, message: Message, way_on: WayOn | None) -> None:
        """Shows how the live answer ended."""
        if self._live is None:
            return
        self._live.end(message, way_on)
        self._last, self._live = self._live, None
        if self._messages and self._messages[-1].id == message.id:
            self._messages[-1] = message

    def add_failed(self, message: Message) -> None:
        """Shows a message of the owner's that was not sent, with the reason."""
        self._retire_last()
        self._messages.append(message)
        self._add_widgets(self._column.count(), [self._make_user(message)])

    def add_notice(self, notice: Notice) -> None:
        """Shows a line of the window's own at the end."""
        notice.note_wanted.connect(self.note_wanted)
        notice.undo_wanted.connect(lambda operation: self.undo_wanted.emit(operation, notice))
        self._add_widgets(self._column.count(), [notice])
        self.to_bottom()

    def add_widget(self, widget: QWidget) -> None:
        """Shows any widget at the end, such as the help, from its top."""
        self._following = False
        self._add_widgets(self._column.count(), [widget])
        QTimer.singleShot(0, widget, lambda: self._show_top(widget))

    @Slot()
    def to_bottom(self) -> None:
        """Goes to the end and follows from now on."""
        self._following = True
        self._to_end()

    def find_widgets(self) -> list[QWidget]:
        """The built widgets, top to bottom."""
        items = [self._column.itemAt(at) for at in range(self._column.count())]
        found = [item.widget() for item in items if item is not None]
        return [widget for widget in found if widget is not None]

    def _show_top(self, widget: QWidget) -> None:
        self._anchor = (widget, 12)
        self._hold_still()

    # Building.

    def _make(self, at: int, running: Running | None = None) -> list[QWidget]:
        message = self._messages[at]
        if message.role is Role.USER:
            return self._user_widgets(message)
        answer = self._make_answer(message)
        last = at == len(self._messages) - 1
        if running is not None and message.state is MessageState.STREAMING:
            answer.show_text(running.text)
            self._live = answer
            answer.wait(running.doing or ("" if running.text else "Waiting for the first words"))
        else:
            answer.end(message, last=last)
            self._last = answer if last else self._last
        return [answer]

    def _user_widgets(self, message: Message) -> list[QWidget]:
        found: list[QWidget] = [self._make_user(message)]
        if message.riders is not None and message.riders.count:
            line = JournalLine(self._theme, message.riders)
            line.note_wanted.connect(self.note_wanted)
            line.budget_wanted.connect(self.budget_wanted)
            found.append(line)
        return found

    def _make_user(self, message: Message) -> UserMessage:
        view = UserMessage(self._theme, message, message_time(message.at, self._now()))
        view.edit_wanted.connect(self.edit_wanted)
        return view

    def _make_answer(self, message: Message) -> Answer:
        time = message_time(message.at, self._now())
        answer = Answer(self._theme, self._jobs, self._name_of(message), time)
        answer.link.connect(self.link)
        answer.retry_wanted.connect(self.retry_wanted)
        answer.save_wanted.connect(self.save_wanted)
        answer.way_wanted.connect(self.way_wanted)
        return answer

    def _add_widgets(self, at: int, widgets: Sequence[QWidget]) -> None:
        """Inserts widgets at a place of the column; the stretch at its end stays last."""
        at = min(at, self._column.count() - 1)
        for offset, widget in enumerate(widgets):
            self._column.insertWidget(at + offset, widget)
            widget.show()  # now, not from the event loop: a hidden widget has no place
        self.filled.emit()

    def _retire_last(self) -> None:
        """What an older answer offered (retry, ways on) goes when a new turn begins."""
        if self._last is not None and len(self._messages):
            message = self._messages[-1]
            if message.role is Role.ASSISTANT:
                self._last.end(message, last=False)
            self._last = None

    def _cut_before(self, identity: str) -> None:
        """Takes a message and everything after it away."""
        ids = [message.id for message in self._messages]
        if identity not in ids:
            return
        at = ids.index(identity)
        del self._messages[at:]
        self._last = self._live = None
        begun = False
        for widget in self.find_widgets():
            begun = begun or (isinstance(widget, UserMessage) and widget.message.id == identity)
            if begun:
                self._column.removeWidget(widget)
                widget.hide()
                widget.deleteLater()

    def _clear(self) -> None:
        self._live = self._last = None
        self._anchor = None
        for widget in self.find_widgets():
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _build_older(self) -> None:
        """Builds a batch above; the line under the eye stays where it is."""
        if not self._first:
            return
        start = max(self._first - BATCH, 0)
        self.viewport().setUpdatesEnabled(False)
        at = 0
        for number in range(start, self._first):
            widgets = self._make(number)
            self._add_widgets(at, widgets)
            at += len(widgets)
        self._first = start
        for _ in range(LAYOUT_PASSES):  # a text knows its height once it knows its width
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        if self._following:
            self._to_end()
        else:
            self._hold_still()
        self.viewport().setUpdatesEnabled(True)
        self._build_ahead()

    def _build_ahead(self) -> None:
        """Goes on building while the reader is near what is built."""
        near = self.verticalScrollBar().value() < KEPT_AHEAD * self.viewport().height()
        if self._first and near:
            self._older.start()

    # Following.

    def _to_end(self) -> None:
        bar = self.verticalScrollBar()
        self._placing = True
        bar.setValue(bar.maximum())
        self._placing = False
        self._show_pill()

    @Slot(int, int)
    def _range_changed(self, _low: int, high: int) -> None:
        # The bar takes its width from the margin, so that text does not move when it comes.
        bar = self.verticalScrollBar().sizeHint().width() if high else 0
        self._column.setContentsMargins(MARGIN, 20, MARGIN - bar, 16)
        if self._following:
            self._to_end()
        else:
            self._hold.start()  # children are laid out after the bar is told
            self._show_pill()

    @Slot()
    def _hold_still(self) -> None:
        """Puts the anchor back where the reader had it, after something above it grew."""
        if self._following or self._anchor is None:
            return
        widget, offset = self._anchor
        if not isValid(widget):
            self._anchor = None
            return
        self._placing = True
        self.verticalScrollBar().setValue(widget.y() - offset)
        self._placing = False
        self._show_pill()

    def _take_anchor(self) -> None:
        """Remembers the first message that is seen, and where."""
        top = self.verticalScrollBar().value()
        found = (each for each in self.find_widgets() if each.geometry().bottom() > top)
        widget = next(found, None)
        self._anchor = None if widget is None else (widget, widget.y() - top)

    @Slot(int)
    def _moved(self, value: int) -> None:
        if not self._placing:
            bar = self.verticalScrollBar()
            self._following = value >= bar.maximum() - NEAR_BOTTOM
            self._take_anchor()
        self._build_ahead()
        self._show_pill()

    def _show_pill(self) -> None:
        bar = self.verticalScrollBar()
        away = bar.maximum() - bar.value() > NEAR_BOTTOM and not self._following
        self._pill.setVisible(away)
        if away:
            self._pill.adjustSize()
            self._pill.raise_()
            width = self._pill.width()
            self._pill.move(QPoint((self.width() - width) // 2, self.height() - 40))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._following:
            self._to_end()
        self._show_pill()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_End:
            self.to_bottom()
        elif event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        else:
            super().keyPressEvent(event)
