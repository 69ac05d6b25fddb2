"""What the fake agents share: lines in and out, and ways to misbehave."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

HOME = Path(os.getenv("FAKE_HOME", "."))
KEY = "sk-ant-api03-verysecretkey"
HUGE = "x" * 10_000_000
SEPARATORS = "one\u2028two\u0085three\u2029four\x0bfive"


class Input:
    """Standard input by lines, which can also be looked at without waiting."""

    def __init__(self) -> None:
        self._rest = b""
        self.ended = False

    def line(self, wait_s: float | None = None) -> dict | None:
        """The next line; None at the end, or where none came in time."""
        end = None if wait_s is None else time.monotonic() + wait_s
        while b"\n" not in self._rest and not self.ended:
            left = None if end is None else max(0.0, end - time.monotonic())
            if not select.select([0], [], [], left)[0]:
                return None
            piece = os.read(0, 1 << 16)
            self.ended = not piece
            self._rest += piece
        if b"\n" not in self._rest:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)


def say(value: object, *, raw: bool = False) -> None:
    """Writes one line; ``raw`` leaves U+2028 and its like as they are."""
    sys.stdout.buffer.write(json.dumps(value, ensure_ascii=not raw).encode() + b"\n")
    sys.stdout.buffer.flush()


def complain(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def note(**fields: object) -> None:
    """Writes down for the test what this process was given."""
    with (HOME / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps({"pid": os.getpid(), **fields}) + "\n")


def began() -> None:
    note(argv=sys.argv[1:], cwd=os.getcwd(), environment=dict(os.environ))  # noqa: PTH109, TID251


def turn_deaf_to_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def leave_orphan() -> None:
    """Starts a process in a session of its own that holds the pipes open."""
    orphan = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True
    )
    note(orphan=orphan.pid)


def for_ever() -> None:
    while True:
        time.sleep(60)  # noqa: TID251
