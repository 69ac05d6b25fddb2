"""A coding agent that runs our hook, as a test sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.agents.hook import DEADLINE_S, SPARE_S
from luminair.agents.hook_state import States
from luminair.config.paths import Home
from luminair.journal import Kind, Scope

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal

COMMAND = [sys.executable, "-m", "luminair.cli.main"]
LATE_S = DEADLINE_S - SPARE_S - 0.1
LATE_TIMES = 4
PROMPTS = {"claude": "UserPromptSubmit", "codex": "UserPromptSubmit", "gemini": "BeforeAgent"}


@dataclass(frozen=True)
class Answered:
    """What a hook's process came to."""

    code: int
    out: bytes
    err: str
    took_s: float

    @property
    def text(self) -> str:
        """The text for the model, '' for none; fails where a host would not take the answer."""
        assert self.code == 0
        assert self.err == ""
        if not self.out.strip():
            return ""
        told = json.loads(self.out.decode("utf-8"))
        if told == {}:
            return ""
        text = told["hookSpecificOutput"]["additionalContext"]
        assert len(text.encode()) <= 9500
        return text


def patience_s() -> float:
    """Seconds a hook may take as its host sees it: 1.5 of its own, and what a busy machine adds."""
    return 2.2 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Host:
    """One conversation of a coding agent.

    Attributes:
        environ: what its hooks get besides the test's own environment.
    """

    def __init__(self, vault: Path, folder: Path, client: str = "claude", name: str = "s1") -> None:
        self.folder, self.client, self.name = folder, client, name
        self.environ: dict[str, str] = {"LUMINAIR_VAULT": str(vault)}

    def raw(self, given: bytes, *arguments: str, client: str = "") -> Answered:
        """Runs the hook with these bytes as its standard input."""
        began = time.monotonic()
        done = subprocess.run(
            [*COMMAND, "hook", "--client", client or self.client, *arguments],
            input=given,
            capture_output=True,
            check=False,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **self.environ},  # noqa: TID251
            timeout=20,
        )
        took = time.monotonic() - began
        return Answered(done.returncode, done.stdout, done.stderr.decode(), took)

    def event(self, name: str, *arguments: str, **more: object) -> Answered:
        """Runs it with an event of this conversation."""
        told = {
            "session_id": self.name,
            "cwd": str(self.folder),
            "hook_event_name": name,
            "transcript_path": str(self.folder / "none.jsonl"),
            **more,
        }
        given = json.dumps(told).encode()
        for _ in range(LATE_TIMES):
            answered = self.raw(given, *arguments)
            # On a busy machine an answer may come after the hook's deadline. Nothing counts as
            # given then, so the host may as well ask again.
            if answered.out.strip() not in {b"", b"{}"} or answered.took_s < LATE_S:
                break
        return answered

    def start(self, source: str = "startup", parts: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> list:
        """A session's start: two parts at a time; their texts in the order of the parts."""
        with ThreadPoolExecutor(2) as pool:
            found = list(
                pool.map(
                    lambda part: (
                        self.event("SessionStart", "--part", str(part), source=source).text
                    ),
                    parts,
                )
            )
        return [text for text in found if text]

    def prompt(self, text: str, **more: object) -> str:
        """One prompt; what the hook adds to it."""
        return self.event(PROMPTS[self.client], prompt=text, **more).text


def settled(condition, patience_s: float = 15.0) -> bool:
    """Waits for what a hook does after its answer; whether it came."""
    until = time.monotonic() + patience_s
    while not (found := condition()) and time.monotonic() < until:
        os.sched_yield()
    return bool(found)


def law(journal: Journal, title: str = "Use UTC", body: str = "All times are UTC.") -> str:
    """A rule for every session; its key."""
    return journal.add(title=title, body=body, kind=Kind.RULE, scope=Scope.GLOBAL).note.key


def dead_end(journal: Journal, project: Path) -> str:
    """A dead end of the project; its key."""
    return journal.add(
        title="WAL on NFS",
        body="WAL on NFS corrupts the file.",
        kind=Kind.RULEDOUT,
        scope=Scope.FOLDER,
        cwd=str(project),
    ).note.key


def knowledge(journal: Journal, project: Path) -> str:
    """A note of the project; its key."""
    return journal.add(
        title="Uploader retries",
        body="The uploader gives up after three retries with ECONNRESET.",
        kind=Kind.NOTE,
        scope=Scope.FOLDER,
        cwd=str(project),
    ).note.key


def held(home: Path, vault: Path, session: str) -> dict:
    """What a session holds by now: digests by key."""
    return States(Home(home).state(vault)).load(session).given
