"""The closed classes of words by which the moves of a talk are known, by language, as data.

They stand in ``resources/distill/words/<language>.toml``: a list of patterns for each
:class:`Move`. A talk is read with the words of the languages that it is held in.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from luminair.config.paths import resources

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Move(StrEnum):
    """What a word helps to tell."""

    INTENDS = "intends"
    """The model will do something: it has not done it."""
    OFFERS = "offers"
    """The model could do something, if the owner likes."""
    NEGATIVE = "negative"
    """Something is denied, lost or bad."""
    DENIES = "denies"
    """Something is not so, in the plainest words for it."""
    GIVES_UP = "gives_up"
    ATTEMPTS = "attempts"
    """Something was tried, bought or waited for."""
    PITIES = "pities"
    """The model is sorry for it, or not surprised."""
    AGREES = "agrees"
    SETTLES = "settles"
    """An agreement that settles something, and not only 'right' or 'good'."""
    SOCIAL = "social"
    """Greetings, thanks and goodbyes."""
    UNSURE = "unsure"
    OR = "or_words"
    """Two ways stand side by side, where a question holds it."""
    TORN = "torn"
    """The owner cannot choose."""
    INSTEAD = "instead"
    """How the other way begins that is taken after one that failed."""
    WANTS = "wants"
    """Something is wished for, missing or owed."""
    OWED = "owed"
    """It is still to be done, by whomever: not how things are."""
    TURNS = "turns"
    """What was just said is taken back."""
    POINTS = "points"
    """Stands for something that was named before: 'it', 'that one', 'die'."""
    REMINDS = "reminds"
    """Not to be forgotten: what, stands before it."""
    WHAT = "what"
    """How a question begins that wants to know, and not to have."""
    TELLS = "tells"
    """How what has been is told."""
    NARRATES = "narrates"
    """Somebody did something once: how it was, not how it is to be."""
    ALWAYS = "always"
    """It holds for every case, or for none: a rule, and no piece of work."""
    STATE = "state"
    """Asks how things are, and not how they are to be: 'do you have …?'."""
    TOLD = "told"
    """The model has taken note of what it was told."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of some languages, ready to look for."""

    _patterns: Mapping[Move, re.Pattern[str]]
    _found: dict[tuple[Move, str], bool] = field(default_factory=dict, repr=False)

    def says(self, move: Move, plain: str) -> bool:
        """Whether a text holds a word of the class."""
        key = (move, plain)
        if key not in self._found:
            self._found[key] = self._patterns[move].search(plain) is not None
        return self._found[key]

    def opens(self, move: Move, plain: str) -> bool:
        """Whether a text begins with a word of the class, an 'oh,' or 'hm,' aside."""
        found = self._patterns[move].search(plain)
        if found is None:
            return False
        return not _SIGH.sub("", plain[: found.start()]).strip(" \"'“«…—–-¿¡*,")

    def without(self, move: Move, plain: str) -> str:
        """The text without the words of the class."""
        return self._patterns[move].sub(" ", plain)


_SIGH = re.compile(r"\b(?:oh|ah|hm+|uh|um|well|na|ach|eh|bah|bueno|allez)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile("[\u3040-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_ENOUGH = 0.6
"""A language is spoken where it has so many of the small words that the foremost one has."""
_LOOKED_AT = 4000
"""Small words that are counted; more would not tell more."""


def words_for(texts: Iterable[str]) -> Words:
    """The words of the languages in which the texts are written; of English where none is known."""
    words: Counter[str] = Counter()
    found: set[str] = set()
    for text in texts:
        if _KANA.search(text):
            found.add("ja")
        elif _HAN.search(text):
            found.add("zh")
        if words.total() < _LOOKED_AT:
            words.update(_WORD.findall(text.casefold()))
    counts = {
        name: sum(many for word, many in words.items() if word in small)
        for name, small in _small_words().items()
    }
    most = max(counts.values(), default=0)
    if most and not (found and most < sum(words.values()) * 0.2):
        found |= {name for name, many in counts.items() if many >= most * _ENOUGH}
    return _loaded(frozenset(found or {"en"}))


@lru_cache(maxsize=1)
def _small_words() -> dict[str, frozenset[str]]:
    found = {}
    for file in sorted((resources() / "distill" / "words").glob("*.toml")):
        small = tomllib.loads(file.read_text(encoding="utf-8")).get("small", ())
        found[file.stem] = frozenset(small)
    return found


@lru_cache(maxsize=16)
def _files() -> dict[str, dict[str, list[str]]]:
    folder = resources() / "distill" / "words"
    return {
        file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.toml"))
    }


@lru_cache(maxsize=16)
def _loaded(languages: frozenset[str]) -> Words:
    parts: dict[Move, list[str]] = {move: [] for move in Move}
    for name in sorted(languages):
        told = _files()[name]
        spaced = told.get("spaced", True)
        for move in Move:
            each = "|".join(told.get(move.value, ()))
            if each:
                parts[move].append(rf"(?<!\w)(?:{each})(?!\w)" if spaced else f"(?:{each})")
    return Words(
        {move: re.compile("|".join(each) or r"(?!)", re.IGNORECASE) for move, each in parts.items()}
    )
