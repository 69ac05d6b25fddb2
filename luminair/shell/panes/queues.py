"""Messages that wait behind a running answer, by session; they outlive the pane too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from luminair.messages import MessageState
from luminair.sessions.drafts import Queued

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.queue_view import QueueView
    from luminair.shell.panes.turns_running import RunningTurns

AFTER_QUIT = "These messages were waiting when Luminair quit."
AFTER_STOP = "You stopped the answer, so these messages wait."
AFTER_FAILURE = "The answer did not come to its end, so these messages wait."


class Queues(QObject):
    """Keeps each session's queue, and sends the next message when an answer is whole.

    A stop or a failure holds the queue until the owner says to go on: what waits was written
    for an answer that never came.

    Signals:
        changed: the queue of this session changed, or whether it is held.
    """

    changed = Signal(str)

    def __init__(
        self, desk: Desk, jobs: Jobs, turns: RunningTurns, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk, self._jobs, self._turns = desk, jobs, turns
        self._waiting: dict[str, list[Queued]] = {}
        self._held: dict[str, str] = {}
        self._sent: dict[str, Queued] = {}
        self._open: dict[str, Queued] = {}
        turns.asked.connect(self._asked)
        turns.ended.connect(self._ended)

    def of(self, session: str) -> tuple[Queued, ...]:
        """What waits, in the order in which it will be sent."""
        return tuple(self._waiting.get(session, ()))

    def held(self, session: str) -> str:
        """Why the queue waits for the owner, as a sentence; '' where it goes on by itself."""
        return self._held.get(session, "") if self._waiting.get(session) else ""

    def restore(self, session: str, queue: Sequence[Queued]) -> None:
        """Takes up what a draft on disk held; what this window knows already counts for more."""
        if session in self._waiting or not queue:
            return
        self._waiting[session] = list(queue)
        self._held[session] = AFTER_QUIT
        self.changed.emit(session)

    def add(self, session: str, message: Queued) -> None:
        """Puts a message at the end."""
        self._waiting.setdefault(session, []).append(message)
        self._keep(session)

    def reword(self, session: str, at: int, text: str) -> None:
        """Gives a message other words; without words and files it goes."""
        waiting = self._waiting.get(session, [])
        if not 0 <= at < len(waiting):
            return
        files = waiting[at].attachments
        self._exchange(session, at, [Queued(text, files)] if text.strip() or files else [])

    def remove(self, session: str, at: int) -> None:
        """Takes one message away."""
        if 0 <= at < len(self.of(session)):
            self._exchange(session, at, [])

    def _exchange(self, session: str, at: int, put: Sequence[Queued]) -> None:
        self._open.pop(session, None)
        self._waiting[session][at : at + 1] = put
        self._keep(session)
        self._go_on(session)

    def edit(self, session: str, at: int) -> None:
        """The owner is at this message: it is not sent until it is changed or left."""
        waiting = self.of(session)
        if 0 <= at < len(waiting):
            self._open[session] = waiting[at]

    def leave(self, session: str) -> None:
        """The owner has left the message as it was."""
        self._open.pop(session, None)
        self._go_on(session)

    def send(self, session: str) -> None:
        """Lets a held queue go on: now, or when the running answer is whole."""
        self._held.pop(session, None)
        self.changed.emit(session)
        self._go_on(session)

    def _go_on(self, session: str) -> None:
        waiting = self._waiting.get(session)
        if not waiting or self._held.get(session) or self._turns.of(session) is not None:
            return
        if self._open.get(session) is waiting[0]:
            return
        first = waiting[0]
        self._sent[session] = first
        self._turns.start(session, first.text, attachments=first.attachments)

    def _asked(self, session: str) -> None:
        """The message is on disk, so it waits no more."""
        sent = self._sent.pop(session, None)
        waiting = self._waiting.get(session, [])
        if sent is not None and waiting and waiting[0] is sent:
            del waiting[0]
            self._keep(session)

    def _ended(self, session: str) -> None:
        self._sent.pop(session, None)
        last = self._turns.last(session)
        if not self._waiting.get(session) or last is None or self._held.get(session):
            return
        over = last.over
        if over is not None and over.message.state is MessageState.WHOLE:
            self._go_on(session)
            return
        self._held[session] = AFTER_STOP if last.stopping else AFTER_FAILURE
        self.changed.emit(session)

    def _keep(self, session: str) -> None:
        waiting = self._waiting.get(session, [])
        if not waiting:
            self._held.pop(session, None)
        queue, library = tuple(waiting), self._desk.library
        self._jobs.run(lambda: library.save_queue(session, queue), queue="vault")
        self.changed.emit(session)


class ShownQueue(QObject):
    """Shows the queue of a pane's session above its composer, and does what is asked there.

    Args:
        queues: the queues of all sessions.
        turns: running turns of all sessions.
        view: shows it.
        session: the pane's session of the moment.
    """

    def __init__(
        self,
        queues: Queues,
        turns: RunningTurns,
        view: QueueView,
        session: Callable[[], str],
    ) -> None:
        super().__init__(view)
        self._queues, self._turns, self._view, self._session = queues, turns, view, session
        queues.changed.connect(self._changed)
        view.edit_begun.connect(lambda at: queues.edit(session(), at))
        view.left.connect(lambda: queues.leave(session()))
        view.changed.connect(lambda at, text: queues.reword(session(), at, text))
        view.removed.connect(lambda at: queues.remove(session(), at))
        view.send_wanted.connect(lambda: queues.send(session()))

    def show(self) -> None:
        """Shows what waits now."""
        session = self._session()
        running = self._turns.of(session) is not None
        self._view.show_queue(self._queues.of(session), self._queues.held(session), running=running)

    @Slot(str)
    def _changed(self, session: str) -> None:
        if session == self._session():
            self.show()
