"""How well words alone find notes, beside what others ship.

    python -m tests.bench.quality FOLDER… [--source TREE] [--no-peers]

Each FOLDER is a ranking set: ``docs.jsonl.gz`` (id, title, text), ``queries.jsonl`` (id, text),
``qrels.tsv`` (query, note, grade). ``--source`` makes a set of known items from a source tree:
its files are the notes, a query is a file name or an identifier that one file alone holds: as
written, inside a prompt, in other letter case, as separate words. Figures are nDCG@10, recall@5
and the mean reciprocal rank at 10; nothing of these sets enters the product.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from luminair.journal.ranking.bm25 import rank
from luminair.journal.ranking.postings import MemoryPostings
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.tokens import analyse
from tests.bench.peers import PEERS, Note, Search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

DEPTH = 10
_GROUPS = {"locomo": "memory", "lme": "memory", "lint": "code", "cosqa": "code"}
_SUFFIXES = {".py", ".js", ".ts", ".go", ".rs", ".c", ".h", ".java", ".rb", ".md"}
_LARGEST_FILE = 60_000
_MOST_QUERIES = 400
_PROMPTS = (
    "why does {} fail when I run the tests, and how can I fix it?",
    "please explain what {} does and where it is called",
    "I get an error in {} since the last update, can you look into it",
    "we should refactor {} so that the old behaviour stays the same",
)


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


def ours(notes: Sequence[Note]) -> Search:
    """Our ranker, words alone."""
    postings = MemoryPostings()
    for doc, note in enumerate(notes):
        postings.add(doc, analyse(note.title, "", note.text, note.path))

    def search(query: str, limit: int) -> list[str]:
        return [notes[hit.doc].id for hit in rank(parse_query(query), postings, limit=limit)]

    return search


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


def known_items(tree: Path) -> list[RankingSet]:
    """Sets of known items made from a source tree, one for each way to write the query."""
    notes = list(_source_notes(tree))
    names = _single_names(notes)
    step = max(1, len(names) // _MOST_QUERIES)
    picked = sorted(names.items())[::step]
    ways: dict[str, Callable[[str, int], str]] = {
        "as written": lambda name, _: name,
        "in a prompt": lambda name, at: _PROMPTS[at % len(_PROMPTS)].format(name),
        "other case": lambda name, at: name.upper() if at % 2 else name.lower(),
        "as words": lambda name, _: " ".join(_split(name)),
    }
    sets = []
    for way, write in ways.items():
        queries = {str(at): write(name, at) for at, (name, _) in enumerate(picked)}
        answers = {str(at): {note: 1} for at, (_, note) in enumerate(picked)}
        if way == "as words":
            answers = {k: v for k, v in answers.items() if " " in queries[k]}
        sets.append(RankingSet(f"{tree.name}: {way}", notes, queries, answers))
    return sets


def _source_notes(tree: Path) -> Iterator[Note]:
    for path in sorted(tree.rglob("*")):
        if path.suffix in _SUFFIXES and path.is_file() and path.stat().st_size < _LARGEST_FILE:
            name = path.relative_to(tree).as_posix()
            text = path.read_text(encoding="utf-8", errors="replace")
            if text.strip():
                yield Note(name, path.name, text, name)


def _split(name: str) -> list[str]:
    words = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", name)
    return [word.lower() for word in words]


def _single_names(notes: Sequence[Note]) -> Mapping[str, str]:
    """File names and identifiers that stand for one file: no other file has them in any case."""
    homes: dict[str, set[str]] = defaultdict(set)
    spelled: dict[str, set[str]] = defaultdict(set)
    for note in notes:
        words = set(re.findall(r"\b[A-Za-z][A-Za-z0-9_]{5,40}\b", note.text))
        for word in {w for w in words if len(_split(w)) > 1 and len(re.findall(r"\d+", w)) < 3}:
            homes["".join(_split(word))].add(note.id)
            spelled["".join(_split(word))].add(word)
    files: dict[str, set[str]] = defaultdict(set)
    for note in notes:
        files[note.title].add(note.id)
    names = {
        min(spelled[key]): next(iter(where)) for key, where in homes.items() if len(where) == 1
    }
    names |= {name: next(iter(where)) for name, where in files.items() if len(where) == 1}
    return names


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<34}" + "".join(f"{cell:>22}" for cell in cells)


def report(sets: Sequence[RankingSet], *, peers: bool) -> list[str]:
    """The table: a line a set; nDCG@10 / recall@5 / MRR, and the mean at the end."""
    rankers: dict[str, Callable[[Sequence[Note]], Search]] = {"Luminair words": ours}
    if peers:
        rankers |= PEERS
    lines = [_row("nDCG@10 / recall@5 / MRR", list(rankers))]
    all_figures: dict[str, list[Figures]] = {name: [] for name in rankers}
    built: dict[tuple[str, int], Search] = {}
    for data in sets:
        cells = []
        for name, build in rankers.items():
            key = name, id(data.notes)
            if key not in built:
                built[key] = build(data.notes)
            figures = judge(built[key], data)
            all_figures[name].append(figures)
            cells.append(f"{figures.ndcg:.3f} {figures.recall:.3f} {figures.mrr:.3f}")
        lines.append(_row(data.name, cells))
    means = []
    for found in all_figures.values():
        ndcg, first = (
            sum(column) / len(found)
            for column in zip(*((f.ndcg, f.first) for f in found), strict=True)
        )
        means.append(f"{ndcg:.3f} first {first:.3f}")
    return [*lines, _row("mean", means)]


def main(arguments: Sequence[str]) -> int:
    """Runs the comparison and prints it."""
    parser = argparse.ArgumentParser(description="Quality of search by words.")
    parser.add_argument("folders", nargs="*", type=Path, help="ranking sets")
    parser.add_argument("--source", type=Path, action="append", default=[], help="source tree")
    parser.add_argument("--no-peers", action="store_true", help="only our own ranker")
    options = parser.parse_args(arguments)
    sets: list[RankingSet] = []
    for folder in options.folders:
        if (folder / "qrels.tsv").is_file():
            sets.append(load(folder))
        else:
            say(f"{folder} is not a ranking set here: left out.")
    groups = [sets] if sets else []
    groups += [known_items(tree) for tree in options.source]
    for group in groups:
        say("\n".join(report(group, peers=not options.no_peers)) + "\n")
    return 0 if groups else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
