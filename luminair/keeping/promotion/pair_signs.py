"""What two asks have in common and in what they differ, as numbers for the scorer of pairs.

Each ask stands in two readings, by all lists and by those for pairs. A sign that a reading gives is
counted over both. Those of the bare words come last (:mod:`luminair.keeping.promotion.pair_words`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.clauses import STRONG
from luminair.keeping.phrasing.grounds import (
    differ_in_kind,
    is_contrary,
    is_narrower,
    is_part,
    likeness,
    names_rivals,
    other_filling,
)
from luminair.keeping.promotion import pair_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.keeping.phrasing.intent import Intent

NAMES: Final = (
    "near_most",
    "near_least",
    "contrary",
    "rivals",
    "stances",
    "narrower",
    "filling",
    "kind",
    "agreed",
    "agreed_best",
    "agreed_sum",
    "agreed_whole",
    "left_fewer",
    "left_more",
    "left_known_fewer",
    "left_known_more",
    "size_fewer",
    "size_more",
    "same_head",
    "overlap",
    "turned",
    "shared_plain",
    "left_meant",
    *pair_words.NAMES,
)
"""The signs, in the order in which the scorer takes them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One ask by one of the ways to read it.

    Attributes:
        intent: what it wants.
        bag: its names, each with its weight among all asks.
        words: its words as they stand; the same in both readings.
    """

    intent: Intent
    bag: Mapping[str, float]
    words: pair_words.Worded


def nearness(one: Sequence[Reading], other: Sequence[Reading]) -> list[float]:
    """How much a pair wants the same by each reading, 0 to 1."""
    return [likeness(a.bag, b.bag, a.intent, b.intent) for a, b in zip(one, other, strict=True)]


def signs(one: Sequence[Reading], other: Sequence[Reading], near: Sequence[float]) -> list[float]:
    """The signs of a pair, see :data:`NAMES`; the same for both orders.

    Args:
        one: an ask in both readings.
        other: the other in both.
        near: what :func:`nearness` says of them.
    """
    pairs = list(zip(one, other, strict=True))
    intents = [(a.intent, b.intent) for a, b in pairs]
    wide_a, wide_b = intents[0]
    agreed = [_agreed(a, b) for a, b in intents]
    weights = [
        [min(a.bag[name], b.bag[name]) for name in names]
        for (a, b), names in zip(pairs, agreed, strict=True)
    ]
    left = sorted(_left(a, b) for a, b in ((wide_a, wide_b), (wide_b, wide_a)))
    known = sorted(_left_known(a, b) for a, b in ((wide_a, wide_b), (wide_b, wide_a)))
    sizes = sorted(sum(w >= STRONG for w in each.weights.values()) for each in (wide_a, wide_b))
    return [
        max(near),
        min(near),
        float(sum(is_contrary(a, b) for a, b in intents)),
        float(sum(names_rivals(a, b) for a, b in intents)),
        float(sum(a.stances != b.stances for a, b in intents)),
        float(sum(is_narrower(a, b) or is_narrower(b, a) for a, b in intents)),
        float(sum(other_filling(a, b) for a, b in intents)),
        float(sum(differ_in_kind(a, b) for a, b in intents)),
        float(max(map(len, agreed))),
        max(max(each, default=0.0) for each in weights),
        max(map(sum, weights)),
        float(max(sum(not is_part(name) for name in names) for names in agreed)),
        float(left[0]),
        float(left[1]),
        known[0],
        known[1],
        float(sizes[0]),
        float(sizes[1]),
        float(sum(bool(a.sequence) and a.sequence[:1] == b.sequence[:1] for a, b in intents)),
        max(_overlap(a, b) for a, b in intents),
        float(max(_turned(a, b) for a, b in intents)),
        float(len(intents[-1][0].weights.keys() & intents[-1][1].weights.keys())),
        float(min(_left_meant(a, b) + _left_meant(b, a) for a, b in intents)),
        *pair_words.word_signs(one[0].words, other[0].words),
    ]


def _agreed(a: Intent, b: Intent) -> list[str]:
    """What both want or neither wants, of weight."""
    return [
        name
        for name, sign in a.signs.items()
        if sign and b.signs.get(name) == sign and min(a.weights[name], b.weights[name]) >= STRONG
    ]


def _left(a: Intent, b: Intent) -> int:
    """How much of weight only the one names."""
    return sum(w >= STRONG and name not in b.weights for name, w in a.weights.items())


def _left_meant(a: Intent, b: Intent) -> int:
    """The same without what is only the other side of what both want: 'not npm' beside 'pnpm'."""
    agreed = {a.signs[name] for name in _agreed(a, b)}
    turned = -next(iter(agreed)) if len(agreed) == 1 else 0
    return sum(
        w >= STRONG and name not in b.weights and not (turned and a.signs[name] == turned)
        for name, w in a.weights.items()
    )


def _left_known(a: Intent, b: Intent) -> float:
    """The most that a listed concept weighs which only the one names and says something of."""
    return max(
        (w for name, w in a.weights.items()
         if name[0] != "=" and a.signs[name] and name not in b.weights),
        default=0.0,
    )  # fmt: skip


def _overlap(a: Intent, b: Intent) -> float:
    every = len(a.weights.keys() | b.weights.keys())
    return len(a.weights.keys() & b.weights.keys()) / every if every else 0.0


def _turned(a: Intent, b: Intent) -> int:
    return sum(a.signs[name] * b.signs[name] < 0 for name in a.signs.keys() & b.signs.keys())
