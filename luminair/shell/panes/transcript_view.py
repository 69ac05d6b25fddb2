"""The transcript: one widget a message, built near the viewport, following only when wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.messages import Message, MessageState, Role
from luminair.shell.panes.following import Following
from luminair.shell.panes.making import answer, user_message, user_widgets
from luminair.shell.panes.message_frame import MessageFrame
from luminair.shell.panes.message_view import Answer, UserMessage, opening
from luminair.shell.parts.box import Box
from luminair.shell.parts.focus import holds
from luminair.shell.parts.laying_out import keep_still, lay_out
from luminair.shell.parts.roles import Spoken, speak_as
from luminair.shell.parts.scroll import slim_bars

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from luminair.lanes.lane import Question, WayOn
    from luminair.messages import ToolUse
    from luminair.shell.panes.notice import Notice
    from luminair.shell.panes.question_card import QuestionCard
    from luminair.shell.panes.scene import Scene
    from luminair.shell.panes.turns_running import Running

FIRST_BUILT = 4
"""Messages that are built when a session opens; the rest follows in small batches …"""
BATCH_MS = 8
"""… that end once they took so long, so that no frame takes long …"""
KEPT_AHEAD = 3
"""… until this many screens above the reader are there."""


class TranscriptView(QScrollArea):
    """Shows a session's messages.

    Args:
        scene: theme, doors and names for the messages.

    Signals:
        link: a link in a message was followed.
        note_wanted: key of a note to open.
        budget_wanted: Context budget should open.
        edit_wanted: id of a message of the owner's to edit and send again.
        fork_wanted: id of the last message of a new session.
        file_wanted: an attached picture to look at.
        retry_wanted: the last message should be sent again.
        regenerate_wanted: an answer's id, lane and model to ask again.
        save_wanted: text for the Journal.
        undo_wanted: operation to undo, and the notice that offers it.
        way_wanted: a way on after a failure.
        why_wanted: id of the message whose digest is to be explained.
        answered: a question's id, and whether the owner allows it.
        filled: there is something to show now.
    """

    link = Signal(QUrl)
    note_wanted = Signal(str)
    budget_wanted = Signal()
    edit_wanted = Signal(str)
    fork_wanted = Signal(str)
    file_wanted = Signal(object)
    retry_wanted = Signal()
    regenerate_wanted = Signal(str, str, str)
    save_wanted = Signal(str)
    undo_wanted = Signal(str, object)
    way_wanted = Signal(object)
    why_wanted = Signal(str)
    answered = Signal(str, bool)
    filled = Signal()

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._messages: list[Message] = []
        self._first = self._end = 0
        self._live: Answer | None = None
        self._last: Answer | UserMessage | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        speak_as(self, Spoken.Grouping, "Transcript")
        slim_bars(self, scene.theme)
        # Opaque, so that scrolling moves what is painted and paints only what comes into sight.
        self._page = Box(scene.theme, "surface")
        self._page.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        keep_still(self._page)
        self._column = QVBoxLayout(self._page)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self.following = Following(
            scene.theme, self, self._column, self.find_widgets, self._reaches_end
        )
        self.following.moved.connect(self._build_ahead)
        self.following.latest_wanted.connect(self.to_latest)
        self._older = QTimer(self)
        self._older.setSingleShot(True)
        self._older.setInterval(10)
        self._older.timeout.connect(self._build_older)
        self._newer = QTimer(self)
        self._newer.setSingleShot(True)
        self._newer.setInterval(10)
        self._newer.timeout.connect(self._build_newer)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is shown, built or not."""
        return tuple(self._messages)

    @property
    def first_seen(self) -> int:
        """The place among all messages of the first one that is seen."""
        top = self.verticalScrollBar().value()
        frames = [each for each in self.find_widgets() if isinstance(each, MessageFrame)]
        above = sum(each.geometry().bottom() <= top for each in frames)
        return self._first + min(above, max(len(frames) - 1, 0))

    @property
    def question(self) -> QuestionCard | None:
        """The first question that is open."""
        return next(iter(self._live.questions), None) if self._live is not None else None

    def show_messages(self, messages: Sequence[Message], running: Running | None) -> None:
        """Shows a session from its end; older messages are built on the way up."""
        self._messages = list(messages)
        self._build_end(running)

    def _reaches_end(self) -> bool:
        return self._end == len(self._messages)

    def _build_end(self, running: Running | None = None) -> None:
        self._clear()
        self._end = len(self._messages)
        self._first = max(self._end - FIRST_BUILT, 0)
        for at in range(self._first, self._end):
            self._add_widgets(self._column.count(), self._make(at, running))
        self.following.to_bottom()
        self._build_ahead()

    def _show_end(self) -> None:
        """Shows the end again, where the reader had gone far from it."""
        if self._end < len(self._messages):
            self._build_end()

    def show_message(self, at: int) -> MessageFrame | None:
        """Brings a message under the eye, by its place among all; None where there is none.

        What lies far from what is built is built alone, with its neighbours to follow. While an
        answer comes, everything down to it is built instead, so that it stays in its place.
        """
        if not 0 <= at < len(self._messages):
            return None
        if not self._first <= at < self._end and self._live is None:
            self._clear()
            self._first = at
            self._end = min(at + FIRST_BUILT, len(self._messages))
            for each in range(self._first, self._end):
                self._add_widgets(self._column.count(), self._make(each))
        while self._first > at:
            self._first -= 1
            self._add_widgets(0, self._make(self._first))
        lay_out()
        frames = [each for each in self.find_widgets() if isinstance(each, MessageFrame)]
        found = frames[at - self._first]
        self.following.show_top(found)
        self._build_ahead()
        return found

    def add_asked(self, message: Message, identity: str, instead_of: str = "") -> None:
        """Shows the owner's message and the beginning of the answer of that identity."""
        self._show_end()
        if instead_of:
            self._cut_before(instead_of)
        self._retire_last()
        self.following.on = True
        self._messages.append(message)
        self._add_widgets(self._column.count(), user_widgets(self, self._scene, message))
        begun = opening(identity, message)
        self._messages.append(begun)
        self._end = len(self._messages)
        self._live = answer(self, self._scene, begun)
        self._add_widgets(self._column.count(), [self._live])

    def splice(self, at: int, piece: str) -> None:
        """From character ``at`` on, the live answer is now ``piece``."""
        if self._live is not None:
            self._live.splice(at, piece)
            self.following.renew(self._live.body.growing)

    def use(self, tool: ToolUse) -> None:
        """Shows how far a tool call of the live answer came."""
        if self._live is not None:
            self._live.use(tool)
            self.following.renew()

    def ask(self, questions: Iterable[Question]) -> None:
        """Shows the questions that are open now."""
        if self._live is not None:
            self._live.ask(questions)
            self.following.renew()

    def wait(self, doing: str) -> None:
        """Says what the lane is doing while no text comes."""
        if self._live is not None:
            self._live.wait(doing)

    def end_live(
        self, message: Message, way_on: WayOn | None, retry_after_s: float | None = None
    ) -> None:
        """Shows how the live answer ended."""
        if self._live is None:
            return
        self._live.end(message, way_on, retry_after_s=retry_after_s)
        self._last, self._live = self._live, None
        if self._messages and self._messages[-1].id == message.id:
            self._messages[-1] = message
        self.following.renew()

    def add_failed(
        self, message: Message, way_on: WayOn | None = None, instead_of: str = ""
    ) -> None:
        """Shows a message of the owner's that was not sent, with the reason."""
        self._show_end()
        if instead_of:
            self._cut_before(instead_of)
        self._retire_last()
        self._messages.append(message)
        self._end = len(self._messages)
        self._last = user_message(self, self._scene, message, way_on, last=True)
        self._add_widgets(self._column.count(), [self._last])

    def add_notice(self, notice: Notice, *, before_answer: bool = False) -> None:
        """Shows a line of the window's own at the end, or above the answer that grows."""
        self._show_end()
        notice.note_wanted.connect(self.note_wanted)
        notice.undo_wanted.connect(lambda operation: self.undo_wanted.emit(operation, notice))
        live = self._column.indexOf(self._live) if before_answer and self._live else -1
        self._add_widgets(live if live >= 0 else self._column.count(), [notice])
        self.following.to_bottom()

    def add_widget(self, widget: QWidget) -> None:
        """Shows any widget at the end, such as the help, from its top."""
        self._show_end()
        self.following.on = False
        self._add_widgets(self._column.count(), [widget])
        QTimer.singleShot(0, widget, lambda: self.following.show_top(widget))

    @Slot()
    def to_latest(self) -> None:
        """Goes to the end of the conversation and follows it from now on."""
        self._show_end()
        self.following.to_bottom()

    def find_widgets(self) -> list[QWidget]:
        """The built widgets, top to bottom."""
        items = [self._column.itemAt(at) for at in range(self._column.count())]
        found = [item.widget() for item in items if item is not None]
        return [widget for widget in found if widget is not None]

    def copy_last_answer(self) -> None:
        """Copies the source of the last answer, as far as it has come."""
        answers = [each for each in self.find_widgets() if isinstance(each, Answer)]
        if answers:
            answers[-1].copy()

    def step(self, by: int) -> None:
        """Gives the next or the previous message the focus, the last one to begin with."""
        frames = [each for each in self.find_widgets() if isinstance(each, MessageFrame)]
        if not frames:
            return
        focus = QApplication.focusWidget()
        here = next(
            (at for at, each in enumerate(frames) if holds(each, focus)),
            len(frames) if by < 0 else -1,
        )
        wanted = frames[min(max(here + by, 0), len(frames) - 1)]
        wanted.choose()
        self.following.reveal(wanted)

    # Building.

    def _make(self, at: int, running: Running | None = None) -> list[QWidget]:
        message = self._messages[at]
        last = at == len(self._messages) - 1
        if message.role is Role.USER:
            found = user_widgets(self, self._scene, message, last=last)
            if last:
                self._last = next(each for each in found if isinstance(each, UserMessage))
            return found
        made = answer(self, self._scene, message)
        if running is not None and message.state is MessageState.STREAMING:
            made.show_all(running.text, running.tools.values())
            made.ask(running.questions.values())
            self._live = made
            quiet = running.text or running.questions
            made.wait(running.doing or ("" if quiet else "Waiting for the first words"))
        else:
            made.end(message, last=last)
            self._last = made if last else self._last
        return [made]

    def _add_widgets(self, at: int, widgets: Sequence[QWidget]) -> None:
        """Inserts widgets at a place of the column; the stretch at its end stays last."""
        at = min(at, self._column.count() - 1)
        for offset, widget in enumerate(widgets):
            self._column.insertWidget(at + offset, widget)
            widget.show()  # now, not from the event loop: a hidden widget has no place
        self.filled.emit()

    def _retire_last(self) -> None:
        """What an older answer offered (retry, ways on) goes when a new turn begins."""
        if self._last is not None:
            self._last.retire()
            self._last = None

    def _cut_before(self, identity: str) -> None:
        """Takes a message and everything after it away."""
        ids = [message.id for message in self._messages]
        if identity not in ids:
            return
        at = ids.index(identity)
        del self._messages[at:]
        self._first, self._end = min(self._first, at), at
        self._last = self._live = None
        begun = at <= self._first
        for widget in self.find_widgets():
            begun = begun or (isinstance(widget, UserMessage) and widget.message.id == identity)
            if begun:
                self._remove(widget)
        self._build_ahead()

    def _clear(self) -> None:
        self._live = self._last = None
        self.following.forget()
        for widget in self.find_widgets():
            self._remove(widget)

    def _remove(self, widget: QWidget) -> None:
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _build_older(self) -> None:
        """Builds a batch above; the line under the eye stays where it is."""
        if not self._first:
            return
        self.viewport().setUpdatesEnabled(False)
        clock = QElapsedTimer()
        clock.start()
        while self._first and clock.elapsed() < BATCH_MS:
            self._first -= 1
            self._add_widgets(0, self._make(self._first))
        self.following.renew()
        self.viewport().setUpdatesEnabled(True)
        self._build_ahead()

    def _build_newer(self) -> None:
        """Builds a batch below, where the reader went far up and comes down again."""
        clock = QElapsedTimer()
        clock.start()
        while self._end < len(self._messages) and clock.elapsed() < BATCH_MS:
            self._add_widgets(self._column.count(), self._make(self._end))
            self._end += 1
        self._build_ahead()

    @Slot()
    def _build_ahead(self) -> None:
        """Goes on building while the reader is near what is built."""
        bar, ahead = self.verticalScrollBar(), KEPT_AHEAD * self.viewport().height()
        if self._first and bar.value() < ahead:
            self._older.start()
        if self._end < len(self._messages) and bar.maximum() - bar.value() < ahead:
            self._newer.start()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.following.fit()
        super().resizeEvent(event)
        self.following.settle()
        self.following.show_pill()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.to_latest()
        elif event.key() == Qt.Key.Key_Home:
            self.show_message(0)
        else:
            super().keyPressEvent(event)
