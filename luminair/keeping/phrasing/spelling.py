"""Slips of the pen: a word that no list knows and that is one slip from one that a list knows.

A slip is two neighbours that changed places, a letter typed twice, or a letter left out of a small
word or a long one. Another letter in its place makes another word too often ('contacts' is one
letter from 'contracts', and not meant).
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.lexicon import wide_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LEAST_CHARS: Final = 5
"""A listed word from this length on may be meant; of shorter ones too many are one slip away."""
LONG_CHARS: Final = 9
"""A word of so many letters is hardly another that lacks one of them."""

_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def spelled(text: str) -> str:
    """A text with its slips mended."""
    return _WORD.sub(lambda found: _mended(found[0]), text)


@lru_cache(maxsize=20_000)
def _mended(word: str) -> str:
    folded = word.casefold()
    lists = wide_lexicon()
    if not word[1:].islower() or folded in lists.words or lists.knows(folded):
        return word
    near = [each for each in _candidates(folded) if _slip(folded, each)]
    known = [each for each in near if lists.senses.longest([each], 0)] or near
    return min(known) if len(known) == 1 or (known and _same_stem(known)) else word


def _same_stem(words: list[str]) -> bool:
    shortest = min(words, key=len)
    return all(each.startswith(shortest[:-1]) for each in words)


def _candidates(word: str) -> set[str]:
    index = _index()
    return {each for less in (word, *_shortened(word)) for each in index.get(less, ())} - {word}


@lru_cache(maxsize=1)
def _index() -> Mapping[str, tuple[str, ...]]:
    """Listed words by themselves and by each form with one letter less."""
    found: dict[str, list[str]] = defaultdict(list)
    for word in sorted(wide_lexicon().words):
        if len(word) >= LEAST_CHARS and word.isalpha():
            for less in {word, *_shortened(word)}:
                found[less].append(word)
    return {less: tuple(words) for less, words in found.items()}


def _shortened(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _slip(one: str, other: str) -> bool:
    """Whether a word is a listed one with a slip; the first letter is hardly ever the wrong one."""
    if one[0] != other[0] and sorted(one[:2]) != sorted(other[:2]):
        return False
    start = next((at for at, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), None)
    if start is None:
        # A letter more at the end is an ending: 'table', 'tables'.
        return False
    a, b = one[start:], other[start:]
    if len(one) == len(other):
        return a[:2] == b[:2][::-1] and a[2:] == b[2:]
    if len(one) > len(other):
        return a[1:] == b and a[0] in {one[start - 1], a[1:2]}
    small = other in wide_lexicon().filler or wide_lexicon().turns.longest([other], 0) is not None
    return a == b[1:] and (small or len(other) >= LONG_CHARS)
