"""Words on disk, read: which note holds which term, how often, and how long each note is.

How they are written, and why so, is in ``catalogue_segments.py``.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final, TypeAlias

    from luminair.journal.vault.catalogue_rows import Row

    Entry: TypeAlias = tuple[int, float, Sequence[str], Sequence[float]]
    """A note's number, its length, its terms and how often it has each."""

Ask: TypeAlias = "Callable[..., list[Row]]"
"""Runs one SELECT and gives its rows."""

SCALE: Final = 1 << 40
_TERM_BYTES: Final = 8  # a number of 32 bits and a frequency of 32 bits


def average_of(units: int, records: int) -> float:
    """The mean length, rounded once: what ``math.fsum`` over all lengths would give."""
    return units / SCALE / records if records else 0.0


def entry_from(row: Row) -> Entry:
    """The entry of a row of notes that wait."""
    doc, length, terms, blob = row
    frequencies: array[float] = array("f")
    frequencies.frombytes(blob)
    return (doc, length, terms.split("\n") if terms else [], frequencies)


def from_blobs(blobs: Iterable[bytes], gone: Sequence[int]) -> tuple[array[int], array[float]]:
    """The postings in some blobs, one after the other, without dead numbers."""
    docs: array[int] = array("I")
    frequencies: array[float] = array("f")
    for blob in blobs:
        half = len(blob) // _TERM_BYTES * 4
        docs.frombytes(blob[:half])
        frequencies.frombytes(blob[half:])
    if not gone:
        return docs, frequencies
    if len(gone) > len(docs):
        dead = frozenset(gone)
        kept = [at for at, doc in enumerate(docs) if doc not in dead]
        if len(kept) < len(docs):
            docs = array("I", [docs[at] for at in kept])
            frequencies = array("f", [frequencies[at] for at in kept])
        return docs, frequencies
    for doc in gone:
        at = bisect_left(docs, doc)
        if at < len(docs) and docs[at] == doc:
            del docs[at], frequencies[at]
    return docs, frequencies


class StoredPostings:
    """Postings as one moment of the index has them; each term is read when it is asked for.

    Attributes:
        count: notes in the index.
        average_length: mean of their weighted lengths.
    """

    def __init__(self, ask: Ask, records: int, units: int) -> None:
        self.count = records
        self.average_length = average_of(units, records)
        self._ask = ask
        self._segments: list[int] = []
        self._asked = ""
        self._dead: array[int] = array("I")
        self._pending: list[tuple[int, dict[str, float]]] = []
        self._lengths: array[float] = array("f")
        self._known: dict[str, tuple[Sequence[int], Sequence[float]]] = {}
        self._open = False

    def _load(self) -> None:
        """What every term needs: which segments there are, who is dead, who is new."""
        for segment, first, blob in self._ask(
            "SELECT segment, first, lengths FROM segments ORDER BY first"
        ):
            self._segments.append(segment)
            self._lengths.frombytes(bytes(4 * (first - len(self._lengths))))
            self._lengths.frombytes(blob)
        self._dead.extend([doc for (doc,) in self._ask("SELECT doc FROM dead ORDER BY doc")])
        for row in self._ask("SELECT doc, length, terms, frequencies FROM pending ORDER BY doc"):
            doc, length, terms, frequencies = entry_from(row)
            self._lengths.frombytes(bytes(4 * (doc - len(self._lengths))))
            self._lengths.append(length)
            self._pending.append((doc, dict(zip(terms, frequencies, strict=True))))
        # The numbers of segments are our own, so they can stand in the statement.
        names = ", ".join(map(str, self._segments))
        self._asked = f"SELECT segment, held FROM postings WHERE segment IN ({names}) AND term = ?"  # noqa: S608
        self._open = True

    def of(self, term: str) -> tuple[Sequence[int], Sequence[float]]:
        """Numbers of the notes that hold the term, ascending, and its weighted frequencies."""
        known = self._known.get(term)
        if known is None:
            if not self._open:
                self._load()
            known = self._known[term] = self._read(term)
        return known

    def _read(self, term: str) -> tuple[Sequence[int], Sequence[float]]:
        held: dict[int, bytes] = dict(self._ask(self._asked, (term,)))
        blobs = [held[name] for name in self._segments if name in held]
        docs, frequencies = from_blobs(blobs, self._dead)
        for doc, terms in self._pending:
            frequency = terms.get(term)
            if frequency is not None:
                docs.append(doc)
                frequencies.append(frequency)
        return docs, frequencies

    def length(self, doc: int) -> float:
        """The weighted length of one note."""
        if not self._open:
            self._load()
        return self._lengths[doc]

    def lengths(self) -> Sequence[float]:
        """The same of all notes by their number, 0.0 for a number that is nobody's."""
        if not self._open:
            self._load()
        return self._lengths
