"""Both sides of a conflict, cut down to where they differ. Knows no Qt; for jobs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import SequenceMatcher
from itertools import takewhile
from typing import TYPE_CHECKING

from luminair.shell.journal.differing import DiffRow, difference
from luminair.shell.journal.reading import HEADER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.journal import Journal

MOST_LINES = 8
"""Lines of one side that are shown; Compare shows the rest."""
NONE = "Nothing in this place."
NEAR = 60
"""Characters of a line beside a change that are shown."""
LONG_LINE = 4_000
"""Characters of two lines from which on their words are not compared."""
_WORDS = re.compile(r"\w+|\W")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text.

    Attributes:
        text: the words; lines end with line feeds.
        changed: whether the other side has it otherwise, or not at all.
    """

    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Sides:
    """What was typed here beside what stands on the disk.

    Attributes:
        mine: what was typed.
        disk: what is on the disk.
        at: when the file was last written, UTC, as notes write times.
    """

    mine: tuple[Piece, ...]
    disk: tuple[Piece, ...]
    at: str


def sides_of(journal: Journal, path: str, typed: str) -> Sides:
    """Reads the file and lays what was typed beside it.

    Args:
        journal: the vault.
        path: of the note.
        typed: the whole file as it was typed.

    Raises:
        LuminairError: the note cannot be read.
        OSError: the same, of its time.
    """
    disk = journal.file_bytes(path)
    written = datetime.fromtimestamp((journal.root / path).stat().st_mtime, UTC)
    rows = difference(*_texts(disk, typed.encode("utf-8", "surrogatepass")), context=1).rows
    return Sides(_pieces(rows, "+"), _pieces(rows, "-"), f"{written:%Y-%m-%dT%H:%M:%S}.000Z")


def _texts(disk: bytes, typed: bytes) -> tuple[bytes, bytes]:
    """Without the headers, unless only these differ."""
    texts = [each.decode("utf-8", "replace").replace("\r\n", "\n") for each in (disk, typed)]
    below = [HEADER.sub("", text, count=1).strip("\n") for text in texts]
    one, other = below if below[0] != below[1] else texts
    return one.encode(), other.encode()


def _pieces(rows: Sequence[DiffRow], sign: str) -> tuple[Piece, ...]:
    """What one side says; the lines around a change are cut to what is near it."""
    found: list[list[Piece]] = []
    changed = [at for at, row in enumerate(rows) if row.sign in "+-"]
    for at, row in enumerate(rows):
        if row.sign == sign:
            found.append(_marked(row.text, _other(rows, at)))
        elif row.sign == "…" and changed[0] < at < changed[-1]:
            found.append([Piece("…")])
        elif row.sign == " " and row.text.strip():
            before = any(each > at for each in changed[:1])
            found.append([Piece(_end(row.text) if before else _begin(row.text))])
    if len(found) > MOST_LINES:
        found = [*found[:MOST_LINES], [Piece("…")]]
    lines = [[*line, Piece("\n")] for line in found if any(each.text for each in line)]
    return tuple(piece for line in lines for piece in line)[:-1] or (Piece(NONE),)


def _other(rows: Sequence[DiffRow], at: int) -> str | None:
    """The line of the other side that stands in this one's place, or None."""
    first = at
    while first and rows[first - 1].sign in "+-":
        first -= 1
    block = list(takewhile(lambda row: row.sign in "+-", rows[first:]))
    mine = [row for row in block if row.sign == rows[at].sign]
    others = [row for row in block if row.sign != rows[at].sign]
    place = mine.index(rows[at])
    return others[place].text if place < len(others) else None


def _marked(text: str, other: str | None) -> list[Piece]:
    """A line with the words marked that the other has not."""
    if other is None or len(text) + len(other) > LONG_LINE:
        return [Piece(text, changed=True)]
    mine, theirs = _WORDS.findall(text), _WORDS.findall(other)
    found: list[Piece] = []
    for kind, start, end, _, _ in SequenceMatcher(None, mine, theirs, False).get_opcodes():
        words = "".join(mine[start:end])
        if words:
            found.append(Piece(words, changed=kind != "equal"))
    return found


def _begin(text: str) -> str:
    return text if len(text) <= NEAR else f"{text[:NEAR].rpartition(' ')[0]} …"


def _end(text: str) -> str:
    return text if len(text) <= NEAR else f"… {text[-NEAR:].partition(' ')[2]}"
