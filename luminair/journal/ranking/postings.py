"""Postings: for each term, the notes that hold it. The protocol, and a warm one in memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from math import fsum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from luminair.journal.ranking.tokens import Analysis
else:
    Protocol = object  # what it says is over once types are checked

# BM25's two constants: how soon further mentions stop to count, and how much a long note is held
# back. Chosen on half of the queries of seven sets and judged on the other (tests/bench/sweep.py):
# K1 1.2, 1.5, 1.8, 2.2 give 0.634, 0.637, 0.641, 0.641; B 0.5, 0.65, 0.75 give 0.637, 0.641, 0.640.
K1 = 1.8
B = 0.65

# Impacts kept for terms asked before: floats of 32 bytes, so at most some 60 MB.
MOST_KEPT = 2_000_000


class Postings(Protocol):
    """What :func:`luminair.journal.ranking.bm25.rank` asks of an index."""

    @property
    def count(self) -> int:
        """Notes in the index."""

    @property
    def average_length(self) -> float:
        """Mean of their weighted lengths."""

    def of(self, term: str) -> tuple[Sequence[int], Sequence[float]]:
        """Numbers of the notes that hold the term, ascending, and its weighted frequencies."""

    def length(self, doc: int) -> float:
        """The weighted length of one note."""

    def lengths(self) -> Sequence[float]:
        """The same of all notes by their number, 0.0 for a number that is nobody's."""


class Impacts:
    """What one term weighs in each note that holds it, worked out when asked for.

    Attributes:
        docs: the notes' numbers, ascending.
    """

    __slots__ = ("_frequencies", "_largest", "_norm", "_values", "docs")

    def __init__(
        self,
        docs: Sequence[int],
        frequencies: Sequence[float],
        norm: Callable[[int], float],
    ) -> None:
        self.docs = docs
        self._frequencies = frequencies
        self._norm = norm
        self._values: list[float] | None = None
        self._largest = K1 + 1.0

    def all(self) -> list[float]:
        """BM25's weight of the term in each note, before its rarity: 0 to K1 + 1."""
        if self._values is None:
            norm = self._norm
            self._values = [
                f * (K1 + 1.0) / (f + norm(doc))
                for doc, f in zip(self.docs, self._frequencies, strict=True)
            ]
            self._largest = max(self._values, default=0.0)
        return self._values

    def at(self, place: int) -> float:
        """The same for the note at one place of ``docs``."""
        if self._values is not None:
            return self._values[place]
        frequency = self._frequencies[place]
        return frequency * (K1 + 1.0) / (frequency + self._norm(self.docs[place]))

    def largest(self) -> float:
        """No note has more: exact once all were worked out, else what no note can reach."""
        return self._largest

    def within(self, others: Impacts) -> Impacts:
        """The same for those of the notes that hold another term too."""
        pairs = zip(self.docs, self._frequencies, strict=True)
        kept = [(doc, frequency) for doc, frequency in pairs if holds(others.docs, doc)]
        return Impacts([doc for doc, _ in kept], [f for _, f in kept], self._norm)


def holds(docs: Sequence[int], doc: int) -> bool:
    """Whether a note is among some that are sorted by number."""
    at = bisect_left(docs, doc)
    return at < len(docs) and docs[at] == doc


class Weighed:
    """One moment of an index, with the impacts of the terms asked so far kept.

    Worth keeping as long as the index does not change: a second question with the same words
    costs a fraction of the first.
    """

    def __init__(self, postings: Postings) -> None:
        self._postings = postings
        self._average = postings.average_length
        self._norms: dict[int, float] = {}
        self._impacts: dict[str, Impacts] = {}
        self._kept = 0

    @property
    def count(self) -> int:
        """See :class:`Postings`."""
        return self._postings.count

    @property
    def average_length(self) -> float:
        """See :class:`Postings`."""
        return self._average

    def of(self, term: str) -> tuple[Sequence[int], Sequence[float]]:
        """See :class:`Postings`."""
        return self._postings.of(term)

    def length(self, doc: int) -> float:
        """See :class:`Postings`."""
        return self._postings.length(doc)

    def lengths(self) -> Sequence[float]:
        """See :class:`Postings`."""
        return self._postings.lengths()

    def impacts(self, term: str) -> Impacts:
        """The term's notes with its impacts."""
        known = self._impacts.get(term)
        if known is None:
            docs, frequencies = self._postings.of(term)
            if self._kept > MOST_KEPT:
                self._impacts.clear()
                self._kept = 0
            self._kept += len(docs) + 1
            known = self._impacts[term] = self._weigh(docs, frequencies)
        return known

    def _weigh(self, docs: Sequence[int], frequencies: Sequence[float]) -> Impacts:
        return Impacts(docs, frequencies, self._norm)

    def _norm(self, doc: int) -> float:
        """BM25's denominator without the frequency: K1 · (1 - B + B · length / average)."""
        known = self._norms.get(doc)
        if known is None:
            length = self._postings.length(doc)
            known = K1 * (1.0 - B + B * length / self._average) if self._average > 0.0 else K1
            self._norms[doc] = known
        return known


class MemoryPostings:
    """Postings of all notes in memory, with what every query would compute anew kept beside.

    Frequencies and lengths are rounded to 32 bits, as an index on disk keeps them, so that a
    warm and a cold search give the same scores.
    """

    def __init__(self) -> None:
        self._docs: dict[str, array[int]] = {}
        self._frequencies: dict[str, array[float]] = {}
        self._lengths: dict[int, float] = {}
        self._terms_of: dict[int, tuple[str, ...]] = {}
        self._average: float | None = 0.0
        self._weighed: Weighed | None = None

    @property
    def count(self) -> int:
        """Notes in the index."""
        return len(self._lengths)

    @property
    def average_length(self) -> float:
        """Mean of the weighted lengths, 0.0 without notes."""
        if self._average is None:
            # fsum is exact: the order in which notes came and went leaves no trace.
            self._average = fsum(self._lengths.values()) / max(len(self._lengths), 1)
        return self._average

    def add(self, doc: int, analysis: Analysis) -> None:
        """Puts a note in; one that was there under this number is replaced."""
        if doc in self._lengths:
            self.remove(doc)
        for term, frequency in analysis.terms.items():
            docs = self._docs.get(term)
            if docs is None:
                self._docs[term] = array("I", (doc,))
                self._frequencies[term] = array("f", (frequency,))
                continue
            at = len(docs) if docs[-1] < doc else bisect_left(docs, doc)
            docs.insert(at, doc)
            self._frequencies[term].insert(at, frequency)
        self._terms_of[doc] = tuple(analysis.terms)
        self._lengths[doc] = array("f", (analysis.length,))[0]
        self._changed()

    def remove(self, doc: int) -> None:
        """Takes a note out; a number that is not there is no error."""
        for term in self._terms_of.pop(doc, ()):
            docs = self._docs[term]
            at = bisect_left(docs, doc)
            del docs[at]
            del self._frequencies[term][at]
            if not docs:
                del self._docs[term]
                del self._frequencies[term]
        if self._lengths.pop(doc, None) is not None:
            self._changed()

    def _changed(self) -> None:
        """Every score depends on the number and mean length of notes: forget them all."""
        self._average = None
        self._weighed = None

    def of(self, term: str) -> tuple[Sequence[int], Sequence[float]]:
        """See :class:`Postings`."""
        docs = self._docs.get(term)
        return (docs, self._frequencies[term]) if docs is not None else ((), ())

    def length(self, doc: int) -> float:
        """See :class:`Postings`."""
        return self._lengths[doc]

    def lengths(self) -> Sequence[float]:
        """See :class:`Postings`."""
        known = self._lengths.get
        return [known(doc, 0.0) for doc in range(max(self._lengths, default=-1) + 1)]

    def impacts(self, term: str) -> Impacts:
        """The term's notes with its impacts, kept until a note changes."""
        if self._weighed is None:
            self._weighed = Weighed(self)
        return self._weighed.impacts(term)
