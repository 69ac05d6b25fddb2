"""``codex exec``: one process a turn, for a Codex without an app-server (protocols.md 5.1).

An answer comes whole here, not word by word.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.lanes.child.answer import Answer
from luminair.lanes.child.words import one_line
from luminair.lanes.codex.items import kind_of, tool_use
from luminair.lanes.codex.reading import TITLE, difference, failed
from luminair.lanes.lane import Alive, Began, Done, Event, Failed, Kept
from luminair.lanes.wire import number, obj, word

if TYPE_CHECKING:
    from luminair.lanes.lane import Request
    from luminair.messages import Json

_NAMES = {
    "inputTokens": "input_tokens",
    "cachedInputTokens": "cached_input_tokens",
    "cacheWriteInputTokens": "cache_write_input_tokens",
    "outputTokens": "output_tokens",
}


def arguments(request: Request, sandbox: str) -> list[str]:
    """The arguments after ``codex``; the prompt goes by standard input."""
    given = ["exec", "--json", "--skip-git-repo-check", "-s", sandbox]
    if request.model:
        given += ["-m", request.model]
    server = request.server
    if server is not None:
        at = f"mcp_servers.{server.name}"
        entry = {
            "command": server.command,
            "args": list(server.arguments),
            "env": dict(server.environment),
        }
        given += ["-c", f"{at}={_toml(entry)}"]
    return [*given, "resume", request.handle, "-"] if request.handle else [*given, "-"]


def _toml(value: object) -> str:
    """A value as TOML writes it in one line; texts are as in JSON."""
    match value:
        case dict():
            pairs = (f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items())
            return "{" + ", ".join(pairs) + "}"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:
            return json.dumps(value)


class ExecReading:
    """Reads the lines of one turn.

    Args:
        before: the thread's sums before this turn, None where nobody knows them: what a turn
            used is only said as a sum.

    Attributes:
        handle: the thread's id, once it was said.
        total: the thread's sums after the turn, None until they are said.
        ended: the turn's last word, None while it goes on.
    """

    def __init__(self, before: Json | None) -> None:
        self.handle = ""
        self.total: Json | None = None
        self.ended: Done | Failed | None = None
        self._before = before
        self._answer = Answer()
        self._began = False

    def take(self, line: Json) -> list[Event]:
        """What one line brings; any line is at least a sign of life."""
        match word(line, "type"):
            case "thread.started":
                self.handle = word(line, "thread_id")
                return [Kept(self.handle)]
            case "item.started" | "item.updated":
                return self._item(obj(line, "item"), completed=False)
            case "item.completed":
                return self._item(obj(line, "item"), completed=True)
            case "error":
                return [Alive(f"Trying again: {one_line(word(line, 'message'))}…")]
            case "turn.completed":
                return self._completed(obj(line, "usage"))
            case "turn.failed":
                self.ended = failed(obj(line, "error"))
            case _:
                pass
        return [Alive()]

    def _item(self, item: Json, *, completed: bool) -> list[Event]:
        kind = kind_of(item)
        if kind == "error":
            return [Alive()]  # a warning: the turn may well succeed
        events: list[Event] = [] if self._began else [Began()]
        self._began = True
        if kind == "agent_message":
            return [*events, *(self._answer.settle(word(item, "text")) if completed else ())]
        use = tool_use(item, self._answer.length, completed=completed)
        return [*events, use if use is not None else Alive()]

    def _completed(self, usage: Json) -> list[Event]:
        self.total = {ours: number(usage, theirs) for ours, theirs in _NAMES.items()}
        if not self._began:
            self.ended = Failed(
                f"{TITLE} did not answer, because a hook of its own blocked this prompt; look at "
                "its hooks, or say it in other words."
            )
            return [Alive()]
        self.ended = Done()
        used = None if self._before is None else difference(self.total, self._before)
        return [used] if used is not None else [Alive()]
