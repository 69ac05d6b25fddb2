"""What the hosts of our hook say and want to hear: Claude Code, Codex, Gemini CLI (spec 12).

All three pass an event as one JSON object on standard input and take context back in one form;
they differ in names and in what an empty answer is.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

CLIENTS: Final = ("claude", "codex", "gemini")

MOST_BYTES: Final = 9_500
"""Of one answer's text in UTF-8. Claude Code puts a preview in the place of more than 10,000
UTF-16 units, Codex cuts the middle out of more than 10,000 bytes."""

LONGEST_PROMPT: Final = 60_000
"""Characters of a prompt that are looked at: of a longer one its beginning and its end."""

# What Gemini CLI puts before the prompt: the context that a hook gave at the session's start.
_GIVEN: Final = re.compile(r"\A\s*<hook_context>.*?</hook_context>\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a host.

    Attributes:
        client: one of ``CLIENTS``.
        name: as the host calls it; its answer must bear the same name.
        moment: 'start', 'prompt', 'lost' (the conversation is folded now), 'end', or '' for an
            event that is none of ours.
        source: of a start: startup, resume, fork, clear or compact.
        session: ``claude:<id>`` and the like; '' where the host named none.
        folder: the project's folder, or ''.
        prompt: the person's words, at most ``LONGEST_PROMPT`` of them.
        transcript: the host's own file of the conversation, or ''.
        subagent: whether a helper that the agent started is meant.
        printing: whether the host runs without a person at it, as far as it says so.
    """

    client: str
    name: str
    moment: str
    source: str = ""
    session: str = ""
    folder: str = ""
    prompt: str = ""
    transcript: str = ""
    subagent: bool = False
    printing: bool = False

    @property
    def forgets(self) -> bool:
        """Whether the conversation holds nothing of what was given before."""
        return self.moment == "start" and self.source not in {"resume", "fork"}


_MOMENTS: Final = {
    "SessionStart": "start",
    "SubagentStart": "start",
    "UserPromptSubmit": "prompt",
    "BeforeAgent": "prompt",
    "PreCompress": "lost",
    "SessionEnd": "end",
}


def read_event(data: bytes, client: str, environ: Mapping[str, str]) -> Event | None:
    """The event in these bytes; None where they hold none.

    Args:
        data: standard input, whole.
        client: as the installed command names it, or '' where it names none.
        environ: of the hook's process.
    """
    try:
        told = json.loads(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    name = _text(told, "hook_event_name")
    host = client if client in CLIENTS else _guessed(told, environ)
    identity = _text(told, "session_id").strip()
    folder = environ.get("CLAUDE_PROJECT_DIR", "") if host == "claude" else ""
    return Event(
        client=host,
        name=name,
        moment=_MOMENTS.get(name, ""),
        source=_text(told, "source"),
        session=f"{host}:{identity}" if identity else "",
        folder=folder or _text(told, "cwd"),
        prompt=_prompt(_text(told, "prompt"), host),
        transcript=_text(told, "transcript_path"),
        subagent=name == "SubagentStart" or bool(told.get("agent_id")),
        printing=host == "claude" and environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk"),
    )


def _guessed(told: Mapping[str, object], environ: Mapping[str, str]) -> str:
    """Which host it is, by what only one of them says."""
    if "turn_id" in told:
        return "codex"
    if "timestamp" in told or told.get("hook_event_name") == "BeforeAgent":
        return "gemini"
    if "prompt_id" in told or environ.get("CLAUDECODE"):
        return "claude"
    return "codex" if "model" in told else "claude"


def _text(told: Mapping[str, object], name: str) -> str:
    """A text of the event, in valid Unicode; JSON may hold halves of a character."""
    value = told.get(name)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _prompt(prompt: str, client: str) -> str:
    if client == "gemini":
        while found := _GIVEN.match(prompt):
            prompt = prompt[found.end() :]
    if len(prompt) > LONGEST_PROMPT:
        half = LONGEST_PROMPT // 2
        prompt = f"{prompt[:half]}\n{prompt[-half:]}"
    return prompt


def answer(client: str, name: str, text: str) -> bytes:
    """What is printed for a host; nothing, or nothing but ``{}``, where there is no text.

    Codex and Claude Code take no output for consent. Gemini CLI shows the person whatever is not
    JSON.
    """
    if not text or not name:
        return b"{}\n" if client == "gemini" else b""
    told = {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
