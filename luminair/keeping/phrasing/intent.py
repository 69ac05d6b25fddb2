"""What a request wants, as far as its words show: concepts, each wanted or not, and their order.

A sentence is read from left to right. 'not', 'stop', 'instead of' turn what follows round,
'disable' and 'remove' turn what they act on; 'but', 'use', a comma, a full stop turn back.
'before', 'after' and 'when' open a part that says only when. 'Never A without B', 'no A until B'
and 'B before A' come out alike: B is wanted, ahead of A.

It is no grammar and need not be: what it reads wrongly keeps two requests apart or, where both
are read wrongly alike, changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.clauses import STRONG, Clause, Item, related, sentences, smoothed
from luminair.keeping.phrasing.fixed import fixed_in, is_number
from luminair.keeping.phrasing.lexicon import (
    Lexicon,
    lexicon,
    plain_word,
    rivals_among,
    wide_lexicon,
    words_of,
)
from luminair.keeping.phrasing.stances import stances_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.keeping.phrasing.lexicon import Concept, Sense

UNKNOWN: Final = 0.8
"""Weight of a word that no list knows."""

_LISTS_ON: Final = frozenset({"or", "nor", "oder", "ou", "noch", "ni"})
_IN: Final = frozenset("in on for at to into of from im in für auf dans sur pour en para".split())  # noqa: SIM905
_WITH: Final = frozenset("with by to for durch par por auf".split())  # noqa: SIM905
_WITHOUT: Final = frozenset({"without", "ohne", "sans", "sin", "that"})
_GOES_ON: Final = frozenset({"without", "ohne", "sans", "sin", "until", "unless", "bis", "bevor"})
_MODAL: Final = frozenset("could can would will should do if that may".split())  # noqa: SIM905
_LIMITING: Final = """
only except unless nur außer seulement sauf solo once twice last least most half even from
"""
_LIMITS: Final = frozenset(_LIMITING.split())
_MAIN_AGAIN: Final = (["i", "want"], ["i'd", "like"], ["i", "need"], ["please", "do"])
_PARTICIPLES: Final = ("written", "ed", "wn", "ten", "ken")
_EACH: Final = frozenset("each every any jedem jeder dem der chaque cada".split())  # noqa: SIM905
_PREFERS: Final = re.compile(r"prefer|préfèr|prefier|favou?r", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Intent:
    """A request as it is compared.

    Attributes:
        signs: concepts and words, each 1 wanted, -1 not wanted, 0 said only for when or where.
        weights: how much each says.
        order: pairs of which the first is to come before the second.
        numbers: all numbers in it.
        names: paths, identifiers and quoted code.
        limits: 'only', 'except' and the like.
        strong: what the request is about.
        sequence: the names as they follow each other.
        rivals: by the place of a set of rivals in the list, those of it that are named.
        stances: 'permits' where it only allows or lets off ('you may push', 'no need to ask'),
            'mine' where the owner does it ('I add them myself').
    """

    signs: Mapping[str, int]
    weights: Mapping[str, float]
    order: frozenset[tuple[str, str]]
    numbers: frozenset[str]
    names: frozenset[str]
    limits: frozenset[str]
    strong: frozenset[str]
    sequence: tuple[str, ...]
    rivals: Mapping[int, Mapping[str, int]]
    stances: frozenset[str]


@lru_cache(maxsize=20_000)
def intent_of(text: str) -> Intent:
    """What a request wants; depends on the text and the lists alone."""
    return _Reading(lexicon()).intent(text)


@lru_cache(maxsize=20_000)
def wide_intent_of(text: str) -> Intent:
    """The same by all lists."""
    return _Reading(wide_lexicon()).intent(text)


class _Reading:
    """One text on its way to an intent."""

    def __init__(self, lists: Lexicon) -> None:
        self._lists = lists
        self._order: set[tuple[str, str]] = set()
        self._numbers: set[str] = set()
        self._names: set[str] = set()
        self._limits: set[str] = set()
        self._clauses: list[Clause] = []
        self._now = Clause()
        self._sign = 1
        self._prefers = self._blamed = self._swapping = self._sudden = False
        self._refused = False
        self._turned = 0
        self._beside = -1
        self._turns: dict[str, Callable[[list[str], int, int], int]] = {
            "not": self._turn_not,
            "flip": self._turn_flip,
            "nothing": lambda _words, _at, length: length,
            "blame": self._turn_blame,
            "lack": self._turn_lack,
            "needs": self._turn_needs,
            "bad": self._turn_bad,
            "contrast": self._turn_contrast,
            "back": self._turn_back,
            "swap": self._turn_swap,
            "before": self._turn_before,
            "after": self._turn_after,
            "when": self._turn_when,
            "first": self._turn_first,
            "next": self._turn_next,
        }

    def intent(self, text: str) -> Intent:
        text = smoothed(text)
        self._prefers = _PREFERS.search(text) is not None
        found: list[Item] = []
        for sentence in sentences(text):
            self._clauses, self._now, self._sign = [], Clause(), 1
            self._blamed = self._swapping = self._refused = False
            for number, part in enumerate(sentence):
                if number:
                    self._comma(part)
                self._part(part)
            self._close()
            self._order |= related(self._clauses)
            found.extend(item for clause in self._clauses for item in clause.items)
        return self._made(found, stances_of(text))

    def _made(self, found: list[Item], stances: frozenset[str]) -> Intent:
        signs: dict[str, Counter[int]] = {}
        weights: dict[str, float] = {}
        for item in found:
            signs.setdefault(item.name, Counter())[item.sign] += 1
            weights[item.name] = max(item.weight, weights.get(item.name, 0.0))
        # 'No any, use types instead of any': what is said most often holds.
        settled = {
            name: (1 if counts[1] > counts[-1] else -1 if counts[-1] > counts[1] else 0)
            for name, counts in signs.items()
        }
        return Intent(
            settled,
            weights,
            frozenset(self._order),
            frozenset(self._numbers),
            frozenset(self._names),
            frozenset(self._limits),
            frozenset(name for name, weight in weights.items() if weight >= STRONG),
            tuple(dict.fromkeys(item.name for item in found)),
            rivals_among(settled, self._lists.rivals),
            stances,
        )

    # --- Reading -------------------------------------------------------------------------------

    def _comma(self, part: str) -> None:
        """What a comma ends: a 'when' always, a 'not' where no list goes on behind it."""
        if not self._now.items and not self._now.connector:
            return  # 'Never, ever'
        if (words_of(part) or [""])[0] in _GOES_ON:
            return  # 'Nicht pushen, ohne zu fragen'
        goes_on = bool(_LISTS_ON.intersection(words_of(part)[:6])) and self._sign < 0
        if self._now.connector or not goes_on:
            self._close()
            self._sign = 1

    def _close(self) -> None:
        self._look_back()
        if self._now.items or self._now.first:
            self._clauses.append(self._now)
        self._now = Clause()

    def _look_back(self) -> None:
        """'Emojis are not welcome', 'Tabs nicht benutzen': what came before is meant."""
        at, items = self._now.turned_at, self._now.items
        behind = [item for item in items[max(at, 0) :] if item.sign and item.weight >= STRONG]
        # 'History is not rewritten': one word that no list knows is what is not done to it.
        said_last = not behind or (len(behind) == 1 and behind[0].name.endswith(_PARTICIPLES))
        if at > 0 and said_last and self._sign < 0 and not self._blamed:
            for item in items[:at]:
                item.sign = item.sign if item.side else -item.sign

    def _open(self, connector: str) -> None:
        self._close()
        self._now.connector = connector

    def _part(self, part: str) -> None:
        numbers, names = fixed_in(part, self._lists)
        self._numbers |= numbers
        self._names |= names
        words, at = words_of(part), 0
        self._turned, self._beside = 0, -1
        while at < len(words):
            at += self._step(words, at)

    def _step(self, words: list[str], at: int) -> int:
        """Takes in what stands at one place; how many words it was."""
        self._mark(words, at)
        if words[at : at + 2] in _MAIN_AGAIN and self._now.connector == "when" and self._now.items:
            self._close()
        turn = self._lists.turns.longest(words, at)
        sense = self._lists.senses.longest(words, at)
        if words[at] == "any" and sense is None and _names_type(words, at):
            sense = (1, (("any", 1),))
        length, group = (turn[0], str(turn[1])) if turn else (0, "")
        if turn and (sense is None or length >= sense[0]):
            taken = self._turns[group](words, at, length)
            if taken:
                self._turned = at + taken
                return taken
        if self._swapping and words[at] in _WITH:
            self._sign, self._swapping = 1, False
            return 1
        if sense is not None:
            self._sense(sense[1], words, at)  # type: ignore[arg-type]  # what the list was filled with
            if self._beside == at:
                self._beside = at + sense[0]
            self._end_of_when(words, at + sense[0])
            return sense[0]
        word = words[at]
        if (inner := self._lists.inner(word)) is not None:
            self._sense(inner, words, at)
        elif word not in self._lists.filler and not is_number(word):
            self._put(plain_word(word), UNKNOWN, 1, words, at)
        return 1

    def _mark(self, words: list[str], at: int) -> None:
        """Notes what limits, and 'from … to …', whatever else the words say."""
        word, now = words[at], self._now
        if word in _LIMITS and words[at : at + 2] not in (["from", "now"], ["from", "here"]):
            self._limits.add(word)
            now.only = now.only or word == "only"
            now.from_at = len(now.items) if word == "from" else now.from_at
        if word in {"to", "into"} and now.to_at < 0:
            now.to_at = len(now.items)

    def _turn_not(self, _words: list[str], _at: int, length: int) -> int:
        self._sign, self._refused = -1, True
        self._now.turned_at = len(self._now.items)
        return length

    def _turn_needs(self, _words: list[str], _at: int, length: int) -> int:
        self._now.needs_at = len(self._now.items)
        return length

    def _turn_bad(self, _words: list[str], _at: int, length: int) -> int:
        """'A claim without a source is worthless': the source is wanted."""
        for item in [each for clause in (*self._clauses, self._now) for each in clause.items]:
            item.sign = abs(item.sign)
        self._sign = 1
        return length

    def _turn_swap(self, _words: list[str], _at: int, length: int) -> int:
        self._sign, self._swapping = -1, True
        return length

    def _turn_blame(self, words: list[str], at: int, length: int) -> int:
        if at and words[at - 1] in _MODAL:
            return 0  # 'could you always …'
        self._sign, self._blamed, self._refused = -1, True, True
        last = self._lists.senses.longest(words, at + length - 1)
        return length - 1 if last is not None and length > 1 else length

    def _turn_lack(self, _words: list[str], _at: int, length: int) -> int:
        self._sign = 1
        return length

    def _turn_contrast(self, words: list[str], at: int, length: int) -> int:
        if words[at] == "over" and not self._prefers:
            return 0
        self._sign = -self._sign
        return length

    def _turn_back(self, words: list[str], at: int, length: int) -> int:
        if self._sign < 0 and (self._now.strong or words[at] in {"but", "sondern", "sino"}):
            self._close()
            self._sign = 1
        return 0 if self._lists.senses.longest(words, at) is not None else length

    def _turn_before(self, words: list[str], at: int, length: int) -> int:
        if self._ends_here(words, at, length):
            self._now.first = True
            return length
        until = self._sign < 0 and self._refused
        return self._when("before_not" if until else "before", words, at, length)

    def _turn_after(self, words: list[str], at: int, length: int) -> int:
        if self._ends_here(words, at, length):
            return length
        return self._when("after", words, at, length)

    def _turn_when(self, words: list[str], at: int, length: int) -> int:
        if self._ends_here(words, at, length):
            return length
        return self._when("when", words, at, length)

    def _ends_here(self, words: list[str], at: int, length: int) -> bool:
        return at + length >= len(words) and not self._now.connector

    def _when(self, connector: str, words: list[str], at: int, length: int) -> int:
        said_first = not self._clauses and not self._now.items
        self._sudden = said_first and words[at + length - 1] in _EACH
        self._open(connector)
        self._now.only = words[at] == "only" or bool(self._clauses and self._clauses[-1].only)
        self._sign = 1
        return length

    def _turn_first(self, _words: list[str], _at: int, length: int) -> int:
        self._now.first = True
        return length

    def _turn_next(self, words: list[str], at: int, length: int) -> int:
        if words[at] == "then" and (at + length >= len(words) or self._turned == at > 0):
            self._put("then", 1.0, 1, words, at)  # 'await, not then'
            return length
        self._open("next")
        self._sign = 1
        return length

    def _turn_flip(self, words: list[str], at: int, length: int) -> int:
        self._now.turned_at = len(self._now.items)
        self._refused = self._sign < 0
        if words[at] in _WITHOUT and self._sign < 0:
            if self._now.strong or self._now.connector:
                self._now.without_at = len(self._now.items)
            elif self._clauses:
                self._open("before_not")
        self._sign = -self._sign
        return length

    def _sense(self, sense: Sense, words: list[str], at: int) -> None:
        for name, side in sense:
            concept = self._lists.concepts[name]
            self._put(name, concept.weight, side, words, at, concept)
            if concept.turns and side < 0:
                self._now.turned_at = len(self._now.items)
                self._sign = -self._sign

    def _end_of_when(self, words: list[str], at: int) -> None:
        """'Vor jedem Commit den Linter laufen lassen': one noun is all that says when."""
        if self._sudden and self._now.connector and self._now.strong and at < len(words):
            self._close()
            self._sudden = False

    def _put(
        self,
        name: str,
        weight: float,
        side: int,
        words: list[str],
        at: int,
        concept: Concept | None = None,
    ) -> None:
        sign = self._sign
        sided = concept is not None and concept.sided
        # 'No emojis in commit messages': the messages are wanted, and only say where.
        place = sign < 0 and bool(_IN.intersection(words[max(self._turned, at - 2) : at]))
        acted_on = concept is not None and concept.acted_on
        if place and weight >= STRONG and self._now.strong and not acted_on:
            sign = 0
        # 'No long answers': the answers are wanted.
        elif sign < 0 and self._beside == at and not sided:
            sign = 1
        if self._now.connector == "when" and not sided:
            sign = 0
        too = sided and at > 0 and words[at - 1] in {"too", "zu", "trop", "demasiado"}
        item = Item(name, weight, -sign * side if too else sign * side, side if sided else 0)
        self._now.items.append(item)
        if sided:
            self._beside = at


def _names_type(words: list[str], at: int) -> bool:
    """Whether 'any' is TypeScript's: 'no any', 'any in the types'."""
    return at + 1 == len(words) or words[at + 1] in {"please", "in", "as", "anymore", "anywhere"}
