"""Tells by learned weights what an owner's message is: ask, decision, dead end, or none.

Phrase lists know the ways of saying a thing that somebody thought of. Here thousands of small signs
are weighed: the words of the message, how the model takes it, what was said before and after, and
how much the two say of the same things. The weights are made by ``tests/story/train.py``; a
message is weighed in plain Python, in well under a millisecond.
"""

from __future__ import annotations

import math
import re
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from luminair.config.paths import resources

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WEIGHTS = "distill/learned.tsv"
SCALE = 100
"""What the whole numbers of the file are divided by."""
BIAS = "bias"
_READ = 2_000
"""Characters of a message that are weighed; what is longer was pasted."""
_STEM = 5
_LONG_WORD = 3
_WORD = re.compile(r"[a-zà-ÿß'ąćęłńóśźż]+|\d+|[?!…]|[぀-鿿]", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[\u3002\uff01\uff1f])|\n+")


class Means(StrEnum):
    """What an owner's message may be, in the order of the file's columns."""

    OPEN = "open"
    DONE = "done"
    DECIDED = "decided"
    DEAD = "dead"
    NONE = "none"


class Turn(NamedTuple):
    """What the owner says, and what the model answers; ``""`` where it does not."""

    owner: str
    model: str


def weigh(talk: Sequence[Turn], at: int) -> dict[Means, float]:
    """How likely each meaning is of the owner's message of one turn; together 1."""
    weights = _weights()
    sums = [0.0] * len(Means)
    for sign, much in signs(talk, at).items():
        for place, weight in enumerate(weights.get(sign, ())):
            sums[place] += weight * much
    highest = max(sums)
    shares = [math.exp(each - highest) for each in sums]
    return {means: share / sum(shares) for means, share in zip(Means, shares, strict=True)}


def signs(talk: Sequence[Turn], at: int) -> dict[str, float]:
    """What of a turn is weighed: each sign with how much there is of it."""
    owner, model = (each[:_READ] for each in talk[at])
    before = talk[at - 1].model[:_READ] if at else ""
    after = talk[at + 1].owner[:_READ] if at + 1 < len(talk) else ""
    found = {BIAS: 1.0}
    for who, text in (("o", owner), ("m", model)):
        found.update(dict.fromkeys(_of(who, text), 1.0))
        found[f"{who} long"] = min(len(_words(text)), 60) / 30
        found[f"{who} sentences"] = min(len(_sentences(text)), 6) / 3
    for who, text in (("n", after), ("p", before)):
        found.update(dict.fromkeys((f"{who}:{word}" for word in _words(text)), 1.0))
    found.update(_shared(owner, model, before, after))
    found["place"] = at / len(talk)
    found["first"] = float(at == 0)
    found["last"] = float(at == len(talk) - 1)
    return {sign: much for sign, much in found.items() if much}


def _of(who: str, text: str) -> Iterator[str]:
    """The words of a text, alone and in twos, and those of its first and its last sentence."""
    words, parts = _words(text), _sentences(text) or [""]
    yield from (f"{who}:{word}" for word in words)
    yield from (f"{who}:{one} {other}" for one, other in pairwise(words))
    yield from (f"{who}^{word[:_STEM]}" for word in words if len(word) > _STEM)
    yield from (f"{who}<{word}" for word in _words(parts[0]))
    yield from (f"{who}>{word}" for word in _words(parts[-1]))
    if words:
        yield f"{who} begins {words[0]}"
    if "?" in text:
        yield f"{who} asks"
    if all(each.endswith("?") for each in parts):
        yield f"{who} only asks"
    if text.rstrip().endswith("?"):
        yield f"{who} ends in a question"
    if "`" in text:
        yield f"{who} shows code"
    if "\n" in text:
        yield f"{who} has lines"


def _shared(owner: str, model: str, before: str, after: str) -> dict[str, float]:
    """How much the messages speak of the same: a choice is said back, a chat goes elsewhere."""
    mine, theirs = _stems(owner), _stems(model)
    both = mine & theirs
    figures = {"o": set(re.findall(r"\d+", owner)), "m": set(re.findall(r"\d+", model))}
    earlier, later = _stems(before), _stems(after)
    return {
        "said back": len(both) / max(1, len(theirs)),
        "taken up": len(both) / max(1, len(mine)),
        "shared": min(len(both), 4) / 2,
        "mostly said back": float(len(both) >= max(1, len(theirs) / 2)),
        "new words": min(len(theirs - mine), 30) / 15,
        "figure said back": float(bool(figures["o"] & figures["m"])),
        "new figure": float(bool(figures["m"] - figures["o"])),
        "gone on with": len(later & (mine | theirs)) / max(1, len(later)),
        "answers": len(earlier & mine) / max(1, len(mine)),
        "was asked": float("?" in before),
    }


def _words(text: str) -> list[str]:
    found = _WORD.findall(text.casefold().replace("’", "'"))
    return ["#" if word.isdigit() else word for word in found]


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _words(text) if len(word) > _LONG_WORD}


def _sentences(text: str) -> list[str]:
    return [each.strip() for each in _SENTENCE.split(text) if each.strip()]


@lru_cache(maxsize=1)
def _weights() -> Mapping[str, tuple[float, ...]]:
    found = {}
    for line in (resources() / WEIGHTS).read_text(encoding="utf-8").splitlines():
        sign, *numbers = line.split("\t")
        found[sign] = tuple(int(each) / SCALE for each in numbers)
    return found
