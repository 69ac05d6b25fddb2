"""What Gemini CLI writes during one turn, turned into events (protocols.md 6)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.lanes.child.answer import Answer
from luminair.lanes.child.words import one_line, refused, shortened
from luminair.lanes.lane import Alive, Began, Done, Event, Failed, Kept
from luminair.lanes.titles import tool_title
from luminair.lanes.wire import number, obj, parsed, word
from luminair.messages import ToolState, ToolUse, Usage

if TYPE_CHECKING:
    from luminair.messages import Json

TITLE = "Gemini CLI"
LOGIN = "gemini"

_RETRY = re.compile(r"Attempt (\d+) failed(?: with status (\d+))?")
_API_ERROR = re.compile(r"\[API Error: (.*)\]", re.DOTALL)
_OURS = re.compile(r"^mcp_[^_]+_(?=\w)")
_TITLES = {
    "read_file": ("Read", "file_path"),
    "write_file": ("Write", "file_path"),
    "replace": ("Change", "file_path"),
    "run_shell_command": ("Run", "command"),
    "list_directory": ("List files", "dir_path"),
    "glob": ("List files", "pattern"),
    "grep_search": ("Search files", "pattern"),
    "search_file_content": ("Search files", "pattern"),
    "google_web_search": ("Search the web", "query"),
    "web_fetch": ("Open", "prompt"),
}


class Reading:
    """Reads the lines of one turn.

    Attributes:
        ended: the turn's last word, None while it goes on.
    """

    def __init__(self) -> None:
        self.ended: Done | Failed | None = None
        self._answer = Answer()
        self._tools: dict[str, ToolUse] = {}
        self._model = ""
        self._began = False
        self._warned = ""

    def complaint(self, line: str) -> list[Event]:
        """A line of standard error: the only sign of life while it tries again."""
        found = _RETRY.search(line)
        if found is None:
            return [Alive()]
        why = f", status {found[2]}" if found[2] else ""
        return [Alive(f"Trying again (attempt {found[1]} failed{why})…")]

    def take(self, line: Json) -> list[Event]:
        """What one line brings; any line is at least a sign of life."""
        match word(line, "type"):
            case "init":
                self._model = word(line, "model")
                handle = word(line, "session_id")
                return [Kept(handle)] if handle else [Alive()]
            case "message" if word(line, "role") == "assistant":
                return [*self._begin(), *self._answer.grow(word(line, "content"))] or [Alive()]
            case "tool_use":
                return [*self._begin(), self._call(line)]
            case "tool_result":
                return self._called(line) or [Alive()]
            case "error":
                self._warned = word(line, "message")
            case "result":
                return self._result(line)
            case _:
                pass
        return [Alive()]

    def _begin(self) -> list[Event]:
        if self._began:
            return []
        self._began = True
        return [Began(self._model)]

    def _call(self, line: Json) -> ToolUse:
        self._answer.keep()
        full, given = word(line, "tool_name"), obj(line, "parameters")
        name = _OURS.sub("", full)
        use = ToolUse(
            id=word(line, "tool_id"),
            name=name,
            title=tool_title(name, given, _TITLES),
            detail=json.dumps(given, ensure_ascii=False, indent=2),
            at=self._answer.length,
        )
        self._tools[use.id] = use
        return use

    def _called(self, line: Json) -> list[Event]:
        use = self._tools.get(word(line, "tool_id"))
        if use is None:
            return []
        good = word(line, "status") == "success"
        said = word(line, "output") or word(obj(line, "error"), "message")
        state = ToolState.DONE if good else ToolState.FAILED
        return [replace(use, state=state, result=shortened(said))]

    def _result(self, line: Json) -> list[Event]:
        stats = obj(line, "stats")
        read, written = number(stats, "input_tokens"), number(stats, "output_tokens")
        cached = number(stats, "cached")
        self.ended = self._verdict(line, read + written)
        return [Usage(read, cached, written)] if read or written else [Alive()]

    def _verdict(self, line: Json, tokens: int) -> Done | Failed:
        if word(line, "status") != "success":
            return _failed(obj(line, "error"))
        if self._began or tokens:
            return Done()
        # A hook that blocks a prompt makes a success without a token.
        why = f': "{one_line(self._warned)}"' if self._warned else ""
        return Failed(
            f"{TITLE} did not answer, because a hook of its own blocked this prompt{why}; look at "
            "its hooks, or say it in other words."
        )


def _failed(error: Json) -> Failed:
    """The sentence for an error; the API's own stands as JSON inside its message."""
    said = word(error, "message")
    found = _API_ERROR.search(said)
    inner = parsed(found[1]) if found else None
    if inner is None:
        return refused(TITLE, LOGIN, number(error, "code"), said)
    inner = obj(inner, "error") or inner
    return refused(TITLE, LOGIN, number(inner, "code"), word(inner, "message"))


def stopped(code: int | None, complaint: str) -> Failed | None:
    """The sentence for the exit codes that it documents; None for any other."""
    line = next((each for each in complaint.splitlines() if "rror" in each), "")
    quote = f' ("{one_line(line)}")' if line else ""
    match code:
        case 41:
            return refused(TITLE, LOGIN, 401, line)
        case 42:
            return Failed(f"{TITLE} did not take this message{quote}; say it in other words.")
        case 52:
            return Failed(f"{TITLE} finds a fault in its settings{quote}; mend it and try again.")
        case 53:
            return Failed(
                f"{TITLE} stopped at its limit of rounds; say 'go on' to let it continue."
            )
        case _:
            return None
