"""The talk of one pane: sending, stopping, retrying, editing, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.messages import Message, MessageState, Role
from luminair.shell.parts.announce import announce

if TYPE_CHECKING:
    from luminair.sessions.transcript import Transcript
    from luminair.shell.panes.composer import Composer
    from luminair.shell.panes.transcript_view import TranscriptView
    from luminair.shell.panes.turns_running import Running, RunningTurns

EDITING = (
    "Editing an earlier message. Sending replaces it and all that follows; the file keeps both."
)
WAITING = "Waiting for the first words"


class Talk(QObject):
    """Joins a transcript view and a composer to the running turns of their session.

    Signals:
        changed: whether a turn runs, or what it is doing, changed.
        sent: the owner's message is on disk; the draft is spent.
        over: a turn of this session ended.
        moved: any session's turn ended, so the list of sessions is old.
    """

    changed = Signal()
    sent = Signal()
    over = Signal()
    moved = Signal()

    def __init__(
        self, turns: RunningTurns, view: TranscriptView, composer: Composer, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._turns, self._view, self._composer = turns, view, composer
        self._transcript: Transcript | None = None
        self._editing = ""
        self._replacing = ""
        view.edit_wanted.connect(self.edit)
        view.retry_wanted.connect(self.retry)
        composer.send_wanted.connect(self.send)
        composer.stop_wanted.connect(self.stop)
        composer.recall_wanted.connect(self._recall)
        composer.edit_ended.connect(self._end_edit)
        turns.asked.connect(self._asked)
        turns.grew.connect(self._grew)
        turns.changed.connect(self._doing)
        turns.ended.connect(self._ended)

    @property
    def running(self) -> Running | None:
        """The turn that runs in this session."""
        return self._turns.of(self._id)

    @property
    def _id(self) -> str:
        return "" if self._transcript is None else self._transcript.id

    def show(self, transcript: Transcript | None) -> None:
        """Turns to another session."""
        self._transcript = transcript
        self._editing = self._replacing = ""
        if transcript is not None:
            self._view.show_messages(transcript.messages, self.running)

    def send(self, text: str) -> None:
        """Sends a message; the composer is emptied once it is on disk."""
        if not text.strip():
            return
        editing, self._editing = self._editing, ""
        self._start(text, editing)

    def stop(self) -> None:
        """Asks the running turn to stop."""
        self._turns.stop(self._id)

    def retry(self) -> None:
        """Sends the last message again; what came of it gives way."""
        last = self._last_asked()
        if last is not None:
            self._start(last.text, last.id)

    def edit(self, identity: str) -> None:
        """Puts an earlier message back into the composer; sending replaces it."""
        message = None if self._transcript is None else self._transcript.message(identity)
        if message is None:
            return
        self._editing = identity
        self._composer.edit.set_text(message.text)
        self._composer.say(EDITING)
        self._composer.take_focus()

    def _start(self, text: str, instead_of: str) -> None:
        if self._transcript is None or self.running is not None:
            return
        self._replacing = instead_of
        self._composer.say("")
        self._turns.start(self._id, text, instead_of=instead_of)
        self.changed.emit()

    def _last_asked(self) -> Message | None:
        messages = () if self._transcript is None else self._transcript.messages
        return next((each for each in reversed(messages) if each.role is Role.USER), None)

    def _recall(self) -> None:
        last = self._last_asked()
        if last is not None and self.running is None:
            self.edit(last.id)

    def _end_edit(self) -> None:
        if self._editing:
            self._editing = ""
            self._composer.clear()

    def _asked(self, session: str) -> None:
        running = self.running
        if session != self._id or running is None or running.asked is None:
            return
        if self._composer.text.strip() == running.prompt.strip():
            self._composer.clear()
            self.sent.emit()
        asked = running.asked
        self._view.add_asked(asked.message, asked.answer, self._replacing)
        self._view.wait(WAITING)
        self._replacing = ""
        announce(self._view, "Reply started")
        self.changed.emit()
        self.moved.emit()

    def _grew(self, session: str, text: str) -> None:
        if session == self._id:
            self._view.grow(text)

    def _doing(self, session: str) -> None:
        running = self.running
        if session != self._id or running is None:
            return
        waiting = "" if running.text else WAITING
        self._view.wait("Stopping" if running.stopping else running.doing or waiting)
        self.changed.emit()

    def _ended(self, session: str) -> None:
        self.moved.emit()
        last = self._turns.last(session)
        if session != self._id or last is None:
            return
        if last.failure:
            self._composer.say(last.failure)
        over = last.over
        if last.asked is not None:
            message = self._answer_of(last)
            if message is not None:
                announce(self._view, message.note or "Reply finished")
                self._view.end_live(message, None if over is None else over.way_on)
        elif over is not None and over.message.role is Role.USER:
            self._view.add_failed(over.message)
        self.changed.emit()
        self.over.emit()

    def _answer_of(self, last: Running) -> Message | None:
        """The answer as it stands on disk; after a stop no event brings it home."""
        if last.over is not None:
            return last.over.message
        if last.asked is None or self._transcript is None:
            return None
        found = self._transcript.message(last.asked.answer)
        return None if found is None or found.state is MessageState.STREAMING else found
