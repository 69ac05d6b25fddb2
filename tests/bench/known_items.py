"""Is the right note first when a query names a thing? Beside bm25s and SQLite FTS5.

    python -m tests.bench.known_items PLACE… [--notes files|functions|log] [--items N] [--seed S]
                                             [--half tune|report] [--misses] [--no-peers]

PLACE is a source tree or a git repository. Its notes are its files, its functions (Python), or
the messages of its commits. Things asked for: file names and paths, identifiers and constants of
more than one part, error codes, versions, error messages. Each is asked in four ways: as written;
inside one of the prompts below; in other letter case; split into its words.

A thing counts only where the truth is beyond doubt: one note alone holds it, in whatever case and
however its parts are joined ('save_all', 'saveAll' and 'SAVE-ALL' are one); a message counts where
no other note holds its words in a row; a file name or path stands for its file if no other note
has it as its name. Split into words, a thing counts where it is at least two words of letters and
no other note holds those words in a row. The sample is seeded;
``--half`` takes every other item, so that what is tuned on one half is judged on the other.
Floors are for names; an error message is several words, often those of its neighbours too, and
stands in a line of its own.
Nothing of these places enters the product.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.peers import PEERS, Note
from tests.bench.quality import ours, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tests.bench.peers import Search

FLOORS = {"as written": 0.99, "in a prompt": 0.99, "other case": 0.95, "as words": 0.80}
"""Least share of right first answers, by way of asking."""

ITEMS = 600
_MESSAGE_SORT = "message"
_SUFFIXES = {".py", ".js", ".ts", ".go", ".rs", ".c", ".h", ".java", ".rb", ".md", ".toml", ".rst"}
_LARGEST_FILE = 200_000
_MOST_COMMITS = 4_000
_PROMPTS = (
    "why does {} fail when I run the tests, and how can I fix it?",
    "please explain what {} does and where it is called",
    "I get an error in {} since the last update, can you look into it",
    "we should refactor {} so that the old behaviour stays the same",
    "where did we talk about {}?",
    "Can you add a test for {} that covers the empty case and the one with two users",
    "yesterday we changed {}; what was the reason, and did anybody write it down?",
    "The build is red. The log says something about {} on line 42, then it stops.",
    "rename {} everywhere, update the docs, and keep the old name working for one release",
    "is {} still used anywhere or can I delete it",
    "hey, quick question: what's the difference between {} and the thing we had before?",
    "Write a short summary of {} for the new colleague who starts on Monday.",
    "look at {} first, then tell me which files I would have to change to make it faster",
    "I am reading the code and do not understand {}. Could you walk me through it step by step?",
    "make sure that {} handles unicode file names on Windows and on the Mac",
    "{} is slow, profile it",
    (
        "After the merge the server no longer starts; my guess is {}. Please check the "
        "configuration, the environment variables and the order in which the modules are loaded, "
        "and propose a fix."
    ),
    "fix the type errors in {} but do not touch the public API",
    "What do we know about {}? List decisions, dead ends and open questions.",
    "revert what you did to {} and try again with less code",
)
_NAME = re.compile(r"(?<![\w.])[A-Za-z_][A-Za-z0-9_]{4,48}(?![\w])")
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"(?<![\w.])(?:[A-Z]{1,5}\d{2,6}|(?:E|SIG|ERR)[A-Z]{3,})(?![\w.])")
_VERSION = re.compile(r"(?<![\w.])\d+\.\d+\.\d+(?:\.\d+)?(?![\w.])")
_PATH = re.compile(r"(?<![\w./-])[\w-]+(?:/[\w.-]+)+\.[a-z]{1,4}\b")
_MESSAGE = re.compile(
    r"""(?:Error|Exception|Warning|fail|die|panic!?)\w*\(\s*["']([^"'\\\n]+)["']"""
)
_LONGEST_MESSAGE = 12
_SHORTEST_MESSAGE = 3
_LEAST_WORD = 3


class Item(NamedTuple):
    """A thing with a known home: as written, the note's id, and what sort of thing it is."""

    text: str
    note: str
    sort: str


def split(text: str) -> list[str]:
    """The words of a name, path or message, in lower case."""
    words = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", text)
    return [word.lower() for word in words]


def notes_of(place: Path, kind: str) -> list[Note]:
    """The notes of a place: of its files, its Python functions, or its commits' messages."""
    if kind == "log":
        return list(_commits(place))
    files = list(_files(place))
    return files if kind == "files" else [note for file in files for note in _functions(file)]


def _files(tree: Path) -> Iterator[Note]:
    skipped = {"__pycache__", "node_modules"}
    for path in sorted(tree.rglob("*")):
        name = path.relative_to(tree).as_posix()
        parts = set(name.split("/"))
        if path.suffix not in _SUFFIXES or parts & skipped or any(p[0] == "." for p in parts):
            continue
        if path.is_file() and path.stat().st_size < _LARGEST_FILE:
            text = path.read_text(encoding="utf-8", errors="replace")
            if text.strip() and _PROMPTS[0] not in text:
                yield Note(name, path.name, text, name)


def _functions(file: Note) -> Iterator[Note]:
    try:
        tree = ast.parse(file.text) if file.id.endswith(".py") else None
    except (SyntaxError, ValueError):
        return
    if tree is None:
        return
    for top in tree.body:
        inner = top.body if isinstance(top, ast.ClassDef) else [top]
        for node in inner:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_source_segment(file.text, node) or ""
                yield Note(f"{file.id}:{node.lineno}", node.name, text, file.id)


def _commits(repository: Path) -> Iterator[Note]:
    form = f"--max-count={_MOST_COMMITS}"
    command = ["git", "-C", str(repository), "log", form, "--no-merges", "--format=%H%x00%B%x01"]
    log = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=True
    )
    for entry in log.stdout.split("\x01"):
        number, _, message = entry.strip().partition("\0")
        if message.strip():
            title, _, rest = message.strip().partition("\n")
            yield Note(number, title, rest.strip())


def items_of(notes: Sequence[Note], *, most: int, seed: int) -> list[Item]:
    """A seeded sample of things that one note alone holds, an even share of each sort."""
    homes: dict[str, set[str]] = defaultdict(set)
    spelled: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for note in notes:
        words = {note.title, note.path, *_WORD.findall(f"{note.title}\n{note.text}")}
        for word in words:
            homes["".join(split(word))].add(note.id)
        for sort, text in _things(note):
            key = "".join(split(text))
            homes[key].add(note.id)
            spelled[key][sort, text] += 1
    sorts: dict[str, list[Item]] = defaultdict(list)
    for key, ways in spelled.items():
        where = homes[key]
        if len(where) == 1:
            (sort, text), _ = min(ways.items(), key=lambda way: (-way[1], way[0]))
            sorts[sort].append(Item(text, next(iter(where)), sort))
    messages = [(" ".join(split(item.text)), item) for item in sorts.get(_MESSAGE_SORT, [])]
    sorts[_MESSAGE_SORT] = [item for _, item in _in_a_row_nowhere_else(messages, notes)]
    sorts |= _named(notes)
    draw = random.Random(seed)  # noqa: S311 (a bench must be the same each time)
    picked: list[Item] = []
    left = most
    for at, (_, found) in enumerate(sorted(sorts.items(), key=lambda pair: len(pair[1]))):
        share = min(len(found), left // (len(sorts) - at))
        picked += draw.sample(sorted(found), share)
        left -= share
    draw.shuffle(picked)
    return picked


def _things(note: Note) -> Iterator[tuple[str, str]]:
    """What a note holds that somebody may ask for by name."""
    text = f"{note.title}\n{note.text}"
    for name in set(_NAME.findall(text)):
        words = split(name)
        if len(words) > 1 and sum(word.isdigit() for word in words) < 3:
            yield "identifier", name
    for sort, pattern in (("error code", _CODE), ("version", _VERSION), ("path", _PATH)):
        for name in set(pattern.findall(text)):
            yield sort, name
    for message in set(_MESSAGE.findall(text)):
        words = split(message)
        told = sum(len(word) > _LEAST_WORD for word in words)
        if told >= _SHORTEST_MESSAGE and len(words) <= _LONGEST_MESSAGE and "{" not in message:
            yield _MESSAGE_SORT, message


def _named(notes: Sequence[Note]) -> dict[str, list[Item]]:
    """File names and paths that are the name of one note alone."""
    named: dict[str, dict[str, set[str]]] = {"file name": {}, "file path": {}}
    for note in notes:
        if note.path == note.id:
            named["file name"].setdefault("".join(split(note.title)), set()).add(note.id)
            if "/" in note.path:
                named["file path"].setdefault("".join(split(note.path)), set()).add(note.id)
    every = {note.id: note for note in notes}
    return {
        sort: [
            Item(every[home].title if sort == "file name" else every[home].path, home, sort)
            for where in found.values()
            if len(where) == 1
            for home in where
        ]
        for sort, found in named.items()
        if found
    }


def queries_of(items: Sequence[Item], notes: Sequence[Note]) -> dict[str, list[tuple[str, Item]]]:
    """The items in each way of asking."""
    prompts = [_PROMPTS[at % len(_PROMPTS)] for at in range(len(items))]
    asked = {
        "as written": [(item.text, item) for item in items],
        "in a prompt": [
            (prompt.format(item.text), item) for prompt, item in zip(prompts, items, strict=True)
        ],
        "other case": [
            (other, item)
            for at, item in enumerate(items)
            if (other := _other_case(item.text, at)) != item.text
        ],
        "as words": [
            (" ".join(words), item)
            for item in items
            if len(words := split(item.text)) > 1
            and " ".join(words) != item.text.lower()
            and all(len(word) > 1 and word.isalpha() for word in words)
        ],
    }
    asked["as words"] = list(_in_a_row_nowhere_else(asked["as words"], notes))
    return asked


def _other_case(text: str, at: int) -> str:
    """All small or all capitals in turn; whichever changes it."""
    ways = (text.upper(), text.lower()) if at % 2 else (text.lower(), text.upper())
    return ways[0] if ways[0] != text else ways[1]


def _in_a_row_nowhere_else(
    asked: Iterable[tuple[str, Item]], notes: Sequence[Note]
) -> Iterator[tuple[str, Item]]:
    rows = {note.id: f" {' '.join(split(f'{note.title} {note.text}'))} " for note in notes}
    whole = "\n".join(rows.values())
    for words, item in asked:
        needle = f" {words} "
        if whole.count(needle) == rows[item.note].count(needle):
            yield words, item


def first_share(
    search: Search, asked: Sequence[tuple[str, Item]]
) -> tuple[float, list[tuple[str, Item, str]]]:
    """Share of queries whose right note comes first, and the others with what came instead."""
    missed: list[tuple[str, Item, str]] = []
    for query, item in asked:
        found = search(query, 1)
        if found[:1] != [item.note]:
            missed.append((query, item, found[0] if found else "nothing"))
    return 1.0 - len(missed) / max(len(asked), 1), missed


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<34}" + "".join(f"{cell:>22}" for cell in cells)


def measure(place: Path, options: argparse.Namespace) -> bool:
    """Prints the table of one place; whether all floors hold."""
    notes = notes_of(place, options.notes)
    items = items_of(notes, most=options.items, seed=options.seed)
    if options.half:
        items = items[options.half == "report" :: 2]
    sorts = Counter(item.sort for item in items)
    told = ", ".join(f"{count} {sort}s" for sort, count in sorted(sorts.items()))
    say(f"{place.resolve().name}, {options.notes}: {len(notes)} notes; {told or 'no items'}")
    rankers: dict[str, Callable[[Sequence[Note]], Search]] = {"Luminair words": ours}
    if not options.no_peers:
        rankers |= {name: build for name, build in PEERS.items() if "TF-IDF" not in name}
    say(_row("right note first", list(rankers)))
    built = {name: build(notes) for name, build in rankers.items()}
    held = bool(items)
    for way, asked in queries_of(items, notes).items():
        names = [each for each in asked if each[1].sort != _MESSAGE_SORT]
        messages = [each for each in asked if each[1].sort == _MESSAGE_SORT]
        floor = f"{way} ({len(names)}, floor {FLOORS[way]:.2f})"
        for title, some in ((floor, names), (f"  messages ({len(messages)})", messages)):
            cells = []
            for name, search in built.items():
                share, missed = first_share(search, some)
                cells.append(f"{share:.3f}" if some else "-")
                if name == "Luminair words":
                    held = held and (some is messages or share >= FLOORS[way] or not some)
                    for query, item, instead in missed if options.misses else ():
                        say(f"  {item.sort}: {query!r} is in {item.note}, not {instead}")
            say(_row(title, cells))
    return held


def main(arguments: Sequence[str]) -> int:
    """Measures each place; 1 where a floor does not hold or a place is not there."""
    parser = argparse.ArgumentParser(description="Known items: is the right note first?")
    parser.add_argument("places", nargs="+", type=Path, help="source trees or git repositories")
    parser.add_argument("--notes", choices=("files", "functions", "log"), default="files")
    parser.add_argument("--items", type=int, default=ITEMS)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--half", choices=("tune", "report"))
    parser.add_argument("--misses", action="store_true", help="say each query that went wrong")
    parser.add_argument("--no-peers", action="store_true", help="only our own ranker")
    options = parser.parse_args(arguments)
    held = True
    for place in options.places:
        if place.is_dir():
            held = measure(place, options) and held
        else:
            say(f"{place} is no folder: left out.")
            held = False
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
