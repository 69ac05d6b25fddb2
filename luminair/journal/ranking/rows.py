"""A query's terms resolved against an index: which notes each lifts, and by how much.

Beside the words there are three things that only stand side by side in a note about the same
matter: a name that few notes hold, two words in a row, and a longer run of words in a row, such
as an error message pasted into a prompt. Their shares are kept apart, so that each can be shown.
"""

from __future__ import annotations

from bisect import bisect_left
from math import log

from luminair.journal.ranking.postings import MemoryPostings, Postings, Weighed, holds
from luminair.journal.ranking.query import Sort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from luminair.journal.ranking.postings import Impacts
    from luminair.journal.ranking.query import Query, Term

# A name that so few notes hold says which note is meant: each of them gets a share that neither
# its length nor the number of mentions can make small.
RARE_NOTES = 3
RARE_SHARE = 0.001
RARE_VALUE = 3.0
# The same share grows with what the rest of the prompt weighs, or a long prompt would drown it.
# By measurement (tests/bench/known_items.py, sweep.py): with 0.3 a name is found inside a prompt
# 99 times of 100, on source trees and commit messages that were not tuned on, at no cost to the
# ranking sets beyond noise (0.001); from 0.5 on, the abstracts of 'cacm' lose 0.007 of nDCG@10.
RARE_LEAD = 0.3
# A run of three or more words in a row that as few notes hold. Its share grows with its length:
# three words in a row may be chance, six are a quotation. By measurement: of the error messages
# in source trees 93 of 100 come first as written and 87 inside a prompt, on the half that was not
# tuned on; a power of 2 finds 1 or 2 more of them and costs the news of 'time' 0.010 of nDCG@10.
RUN_VALUE = 1.0
RUN_POWER = 1.5
# The most telling terms of a very long prompt.
MOST_TERMS = 64


class Row:
    """One query term with the notes that hold it.

    Attributes:
        docs: the notes' numbers, ascending.
        weight: what BM25's weight of the term in a note is multiplied by.
        words: the term as a person reads it.
        bound: no note's share is larger.
        impacts: the term's weights.
        bonus: what each share has beside them.
    """

    __slots__ = ("bonus", "bound", "docs", "impacts", "weight", "words")

    def __init__(self, impacts: Impacts, weight: float, words: str, bonus: float = 0.0) -> None:
        self.impacts = impacts
        self.bonus = bonus
        self.docs = impacts.docs
        self.weight = weight
        self.words = words
        self.bound = weight * impacts.largest() + bonus

    def shares(self) -> Iterable[tuple[int, float]]:
        """Each note that holds the term, and the term's share of its score."""
        weight, bonus = self.weight, self.bonus
        values = self.impacts.all()
        if bonus:
            return zip(self.docs, [value * weight + bonus for value in values], strict=True)
        return zip(self.docs, [value * weight for value in values], strict=True)

    def shares_among(self, docs: Iterable[int]) -> Iterator[tuple[int, float]]:
        """The same for those of some notes, in ascending order, that hold the term."""
        held, at, most = self.docs, 0, len(self.docs)
        value, weight, bonus = self.impacts.at, self.weight, self.bonus
        for doc in docs:
            at = bisect_left(held, doc, at)
            if at == most:
                return
            if held[at] == doc:
                yield doc, value(at) * weight + bonus

    def share(self, doc: int) -> float:
        """The term's share of one note's score, 0.0 where it is not in it."""
        docs = self.docs
        at = bisect_left(docs, doc)
        if at < len(docs) and docs[at] == doc:
            return self.impacts.at(at) * self.weight + self.bonus
        return 0.0


class Run:
    """A run of words that a few notes hold: the same share for each. Attributes as in a row."""

    __slots__ = ("bound", "docs", "words")

    def __init__(self, docs: Sequence[int], value: float, words: str) -> None:
        self.docs = docs
        self.bound = value
        self.words = words

    def shares(self) -> Iterable[tuple[int, float]]:
        """See :class:`Row`."""
        return [(doc, self.bound) for doc in self.docs]

    def shares_among(self, docs: Iterable[int]) -> Iterator[tuple[int, float]]:
        """See :class:`Row`."""
        return ((doc, self.bound) for doc in docs if holds(self.docs, doc))

    def share(self, doc: int) -> float:
        """See :class:`Row`."""
        return self.bound if holds(self.docs, doc) else 0.0


def resolve(query: Query, postings: Postings) -> list[Row | Run]:
    """The query's rows in a fixed order, those left out that no note holds."""
    weighed = postings if isinstance(postings, MemoryPostings | Weighed) else Weighed(postings)
    found: list[tuple[Term, Impacts, float]] = []
    rarities: dict[str, float] = {}
    for term in query.terms:
        if term.sort is not Sort.PAIR:
            impacts = weighed.impacts(term.key)
            if impacts.docs:
                rarity = rarities[term.key] = _rarity(len(impacts.docs), postings.count)
                found.append((term, impacts, term.weight * rarity))
    if len(found) > MOST_TERMS:
        least = sorted((weight for _, _, weight in found), reverse=True)[MOST_TERMS - 1]
        found = [each for each in found if each[2] >= least][:MOST_TERMS]
    rare = [
        term.sort is Sort.NAME and _is_rare(impacts, postings.count) for term, impacts, _ in found
    ]
    lead = RARE_LEAD * sum(
        weight for (_, _, weight), is_rare in zip(found, rare, strict=True) if not is_rare
    )
    rows: list[Row | Run] = [
        Row(impacts, weight, term.words, RARE_VALUE * weight + lead if is_rare else 0.0)
        for (term, impacts, weight), is_rare in zip(found, rare, strict=True)
    ]
    pairs = _pairs(query, weighed, rarities)
    rows += [Row(impacts, term.weight * rarity, term.words) for term, impacts, rarity in pairs]
    return [*rows, *_runs(pairs, postings.count)]


def _rarity(holding: int, count: int) -> float:
    """BM25's inverse document frequency, never negative."""
    return log(1.0 + (count - holding + 0.5) / (holding + 0.5))


def _is_rare(impacts: Impacts, count: int) -> bool:
    return len(impacts.docs) <= max(RARE_NOTES, count * RARE_SHARE)


def _pairs(
    query: Query, weighed: MemoryPostings | Weighed, rarities: dict[str, float]
) -> list[tuple[Term, Impacts, float]]:
    """The pairs that some note holds together with both words, and their words' mean rarity."""
    pairs: list[tuple[Term, Impacts, float]] = []
    for term in query.terms:
        if term.sort is Sort.PAIR and all(word in rarities for word in term.needs):
            both = weighed.impacts(term.key)
            for word in term.needs:
                both = both.within(weighed.impacts(word))
            if both.docs:
                pairs.append((term, both, sum(rarities[word] for word in term.needs) / 2.0))
    return pairs


def _runs(pairs: list[tuple[Term, Impacts, float]], count: int) -> list[Run]:
    """The longest runs of linked pairs that one note holds whole, where few notes do.

    That a note has the pairs 'a b' and 'b c' is taken for 'a b c'.
    """
    runs: list[Run] = []
    reached = 0
    for first, (term, impacts, _) in enumerate(pairs):
        words, end, held = term.words, first + 1, impacts
        while end < len(pairs) and pairs[end][0].needs[0] == pairs[end - 1][0].needs[1]:
            longer = held.within(pairs[end][1])
            if not longer.docs:
                break
            words += " " + pairs[end][0].words.rpartition(" ")[2]
            held, end = longer, end + 1
        length = end - first
        if end > reached and length > 1 and _is_rare(held, count):
            reached = end
            rarity = sum(rarity for _, _, rarity in pairs[first:end]) / length
            runs.append(Run(held.docs, RUN_VALUE * rarity * (length - 1) ** RUN_POWER, words))
    return runs
