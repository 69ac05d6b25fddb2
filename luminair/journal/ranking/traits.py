"""What of a text shows at once that another cannot say the same.

Of a crowd of nearly equal notes each would have to be compared with each. Traits are a few
hundred bytes of a text, found once and kept, and comparing them costs a thousandth of
:func:`likeness.says_the_same`. They decide nothing else than "no": of two texts that say the
same, the traits never say that they cannot.
"""

from __future__ import annotations

from functools import lru_cache
from struct import calcsize, pack, unpack_from
from typing import Final
from zlib import crc32

from luminair.journal.ranking.likeness import (
    IDF_OF_ONE,
    LENGTH_RATIO,
    THRESHOLD,
    grams_of,
    ngrams,
    normal_form,
    reading_of,
)
from luminair.values import dataclass

GRAM_BITS: Final = 4096
RULE: Final = "traits 1"
"""Names the way they are made; kept ones of another way are made anew."""

_LEAST: Final = THRESHOLD**2 - 1e-6
_LOST: Final = IDF_OF_ONE**2 - 1
_HEAD: Final = "<IIQII"
_SHORTEST: Final = calcsize(_HEAD) + GRAM_BITS // 8


@dataclass(frozen=True, slots=True)
class Traits:
    """What is known of a text without its words.

    Attributes:
        length: characters of its normal form.
        turns: a hash of its negations and the like.
        fixed: hashes of its numbers, identifiers, paths and names.
        words: hashes of all its words, the fixed ones too.
        grams: a bit for each n-gram, several for one bit.
        mass: its n-grams' squared counts together.
    """

    length: int
    turns: int
    fixed: frozenset[int]
    words: tuple[int, ...]
    grams: int
    mass: int

    def cannot_say_the_same(self, other: Traits) -> bool:
        """Whether no texts with these traits say the same at the usual threshold.

        The bound: what only one text has counts :data:`IDF_OF_ONE` squared in its length and
        nothing in the product, so by Cauchy's inequality the squared cosine is at most the
        product of the shares that the other has too. A bit that the other text has not stands
        for an n-gram that it has not.
        """
        if self.turns != other.turns or not self.mass or not other.mass:
            return True
        shorter, longer = sorted((self.length, other.length))
        if longer > LENGTH_RATIO * shorter:
            return True
        both = self.grams & other.grams
        mine, theirs = (self.grams ^ both).bit_count(), (other.grams ^ both).bit_count()
        if _share(self.mass, mine) * _share(other.mass, theirs) < _LEAST:
            return True
        return not (self.fixed.issubset(other.words) and other.fixed.issubset(self.words))


def traits_of(text: str) -> Traits:
    """The traits of a text, see :func:`likeness.compare_text`."""
    reading, form = reading_of(text), normal_form(text)
    grams = 0
    for word in set(form.split()):
        grams |= _bits_of(word)
    return Traits(
        len(form),
        _hash(repr(sorted(reading.turns.items()))),
        frozenset(map(_hash, reading.fixed)),
        tuple({_hash(word) for word in reading.words}),
        grams,
        sum(count * count for count in ngrams(form).values()),
    )


def _share(mass: int, lost: int) -> float:
    """The greatest share of a text's length that the other can have, squared."""
    return (mass - lost) / (mass + _LOST * lost)


def _hash(text: str) -> int:
    return crc32(text.encode("utf-8", "replace"))


@lru_cache(maxsize=16_384)
def _bits_of(word: str) -> int:
    bits = 0
    for gram in grams_of(word):
        bits |= 1 << (_hash(gram) % GRAM_BITS)
    return bits


def to_bytes(traits: Traits) -> bytes:
    """Traits as they are kept."""
    fixed, words = len(traits.fixed), len(traits.words)
    head = pack(
        f"{_HEAD}{fixed + words}I",
        *(traits.length, traits.turns, traits.mass, fixed, words),
        *sorted(traits.fixed),
        *traits.words,
    )
    return head + traits.grams.to_bytes(GRAM_BITS // 8, "little")


def from_bytes(raw: bytes) -> Traits:
    """Traits as they were kept.

    Raises:
        ValueError: these bytes are none.
    """
    if len(raw) < _SHORTEST:
        raise ValueError("too short for traits")
    length, turns, mass, fixed, words = unpack_from(_HEAD, raw)
    end = calcsize(_HEAD) + 4 * (fixed + words)
    if len(raw) != end + GRAM_BITS // 8:
        raise ValueError("not as long as traits are")
    every = unpack_from(f"<{fixed + words}I", raw, calcsize(_HEAD))
    grams = int.from_bytes(raw[end:], "little")
    return Traits(length, turns, frozenset(every[:fixed]), every[fixed:], grams, mass)
