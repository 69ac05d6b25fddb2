"""Claude Code's tools, as people read them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.lanes.lane import Question
from luminair.lanes.titles import tool_title
from luminair.lanes.wire import obj, word

if TYPE_CHECKING:
    from luminair.messages import Json

# A tool, the words before what it is used on, and where its input says on what.
_TOOLS = {
    "Bash": ("Run", "command"),
    "Read": ("Read", "file_path"),
    "Write": ("Write", "file_path"),
    "Edit": ("Change", "file_path"),
    "NotebookEdit": ("Change", "notebook_path"),
    "Glob": ("List files", "pattern"),
    "Grep": ("Search files", "pattern"),
    "WebFetch": ("Open", "url"),
    "WebSearch": ("Search the web", "query"),
    "Task": ("Give a part to a helper", "description"),
    "Skill": ("Use a skill", "skill"),
}
_ASKED = {
    "Bash": "Claude wants to run a command.",
    "Write": "Claude wants to write a file.",
    "Edit": "Claude wants to change a file.",
    "NotebookEdit": "Claude wants to change a notebook.",
    "Read": "Claude wants to read a file.",
    "WebFetch": "Claude wants to open a web page.",
    "WebSearch": "Claude wants to search the web.",
    "ExitPlanMode": "Claude has a plan and wants to begin.",
}


def plain_name(tool: str) -> str:
    """A tool's name without its server: ``journal_search`` for ``mcp__journal__journal_search``."""
    return tool.rsplit("__", 1)[-1] if tool.startswith("mcp__") else tool


def title(tool: str, given: Json) -> str:
    """What a call does, in a few words."""
    return tool_title(plain_name(tool), given, _TOOLS)


def detail(tool: str, given: Json) -> str:
    """Exactly what would be done."""
    if tool == "Bash" and set(given) <= {"command", "description"}:
        return word(given, "command")
    return json.dumps(given, ensure_ascii=False, indent=2)


def question(identity: str, asked: Json) -> Question:
    """The question of a ``can_use_tool`` request."""
    tool, given = word(asked, "tool_name"), obj(asked, "input")
    return Question(
        id=identity,
        tool=plain_name(word(asked, "display_name") or tool),
        title=_ASKED.get(tool, f"Claude wants to use {plain_name(tool)}."),
        detail=detail(tool, given),
    )
