"""Words on disk, written: which note holds which term, how often, and how long each note is.

Postings are written as a log-structured merge tree (O'Neil et al. 1996): a change costs one row,
some dozens of changes are folded into a segment, neighbouring segments are joined as they add up.
A note that changes gets a new number, so that numbers ascend from segment to segment and a term's
postings are its segments' postings one after the other. ``con`` is inside a transaction.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from luminair.journal.vault.catalogue_postings import SCALE, entry_from, from_blobs

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from luminair.journal.ranking.tokens import Analysis
    from luminair.journal.vault.catalogue_postings import Entry
    from luminair.journal.vault.catalogue_rows import Row

MOST_PENDING: Final = 64
"""Notes that may wait outside of segments; a cold question reads them all."""

MOST_SEGMENTS: Final = 12
"""Segments before neighbours are joined; a cold question asks each of them."""

DEAD_SHARE: Final = 0.25
"""Share of dead numbers at which a segment is written anew."""


def units_of(length: float) -> int:
    """A length as a whole number, so that sums do not depend on the order of adding."""
    return int(length * SCALE)


def entry_of(doc: int, analysis: Analysis) -> Entry:
    """What is stored of an analysis: frequencies and length rounded to 32 bits."""
    (length,) = array("f", (analysis.length,))
    return (doc, length, list(analysis.terms), array("f", analysis.terms.values()))


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
        entries = [entry_from(row) for row in rows] + entries
        con.execute("DELETE FROM pending")
    _write_segment(con, entries)


def _write_segment(con: sqlite3.Connection, entries: list[Entry]) -> None:
    held: defaultdict[str, list[Any]] = defaultdict(list)
    first = entries[0][0]
    lengths = array("f", bytes(4 * (entries[-1][0] - first + 1)))
    for doc, length, terms, frequencies in entries:
        lengths[doc - first] = length
        for term, frequency in zip(terms, frequencies, strict=True):
            held[term] += (doc, frequency)
    segment = _new_segment(con, first, entries[-1][0], len(entries), lengths)
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
        docs, frequencies = from_blobs([blob for _, _, blob in held], gone)
        if docs:
            yield term, docs.tobytes() + frequencies.tobytes()
