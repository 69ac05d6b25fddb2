"""Search by words where it is asked often: all notes of a term at once, as numpy arrays.

For the app. A cold process has answered its one question before numpy is loaded. Each number comes
of the same operations in the same order as in ``postings.py``, so that both give the same scores
to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np  # noqa: TID253 this module is loaded by who keeps an index warm, when he asks
from typing_extensions import override

from luminair.journal.ranking.bm25 import best_of, hits_of
from luminair.journal.ranking.postings import K1, B, Impacts, Weighed
from luminair.journal.ranking.rows import Row, resolve

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from luminair.journal.ranking.bm25 import Hit
    from luminair.journal.ranking.postings import Postings
    from luminair.journal.ranking.query import Query
    from luminair.journal.ranking.rows import Run

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.uint32]

# Room for rounding where sums of the same numbers were added in different order.
_EPSILON = 1e-9
# Finding the least score of the answer costs as much as going through so many postings.
_CHEAP = 20_000


class DenseImpacts(Impacts):
    """What one term weighs in each note that holds it, worked out for all at once.

    Attributes:
        table: ``docs`` as an array.
        weights: BM25's weight of the term in each of them.
    """

    __slots__ = ("table", "weights")

    def __init__(self, docs: Sequence[int], table: Numbers, weights: Floats) -> None:
        super().__init__(docs, (), lambda _: 0.0)
        self.table, self.weights = table, weights
        self._largest = float(weights.max(initial=0.0))

    @override
    def all(self) -> list[float]:
        weights: list[float] = self.weights.tolist()
        return weights

    @override
    def at(self, place: int) -> float:
        return float(self.weights[place])

    @override
    def within(self, others: Impacts) -> DenseImpacts:
        other = others.table if isinstance(others, DenseImpacts) else _table(others.docs)
        held, _ = _found(self.table, other)
        if held.all():
            return self
        table = self.table[held]
        return DenseImpacts(table.tolist(), table, self.weights[held])


class Dense(Weighed):
    """One moment of an index, with the impacts of the terms asked so far as arrays.

    Args:
        postings: the index; what it says of a term may not change any more.
    """

    def __init__(self, postings: Postings) -> None:
        super().__init__(postings)
        lengths = np.array(postings.lengths(), dtype=np.float32).astype(np.float64)
        average = self.average_length
        self._norm_of: Floats = (
            K1 * (1.0 - B + B * lengths / average) if average > 0.0 else np.full(len(lengths), K1)
        )

    @property
    def size(self) -> int:
        """One more than the largest number of a note."""
        return len(self._norm_of)

    @override
    def _weigh(self, docs: Sequence[int], frequencies: Sequence[float]) -> DenseImpacts:
        table = _table(docs)
        often = np.array(frequencies, dtype=np.float32).astype(np.float64)
        return DenseImpacts(docs, table, often * (K1 + 1.0) / (often + self._norm_of[table]))


def rank(
    query: Query, index: Dense, *, limit: int, among: Collection[int] | None = None
) -> list[Hit]:
    """The very notes and scores that :func:`luminair.journal.ranking.bm25.rank` gives."""
    if limit <= 0 or query.empty or index.count == 0:
        return []
    rows = resolve(query, index)
    inside = None if among is None else np.array(sorted(among), dtype=np.uint32)
    return best_of(hits_of(rows, _candidates(rows, index.size, limit, inside)), limit)


def _candidates(
    rows: Sequence[Row | Run], size: int, limit: int, inside: Numbers | None
) -> list[int]:
    """Every note that may be among the best ``limit``; MaxScore as in ``bm25.py``."""
    order = sorted(rows, key=lambda row: -row.bound)
    left, postings = sum(row.bound for row in order), sum(len(row.docs) for row in order)
    sums = np.zeros(size)
    docs = np.arange(size, dtype=np.uint32) if inside is None else inside
    for at, row in enumerate(order):
        if postings > _CHEAP:
            least = _least(sums[docs], limit)
            if left < least - _EPSILON:  # no other note can come so far
                docs = docs[sums[docs] >= least - left - _EPSILON]
                for each in order[at:]:
                    _add(each, sums, docs)
                break
        _add(row, sums)
        left -= row.bound
        postings -= len(row.docs)
    scores = sums[docs]
    least = _least(scores, limit) - _EPSILON
    best: list[int] = docs[(scores >= least) & (scores > 0.0)].tolist()
    return best


def _add(row: Row | Run, sums: Floats, docs: Numbers | None = None) -> None:
    """Adds a row's shares to the scores of all notes, or of these."""
    if not (isinstance(row, Row) and isinstance(row.impacts, DenseImpacts)):
        for doc, share in row.shares():
            sums[doc] += share
        return
    table, weights = row.impacts.table, row.impacts.weights
    if docs is not None:
        held, places = _found(docs, table)
        table, weights = docs[held], weights[places[held]]
    sums[table] += weights * row.weight + row.bonus


def _least(scores: Floats, limit: int) -> float:
    """The score that the last note of the answer has so far; 0.0 while there are too few."""
    scores = scores[scores > 0.0]
    if len(scores) < limit:
        return 0.0
    return float(np.partition(scores, len(scores) - limit)[len(scores) - limit])


def _found(some: Numbers, among: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Which of some numbers are among others, and where; both ascending."""
    places = np.searchsorted(among, some)
    if not len(among):
        return np.zeros(len(some), dtype=np.bool_), places
    places[places == len(among)] = 0
    return among[places] == some, places


def _table(docs: Sequence[int]) -> Numbers:
    return np.array(docs, dtype=np.uint32)
