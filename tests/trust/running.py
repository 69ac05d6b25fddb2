"""Starts one of our programs under the recorder, and says what it reached for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tried(
    tmp_path: Path, what: str, *arguments: str, before: tuple[str, ...] = ()
) -> tuple[set[str], list[list[str]]]:
    """The addresses that the program tried to reach, and all else that it called."""
    record = tmp_path / "record"
    record.unlink(missing_ok=True)
    done = subprocess.run(
        [*before, sys.executable, "-m", "tests.trust.recorder", str(record), what, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["talkers"] == []
    calls = [json.loads(line) for line in record.read_text().splitlines()]
    reached = {
        what[1:-2].removesuffix(",") if what.startswith("((") else what
        for event, what in calls
        if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}
    }
    return {each for each in reached if "app.sock" not in each}, calls
