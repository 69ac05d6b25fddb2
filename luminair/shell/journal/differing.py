"""What two texts have that the other has not, line by line. Knows no Qt; for jobs.

Lines that stand once in both texts are the anchors (patience); only what lies between two anchors
is compared further, so that a megabyte of changed lines takes no more than a moment.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONTEXT = 3
"""Lines without a change that are shown on each side of a change."""
MOST_PAIRS = 60_000
"""Lines times lines between two anchors that are compared; where there are more all is new."""
MOST_CHARS = 4_000
"""Of a line that are shown."""
NEAR = 0.35
"""How much of two lines must agree at their ends for one to be an edit of the other."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")

Span = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One line of a difference.

    Attributes:
        number: its place, from 0.
        sign: '+' only after, '-' only before, ' ' in both, '…' so many lines left out.
        text: the line; of '…' a sentence.
        changed: where in the text the change is, (0, 0) for all of it or none.
    """

    number: int
    sign: str
    text: str
    changed: tuple[int, int] = (0, 0)

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return str(self.number)

    @property
    def spoken(self) -> str:
        """The row for VoiceOver."""
        lead = {"+": "Added: ", "-": "Taken out: "}.get(self.sign, "")
        return f"{lead}{self.text}" if self.text else f"{lead}empty line"


@dataclass(frozen=True, slots=True)
class Difference:
    """How a text became another.

    Attributes:
        rows: what is to be shown.
        added: how many lines came.
        removed: how many lines went.
        unseen: the bytes differ, but no line does.
    """

    rows: tuple[DiffRow, ...]
    added: int
    removed: int
    unseen: bool = False

    @property
    def sentence(self) -> str:
        """The difference in words."""
        if self.unseen:
            return "Only line ends or signs that cannot be seen differ."
        if not self.added and not self.removed:
            return "The two are the same."
        parts = [
            f"{counted(count, 'line')} {what}"
            for count, what in ((self.added, "added"), (self.removed, "taken out"))
            if count
        ]
        return f"{', '.join(parts)}."


def shown_text(data: bytes) -> str:
    """A file as text that can be drawn, whatever it holds."""
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def difference(before: bytes, after: bytes, *, context: int = CONTEXT) -> Difference:
    """Compares two files.

    Args:
        before: the older one.
        after: the newer one.
        context: lines around a change.
    """
    old, new = shown_text(before).split("\n"), shown_text(after).split("\n")
    if old == new:
        return Difference((), 0, 0, unseen=before != after)
    same = list(_matches(old, new))
    rows: list[DiffRow] = []
    added = removed = 0
    for kind, a, b, c, d in _steps(same, len(old), len(new)):
        if kind:
            _put_same(
                rows,
                old[a:b],
                context,
                first=a == 0 and c == 0,
                last=b == len(old) and d == len(new),
            )
            continue
        added, removed = added + d - c, removed + b - a
        gone, come = old[a:b], new[c:d]
        spans = [_changed(x, y) for x, y in zip(gone, come, strict=False)]
        for sign, lines in (("-", gone), ("+", come)):
            for at, line in enumerate(lines):
                span = spans[at][sign == "+"] if at < len(spans) else (0, 0)
                rows.append(_row(rows, sign, line, span))
    return Difference(tuple(rows), added, removed)


def _row(rows: Sequence[DiffRow], sign: str, line: str, span: tuple[int, int] = (0, 0)) -> DiffRow:
    text = line if len(line) <= MOST_CHARS else f"{line[:MOST_CHARS]}…"
    return DiffRow(len(rows), sign, text, (min(span[0], len(text)), min(span[1], len(text))))


def _put_same(
    rows: list[DiffRow], lines: Sequence[str], context: int, *, first: bool, last: bool
) -> None:
    head = 0 if first else context
    tail = 0 if last else context
    hidden = len(lines) - head - tail
    if hidden <= 1:  # the sentence would take as much room as the line
        head, hidden = len(lines), 0
    for line in lines[:head]:
        rows.append(_row(rows, " ", line))
    if hidden:
        rows.append(DiffRow(len(rows), "…", f"{hidden:,} lines without a change"))
        for line in lines[len(lines) - tail :] if tail else ():
            rows.append(_row(rows, " ", line))


def _steps(
    same: Sequence[tuple[int, int, int]], olds: int, news: int
) -> Iterator[tuple[bool, int, int, int, int]]:
    """Stretches in order: whether both have it, and where it is in the one and the other."""
    a = c = 0
    for i, j, size in [*same, (olds, news, 0)]:
        if i > a or j > c:
            yield False, a, i, c, j
        if size:
            yield True, i, i + size, j, j + size
        a, c = i + size, j + size


def _matches(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Stretches that both have, joined where they touch."""
    i = j = size = 0
    for a, b, length in _pieces(old, new):
        if a == i + size and b == j + size:
            size += length
            continue
        if size:
            yield i, j, size
        i, j, size = a, b, length
    if size:
        yield i, j, size


def _pieces(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    yield 0, 0, head
    a, c = head, head
    end_a, end_c = len(old) - tail, len(new) - tail
    for i, j in [*_anchors(old, new, (a, end_a, c, end_c)), (end_a, end_c)]:
        yield from _between(old, new, (a, i, c, j))
        if i < end_a:
            yield i, j, 1
        a, c = i + 1, j + 1
    yield end_a, end_c, tail


def _between(old: Sequence[str], new: Sequence[str], span: Span) -> Iterator[tuple[int, int, int]]:
    a, b, c, d = span
    if a >= b or c >= d or (b - a) * (d - c) > MOST_PAIRS:
        return
    for i, j, size in SequenceMatcher(None, old[a:b], new[c:d], False).get_matching_blocks():
        if size:
            yield a + i, c + j, size


def _anchors(old: Sequence[str], new: Sequence[str], span: Span) -> list[tuple[int, int]]:
    """The longest run of lines that stand once in each and in the same order."""
    a, b, c, d = span
    ours, theirs = Counter(old[a:b]), Counter(new[c:d])
    place = {line: at for at, line in enumerate(new[c:d], c) if theirs[line] == 1}
    pairs = [
        (at, place[line])
        for at, line in enumerate(old[a:b], a)
        if ours[line] == 1 and line in place
    ]
    ends: list[int] = []
    last: list[int] = []
    back: list[int] = []
    for number, (_, j) in enumerate(pairs):
        at = bisect_left(ends, j)
        ends[at : at + 1] = [j]
        last[at : at + 1] = [number]
        back.append(last[at - 1] if at else -1)
    found: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        found.append(pairs[number])
        number = back[number]
    return found[::-1]


def _changed(before: str, after: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The stretch in which two lines differ, in each; nothing where they have little in common."""
    head = _alike(before, after)
    most = min(len(before), len(after)) - head
    tail = _alike(before[::-1][:most], after[::-1][:most])
    if head + tail < NEAR * max(len(before), len(after)):
        return (0, 0), (0, 0)
    return (head, len(before) - tail), (head, len(after) - tail)


def _alike(one: str, other: str) -> int:
    """How long the beginning is that both have; by halves, for lines of a megabyte."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
