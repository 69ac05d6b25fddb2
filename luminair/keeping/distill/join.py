"""Joins what the phrases of a talk tell with what its moves tell, so that nothing is told twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cues, covered, terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.outcome import Turns
    from luminair.keeping.distill.values import DeadEnd, Decided, Quote

_SAME = 0.6
_NAMES = 2


def joined_ends(by_phrases: Sequence[DeadEnd], turns: Turns, cues: Cues) -> list[DeadEnd]:
    """All dead ends, in the order they were said; of two that tell one thing the longer."""
    found = [each for _, each in turns.dead]
    for each in by_phrases:
        if not any(_tells(other.tried, each.tried, cues) for other in found):
            found.append(each)
    return sorted(found, key=lambda each: each.tried.number)


def joined_decisions(by_phrases: Sequence[Decided], turns: Turns, cues: Cues) -> list[Decided]:
    """All decisions, in the order they were said, without those that only tell a failure."""
    found = [each for _, each in turns.decided]
    over = [quote for each in found for quote in each.instead]
    failed = [each for _, each in turns.dead]
    for each in by_phrases:
        if any(_holds(end.tried, each.quote) for end in failed):
            continue
        if any(_holds(quote, each.quote) for quote in over):
            continue
        at = next((at for at, other in enumerate(found) if _holds(other.quote, each.quote)), None)
        if at is None:
            found.append(each)
        else:
            one = found[at]
            found[at] = replace(
                one,
                upon=_better(one.upon, each.upon, cues),
                instead=(*each.instead, *(it for it in one.instead if it not in each.instead)),
            )
    return sorted(found, key=lambda each: each.quote.number)


def _better(by_moves: Quote | None, by_phrases: Quote | None, cues: Cues) -> Quote | None:
    """Of two quotations of what was agreed to the one that names it."""
    if by_phrases is None or "?" in by_phrases.text or len(terms(by_phrases.text, cues)) < _NAMES:
        return by_moves or by_phrases
    return by_phrases


def _holds(larger: Quote, smaller: Quote) -> bool:
    """Whether words of one message stand in other words of it."""
    if larger.number != smaller.number:
        return False
    return smaller.text in larger.text or larger.text in smaller.text


def _tells(one: Quote, other: Quote, cues: Cues) -> bool:
    if one.number == other.number:
        return True
    return covered(terms(other.text, cues), terms(one.text, cues)) >= _SAME
