"""How fast search by words is on 10,000 notes, warm, beside SQLite FTS5 in the same run.

    python -m tests.bench.words_speed [FOLDER…] [--notes N] [--queries N]

FOLDERs are ranking sets (see ``quality.py``); their notes are taken in turn and, where there are
too few, again. Without any, notes and queries are drawn from a made-up vocabulary whose
frequencies follow Zipf's law. Both search the same notes for the same queries, 20 answers each;
FTS5 is spared the stop words, which it would go through at length.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.journal.ranking.dense import Dense, rank
from luminair.journal.ranking.postings import MemoryPostings
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.tokens import analyse
from luminair.journal.ranking.words_english import STOP
from tests.bench.peers import Note, fts5_query, fts5_table
from tests.bench.quality import load, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LIMIT = 20
_VOCABULARY = 30_000
_LETTERS = "bcdfghklmnprstvz", "aeiou"


def from_sets(folders: Sequence[Path], count: int, asked: int) -> tuple[list[Note], list[str]]:
    """Notes and queries of ranking sets, an even share of each set."""
    sets = [load(folder) for folder in folders]
    pool = [note for at in range(count) for s in sets for note in s.notes[at : at + 1]]
    notes = [pool[at % len(pool)] for at in range(count)]
    share = asked // len(sets) + 1
    queries = [text for s in sets for text in list(s.queries.values())[:share]]
    return notes, queries[:asked]


def made_up(count: int, asked: int) -> tuple[list[Note], list[str]]:
    """Notes of about 300 words whose frequencies follow Zipf's law; queries of 3 to 12."""
    draw = random.Random(20261130)  # noqa: S311 (a bench must be the same each time)
    words = [
        "".join(draw.choice(letters) for _ in range(draw.randint(1, 4)) for letters in _LETTERS)
        for _ in range(_VOCABULARY)
    ]
    weights = list(accumulate(1.0 / (place + 3) for place in range(_VOCABULARY)))

    def text(size: int) -> str:
        return " ".join(draw.choices(words, cum_weights=weights, k=size))

    notes = [Note(str(at), text(6), text(draw.randint(80, 520))) for at in range(count)]
    return notes, [text(draw.randint(3, 12)) for _ in range(asked)]


def timed(ask: Callable[[str], object], queries: Sequence[str]) -> list[float]:
    """Milliseconds for each query, sorted; every query was asked once before."""
    for query in queries:
        ask(query)
    times = []
    for query in queries:
        start = time.perf_counter()
        ask(query)
        times.append((time.perf_counter() - start) * 1000.0)
    return sorted(times)


def percentile(times: Sequence[float], share: float) -> float:
    """The time that this share of the queries stays under."""
    return times[min(len(times) - 1, int(len(times) * share))]


def main(arguments: Sequence[str]) -> int:
    """Measures both and prints milliseconds and their ratio."""
    parser = argparse.ArgumentParser(description="Speed of search by words.")
    parser.add_argument("folders", nargs="*", type=Path, help="ranking sets")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=300)
    options = parser.parse_args(arguments)
    folders = [folder for folder in options.folders if (folder / "qrels.tsv").is_file()]
    for folder in set(options.folders) - set(folders):
        say(f"{folder} is not a ranking set here: left out.")
    notes, queries = (
        from_sets(folders, options.notes, options.queries)
        if folders
        else made_up(options.notes, options.queries)
    )
    start = time.perf_counter()
    analyses = [analyse(note.title, "", note.text) for note in notes]
    analysed = time.perf_counter() - start
    postings = MemoryPostings()
    for doc, analysis in enumerate(analyses):
        postings.add(doc, analysis)
    built = time.perf_counter() - start
    pairs = sum(term.startswith("~") for found in analyses for term in found.terms)
    total = sum(len(found.terms) for found in analyses)
    say(
        f"{len(notes)} notes, {sum(len(note.text) for note in notes) / 1e6:.1f} MB: analysed in "
        f"{analysed:.2f} s, with postings {built:.2f} s; {total / len(notes):.0f} terms a note, "
        f"{pairs / len(notes):.0f} of them pairs"
    )
    del analyses
    index = Dense(postings)
    table = fts5_table(notes)
    sql = "select rowid from notes where notes match ? order by bm25(notes) limit ?"
    searches: dict[str, Callable[[str], object]] = {
        "Luminair words, warm": lambda text: rank(parse_query(text), index, limit=LIMIT),
        "SQLite FTS5 porter": lambda text: table.execute(
            sql, (fts5_query(text, STOP) or '""', LIMIT)
        ).fetchall(),
    }
    found = {name: timed(ask, queries) for name, ask in searches.items()}
    for name, times in found.items():
        half, most = percentile(times, 0.5), percentile(times, 0.95)
        say(f"{name:<24} p50 {half:6.2f} ms   p95 {most:6.2f} ms")
    ours, theirs = found.values()
    half, most = (percentile(ours, p) / percentile(theirs, p) for p in (0.5, 0.95))
    say(f"ratio                    p50 {half:6.2f}      p95 {most:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
