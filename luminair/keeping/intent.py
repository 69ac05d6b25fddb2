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
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from luminair.journal import stem
from luminair.keeping.lexicon import Lexicon, lexicon, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from luminair.keeping.lexicon import Concept, Sense

STRONG: Final = 0.5
"""Weight from which a concept says what a wish is about."""
UNKNOWN: Final = 0.8
"""Weight of a word that no list knows."""

_PART: Final = re.compile(r"([.!?;]+(?=\s|$)|\s[-–—]+\s|[—,()]|:(?=\s|$)|\n+|\.{3,}|…)")
_ENDS: Final = ".!?;\n…"
_NUMBER: Final = re.compile(r"v?\d[\d.,_]*(?:\d|(?<=\d))[a-z%]{0,3}", re.IGNORECASE)
_CODE: Final = re.compile(r"[_\\/@#$=<>{}\[\]]|\w\.\w|\w::\w|\(\)|[a-z][A-Z]|^--\w")
_PATH: Final = re.compile(r"^(?:~|\.{1,2})?/?[\w.@-]+(?:/[\w.@*-]+)+/?$|^[\w-]+\.[a-z]{1,4}$")
_COUNTS: Final = {
    word: str(number)
    for number, words in enumerate(
        ("two zwei deux dos", "three drei trois tres", "four vier quatre cuatro",
         "five fünf cinq cinco", "six sechs seis", "seven sieben sept siete",
         "eight acht huit ocho", "nine neun neuf nueve", "ten zehn dix diez"), start=2,
    )
    for word in words.split()
}  # fmt: skip
_LISTS_ON: Final = frozenset({"or", "nor", "oder", "ou", "noch", "ni"})
_IN: Final = frozenset("in on for at to into of from im in für auf dans sur pour en para".split())  # noqa: SIM905
_WITH: Final = frozenset("with by to for durch par por auf".split())  # noqa: SIM905
_WITHOUT: Final = frozenset({"without", "ohne", "sans", "sin", "that"})
_GOES_ON: Final = frozenset({"without", "ohne", "sans", "sin", "until", "unless", "bis", "bevor"})
_MODAL: Final = frozenset("could can would will should do if that may".split())  # noqa: SIM905
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
    """

    signs: Mapping[str, int]
    weights: Mapping[str, float]
    order: frozenset[tuple[str, str]]
    numbers: frozenset[str]
    names: frozenset[str]
    limits: frozenset[str]

    @property
    def strong(self) -> frozenset[str]:
        """What the request is about."""
        return frozenset(name for name, weight in self.weights.items() if weight >= STRONG)


@dataclass(slots=True)
class _Item:
    name: str
    weight: float
    sign: int
    side: int = 0
    """Of 'short' and 'long', which stays where nothing else is said: 1 or -1; 0 for others."""


@dataclass(slots=True)
class _Clause:
    """A stretch of a sentence under one connector.

    Attributes:
        connector: '', 'before', 'after', 'when' or 'next'.
        items: what it names.
        negative: whether something in it is said not to be done.
        after_without: how many items stood there when 'without' came under a 'not', or -1.
        first: whether it is said to come first.
        only: whether it is said to be the only one.
        turned_at: how many items stood there when it was last turned round, or -1.
        needs_at: how many items stood there when it said 'needs', or -1.
    """

    connector: str = ""
    items: list[_Item] = field(default_factory=list)
    negative: bool = False
    after_without: int = -1
    first: bool = False
    only: bool = False
    turned_at: int = -1
    needs_at: int = -1

    @property
    def strong(self) -> list[_Item]:
        return [item for item in self.items if item.weight >= STRONG]


@lru_cache(maxsize=20_000)
def intent_of(text: str) -> Intent:
    """What a request wants; depends on the text and the lists alone."""
    return _Reading(lexicon()).intent(text)


class _Reading:
    """One text on its way to an intent."""

    def __init__(self, lists: Lexicon) -> None:
        self._lists = lists
        self._order: set[tuple[str, str]] = set()
        self._numbers: set[str] = set()
        self._names: set[str] = set()
        self._limits: set[str] = set()
        self._clauses: list[_Clause] = []
        self._now = _Clause()
        self._sign = 1
        self._prefers = self._blamed = self._swapping = self._sudden = False
        self._refused = False
        self._turned = 0
        self._beside = -1

    def intent(self, text: str) -> Intent:
        text = normalize("NFKC", text).replace("’", "'").replace("()", "")
        text = text.replace("`any`", "any type")
        self._prefers = _PREFERS.search(text) is not None
        found: list[_Item] = []
        for sentence in _sentences(text):
            self._clauses, self._now, self._sign = [], _Clause(), 1
            self._blamed = self._swapping = self._refused = False
            for number, part in enumerate(sentence):
                if number:
                    self._comma(part)
                self._part(part)
            self._close()
            self._relate()
            found.extend(item for clause in self._clauses for item in clause.items)
        return self._made(found)

    def _made(self, found: list[_Item]) -> Intent:
        signs: dict[str, Counter[int]] = {}
        weights: dict[str, float] = {}
        for item in found:
            signs.setdefault(item.name, Counter())[item.sign] += 1
            weights[item.name] = max(item.weight, weights.get(item.name, 0.0))
        # What is wanted in one place and not in another is named for the place: 'no any, use types'.
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
        self._now = _Clause()

    def _look_back(self) -> None:
        """'Emojis are not welcome', 'Tabs nicht benutzen': what came before is meant."""
        at, items = self._now.turned_at, self._now.items
        said_last = not any(item.sign and item.weight >= STRONG for item in items[max(at, 0) :])
        if at > 0 and said_last and self._sign < 0 and not self._blamed:
            for item in items[:at]:
                item.sign = item.sign if item.side else -item.sign

    def _open(self, connector: str) -> None:
        self._close()
        self._now.connector = connector

    def _part(self, part: str) -> None:
        for raw in part.split():
            self._fixed(raw)
        words, at = words_of(part), 0
        self._turned, self._beside = 0, -1
        while at < len(words):
            at += self._step(words, at)

    def _fixed(self, raw: str) -> None:
        """Keeps numbers, paths and identifiers as they stand."""
        quoted = raw.startswith("`") or raw.endswith("`")
        bare = raw.strip("\"'`“”‘’„«»()[]{}<>*…!?,;:").rstrip(".")
        folded = bare.casefold()
        if not bare:
            return
        if _NUMBER.fullmatch(bare):
            self._numbers.add(folded.replace(",", "").rstrip("."))
        elif folded in _COUNTS:
            self._numbers.add(_COUNTS[folded])
        elif (quoted or _CODE.search(bare)) and not self._lists.senses.longest([folded], 0):
            self._names.add(folded.removesuffix("()"))

    def _step(self, words: list[str], at: int) -> int:
        """Takes in what stands at one place; how many words it was."""
        turn = self._lists.turns.longest(words, at)
        sense = self._lists.senses.longest(words, at)
        if words[at] == "any" and sense is None and _names_type(words, at):
            sense = (1, (("any", 1),))
        length, group = (turn[0], str(turn[1])) if turn else (0, "")
        if turn and (sense is None or length >= sense[0]):
            taken = self._turn(group, words, at, length)
            if taken:
                self._turned = at + taken
                return taken
        if words[at] in {"only", "except", "unless", "nur", "außer", "seulement", "sauf", "solo"}:
            self._limits.add(words[at])
            self._now.only = self._now.only or words[at] == "only"
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
        if word not in self._lists.filler and not _NUMBER.fullmatch(word) and word not in _COUNTS:
            self._put(_plain(word), UNKNOWN, 1, words, at)
        return 1

    def _turn(self, group: str, words: list[str], at: int, length: int) -> int:
        """Turns as a group of phrases does; how many words that took, 0 for none."""
        match group:
            case "not":
                self._sign, self._now.negative, self._refused = -1, True, True
                self._now.turned_at = len(self._now.items)
            case "needs":
                self._now.needs_at = len(self._now.items)
            case "swap":
                self._sign, self._swapping = -1, True
            case "flip":
                self._flip(words, at)
            case "blame" if at and words[at - 1] in _MODAL:
                return 0
            case "blame":
                self._sign, self._now.negative, self._blamed = -1, True, True
                self._refused = True
                last = self._lists.senses.longest(words, at + length - 1)
                return length - 1 if last is not None and length > 1 else length
            case "lack":
                self._sign = 1
            case "contrast":
                if words[at] == "over" and not self._prefers:
                    return 0
                self._sign = -self._sign
            case "back":
                if self._sign < 0 and (self._now.strong or words[at] in {"but", "sondern", "sino"}):
                    self._close()
                    self._sign = 1
                if self._lists.senses.longest(words, at) is not None:
                    return 0
            case "before" | "after" | "when":
                if at + length >= len(words) and not self._now.connector:
                    self._now.first = group == "before"
                    return length
                said_first = not self._clauses and not self._now.items
                self._sudden = said_first and words[at + length - 1] in _EACH
                sign = self._sign
                not_until = group == "before" and sign < 0 and self._refused
                self._open("before_not" if not_until else group)
                if words[at] == "only" or (self._clauses and self._clauses[-1].only):
                    self._now.only = True
                self._sign = 1
            case "first":
                self._now.first = True
            case "next":
                if words[at] == "then" and (at + length >= len(words) or self._turned == at > 0):
                    self._put("then", 1.0, 1, words, at)
                    return length
                self._open("next")
                self._sign = 1
        return length

    def _flip(self, words: list[str], at: int) -> None:
        self._now.turned_at = len(self._now.items)
        self._refused = self._sign < 0
        if words[at] in _WITHOUT and self._sign < 0:
            if self._now.strong or self._now.connector:
                self._now.after_without = len(self._now.items)
            elif self._clauses:
                self._open("before_not")
        self._sign = -self._sign
        self._now.negative = self._now.negative or self._sign < 0

    def _sense(self, sense: Sense, words: list[str], at: int) -> None:
        for name, side in sense:
            concept = self._lists.concepts[name]
            self._put(name, concept.weight, side, words, at, concept)
            if concept.turns and side < 0:
                self._now.turned_at = len(self._now.items)
                self._sign = -self._sign
                self._now.negative = self._now.negative or self._sign < 0

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
        item = _Item(name, weight, -sign * side if too else sign * side, side if sided else 0)
        self._now.items.append(item)
        if sided:
            self._beside = at

    # --- What comes before what ------------------------------------------------------------------

    def _relate(self) -> None:
        """Finds the order that the clauses of a sentence speak of, and what only says when."""
        clauses = self._clauses
        for number, clause in enumerate(clauses):
            if clause.after_without >= 0:
                self._never_without(clause)
            if clause.needs_at > 0:
                needed = _Clause(items=clause.items[clause.needs_at :])
                self._earlier(needed, _Clause(items=clause.items[: clause.needs_at]))
            others = clauses[:number][::-1] if number else clauses[1:]
            said = [c for c in others if c.items and c.connector not in _SAYS_WHEN]
            main = next((c for c in said if c.strong), next(iter(said), None))
            match clause.connector:
                case "before_not":
                    self._earlier(clause, main, done=1)
                case "before":
                    self._earlier(main, clause, later=0)
                case "after" if clause.only and main is not None:
                    self._earlier(clause, main, done=1)
                case "after":
                    self._earlier(clause, main, earlier=0)
                case "next":
                    self._earlier(main, clause, later=0 if main and main.first else None)
            self._led(clauses, number)

    def _led(self, clauses: list[_Clause], number: int) -> None:
        """'A first, and commit': the clause behind the first one is what it is to come before."""
        clause = clauses[number]
        rest = clauses[number + 1 : number + 2]
        if clause.first and clause.strong and rest and rest[0].connector == "":
            self._earlier(clause, rest[0])

    def _never_without(self, clause: _Clause) -> None:
        """'Never A without B': B is wanted, before A."""
        later = _Clause(items=clause.items[: clause.after_without], connector=clause.connector)
        earlier = _Clause(items=clause.items[clause.after_without :])
        self._earlier(earlier, later, done=1)

    def _earlier(
        self,
        first: _Clause | None,
        second: _Clause | None,
        *,
        done: int | None = None,
        earlier: int | None = None,
        later: int | None = None,
    ) -> None:
        """Notes an order; `done`: the first is wanted and the second only says when."""
        if first is None or second is None:
            if first is not None and done is not None:
                _set(first, 0)
            return
        self._order.update(
            (one.name, other.name)
            for one in first.strong
            for other in second.strong or second.items
            if one.name != other.name
        )
        if done is not None:
            # 'Not before it is clean': nothing is named that could be done first.
            if first.strong:
                _set(second, 0)
            return
        if earlier is not None:
            _set(first, earlier)
        if later is not None:
            _set(second, later)


_SAYS_WHEN: Final = frozenset({"before", "before_not", "after", "when"})


def _names_type(words: list[str], at: int) -> bool:
    """Whether 'any' is TypeScript's: 'no any', 'any in the types'."""
    return at + 1 == len(words) or words[at + 1] in {"please", "in", "as", "anymore", "anywhere"}


def _set(clause: _Clause, sign: int) -> None:
    for item in clause.items:
        item.sign = item.side or sign


def _plain(word: str) -> str:
    """A word that no list knows, whatever its form."""
    bare = word.removesuffix("'s")
    return f"={stem(bare) if bare.isascii() and bare.isalpha() else bare}"


def _sentences(text: str) -> Iterator[list[str]]:
    """Sentences, each as its parts between commas."""
    parts: list[str] = []
    for piece in _PART.split(text):
        if piece.strip() in {",", "(", ")", ":"}:
            continue
        if not piece.strip() or piece.strip()[0] in _ENDS or re.fullmatch(r"\s?[-–—]+\s?", piece):
            if parts:
                yield parts
            parts = []
        else:
            parts.append(piece)
    if parts:
        yield parts
