"""What two asks have in common word by word, as numbers for the scorer of pairs.

No list has a part in this: it is what is left to go by where an owner says a thing in words that no
list knows. Who says a wish again on another day seldom keeps a run of words, or all but one of
them; what does so is mostly another wish, built after the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from luminair.journal import stem

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = (
    "words_shared",
    "words_overlap",
    "words_left_fewer",
    "words_left_more",
    "words_in_order",
    "words_side_by_side",
    "words_swapped",
    "words_fewer",
    "words_more",
    "nots_apart",
    "nots_said",
    "questions",
    "figures_apart",
)
"""The signs, in the order in which the scorer takes them."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.:,]\d+)*")
_SMALL_WORDS: Final = """
a an the and or but if so as at by for from in into of off on onto out over per than that then this
these those to up with within i me my mine we us our you your he she they them their it its is are
was were be been being am do does did done have has had will would can could shall should may might
must please pls just also too very really ever again always still here there when where what which
who how why not no don't doesn't didn't isn't aren't i'm i've i'd it's that's there's you're let's
want need like use make get give put keep thing things
"""
_SMALL: Final = frozenset(_SMALL_WORDS.split())
"""Words that any two asks may share."""
_NOTS: Final = frozenset(
    "not no never nor none without cannot stop avoid instead nothing neither nobody "  # noqa: SIM905
    "kein keine keinen nicht nie pas jamais aucun nunca sin nada ohne sans".split()
)


@dataclass(frozen=True, slots=True)
class Worded:
    """One ask as a row of words.

    Attributes:
        stems: its words without their endings, in order.
        said: those of them that say something.
        places: where each stands, as the bits of a number.
        between: by the words on both sides, what stands there.
        pairs: what stands side by side.
        nots: how many words refuse.
        asks: whether there is a question mark.
        figures: the numbers in digits.
    """

    stems: tuple[str, ...]
    said: frozenset[str]
    places: Mapping[str, int]
    between: Mapping[tuple[str, str], str]
    pairs: frozenset[tuple[str, str]]
    nots: int
    asks: bool
    figures: frozenset[str]


@lru_cache(maxsize=20_000)
def worded(text: str) -> Worded:
    """A text as a row of words."""
    words = _WORD.findall(text.casefold().replace("’", "'"))
    stems = tuple(map(_stem, words))
    places: dict[str, int] = {}
    for at, each in enumerate(stems):
        places[each] = places.get(each, 0) | 1 << at
    return Worded(
        stems,
        frozenset(
            root
            for root, word in zip(stems, words, strict=True)
            if word not in _SMALL and not word[0].isdigit()
        ),
        places,
        {
            (left, right): word
            for left, word, right in zip(("", *stems), stems, (*stems[1:], ""), strict=False)
        },
        frozenset(pairwise(stems)),
        sum(word in _NOTS or word.endswith("n't") for word in words),
        "?" in text,
        frozenset(word for word in words if word[0].isdigit()),
    )


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    return stem(word.removesuffix("'s")) if word.isascii() and word.isalpha() else word


def word_signs(one: Worded, other: Worded) -> list[float]:
    """The signs of a pair, see :data:`NAMES`; the same for both orders."""
    shared = len(one.said & other.said)
    left = sorted((len(one.said) - shared, len(other.said) - shared))
    sizes = sorted((len(one.stems), len(other.stems)))
    swapped = sum(other.between.get(around, word) != word for around, word in one.between.items())
    apart = bool(one.figures - other.figures) + bool(other.figures - one.figures)
    return [
        float(shared),
        shared / max(1, shared + left[0] + left[1]),
        float(left[0]),
        float(left[1]),
        _in_order(one, other) / max(1, sizes[0]),
        float(len(one.pairs & other.pairs)),
        float(swapped),
        float(sizes[0]),
        float(sizes[1]),
        float(abs(one.nots - other.nots)),
        float((one.nots > 0) + (other.nots > 0)),
        float(one.asks + other.asks),
        float(apart),
    ]


def _in_order(one: Worded, other: Worded) -> int:
    """Length of the longest row of words that both hold in the same order.

    By the bits of one number for the whole row: H. Hyyrö, *Bit-parallel LCS-length computation
    revisited*, 2004.
    """
    every = (1 << len(one.stems)) - 1
    left = every
    for word in other.stems:
        met = left & one.places.get(word, 0)
        left = ((left + met) | (left - met)) & every
    return len(one.stems) - left.bit_count()
