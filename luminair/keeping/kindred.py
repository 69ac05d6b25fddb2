"""Which asks of one owner want the same, in whatever words: for promoting.

Three phrasings of one wish often share a word or two and no more. What makes that enough is the
owner's own asks: a word that is in few of them says much, one that is in a single one says nothing
(it can be shared with none), one that is in many says little. So likeness is the cosine of two bags
of concepts, weighed by the lists and by how rare each is among all asks, and a group needs that
each member is near the group as a whole. No guard gives way: two asks of which one wants what the
other does not want, with other numbers, another of two rivals, or the other order, are never in one
group, whoever stands between them.
"""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from luminair.keeping.clauses import STRONG
from luminair.keeping.intent import intent_of
from luminair.keeping.lexicon import lexicon
from luminair.keeping.near_copy import near_copies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from luminair.keeping.intent import Intent

LEAST: Final = 0.4
"""Mean likeness from which an ask belongs to a group."""
MEANING_SHARE: Final = 0.5
"""Of a likeness, what the meaning of the words makes where meaning search is on."""
SAID_ONCE: Final = 0.25
"""What is left of the weight of a word that no list knows and only one ask holds."""
USUAL: Final = 150
"""Asks that are taken to be there besides, so that a handful of them has weights too."""
_AGREES: Final = 0.85
"""Weight from which a concept that both want is enough to stand on."""


def groups(
    texts: Sequence[str],
    *,
    meaning: Callable[[Sequence[str]], Sequence[Sequence[float]]] | None = None,
    least: float = LEAST,
) -> list[list[int]]:
    """Groups of asks that want the same, by place, largest first; singles are left out.

    Args:
        texts: the asks, near copies as one.
        meaning: gives the texts' vectors, of length 1, where meaning search is on.
        least: mean likeness from which one belongs to a group.
    """
    intents = [intent_of(text) for text in texts]
    rare = rarity(intents)
    bags = [_bag(intent, rare) for intent in intents]
    vectors = meaning(texts) if meaning is not None else None
    found: dict[tuple[int, int], float] = {}
    for one, other in _meeting(bags):
        if opposed(intents[one], intents[other]):
            continue
        near = _likeness(bags[one], bags[other], intents[one], intents[other])
        if vectors is not None:
            alike = sum(x * y for x, y in zip(vectors[one], vectors[other], strict=True))
            near = max(near, near * (1 - MEANING_SHARE) + alike * MEANING_SHARE)
        found[one, other] = near
    return _joined(len(texts), found, intents, least)


def rarity(intents: Sequence[Intent]) -> dict[str, float]:
    """How much a name says by how few asks hold it, 0 to 1."""
    count = Counter(name for intent in intents for name in {*intent.weights, *intent.names})
    most = log(len(intents) + USUAL)
    return {
        name: (SAID_ONCE if held == 1 and name[0] == "=" else log((len(intents) + USUAL) / held) / most)
        for name, held in count.items()
    }


def _bag(intent: Intent, rare: Mapping[str, float]) -> dict[str, float]:
    return {name: weight * rare[name] for name, weight in intent.weights.items()}


def _meeting(bags: Sequence[Mapping[str, float]]) -> Iterable[tuple[int, int]]:
    """Pairs that share something of weight."""
    holding: dict[str, list[int]] = {}
    for number, bag in enumerate(bags):
        met: set[int] = set()
        for name, weight in bag.items():
            if weight >= STRONG / 2:
                met.update(holding.setdefault(name, []))
                holding[name].append(number)
        yield from ((one, number) for one in sorted(met))


def _likeness(
    a: Mapping[str, float], b: Mapping[str, float], one: Intent, other: Intent
) -> float:
    shared = a.keys() & b.keys()
    product = sum(a[name] * b[name] for name in shared)
    lengths = sqrt(sum(w * w for w in a.values()) * sum(w * w for w in b.values()))
    return product / lengths if lengths else 0.0


def opposed(a: Intent, b: Intent) -> bool:
    """Whether two asks differ in what no likeness makes good."""
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return True
    shared = a.signs.keys() & b.signs.keys()
    if any(a.signs[n] * b.signs[n] < 0 and _counts(a, b, n) for n in shared):
        return True
    for place in a.rivals.keys() & b.rivals.keys():
        if not a.rivals[place].keys() & b.rivals[place].keys():
            return True
    return any((y, x) in b.order and (x, y) not in b.order for x, y in a.order)


def _counts(a: Intent, b: Intent, name: str) -> bool:
    concept = lexicon().concepts.get(name)
    return min(a.weights[name], b.weights[name]) >= STRONG or (concept is not None and (concept.sided or concept.turns))


def _joined(
    count: int, alike: Mapping[tuple[int, int], float], intents: Sequence[Intent], least: float
) -> list[list[int]]:
    """Average linkage, the most alike first."""
    members = {number: [number] for number in range(count)}
    home = list(range(count))
    for one, other in sorted(alike, key=lambda pair: (-alike[pair], pair)):
        here, there = home[one], home[other]
        if here == there:
            continue
        both = [alike.get((min(a, b), max(a, b)), 0.0) for a in members[here] for b in members[there]]
        if sum(both) / len(both) < least:
            continue
        if any(opposed(intents[a], intents[b]) for a in members[here] for b in members[there]):
            continue
        members[here].extend(members.pop(there))
        for each in members[here]:
            home[each] = here
    found = [sorted(group) for group in members.values() if len(group) > 1]
    return sorted(found, key=lambda group: (-len(group), group))
