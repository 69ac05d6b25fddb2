"""Turns that are running, by session; they outlive the pane that began them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.lanes.lane import Alive, Began, Text
from luminair.shell.failures import sentence
from luminair.turns import Asked, Ended

if TYPE_CHECKING:
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs, Stream
    from luminair.turns import TurnEvent


@dataclass(slots=True)
class Running:
    """One turn on its way.

    Attributes:
        session: whose turn.
        prompt: as typed.
        asked: set once the owner's message is on disk.
        pieces: text that has come home so far.
        doing: what the lane says it is doing, or ''.
        stopping: whether it was asked to stop.
        over: set by the last event.
        failure: a sentence where the turn could not even begin, or ''.
    """

    session: str
    prompt: str
    asked: Asked | None = None
    pieces: list[str] = field(default_factory=list)
    doing: str = ""
    stopping: bool = False
    over: Ended | None = None
    failure: str = ""

    @property
    def text(self) -> str:
        """The answer so far, as it came home."""
        return "".join(self.pieces)


class RunningTurns(QObject):
    """Starts and stops turns, and tells panes and sidebar what happens.

    Signals:
        began: a turn of this session was started (its id).
        asked: the owner's message is on disk and the lane is asked.
        grew: session and the piece of text that came.
        changed: something else about the turn changed (what it is doing, stopping).
        ended: session; the turn is over, and ``last`` still knows it.
    """

    began = Signal(str)
    asked = Signal(str)
    grew = Signal(str, str)
    changed = Signal(str)
    ended = Signal(str)

    def __init__(self, desk: Desk, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._jobs = jobs
        self._running: dict[str, Running] = {}
        self._streams: dict[str, Stream] = {}
        self._last: dict[str, Running] = {}

    def of(self, session: str) -> Running | None:
        """The running turn of a session."""
        return self._running.get(session)

    def last(self, session: str) -> Running | None:
        """The turn that ended last in this session since the app began."""
        return self._last.get(session)

    def sessions(self) -> frozenset[str]:
        """Sessions with a running turn."""
        return frozenset(self._running)

    def start(self, session: str, prompt: str, *, instead_of: str = "") -> bool:
        """Starts a turn; False where one is running already."""
        if session in self._running:
            return False
        running = Running(session, prompt)
        self._running[session] = running
        self._streams[session] = self._jobs.stream(
            lambda: self._desk.run_turn(session, prompt, instead_of=instead_of),
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
        self.changed.emit(session)

    def _take(self, running: Running, events: list[TurnEvent]) -> None:
        pieces: list[str] = []
        for event in events:
            match event:
                case Text(delta):
                    pieces.append(delta)
                case Asked():
                    running.asked = event
                    self.asked.emit(running.session)
                case Ended():
                    running.over = event
                case Began():
                    self._do(running, "")
                case Alive(doing):
                    self._do(running, doing)
                case _:
                    pass
        if pieces:
            text = "".join(pieces)
            running.pieces.append(text)
            running.doing = ""
            self.grew.emit(running.session, text)

    def _do(self, running: Running, doing: str) -> None:
        if doing != running.doing:
            running.doing = doing
            self.changed.emit(running.session)

    def _end(self, running: Running, error: BaseException | None) -> None:
        if error is not None:
            running.failure = sentence(error)
        self._running.pop(running.session, None)
        self._streams.pop(running.session, None)
        self._last[running.session] = running
        self.ended.emit(running.session)
