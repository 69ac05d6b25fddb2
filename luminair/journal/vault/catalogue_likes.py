"""Notes that may say the same thing as another: candidates only, likeness judges.

A sketch is the lowest hashes of a note's words (bottom-k, Broder 1997). Of two sketches of eight
that share at least `least`, any `8 - least + 1` hashes of the one hold one of the other, so it is
enough to look for the rarest of them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeVar

    _Key = TypeVar("_Key")
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from luminair.journal.vault.catalogue_postings import Ask
    from luminair.journal.vault.catalogue_rows import Row

_FULL: Final = 8
_AT_ONCE: Final = 500
_ALL_SKETCHES: Final = "SELECT path, words FROM notes JOIN sketches USING (doc) ORDER BY path"


def needed(least: int, first: int, second: int) -> int:
    """How many hashes two sketches of these sizes must share; short notes have fewer than 8."""
    return max(1, -(-least * max(first, second) // _FULL))


def all_sketches(ask: Ask) -> dict[str, tuple[int, ...]]:
    """Every note's sketch, by path."""
    return {path: _sketch(blob) for path, blob in ask(_ALL_SKETCHES)}


def sketches_of(ask: Ask, paths: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """The sketches of these notes, by path."""
    sql = "SELECT path, words FROM notes JOIN sketches USING (doc) WHERE path IN"
    return {path: _sketch(blob) for path, blob in each_of(ask, sql, paths)}


def sketches_by_number(ask: Ask, docs: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The sketches of the notes with these numbers."""
    return {doc: _sketch(blob) for doc, blob in each_of(ask, _SKETCHES, docs)}


def _sketch(blob: bytes) -> tuple[int, ...]:
    return tuple(memoryview(blob).cast("I"))


def each_of(ask: Ask, sql: str, values: Iterable[object], end: str = "") -> Iterator[Row]:
    """The rows for which a column is one of these values; some hundred values at a time."""
    listed = list(values)
    for at in range(0, len(listed), _AT_ONCE):
        some = listed[at : at + _AT_ONCE]
        yield from ask(f"{sql} ({', '.join('?' * len(some))}) {end}", some)


def numbers_of(ask: Ask, paths: Iterable[str]) -> dict[str, int]:
    """The numbers of the notes at these paths; the opposite of :func:`paths_of`."""
    return dict(each_of(ask, "SELECT path, doc FROM notes WHERE path IN", paths))


def paths_of(ask: Ask, docs: Iterable[int]) -> dict[int, str]:
    """The paths of the notes with these numbers; those that are gone are left out."""
    sql = "SELECT doc, path FROM notes WHERE doc IN"
    return dict(each_of(ask, sql, docs))


def linked_paths(ask: Ask, paths: Sequence[str]) -> set[str]:
    """The paths of all notes that have a title in common with one of these, or an override.

    Titles count where they are set in the header. Those asked about may be among them.

    Args:
        ask: the index.
        paths: the notes in question.
    """
    rows = list(each_of(ask, "SELECT doc, id, same_title FROM notes WHERE path IN", paths))
    ids = {note_id for _, note_id, _ in rows if note_id is not None}
    titles = {title for _, _, title in rows if title}
    found = {other for (other,) in each_of(ask, _SAME_TITLE, titles)}
    if ask("SELECT 1 FROM overrides LIMIT 1"):
        found.update(other for (other,) in each_of(ask, _NAMED_BY, ids))
        found.update(other for (other,) in each_of(ask, _NAMES, (doc for doc, _, _ in rows)))
    return found


def rival_paths(ask: Ask, paths: Sequence[str], least: int) -> set[str]:
    """The paths of all other notes that may hide one of these or be hidden by it (spec 3.3).

    They are linked to one of these (:func:`linked_paths`), or their texts are alike.

    Args:
        ask: the index.
        paths: the notes in question.
        least: hashes of eight that sketches of texts that are alike share.
    """
    alike = {doc for _, doc in near(ask, sketches_of(ask, paths), least)}
    found = linked_paths(ask, paths).union(paths_of(ask, alike).values())
    return found.difference(paths)


# CROSS JOIN: the few overrides first, then the note of each; SQLite must not turn it round.
_SAME_TITLE: Final = "SELECT path FROM notes WHERE same_title <> '' AND same_title IN"
_NAMED_BY: Final = "SELECT path FROM overrides CROSS JOIN notes USING (doc) WHERE overrides.id IN"
_NAMES: Final = (
    "SELECT path FROM overrides CROSS JOIN notes ON notes.id = overrides.id WHERE overrides.doc IN"
)
_HOW_MANY: Final = "SELECT word, count(*) FROM sketch WHERE"
_WHO: Final = "SELECT word, doc FROM sketch WHERE"
_BY_WORD: Final = "GROUP BY word"
_SKETCHES: Final = "SELECT doc, words FROM sketches WHERE doc IN"


def folder_places(ask: Ask) -> list[tuple[str, str]]:
    """Every folder with its project for which notes are filed, each once, in order."""
    return [(cwd, project) for cwd, project in ask(_PLACES)]


# From one to the next by the index: there are few of them, however many notes.
_PLACES: Final = """
WITH RECURSIVE place (doc) AS (
  SELECT * FROM (
    SELECT doc FROM notes WHERE scope = 'folder' ORDER BY cwd, project LIMIT 1)
  UNION ALL
  SELECT coalesce(
    (SELECT doc FROM notes WHERE scope = 'folder' AND cwd = last.cwd AND project > last.project
     ORDER BY project LIMIT 1),
    (SELECT doc FROM notes WHERE scope = 'folder' AND cwd > last.cwd
     ORDER BY cwd, project LIMIT 1))
  FROM place JOIN notes AS last USING (doc)
)
SELECT cwd, project FROM place JOIN notes USING (doc)
"""


def near(
    ask: Ask, asked: Mapping[_Key, tuple[int, ...]], least: int, where: str = ""
) -> Iterator[tuple[_Key, int]]:
    """The numbers of all whose sketch is like one of these, each with whose; themselves too.

    Args:
        ask: the index.
        asked: sketches.
        least: see :func:`rival_paths`.
        where: which notes of the table of sketches count, ending with AND; '' for all.
    """
    words = {*chain.from_iterable(asked.values())}
    common: dict[int, int] = dict(each_of(ask, f"{_HOW_MANY} {where} word IN", words, _BY_WORD))
    rare = {key: _rarest(sketch, common, least) for key, sketch in asked.items()}
    holders: dict[int, list[int]] = defaultdict(list)
    holding = each_of(ask, f"{_WHO} {where} word IN", {*chain.from_iterable(rare.values())})
    for word, doc in holding:
        holders[word].append(doc)
    others = sketches_by_number(ask, {*chain.from_iterable(holders.values())})
    for key, sketch in asked.items():
        own = frozenset(sketch)
        for doc in {*chain.from_iterable(holders[word] for word in rare[key])}:
            theirs = others[doc]
            if len(own.intersection(theirs)) >= needed(least, len(own), len(theirs)):
                yield key, doc


def _rarest(sketch: Collection[int], common: Mapping[int, int], least: int) -> list[int]:
    """The hashes of which every sketch that is alike has at least one."""
    fewest = needed(least, len(sketch), len(sketch))
    return sorted(sketch, key=lambda word: common.get(word, 0))[: len(sketch) - fewest + 1]
