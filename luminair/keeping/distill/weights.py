"""Tells by learned weights what an owner's message is: ask, decision, dead end, or none.

Phrase lists know the ways of saying a thing that somebody thought of. Here thousands of small signs
are weighed: the phrases themselves and the words of the message, how the model takes it and of what
form its answer is, what was said before and after, and how much they say of the same things. The
weights are made by ``tests/story/train.py``; a message is weighed in plain Python, in about a
millisecond.
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
_LENGTHS = (4, 8, 16, 32, 64, 128)
_FORMS = {
    name: re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for name, pattern in (
        ("code", "`"),
        ("block", "```"),
        ("list", r"^\s*(?:[-*•]|\d+[.)])\s"),
        ("table", r"\|.*\|.*\|"),
        ("quoted", r"\A\W*[\"“„«「『‘']"),
        ("quotes", r"[\"“„«「『]"),
        ("colon", ":"),
        ("handed over", r":\s*(?:\n|[\"“„«「『*])"),
        ("bold", r"\*\*"),
        ("file", r"\b[\w-]+\.[a-z]{2,5}\b"),
        ("figure", r"\d"),
        ("money", r"[€$£¥]|\b(?:euros?|pounds?|dollars?|zł|chf|eur|usd|gbp)\b|円"),
        ("question", r"\?|か。"),
        ("question last", r"\?\s*\Z"),
        ("lines", r"\n"),
        ("many lines", r"\n(?:.*\n){3}"),
    )
}
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[\u3002\uff01\uff1f])|\n+")


class Means(StrEnum):
    """What an owner's message may be, in the order of the file's columns."""

    OPEN = "open"
    DONE = "done"
    DECIDED = "decided"
    DEAD = "dead"
    NONE = "none"


class Heard(NamedTuple):
    """A message.

    Attributes:
        text: of it; ``""`` where nothing is said.
        phrases: for each of the speaker's own sentences, the names of the phrases in it.
    """

    text: str = ""
    phrases: tuple[frozenset[str], ...] = ()


class Turn(NamedTuple):
    """What the owner says, and what the model answers."""

    owner: Heard
    model: Heard = Heard()


def weigh(talk: Sequence[Turn], at: int) -> dict[Means, float]:
    """How likely each meaning is of the owner's message of one turn; together 1."""
    return likely(WEIGHTS, tuple(Means), signs(talk, at))


def likely(file: str, kinds: Sequence[Means], found: Mapping[str, float]) -> dict[Means, float]:
    """How likely each kind is by what was found; together 1.

    Args:
        file: of the weights, below the resources.
        kinds: in the order of the file's columns.
        found: each sign with how much there is of it.
    """
    weights = _weights(file)
    sums = [0.0] * len(kinds)
    for sign, much in found.items():
        for place, weight in enumerate(weights.get(sign, ())):
            sums[place] += weight * much
    highest = max(sums)
    shares = [math.exp(each - highest) for each in sums]
    return {means: share / sum(shares) for means, share in zip(kinds, shares, strict=True)}


def signs(talk: Sequence[Turn], at: int) -> dict[str, float]:
    """What of a turn is weighed: each sign with how much there is of it."""
    owner, model = (each.text[:_READ] for each in talk[at])
    earlier = talk[at - 1].model if at else Heard()
    later = talk[at + 1].owner if at + 1 < len(talk) else Heard()
    before, after = earlier.text[:_READ], later.text[:_READ]
    found = {BIAS: 1.0}
    for who, text in (("o", owner), ("m", model)):
        found.update(dict.fromkeys(_of(who, text), 1.0))
        found[f"{who} sentences"] = min(len(_sentences(text)), 6) / 3
    for who, text in (("n", after), ("p", before)):
        found.update(dict.fromkeys((f"{who}:{word}" for word in words_of(text)), 1.0))
    found.update(dict.fromkeys(_around(before, after), 1.0))
    found.update(dict.fromkeys(_phrases(talk[at], earlier, later), 1.0))
    found.update(_shared(owner, model, before, after))
    found["place"] = at / len(talk)
    found["first"] = float(at == 0)
    found["last"] = float(at == len(talk) - 1)
    found["last but one"] = float(at == len(talk) - 2)
    return {sign: much for sign, much in found.items() if much}


def _phrases(turn: Turn, earlier: Heard, later: Heard) -> Iterator[str]:
    """The phrases around a message; of what stands before and after, where it matters most."""
    for who, sentences in (
        ("o", turn.owner.phrases),
        ("m", turn.model.phrases),
        ("m first", turn.model.phrases[:1]),
        ("n first", later.phrases[:1]),
        ("p last", earlier.phrases[-1:]),
    ):
        yield from (f"{who} says {name}" for each in sentences for name in each)


def _around(before: str, after: str) -> Iterator[str]:
    """How the message before ends, and the one after begins."""
    ends, begins = (_sentences(before) or [""])[-1], (_sentences(after) or [""])[0]
    yield from (f"p>{word}" for word in words_of(ends))
    yield from (f"n<{word}" for word in words_of(begins))
    yield from (f"n^{word[:_STEM]}" for word in words_of(after) if len(word) > _STEM)
    yield from (f"n is {form}" for form in forms(begins))


def forms(text: str) -> Iterator[str]:
    """Of what form a text is, in whatever language: a list, a figure, a question, so long."""
    yield from (name for name, pattern in _FORMS.items() if pattern.search(text))
    words = len(words_of(text))
    yield from (f"long {many}" for many in _LENGTHS if words >= many)


def _of(who: str, text: str) -> Iterator[str]:
    """The words of a text, alone and in twos, and those of its first and its last sentence."""
    parts = _sentences(text) or [""]
    yield from words_and_twos(who, text)
    yield from (f"{who}<{word}" for word in words_of(parts[0]))
    yield from (f"{who}>{word}" for word in words_of(parts[-1]))
    if all(each.endswith("?") for each in parts):
        yield f"{who} only asks"
    yield from (f"{who} first is {form}" for form in forms(parts[0]))


def words_and_twos(who: str, text: str) -> Iterator[str]:
    """The words of a text, alone and in twos, their beginnings, how it begins and of what form."""
    words = words_of(text)
    yield from (f"{who}:{word}" for word in words)
    yield from (f"{who}:{one} {other}" for one, other in pairwise(words))
    yield from (f"{who}^{word[:_STEM]}" for word in words if len(word) > _STEM)
    for many in (1, 2):
        yield f"{who} begins {' '.join(words[:many])}"
    yield from (f"{who} is {form}" for form in forms(text))


def _shared(owner: str, model: str, before: str, after: str) -> dict[str, float]:
    """How much the messages speak of the same: a choice is said back, a chat goes elsewhere."""
    mine, theirs = stems(owner), stems(model)
    both = mine & theirs
    figures = {"o": set(re.findall(r"\d+", owner)), "m": set(re.findall(r"\d+", model))}
    earlier, later = stems(before), stems(after)
    return {
        "said back": len(both) / max(1, len(theirs)),
        "taken up": len(both) / max(1, len(mine)),
        "shared": min(len(both), 4) / 2,
        "mostly said back": float(len(both) >= max(1, len(theirs) / 2)),
        "new words": min(len(theirs - mine), 30) / 15,
        "figure said back": float(bool(figures["o"] & figures["m"])),
        "new figure": float(bool(figures["m"] - figures["o"])),
        "nothing shared": float(not both),
        "gone on with": len(later & (mine | theirs)) / max(1, len(later)),
        "on the answer": len(later & theirs) / max(1, len(later)),
        "answers": len(earlier & mine) / max(1, len(mine)),
        "was asked": float("?" in before),
        "was asked last": float(before.rstrip().endswith("?")),
    }


def words_of(text: str) -> list[str]:
    """The words and signs of a text in lower case; each number is '#'."""
    found = _WORD.findall(text.casefold().replace("’", "'"))
    return ["#" if word.isdigit() else word for word in found]


def stems(text: str) -> set[str]:
    """The beginnings of the words of a text that are not short."""
    return {word[:_STEM] for word in words_of(text) if len(word) > _LONG_WORD}


def _sentences(text: str) -> list[str]:
    return [each.strip() for each in _SENTENCE.split(text) if each.strip()]


@lru_cache(maxsize=2)
def _weights(file: str) -> Mapping[str, tuple[float, ...]]:
    found = {}
    for line in (resources() / file).read_text(encoding="utf-8").splitlines():
        sign, *numbers = line.split("\t")
        found[sign] = tuple(int(each) / SCALE for each in numbers)
    return found
