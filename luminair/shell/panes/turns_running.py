"""Turns that are running, by session; they outlive the pane that began them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.lanes.lane import Alive, Began, Question, Text, Withdrawn
from luminair.messages import ToolUse
from luminair.sessions.drafts import Draft
from luminair.shell.failures import sentence
from luminair.turns import Asked, Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.messages import Attachment
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs, Stream
    from luminair.turns import TurnEvent


@dataclass(slots=True)
class Running:
    """One turn on its way.

    Attributes:
        session: whose turn.
        prompt: as typed.
        attachments: the files that go with it.
        instead_of: the message that it replaces with all after it, or ''.
        own: whether it came from the session's composer, whose draft is spent with it.
        asked: set once the owner's message is on disk.
        text: the answer so far, as it came home.
        tools: the tool calls so far, by id, in the order they began.
        questions: what the model asks leave for and the owner has not answered, by id.
        doing: what the lane says it is doing, or ''.
        stopping: whether it was asked to stop.
        over: set by the last event.
        failure: a sentence where the turn could not even begin, or ''.
    """

    session: str
    prompt: str
    attachments: tuple[Attachment, ...] = ()
    instead_of: str = ""
    own: bool = False
    asked: Asked | None = None
    text: str = ""
    tools: dict[str, ToolUse] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    doing: str = ""
    stopping: bool = False
    over: Ended | None = None
    failure: str = ""


LATEST = 8
"""Turns that are over and still known: with each all that was sent is kept."""


class RunningTurns(QObject):
    """Starts and stops turns, and tells panes and sidebar what happens.

    Signals:
        began: a turn of this session was started (its id).
        asked: the owner's message is on disk and the lane is asked.
        grew: session, place and piece: from this character on, the answer is now this piece.
        used: session and a tool call that began or moved on.
        changed: something else about the turn changed (what it is doing, questions, stopping).
        waiting_changed: other sessions than before wait for the owner.
        ended: session; the turn is over, and ``last`` still knows it.
    """

    began = Signal(str)
    asked = Signal(str)
    grew = Signal(str, int, str)
    used = Signal(str, object)
    changed = Signal(str)
    waiting_changed = Signal()
    ended = Signal(str)

    def __init__(self, desk: Desk, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._jobs = jobs
        self._running: dict[str, Running] = {}
        self._streams: dict[str, Stream] = {}
        self._last: dict[str, Running] = {}
        self._moves: dict[str, int] = {}
        self._after: dict[str, list[Callable[[], None]]] = {}

    def of(self, session: str) -> Running | None:
        """The running turn of a session."""
        return self._running.get(session)

    def last(self, session: str) -> Running | None:
        """The turn that ended last in this session; None once ``LATEST`` others ended since."""
        return self._last.get(session)

    def moves(self, session: str) -> int:
        """Changes when messages come to a session: what was read before is old then."""
        return self._moves.get(session, 0)

    def sessions(self) -> frozenset[str]:
        """Sessions with a running turn."""
        return frozenset(self._running)

    def waiting(self) -> frozenset[str]:
        """Sessions in which the model waits for the owner's answer."""
        return frozenset(each.session for each in self._running.values() if each.questions)

    def start(
        self,
        session: str,
        prompt: str,
        *,
        instead_of: str = "",
        attachments: Sequence[Attachment] = (),
        own: bool = False,
    ) -> bool:
        """Starts a turn; False where one is running already."""
        if session in self._running:
            return False
        files = tuple(attachments)
        running = Running(session, prompt, files, instead_of, own)
        self._running[session] = running
        self._streams[session] = self._jobs.stream(
            lambda: self._desk.run_turn(session, prompt, instead_of=instead_of, attachments=files),
            each=lambda events: self._take(running, events),
            ended=lambda error: self._end(running, error),
            owner=self,
        )
        self.began.emit(session)
        return True

    def stop(self, session: str) -> None:
        """Asks a turn to stop; what came is kept."""
        running = self._running.get(session)
        if running is None or running.stopping:
            return
        running.stopping = True
        self._streams[session].stop()
        self._close_questions(running)
        self.changed.emit(session)

    def when_over(self, session: str, call: Callable[[], None]) -> None:
        """Calls once no turn of this session runs, and all of the last one is on disk."""
        if session in self._running:
            self._after.setdefault(session, []).append(call)
        else:
            call()

    def answer(self, session: str, question: str, *, allow: bool) -> None:
        """Answers what the model asked leave for; an answer that comes too late does nothing."""
        running = self._running.get(session)
        if running is None or running.questions.pop(question, None) is None:
            return
        self._jobs.run(lambda: self._desk.answer(session, question, allow=allow))
        self.changed.emit(session)
        self.waiting_changed.emit()

    def _take(self, running: Running, events: list[TurnEvent]) -> None:
        at, pieces = len(running.text), list[str]()
        for event in events:
            match event:
                case Text(delta):
                    pieces.append(delta)
                    continue
                case Withdrawn(characters):
                    whole = running.text[:at] + "".join(pieces)
                    kept = max(len(whole) - characters, 0)
                    at, pieces = min(at, kept), [whole[min(at, kept) : kept]]
                    continue
                case _:
                    pass
            # The order of text and everything else is part of the answer.
            self._grow(running, at, pieces)
            at, pieces = len(running.text), []
            self._take_other(running, event)
        self._grow(running, at, pieces)

    def _grow(self, running: Running, at: int, pieces: list[str]) -> None:
        piece = "".join(pieces)
        if not piece and at == len(running.text):
            return
        running.text = running.text[:at] + piece
        running.doing = ""
        self._close_questions(running)
        self.grew.emit(running.session, at, piece)

    def _take_other(self, running: Running, event: TurnEvent) -> None:
        match event:
            case Asked():
                running.asked = event
                self._move(running.session)
                self._spend(running)
                self.asked.emit(running.session)
            case Ended():
                running.over = event
            case Began():
                self._do(running, "")
            case Alive(doing):
                self._do(running, doing)
            case ToolUse(id=identity):
                running.tools[identity] = event
                self._do(running, "")
                self.used.emit(running.session, event)
            case Question(id=identity):
                running.questions[identity] = event
                running.doing = ""
                self.changed.emit(running.session)
                self.waiting_changed.emit()
            case _:
                pass

    def _move(self, session: str) -> None:
        self._moves[session] = self.moves(session) + 1

    def _spend(self, running: Running) -> None:
        """The draft on disk is spent, wherever the pane that sent it is by now."""
        if not running.own:
            return
        library, prompt, files = self._desk.library, running.prompt, running.attachments

        def work() -> None:
            draft = library.draft(running.session)
            if (draft.text, draft.attachments) == (prompt, files):
                library.save_draft(running.session, Draft(queue=draft.queue))

        self._jobs.run(work, queue="vault")

    def _do(self, running: Running, doing: str) -> None:
        if doing != running.doing:
            running.doing = doing
            self.changed.emit(running.session)

    def _close_questions(self, running: Running) -> None:
        """Text after a question means that it is over: a turn that waits says nothing."""
        if running.questions:
            running.questions.clear()
            self.changed.emit(running.session)
            self.waiting_changed.emit()

    def _end(self, running: Running, error: BaseException | None) -> None:
        if error is not None:
            running.failure = sentence(error)
        asked = bool(running.questions)
        running.questions.clear()
        self._running.pop(running.session, None)
        self._streams.pop(running.session, None)
        self._last.pop(running.session, None)
        self._last[running.session] = running
        while len(self._last) > LATEST:
            del self._last[next(iter(self._last))]
        self._move(running.session)
        self.ended.emit(running.session)
        if asked:
            self.waiting_changed.emit()
        for call in self._after.pop(running.session, ()):
            call()
