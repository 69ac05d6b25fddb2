"""What Codex's app-server sends during one turn, turned into events (protocols.md 5.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.lanes.child.answer import Answer
from luminair.lanes.child.words import one_line, refused
from luminair.lanes.codex.items import kind_of, tool_use
from luminair.lanes.lane import Alive, Began, Done, Event, Failed, Forgot
from luminair.lanes.wire import number, obj, word
from luminair.messages import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.messages import Json

TITLE = "Codex"
LOGIN = "codex login"

_STATUS = re.compile(r"\bstatus:? (\d{3})\b")
# What its own names for failures would be as a status of HTTP.
_KINDS = {
    "unauthorized": 401,
    "usageLimitExceeded": 429,
    "rateLimitExceeded": 429,
    "serverOverloaded": 529,
    "modelNotFound": 404,
    "internalServerError": 500,
    "badRequest": 400,
    "contextWindowExceeded": 400,
}
_OURS = frozenset({"userMessage", "hookPrompt"})
"""Items that are what went in, and no sign of the model."""


class Reading:
    """Reads the notifications of one turn.

    Args:
        thread: the thread's id; what belongs to another is a helper's.
        model: which model answers, or ''.

    Attributes:
        turn: the turn's id, '' until it is known.
        ended: the turn's last word, None while it goes on.
        window: tokens that the model takes, 0 until it is known.
        files: the last change of files that was begun, by its id.
    """

    def __init__(self, thread: str, model: str = "") -> None:
        self.turn = ""
        self.ended: Done | Failed | None = None
        self.window = 0
        self.files: dict[str, Json] = {}
        self._thread = thread
        self._model = model
        self._answer = Answer()
        self._began = False
        self._before: Json | None = None
        self._total: Json = {}

    def take(self, method: str, given: Json) -> list[Event]:
        """What one notification brings; any is at least a sign of life."""
        if word(given, "threadId") not in {self._thread, ""}:
            return [Alive("A helper is at work…")]
        match method:
            case "item/started":
                return self._item(obj(given, "item"), completed=False)
            case "item/completed":
                return self._item(obj(given, "item"), completed=True)
            case "item/agentMessage/delta":
                return [*self._begin(), *self._answer.grow(word(given, "delta"))] or [Alive()]
            case "item/reasoning/summaryTextDelta" | "item/reasoning/textDelta":
                return [*self._begin(), Alive("Thinking…")]
            case "error" if given.get("willRetry") is True:
                # The text so far belongs to an attempt that broke.
                said = one_line(word(obj(given, "error"), "message"))
                return [*self._answer.withdraw(), Alive(f"Trying again: {said}…")]
            case _:
                return self._about_turn(method, given)

    def _about_turn(self, method: str, given: Json) -> list[Event]:
        match method:
            case "turn/started":
                self.turn = word(obj(given, "turn"), "id")
            case "turn/completed":
                return self._completed(obj(given, "turn"))
            case "thread/tokenUsage/updated" if word(given, "turnId") in {self.turn, ""}:
                # Resuming a thread says once more what its last turn used.
                self._use(obj(given, "tokenUsage"))
            case "thread/compacted":
                return [Forgot()]
            case _:
                pass
        return [Alive()]

    def _begin(self) -> list[Event]:
        if self._began:
            return []
        self._began = True
        return [Began(self._model)]

    def _item(self, item: Json, *, completed: bool) -> list[Event]:
        kind = kind_of(item)
        if kind in _OURS:
            return [Alive()]
        events = self._begin()
        if kind == "agentMessage":
            if not completed:
                return [*events, *self._answer.withdraw(), Alive()]
            return [*events, *self._answer.settle(word(item, "text"))]
        if kind == "contextCompaction" and completed:
            return [*events, Forgot()]
        if kind == "fileChange":
            self.files[word(item, "id")] = item
        use = tool_use(item, self._answer.length, completed=completed)
        return [*events, use if use is not None else Alive()]

    def _use(self, usage: Json) -> None:
        """Keeps the thread's sums as they were before this turn and as they are now.

        ``last`` is one request to the model, of which a turn with tools has several (measured).
        """
        total, last = obj(usage, "total"), obj(usage, "last")
        if self._before is None:
            self._before = {key: number(total, key) - number(last, key) for key in total}
        self._total = total
        self.window = number(usage, "modelContextWindow") or self.window

    def _completed(self, turn: Json) -> list[Event]:
        self._answer.keep()
        usage = difference(self._total, self._before or {})
        self.ended = self._verdict(turn, word(turn, "status"))
        return [usage] if usage is not None else [Alive()]

    def _verdict(self, turn: Json, status: str) -> Done | Failed:
        if status == "completed" and self._began:
            return Done()
        if status == "completed":
            return Failed(
                f"{TITLE} did not answer, because a hook of its own blocked this prompt; look at "
                "its hooks, or say it in other words."
            )
        if status == "interrupted":
            return Failed(f"{TITLE} broke this answer off; what came is kept, and you can go on.")
        return failed(obj(turn, "error"))


def failed(error: Json) -> Failed:
    """The sentence for an error of Codex's."""
    said = word(error, "message")
    info = error.get("codexErrorInfo")
    status = _KINDS.get(info, 0) if isinstance(info, str) else 0
    if isinstance(info, dict):
        status = next((number(obj(info, key), "httpStatusCode") for key in info), 0)
    found = _STATUS.search(said)
    return refused(TITLE, LOGIN, status or int(found[1] if found else 0), said)


def difference(total: Json, before: Mapping[str, object]) -> Usage | None:
    """What was used between two sums; None where that is nothing."""
    read, cached, written, kept = (
        max(number(total, key) - number(before, key), 0)
        for key in ("inputTokens", "cachedInputTokens", "outputTokens", "cacheWriteInputTokens")
    )
    return Usage(read, cached, written, None, kept) if read or written else None
