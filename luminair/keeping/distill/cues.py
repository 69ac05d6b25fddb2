"""The phrases by which people and models decide, give up, finish and put off, as data.

They stand in ``resources/distill/<language>.toml``: a list of patterns for each :class:`Cue`.
All languages apply at once, since one conversation may hold several.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from luminair.config.paths import resources

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


class Cue(StrEnum):
    """What a phrase says."""

    DECIDES = "decides"
    """The owner decides."""
    DECIDED = "decided"
    """Either side says that something is decided, or the model that it did something for good."""
    SWITCHED = "switched"
    """The model replaced one thing by another: settled where the owner lets it stand."""
    LASTS = "lasts"
    """How things are to be from now on, said as if they were so already."""
    UNSURE = "unsure"
    """Nothing is decided: a thought, a condition, a question, somebody else's words."""
    ACCEPTS = "accepts"
    REJECTS = "rejects"
    PROPOSES = "proposes"
    OFFERS = "offers"
    """Puts several ways side by side, or asks which."""
    SETTLES = "settles"
    """A question whose answer is a choice: 'how many', 'who may', 'where should'."""
    POINTS = "points"
    """Means what was said right before: 'that', 'it'."""
    PROMISES = "promises"
    """The owner tells of himself: 'I'll send it'."""
    COMMANDS = "commands"
    """Begins like an order for the work at hand, or like a shell's line."""
    PASSING = "passing"
    """A step of the work at hand, such as running the tests: never a decision."""
    TURNS = "turns"
    """Takes back what was decided before."""
    TRIED = "tried"
    FAILED = "failed"
    HOPES = "hopes"
    """The model sets something up to be tried: 'try this', 'that should help'."""
    NO_LUCK = "no_luck"
    """How the few words begin with which the owner says that it did not."""
    NOT_YET = "not_yet"
    """It is being seen to, or is well by now: 'yet', 'green now', 'looking into it'."""
    ON_THE_WAY = "on_the_way"
    """One of several tries is told of; the others may have worked."""
    ATTEMPTS = "attempts"
    """Somebody did try: 'I tried', 'spent a day on', 'the macro way'."""
    BAD = "bad"
    """Something is denied or went badly, in whatever words."""
    GIVES_UP = "gives_up"
    """A way is left: 'so no', 'leave it', 'I took it out', 'not feasible'."""
    RULED_OUT = "ruled_out"
    """A dead end by itself, whatever stands beside it."""
    DOES_NOT = "does_not"
    """A dead end where a reason or an attempt stands beside it, else a report of a fault."""
    YIELDS = "yields"
    """The owner takes another way after hearing that one does not go."""
    REASON = "reason"
    BUT = "but"
    """What stands between a deed and its failure."""
    DID = "did"
    """The model did something."""
    DONE = "done"
    """Something is finished."""
    STANDS = "stands"
    """Something is as it was asked for: 'all of them have one', 'is called X now'."""
    NOT_DONE = "not_done"
    LATER = "later"
    """Put off."""
    OPEN = "open"
    """Something that is still to be done."""
    DROPPED = "dropped"
    WORKS = "works"
    ASKS = "asks"
    """A request."""
    WORK = "work"
    """An order for a piece of work, which is no choice between ways."""
    CHOOSES = "chooses"
    """Makes an order a choice: 'not into files', 'then', 'to 8443'."""
    LACKS = "lacks"
    """Something is in part done, or stays as it is: 'the other two', 'only sketched'."""
    HEDGED = "hedged"
    """Only a possibility, where it stands before what would decide."""
    PARKS = "parks"
    """Puts a thing aside, which decides nothing about it."""
    JOKES = "jokes"
    THANKS = "thanks"
    EXPLAINS = "explains"
    """The model tells what a thing means, not what became of a try."""
    OMITS = "omits"
    """The model tells what it left out of what it made, which is no work that is left."""
    OTHERS = "others"
    """Somebody else's words or deeds are told."""


@dataclass(frozen=True, slots=True)
class Cues:
    """All phrases, ready to look for.

    Attributes:
        patterns: by what they say.
        stop: words that say nothing of a subject.
    """

    patterns: Mapping[Cue, re.Pattern[str]]
    stop: frozenset[str]
    _found: dict[tuple[Cue, str], re.Match[str] | None] = field(default_factory=dict, repr=False)
    _terms: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)

    def find(self, cue: Cue, plain: str) -> re.Match[str] | None:
        """Where a sentence says it first, or None; each sentence is looked at once."""
        key = (cue, plain)
        if key not in self._found:
            self._found[key] = self.patterns[cue].search(plain)
        return self._found[key]

    def says(self, cue: Cue, plain: str) -> bool:
        """Whether a sentence says it."""
        return self.find(cue, plain) is not None

    def terms(self, text: str) -> frozenset[str]:
        """The words of a text that say what it is about, cut to their stems."""
        if text not in self._terms:
            self._terms[text] = frozenset(_terms(text.casefold(), self.stop))
        return self._terms[text]

    def forget(self) -> None:
        """Lets go of what was looked at, when a session is done."""
        self._found.clear()
        self._terms.clear()


def load(folder: Path) -> Cues:
    """The phrases of every language in a folder."""
    wholes: dict[Cue, list[str]] = {cue: [] for cue in Cue}
    stop: set[str] = set()
    for file in sorted(folder.glob("*.toml")):
        found = tomllib.loads(file.read_text(encoding="utf-8"))
        stop.update(found.get("stop", ()))
        parts: Mapping[str, str] = found.get("parts", {})
        spaced = found.get("spaced", True)
        for cue in Cue:
            wholes[cue] += (_whole(each, parts, spaced) for each in found.get(cue.value, ()))
    # A pattern that matches nothing stands for a cue without phrases.
    patterns = {
        cue: re.compile("|".join(each) if each else r"(?!)", re.IGNORECASE)
        for cue, each in wholes.items()
    }
    return Cues(patterns, frozenset(stop))


@lru_cache(maxsize=1)
def bundled() -> Cues:
    """The phrases that the app carries."""
    return load(resources() / "distill")


_OPEN_ENDS = ("$", r"\s", ":", r"\b", r"\S", " ", " )", "-]", ":)")
"""A pattern that ends so has said itself where it ends."""


def _whole(pattern: str, parts: Mapping[str, str], spaced: bool) -> str:
    """The pattern with its parts, at word edges where the language writes spaces."""
    filled = re.sub(r"<(\w+)>", lambda name: parts.get(name[1], name[0]), pattern)
    if not spaced:
        return f"(?:{filled})"
    start = "" if filled.startswith(("^", ",", ";", ":", "-", "[")) else r"(?<![\w])"
    end = "" if filled.endswith(_OPEN_ENDS) else r"(?![\w])"
    return f"{start}(?:{filled}){end}"


_TERM = re.compile(r"[^\W_]+(?:[._/:@+#-]+[^\W_]+)*", re.UNICODE)
_PART = re.compile(r"[^\W_]+")
_NO_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_SUFFIX = re.compile(r"(?:ations?|ings?|ments?|ies|ied|ers?|ed|es|s|ly|e)$")


def terms(text: str, cues: Cues) -> frozenset[str]:
    """The words of a text that say what it is about, cut to their stems."""
    return cues.terms(text)


def _terms(text: str, stop: frozenset[str]) -> Iterator[str]:
    for run in _NO_SPACES.findall(text):
        yield from (run[at : at + 2] for at in range(max(len(run) - 1, 1)))
    for found in _TERM.findall(_NO_SPACES.sub(" ", text.replace("’", "'"))):
        for part in _PART.findall(found):
            if len(part) > 1 and part not in stop:
                yield _stem(part)
            elif part.isdigit():
                yield part


def _stem(word: str) -> str:
    short = _SUFFIX.sub("", word)
    return short if len(short) > 3 else word


def covered(small: frozenset[str], large: frozenset[str]) -> float:
    """How much of the smaller set of terms the larger one holds, 0 to 1; 0 for an empty one."""
    return len(small & large) / len(small) if small else 0.0
