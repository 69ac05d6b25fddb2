"""A model's server in a network of its own, as tests see it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SERVER = HERE.parent / "loopback_models.py"
JOURNAL = HERE / "tiny_journal.py"


@dataclass(frozen=True)
class Loopback:
    """A model's server in a network of its own, and programs that live in that network.

    Attributes:
        port: where it listens.
        bin: a folder with ``claude``, ``codex`` and ``gemini``.
        log: the requests that reached it.
    """

    port: int
    bin: Path
    log: Path

    def requests(self, path: str) -> list[dict]:
        """The bodies of the requests to a path that holds these words."""
        rows = [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]
        return [row["body"] for row in rows if path in row["path"] and row["body"]]
