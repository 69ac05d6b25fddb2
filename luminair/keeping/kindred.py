"""Which asks of one owner want the same, in whatever words: for promoting.

Three phrasings of one wish often share a word or two and no more. What makes that enough is the
owner's own asks: a word that is in few of them says much, one that is in a single one says nothing
(it can be shared with none), one that is in many says little. So likeness is the cosine of two bags
of concepts, weighed by the lists and by how rare each is among all asks, and a group needs that
each member is near the group as a whole. No guard gives way: two asks of which one wants what the
other does not want, with other numbers, another of two rivals, or the other order, are never in one
group, whoever stands between them.

Each ask is read twice, by all lists and by those for pairs: a phrase that the wide ones know as a
whole stands in its words in the other ask. The better reading counts, and the guards of both.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING, Final

from luminair.keeping.clauses import STRONG
from luminair.keeping.errands import plain_wish_of, wish_of
from luminair.keeping.grounds import likeness, opposed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from luminair.keeping.intent import Intent

LEAST: Final = 0.55
"""Mean likeness from which an ask belongs to a group."""
SURE: Final = 0.65
"""The same where the group has its voices without it: one more brings little, its opposite spoils
the whole."""
ENOUGH: Final = 3
"""Voices that a wish needs (spec 8.2)."""
MEANING_SHARE: Final = 0.5
"""Of a likeness, what the meaning of the words makes where meaning search is on."""
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
        least: mean likeness from which one belongs to a group.
    """
    readings = [[read(text) for text in texts] for read in (wish_of, plain_wish_of)]
    vectors = meaning(texts) if meaning is not None else None
    found: dict[tuple[int, int], float] = {}
    for intents in readings:
        for pair, near in _alike(intents, vectors):
            found[pair] = max(near, found.get(pair, 0.0))
    alike = {pair: near for pair, near in found.items() if not _opposed(readings, *pair)}
    return _joined(list(voices) or [1] * len(texts), alike, readings, least)


def kin(texts: Sequence[str], others: Sequence[str], least: float = LEAST) -> list[bool]:
    """Of each text, whether it wants what any of some others wants, in whatever words."""
    readings = [[read(text) for text in (*texts, *others)] for read in (wish_of, plain_wish_of)]
    near = {pair for intents in readings for pair, value in _alike(intents, None) if value >= least}
    return [
        any((one, other) in near and not _opposed(readings, one, other)
            for other in range(len(texts), len(texts) + len(others)))
        for one in range(len(texts))
    ]  # fmt: skip


def _alike(
    intents: Sequence[Intent], vectors: Sequence[Sequence[float]] | None
) -> Iterable[tuple[tuple[int, int], float]]:
    """How alike the pairs are that share something, by one reading of the texts."""
    rare = rarity(intents)
    bags = [bag(intent, rare) for intent in intents]
    for one, other in _meeting(bags):
        near = likeness(bags[one], bags[other], intents[one], intents[other])
        if vectors is not None:
            alike = sum(x * y for x, y in zip(vectors[one], vectors[other], strict=True))
            near = max(near, near * (1 - MEANING_SHARE) + alike * MEANING_SHARE)
        yield (one, other), near


def _opposed(readings: Sequence[Sequence[Intent]], one: int, other: int) -> bool:
    """Whether any reading of two texts keeps them apart."""
    return any(opposed(intents[one], intents[other]) for intents in readings)


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
    readings: Sequence[Sequence[Intent]],
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
        if any(_opposed(readings, *pair) for pair in both):
            continue
        members[here].extend(members.pop(there))
        said[here] += said[there]
        for each in members[here]:
            home[each] = here
    found = [sorted(group) for group in members.values() if len(group) > 1]
    return sorted(found, key=lambda group: (-len(group), group))
