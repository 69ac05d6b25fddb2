"""Notes that may say the same thing as another: candidates only, likeness judges.

A sketch is the lowest hashes of a note's words (bottom-k, Broder 1997). Of two sketches of eight
that share at least `least`, any `8 - least + 1` hashes of the one hold one of the other, so it is
enough to look for the rarest of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from struct import unpack
from typing import TYPE_CHECKING, Final

from luminair.journal.vault.catalogue_rows import sketch_from

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from luminair.journal.vault.catalogue_postings import Ask

_FULL: Final = 8
_SKETCH_OF: Final = "SELECT doc, words FROM notes JOIN sketches USING (doc) WHERE path = ?"
_SKETCH_AT: Final = "SELECT path, words FROM notes JOIN sketches USING (doc) WHERE doc = ?"
_ALL_SKETCHES: Final = "SELECT path, words FROM notes JOIN sketches USING (doc) ORDER BY path"


def needed(least: int, first: int, second: int) -> int:
    """How many hashes two sketches of these sizes must share; short notes have fewer than 8."""
    return max(1, -(-least * max(first, second) // _FULL))


def same_sketch(ask: Ask, path: str, least: int) -> list[str]:
    """Paths of notes whose sketch is like this note's, the likest first."""
    rows = ask(_SKETCH_OF, (path,))
    if not rows:
        return []
    own, blob = rows[0]
    words = sketch_from(blob)
    fewest = needed(least, len(words), len(words))
    held = [
        [doc for (doc,) in ask("SELECT doc FROM sketch WHERE word = ?", (word,))] for word in words
    ]
    held.sort(key=len)
    # A longer sketch than this one needs to share more, never less.
    near = set(chain.from_iterable(held[: len(words) - fewest + 1])) - {own}
    shared = Counter(doc for doc in chain.from_iterable(held) if doc in near)
    found: list[tuple[int, str]] = []
    for doc, count in shared.items():
        if count >= fewest:
            ((other, sketch),) = ask(_SKETCH_AT, (doc,))
            if count >= needed(least, len(words), len(sketch) // 4):
                found.append((-count, other))
    return [other for _, other in sorted(found)]


def all_sketches(ask: Ask) -> list[tuple[str, tuple[int, ...]]]:
    """Every note's path and sketch, by path."""
    return [(path, unpack(f"{len(blob) // 4}I", blob)) for path, blob in ask(_ALL_SKETCHES)]


def near_pairs(
    listed: Sequence[tuple[str, tuple[int, ...]]], least: int
) -> Iterator[tuple[str, str, int]]:
    """Every pair of notes whose sketches are alike, with the hashes that they share.

    Pairs come by path, the first path of a pair before the second.
    """
    paths = [path for path, _ in listed]
    sketches = [words for _, words in listed]
    holders: dict[int, list[int]] = defaultdict(list)
    for at, words in enumerate(sketches):
        for word in words:
            holders[word].append(at)
    for at, words in enumerate(sketches):
        fewest = needed(least, len(words), len(words))
        held = sorted((holders[word] for word in words), key=len)
        own = set(words)
        near = set(chain.from_iterable(held[: len(words) - fewest + 1]))
        for other in sorted(each for each in near if each > at):
            count = len(own.intersection(sketches[other]))
            if count >= needed(least, len(words), len(sketches[other])):
                yield paths[at], paths[other], count


def rival_paths(ask: Ask, paths: Sequence[str], least: int) -> dict[str, set[str]]:
    """For each note, the paths of all notes that may hide it or be hidden by it (spec 3.3).

    One names the other in ``overrides``, both have the same title set in their headers, or their
    texts are alike.
    """
    found: dict[str, set[str]] = {}
    docs: dict[int, str] = {}
    for path in paths:
        rows = ask("SELECT doc, id, same_title FROM notes WHERE path = ?", (path,))
        if not rows:
            continue
        doc, note_id, title = rows[0]
        docs[doc] = path
        mine: set[str] = set()
        found[path] = mine
        for sql, value in (
            (_SAME_TITLE, title or None),
            (_NAMED_BY, note_id),
            (_NAMES, doc),
        ):
            if value is not None:
                mine.update(other for (other,) in ask(sql, (value,)))
    for doc, near in _near_many(ask, set(docs), least).items():
        found[docs[doc]].update(near)
    for path, rivals in found.items():
        rivals.discard(path)
    return found


# CROSS JOIN: the few overrides first, then the note of each; SQLite must not turn it round.
_SAME_TITLE: Final = "SELECT path FROM notes WHERE same_title = ? AND same_title <> ''"
_NAMED_BY: Final = "SELECT path FROM overrides CROSS JOIN notes USING (doc) WHERE overrides.id = ?"
_NAMES: Final = (
    "SELECT path FROM overrides CROSS JOIN notes ON notes.id = overrides.id WHERE overrides.doc = ?"
)


def _near_many(ask: Ask, docs: set[int], least: int) -> dict[int, list[str]]:
    """For many notes at once, those whose sketch is like theirs: one pass over all sketches."""
    sketches = {
        doc: unpack(f"{len(blob) // 4}I", blob) for doc, blob in ask("SELECT * FROM sketches")
    }
    asked = frozenset(chain.from_iterable(sketches.get(doc, ()) for doc in docs))
    holders: dict[int, list[int]] = defaultdict(list)
    for doc, words in sketches.items():
        for word in asked.intersection(words):
            holders[word].append(doc)
    named: dict[int, str] = {}
    near: dict[int, list[str]] = {}
    for doc in docs:
        own = frozenset(sketches.get(doc, ()))
        enough = [needed(least, len(own), size) for size in range(_FULL + 1)]
        held = sorted((holders[word] for word in own), key=len)
        for other in set(chain.from_iterable(held[: len(own) - enough[0] + 1])):
            sketch = sketches[other]
            shared = len(own.intersection(sketch))
            if shared >= enough[len(sketch)] and other != doc:
                if other not in named:
                    ((named[other],),) = ask("SELECT path FROM notes WHERE doc = ?", (other,))
                near.setdefault(doc, []).append(named[other])
    return near
