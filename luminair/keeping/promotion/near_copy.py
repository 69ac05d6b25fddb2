"""Whether two requests are the same words, but for politeness, case, signs and slips of the pen.

Merging is for near copies only. Two texts are one where, word by word, nothing is left over: what
is polite or says that it was said before falls away, an inflected word is its stem, 'dont' is
'do not', and two letters that changed places inside a longer word are a slip. Parts between commas
may change places as wholes; words may not, since 'euros to dollars' has the words of its opposite.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias
from unicodedata import normalize

from luminair.journal import one_line, stem

SLIP_CHARS: Final = 6
"""A word from this length on may hold two letters that changed places."""

_POLITE: Final = re.compile(
    r"^(?:(?:please|pls|plz|kindly|hey|hi|hello|ok|okay|so|and|also|again|well|but|"
    r"as i (?:already )?(?:said|mentioned)(?: before)?|like i said|as always|reminder|remember|"
    r"from now on|from here on|going forward|in future|always|"
    r"(?:could|can|would|will) you(?: please)?|i(?:'d| would) like you to|i want you to|"
    r"bitte|also bitte|s'il te plaît|s'il vous plaît|por favor|ab jetzt|désormais)\b[\s,:;–—-]*)+",
    re.IGNORECASE,
)
_THANKS: Final = re.compile(
    r"(?:[\s,;.!?–—-]*\b(?:please|pls|plz|thanks(?: a lot)?|thank you|thx|ty|ok|okay|again|"
    r"as always|as i said|from now on|from here on|going forward|in future|always|"
    r"bitte|danke|merci|gracias|s'il te plaît|s'il vous plaît|por favor))+[\s.!?,;]*$",
    re.IGNORECASE,
)
_ASKS_POLITELY: Final = re.compile(
    r"(?:\w+[:,]? ){0,3}?(?:could|can|would|will|kannst|könntest|peux|puedes)\b|let's",
    re.IGNORECASE,
)
_SHORT_FORMS: Final = (
    (re.compile(r"\bcan(?:no|')?t\b"), "can not"),
    (re.compile(r"\bwon'?t\b(?=\s+\w)"), "will not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|should|must|would|could|need)n'?t\b"),
     r"\1 not"),
    (re.compile(r"\b(it|that|what|there)'s\b"), r"\1 is"),
    (re.compile(r"\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"\bi'm\b"), "i am"),
)  # fmt: skip
_PART: Final = re.compile(r"[,;:!?()…]+(?=\s|$)|\.+(?=\s|$)|\s[-–—→]+\s|\n+|^[\s(]+")
_AROUND: Final = "\"'`“”‘’„«»*"
_Part: TypeAlias = tuple[str, ...]
_SAYS_NOTHING: Final = frozenset({"a", "an", "the", "please", "pls", "kindly", "just", "bitte"})


@lru_cache(maxsize=20_000)
def _parts(text: str) -> tuple[_Part, ...]:
    """The words that are left, part by part between commas."""
    whole = said = normalize("NFKC", one_line(text)).replace("’", "'").casefold().strip()
    while (less := _THANKS.sub("", _POLITE.sub("", said, count=1), count=1).strip()) != said:
        if not less.strip(" .,!?"):
            break
        said = less
    asks = said.endswith("?") and not _ASKS_POLITELY.match(whole)
    for pattern, full in _SHORT_FORMS:
        said = pattern.sub(full, said)
    parts = []
    for part in _PART.split(said):
        words = [word for raw in part.split() if (word := raw.strip(_AROUND))]
        if kept := tuple(word for word in words if word not in _SAYS_NOTHING):
            parts.append(kept)
    return (*parts, ("?",)) if asks else tuple(parts)


@lru_cache(maxsize=20_000)
def copy_key(text: str) -> str:
    """The same for all near copies of a text; others may share it, so ask :func:`near_copies`."""
    return "".join(sorted(word[0] for part in _parts(text) for word in part))


def near_copies(one: str, other: str) -> bool:
    """Whether two texts are the same words in the same order, but for politeness and slips."""
    if copy_key(one) != copy_key(other):
        return False
    ours, theirs = _parts(one), _parts(other)
    if _flat_same(ours, theirs):
        return True
    # 'Not npm, use pnpm': parts of several words may change places as wholes.
    if len(ours) != len(theirs) or min(map(len, ours)) == 1:
        return False
    left = list(theirs)
    for part in ours:
        match = next((each for each in left if _same_part(part, each)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _flat_same(ours: tuple[_Part, ...], theirs: tuple[_Part, ...]) -> bool:
    return _same_part(
        tuple(word for part in ours for word in part),
        tuple(word for part in theirs for word in part),
    )


def _same_part(one: _Part, other: _Part) -> bool:
    return len(one) == len(other) and all(map(_same_word, one, other))


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    if not one.isalpha() or not other.isalpha():
        return False
    if one.isascii() and other.isascii() and stem(one) == stem(other):
        return True
    return len(one) >= SLIP_CHARS and one[0] == other[0] and _letters_changed_places(one, other)


def _letters_changed_places(one: str, other: str) -> bool:
    """Whether two neighbouring letters, once or twice, stand the other way round."""
    if len(one) != len(other):
        return False
    at = swaps = 0
    while at < len(one):
        if one[at] == other[at]:
            at += 1
        elif one[at : at + 2] == other[at : at + 2][::-1]:
            swaps, at = swaps + 1, at + 2
        else:
            return False
    return 0 < swaps <= 2
