"""What an agent's prompt waits for: ``luminair-journal hook`` as a whole process.

    python -m tests.bench.hook [--notes 10000] [--runs 15] [--vault FOLDER]

Measured are a prompt and the start of a session (its six parts at once, as hosts run them), with
and without the app, beside ``python -c pass``. All run in turn, so that a busy machine slows all
alike; what is printed is the median of the ratios within a turn. The first start ever, which makes
the index, is measured once: it may use its whole deadline, and must not pass it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.bootstrap import open_journal
from luminair.config import launcher
from luminair.config.paths import Home
from tests.bench.cold import app
from tests.bench.index_speed import make_vault, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_PLACE = "/home/me/3"


def event(name: str, session: str, **more: str) -> bytes:
    """An event of a host."""
    told = {"session_id": session, "cwd": _PLACE, "hook_event_name": name, **more}
    return json.dumps(told).encode()


def run_all(command: list[str], parts: int, given: bytes) -> tuple[float, int]:
    """Runs one event's processes at once; milliseconds until all ended, and bytes they gave."""
    began = time.perf_counter()
    running = [
        subprocess.Popen(
            [*command, *(("--part", str(part)) if part else ())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for part in (range(1, parts + 1) if parts else (0,))
    ]
    for each in running:
        assert each.stdin is not None
        each.stdin.write(given)
        each.stdin.close()
    size = 0
    for each in running:
        assert each.stdout is not None
        size += len(each.stdout.read())
        each.stdout.close()
        each.wait()
    return (time.perf_counter() - began) * 1000, size


def measure(deeds: Mapping[str, Callable[[int], tuple[float, int]]], runs: int) -> None:
    """Prints each deed's median time, and its ratio to the first."""
    times: dict[str, list[float]] = {name: [] for name in deeds}
    sizes: dict[str, int] = {}
    for turn in range(runs + 1):
        names = list(deeds)[turn % len(deeds) :] + list(deeds)[: turn % len(deeds)]
        for name in names:
            taken, size = deeds[name](turn)
            if turn:  # the first one warms the page cache
                times[name].append(taken)
                sizes[name] = size
    bare = next(iter(times.values()))
    for name, taken_all in times.items():
        ratio = statistics.median(a / b for a, b in zip(taken_all, bare, strict=True))
        say(
            f"{name:34} {statistics.median(taken_all):7.1f} ms (best {min(taken_all):6.1f})  "
            f"{ratio:5.2f} × python -c pass  {sizes[name]:,} bytes"
        )


def main() -> None:
    """Makes the vault and measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--vault", type=Path, help="measure this folder instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        vault, home = options.vault or folder / "vault", folder / "home"
        if options.vault is None:
            make_vault(vault, options.notes)
        home.mkdir()
        os.environ.update(LUMINAIR_HOME=str(home), LUMINAIR_VAULT=str(vault), HOME=name)  # noqa: TID251 a home of its own
        hook = [str(launcher.renew(Home(home))), "hook", "--client", "claude"]
        took, size = run_all(hook, 6, event("SessionStart", "first", source="startup"))
        say(f"the first start ever: {took:.0f} ms, {size:,} bytes")
        journal = open_journal()
        notes = journal.listing(compared=False)
        words = " ".join(notes[len(notes) // 2].note.summary.split()[:4])
        journal.close()

        def bare(_turn: int) -> tuple[float, int]:
            return run_all([sys.executable, "-c", "pass"], 0, b"")

        def start(turn: int) -> tuple[float, int]:
            return run_all(hook, 6, event("SessionStart", f"s{turn}", source="startup"))

        def prompt(turn: int) -> tuple[float, int]:
            return run_all(hook, 0, event("UserPromptSubmit", f"s{turn}", prompt=words))

        deeds = {"python -c pass": bare, "start, six parts": start, "prompt": prompt}
        say(f"{len(notes):,} notes, {options.runs} turns")
        measure(deeds, options.runs)
        with app(home):
            running = {
                f"{deed}, app running" if deed != "python -c pass" else deed: each
                for deed, each in deeds.items()
            }
            measure(running, options.runs)


if __name__ == "__main__":
    main()
