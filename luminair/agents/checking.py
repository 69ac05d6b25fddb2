"""Tries the installed hook as its host would, and looks whether it arrives (spec 15).

The commands are taken from the host's own settings and run by a shell, all parts at once, with an
environment as bare as an app that was started from Finder has, in the locale C. What they answer
is judged by the host's own rules.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from luminair.agents.hook import DEADLINE_S
from luminair.agents.hook_hosts import MOST_BYTES
from luminair.agents.hook_work import PROBE
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MARK: Final = b"Luminair Journal"
"""With these words each of our answers begins."""

_PASSED_ON: Final = ("HOME", "LUMINAIR_HOME", "LUMINAIR_VAULT", "XDG_DATA_HOME", "TMPDIR")
_PATH: Final = "/usr/bin:/bin:/usr/sbin:/sbin"
_HOST_PATIENCE_S: Final = 5.0
_SEARCHED_BYTES: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Tried:
    """One command, tried once.

    Attributes:
        event: of the host.
        part: which of the event's commands, from 1.
        ms: until it ended.
        bytes: of the text for the model, in UTF-8.
        text: that text; '' for none.
        problem: a sentence, '' where all is well.
    """

    event: str
    part: int
    ms: float
    bytes: int
    text: str
    problem: str


def probe_session(client: str, number: int) -> str:
    """The host's own id of a session that leaves nothing behind."""
    return f"{PROBE}-{client}-{number}"


def try_commands(
    commands: Mapping[str, Sequence[str]],
    *,
    session: str,
    folder: str,
    prompt: str,
    environ: Mapping[str, str],
) -> list[Tried]:
    """Runs the commands of a session's start and of a prompt, in that order.

    Args:
        commands: by event, as they stand in the host's settings.
        session: the host's own id, see :func:`probe_session`.
        folder: the project.
        prompt: to be answered.
        environ: what of it a host would pass on is passed on.
    """
    bare = {name: environ[name] for name in _PASSED_ON if name in environ}
    bare |= {"PATH": _PATH, "LC_ALL": "C"}
    found: list[Tried] = []
    for event in ("SessionStart", "UserPromptSubmit", "BeforeAgent"):
        told = {
            "session_id": session,
            "transcript_path": "",
            "cwd": folder,
            "hook_event_name": event,
            "source": "startup",
            "prompt": prompt,
        }
        given = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
        found += _run_all(event, commands.get(event, ()), given, bare, folder)
    return found


def _run_all(
    event: str, commands: Sequence[str], given: bytes, environ: Mapping[str, str], folder: str
) -> list[Tried]:
    """All commands of one event at once, as hosts do."""
    with ThreadPoolExecutor(max(len(commands), 1)) as pool:
        running = [
            pool.submit(_run, event, number, command, given, environ, folder)
            for number, command in enumerate(commands, 1)
        ]
        return [each.result() for each in running]


def _run(
    event: str, number: int, command: str, given: bytes, environ: Mapping[str, str], folder: str
) -> Tried:
    began = time.perf_counter()
    try:
        done = subprocess.run(  # noqa: S603 what the owner's settings say
            ["/bin/sh", "-c", command],
            input=given,
            capture_output=True,
            check=False,
            env=dict(environ),
            cwd=folder if os.path.isdir(folder) else None,  # noqa: PTH112 a plain text
            timeout=_HOST_PATIENCE_S,
        )
    except subprocess.TimeoutExpired:
        late = f"It took over {_HOST_PATIENCE_S:.0f} s, after which the host ends it."
        return Tried(event, number, _HOST_PATIENCE_S * 1000, 0, "", late)
    ms = (time.perf_counter() - began) * 1000
    text, problem = _judged(event, done.returncode, done.stdout, done.stderr)
    if not problem and ms > DEADLINE_S * 1000:
        problem = f"It took {ms / 1000:.1f} s; {DEADLINE_S:g} s are allowed."
    return Tried(event, number, ms, len(text.encode()), text, problem)


def _judged(event: str, code: int, out: bytes, err: bytes) -> tuple[str, str]:
    """The text for the model, and what the host would not like about the answer."""
    if code:
        return "", f"It ended with exit code {code}, so the host drops what it says."
    if err.strip():
        return "", "It writes to standard error, which the host may show you."
    if not out.strip():
        return "", ""
    try:
        told = json.loads(out.decode())
        if told == {}:
            return "", ""
        inner = told["hookSpecificOutput"]
        text = str(inner["additionalContext"])
        if inner["hookEventName"] != event:
            return "", "Its answer names another event, so the host drops it."
    except (ValueError, KeyError, TypeError):
        return "", "Its answer is not the JSON that the host reads."
    size = len(text.encode())
    if size > MOST_BYTES:
        return text, f"Its answer has {size:,} bytes; over {MOST_BYTES:,} the host cuts it."
    return text, ""


def arrived(transcript: Path) -> bool | None:
    """Whether the host's file of a conversation holds an answer of ours; None where it is gone."""
    try:
        with transcript.open("rb") as file:
            left, kept = _SEARCHED_BYTES, b""
            while left > 0 and (piece := file.read(1 << 20)):
                if MARK in kept + piece:
                    return True
                kept = piece[-len(MARK) :]
                left -= len(piece)
    except OSError:
        return None
    return False
