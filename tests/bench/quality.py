"""How well words alone find notes, beside what others ship.

    python -m tests.bench.quality FOLDER… [--no-peers]

Each FOLDER is a ranking set: ``docs.jsonl.gz`` (id, title, text), ``queries.jsonl`` (id, text),
``qrels.tsv`` (query, note, grade); ``meta.json`` may name its ``group``. Figures are nDCG@10,
recall@5 and the mean reciprocal rank at 10, by set; then nDCG@10 by group and our ratio to each
peer. The exit code is 1 where the mean over the sets is under 1.05 times that of bm25s with
Snowball stems, or a set is under 0.97 times. Nothing of these sets enters the product.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from luminair.journal.ranking.bm25 import Postings, rank
from luminair.journal.ranking.postings import MemoryPostings
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.tokens import analyse
from tests.bench.peers import PEERS, Note, Search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DEPTH = 10
_GROUPS = {"locomo": "memory", "lme": "memory", "lint": "code", "cosqa": "code"}
LEAST_MEAN = 1.05
LEAST_SET = 0.97
_YARDSTICK = "bm25s + Snowball"
_OURS = "Luminair words"


def say(line: str) -> None:
    """Prints one line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class RankingSet(NamedTuple):
    """Notes, queries and which notes answer which query, with grades."""

    name: str
    notes: list[Note]
    queries: dict[str, str]
    answers: dict[str, dict[str, int]]
    group: str = "text"


class Figures(NamedTuple):
    """Means over the queries of one set, 0 to 1."""

    ndcg: float
    recall: float
    mrr: float
    first: float


def load(folder: Path) -> RankingSet:
    """Reads one ranking set."""
    with gzip.open(folder / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        notes = [Note(d["id"], d["title"], d["text"]) for d in map(json.loads, lines)]
    rows = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    queries = {q["id"]: q["text"] for q in map(json.loads, rows)}
    answers: dict[str, dict[str, int]] = defaultdict(dict)
    for row in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines():
        query, note, grade = row.split("\t")
        if query in queries and int(grade) > 0:
            answers[query][note] = int(grade)
    return RankingSet(folder.name, notes, queries, dict(answers), group_of(folder))


def group_of(folder: Path) -> str:
    """A set's group: as its ``meta.json`` says, else by the beginning of its name, else text."""
    try:
        said = json.loads((folder / "meta.json").read_text(encoding="utf-8")).get("group")
    except (OSError, ValueError, AttributeError):
        said = None
    known = (group for start, group in _GROUPS.items() if folder.name.startswith(start))
    return str(said or next(known, "text"))


def index_of(notes: Sequence[Note]) -> MemoryPostings:
    """The notes' words, numbered as they stand."""
    postings = MemoryPostings()
    for doc, note in enumerate(notes):
        postings.add(doc, analyse(note.title, "", note.text, note.path))
    return postings


def search_in(notes: Sequence[Note], index: Postings) -> Search:
    """Our ranker on an index of these notes."""

    def search(query: str, limit: int) -> list[str]:
        return [notes[hit.doc].id for hit in rank(parse_query(query), index, limit=limit)]

    return search


def ours(notes: Sequence[Note]) -> Search:
    """Our ranker, words alone."""
    return search_in(notes, index_of(notes))


def judge(search: Search, data: RankingSet) -> Figures:
    """Asks all queries that have an answer."""
    sums = [0.0] * 4
    for query, grades in data.answers.items():
        found = search(data.queries[query], DEPTH)
        gains = [grades.get(note, 0) / math.log2(at + 2) for at, note in enumerate(found)]
        best = sorted(grades.values(), reverse=True)[:DEPTH]
        ideal = sum(grade / math.log2(at + 2) for at, grade in enumerate(best))
        places = [at for at, note in enumerate(found, start=1) if note in grades]
        sums[0] += sum(gains) / ideal
        sums[1] += sum(note in grades for note in found[:5]) / min(len(grades), 5)
        sums[2] += 1 / places[0] if places else 0.0
        sums[3] += bool(places and places[0] == 1)
    return Figures(*(total / max(len(data.answers), 1) for total in sums))


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<34}" + "".join(f"{cell:>22}" for cell in cells)


def report(sets: Sequence[RankingSet], *, peers: bool) -> tuple[list[str], bool]:
    """The tables as lines, and whether the floors hold."""
    rankers: dict[str, Callable[[Sequence[Note]], Search]] = {_OURS: ours}
    if peers:
        rankers |= PEERS
    lines = [_row("nDCG@10 / recall@5 / MRR", list(rankers))]
    found: dict[str, list[Figures]] = {name: [] for name in rankers}
    for data in sets:
        for name, build in rankers.items():
            found[name].append(judge(build(data.notes), data))
        rows = [each[-1] for each in found.values()]
        lines.append(_row(data.name, [f"{f.ndcg:.3f} {f.recall:.3f} {f.mrr:.3f}" for f in rows]))
    lines += ["", _row("nDCG@10, ours ÷ theirs", list(rankers))]
    for group in [*dict.fromkeys(data.group for data in sets), "all sets"]:
        means = {
            name: fmean(
                f.ndcg for f, s in zip(each, sets, strict=True) if group in (s.group, "all sets")
            )
            for name, each in found.items()
        }
        lines.append(
            _row(group, [f"{m:.3f} {_ratio(means[_OURS], m):.2f}" for m in means.values()])
        )
    if not peers:
        return lines, True
    pairs = list(zip(found[_OURS], found[_YARDSTICK], sets, strict=True))
    under = [
        f"{data.name}: {_ratio(mine.ndcg, theirs.ndcg):.3f} times {_YARDSTICK}, under {LEAST_SET}."
        for mine, theirs, data in pairs
        if _ratio(mine.ndcg, theirs.ndcg) < LEAST_SET
    ]
    whole = _ratio(fmean(mine.ndcg for mine, _, _ in pairs), fmean(t.ndcg for _, t, _ in pairs))
    if whole < LEAST_MEAN:
        under.append(f"The mean is {whole:.3f} times {_YARDSTICK}, under {LEAST_MEAN}.")
    return [*lines, *under], not under


def _ratio(mine: float, theirs: float) -> float:
    return mine / theirs if theirs else 1.0


def main(arguments: Sequence[str]) -> int:
    """Runs the comparison and prints it; see the module's text for the exit code."""
    parser = argparse.ArgumentParser(description="Quality of search by words.")
    parser.add_argument("folders", nargs="+", type=Path, help="ranking sets")
    parser.add_argument("--no-peers", action="store_true", help="only our own ranker")
    options = parser.parse_args(arguments)
    sets: list[RankingSet] = []
    for folder in options.folders:
        if (folder / "qrels.tsv").is_file():
            sets.append(load(folder))
        else:
            say(f"{folder} is not a ranking set here: left out.")
    if not sets:
        return 1
    lines, held = report(sets, peers=not options.no_peers)
    say("\n".join(lines))
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
