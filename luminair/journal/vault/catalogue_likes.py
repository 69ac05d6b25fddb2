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

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from luminair.journal.vault.catalogue_postings import Ask

_FULL: Final = 8
_ALL_SKETCHES: Final = "SELECT path, words FROM notes JOIN sketches USING (doc) ORDER BY path"


def needed(least: int, first: int, second: int) -> int:
    """How many hashes two sketches of these sizes must share; short notes have fewer than 8."""
    return max(1, -(-least * max(first, second) // _FULL))


def all_sketches(ask: Ask) -> list[tuple[str, tuple[int, ...]]]:
    """Every note's path and sketch, by path."""
    return [(path, unpack(f"{len(blob) // 4}I", blob)) for path, blob in ask(_ALL_SKETCHES)]


def rival_paths(
    ask: Ask, paths: Sequence[str], sketches: Mapping[str, tuple[int, ...]], least: int
) -> set[str]:
    """The paths of all other notes that may hide one of these or be hidden by it (spec 3.3).

    One names the other in ``overrides``, both have the same title set in their headers, or their
    texts are alike.
    """
    found: set[str] = set()
    for path in paths:
        rows = ask("SELECT doc, id, same_title FROM notes WHERE path = ?", (path,))
        if not rows:
            continue
        doc, note_id, title = rows[0]
        for sql, value in (
            (_SAME_TITLE, title or None),
            (_NAMED_BY, note_id),
            (_NAMES, doc),
        ):
            if value is not None:
                found.update(other for (other,) in ask(sql, (value,)))
    found.update(_near_any(sketches, set(paths), least))
    return found.difference(paths)


# CROSS JOIN: the few overrides first, then the note of each; SQLite must not turn it round.
_SAME_TITLE: Final = "SELECT path FROM notes WHERE same_title = ? AND same_title <> ''"
_NAMED_BY: Final = "SELECT path FROM overrides CROSS JOIN notes USING (doc) WHERE overrides.id = ?"
_NAMES: Final = (
    "SELECT path FROM overrides CROSS JOIN notes ON notes.id = overrides.id WHERE overrides.doc = ?"
)


def _near_any(
    sketches: Mapping[str, tuple[int, ...]], asked: set[str], least: int
) -> Iterator[str]:
    """All whose sketch is like that of one of these: one pass over all sketches."""
    own = {path: frozenset(sketches.get(path, ())) for path in asked}
    known = frozenset(chain.from_iterable(own.values()))
    holders: dict[int, list[str]] = defaultdict(list)
    for path, words in sketches.items():
        for word in known.intersection(words):
            holders[word].append(path)
    for mine in own.values():
        fewest = needed(least, len(mine), len(mine))
        counts = Counter(chain.from_iterable(holders[word] for word in mine))
        for other, count in counts.items():
            if count >= fewest and count >= needed(least, len(mine), len(sketches[other])):
                yield other
