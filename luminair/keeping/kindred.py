"""Which asks of one owner want the same, in whatever words: for promoting.

Three phrasings of one wish often share a word or two and no more. What makes that enough is the
owner's own asks: a word that is in few of them says much, one that is in a single one says nothing
(it can be shared with none), one that is in many says little. Likeness is the cosine of two bags
of concepts, weighed by the lists and by how rare each is among all asks. It is one sign of several
(:mod:`luminair.keeping.pair_signs`), from which a scorer says how likely a pair is one wish. A
group needs that each member is near the group as a whole. No guard gives way: two asks of which one
wants what the other does not want, with other numbers, another of two rivals, the other order, or
built alike around another thing, are never in one group, whoever stands between them.

Each ask is read twice, by all lists and by those for pairs: a phrase that the wide ones know as a
whole stands in its words in the other ask. The signs and the guards are those of both.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING, Final

from luminair.keeping.clauses import STRONG
from luminair.keeping.errands import plain_wish_of, wish_of
from luminair.keeping.grounds import opposed
from luminair.keeping.pair_scorer import chance_of
from luminair.keeping.pair_signs import Reading, nearness, signs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from luminair.keeping.intent import Intent

LEAST: Final = 0.7
"""Mean chance of being one wish from which an ask belongs to a group."""
SURE: Final = 0.8
"""The same where the group has its voices without it: one more brings little, its opposite spoils
the whole."""
ENOUGH: Final = 3
"""Voices that a wish needs (spec 8.2)."""
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
    alike = {
        pair: chance if vectors is None else _with_meaning(chance, vectors, pair)
        for pair, chance in _alike(readings)
    }
    return _joined(list(voices) or [1] * len(texts), alike, readings, least)


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
        intents = [read(text) for text in texts]
        rare = rarity(intents)
        found.append([Reading(intent, bag(intent, rare)) for intent in intents])
    return [list(both) for both in zip(*found, strict=True)]


def _alike(readings: Sequence[Sequence[Reading]]) -> Iterable[tuple[tuple[int, int], float]]:
    """How likely the pairs are one wish that share something and that no guard keeps apart."""
    for one, other in meeting(readings):
        near = nearness(readings[one], readings[other])
        if max(near) >= FAR and not _opposed(readings[one], readings[other]):
            yield (one, other), chance_of(signs(readings[one], readings[other], near))


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


def _joined(
    voices: Sequence[int],
    alike: Mapping[tuple[int, int], float],
    readings: Sequence[Sequence[Reading]],
    least: float,
) -> list[list[int]]:
    """Average linkage, the most alike first."""
    members = {number: [number] for number in range(len(voices))}
    home, said = list(members), list(voices)
    for pair in sorted(alike, key=lambda each: (-alike[each], each)):
        here, there = (home[number] for number in pair)
        if here == there:
            continue
        both = [(min(a, b), max(a, b)) for a in members[here] for b in members[there]]
        enough = max(said[here], said[there]) >= ENOUGH
        near = sum(alike.get(each, 0.0) for each in both) / len(both)
        if near < (SURE if enough else least):
            continue
        if any(_opposed(readings[a], readings[b]) for a, b in both):
            continue
        members[here].extend(members.pop(there))
        said[here] += said[there]
        for each in members[here]:
            home[each] = here
    found = [sorted(group) for group in members.values() if len(group) > 1]
    return sorted(found, key=lambda group: (-len(group), group))
