"""How soon an outside edit is found by the running app.

    python -m tests.bench.watching [--notes 100000] [--runs 15]

One note of many is changed on disk as an editor would; what is measured is the time from the write
until a question to the app finds the new word, and until the window has been told, with nobody
asking.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.bootstrap import open_journal
from luminair.config.paths import Home
from luminair.resident.resident import Resident
from tests.bench.index_speed import make_vault, say

if TYPE_CHECKING:
    from luminair.journal import Changes


def shown(name: str, times: list[float]) -> None:
    """Prints one row."""
    say(f"{name:44} median {statistics.median(times):6.1f} ms, worst {max(times):6.1f} ms")


def main() -> None:
    """Makes the vault and measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        vault, home = Path(name) / "vault", Path(name) / "home"
        home.mkdir()
        make_vault(vault, options.notes)
        journal = open_journal(home=str(home), vault=str(vault))
        journal.warm()
        journal.search("anything at all")
        note = vault / journal.listing(compared=False)[options.notes // 2].note.path
        text = note.read_text(encoding="utf-8")
        resident = Resident(Home(home), lambda: journal, os.environ)  # noqa: TID251 a home of its own
        resident.true_journal()
        times = []
        for number in range(options.runs):
            note.write_text(f"{text}\nasked{number}zebra\n", encoding="utf-8")
            began = time.perf_counter()
            assert resident.true_journal().search(f"asked{number}zebra").results
            times.append((time.perf_counter() - began) * 1000)
        shown("asked at once, searched and found", times)

        ending, told = threading.Event(), threading.Event()

        def tell(_: Changes) -> None:
            told.set()

        with ThreadPoolExecutor(1) as pool:
            pool.submit(resident.watch, ending, tell)
            try:
                times = []
                for number in range(options.runs):
                    told.clear()
                    note.write_text(f"{text}\ntold{number}zebra\n", encoding="utf-8")
                    began = time.perf_counter()
                    assert told.wait(20)
                    assert journal.search(f"told{number}zebra").results
                    times.append((time.perf_counter() - began) * 1000)
            finally:
                ending.set()
        shown("told by the watcher, searched and found", times)
        journal.close()


if __name__ == "__main__":
    main()
