"""One message of a transcript: the owner's in a box, the model's as prose, code and tool lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QUrl, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.messages import Message, MessageState, Role
from luminair.shell.panes.answer_body import AnswerBody
from luminair.shell.panes.answer_foot import FOOT_HEIGHT, AnswerFoot, FailureCard
from luminair.shell.panes.attached import AttachedFiles
from luminair.shell.panes.long_text import LongText
from luminair.shell.panes.message_frame import Deed, MessageFrame
from luminair.shell.panes.question_card import QuestionCard
from luminair.shell.parts.laying_out import keep_still
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.text import Line
from luminair.shell.parts.times import message_time
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QMenu

    from luminair.lanes.lane import Question, WayOn
    from luminair.messages import ToolUse
    from luminair.shell.panes.scene import Scene


def _as_tall_as_needed(widget: QWidget) -> None:
    # Not Fixed: that would hold a sentence to the height it had at its usual width.
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)


class UserMessage(MessageFrame):
    """What the owner said.

    Args:
        scene: theme, doors and names.
        message: what was said.
        way_on: the way on where it could not be sent.
        last: whether it is the last message, so that it can be sent again.

    Signals:
        edit_wanted: the message's id; its text should go back into the composer.
        fork_wanted: the message's id; a new session should begin at it.
        file_wanted: an attached picture to look at.
        retry_wanted, way_wanted: ways on after it could not be sent.
    """

    edit_wanted = Signal(str)
    fork_wanted = Signal(str)
    file_wanted = Signal(object)
    retry_wanted = Signal()
    way_wanted = Signal(object)

    def __init__(
        self,
        scene: Scene,
        message: Message,
        *,
        way_on: WayOn | None = None,
        last: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        theme, time = scene.theme, message_time(message.at, scene.now())
        self._time = Line(theme, time, Style.CAPTION, "text3")
        corner = QPoint(14 + self._time.sizeHint().width() + 6, 6)
        super().__init__(theme, "raised", border="line", radius=10, corner=corner, parent=parent)
        self.message = message
        self.setAccessibleName(f"You, {time}: {message.text[:200]}")
        _as_tall_as_needed(self)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(6)
        head.addWidget(Line(theme, "You", Style.SMALL_BOLD))
        head.addStretch(1)
        head.addWidget(self._time)
        bar = QWidget(self)
        bar.setLayout(head)
        bar.setFixedHeight(20)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 13)
        column.setSpacing(0)
        column.addWidget(bar)
        self.words = LongText(theme, message.text, self)
        self.words.setVisible(bool(message.text))
        column.addWidget(self.words)
        if message.attachments:
            self.files = AttachedFiles(theme, message.attachments, self)
            self.files.picture_wanted.connect(self.file_wanted)
            column.addSpacing(8)
            column.addWidget(self.files)
        self.card: FailureCard | None = None
        if message.state is MessageState.FAILED and message.note:
            column.addSpacing(10)
            self._show_card(way_on, offers=last)

    def _show_card(self, way_on: WayOn | None, *, offers: bool) -> None:
        if self.card is not None:
            self.card.hide()
            self.card.deleteLater()
        self.card = FailureCard(self._theme, self.message.note, way_on, None, offers=offers)
        self.card.retry_wanted.connect(self.retry_wanted)
        self.card.way_wanted.connect(self.way_wanted)
        self._column.addWidget(self.card)

    def retire(self) -> None:
        """Another message follows: what could be done after a failure is past."""
        if self.card is not None:
            self._show_card(None, offers=False)

    @override
    def unfold(self) -> None:
        self.words.unfold()

    @override
    def source(self) -> str:
        return self.message.text

    @override
    def deeds(self) -> Sequence[Deed]:
        identity = self.message.id
        return (
            Deed("ph.pencil-simple", "Edit Message", lambda: self.edit_wanted.emit(identity)),
            Deed("ph.copy", "Copy Message", self.copy),
            Deed("ph.git-branch", "Fork from Here", lambda: self.fork_wanted.emit(identity)),
        )


class Answer(MessageFrame):
    """What the model said, and how it ended.

    Args:
        scene: theme, doors and names.
        message: the answer; an empty one for an answer that is about to come.

    Signals:
        link: a link was followed.
        retry_wanted: the last message should be sent again.
        regenerate_wanted: the answer's id, lane and model to ask again; '' for those of now.
        fork_wanted: the answer's id; a new session should begin after it.
        save_wanted: text that should go to the Journal.
        way_wanted: the owner chose a way on after a failure.
        answered: a question's id, and whether the owner allows it.
    """

    link = Signal(QUrl)
    retry_wanted = Signal()
    regenerate_wanted = Signal(str, str, str)
    fork_wanted = Signal(str)
    save_wanted = Signal(str)
    way_wanted = Signal(object)
    answered = Signal(str, bool)

    def __init__(self, scene: Scene, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(scene.theme, "surface", corner=QPoint(0, -3), parent=parent)
        self._scene = scene
        self.message = message
        keep_still(self)
        self._last = True
        self._live = False
        self.foot: AnswerFoot | None = None
        self.questions: list[QuestionCard] = []
        _as_tall_as_needed(self)
        theme, time = scene.theme, message_time(message.at, scene.now())
        self._name = Line(theme, "", Style.SMALL_BOLD)
        self._time = time
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self._name)
        head.addWidget(Line(theme, time, Style.CAPTION, "text3"))
        head.addStretch(1)
        self.body = AnswerBody(theme, scene.jobs, self)
        self.body.link.connect(self.link)
        self._asking = QWidget(self)
        cards = QVBoxLayout(self._asking)
        cards.setContentsMargins(0, 10, 0, 4)
        cards.setSpacing(10)
        self._asking.hide()
        self._cards = cards
        self._wait = QWidget(self)
        self._wait.setFixedHeight(FOOT_HEIGHT)
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
        self._column.addWidget(self._asking)
        self._column.addWidget(self._wait)
        self._wait.hide()
        self._say_who(message)

    @property
    def text(self) -> str:
        """The answer so far."""
        return self.body.source

    @property
    @override
    def building(self) -> bool:
        return self.body.building

    @override
    def build(self) -> None:
        self.body.build()

    @property
    def doing(self) -> str:
        """What it says that goes on, '' for nothing."""
        return "" if self._wait.isHidden() else self._doing.text

    def _say_who(self, message: Message) -> None:
        """The lane may know only at the end which model it was."""
        name = self._scene.name_of(message)
        self._name.set_text(name)
        self.setAccessibleName(f"{name}, {self._time}")

    def _be_live(self, live: bool) -> None:
        """While more comes the room of the foot is kept: nothing moves when the answer ends."""
        if self._live != live:
            self._live = live
            policy = self._wait.sizePolicy()
            policy.setRetainSizeWhenHidden(live)
            self._wait.setSizePolicy(policy)

    def show_all(self, text: str, tools: Iterable[ToolUse]) -> None:
        """Shows the whole text and its tool lines, while more may come."""
        self._be_live(True)
        self.body.set_live(True)
        self.body.show_all(text, tools)

    def splice(self, at: int, piece: str) -> None:
        """From character ``at`` on, the text is now ``piece``."""
        self._wait.hide()
        self._be_live(True)
        self.body.set_live(True)
        self.body.splice(at, piece)

    def use(self, tool: ToolUse) -> None:
        """Shows how far a tool call came."""
        self.body.use(tool)

    def wait(self, doing: str) -> None:
        """Says what goes on while no text comes; '' for nothing."""
        self._doing.set_text(doing)
        self._wait.setVisible(bool(doing))

    def ask(self, questions: Iterable[Question]) -> None:
        """Shows the questions that are open now; those that are over go."""
        wanted = {question.id: question for question in questions}
        for card in list(self.questions):
            if wanted.pop(card.question.id, None) is None:
                self.questions.remove(card)
                card.hide()
                card.deleteLater()
        for question in wanted.values():
            card = QuestionCard(self._theme, question, self._asking)
            card.answered.connect(self.answered)
            self._cards.addWidget(card)
            card.show()
            self.questions.append(card)
        self._asking.setVisible(bool(self.questions))
        self.body.set_live(self._live and not self.questions)

    def end(
        self,
        message: Message,
        way_on: WayOn | None = None,
        *,
        retry_after_s: float | None = None,
        last: bool = True,
    ) -> None:
        """Shows how the answer ended; ``last`` offers what to do about it."""
        self.message, self._last = message, last
        self._say_who(message)
        self._wait.hide()
        self._be_live(False)
        self.ask(())
        self.body.show_all(message.text, message.tools)
        if self.foot is not None:
            self._column.removeWidget(self.foot)
            self.foot.hide()
            self.foot.deleteLater()
            self.foot = None
        if message.state is MessageState.STREAMING:
            return
        whole = last and message.state is MessageState.WHOLE
        if whole or message.usage is not None or message.state is not MessageState.WHOLE:
            self.foot = AnswerFoot(
                self._theme,
                message,
                self._scene.kind_of(message.lane),
                self._all_deeds() if whole else (),
                way_on=way_on,
                retry_after_s=retry_after_s,
                last=last,
                parent=self,
            )
            self.foot.retry_wanted.connect(self.retry_wanted)
            self.foot.way_wanted.connect(self.way_wanted)
            self._column.addWidget(self.foot)
            self.foot.show()  # now, not from the event loop: a hidden widget has no place
        self.renew_actions()

    def retire(self) -> None:
        """Another message follows: what the foot offered is past."""
        self.end(self.message, last=False)

    @override
    def source(self) -> str:
        return self.body.source

    @override
    def deeds(self) -> Sequence[Deed]:
        found = self._all_deeds()
        if self.message.state is MessageState.STREAMING:
            return found[:1]
        in_foot = self._last and self.message.state is MessageState.WHOLE
        if not in_foot:
            return found
        # The foot has a button for each already.
        return tuple(Deed(each.icon, each.verb, each.call, False, each.menu) for each in found)

    def _all_deeds(self) -> tuple[Deed, ...]:
        identity = self.message.id
        return (
            Deed("ph.copy", "Copy Answer", self.copy),
            Deed("ph.arrow-clockwise", "Regenerate", menu=self._fill_regenerate),
            Deed("ph.book-bookmark", "Save to Journal", self._save),
            Deed("ph.git-branch", "Fork from Here", lambda: self.fork_wanted.emit(identity)),
        )

    def _fill_regenerate(self, menu: QMenu) -> None:
        again = menu.addAction("With the Lane of This Session")
        again.triggered.connect(lambda: self._regenerate("", ""))
        menu.addSeparator()
        self._scene.fill_lanes(menu, self._regenerate)

    def _regenerate(self, lane: str, model: str) -> None:
        self.regenerate_wanted.emit(self.message.id, lane, model)

    def _save(self) -> None:
        self.save_wanted.emit(self.body.source)


def opening(identity: str, asked: Message) -> Message:
    """An answer before its first word."""
    state = MessageState.STREAMING
    return Message(identity, Role.ASSISTANT, "", asked.at, asked.lane, asked.model, state)
