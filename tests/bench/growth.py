"""How time and memory grow with the vault, beside SQLite FTS5 on the same text.

    python -m tests.bench.growth [COUNT…]

Makes vaults of 1,000, 10,000 and 100,000 notes (or of the counts given) as ``index_speed.py``
does, in a folder that is removed afterwards, and prints a Markdown table. FTS5 is a table of
title, summary and body with the porter tokenizer in a file; it is spared the reading of the
notes' files and the look whether any of them changed, which are part of our figures. 'Memory' is
the most that a whole process took that opened the index and asked the questions once.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue
from tests.bench.index_speed import make_vault, median_ms, say
from tests.bench.peers import fts5_query
from tests.bench.words_speed import percentile, timed

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNTS = (1_000, 10_000, 100_000)
QUERIES = 100
LIMIT = 14
_CHANGES = 7
_COLD_RUNS = 5
_ASK = "SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY bm25(notes) LIMIT 14"
# On Linux a child's ru_maxrss begins with its parent's; VmHWM is its own.
_PEAK = """
import resource
try:
    with open("/proc/self/status") as lines:
        print(next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmHWM")))
except OSError:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
"""
_OURS = f"""
import sys
from pathlib import Path
from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue
catalogue = Catalogue.open(Path(sys.argv[1]), Path(sys.argv[2]))
catalogue.refresh()
if len(sys.argv) > 4:
    catalogue.warm()
for question in sys.argv[3:]:
    catalogue.search(parse_query(question), limit={LIMIT})
catalogue.close()
{_PEAK}"""
_THEIRS = f"""
import sqlite3, sys
base = sqlite3.connect(sys.argv[2])
for question in sys.argv[3:]:
    base.execute({_ASK!r}, (question,)).fetchall()
base.close()
{_PEAK}"""


class Figures(NamedTuple):
    """One index at one size; seconds, milliseconds and megabytes."""

    build_s: float
    index_mb: float
    half_ms: float
    most_ms: float
    cold_ms: float
    changed_ms: float
    memory_mb: float


def _process(script: str, *arguments: str) -> tuple[float, float]:
    """Milliseconds of a whole process, and its memory in MB."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True
    )
    return (time.perf_counter() - began) * 1000.0, float(done.stdout)


def ours(vault: Path, index: Path) -> tuple[Figures, list[str]]:
    """Our index, and the questions: the first words of some notes' summaries."""
    began = time.perf_counter()
    catalogue = Catalogue.open(vault, index)
    catalogue.refresh()
    build_s = time.perf_counter() - began
    size = sum(file.stat().st_size for file in index.iterdir()) / 1e6
    notes = catalogue.notes()
    draw = random.Random(2)  # noqa: S311 (a bench must be the same each time)
    asked = [" ".join(draw.choice(notes).summary.split()[:6]) for _ in range(QUERIES)]
    catalogue.warm()
    times = timed(lambda text: catalogue.search(parse_query(text), limit=LIMIT), asked)

    path = notes[len(notes) // 2].path
    text = (vault / path).read_text(encoding="utf-8")
    changes = []
    for number in range(_CHANGES):
        (vault / path).write_text(f"{text}\nzebra{number}quagga\n", encoding="utf-8")
        start = time.perf_counter()
        catalogue.touched([path])
        if not catalogue.search(parse_query(f"zebra{number}quagga"), limit=1):
            raise RuntimeError("the changed note was not found")
        changes.append((time.perf_counter() - start) * 1000.0)
    catalogue.close()

    place = str(vault), str(index)
    cold = statistics.median(_process(_OURS, *place, asked[0])[0] for _ in range(_COLD_RUNS))
    _, memory = _process(_OURS, *place, *asked)
    half, most = percentile(times, 0.5), percentile(times, 0.95)
    return Figures(build_s, size, half, most, cold, statistics.median(changes), memory), asked


def theirs(vault: Path, file: Path, questions: Sequence[str]) -> Figures:
    """SQLite FTS5 on the same text and questions."""
    rows = []
    for path in sorted(vault.rglob("*.md")):
        _, header, body = path.read_text(encoding="utf-8").split("---\n", 2)
        said = dict(line.partition(": ")[::2] for line in header.splitlines())
        rows.append((said["title"].strip('"'), said["summary"].strip('"'), body))
    began = time.perf_counter()
    base = sqlite3.connect(file)
    base.execute("CREATE VIRTUAL TABLE notes USING fts5(title, summary, body, tokenize='porter')")
    base.executemany("INSERT INTO notes VALUES (?, ?, ?)", rows)
    base.commit()
    build_s = time.perf_counter() - began
    asked = [fts5_query(question) for question in questions]
    times = timed(lambda text: base.execute(_ASK, (text,)).fetchall(), asked)

    numbers = iter(range(_CHANGES))

    def change() -> None:
        word = f"zebra{next(numbers)}quagga"
        body = f"{rows[0][2]} {word}"
        base.execute("UPDATE notes SET body = ? WHERE rowid = 1", (body,))
        base.commit()
        if not base.execute(_ASK, (word,)).fetchall():
            raise RuntimeError("the changed note was not found")

    changed = median_ms(change, _CHANGES)
    base.close()
    size = file.stat().st_size / 1e6
    cold = statistics.median(
        _process(_THEIRS, "", str(file), asked[0])[0] for _ in range(_COLD_RUNS)
    )
    _, memory = _process(_THEIRS, "", str(file), *asked)
    half, most = percentile(times, 0.5), percentile(times, 0.95)
    return Figures(build_s, size, half, most, cold, changed, memory)


def row(count: int, name: str, figures: Figures) -> str:
    """A line of the table."""
    build, size, half, most, cold, changed, memory = figures
    return (
        f"| {count:,} | {name} | {build:.1f} s | {size:.0f} MB | {half:.2f} / {most:.2f} ms | "
        f"{cold:.0f} ms | {changed:.1f} ms | {memory:.0f} MB |"
    )


def main(arguments: Sequence[str]) -> int:
    """Measures each size and prints the table."""
    heads = (
        *("first build", "index", "warm query p50 / p95"),
        *("cold process", "one note changed", "memory"),
    )
    say(f"| notes | | {' | '.join(heads)} |")
    say("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for count in [int(argument) for argument in arguments] or COUNTS:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            make_vault(place / "vault", count)
            mine, asked = ours(place / "vault", place / "index")
            say(row(count, "Luminair", mine))
            say(row(count, "FTS5", theirs(place / "vault", place / "fts5.db", asked)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
