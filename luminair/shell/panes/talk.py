"""The talk of one pane: sending, stopping, retrying, editing, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.messages import Message, MessageState, Role, ToolState
from luminair.sessions.drafts import Draft, Queued
from luminair.shell.parts.announce import announce

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.messages import Attachment, ToolUse
    from luminair.sessions.transcript import Transcript
    from luminair.shell.panes.attaching import Attaching
    from luminair.shell.panes.composer import Composer
    from luminair.shell.panes.queues import Queues
    from luminair.shell.panes.transcript_view import TranscriptView
    from luminair.shell.panes.turns_running import Running, RunningTurns

WAITING = "Waiting for the first words"
GOING_ON = "Waiting for what comes next"
BUSY = "This session is still answering; stop it first, or send this when it has ended."


def editing_words(after: int) -> str:
    """What sending an edited message will do."""
    more = "" if not after else f" and the {after} that follow it" if after > 1 else (
        " and the one that follows it"
    )  # fmt: skip
    return f"Editing a message. Sending replaces it{more}; the file keeps them. Esc leaves it."


class Talk(QObject):
    """Joins a transcript view and a composer to the running turns of their session.

    Signals:
        kept: what was kept of the message that is on its way (``Captured``).
        changed: whether a turn runs, or what it is doing, changed.
        sent: what stood in the composer is on its way or was exchanged; keep the draft.
        over: a turn of this session ended.
        moved: any session's turn ended, so the list of sessions is old.
    """

    kept = Signal(object)
    changed = Signal()
    sent = Signal()
    over = Signal()
    moved = Signal()

    def __init__(
        self,
        turns: RunningTurns,
        queues: Queues,
        view: TranscriptView,
        composer: Composer,
        files: Attaching,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._turns, self._queues, self._view = turns, queues, view
        self._composer, self._files = composer, files
        self._transcript: Transcript | None = None
        self._editing = ""
        self._aside: Queued | None = None
        view.edit_wanted.connect(self.edit)
        view.retry_wanted.connect(self.retry)
        view.answered.connect(self.answer)
        composer.send_wanted.connect(self.send)
        composer.stop_wanted.connect(self.stop)
        composer.recall_wanted.connect(self.edit_last)
        composer.edit_ended.connect(self._end_edit)
        turns.asked.connect(self._asked)
        turns.grew.connect(self._grew)
        turns.used.connect(self._used)
        turns.changed.connect(self._doing)
        turns.ended.connect(self._ended)

    @property
    def running(self) -> Running | None:
        """The turn that runs in this session."""
        return self._turns.of(self._id)

    @property
    def draft(self) -> Draft:
        """All that the owner has typed and not sent."""
        return Draft(
            self._composer.text,
            self._composer.edit.textCursor().position(),
            self._files.files,
            self._queues.of(self._id),
            self._editing,
            self._aside,
        )

    @property
    def _id(self) -> str:
        return "" if self._transcript is None else self._transcript.id

    def show(self, transcript: Transcript | None, messages: Sequence[Message] = ()) -> None:
        """Turns to another session."""
        self._transcript = transcript
        self._editing, self._aside = "", None
        self._composer.editing.say("")
        if transcript is not None:
            self._view.show_messages(messages, self.running)

    def take_up(self, draft: Draft) -> None:
        """Goes on where the owner left: text, files, queue, and what was being edited."""
        self._queues.restore(self._id, draft.queue)
        self._files.show(self._id, draft.attachments)
        self._composer.set_draft(draft.text, draft.caret)
        self._editing, self._aside = draft.editing, draft.aside
        if self._editing and self._after(self._editing) is None:
            self._keep_words()
        elif self._editing:
            self._say_editing()

    def send(self, text: str, files: Sequence[Attachment] | None = None) -> None:
        """Sends a message, or queues it while an answer comes.

        Args:
            text: as typed.
            files: what goes with it; the composer's own where not given.
        """
        attached = self._files.files if files is None else tuple(files)
        own = files is None
        if not text.strip() and not attached:
            return
        if own and self._files.reading:
            self._composer.say("A file is still being read; send again in a moment.")
            return
        if self.running is None:
            self._start(text, self._editing if own else "", attached, own=own)
        elif own and self._editing:
            self._composer.say(BUSY)
        else:
            self._queues.add(self._id, Queued(text, attached))
            if own:
                self._empty(None)

    def stop(self) -> None:
        """Asks the running turn to stop."""
        self._turns.stop(self._id)

    def answer(self, question: str, allow: bool) -> None:
        """Answers what the model asked leave for."""
        self._turns.answer(self._id, question, allow=allow)

    def retry(self) -> None:
        """Sends the last message again; what came of it gives way."""
        last = self._last_asked()
        if last is not None:
            self._start(last.text, last.id, last.attachments)

    def regenerate(self, answer: str) -> None:
        """Asks again for an answer.

        The last one at once; an earlier one once the owner has seen what would go with it.
        """
        messages = self._view.messages
        at = next((at for at, each in enumerate(messages) if each.id == answer), 0)
        asked = next((each for each in reversed(messages[:at]) if each.role is Role.USER), None)
        if asked is None:
            return
        if asked is self._last_asked():
            self.retry()
        else:
            self.edit(asked.id)

    def edit(self, identity: str) -> None:
        """Puts an earlier message back into the composer; sending replaces it."""
        message = next((each for each in self._view.messages if each.id == identity), None)
        if message is None:
            return
        if self.running is not None:
            self._composer.say(BUSY)
            return
        if not self._editing and (self._composer.text or self._files.files):
            self._aside = Queued(self._composer.text, self._files.files)
        self._editing = identity
        self._composer.set_draft(message.text)
        self._files.put(message.attachments)
        self._composer.say("")
        self._say_editing()
        self._composer.take_focus()
        self.sent.emit()

    def edit_last(self) -> None:
        """Edits the owner's last message."""
        last = self._last_asked()
        if last is not None:
            self.edit(last.id)

    def _say_editing(self) -> None:
        self._composer.editing.say(editing_words(self._after(self._editing) or 0))

    def _after(self, identity: str) -> int | None:
        """How many messages stand after this one; None where it is not there."""
        ids = [each.id for each in self._view.messages]
        return len(ids) - ids.index(identity) - 1 if identity in ids else None

    def _start(
        self, text: str, instead_of: str, files: Sequence[Attachment], *, own: bool = False
    ) -> None:
        if self._transcript is None:
            return
        if self.running is not None:
            self._composer.say(BUSY)
            return
        self._composer.say("")
        self._turns.start(self._id, text, instead_of=instead_of, attachments=files, own=own)
        self.changed.emit()

    def _last_asked(self) -> Message | None:
        return next(
            (each for each in reversed(self._view.messages) if each.role is Role.USER), None
        )

    def _empty(self, put: Queued | None) -> None:
        """The composer's words are on their way; what had to make room for them comes back."""
        self._editing, self._aside = "", None
        self._composer.editing.say("")
        self._composer.set_draft("" if put is None else put.text)
        self._files.put(() if put is None else put.attachments)
        self.sent.emit()

    def _keep_words(self) -> None:
        """The message that was being edited is gone: the words stay, and so does what made way."""
        aside, self._editing, self._aside = self._aside, "", None
        self._composer.editing.say("")
        if aside is not None:
            both = "\n\n".join(part for part in (self._composer.text, aside.text) if part)
            self._composer.set_draft(both)
            self._files.put(self._files.files + aside.attachments)
        self.sent.emit()

    def _end_edit(self) -> None:
        if self._editing:
            self._empty(self._aside)

    def _asked(self, session: str) -> None:
        running = self.running
        if session != self._id or running is None or running.asked is None:
            return
        spent = (self._composer.text, self._files.files) == (running.prompt, running.attachments)
        if running.own and spent:
            self._empty(self._aside)
        asked = running.asked
        self._view.add_asked(asked.message, asked.answer, running.instead_of)
        if self._editing and self._after(self._editing) is None:
            self._keep_words()
        self.kept.emit(asked.kept)
        self._view.wait(WAITING)
        announce(self._view, "Reply started")
        self.changed.emit()
        self.moved.emit()

    def _grew(self, session: str, at: int, piece: str) -> None:
        if session == self._id:
            self._view.splice(at, piece)

    def _used(self, session: str, tool: ToolUse) -> None:
        if session == self._id:
            self._view.use(tool)
            self._view.wait("" if tool.state is ToolState.RUNNING else GOING_ON)

    def _doing(self, session: str) -> None:
        running = self.running
        if session != self._id or running is None:
            return
        before = self._view.question
        self._view.ask(running.questions.values())
        card = self._view.question
        if card is not None and card is not before:
            announce(self._view, f"{card.question.title}. The answer waits for you.")
        quiet = running.text or running.tools or running.questions
        waiting = "" if quiet else WAITING
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
                way_on = None if over is None else over.way_on
                wait_s = None if over is None else over.retry_after_s
                self._view.end_live(message, way_on, wait_s)
        elif over is not None and over.message.role is Role.USER:
            self._view.add_failed(over.message, over.way_on, last.instead_of)
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
