"""The best notes for a query, among those that may be answered."""

from __future__ import annotations

from luminair.journal.ranking import bm25
from luminair.journal.vault.catalogue_postings import StoredPostings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Final

    from luminair.journal.notes.note import Note
    from luminair.journal.ranking.bm25 import Hit
    from luminair.journal.ranking.dense import Dense
    from luminair.journal.ranking.query import Query
    from luminair.journal.vault.catalogue_postings import Ask

_MOST: Final = 0.5
"""Share of the notes above which it costs less to rank all and leave some out."""


def best(
    query: Query,
    index: StoredPostings | Dense,
    notes_at: Callable[[Sequence[int]], list[Note]],
    *,
    limit: int,
    allowed: Callable[[Note], bool] | None,
    inside: Collection[int] | None,
) -> list[tuple[Note, Hit]]:
    """The best notes, best first; equal scores: newer ``updated``, then path.

    Args:
        query: from :func:`luminair.journal.ranking.query.parse_query`.
        index: of the words of all notes.
        notes_at: the notes with these numbers.
        limit: at most so many.
        allowed: which notes may be answered.
        inside: numbers of notes, those that are allowed among them; None for all.
    """
    if allowed is None:
        wanted = limit + 1
    else:  # who is inside is nearly always allowed
        wanted = 2 * limit if inside is None else limit + limit // 8 + 2
    while True:
        hits = _rank(query, index, wanted, inside)
        found = [
            (note, hit)
            for note, hit in zip(notes_at([hit.doc for hit in hits]), hits, strict=True)
            if allowed is None or allowed(note)
        ]
        # The last place is sure once a note of a lower score has been seen.
        sure = len(found) > limit and found[limit - 1][1].score > hits[-1].score
        if sure or len(hits) < wanted:
            break
        wanted *= 4
    found.sort(key=lambda pair: pair[0].path)
    found.sort(key=lambda pair: pair[0].updated, reverse=True)
    found.sort(key=lambda pair: -pair[1].score)
    return found[:limit]


def kept_warm(postings: StoredPostings) -> Dense:
    """The same index for who asks often."""
    from luminair.journal.ranking import dense  # noqa: PLC0415 numpy is slow to load

    return dense.Dense(postings)


def _rank(
    query: Query, index: StoredPostings | Dense, limit: int, among: Collection[int] | None
) -> list[Hit]:
    if isinstance(index, StoredPostings):
        return bm25.rank(query, index, limit=limit, among=among)
    from luminair.journal.ranking import dense  # noqa: PLC0415 loaded where there is such an index

    return dense.rank(query, index, limit=limit, among=among)


def few_in(ask: Ask, rooms: Collection[int] | None) -> Collection[int] | None:
    """The numbers of the notes in these rooms; None where most notes are in them."""
    if rooms is None:
        return None
    where = f"FROM notes WHERE room IN ({', '.join(map(str, rooms))})"
    ((inside,),) = ask(f"SELECT count(*) {where}")
    ((every,),) = ask("SELECT records FROM state")
    return None if inside > every * _MOST else {doc for (doc,) in ask(f"SELECT doc {where}")}
