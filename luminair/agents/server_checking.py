"""Tries the Journal's MCP server as a coding agent would start it, and judges what it says.

The words are those of the agent's own settings, the environment as bare as an app that was started
from Finder has. It is asked for what a client asks first, and must answer before Codex's first
turn, which does not wait.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from luminair.agents.mcp import VERSIONS
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_MS: Final = 1_000.0
MOST_TEXT: Final = 2_048
"""Bytes of a description, which Claude Code cuts there."""
_PATIENCE_S: Final = 10.0
_ANSWERS: Final = 2
_PASSED_ON: Final = ("HOME", "LUMINAIR_HOME", "LUMINAIR_VAULT", "XDG_DATA_HOME", "TMPDIR")
_ASKED: Final[tuple[dict[str, object], ...]] = (
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": VERSIONS[-1],
            "capabilities": {},
            "clientInfo": {"name": "luminair-journal status", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
)


@dataclass(frozen=True, slots=True)
class TriedServer:
    """What the server did.

    Attributes:
        ms: from its start until it had named its tools, milliseconds.
        tools: the names of its tools.
        problem: what a client would not like about it, a sentence, or ''.
    """

    ms: float
    tools: tuple[str, ...] = ()
    problem: str = ""


def try_server(entry: Mapping[str, object], environ: Mapping[str, str]) -> TriedServer:
    """Starts the server of a settings entry, asks it for its tools, and ends it.

    Args:
        entry: with ``command`` and ``args``.
        environ: of this process; little of it is passed on.
    """
    words = [str(entry.get("command", "")), *_texts(entry.get("args"))]
    bare = {name: environ[name] for name in _PASSED_ON if environ.get(name)}
    given = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in _ASKED)
    began = time.perf_counter()
    try:
        child = subprocess.Popen(  # noqa: S603 the agent's own settings name it
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**bare, "PATH": os.defpath, "LC_ALL": "C"},
        )
    except OSError as error:
        reason = (error.strerror or "the system refused it").lower()
        return TriedServer(0, problem=f"'{words[0]}' cannot be started ({reason}).")
    try:
        out = _answers(child, given.encode(), began + _PATIENCE_S)
    finally:
        ms = (time.perf_counter() - began) * 1000
        child.kill()
        child.communicate()
    if out is None:
        return TriedServer(ms, problem=f"It did not answer within {_PATIENCE_S:.0f} s.")
    tools, problem = _judged(out)
    if not problem and ms > MOST_MS:
        problem = f"It took {ms / 1000:.1f} s; Codex's first turn does not wait so long."
    return TriedServer(ms, tools, problem)


def _answers(child: subprocess.Popen[bytes], given: bytes, until: float) -> bytes | None:
    """What it prints until it has answered both questions or ended; None where it is too late."""
    if child.stdin is None or child.stdout is None:
        return b""
    with suppress(BrokenPipeError):
        child.stdin.write(given)
        child.stdin.flush()
    out = b""
    while out.count(b"\n") < _ANSWERS:
        left = until - time.perf_counter()
        if left <= 0 or not select.select([child.stdout], [], [], left)[0]:
            return None
        piece = os.read(child.stdout.fileno(), 1 << 16)
        if not piece:
            break
        out += piece
    return out


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _judged(out: bytes) -> tuple[tuple[str, ...], str]:
    try:
        told = {each["id"]: each["result"] for each in map(json.loads, out.splitlines())}
        hints = str(told[1]["instructions"])
        tools: Sequence[Mapping[str, object]] = told[2]["tools"]
        names = tuple(str(each["name"]) for each in tools)
        texts = [hints, *(str(each["description"]) for each in tools)]
    except (ValueError, KeyError, TypeError):
        return (), "What it answers is not what an MCP client reads."
    if not names:
        return (), "It offers no tools."
    long = [text for text in texts if len(text.encode()) > MOST_TEXT]
    return names, "One of its descriptions is cut by Claude Code." if long else ""
