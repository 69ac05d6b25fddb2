"""Embeds notes in the background while the app runs, and keeps the model loaded.

The work itself is the Journal's (``Journal.embeddings``); here are only its pace and its pauses.
A step is a few passages, done on the pool behind ``jobs``; between two of them there is room for
a prompt, which Ollama would let wait behind a batch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from luminair.errors import EmbeddingFailed, LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from datetime import datetime

    from luminair.journal import EmbeddingProgress, EmbeddingStatus, Journal
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

START_MS: Final = 3000
"""After the window has opened: its first frames come first."""
STEP_MS: Final = 30
IDLE_MS: Final = 4000
ASIDE_MS: Final = 30_000
TROUBLE_MS: Final = 60_000
PROMPT_MS: Final = 3000
WARMED_EVERY: Final = timedelta(minutes=15)
"""The model stays loaded for 30 minutes after it was last asked."""


_Moment: TypeAlias = "tuple[Journal, str, int]"
"""Of a vault: the model and the index's generation."""


@dataclass(frozen=True, slots=True)
class EmbeddingState:
    """How the work stands, for the window.

    Attributes:
        status: how far the vectors are; None before the first look.
        running: whether notes are being embedded.
        done: notes embedded since the work began.
        total: notes that lacked vectors then.
        said: why it cannot go on, a sentence, or ''.
        advice: which model suits the vault, a sentence, or ''.
        paused: the owner stopped it.
    """

    status: EmbeddingStatus | None = None
    running: bool = False
    done: int = 0
    total: int = 0
    said: str = ""
    advice: str = ""
    paused: bool = False


class Backfill:
    """The work of one vault after the other, a step at a time; one thread at a time, no Qt.

    Args:
        journal: opens the vault; raises LuminairError where it cannot.
        now: the clock, aware.
    """

    def __init__(self, journal: Callable[[], Journal], now: Callable[[], datetime]) -> None:
        self._journal = journal
        self._now = now
        self._steps: Generator[EmbeddingProgress, None, None] | None = None
        self._of: tuple[Journal, str] | None = None
        self._seen: _Moment | None = None
        self._finished: _Moment | None = None
        self._warmed: datetime | None = None
        self._state = EmbeddingState()

    def go(self, *, active: bool, work: bool = True) -> EmbeddingState:
        """Takes one step, or looks whether there is anything to do.

        Args:
            active: the owner is at the app, so the model is worth keeping loaded.
            work: False ends the work, keeping what is done, and only looks.
        """
        try:
            journal = self._journal()
            embeddings = journal.embeddings()
            if not work or self._of != (journal, embeddings.model):
                self._end()
            if self._steps is None:
                self._look(journal, embeddings.model)
                status = self._state.status
                if work and status is not None and status.model and self._lacks(status):
                    self._steps, self._of = embeddings.run(), (journal, embeddings.model)
                elif active and status is not None and status.embedded:
                    self._keep_warm(embeddings.warm)
            if self._steps is not None:
                self._step(self._steps)
        except LuminairError as error:
            self._steps = self._seen = None
            self._state = replace(self._state, running=False, said=str(error))
        return self._state

    def _end(self) -> None:
        steps, self._steps = self._steps, None
        if steps is not None:
            self._seen = None
            steps.close()

    def _look(self, journal: Journal, model: str) -> None:
        seen = (journal, model, journal.generation)
        if self._seen == seen and not self._state.said:
            return
        embeddings = journal.embeddings()
        status = embeddings.status()
        self._state = EmbeddingState(status, advice=embeddings.advice())
        self._seen = seen

    def _lacks(self, status: EmbeddingStatus) -> bool:
        """Whether a run has something to do; a note that it had to pass over is no reason."""
        return status.lacking > 0 and self._seen != self._finished

    def _step(self, steps: Generator[EmbeddingProgress, None, None]) -> None:
        step = next(steps, None)
        if step is None:
            self._steps = self._seen = None
            self._warmed = self._now()
            if self._of is not None:
                self._look(*self._of)
            self._finished = self._seen
            return
        self._state = replace(self._state, running=True, done=step.done, total=step.total, said="")

    def _keep_warm(self, warm: Callable[[], None]) -> None:
        now = self._now()
        if self._warmed is not None and now - self._warmed < WARMED_EVERY:
            return
        self._warmed = now  # also where it fails: not at every look
        try:
            warm()
        except EmbeddingFailed as error:
            self._state = replace(self._state, said=str(error))


class EmbeddingWorker(QObject):
    """Drives a :class:`Backfill` through the pool.

    Attributes:
        state: how it stands.

    Signals:
        changed: ``state`` is another.
    """

    changed = Signal()

    def __init__(self, jobs: Jobs, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = EmbeddingState()
        self._jobs = jobs
        self.now = desk.now
        self._work = Backfill(lambda: desk.journal, desk.now)
        self._at_work = self._again = False
        self._wanted = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go)

    def start(self) -> None:
        """Begins to look after the vault, once the window has drawn itself."""
        self._wanted = True
        self._timer.start(START_MS)

    def look(self) -> None:
        """Looks at once how it stands: Settings has been opened, or something was changed."""
        self._go()

    def pause(self) -> None:
        """Stops after the step that runs; nothing is lost."""
        self._set(replace(self.state, paused=True, running=False))
        self._timer.stop()
        self._go()

    def resume(self) -> None:
        """Goes on, also where the work was never started."""
        self._wanted = True
        self._set(replace(self.state, paused=False))
        self._go()

    def make_room(self) -> None:
        """A prompt is being sent: the next step waits a little, so that it need not."""
        if self._timer.isActive() and self._timer.remainingTime() < PROMPT_MS:
            self._timer.start(PROMPT_MS)

    def _go(self) -> None:
        if self._at_work:
            self._again = True
            return
        self._at_work, self._again = True, False
        active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        work = self._wanted and not self.state.paused
        self._jobs.run(
            lambda: self._work.go(active=active, work=work),
            done=lambda state: self._went(state, active=active),
            failed=self._broke,
            owner=self,
        )

    def _went(self, state: EmbeddingState, *, active: bool) -> None:
        self._at_work, again = False, self._again
        paused = self.state.paused
        self._set(replace(state, paused=paused, running=state.running and not paused))
        if again:
            self._go()
            return
        if not self._wanted or paused:
            return
        pause = IDLE_MS if active else ASIDE_MS
        if state.said:
            pause = TROUBLE_MS
        elif state.running:
            pause = STEP_MS
        self._timer.start(pause)

    def _broke(self, error: Exception) -> None:
        """A fault of ours is told and logged like any other; the work rests until it is wanted."""
        self._at_work = False
        self._set(replace(self.state, running=False))
        raise error

    def _set(self, state: EmbeddingState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit()
