"""Words on disk: which note holds which term, how often, and how long each note is.

Postings are written as a log-structured merge tree (O'Neil et al. 1996): a change costs one row,
some dozens of changes are folded into a segment, neighbouring segments are joined as they add up.
A note that changes gets a new number, so that numbers ascend from segment to segment and a term's
postings are its segments' postings one after the other.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from luminair.journal.vault.catalogue_rows import Row

if TYPE_CHECKING:
    import sqlite3

    from luminair.journal.ranking.tokens import Analysis

Ask: TypeAlias = Callable[..., list[Row]]
"""Runs one SELECT and gives its rows."""

MOST_PENDING: Final = 64
"""Notes that may wait outside of segments; a cold question reads them all."""

MOST_SEGMENTS: Final = 12
"""Segments before neighbours are joined; a cold question asks each of them."""

DEAD_SHARE: Final = 0.25
"""Share of dead numbers at which a segment is written anew."""

_SCALE: Final = 1 << 40
_TERM_BYTES: Final = 8  # a number of 32 bits and a frequency of 32 bits


class Entry(NamedTuple):
    """A note's words under its number."""

    doc: int
    length: float
    terms: Sequence[str]
    frequencies: Sequence[float]


def units_of(length: float) -> int:
    """A length as a whole number, so that sums do not depend on the order of adding."""
    return int(length * _SCALE)


def average_of(units: int, records: int) -> float:
    """The mean length, rounded once: what ``math.fsum`` over all lengths would give."""
    return units / _SCALE / records if records else 0.0


def entry_of(doc: int, analysis: Analysis) -> Entry:
    """What is stored of an analysis: frequencies and length rounded to 32 bits."""
    (length,) = array("f", (analysis.length,))
    return Entry(doc, length, list(analysis.terms), array("f", analysis.terms.values()))


# --- Writing: `con` is inside a transaction ------------------------------------------------------


def add_entries(con: sqlite3.Connection, entries: list[Entry]) -> None:
    """Stores the words of notes whose numbers are above all that are stored."""
    (waiting,) = con.execute("SELECT count(*) FROM pending").fetchone()
    if waiting + len(entries) <= MOST_PENDING:
        con.executemany(
            "INSERT INTO pending VALUES (?, ?, ?, ?)",
            [
                (doc, length, "\n".join(terms), array("f", frequencies).tobytes())
                for doc, length, terms, frequencies in entries
            ],
        )
        return
    if waiting:
        rows = con.execute("SELECT * FROM pending ORDER BY doc").fetchall()
        entries = [_entry_from(row) for row in rows] + entries
        con.execute("DELETE FROM pending")
    _write_segment(con, entries)


def _entry_from(row: Row) -> Entry:
    doc, length, terms, blob = row
    frequencies: array[float] = array("f")
    frequencies.frombytes(blob)
    return Entry(doc, length, terms.split("\n") if terms else [], frequencies)


def _write_segment(con: sqlite3.Connection, entries: list[Entry]) -> None:
    held: defaultdict[str, list[Any]] = defaultdict(list)
    first = entries[0].doc
    lengths = array("f", bytes(4 * (entries[-1].doc - first + 1)))
    for doc, length, terms, frequencies in entries:
        lengths[doc - first] = length
        for term, frequency in zip(terms, frequencies, strict=True):
            held[term] += (doc, frequency)
    segment = _new_segment(con, first, entries[-1].doc, len(entries), lengths)
    con.executemany(
        "INSERT INTO postings VALUES (?, ?, ?)",
        (
            (segment, term, array("I", pairs[::2]).tobytes() + array("f", pairs[1::2]).tobytes())
            for term, pairs in sorted(held.items())
        ),
    )


def _new_segment(
    con: sqlite3.Connection, first: int, last: int, records: int, lengths: array[float]
) -> int:
    made = con.execute(
        "INSERT INTO segments (first, last, records, lengths) VALUES (?, ?, ?, ?)",
        (first, last, records, lengths.tobytes()),
    )
    return int(made.lastrowid or 0)


def remove_entry(con: sqlite3.Connection, doc: int) -> None:
    """Takes a note's words out, or marks its number as dead."""
    if con.execute("DELETE FROM pending WHERE doc = ?", (doc,)).rowcount == 0:
        con.execute("INSERT INTO dead VALUES (?)", (doc,))


def tend(con: sqlite3.Connection, most_segments: int = MOST_SEGMENTS) -> None:
    """Joins segments where there are too many, and writes those anew that are half dead."""
    dead = array("I", [doc for (doc,) in con.execute("SELECT doc FROM dead ORDER BY doc")])
    rows = con.execute("SELECT segment, first, last, records FROM segments ORDER BY first")
    segments = rows.fetchall()
    for row in list(segments):
        _, first, last, records = row
        if bisect_left(dead, last + 1) - bisect_left(dead, first) > records * DEAD_SHARE:
            at = segments.index(row)
            segments[at : at + 1] = _join(con, [row], dead)
    while len(segments) > most_segments:
        sizes = [segments[at][3] + segments[at + 1][3] for at in range(len(segments) - 1)]
        at = sizes.index(min(sizes))
        segments[at : at + 2] = _join(con, segments[at : at + 2], dead)


def _join(con: sqlite3.Connection, old: list[Row], dead: array[int]) -> list[Row]:
    """One segment in the place of neighbours, without their dead, who are dead no more."""
    first, last = old[0][1], old[-1][2]
    low, high = bisect_left(dead, first), bisect_left(dead, last + 1)
    gone = dead[low:high]
    del dead[low:high]
    records = sum(row[3] for row in old) - len(gone)
    made: list[Row] = []
    if records:
        lengths: array[float] = array("f")
        for segment, begin, _, _ in old:
            lengths.frombytes(bytes(4 * (begin - first - len(lengths))))
            row = con.execute("SELECT lengths FROM segments WHERE segment = ?", (segment,))
            lengths.frombytes(row.fetchone()[0])
        segment = _new_segment(con, first, last, records, lengths)
        con.executemany(
            "INSERT INTO postings VALUES (?, ?, ?)",
            ((segment, term, held) for term, held in _joined(con, old, gone)),
        )
        made.append((segment, first, last, records))
    for segment, *_ in old:
        con.execute("DELETE FROM postings WHERE segment = ?", (segment,))
        con.execute("DELETE FROM segments WHERE segment = ?", (segment,))
    con.executemany("DELETE FROM dead WHERE doc = ?", [(doc,) for doc in gone])
    return made


def _joined(
    con: sqlite3.Connection, old: list[Row], gone: Sequence[int]
) -> Iterator[tuple[str, bytes]]:
    """The terms of some segments in order, each with its postings from all of them."""
    asked = "SELECT term, ?, held FROM postings WHERE segment = ? ORDER BY term"
    rows = merge(*(con.execute(asked, (at, row[0])) for at, row in enumerate(old)))
    for term, held in groupby(rows, key=itemgetter(0)):
        docs, frequencies = _from_blobs([blob for _, _, blob in held], gone)
        if docs:
            yield term, docs.tobytes() + frequencies.tobytes()


def _from_blobs(blobs: Iterable[bytes], gone: Sequence[int]) -> tuple[array[int], array[float]]:
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


# --- Reading -------------------------------------------------------------------------------------


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
            doc, length, terms, frequencies = _entry_from(row)
            self._lengths.frombytes(bytes(4 * (doc - len(self._lengths))))
            self._lengths.append(length)
            self._pending.append((doc, dict(zip(terms, frequencies, strict=True))))
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
        asked = "SELECT held FROM postings WHERE segment = ? AND term = ?"
        blobs = [blob for name in self._segments for (blob,) in self._ask(asked, (name, term))]
        docs, frequencies = _from_blobs(blobs, self._dead)
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
