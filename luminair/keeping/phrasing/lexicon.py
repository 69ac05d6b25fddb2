"""The word lists by which two requests are compared: ``resources/paraphrase`` as values.

A phrase is looked for word by word, the longest first. A word of a phrase stands for all its
English forms (by :func:`luminair.journal.stem`), ``=word`` for this form alone, ``word*`` for
whatever begins so, and a ``*`` by itself for one to three words between two others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from luminair.config.paths import resources
from luminair.journal import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

COMPOUND_CHARS: Final = 10
"""A word from this length on may be two that stand together, as German has them."""
GAP_WORDS: Final = 3
"""Words that a lone ``*`` may stand for."""
_JOINTS: Final = re.compile(r"[/\\._@:-]+")
_AROUND: Final = "!\"'`“”‘’„«»()[]{}<>*…?¡¿"
_SCRIPTS: Final = re.compile(
    "(ないで|ません|禁止|[\u30a0-\u30ff]+|[\u4e00-\u9fff]+|[\u3041-\u3096]+?(?=ないで|ません|[^\u3041-\u3096]|$))"
)
"""Runs of one script, which stand for words where none are written."""
_KANA: Final = re.compile("(?<![^ ])(?!ないで|ません)[\u3041-\u3096]+(?= |$)")
"""Japanese endings and small words."""
_PICTURES: Final = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]+\ufe0f?")
_ELIDED: Final = re.compile(r"(n|d|l|j|s|c|qu|m|t)'(\w.*)")


@dataclass(frozen=True, slots=True)
class Concept:
    """What several words mean alike.

    Attributes:
        name: its name in the list.
        weight: how much it says about what is wanted, 0 to 1.
        turns: whether its other side turns what it acts on round.
        sided: whether it has an other side that leaves all else alone: 'short' and 'long'.
        acted_on: whether it is what is acted on also behind 'to' and 'on'.
    """

    name: str
    weight: float
    turns: bool
    sided: bool
    acted_on: bool


Sense = tuple[tuple[str, int], ...]
"""What a phrase stands for: concepts, each with 1 or -1 for its other side."""


class Phrases:
    """Phrases, each with what it means.

    Args:
        stems: whether a word stands for all its English forms.
    """

    def __init__(self, *, stems: bool = False) -> None:
        self._form = _root if stems else str
        self._by_word: dict[str, list[tuple[tuple[str, ...], object]]] = defaultdict(list)
        self._by_start: dict[str, list[tuple[tuple[str, ...], object]]] = defaultdict(list)

    def add(self, phrase: str, meaning: object) -> None:
        """Takes a phrase in."""
        words = tuple(words_of(phrase))
        if not words:
            return
        first = words[0]
        if first.endswith("*"):
            self._by_start[first[:-1]].append((words, meaning))
        else:
            self._by_word[self._form(first)].append((words, meaning))

    def longest(self, words: Sequence[str], at: int) -> tuple[int, object] | None:
        """The longest phrase at a place: how many words it took, and its meaning.

        Of two that take as many the one whose words stand there in this form wins, else the later.
        """
        best: tuple[int, int, object] | None = None
        for pattern, meaning in self._at(words[at]):
            taken = self._match(pattern, words, at)
            exact = sum(word in words[at : at + taken] for word in pattern)
            if taken and (best is None or (taken, exact) >= best[:2]):
                best = (taken, exact, meaning)
        return (best[0], best[2]) if best is not None else None

    def words(self) -> Iterator[str]:
        """The words of all phrases, as they stand there; those that end in a star left out."""
        for phrases in self._by_word.values():
            for words, _ in phrases:
                yield from (word.lstrip("=") for word in words if not word.endswith("*"))

    def _at(self, word: str) -> Iterator[tuple[tuple[str, ...], object]]:
        for end in range(2, len(word) + 1):
            yield from self._by_start.get(word[:end], ())
        yield from self._by_word.get(f"={word}", ())
        yield from self._by_word.get(self._form(word), ())

    def _is(self, pattern: str, word: str) -> bool:
        if pattern.endswith("*"):
            return word.startswith(pattern[:-1])
        if pattern.startswith("=") and len(pattern) > 1:
            return word == pattern[1:]
        return pattern == word or self._form(pattern) == self._form(word)

    def _match(self, pattern: Sequence[str], words: Sequence[str], at: int) -> int:
        """How many words the pattern takes from here, 0 where it does not fit."""
        place = at
        for number, each in enumerate(pattern):
            if each == "*":
                rest = pattern[number + 1 :]
                for gap in range(place + 1, min(place + GAP_WORDS + 1, len(words))):
                    taken = self._match(rest, words, gap)
                    if taken:
                        return gap + taken - at
                return 0
            if place >= len(words) or not self._is(each, words[place]):
                return 0
            place += 1
        return place - at


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All lists.

    Attributes:
        concepts: by name.
        senses: phrases that stand for concepts.
        turns: phrases by which a sentence turns, each with the name of its group.
        filler: words that say nothing.
        rivals: sets of concepts of which one request means one.
        exclusive: those of them of which only one can hold.
        lasting: phrases that show whether a wish outlives its answer, with their group.
        errands: verbs of work that has an end.
        common: words of which any wish may hold any, as :func:`plain_word` names them.
        parts: concepts that are a part of many wishes and none by themselves.
        implied: what a concept says besides.
        words: every word that stands in a list, as it stands there.
    """

    concepts: dict[str, Concept]
    senses: Phrases
    turns: Phrases
    filler: frozenset[str]
    rivals: tuple[frozenset[str], ...]
    exclusive: tuple[frozenset[str], ...]
    lasting: Phrases
    errands: Phrases
    common: frozenset[str]
    parts: frozenset[str]
    implied: dict[str, tuple[str, ...]]
    words: frozenset[str]

    def knows(self, word: str) -> bool:
        """Whether any list holds a word in some form."""
        return word in self.filler or any(
            each.longest([word], 0) is not None for each in (self.senses, self.turns, self.lasting)
        )

    def inner(self, word: str) -> Sense | None:
        """What the last part of a compound stands for: 'Literaturtabelle', 'api/generated'."""
        parts = [part for part in _JOINTS.split(word) if part]
        if len(parts) == 1 and len(word) >= COMPOUND_CHARS and word.isalpha():
            parts = [word[at:] for at in range(4, len(word) - 4)]
        elif len(parts) == 1:
            return None
        for part in parts:
            found = self.senses.longest([part], 0) if len(part) > 2 else None
            if found is not None:
                return found[1]  # type: ignore[return-value]  # what the list was filled with
        return None


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lists that ship with the app, without those that only promoting reads."""
    return _read(resources() / "paraphrase", "concepts.txt")


@lru_cache(maxsize=1)
def wide_lexicon() -> Lexicon:
    """All lists that ship with the app.

    They name more, and read more into a text than is safe where one text is held against one
    other; among all asks of an owner it is.
    """
    return _read(resources() / "paraphrase", "concepts*.txt")


def _read(folder: Path, concepts_in: str) -> Lexicon:
    concepts: dict[str, Concept] = {}
    senses = Phrases(stems=True)
    compound: list[tuple[Sense, str]] = []
    rows = [row for file in sorted(folder.glob(concepts_in)) for row in _rows(file)]
    for head, tail in rows:
        if head.startswith(">"):
            sense = tuple(_signed(word) for word in head[1:].split())
            compound.append((sense, tail))
            continue
        name, weight = head.split()
        marks, name = name[len(name.rstrip("!@~")) :], name.rstrip("!@~")
        turns = "!" in marks
        concepts[name] = Concept(
            name, float(weight), turns, sided="|" in tail and not turns, acted_on="@" in marks
        )
        for sign, side in zip((1, -1), tail.split("|"), strict=False):
            for phrase in _phrases(side):
                senses.add(phrase, ((name, sign),))
    # Compounds come last: of two readings of the same words theirs is the fuller one.
    for sense, tail in compound:
        for phrase in _phrases(tail):
            senses.add(phrase, sense)
    turns_of, lasting, errands = Phrases(), Phrases(), Phrases()
    rivals = list(_lines(folder / "alternatives.txt"))
    for phrases, file in (
        (turns_of, "turns.txt"),
        (lasting, "lasting.txt"),
        (errands, "errands.txt"),
    ):
        for head, tail in _rows(folder / file):
            for phrase in _phrases(tail):
                phrases.add(phrase, head)
    common = {word for line in _lines(folder / "common.txt") for word in words_of(line)}
    filler = frozenset(word for line in _lines(folder / "filler.txt") for word in words_of(line))
    return Lexicon(
        concepts=concepts,
        senses=senses,
        turns=turns_of,
        filler=filler,
        rivals=tuple(frozenset(line.lstrip("~ ").split()) for line in rivals),
        exclusive=tuple(frozenset(line.split()) for line in rivals if not line.startswith("~")),
        lasting=lasting,
        errands=errands,
        common=frozenset(map(plain_word, common)),
        parts=frozenset(word for line in _lines(folder / "parts.txt") for word in line.split()),
        implied={head: tuple(tail.split()) for head, tail in _rows(folder / "implied.txt")},
        words=filler.union(
            common, *(each.words() for each in (senses, turns_of, lasting, errands))
        ),
    )


def _rows(file: Path) -> Iterator[tuple[str, str]]:
    for line in _lines(file):
        head, _, tail = line.partition(": ")
        yield head.strip(), tail


def _lines(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def _phrases(side: str) -> Iterator[str]:
    return (phrase for part in side.split(", ") if (phrase := part.strip()))


def _signed(word: str) -> tuple[str, int]:
    return word.rstrip("-"), -1 if word.endswith("-") else 1


def words_of(text: str) -> list[str]:
    """The words of a phrase or clause, folded, without the signs around them."""
    found: list[str] = []
    text = normalize("NFKC", text).replace("’", "'").casefold()
    if not text.isascii():
        text = _PICTURES.sub(" emoji ", _KANA.sub(" ", _SCRIPTS.sub(r" \1 ", text)))
    for raw in text.split():
        star = "*" if raw.endswith("*") and raw != "*" else ""
        word = "*" if raw == "*" else raw.strip(_AROUND).rstrip(".,;:")
        elided = _ELIDED.fullmatch(word)
        if elided is not None:
            found.append("ne" if elided[1] == "n" else f"{elided[1]}'")
            word = elided[2]
        if word:
            found.append(word + star)
    return found


@lru_cache(maxsize=16_384)
def _root(word: str) -> str:
    return stem(word) if word.isalpha() else word


def rivals_among(
    signs: Mapping[str, int], every: tuple[frozenset[str], ...]
) -> dict[int, dict[str, int]]:
    """The rivals that are named; 'name-' in a set stands for one that is not wanted."""
    found: dict[int, dict[str, int]] = {}
    for place, rivals in enumerate(every):
        for name, sign in signs.items():
            if name in rivals or (sign < 0 and f"{name}-" in rivals):
                found.setdefault(place, {})[name] = sign
    return found


def plain_word(word: str) -> str:
    """A word that no list knows, whatever its form."""
    bare = word.removesuffix("'s")
    return f"={stem(bare) if bare.isascii() and bare.isalpha() else bare}"
