"""BM25 over postings: the best notes for a query, exactly, and why.

Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009). Terms with
the largest possible share of a score come first; as soon as what is left could lift no new note
into the answer, it is looked up for the remaining candidates only (MaxScore: Turtle and Flood
1995).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import partial
from heapq import nlargest
from math import log
from typing import TYPE_CHECKING

from luminair.journal.ranking.postings import Impacts, MemoryPostings, Postings, Weighed
from luminair.journal.ranking.query import Sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from luminair.journal.ranking.query import Query, Term

__all__ = ["Hit", "Postings", "rank"]

# A name that so few notes hold says which note is meant: each of them gets a share that neither
# its length nor the number of mentions can make small.
RARE_NOTES = 3
RARE_SHARE = 0.001
RARE_VALUE = 3.0
# The most telling terms of a very long prompt.
MOST_TERMS = 64
# Room for rounding where sums of the same numbers were added in different order.
_EPSILON = 1e-9
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


class _Row:
    """One query term resolved against the index."""

    __slots__ = ("bonus", "bound", "docs", "impacts", "weight", "words")

    def __init__(self, impacts: Impacts, weight: float, words: str, bonus: float = 0.0) -> None:
        self.impacts = impacts
        self.docs = impacts.docs
        self.weight = weight
        self.words = words
        self.bonus = bonus
        self.bound = weight * (impacts.largest() + bonus)

    def shares(self) -> Iterator[tuple[int, float]]:
        """Each note that holds the term, and the term's share of its score."""
        weight, bonus = self.weight, self.bonus
        values = self.impacts.all()
        if bonus:
            return zip(self.docs, [(value + bonus) * weight for value in values], strict=True)
        return zip(self.docs, [value * weight for value in values], strict=True)

    def share(self, doc: int) -> float:
        """The term's share of one note's score, 0.0 where it is not in it."""
        docs = self.docs
        at = bisect_left(docs, doc)
        if at < len(docs) and docs[at] == doc:
            return (self.impacts.at(at) + self.bonus) * self.weight
        return 0.0


def rank(
    query: Query,
    postings: Postings,
    *,
    limit: int,
    allowed: Callable[[int], bool] | None = None,
) -> list[Hit]:
    """The best notes for a query.

    Args:
        query: from :func:`luminair.journal.ranking.query.parse_query`.
        postings: the index, warm or cold.
        limit: at most so many notes.
        allowed: which notes may be answered; None means all.

    Returns:
        Best first, ties by number; the very notes and scores that scoring every note would give.
    """
    if limit <= 0 or query.empty or postings.count == 0:
        return []
    rows = _resolve(query, postings)
    hits = [_hit(doc, rows) for doc in _candidates(rows, limit, allowed)]
    hits.sort(key=lambda hit: (-hit.score, hit.doc))
    return hits[:limit]


def _resolve(query: Query, postings: Postings) -> list[_Row]:
    """The query's rows in the query's order, those left out that no note holds."""
    weighed = postings if isinstance(postings, MemoryPostings | Weighed) else Weighed(postings)
    rows: list[_Row] = []
    rarities: dict[str, float] = {}
    for term in query.terms:
        if term.sort is not Sort.PAIR:
            impacts = weighed.impacts(term.key)
            holding = len(impacts.docs)
            if holding:
                rarity = rarities[term.key] = _rarity(holding, postings.count)
                bonus = RARE_VALUE if _is_rare_name(term, holding, postings.count) else 0.0
                rows.append(_Row(impacts, term.weight * rarity, term.words, bonus))
    if len(rows) > MOST_TERMS:
        least = sorted((row.weight for row in rows), reverse=True)[MOST_TERMS - 1]
        rows = [row for row in rows if row.weight >= least][:MOST_TERMS]
    for term in query.terms:
        if term.sort is Sort.PAIR and all(word in rarities for word in term.needs):
            both = weighed.impacts(term.key)
            for word in term.needs:
                both = both.where(partial(_in, weighed.impacts(word).docs))
            if both.docs:
                rarity = sum(rarities[word] for word in term.needs) / 2.0
                rows.append(_Row(both, term.weight * rarity, term.words))
    return rows


def _rarity(holding: int, count: int) -> float:
    """BM25's inverse document frequency, never negative."""
    return log(1.0 + (count - holding + 0.5) / (holding + 0.5))


def _is_rare_name(term: Term, holding: int, count: int) -> bool:
    return term.sort is Sort.NAME and holding <= max(RARE_NOTES, count * RARE_SHARE)


def _in(docs: Sequence[int], doc: int) -> bool:
    at = bisect_left(docs, doc)
    return at < len(docs) and docs[at] == doc


def _candidates(rows: list[_Row], limit: int, allowed: Callable[[int], bool] | None) -> list[int]:
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
    sums: dict[int, float], rest: list[_Row], left: float, least: float
) -> dict[int, float]:
    """Adds the remaining terms for those notes alone that they can still lift high enough."""
    for row in rest:
        floor = least - left - _EPSILON
        sums = {doc: score + row.share(doc) for doc, score in sums.items() if score >= floor}
        left -= row.bound
    return sums


def _hit(doc: int, rows: list[_Row]) -> Hit:
    """The score anew, added in the query's order: the same on any path to it."""
    shares: dict[str, float] = {}
    score = 0.0
    for row in rows:
        share = row.share(doc)
        if share:
            score += share
            shares[row.words] = shares.get(row.words, 0.0) + share
    return Hit(doc, score, tuple(sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))))
