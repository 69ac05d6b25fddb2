"""BM25 over postings: the best notes for a query, exactly, and why.

Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009). Terms with
the largest possible share of a score come first; as soon as what is left could lift no new note
into the answer, it is looked up for the remaining candidates only (MaxScore: Turtle and Flood
1995).
"""

from __future__ import annotations

from heapq import nlargest

from luminair.journal.ranking.postings import Postings
from luminair.journal.ranking.rows import resolve
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from luminair.journal.ranking.query import Query
    from luminair.journal.ranking.rows import Row, Run

__all__ = ["Hit", "Postings", "rank"]

# Room for rounding where sums of the same numbers were added in different order.
_EPSILON = 1e-9
# Looking a note up in every row takes as long as going through so many of a row's notes.
_DEARER = 8
# Below so many notes, going through a term's postings is cheaper than thinking about it.
_FEW = 32


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that matches.

    Attributes:
        doc: its number in the index.
        score: sum of the shares in ``terms``.
        terms: the words as a person reads them, with their share of the score, largest first.
    """

    doc: int
    score: float
    terms: tuple[tuple[str, float], ...]


def rank(
    query: Query,
    postings: Postings,
    *,
    limit: int,
    among: Collection[int] | None = None,
) -> list[Hit]:
    """The best notes for a query.

    Args:
        query: from :func:`luminair.journal.ranking.query.parse_query`.
        postings: the index, warm or cold.
        limit: at most so many notes.
        among: which notes may be answered; None means all.

    Returns:
        Best first, ties by number; the very notes and scores that scoring every note would give.
    """
    if limit <= 0 or query.empty or postings.count == 0:
        return []
    rows = resolve(query, postings)
    if among is not None and len(among) * _DEARER < sum(len(row.docs) for row in rows):
        hits = _among(rows, limit, among)
    else:
        allowed = among.__contains__ if among is not None else None
        hits = hits_of(rows, _candidates(rows, limit, allowed))
    return best_of(hits, limit)


def hits_of(rows: list[Row | Run], docs: Iterable[int]) -> list[Hit]:
    """Some notes with the share of each row."""
    return [_hit(doc, [(row.words, row.share(doc)) for row in rows]) for doc in docs]


def best_of(hits: list[Hit], limit: int) -> list[Hit]:
    """The best of some, best first, ties by number."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.doc))[:limit]


def _among(rows: list[Row | Run], limit: int, among: Iterable[int]) -> list[Hit]:
    """The same as by :func:`_candidates`, by looking up each note that may be answered."""
    docs = sorted(among)
    shares: dict[int, list[tuple[str, float]]] = {doc: [] for doc in docs}
    for row in rows:
        for doc, share in row.shares_among(docs):
            shares[doc].append((row.words, share))
    sums = {doc: sum(share for _, share in found) for doc, found in shares.items() if found}
    least = max(_least(sums, limit, None) - _EPSILON, 0.0)
    return [_hit(doc, shares[doc]) for doc, score in sums.items() if score >= least and score > 0.0]


def _candidates(
    rows: list[Row | Run], limit: int, allowed: Callable[[int], bool] | None
) -> list[int]:
    """Every note that may be among the best ``limit``."""
    order = sorted(rows, key=lambda row: -row.bound)
    left = sum(row.bound for row in order)
    sums: dict[int, float] = {}
    for at, row in enumerate(order):
        if len(sums) >= limit and len(row.docs) > _FEW:
            least = _least(sums, limit, allowed)
            if left < least - _EPSILON:
                sums = _looked_up(sums, order[at:], left, least)
                break
        if sums:
            known = sums.get
            for doc, share in row.shares():
                sums[doc] = known(doc, 0.0) + share
        else:
            sums = dict(row.shares())
        left -= row.bound
    least = _least(sums, limit, allowed) - _EPSILON
    return [
        doc for doc, score in sums.items() if score >= least and (allowed is None or allowed(doc))
    ]


def _least(sums: dict[int, float], limit: int, allowed: Callable[[int], bool] | None) -> float:
    """The score that the last note of the answer has so far; 0.0 while there are too few."""
    scores = (
        sums.values() if allowed is None else (score for doc, score in sums.items() if allowed(doc))
    )
    best = nlargest(limit, scores)
    return best[-1] if len(best) == limit else 0.0


def _looked_up(
    sums: dict[int, float], rest: list[Row | Run], left: float, least: float
) -> dict[int, float]:
    """Adds the remaining terms for those notes alone that they can still lift high enough."""
    for row in rest:
        floor = least - left - _EPSILON
        sums = {doc: score + row.share(doc) for doc, score in sums.items() if score >= floor}
        left -= row.bound
    return sums


def _hit(doc: int, found: Iterable[tuple[str, float]]) -> Hit:
    """The score anew, added in the query's order: the same on any path to it."""
    shares: dict[str, float] = {}
    score = 0.0
    for words, share in found:
        if share:
            score += share
            shares[words] = shares.get(words, 0.0) + share
    return Hit(doc, score, tuple(sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))))
