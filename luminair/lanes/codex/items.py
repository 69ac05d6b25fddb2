"""Codex's items that are tool calls, as people read them; both its forms of names are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.lanes.child.words import shortened
from luminair.lanes.lane import Question
from luminair.lanes.titles import titled, tool_title
from luminair.lanes.wire import number, obj, objects, word
from luminair.messages import ToolState, ToolUse

if TYPE_CHECKING:
    from luminair.messages import Json

_STATES = {
    "inProgress": ToolState.RUNNING,
    "in_progress": ToolState.RUNNING,
    "completed": ToolState.DONE,
}
# The app-server says commandExecution where exec says command_execution.
_KINDS = {
    "command_execution": "commandExecution",
    "file_change": "fileChange",
    "mcp_tool_call": "mcpToolCall",
    "web_search": "webSearch",
}


def kind_of(item: Json) -> str:
    """An item's kind by the app-server's name."""
    kind = word(item, "type")
    return _KINDS.get(kind, kind)


def tool_use(item: Json, at: int, *, completed: bool) -> ToolUse | None:
    """The call that an item is, None where it is something else.

    Args:
        item: as Codex sends it.
        at: where in the answer it stands, in characters.
        completed: whether it has ended; a web search has no state of its own.
    """
    usual = ToolState.DONE if completed else ToolState.RUNNING
    state = _STATES.get(word(item, "status"), ToolState.FAILED) if word(item, "status") else usual
    identity = word(item, "id")
    match kind_of(item):
        case "commandExecution":
            command = word(item, "command")
            output = word(item, "aggregatedOutput") or word(item, "aggregated_output")
            failing = number(item, "exitCode") or number(item, "exit_code")
            if failing and state is ToolState.DONE:
                state = ToolState.FAILED
            title = titled("Run", command)
            return ToolUse(identity, "command", title, command, state, shortened(output), at)
        case "fileChange":
            paths = ", ".join(word(each, "path") for each in objects(item, "changes"))
            return ToolUse(identity, "files", titled("Change", paths), changes(item), state, "", at)
        case "mcpToolCall" | "dynamicToolCall":
            name, given = word(item, "tool"), obj(item, "arguments")
            detail = json.dumps(given, ensure_ascii=False, indent=2)
            title = tool_title(name, given)
            return ToolUse(identity, name, title, detail, state, shortened(_result(item)), at)
        case "webSearch":
            query = word(item, "query")
            return ToolUse(
                identity, "web_search", titled("Search the web", query), query, state, "", at
            )
        case _:
            return None


def changes(item: Json) -> str:
    """What a change of files changes: each path with its difference."""
    parts = [f"{word(each, 'path')}\n{word(each, 'diff')}" for each in objects(item, "changes")]
    return "\n".join(part.rstrip() for part in parts)


def _result(item: Json) -> str:
    error = word(obj(item, "error"), "message") or word(item, "error")
    if error:
        return error
    blocks = objects(obj(item, "result"), "content") or objects(item, "contentItems")
    return "\n".join(word(each, "text") for each in blocks)


# --- Questions ---------------------------------------------------------------------------------


def question(identity: str, method: str, given: Json, changed: Json) -> Question | None:
    """The question that a request of Codex's is, None where it is another request.

    Args:
        identity: of the request.
        method: its method.
        given: its parameters.
        changed: the item of the files that it would change; an empty one where it is not known.
    """
    match method:
        case "item/commandExecution/requestApproval":
            lines = [word(given, "command"), word(given, "reason")]
            detail = "\n".join(line for line in lines if line)
            return Question(identity, "command", "Codex wants to run a command.", detail)
        case "item/fileChange/requestApproval":
            detail = "\n".join(part for part in (changes(changed), word(given, "reason")) if part)
            return Question(identity, "files", "Codex wants to change files.", detail)
        case "item/permissions/requestApproval":
            detail = json.dumps(obj(given, "permissions"), ensure_ascii=False, indent=2)
            reason = word(given, "reason")
            return Question(
                identity,
                "permissions",
                "Codex wants more rights for this turn.",
                f"{reason}\n{detail}" if reason else detail,
            )
        case "mcpServer/elicitation/request":
            meta = obj(given, "_meta")
            if word(meta, "codex_approval_kind") != "mcp_tool_call":
                return None
            tool = word(meta, "tool_name")
            detail = json.dumps(obj(meta, "tool_params"), ensure_ascii=False, indent=2)
            return Question(
                identity,
                tool,
                f"Codex wants to use '{tool}' of '{word(given, 'serverName')}'.",
                detail,
            )
        case _:
            return None


def reply(method: str, given: Json, *, leave: bool) -> dict[str, object]:
    """The result that answers such a request."""
    match method:
        case "item/permissions/requestApproval":
            granted = {key: each for key, each in obj(given, "permissions").items() if each}
            return {"permissions": granted if leave else {}, "scope": "turn"}
        case "mcpServer/elicitation/request":
            content: dict[str, object] | None = {} if leave else None
            return {"action": "accept" if leave else "decline", "content": content, "_meta": None}
        case _:
            return {"decision": "accept" if leave else "decline"}
