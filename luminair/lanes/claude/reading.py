"""What Claude Code writes during one turn, turned into events (protocols.md 4.2)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.lanes.child.answer import Answer
from luminair.lanes.child.words import one_line, refused, shortened
from luminair.lanes.claude.tools import detail, plain_name, title
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Event,
    Failed,
    Forgot,
    Kept,
)
from luminair.lanes.wire import number, obj, objects, word
from luminair.messages import ToolState, ToolUse, Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.messages import Json

TITLE = "Claude Code"
LOGIN = "claude"

_SYNTHETIC = "<synthetic>"
_STATUS = re.compile(r"\((\d{3})\)|API Error: (\d{3})\b")
_WAITS = {
    "rate_limit": "a limit is reached",
    "overloaded": "the model is overloaded",
    "authentication_failed": "the login was refused",
    "server_error": "the server failed",
}


class Reading:
    """Reads the lines of one turn.

    Args:
        cost_before: what the process had cost before this turn, in US dollars: it sums up.

    Attributes:
        handle: the conversation's id, once the agent has said it.
        cost: what the process has cost in all by now.
        ended: the turn's last word, None while it goes on.
        window: tokens that the model takes and keeps for its answer, once known.
    """

    def __init__(self, cost_before: float = 0.0) -> None:
        self.handle = ""
        self.cost = cost_before
        self.ended: Done | Failed | None = None
        self.window = (0, 0)
        self._before = cost_before
        self._answer = Answer()
        self._tools: dict[str, ToolUse] = {}
        self._model = ""
        self._begun = False
        self._spoke = False
        self._blocked = ""

    def take(self, line: Json) -> list[Event]:
        """What one line brings; any line is at least a sign of life."""
        kind = word(line, "type")
        if kind == "result":
            return self._result(line)
        if line.get("parent_tool_use_id"):  # a helper of its own: not the answer
            return [Alive("A helper is at work…")]
        match kind:
            case "system":
                return self._system(line)
            case "stream_event":
                return self._streamed(obj(line, "event"))
            case "assistant":
                return self._whole(obj(line, "message"))
            case "user":
                return self._results(obj(line, "message")) or [Alive()]
            case _:
                return [Alive()]

    def _system(self, line: Json) -> list[Event]:
        match word(line, "subtype"):
            case "init":
                self.handle = word(line, "session_id") or self.handle
                self._model = word(line, "model") or self._model
                return [Kept(self.handle)] if self.handle else [Alive()]
            case "api_retry":
                why = _WAITS.get(word(line, "error"), "no answer yet")
                attempt, most = number(line, "attempt"), number(line, "max_retries")
                return [Alive(f"Trying again ({attempt} of {most}): {why}…")]
            case "compact_boundary":
                return [Forgot()]
            case "status" if word(line, "status") == "compacting":
                return [Alive("Compacting the conversation…")]
            case "informational" if line.get("prevent_continuation") is True:
                self._blocked = word(line, "content")
            case _:
                pass
        return [Alive()]

    def _streamed(self, event: Json) -> list[Event]:
        match word(event, "type"):
            case "message_start":
                # A new message while a text is open: the stream broke and the model is asked anew.
                return [*self._answer.withdraw(), *self._begin(obj(event, "message"))]
            case "content_block_start":
                self._answer.keep()
            case "content_block_delta":
                return self._delta(obj(event, "delta"))
            case _:
                pass
        return [Alive()]

    def _delta(self, delta: Json) -> list[Event]:
        match word(delta, "type"):
            case "text_delta":
                self._spoke = True
                return self._answer.grow(word(delta, "text")) or [Alive()]
            case "thinking_delta":
                return [Alive("Thinking…")]
            case _:
                return [Alive()]

    def _begin(self, message: Json) -> list[Event]:
        if self._begun:
            return [Alive()]
        self._begun = True
        return [Began(word(message, "model"))]

    def _whole(self, message: Json) -> list[Event]:
        """A finished message, or a part of one: the real text, and tool calls."""
        if word(message, "model") == _SYNTHETIC:
            return [Alive()]  # the agent's own words about a failure; `result` has them too
        events = self._begin(message)
        for block in objects(message, "content"):
            match word(block, "type"):
                case "text":
                    self._spoke = True
                    events += self._answer.settle(word(block, "text"))
                case "tool_use":
                    events.append(self._call(block))
                case _:
                    pass
        return events

    def _call(self, block: Json) -> ToolUse:
        name, given = word(block, "name"), obj(block, "input")
        use = ToolUse(
            id=word(block, "id"),
            name=plain_name(name),
            title=title(name, given),
            detail=detail(name, given),
            at=self._answer.length,
        )
        self._tools[use.id] = use
        return use

    def _results(self, message: Json) -> list[Event]:
        events: list[Event] = []
        for block in objects(message, "content"):
            use = self._tools.get(word(block, "tool_use_id"))
            if word(block, "type") != "tool_result" or use is None:
                continue
            failed = block.get("is_error") is True
            state = ToolState.FAILED if failed else ToolState.DONE
            done = replace(use, state=state, result=shortened(_text(block)))
            self._tools[use.id] = done
            events.append(done)
        return events

    def _result(self, line: Json) -> list[Event]:
        self._answer.keep()
        events: list[Event] = []
        said = word(line, "result")
        good = line.get("is_error") is False
        if good and said and not self._spoke and not self._blocked:
            events += self._answer.settle(said)  # a command of the agent's own, such as /cost
            self._spoke = True
        usage = self._usage(line)
        if usage is not None:
            events.append(usage)
        self.ended = self._verdict(line, said, good=good)
        return events

    def _verdict(self, line: Json, said: str, *, good: bool) -> Done | Failed:
        """Judged by ``is_error``: ``subtype`` says 'success' for a refused key too."""
        if good and (self._spoke or self._tools):
            return Done()
        if good:
            why = f': "{one_line(self._blocked)}"' if self._blocked else ""
            return Failed(
                f"{TITLE} did not answer, because a hook of its own blocked this prompt or ended "
                f"the turn{why}; look at its hooks, or say it in other words."
            )
        errors = line.get("errors")
        listed = (
            [each for each in errors if isinstance(each, str)] if isinstance(errors, list) else []
        )
        said = said or (listed[0] if listed else "")
        found = _STATUS.search(said)
        status = number(line, "api_error_status") or int((found and (found[1] or found[2])) or 0)
        if not status and word(line, "subtype") == "error_max_turns":
            return Failed(
                f"{TITLE} stopped at its limit of rounds; say 'go on' to let it continue."
            )
        return refused(TITLE, LOGIN, status, said)

    def _usage(self, line: Json) -> Usage | None:
        """What this turn used. The sums of the process are worked back to the turn.

        The cost is what the same would cost at the API's prices; a subscription is billed
        otherwise.
        """
        total = line.get("total_cost_usd")
        if isinstance(total, (int, float)) and not isinstance(total, bool):
            self.cost = float(total)
        self._learn(obj(line, "modelUsage"))
        used = obj(line, "usage")
        cached = number(used, "cache_read_input_tokens")
        kept = number(used, "cache_creation_input_tokens")
        read = number(used, "input_tokens") + kept + cached
        written = number(used, "output_tokens")
        cost = self.cost - self._before
        if not read and not written and cost <= 0:
            return None
        return Usage(read, cached, written, cost if cost > 0 else None, kept)

    def _learn(self, models: Mapping[str, object]) -> None:
        for name in models:
            if name == self._model or not self._model:
                found = obj(models, name)
                self.window = (number(found, "contextWindow"), number(found, "maxOutputTokens"))


def _text(block: Json) -> str:
    """The text of a tool's result: a text, or a list of blocks."""
    content = block.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(word(each, "text") for each in objects(block, "content"))
