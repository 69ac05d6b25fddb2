"""The clauses of a sentence, and what they say comes before what.

'Never A without B', 'no A until B', 'A only after B' and 'B before A' come out alike: B is wanted,
ahead of A, and A only says when.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STRONG: Final = 0.5
"""Weight from which a concept says what a wish is about."""

_SAYS_WHEN: Final = frozenset({"before", "before_not", "after", "when"})

_PART: Final = re.compile(r"([.!?;]+(?=\s|$)|\s[-–—]+\s|[—,()]|:(?=\s|$)|\n+|\.{3,}|…)")
_ARROW: Final = re.compile(r"\s*(?:→|->|=>)\s*")
_LEFT_OUT: Final = re.compile(
    r"\b(?:leav|keep|tak)(?:e|ing)? ((?:\w+ ){1,4})(out|off|alone)\b", re.IGNORECASE
)
_ENDS: Final = ".!?;\n…"

Order = tuple[str, str]


@dataclass(slots=True)
class Item:
    """One thing that a clause names.

    Attributes:
        name: of the concept, or the word.
        weight: how much it says.
        sign: 1 wanted, -1 not wanted, 0 said only for when or where.
        side: of 'short' and 'long', which stays where nothing else is said: 1 or -1; else 0.
    """

    name: str
    weight: float
    sign: int
    side: int = 0


@dataclass(slots=True)
class Clause:
    """A stretch of a sentence under one connector.

    Attributes:
        connector: '', 'before', 'before_not' (until), 'after', 'when' or 'next'.
        items: what it names.
        without_at: how many items stood there when 'without' came under a 'not', or -1.
        turned_at: how many when it was last turned round, or -1.
        needs_at: how many when it said 'needs', or -1.
        from_at: how many when it said 'from', or -1.
        to_at: how many when it first said 'to', or -1.
        first: whether it is said to come first.
        only: whether it is said to be the only one.
    """

    connector: str = ""
    items: list[Item] = field(default_factory=list)
    without_at: int = -1
    turned_at: int = -1
    needs_at: int = -1
    from_at: int = -1
    to_at: int = -1
    first: bool = False
    only: bool = False

    @property
    def strong(self) -> list[Item]:
        """What it is about."""
        return [item for item in self.items if item.weight >= STRONG]


def related(clauses: Sequence[Clause]) -> set[Order]:
    """The order that a sentence speaks of; what only says when loses its sign."""
    found: set[Order] = set()
    for number, clause in enumerate(clauses):
        if clause.without_at >= 0:
            earlier = Clause(items=clause.items[clause.without_at :])
            later = Clause(items=clause.items[: clause.without_at])
            found.update(_done_first(earlier, later))
        if clause.needs_at > 0:
            needed = Clause(items=clause.items[clause.needs_at :])
            found.update(_pairs(needed, Clause(items=clause.items[: clause.needs_at])))
        if 0 <= clause.from_at < clause.to_at:
            source = Clause(items=clause.items[clause.from_at : clause.to_at])
            found.update(_pairs(source, Clause(items=clause.items[clause.to_at :])))
        main = _main(clauses, number)
        if main is not None:
            found.update(_related(clause, main))
        following = clauses[number + 1] if number + 1 < len(clauses) else None
        if clause.first and clause.strong and following and not following.connector:
            found.update(_pairs(clause, following))
    return found


def _main(clauses: Sequence[Clause], number: int) -> Clause | None:
    """The clause that another says the time of: the nearest before it, else behind it."""
    others = clauses[:number][::-1] if number else clauses[1:]
    said = [each for each in others if each.items and each.connector not in _SAYS_WHEN]
    return next((each for each in said if each.strong), next(iter(said), None))


def _related(clause: Clause, main: Clause) -> Iterator[Order]:
    match clause.connector:
        case "before_not":
            yield from _done_first(clause, main)
        case "after" if clause.only:
            yield from _done_first(clause, main)
        case "before":
            yield from _pairs(main, clause)
            _only_when(clause)
        case "after":
            yield from _pairs(clause, main)
            _only_when(clause)
        case "next":
            yield from _pairs(main, clause)
            if main.first:
                _only_when(clause)
        case _:
            return


def _done_first(first: Clause, second: Clause) -> Iterator[Order]:
    """The first is wanted, and the second only says when."""
    yield from _pairs(first, second)
    # 'Not before it is clean': nothing is named that could be done first.
    if first.strong:
        _only_when(second)


def _pairs(first: Clause, second: Clause) -> Iterator[Order]:
    for one in first.strong:
        for other in second.strong or second.items:
            if one.name != other.name:
                yield one.name, other.name


def _only_when(clause: Clause) -> None:
    for item in clause.items:
        item.sign = item.side


def sentences(text: str) -> Iterator[list[str]]:
    """Sentences, each as its parts between commas."""
    parts: list[str] = []
    for piece in _PART.split(text):
        if piece.strip() in {",", "(", ")", ":"}:
            continue
        if not piece.strip() or piece.strip()[0] in _ENDS or re.fullmatch(r"\s?[-–—]+\s?", piece):
            if parts:
                yield parts
            parts = []
        else:
            parts.append(piece)
    if parts:
        yield parts


def smoothed(text: str) -> str:
    """A text as it is read: one form of each sign, arrows as 'then', 'leave out' in one piece."""
    plain = normalize("NFKC", text).replace("’", "'").replace("()", "")
    plain = plain.replace("`any`", "any type")
    return _ARROW.sub(" then ", _LEFT_OUT.sub(r"leave \2 \1", plain))
