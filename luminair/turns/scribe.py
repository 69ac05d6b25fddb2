"""Writes one answer down as it comes, and how it ended."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.errors import LuminairError, WriteFailed
from luminair.lanes.lane import Began, Done, Event, Failed, Forgot, Kept, Text, Withdrawn
from luminair.messages import Message, MessageState, ToolState, ToolUse, Usage

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from luminair.sessions.session import Conversation
    from luminair.sessions.transcript import Transcript

STOPPED = "You stopped this answer."
BROKE_OFF = "The answer broke off before its end; what came is kept. Try again to get all of it."


_HEARD = (Began, Text, ToolUse)


class Scribe:
    """Writes one answer down as it comes, and how it ended.

    Args:
        transcript: the session's.
        answer: the id of the answer that grows.
        lane: id of the lane that answers.
        now: the clock, aware.
        conversation: what the lane's own conversation will hold after this turn, its handle
            as known so far; written down once the lane names its handle.
        cost: gives an answer's price in US dollars where the protocol does not.

    Attributes:
        outcome: the lane's last word; a lane that just stops has cut the answer off.
    """

    def __init__(
        self,
        transcript: Transcript,
        answer: str,
        lane: str,
        now: Callable[[], datetime],
        conversation: Conversation,
        cost: Callable[[Usage], float | None],
    ) -> None:
        self._transcript = transcript
        self._answer = answer
        self._lane = lane
        self._now = now
        self._conversation = conversation
        self._cost = cost
        self._usage: Usage | None = None
        self._tools: dict[str, ToolUse] = {}
        self._conversed = False
        self._model = ""
        self.outcome: Done | Failed = Failed(BROKE_OFF)

    def take(self, event: Event) -> Event:
        """Writes down what an event brings; gives it as the window should see it."""
        if self._conversation.handle and not self._conversed and isinstance(event, _HEARD):
            # From here on the lane's own conversation holds this turn, whatever becomes of it.
            self._keep(self._conversation)
        match event:
            case Began(model):
                self._model = model or self._model
            case Text(delta):
                self._transcript.grow(self._answer, delta, self._now())
            case Withdrawn(characters):
                self._transcript.take_back(self._answer, characters, self._now())
            case ToolUse():
                return self._tool(event)
            case Usage():
                return self._use(event)
            case Kept(handle):
                self._keep(replace(self._conversation, handle=handle))
            case Forgot():
                self._keep(replace(self._conversation, system="", given=()))
            case _:
                pass
        return event

    def _tool(self, event: ToolUse) -> ToolUse:
        before = self._tools.get(event.id)
        at = before.at if before else self._transcript.length(self._answer)
        placed = replace(event, at=at)
        self._tools[event.id] = placed
        with suppress(WriteFailed):  # the line stays on the screen; its text is not the answer's
            self._transcript.use_tool(self._answer, placed, self._now())
        return placed

    def _use(self, event: Usage) -> Usage:
        cost = event.cost_usd if event.cost_usd is not None else self._cost(event)
        self._usage = replace(event, cost_usd=cost)
        return self._usage

    def _keep(self, conversation: Conversation) -> None:
        self._conversation = conversation
        if conversation.handle:
            self._conversed = True
            with suppress(WriteFailed):  # then the next turn begins a conversation of its own
                self._transcript.converse(self._lane, conversation)

    def finish(self) -> tuple[Message, Failed | None]:
        """Closes the answer by the lane's last word."""
        match self.outcome:
            case Done():
                return self.close(MessageState.WHOLE, ""), None
            case Failed(sentence):
                return self.close(MessageState.FAILED, sentence), self.outcome

    def close(self, state: MessageState, note: str) -> Message:
        """Closes the answer; a disk that refuses is said in its note and loses nothing shown."""
        for tool in self._tools.values():
            if tool.state is ToolState.RUNNING:
                ended = replace(tool, state=ToolState.FAILED)
                with suppress(WriteFailed):
                    self._transcript.use_tool(self._answer, ended, self._now())
        try:
            self._transcript.end(
                self._answer, state, self._now(), note=note, usage=self._usage, model=self._model
            )
        except WriteFailed as error:
            note = " ".join(part for part in (note, f"This answer is not saved: {error}") if part)
        message = self._transcript.message(self._answer)
        if message is None:
            raise LuminairError("The answer was removed from its session while it was written.")
        return replace(message, note=note)
