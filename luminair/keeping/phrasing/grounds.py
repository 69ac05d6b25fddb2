"""How much two asks want the same, and what keeps them apart whatever they share.

What people want has a thing and a manner: *no* *apologies*, *short* *answers*, *ask* before
*deleting*. Some concepts are a wish by themselves (``emoji``, ``utc``); others are a part of many
(``commit``, ``answer``, ``ask``; the list is ``resources/paraphrase/parts.txt``). Two asks need a
whole one in common, or two parts.
"""

from __future__ import annotations

from dataclasses import replace
from math import fsum, sqrt
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.clauses import STRONG
from luminair.keeping.phrasing.lexicon import wide_lexicon
from luminair.keeping.phrasing.paraphrase import moved, turned_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from luminair.keeping.phrasing.intent import Intent

UNSURE: Final = 0.7
"""What is left of a shared concept where one side only says when or where."""
ASIDE: Final = 1.0
"""What is left of the weight of what is named only as the other side of what both want."""
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
MANNER_ALONE: Final = 0.4
"""The same where nothing is shared but a manner: 'short'."""
TIMED: Final = 0.7
"""The same where one says ahead of what, and the other does not name that."""
ELSEWHERE: Final = 0.65
"""The same where one says in what place, and the other does not name that."""
SAYS_MORE: Final = 0.8
"""The same where one names two things and the other one of them."""
FULL: Final = 2
"""Things in an ask of which neither is there by chance."""
FEW: Final = 4
"""In an ask of so few words each counts as what it is about, also one that no list knows."""
MANNERS: Final = frozenset({"short", "first", "uppercase", "increase"})
"""Concepts that say nothing without what they are said of: 'short' answers, functions, names."""
THINGS: Final = frozenset({"answer", "message", "function", "name", "variable", "title"})
"""What a manner is often said of."""
ASKED: Final = frozenset({"ask"})
"""'Deleting needs my yes', 'never delete unasked': with this wanted by both, deeds may differ."""
FRAME_WORDS: Final = 2
"""Names that two asks share at least where they are built alike."""
FRAME_SHARE: Final = 0.4
"""Share of all their names that these are."""
BUILT_SHARE: Final = 0.3
"""The same where both begin with the same word."""
ONLY: Final = frozenset({"only", "except", "unless", "nur", "außer", "seulement", "sauf", "solo"})
"""Words by which a wish holds for a part."""


def likeness(a: Mapping[str, float], b: Mapping[str, float], one: Intent, other: Intent) -> float:
    """How much two asks want the same, 0 to 1.

    Args:
        a: the weights of the one, by how rare each name is among all asks.
        b: the same of the other.
        one: what the one wants.
        other: what the other wants.
    """
    shared = a.keys() & b.keys()
    agreed = {n for n in shared if one.signs[n] and one.signs[n] == other.signs[n]}
    open_ = {n for n in shared if not (one.signs[n] and other.signs[n]) and not is_part(n)}
    if not any(min(one.weights[n], other.weights[n]) >= STRONG for n in agreed | open_):
        return 0.0
    firm = {one.signs[n] for n in agreed if min(one.weights[n], other.weights[n]) >= STRONG}
    asides = _other_side(one, shared, firm), _other_side(other, shared, firm)
    product = fsum(a[n] * b[n] * (1.0 if n in agreed else UNSURE) for n in shared)
    lengths = sqrt(_square(a, asides[0]) * _square(b, asides[1]))
    ground = _common_ground(one, other, shared, agreed | open_, asides)
    if _says_more(one, other) or _says_more(other, one):
        ground *= SAYS_MORE
    return ground * product / lengths if lengths else 0.0


def _says_more(a: Intent, b: Intent) -> bool:
    """Whether an ask of two things names one that the other does not: 'never force push'.

    In so few words nothing tells of how it came to the wish.
    """
    strong = [name for name in a.sequence if a.weights[name] >= STRONG]
    return len(strong) == FULL and any(
        name not in b.weights and (name[0] == "=" or a.weights[name] >= MAIN) for name in strong
    )


def _other_side(side: Intent, shared: Set[str], firm: Set[int]) -> set[str]:
    """What one names only as the other side of what both want: 'not npm' beside 'pnpm'."""
    if len(firm) != 1:
        return set()
    turned = -next(iter(firm))
    return {
        name
        for name in side.weights.keys() - shared
        if side.signs[name] == turned and not _is_sided(name)
    }


def _is_sided(name: str) -> bool:
    concept = wide_lexicon().concepts.get(name)
    return concept is not None and concept.sided


def _square(weights: Mapping[str, float], aside: Set[str]) -> float:
    return fsum((w * (ASIDE if name in aside else 1.0)) ** 2 for name, w in weights.items())


def _common_ground(
    one: Intent,
    other: Intent,
    shared: Set[str],
    agreed: Set[str],
    asides: tuple[Set[str], Set[str]],
) -> float:
    """What is left of a likeness by what each is about and the other does not name, 0 to 1."""
    left_out = [side.weights.keys() - shared - aside
                for side, aside in zip((one, other), asides, strict=True)]  # fmt: skip
    strange = [_strange(side, names) for side, names in zip((one, other), left_out, strict=True)]
    besides = [
        {name for name in names if side.weights[name] >= STRONG}
        for side, names in zip((one, other), left_out, strict=True)
    ]
    firm = {name for name in agreed if one.weights[name] >= STRONG} - MANNERS
    if not firm and any(besides):
        return MANNER_ALONE
    if agreed & MANNERS and THINGS & (besides[0] | besides[1]):
        return BOTH_STRANGE
    named = {name for name in shared if one.weights[name] >= STRONG}
    left = ELSEWHERE if _elsewhere(one, other) or _elsewhere(other, one) else 1.0
    if sum(one.weights[name] >= MAIN for name in named) > 1:
        if min(strange) >= MAIN:
            return left * BOTH_STRANGE
        return left * (ONE_STRANGE if min(strange) >= ABOUT else 1.0)
    if len(named) == 1 and any(besides) and all(map(is_part, named)):
        left *= TWO_THINGS if all(besides) else ONE_STRANGE
    if min(strange) >= ABOUT:
        return left * (TWO_THINGS if min(strange) >= MAIN else BOTH_STRANGE)
    if _timed(one, other) or _timed(other, one):
        left *= TIMED
    return left * (ONE_STRANGE if max(strange) >= MAIN else 1.0)


def _strange(side: Intent, names: Set[str]) -> float:
    """The weight of what one is about and the other does not name.

    In a few words each says something; in many an unknown one tells of how it came to the wish.
    """
    few = sum(weight >= STRONG for weight in side.weights.values()) <= FEW
    said = (name for name in names if side.signs[name])
    return max((side.weights[name] for name in said if few or name[0] != "="), default=0.0)


def is_part(name: str) -> bool:
    """Whether a name is a part of many wishes; a word that no list knows may be."""
    return name[0] == "=" or name in wide_lexicon().parts


def _elsewhere(a: Intent, b: Intent) -> bool:
    """Whether one says in what place, and the other does not name that."""
    timed = {name for pair in a.order for name in pair}
    return any(
        not sign and a.weights[name] >= MAIN and name not in b.weights and name not in timed
        for name, sign in a.signs.items()
    )


def _timed(a: Intent, b: Intent) -> bool:
    """Whether one says ahead of what something is to be done, and the other does not name that."""
    return any(
        first in b.weights and later not in b.weights and a.weights[later] >= MAIN
        for first, later in a.order
    )


def opposed(a: Intent, b: Intent) -> bool:
    """Whether two asks differ in what no likeness makes good.

    That one holds for a part only (:func:`is_narrower`) is a sign and no more: wordings of one wish
    differ in it as often as a wish and its near miss.
    """
    return (
        differ_in_kind(a, b)
        or is_contrary(a, b)
        or names_rivals(a, b)
        or a.stances != b.stances
        or built_alike(a, b)
    )


def differ_in_kind(a: Intent, b: Intent) -> bool:
    """Whether two asks name other numbers or paths, or the other order."""
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return True
    paths = [{name for name in each.names if "/" in name} for each in (a, b)]
    if paths[0] and paths[1] and not paths[0] & paths[1]:
        return True
    if turned_order(a, b):
        return True
    return a.weights.keys() == b.weights.keys() and bool(moved(a, b))


def without_other_choice(intent: Intent) -> Intent:
    """An ask without what it refuses only as the other of two: 'pnpm, not npm' wants pnpm."""
    wanted = {name for name, sign in intent.signs.items() if sign > 0}
    told = {
        name
        for group in wide_lexicon().exclusive
        if wanted & group
        for name in group & intent.signs.keys()
        if intent.signs[name] < 0
    }
    if not told:
        return intent
    return replace(
        intent,
        signs={name: sign for name, sign in intent.signs.items() if name not in told},
        weights={name: weight for name, weight in intent.weights.items() if name not in told},
        strong=intent.strong - told,
        sequence=tuple(name for name in intent.sequence if name not in told),
    )


def names_rivals(a: Intent, b: Intent) -> bool:
    """Whether each names another of things of which one ask means one.

    'No npm' and 'use pnpm' are of one mind; 'no emojis' and 'no bullets' are not.
    """
    lists = wide_lexicon()
    for place in a.rivals.keys() & b.rivals.keys():
        ours, theirs = a.rivals[place], b.rivals[place]
        if not ours.keys() & theirs.keys():
            signs = {*ours.values(), *theirs.values()}
            if len(signs) == 1 or lists.rivals[place] not in lists.exclusive:
                return True
    return False


def is_contrary(a: Intent, b: Intent) -> bool:
    """Whether one wants what the other does not.

    'Deleting needs my yes', 'never delete unasked': where both want the same done first, what
    comes after it is only named.
    """
    shared = {name for name in a.signs.keys() & b.signs.keys() if _counts(a, b, name)}
    both = {name for name in shared if a.signs[name] == b.signs[name] == 1}
    after = {later for first, later in a.order | b.order if first in both}
    turned = {name for name in shared if a.signs[name] * b.signs[name] < 0} - after
    return bool(turned) and not (both & ASKED and turned.isdisjoint(ASKED))


def built_alike(a: Intent, b: Intent) -> bool:
    """Whether two asks begin alike, go on alike, and each names something of its own.

    'Attach a screenshot to every bug report', 'attach a log to every bug report'.
    """
    if not _left_over(a, b) or not _left_over(b, a) or a.sequence[:1] != b.sequence[:1]:
        return False
    both, every = set(a.sequence) & set(b.sequence), set(a.sequence) | set(b.sequence)
    return len(both) >= FRAME_WORDS and len(both) >= BUILT_SHARE * len(every)


def _left_over(one: Intent, other: Intent) -> set[str]:
    """What of weight only the one names."""
    return {
        name
        for name, weight in one.weights.items()
        if weight >= STRONG and name not in other.weights
    }


def other_filling(a: Intent, b: Intent) -> bool:
    """'Sort lists by shop', 'sort lists by name': the same frame around another thing.

    Who says a wish again on another day begins it in another way. So where two asks are built
    alike, what only one of them names is meant, also where no list knows the word.
    """
    left = _left_over(a, b), _left_over(b, a)
    if not all(left):
        return False
    shared = a.weights.keys() & b.weights.keys()
    agreed = {
        name
        for name in shared
        if a.signs[name]
        and a.signs[name] == b.signs[name]
        and min(a.weights[name], b.weights[name]) >= STRONG
    }
    known = [
        any(name[0] != "=" and one.signs[name] for name in names)
        for one, names in zip((a, b), left, strict=True)
    ]
    if len(agreed) <= 1 and all(known):
        return True
    if a.sequence and b.sequence and a.sequence[0] == b.sequence[0]:
        return True
    both, every = set(a.sequence) & set(b.sequence), set(a.sequence) | set(b.sequence)
    if len(both) >= FRAME_WORDS and len(both) >= FRAME_SHARE * len(every):
        return True
    # 'Pnpm, not npm', 'yarn, not npm': what neither wants is no wish.
    wanted = [
        any(one.signs[name] > 0 for name in names) for one, names in zip((a, b), left, strict=True)
    ]
    return all(wanted) and {a.signs[name] for name in agreed} == {-1}


def is_narrower(a: Intent, b: Intent) -> bool:
    """Whether one holds only for something that the other does not speak of."""
    return bool(a.limits & ONLY) and (
        bool(a.numbers - b.numbers)
        or any(
            weight >= ABOUT and name[0] != "=" and name not in b.weights
            for name, weight in a.weights.items()
        )
    )


def _counts(a: Intent, b: Intent, name: str) -> bool:
    concept = wide_lexicon().concepts.get(name)
    turns = concept is not None and (concept.sided or concept.turns)
    return turns or min(a.weights[name], b.weights[name]) >= STRONG
