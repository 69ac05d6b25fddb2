"""Whether two requests want the same, and which of many do.

Likeness is the cosine of two weighted bags of concepts (``intent``); the
weights stand in the word lists where a collection's document frequencies would else stand, since
three requests are no collection. Guards come before likeness: where a number, a name, a 'not',
an order or one of two rivals differs, no cosine makes two requests the same.
"""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.clauses import STRONG
from luminair.keeping.phrasing.intent import intent_of
from luminair.keeping.phrasing.lexicon import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from luminair.keeping.phrasing.intent import Intent

LEAST: Final = 0.65
"""Cosine from which two requests want the same; tuned on half of tests/data/paraphrase."""
BOTH_STRANGE: Final = 0.55
"""What is left of a cosine where each side wants something that the other does not name."""
ONE_STRANGE: Final = 0.9
"""The same where one of them wants something besides."""
ASIDE: Final = 0.3
"""Weight of what only one of them does not want, where both want the same."""
MAIN: Final = 0.9
"""Weight from which a concept may be what a wish is about by itself."""
HEAD_MISSING: Final = 0.8
"""The same where one does not name what the other is about."""


def likeness(a_text: str, b_text: str) -> float:
    """How much two requests want the same, 0 to 1; 0 where they differ in what a guard sees."""
    a, b = intent_of(a_text), intent_of(b_text)
    if differing(a, b):
        return 0.0
    return _cosine(a, b)


def closeness(a_text: str, b_text: str) -> float:
    """How much two texts speak of the same, whatever they want of it, 0 to 1."""
    a, b = intent_of(a_text), intent_of(b_text)
    return _cosine(a, b)


def differ(a_text: str, b_text: str) -> str:
    """In what two requests differ so that they are not the same: '30 and 300', or ''."""
    return differing(intent_of(a_text), intent_of(b_text))


def differing(a: Intent, b: Intent) -> str:
    """As :func:`differ`, of intents."""
    if a.numbers != b.numbers:
        return _two(a.numbers - b.numbers, b.numbers - a.numbers)
    paths = [frozenset(n for n in each.names if "/" in n) for each in (a, b)]
    if paths[0] != paths[1]:
        return _two(paths[0] - paths[1], paths[1] - paths[0])
    if a.names - b.names and b.names - a.names:
        return _two(a.names - b.names, b.names - a.names)
    shared = a.signs.keys() & b.signs.keys()
    turned = {name for name in shared if a.signs[name] * b.signs[name] < 0 and _weighs(a, b, name)}
    if turned:
        return f"{_words(turned)}: wanted and not wanted"
    return _rivals(a, b) or _order(a, b) or moved(a, b) or _nothing_shared(a, b, shared)


def _weighs(a: Intent, b: Intent, name: str) -> bool:
    if min(a.weights[name], b.weights[name]) >= STRONG or name in {"enable", "add"}:
        return True
    concept = lexicon().concepts.get(name)
    return concept is not None and concept.sided


def _rivals(a: Intent, b: Intent) -> str:
    for place in a.rivals.keys() & b.rivals.keys():
        ours, theirs = a.rivals[place], b.rivals[place]
        if not ours.keys() & theirs.keys():
            return _two(ours, theirs)
    return ""


def _order(a: Intent, b: Intent) -> str:
    for first, second in turned_order(a, b):
        return f"{_words([first])} before or after {_words([second])}"
    # 'Ask before you push', 'ask before you delete': one deed, ahead of two.
    ours, theirs = _ahead(a), _ahead(b)
    for deed in ours.keys() & theirs.keys():
        if not ours[deed] & theirs[deed]:
            return f"{_words([deed])} before {_two(ours[deed], theirs[deed])}"
    return ""


def turned_order(a: Intent, b: Intent) -> list[tuple[str, str]]:
    """Pairs that one puts the other way round; what one of them says both ways does not count."""
    ours, theirs = _in_steps(a.order), _in_steps(b.order)
    return sorted(
        (first, second)
        for first, second in ours
        if (second, first) in theirs
        and (first, second) not in theirs
        and (second, first) not in ours
    )


def _in_steps(order: frozenset[tuple[str, str]]) -> set[tuple[str, str]]:
    """With what follows: plan, then yes, then code says that the plan comes before the code."""
    return {*order, *((a, d) for a, b in order for c, d in order if b == c and a != d)}


def moved(a: Intent, b: Intent) -> str:
    """'Convert euros to dollars', 'dollars to euros': unknown words or rivals, turned round.

    'Tabs, not spaces', 'no spaces, use tabs': what is wanted and what is not stand apart in any
    order.
    """
    for sign in (-1, 0, 1):
        both = {n for n in a.signs.keys() & b.signs.keys() if a.signs[n] == b.signs[n] == sign}
        both = {n for n in both if n[0] == "=" or any(n in group for group in lexicon().exclusive)}
        if [n for n in a.sequence if n in both] != [n for n in b.sequence if n in both]:
            return "the order of the words"
    return ""


def _ahead(intent: Intent) -> dict[str, set[str]]:
    """What is to come before what."""
    found: dict[str, set[str]] = defaultdict(set)
    for first, second in intent.order:
        found[first].add(second)
    return found


def _nothing_shared(a: Intent, b: Intent, shared: Iterable[str]) -> str:
    """Whether no concept of weight is wanted by both, or unwanted by both."""
    if any(a.signs[name] and a.signs[name] == b.signs[name] and _weighs(a, b, name)
           for name in shared):  # fmt: skip
        return ""
    return _two(a.strong, b.strong) or "what they are about"


def exclusive_values(a: Intent, b: Intent) -> Iterator[tuple[set[str], set[str]]]:
    """What each of two wants of sets of which only one can hold: 'mysql' and 'postgres'."""
    for group in lexicon().exclusive:
        ours = {name for name in group & a.signs.keys() if a.signs[name] > 0}
        theirs = {name for name in group & b.signs.keys() if b.signs[name] > 0}
        if ours and theirs and not ours & theirs:
            yield ours, theirs


def common(a: Intent, b: Intent, aside: set[str]) -> float:
    """How much of what two texts are about, some names aside, both name: 0 to 1."""
    every = {
        name: max(a.weights.get(name, 0.0), b.weights.get(name, 0.0))
        for name in (a.weights.keys() | b.weights.keys()) - aside
    }
    shared = a.weights.keys() & b.weights.keys()
    total = sum(every.values())
    strong = any(weight >= STRONG and name in shared for name, weight in every.items())
    if not total or not (strong or aside):
        return 0.0
    return sum(weight for name, weight in every.items() if name in shared) / total


def _two(ours: Iterable[str], theirs: Iterable[str]) -> str:
    one, other = _words(ours), _words(theirs)
    if one and other:
        return f"{one} and {other}"
    return f"{one or other}: only one of them names it" if one or other else ""


def _words(names: Iterable[str]) -> str:
    return ", ".join(sorted(name.removeprefix("=").replace("_", " ") for name in names))


def _cosine(a: Intent, b: Intent) -> float:
    shared = a.weights.keys() & b.weights.keys()
    product = sum(a.weights[name] * b.weights[name] for name in shared)
    agreed = any(a.signs[name] == b.signs[name] == 1 and _weighs(a, b, name) for name in shared)
    ours, our_length = _besides(a, shared, agreed=agreed)
    theirs, their_length = _besides(b, shared, agreed=agreed)
    if not our_length or not their_length:
        return 0.0
    found = product / sqrt(our_length * their_length)
    found *= 1.0 if _heads(a, b) and _heads(b, a) else HEAD_MISSING
    # 'Use Redis for caching', 'use Valkey for caching': much alike, and each names what it wants.
    if ours and theirs:
        found *= BOTH_STRANGE
    elif max([*ours, *theirs], default=0.0) >= MAIN:
        found *= ONE_STRANGE
    return min(1.0, found)


def _besides(intent: Intent, shared: Iterable[str], *, agreed: bool) -> tuple[list[float], float]:
    """The weights of what an intent wants besides what is shared, and its squared length.

    'Not npm' beside 'pnpm' only says once more what is wanted, where both want pnpm.
    """
    concepts = lexicon().concepts
    own, square = [], 0.0
    for name, weight in intent.weights.items():
        known = concepts.get(name)
        turned = intent.signs[name] < 0 and not (known is not None and known.sided)
        aside = agreed and turned and name not in shared
        square += (weight * (ASIDE if aside else 1.0)) ** 2
        if name not in shared and weight >= STRONG and intent.signs[name] and not aside:
            own.append(weight)
    return own, square


def _heads(a: Intent, b: Intent) -> bool:
    """Whether something that says most about the one is named by the other too."""
    most = max((weight for name, weight in a.weights.items() if a.signs[name]), default=0.0)
    return any(a.weights[name] >= most and a.signs[name] for name in a.weights if name in b.weights)
