"""The transcript: one widget a message, built near the viewport, following only when wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.messages import Message, MessageState, Role
from luminair.shell.panes.following import Following
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.panes.message_frame import MessageFrame
from luminair.shell.panes.message_view import Answer, UserMessage, opening
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
LAYOUT_PASSES = 4


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
    answered = Signal(str, bool)
    filled = Signal()

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._messages: list[Message] = []
        self._first = 0
        self._live: Answer | None = None
        self._last: Answer | UserMessage | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Transcript")
        slim_bars(self, scene.theme)
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self.following = Following(scene.theme, self, self._column, self.find_widgets)
        self.following.moved.connect(self._build_ahead)
        self._older = QTimer(self)
        self._older.setSingleShot(True)
        self._older.setInterval(10)
        self._older.timeout.connect(self._build_older)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is shown, built or not."""
        return tuple(self._messages)

    @property
    def question(self) -> QuestionCard | None:
        """The first question that is open."""
        return next(iter(self._live.questions), None) if self._live is not None else None

    def show_messages(self, messages: Sequence[Message], running: Running | None) -> None:
        """Shows a session from its end; older messages are built on the way up."""
        self._clear()
        self._messages = list(messages)
        self._first = max(len(self._messages) - FIRST_BUILT, 0)
        for at in range(self._first, len(self._messages)):
            self._add_widgets(self._column.count(), self._make(at, running))
        self.following.to_bottom()
        self._build_ahead()

    def add_asked(self, message: Message, answer: str, instead_of: str = "") -> None:
        """Shows the owner's message and the beginning of its answer."""
        if instead_of:
            self._cut_before(instead_of)
        self._retire_last()
        self.following.on = True
        self._messages.append(message)
        self._add_widgets(self._column.count(), self._user_widgets(message))
        begun = opening(answer, message)
        self._messages.append(begun)
        self._live = self._make_answer(begun)
        self._add_widgets(self._column.count(), [self._live])

    def splice(self, at: int, piece: str) -> None:
        """From character ``at`` on, the live answer is now ``piece``."""
        if self._live is not None:
            self._live.splice(at, piece)

    def use(self, tool: ToolUse) -> None:
        """Shows how far a tool call of the live answer came."""
        if self._live is not None:
            self._live.use(tool)

    def ask(self, questions: Iterable[Question]) -> None:
        """Shows the questions that are open now."""
        if self._live is not None:
            self._live.ask(questions)

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

    def add_failed(
        self, message: Message, way_on: WayOn | None = None, instead_of: str = ""
    ) -> None:
        """Shows a message of the owner's that was not sent, with the reason."""
        if instead_of:
            self._cut_before(instead_of)
        self._retire_last()
        self._messages.append(message)
        self._last = self._make_user(message, way_on, last=True)
        self._add_widgets(self._column.count(), [self._last])

    def add_notice(self, notice: Notice) -> None:
        """Shows a line of the window's own at the end."""
        notice.note_wanted.connect(self.note_wanted)
        notice.undo_wanted.connect(lambda operation: self.undo_wanted.emit(operation, notice))
        self._add_widgets(self._column.count(), [notice])
        self.following.to_bottom()

    def add_widget(self, widget: QWidget) -> None:
        """Shows any widget at the end, such as the help, from its top."""
        self.following.on = False
        self._add_widgets(self._column.count(), [widget])
        QTimer.singleShot(0, widget, lambda: self.following.show_top(widget))

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
            (at for at, each in enumerate(frames) if _holds(each, focus)),
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
            return self._user_widgets(message, last=last)
        answer = self._make_answer(message)
        if running is not None and message.state is MessageState.STREAMING:
            answer.show_all(running.text, running.tools.values())
            answer.ask(running.questions.values())
            self._live = answer
            quiet = running.text or running.questions
            answer.wait(running.doing or ("" if quiet else "Waiting for the first words"))
        else:
            answer.end(message, last=last)
            self._last = answer if last else self._last
        return [answer]

    def _user_widgets(self, message: Message, *, last: bool = False) -> list[QWidget]:
        view = self._make_user(message, last=last)
        found: list[QWidget] = [view]
        self._last = view if last else self._last
        if message.riders is not None and message.riders.count:
            line = JournalLine(self._scene.theme, message.riders)
            line.note_wanted.connect(self.note_wanted)
            line.budget_wanted.connect(self.budget_wanted)
            line.unfolds.connect(self.following.hold)
            found.append(line)
        return found

    def _make_user(
        self, message: Message, way_on: WayOn | None = None, *, last: bool = False
    ) -> UserMessage:
        view = UserMessage(self._scene, message, way_on=way_on, last=last)
        view.edit_wanted.connect(self.edit_wanted)
        view.fork_wanted.connect(self.fork_wanted)
        view.file_wanted.connect(self.file_wanted)
        view.retry_wanted.connect(self.retry_wanted)
        view.way_wanted.connect(self.way_wanted)
        return view

    def _make_answer(self, message: Message) -> Answer:
        answer = Answer(self._scene, message)
        answer.link.connect(self.link)
        answer.retry_wanted.connect(self.retry_wanted)
        answer.regenerate_wanted.connect(self.regenerate_wanted)
        answer.fork_wanted.connect(self.fork_wanted)
        answer.save_wanted.connect(self.save_wanted)
        answer.way_wanted.connect(self.way_wanted)
        answer.answered.connect(self.answered)
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
        if at < self._first:
            self._first = at
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
        for _ in range(LAYOUT_PASSES):  # a text knows its height once it knows its width
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        self.following.settle()
        self.viewport().setUpdatesEnabled(True)
        self._build_ahead()

    @Slot()
    def _build_ahead(self) -> None:
        """Goes on building while the reader is near what is built."""
        near = self.verticalScrollBar().value() < KEPT_AHEAD * self.viewport().height()
        if self._first and near:
            self._older.start()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.following.on:
            self.following.to_end()
        self.following.show_pill()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.following.to_bottom()
        elif event.key() == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
        else:
            super().keyPressEvent(event)


def _holds(widget: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (widget is focus or widget.isAncestorOf(focus))
