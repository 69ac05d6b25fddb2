"""What an agent's prompt waits for: ``luminair-journal digest`` as a whole process.

    python -m tests.bench.cold [--notes 10000] [--runs 25] [--vault FOLDER]

Beside it stand ``python -c pass`` and a process that opens an SQLite FTS5 file of the same notes
and asks it once. All run in turn, so that a busy machine slows all alike; what is printed is the
median of the ratios within a turn, of the time that passed and of the processors' time, which
counts the look's second process too. Measured are the program as installed, the launcher that
hooks call, a prompt whose words are rare, and all that with the app running. The modules are
compiled beforehand, as an installed program's are. ``--notes 100000`` measures a large vault.
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import luminair
from luminair.bootstrap import open_journal
from luminair.config import launcher
from luminair.config.paths import Home
from luminair.resident.resident import Resident
from tests.bench.index_speed import make_vault, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_FTS = """
import sqlite3, sys
con = sqlite3.connect(sys.argv[1])
con.execute(
    "SELECT path, snippet(notes, 1, '', '', '', 32) FROM notes WHERE notes MATCH ?"
    " ORDER BY bm25(notes) LIMIT 14", (sys.argv[2],)).fetchall()
"""
_PLACE = "/home/me/3"


def make_fts(vault: Path, file: Path) -> None:
    """The peer: the same texts in SQLite's own word index."""
    with sqlite3.connect(file) as con:
        con.execute("CREATE VIRTUAL TABLE notes USING fts5(path, body)")
        con.executemany(
            "INSERT INTO notes VALUES (?, ?)",
            (
                (str(each.relative_to(vault)), each.read_text(encoding="utf-8"))
                for each in vault.rglob("*.md")
            ),
        )
    con.close()


@contextmanager
def app(home: Path) -> Iterator[None]:
    """What the app does for commands, without its windows."""
    journal = open_journal(home=str(home))
    journal.warm()
    resident, ending = Resident(Home(home), lambda: journal, os.environ), threading.Event()  # noqa: TID251 a home of its own
    with ThreadPoolExecutor(2) as pool:
        pool.submit(resident.watch, ending, lambda _: None)
        pool.submit(resident.serve, ending)
        try:
            while not (home / "run" / "app.sock").exists():
                ending.wait(0.01)
            resident.true_journal()
            yield
        finally:
            ending.set()
    journal.close()


def measure(commands: Mapping[str, Sequence[str]], runs: int) -> None:
    """Prints each command's median times, and their ratios to those of the first two."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    busy: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        # Each turn begins elsewhere, so that nobody always follows the same neighbour.
        names = list(commands)[turn % len(commands) :] + list(commands)[: turn % len(commands)]
        for name in names:
            began, worked = time.perf_counter(), _worked()
            subprocess.run(
                commands[name], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
            )
            if turn:  # the first one warms the page cache
                times[name].append((time.perf_counter() - began) * 1000)
                busy[name].append((_worked() - worked) * 1000)
    for name in commands:
        told = []
        for words, taken in (("", times), ("busy ", busy)):
            bare, fts = list(taken.values())[:2]
            to_bare = statistics.median(a / b for a, b in zip(taken[name], bare, strict=True))
            to_fts = statistics.median(a / b for a, b in zip(taken[name], fts, strict=True))
            told.append(
                f"{words}{statistics.median(taken[name]):6.1f} ms (best {min(taken[name]):6.1f}) "
                f"{to_bare:5.2f} × pass {to_fts:5.2f} × FTS5"
            )
        say(f"{name:36} {'  '.join(told)}")


def _worked() -> float:
    """Seconds of processors' time that processes which we started have used up."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Makes the vault and measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--vault", type=Path, help="measure this folder instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        vault, home = options.vault or folder / "vault", folder / "home"
        if options.vault is None:
            make_vault(vault, options.notes)
        home.mkdir()
        os.environ.update(LUMINAIR_HOME=str(home), LUMINAIR_VAULT=str(vault), HOME=name)  # noqa: TID251 a home of its own
        for each in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"):
            os.environ.pop(each, None)  # noqa: TID251 what is installed has its bytecode
        compileall.compile_dir(Path(luminair.__file__).parent, quiet=1)
        make_fts(vault, folder / "fts.sqlite")
        journal = open_journal()
        notes = journal.listing(compared=False)
        middle = notes[len(notes) // 2].note
        words = middle.summary.split()[:4]
        journal.close()
        program = str(Path(sys.executable).with_name("luminair-journal"))
        question = ["digest", "--prompt", " ".join(words), "--cwd", _PLACE]
        rare = ["digest", "--prompt", middle.path.removesuffix(".md").split()[-1], "--cwd", _PLACE]
        hook = str(launcher.renew(Home(home)))
        peers = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "FTS5, one question": [
                sys.executable, "-c", _FTS, str(folder / "fts.sqlite"), " OR ".join(words),
            ],
        }  # fmt: skip
        say(f"{len(notes):,} notes, {options.runs} turns")
        alone = {
            "digest": [program, *question],
            "digest, by the launcher": [hook, *question],
            "digest, rare words": [program, *rare],
        }
        measure(peers | alone, options.runs)
        with app(home):
            measure(
                peers | {f"{name}, app running": each for name, each in alone.items()}, options.runs
            )


if __name__ == "__main__":
    main()
