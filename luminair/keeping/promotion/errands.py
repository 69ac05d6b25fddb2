"""What of a request is the errand at hand, and what is a wish that rides along with it.

'Build the pricing table, CSS in its own file please': the table is built once, the rest may hold
for good. An errand begins with a verb that has an end (``resources/paraphrase/errands.txt``) and
names one thing ('the', 'a', 'this', a file, a number); what says how often, when or how not
('every', 'before', 'never', 'instead of') is none.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.clauses import STRONG
from luminair.keeping.phrasing.complaints import is_tale, told_and_wished
from luminair.keeping.phrasing.intent import Intent, intent_of, wide_intent_of
from luminair.keeping.phrasing.lasting import MOST, score
from luminair.keeping.phrasing.lexicon import rivals_among, wide_lexicon, words_of
from luminair.keeping.phrasing.spelling import spelled
from luminair.keeping.phrasing.stances import PERMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ASIDE: Final = 0.3
"""What is left of the weight of what only the errand names."""
COMMON: Final = 0.1
"""Weight of a word that any wish may hold."""
IMPLIED: Final = 0.5
"""Weight of what a concept says besides, of its own."""
TOLD: Final = 0.9
"""The same of what only the tale of what went wrong names."""
LEADING: Final = 2
"""Most parts of a text that may be the errand before the wish."""
OBJECT_WORDS: Final = 4
"""Words behind the verb among which the thing of an errand stands."""

_BREAK: Final = re.compile(r"(?<=[.!?;])\s+|\n+|\s[-–—]+\s|\s*[(—]\s*|,\s+|:\s+|\.{3,}|…")
_LEADS: Final = re.compile(
    r"^(?:(?:please|pls|plz|next task|next up|next|now|bitte|ok|okay|so|also|and|then|hey|hi|"
    r"just|kindly|quickly|"
    r"(?:can|could|would|will) you|i (?:want|need) you to|i'd like you to|let's|we need to|"
    r"kannst du|könntest du|peux-tu|pouvez-vous|puedes|podrías)\b[\s,:]*)+",
    re.IGNORECASE,
)
_ONE: Final = frozenset(
    "the a an my our this that these those me us another one some all it "  # noqa: SIM905
    "der die das den dem ein eine einen diese diesen dieses mir "
    "le la les un une ce cette mon ma mes el los las una este esta mi".split()
)
_REPORT: Final = re.compile(
    r"^(?:i|we|he|she|they|it|all|my|our|the|this|that|yesterday|today|last \w+|ich|wir|der|die|"
    r"das|je|nous|le|la|yo|el)\b[^,;:!?]*\b(?:\w+ed|was|were|had|has|have|said|told|took|went|got|made|"
    r"is|are|did|ran|broke|hat|haben|war|ist|a|est|fue|es)\b[^?!]*$",
    re.IGNORECASE,
)
_WISHES: Final = re.compile(
    r"\b(?:you|your|please|pls|should|shall|must|have to|has to|may|no|not|never|\w+n't|again|"
    r"need\w*|want\w*|prefer\w*|like|always|every|each|only|instead|rather|without|belongs?|"
    r"goes|comes?|go|first|rule|"
    r"convention|default|standard|house|policy|here|us|limit|max|min|forbidden|banned|off|out|use|say|"
    r"nicht|kein\w*|nie|immer|bitte|jede\w*|soll\w*|muss|pas|jamais|toujours|siempre|nunca|sin)\b",
    re.IGNORECASE,
)
_POINTED: Final = re.compile(
    r"\b[A-Z]\w+'s\b(?! (?:a|an|the|not|always|never)\b)|\b(?:this|these|last|next)\b"
)
_OWNED: Final = re.compile(r"\b[A-Z]\w+'s\b(?! (?:a|an|the|not|always|never)\b)")
_THING: Final = re.compile(r"\d|\w\.\w|[_/]|[a-z][A-Z]")
_FILE: Final = re.compile(
    r"\b(?:in|of|from|to|out of|into) (?:the )?[\w-]+\.[a-z]{2,4}\b", re.IGNORECASE
)
_LASTS: Final = frozenset({
    "not", "flip", "blame", "lack", "contrast", "needs", "before", "after", "when", "first",
})  # fmt: skip
_MANNER: Final = re.compile(
    r"\b(?:always|every|each|any|ever|only|per|usual|usually|general|generally|default|never|"
    r"from now on|all (?:our|your|my)|immer|jede[mnrs]?|nur|toujours|chaque|siempre|cada)\b",
    re.IGNORECASE,
)
_ONCE: Final = re.compile(
    r"\b(?:just this once|just once|this once|for now|this time|for this|this one|only today|"
    r"just today|right now|diesmal|ausnahmsweise|cette fois|esta vez|"
    r"in (?:line|paragraph|section|chapter|column) \w+)\b",
    re.IGNORECASE,
)
_ASKS_FOR: Final = re.compile(
    r"^(?:is it possible|is there (?:a|any) (?:chance|way)|are you able|do you mind|does it hurt)|"
    r".*\b(?:please|pls|always|every time|each time|from now on|by default|again)\b",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"^(?:how|where|what|which|who|when|is|are|does|do|did|has|have|was|were|"
    r"wie|wo|was|welche|wer|ist|sind|où|comment|quel|qué|cómo|dónde|cuál)\b(?!.*\b(?:again|keep)\b)"
    r"[^?]*\?",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def wish_of(text: str) -> Intent:
    """A request as it is compared with others: the wish in full, the errand as an aside."""
    return _wish(text, wide_intent_of)


@lru_cache(maxsize=20_000)
def plain_wish_of(text: str) -> Intent:
    """The same by the lists for pairs: what the wide ones take as one phrase stands apart there."""
    return _wish(text, intent_of)


def _wish(text: str, read: Callable[[str], Intent]) -> Intent:
    errand, rest = parted(spelled(text))
    told, wish = told_and_wished(rest)
    found = _lighter(read(wish))
    if is_tale(wish) and PERMITS not in found.stances:
        found = replace(found, signs=dict.fromkeys(found.signs, 0), stances=frozenset())
    if told:
        found = _with_aside(found, _lighter(read(told)), TOLD)
    return _with_aside(found, read(errand), ASIDE) if errand else found


def _lighter(intent: Intent) -> Intent:
    """An intent in which common words weigh little."""
    common = wide_lexicon().common
    weights = {
        name: COMMON if name in common else weight for name, weight in intent.weights.items()
    }
    signs = dict(intent.signs)
    for name in intent.weights:
        for each in wide_lexicon().implied.get(name, ()):
            if each not in weights:
                weights[each] = IMPLIED * wide_lexicon().concepts[each].weight
                signs[each] = 0
    return replace(intent, signs=signs, weights=weights)


def parted(text: str) -> tuple[str, str]:
    """The errand that a text begins with and the rest; ('', text) where it is all one."""
    parts = [part for part in _BREAK.split(text) if part and part.strip()]
    count = 0
    while count < min(LEADING, len(parts) - 1) and (
        is_errand(parts[count], leads=True) or _is_question(text, parts[count])
    ):
        count += 1
    while count and not _says_something(parts[count:]):
        count -= 1
    if not count:
        return "", text
    at = text.index(parts[count], text.index(parts[count - 1]) + len(parts[count - 1]))
    return text[:at].rstrip(" ,;:-–—("), text[at:]


def _says_something(parts: Sequence[str]) -> bool:
    return any(weight >= STRONG for weight in wide_intent_of(", ".join(parts)).weights.values())


def _is_question(text: str, part: str) -> bool:
    """Whether a part begins as a question, and its sentence ends as one."""
    end = re.search(r"[.!?]", text[text.find(part) :])
    asks = end is not None and end[0] == "?"
    return _QUESTION.match(part.strip() + "?" * asks) is not None


@lru_cache(maxsize=20_000)
def is_only_errand(text: str) -> bool:
    """Whether there is an errand in a text and no wish beside it."""
    plain = spelled(text)
    if _REPORT.match(plain) and not _WISHES.search(plain):
        return True
    if plain.count("?") == 1 and plain.endswith("?") and _QUESTION.match(plain):
        return not _ASKS_FOR.match(plain)
    errand, wish = parted(plain)
    if is_errand(wish) and (errand or len(_BREAK.split(wish)) == 1 or _ONCE.search(wish)):
        return True
    return score(plain) < MOST and any(map(is_errand, _BREAK.split(wish)))


@lru_cache(maxsize=20_000)
def is_errand(text: str, *, leads: bool = False) -> bool:
    """Whether a text or a part of one is an order with an end, for one thing.

    Args:
        text: the text.
        leads: whether a wish follows: then more verbs begin an errand.
    """
    bare = _LEADS.sub("", text.strip())
    if _ONCE.search(bare):
        return True
    words = words_of(bare)
    found = wide_lexicon().errands.longest(words, 0) if words else None
    if found is None or _MANNER.search(bare):
        return False
    if found[1] == "perhaps" and not (leads or _POINTED.search(bare)):
        return False
    behind = words[found[0] : found[0] + OBJECT_WORDS]
    named = any(word in _ONE or _THING.search(word) for word in behind) or _OWNED.search(bare)
    in_file = found[1] == "errand" and _FILE.search(bare) is not None
    return bool(named) and (in_file or not _says_how(words))


def _says_how(words: Sequence[str]) -> bool:
    """Whether something in it turns, limits or says when."""
    at = 0
    while at < len(words):
        turn = wide_lexicon().turns.longest(words, at)
        if turn is not None and turn[1] in _LASTS:
            return True
        at += turn[0] if turn is not None else 1
    return False


def _with_aside(wish: Intent, aside: Intent, share: float) -> Intent:
    """The wish, with what is named besides as something of which nothing is said."""
    also = {name: weight * share for name, weight in aside.weights.items()
            if name not in wish.weights and name[0] != "="}  # fmt: skip
    signs: Mapping[str, int] = {**dict.fromkeys(also, 0), **wish.signs}
    return replace(wish, signs=signs, weights={**also, **wish.weights},
                   rivals=rivals_among(wish.signs, wide_lexicon().rivals))  # fmt: skip
