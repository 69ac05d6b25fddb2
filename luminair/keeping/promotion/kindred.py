"""Which asks of one owner want the same, in whatever words: for promoting.

Three phrasings of one wish often share a word or two and no more. What makes that enough is the
owner's own asks: a word that is in few of them says much, one that is in a single one says nothing
(it can be shared with none), one that is in many says little. Likeness is the cosine of two bags
of concepts, weighed by the lists and by how rare each is among all asks. It is one sign of several
(``pair_signs``), from which a scorer says how likely a pair is one wish. A
group begins with the asks that are surest to be one wish and make it one, each near each; another
comes to it where it is surer still, and is left out where it is not. No guard gives way: two asks
of which one wants what the other does not want, with other numbers, another of two rivals, the
other order, or built alike around another thing, are never in one group, whoever stands between
them.

Each ask is read twice, by all lists and by those for pairs: a phrase that the wide ones know as a
whole stands in its words in the other ask. The signs and the guards are those of both.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.clauses import STRONG
from luminair.keeping.phrasing.grounds import opposed, without_other_choice
from luminair.keeping.promotion.errands import plain_wish_of, wish_of
from luminair.keeping.promotion.pair_scorer import chance_of
from luminair.keeping.promotion.pair_signs import Reading, nearness, signs
from luminair.keeping.promotion.pair_words import worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from luminair.keeping.phrasing.intent import Intent

LEAST: Final = 0.8
"""Mean chance of being one wish from which asks make a group."""
SURE: Final = 0.9
"""The same for one more where the group has its voices without it: it brings little, and an
opposite spoils the whole."""
NEAR: Final = 0.5
"""Chance that any two of a group have at least."""
ENOUGH: Final = 3
"""Voices that a wish needs (spec 8.2)."""
AGAIN: Final = 0.35
"""Mean chance from which a group is one that is there already: it would be asked about twice."""
SAME: Final = 0.95
"""Chance of two asks that name the same and differ in nothing else but a word or two."""
BESIDE: Final = 2
"""Words that are only in one of two asks that name the same."""
MEANING_SHARE: Final = 0.5
"""Of a chance, what the meaning of the words makes where meaning search is on."""
FAR: Final = 0.1
"""Likeness under which a pair needs no closer look."""
SAID_ONCE: Final = 0.25
"""What is left of the weight of a word that no list knows and only one ask holds."""
FREQUENT: Final = 6
"""Asks that may hold a concept before it says less: a wish that came back is in as many."""
USUAL: Final = 150
"""Asks that are taken to be there besides, so that a handful of them has weights too."""


def groups(
    texts: Sequence[str],
    *,
    meaning: Callable[[Sequence[str]], Sequence[Sequence[float]]] | None = None,
    voices: Sequence[int] = (),
    least: float = LEAST,
) -> list[list[int]]:
    """Groups of asks that want the same, by place, largest first; singles are left out.

    Args:
        texts: the asks, near copies as one.
        meaning: gives the texts' vectors, of length 1, where meaning search is on.
        voices: in how many sessions each was said, one where nothing is given.
        least: mean chance from which one belongs to a group.
    """
    readings = readings_of(texts)
    vectors = meaning(texts) if meaning is not None else None
    near: dict[int, dict[int, float]] = {number: {} for number in range(len(texts))}
    for (one, other), chance in _alike(readings):
        told = chance if vectors is None else _with_meaning(chance, vectors, (one, other))
        if told >= NEAR:
            near[one][other] = near[other][one] = told
    return _gathered(list(voices) or [1] * len(texts), near, least)


def kin(texts: Sequence[str], others: Sequence[str], least: float = LEAST) -> list[bool]:
    """Of each text, whether it wants what any of some others wants, in whatever words."""
    near = {pair for pair, chance in _alike(readings_of([*texts, *others])) if chance >= least}
    return [
        any((one, other) in near for other in range(len(texts), len(texts) + len(others)))
        for one in range(len(texts))
    ]


def readings_of(texts: Sequence[str]) -> list[list[Reading]]:
    """Each text in both readings, with its weights among all texts."""
    found = []
    for read in (wish_of, plain_wish_of):
        intents = [without_other_choice(read(text)) for text in texts]
        rare = rarity(intents)
        found.append(
            [
                Reading(intent, bag(intent, rare), worded(text))
                for intent, text in zip(intents, texts, strict=True)
            ]
        )
    return [list(both) for both in zip(*found, strict=True)]


def _alike(readings: Sequence[Sequence[Reading]]) -> Iterable[tuple[tuple[int, int], float]]:
    """How likely the pairs are one wish that share something and that no guard keeps apart."""
    for (one, other), found in compared(readings):
        chance = chance_of(found)
        if chance < SAME and _names_the_same(readings[one], readings[other]):
            # What was learned from wordings that are far apart doubts the nearest ones.
            chance = SAME
        yield (one, other), chance


def _names_the_same(one: Sequence[Reading], other: Sequence[Reading]) -> bool:
    """Whether two asks are the same but for how they are put."""
    ours, theirs = one[0].words, other[0].words
    return (
        len(ours.said ^ theirs.said) <= BESIDE
        and ours.figures == theirs.figures
        and ours.asks == theirs.asks
        and bool(ours.nots) == bool(theirs.nots)
        and any(
            len(a.intent.weights) > 1
            and a.intent.weights.keys() == b.intent.weights.keys()
            and set(a.intent.names) == set(b.intent.names)
            for a, b in zip(one, other, strict=True)
        )
    )


def compared(
    readings: Sequence[Sequence[Reading]],
) -> Iterable[tuple[tuple[int, int], list[float]]]:
    """The signs of the pairs that share something and that no guard keeps apart."""
    for one, other in meeting(readings):
        near = nearness(readings[one], readings[other])
        if max(near) >= FAR and not _opposed(readings[one], readings[other]):
            yield (one, other), signs(readings[one], readings[other], near)


def meeting(readings: Sequence[Sequence[Reading]]) -> list[tuple[int, int]]:
    """Pairs that share something of weight by either reading."""
    found: set[tuple[int, int]] = set()
    for at in range(len(readings[0]) if readings else 0):
        found.update(_meeting([each[at].bag for each in readings]))
    return sorted(found)


def _with_meaning(
    chance: float, vectors: Sequence[Sequence[float]], pair: tuple[int, int]
) -> float:
    one, other = (vectors[number] for number in pair)
    alike = sum(x * y for x, y in zip(one, other, strict=True))
    return max(chance, chance * (1 - MEANING_SHARE) + alike * MEANING_SHARE)


def _opposed(one: Sequence[Reading], other: Sequence[Reading]) -> bool:
    """Whether any reading of two texts keeps them apart."""
    return any(opposed(a.intent, b.intent) for a, b in zip(one, other, strict=True))


def rarity(intents: Sequence[Intent]) -> dict[str, float]:
    """How much a name says by how few asks hold it, 0 to 1."""
    count = Counter(name for intent in intents for name in {*intent.weights, *intent.names})
    asks = len(intents) + USUAL
    return {
        name: SAID_ONCE
        if held == 1 and name[0] == "="
        else min(1.0, log(asks / held) / log(asks / FREQUENT))
        for name, held in count.items()
    }


def bag(intent: Intent, rare: Mapping[str, float]) -> dict[str, float]:
    """What an ask names, each with its weight among all asks."""
    return {name: weight * rare[name] for name, weight in intent.weights.items()}


def _meeting(bags: Sequence[Mapping[str, float]]) -> Iterable[tuple[int, int]]:
    """Pairs that share something of weight."""
    holding: dict[str, list[int]] = {}
    for number, each in enumerate(bags):
        met: set[int] = set()
        for name, weight in each.items():
            if weight >= STRONG / 2:
                met.update(holding.setdefault(name, []))
                holding[name].append(number)
        yield from ((one, number) for one in sorted(met))


def _gathered(
    voices: Sequence[int], near: Mapping[int, Mapping[int, float]], least: float
) -> list[list[int]]:
    """Groups of which any two are near each other; what is left of one is no second group."""
    free = set(near)
    found: list[list[int]] = []
    for _, _, seed in sorted(_seeds(voices, near, least)):
        if not free.issuperset(seed):
            continue
        group = list(seed)
        free.difference_update(group)
        while sum(voices[each] for each in group) >= ENOUGH:
            another = _another(group, near, free)
            if another is None:
                break
            group.append(another)
            free.discard(another)
        if len(group) > 1 and not any(_mean(group, before, near) >= AGAIN for before in found):
            found.append(sorted(group))
    return sorted(found, key=lambda group: (-len(group), group))


def _mean(
    ours: Sequence[int], theirs: Sequence[int], near: Mapping[int, Mapping[int, float]]
) -> float:
    """Mean chance of one wish over two groups; 0 stands for what is not near."""
    return sum(near[a].get(b, 0.0) for a in ours for b in theirs) / (len(ours) * len(theirs))


def _seeds(
    voices: Sequence[int], near: Mapping[int, Mapping[int, float]], least: float
) -> Iterable[tuple[bool, float, tuple[int, ...]]]:
    """What a group may begin with: whether it lacks voices, how sure it is (less is surer)."""
    for one, beside in near.items():
        if voices[one] >= ENOUGH:
            yield False, -1.0, (one,)
        later = [other for other in beside if other > one]
        for other in later:
            both = voices[one] + voices[other]
            if beside[other] >= least:
                yield both < ENOUGH, -beside[other], (one, other)
            if both >= ENOUGH:
                continue
            for third in later:
                if third > other and third in near[other]:
                    mean = (beside[other] + beside[third] + near[other][third]) / 3
                    if mean >= least:
                        yield False, -mean, (one, other, third)


def _another(
    group: Sequence[int], near: Mapping[int, Mapping[int, float]], free: set[int]
) -> int | None:
    """The ask that is surest to want what a group wants."""
    means = {
        each: sum(near[each][member] for member in group) / len(group)
        for each in near[group[0]]
        if each in free and all(member in near[each] for member in group)
    }
    best = max(means, key=lambda each: (means[each], -each), default=None)
    return best if best is not None and means[best] >= SURE else None
