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
from luminair.keeping.errands import wish_of
from luminair.keeping.lexicon import lexicon
from luminair.keeping.paraphrase import moved, turned_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence, Set

    from luminair.keeping.intent import Intent

LEAST: Final = 0.6
"""Mean likeness from which an ask belongs to a group."""
SURE: Final = 0.75
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
UNSURE: Final = 0.7
"""What is left of a shared concept where one side only says when or where."""
ABOUT: Final = 0.7
"""Weight in the lists from which a concept may be what an ask is about."""
MAIN: Final = 0.9
"""Weight from which it is."""
ONE_STRANGE: Final = 0.85
"""What is left of a likeness where one ask is about something besides."""
BOTH_STRANGE: Final = 0.55
"""The same where each may be about something that the other does not name."""
TWO_THINGS: Final = 0.4
"""The same where each is."""
TIMED: Final = 0.7
"""The same where one says ahead of what, and the other does not name that."""
FEW: Final = 4
"""In an ask of so few words each counts as what it is about, also one that no list knows."""
GENERAL: Final = frozenset({
    "delete", "test", "commit", "message", "code", "change", "file", "answer", "function", "new",
    "add", "ask", "fix", "write", "page", "table", "bullet", "finish", "claim", "project", "work",
    "build", "update", "remove", "docs", "push", "first", "mail", "time", "line",
})  # fmt: skip
"""Concepts of which people want very different things: one of them alone is no common ground."""
MANNERS: Final = frozenset({"short", "first", "uppercase", "increase"})
"""Concepts that say nothing without what they are said of: 'short' answers, functions, names."""
THINGS: Final = frozenset({"answer", "message", "function", "name", "variable", "title"})
"""What a manner is often said of."""
ASKED: Final = frozenset({"ask"})
"""'Deleting needs my yes', 'never delete unasked': with this wanted by both, deeds may differ."""
ONLY: Final = frozenset({"only", "except", "unless", "nur", "außer", "seulement", "sauf", "solo"})
"""Words by which a wish holds for a part."""


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
    intents = [wish_of(text) for text in texts]
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
    return _joined(list(voices) or [1] * len(texts), found, intents, least)


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


def _likeness(a: Mapping[str, float], b: Mapping[str, float], one: Intent, other: Intent) -> float:
    shared = a.keys() & b.keys()
    agreed = {n for n in shared if one.signs[n] and one.signs[n] == other.signs[n]}
    if not any(one.weights[name] >= STRONG for name in agreed):
        return 0.0
    product = sum(a[n] * b[n] * (1.0 if n in agreed else UNSURE) for n in shared)
    lengths = sqrt(sum(w * w for w in a.values()) * sum(w * w for w in b.values()))
    return _common_ground(one, other, shared, agreed) * product / lengths if lengths else 0.0


def _common_ground(one: Intent, other: Intent, shared: Set[str], agreed: Set[str]) -> float:
    """What is left of a likeness by what each is about and the other does not name, 0 to 1."""
    strange = [_strange(side, shared) for side in (one, other)]
    besides = [
        {name for name in side.weights.keys() - shared if side.weights[name] >= STRONG}
        for side in (one, other)
    ]
    firm = {name for name in agreed if one.weights[name] >= STRONG} - MANNERS
    if not firm and max(strange) >= STRONG:
        return BOTH_STRANGE
    if agreed & MANNERS and THINGS & (besides[0] | besides[1]):
        return BOTH_STRANGE
    named = {name for name in shared if one.weights[name] >= STRONG}
    if sum(one.weights[name] >= MAIN for name in named) > 1:
        if min(strange) >= MAIN:
            return BOTH_STRANGE
        return ONE_STRANGE if min(strange) >= ABOUT else 1.0
    left = 1.0
    if len(named) == 1 and named <= GENERAL and any(besides):
        left = TWO_THINGS if all(besides) else ONE_STRANGE
    if min(strange) >= ABOUT:
        return left * (TWO_THINGS if min(strange) >= MAIN else BOTH_STRANGE)
    if _timed(one, other) or _timed(other, one):
        left *= TIMED
    return left * (ONE_STRANGE if max(strange) >= MAIN else 1.0)


def _strange(side: Intent, shared: Set[str]) -> float:
    """The weight of what one is about and the other does not name.

    In a few words each says something; in many an unknown one tells of how it came to the wish.
    """
    few = len(side.weights) <= FEW
    said = (name for name in side.weights.keys() - shared if side.signs[name])
    return max((side.weights[name] for name in said if few or name[0] != "="), default=0.0)


def _timed(a: Intent, b: Intent) -> bool:
    """Whether one says ahead of what something is to be done, and the other does not name that."""
    return any(
        first in b.weights and later not in b.weights and a.weights[later] >= MAIN
        for first, later in a.order
    )


def opposed(a: Intent, b: Intent) -> bool:
    """Whether two asks differ in what no likeness makes good."""
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return True
    if (
        _contrary(a, b)
        or turned_order(a, b)
        or (a.weights.keys() == b.weights.keys() and moved(a, b))
    ):
        return True
    for place in a.rivals.keys() & b.rivals.keys():
        if not a.rivals[place].keys() & b.rivals[place].keys():
            return True
    return a.stances != b.stances or _narrower(a, b) or _narrower(b, a)


def _contrary(a: Intent, b: Intent) -> bool:
    """Whether one wants what the other does not.

    'Deleting needs my yes', 'never delete unasked': where both want the same done first, what
    comes after it is only named.
    """
    shared = {name for name in a.signs.keys() & b.signs.keys() if _counts(a, b, name)}
    both = {name for name in shared if a.signs[name] == b.signs[name] == 1}
    after = {later for first, later in a.order | b.order if first in both}
    turned = {
        name
        for name in shared
        if a.signs[name] * b.signs[name] < 0 or (_sided(name) and a.signs[name] != b.signs[name])
    }
    return bool(turned - after) and not (both & ASKED and turned.isdisjoint(ASKED))


def _narrower(a: Intent, b: Intent) -> bool:
    """Whether one holds only for something that the other does not speak of."""
    return bool(a.limits & ONLY) and (
        bool(a.numbers - b.numbers)
        or any(
            weight >= ABOUT and name[0] != "=" and name not in b.weights
            for name, weight in a.weights.items()
        )
    )


def _sided(name: str) -> bool:
    concept = lexicon().concepts.get(name)
    return concept is not None and concept.sided


def _counts(a: Intent, b: Intent, name: str) -> bool:
    concept = lexicon().concepts.get(name)
    turns = concept is not None and (concept.sided or concept.turns)
    return turns or min(a.weights[name], b.weights[name]) >= STRONG


def _joined(
    voices: Sequence[int],
    alike: Mapping[tuple[int, int], float],
    intents: Sequence[Intent],
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
        if any(opposed(intents[a], intents[b]) for a, b in both):
            continue
        members[here].extend(members.pop(there))
        said[here] += said[there]
        for each in members[here]:
            home[each] = here
    found = [sorted(group) for group in members.values() if len(group) > 1]
    return sorted(found, key=lambda group: (-len(group), group))
