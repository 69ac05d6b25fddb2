"""How a request ended, by the words that came after it: finished, dropped, or open again.

A report of the model counts as a whole: where it leaves something of the request, that stays open.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, terms
from luminair.keeping.distill.decisions import refused
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.text import Sentence

    Messages = Sequence[Sequence[Sentence]]

_SPEAKS_OF = 0.5
_NAMES = 0.34
_FEW_TERMS = 2
_GENERIC = 2
_ROOT = 5
"""Letters by which two forms of a word are known to be one."""
_AT_ONCE = 12
"""Characters within which a sentence has begun with something."""
_HANDED_OVER = re.compile(r"\W*[\"“„«「『]")
"""How an answer begins that is the text itself which was asked for."""
_IS_DONE = re.compile(
    r"\b(?:is|are|was|were|been) (?:now |already |all )?(\w{3,})ed\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a request ended: the words that show it."""

    proof: Sentence
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request in a conversation.

    Attributes:
        about: what it speaks of.
        at: index of the message that makes it, -1 where none does.
        sentence: the words, None where only a note tells.
        later: whether it says itself that it is for later.
        promised: whether all that the model answered was that it would do it.
    """

    about: frozenset[str]
    at: int
    sentence: Sentence | None
    later: bool = False
    promised: bool = False


def is_request(sentence: Sentence, cues: Cues) -> bool:
    """Whether a sentence asks for something that is no step of the work at hand and no choice."""
    plain = sentence.plain
    return (
        cues.says(Cue.ASKS, plain)
        and not cues.says(Cue.PASSING, plain)
        and (cues.says(Cue.WORK, plain) or not cues.says(Cue.DECIDES, plain))
    )


def last_word(wanted: Wanted, messages: Messages, cues: Cues, told: Told) -> Verdict | None:
    """The last word on a request; None where it is open."""
    verdict: Verdict | None = None
    for at, places in told.on(wanted):
        if messages[at][0].said.role is Role.ASSISTANT:
            heard = [model_says(wanted, messages, at, cues, told)]
        elif at == wanted.at:
            continue
        else:
            spoken = [messages[at][place] for place in places]
            if wanted.at < 0:
                spoken = [each for each in spoken if _closes(each, cues)]
            heard = [_owner_says(each, wanted, messages, at, cues, told) for each in spoken]
        for said in heard:
            if said is not None:
                verdict = said if isinstance(said, Verdict) else None
    return verdict


class Told:
    """Where a conversation speaks of what, so that each request is held against little of it."""

    def __init__(self, messages: Messages, cues: Cues) -> None:
        self._messages = messages
        self._by_term: dict[str, list[tuple[int, int]]] = {}
        self._by_root: dict[str, list[tuple[int, int]]] = {}
        self.others: list[frozenset[str]] = []
        self.captured: list[Sentence] = []
        self._asked: list[int] = []
        for at, sentences in enumerate(messages):
            for place, sentence in enumerate(sentences):
                for term in terms(sentence.text, cues):
                    self._by_term.setdefault(term, []).append((at, place))
                    if len(term) > _ROOT:
                        self._by_root.setdefault(term[:_ROOT], []).append((at, place))
            if any(each.said.role is Role.USER and is_request(each, cues) for each in sentences):
                self._asked.append(at)

    def on(self, wanted: Wanted) -> list[tuple[int, list[int]]]:
        """Each message that may say how a request ended, in order, with the places to look at.

        Sentences that share a word with it; and, up to the next request, those that name nothing.
        """
        found = {spot for term in wanted.about for spot in self._by_term.get(term, ())}
        found |= {
            spot
            for term in wanted.about
            if len(term) > _ROOT
            for spot in self._by_root.get(term[:_ROOT], ())
        }
        start = max(wanted.at, 0)
        if wanted.at >= 0:
            following = bisect_right(self._asked, wanted.at)
            end = self._asked[following] if following < len(self._asked) else len(self._messages)
            found |= {
                (at, place)
                for at in range(start, min(end + 1, len(self._messages)))
                for place in range(len(self._messages[at]))
            }
        places: dict[int, list[int]] = {}
        for at, place in sorted(spot for spot in found if spot[0] >= start):
            places.setdefault(at, []).append(place)
        return list(places.items())


def _closes(sentence: Sentence, cues: Cues) -> bool:
    return cues.says(Cue.DONE, sentence.plain) or cues.says(Cue.DROPPED, sentence.plain)


def _touching(about: frozenset[str], spoken: frozenset[str]) -> int:
    """How many terms of a request a text names, in whatever form: 'collapsible', 'collapses'."""
    roots = {term[:_ROOT] for term in spoken if len(term) > _ROOT}
    return sum(term in spoken or (len(term) > _ROOT and term[:_ROOT] in roots) for term in about)


def speaks_of(about: frozenset[str], text: str, cues: Cues) -> bool:
    """Whether a text speaks of a request."""
    touching = _touching(about, terms(text, cues))
    return touching >= max(1, _SPEAKS_OF * len(about)) or (
        touching >= _FEW_TERMS and touching >= _NAMES * len(about)
    )


def model_says(
    wanted: Wanted, messages: Messages, at: int, cues: Cues, told: Told
) -> Verdict | bool | None:
    """What a message of the model says of a request: over, open (True), or nothing.

    A report counts as a whole: where something of the request is left, all of it stays open.
    """
    sentences = messages[at]
    on_it = [each for each in sentences if speaks_of(wanted.about, each.text, cues)]
    last = _is_last_asked(wanted, messages, at, cues, told)
    if not on_it and last and not _asked_else(wanted, messages, at, cues):
        on_it = [
            each
            for each in sentences
            if _touching(wanted.about, terms(each.text, cues))
            or (len(terms(each.text, cues)) <= _GENERIC and _is_next(wanted, messages, at))
        ]
    if not on_it:
        return None
    if any(_leaves(each, cues) for each in sentences if _is_of(each, wanted, on_it, told, cues)):
        return True
    if refused(messages, at, cues):
        return None
    for each in on_it:
        if _finishes(each, cues) or _does_as_asked(each, wanted):
            return Verdict(each)
    heads = [each for each in sentences if len(terms(each.text, cues)) <= _GENERIC]
    said = [each for each in heads if cues.says(Cue.DONE, each.plain)]
    return Verdict(said[0]) if said and last else None


def _asked_else(wanted: Wanted, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether message ``at`` answers a question of the owner on another matter."""
    return at - 1 != wanted.at and any(
        each.said.role is Role.USER
        and each.plain.rstrip().endswith("?")
        and len(terms(each.text, cues)) >= _FEW_TERMS
        and not _touching(wanted.about, terms(each.text, cues))
        for each in messages[max(at - 1, 0)]
    )


def _is_of(
    sentence: Sentence, wanted: Wanted, on_it: Sequence[Sentence], told: Told, cues: Cues
) -> bool:
    """Whether a sentence beside a report belongs to it, and not to another request."""
    if sentence in on_it:
        return True
    spoken = terms(sentence.text, cues)
    mine = _touching(wanted.about, spoken)
    return all(_touching(each, spoken) <= mine for each in told.others if each != wanted.about)


def _leaves(sentence: Sentence, cues: Cues) -> bool:
    """Whether a sentence of a report says that something is not done."""
    plain = sentence.plain
    if cues.says(Cue.DONE, sentence.lead):
        return False
    if any(cues.says(cue, sentence.lead) for cue in (Cue.OPEN, Cue.NOT_DONE)):
        return True
    if plain.rstrip().endswith("?"):
        return True
    return any(cues.says(cue, plain) for cue in (Cue.NOT_DONE, Cue.LATER, Cue.LACKS, Cue.PROMISES))


def _finishes(sentence: Sentence, cues: Cues) -> bool:
    plain = sentence.plain
    stands = cues.says(Cue.STANDS, plain) and not cues.says(Cue.OPEN, plain)  # 'is on the list'
    finished = (
        stands
        or cues.says(Cue.DONE, sentence.lead)
        or any(cues.says(cue, plain) for cue in (Cue.DONE, Cue.SWITCHED))
    )
    return finished and not cues.says(Cue.HEDGED, plain) and not (
        cues.says(Cue.TRIED, plain) and cues.says(Cue.FAILED, plain)
    )  # fmt: skip


def _does_as_asked(sentence: Sentence, wanted: Wanted) -> bool:
    """Whether a sentence tells with the request's own verb that it is done: 'SMB1 is disabled'."""
    if wanted.sentence is None:
        return False
    asked = {word[:_ROOT] for word in re.findall(r"\w+", wanted.sentence.plain.casefold())}
    return any(found.casefold()[:_ROOT] in asked for found in _IS_DONE.findall(sentence.plain))


def _is_next(wanted: Wanted, messages: Messages, at: int) -> bool:
    """Whether nobody said anything between a request and message ``at``, the model aside."""
    between = messages[wanted.at + 1 : at]
    return wanted.at >= 0 and not any(each and each[0].said.role is Role.USER for each in between)


def _owner_says(
    sentence: Sentence, wanted: Wanted, messages: Messages, at: int, cues: Cues, told: Told
) -> Verdict | bool | None:
    plain = sentence.plain
    speaks = speaks_of(wanted.about, sentence.text, cues)
    if speaks and (cues.says(Cue.NOT_DONE, plain) or cues.says(Cue.LATER, plain)):
        return True
    if plain.rstrip().endswith("?"):
        return None
    last = _is_last_asked(wanted, messages, at, cues, told)
    few = len(terms(sentence.text, cues)) <= _GENERIC
    dropped = cues.find(Cue.DROPPED, plain)
    if dropped is not None and (speaks or (last and (few or dropped.start() < _AT_ONCE))):
        return Verdict(sentence, dropped=True)
    if cues.says(Cue.REJECTS, plain):
        return True if speaks or (few and last) else None
    over = any(cues.says(cue, plain) for cue in (Cue.DONE, Cue.WORKS, Cue.STANDS))
    over = over and not any(
        cues.says(cue, plain) for cue in (Cue.FAILED, Cue.RULED_OUT, Cue.WORK, Cue.DECIDED)
    )
    if over and speaks and not cues.says(Cue.ASKS, plain):
        return Verdict(sentence)
    if last and over and _touching(wanted.about, terms(sentence.text, cues)):
        return Verdict(sentence)
    named = _touching(wanted.about, terms(sentence.text, cues)) >= _FEW_TERMS
    if named and last and cues.says(Cue.WORKS, plain):
        return Verdict(sentence)
    if few and last and not wanted.later and over and _acted(messages, wanted.at, at, cues):
        return Verdict(sentence)
    return None


def _acted(messages: Messages, start: int, end: int, cues: Cues) -> bool:
    """Whether the model did something between two messages, and did not only explain."""
    return any(
        each.said.role is Role.ASSISTANT
        and (
            cues.says(Cue.DID, each.plain)
            or cues.says(Cue.DONE, each.plain)
            or (each.place == 0 and _HANDED_OVER.match(each.text) is not None)
        )
        for sentences in messages[start:end]
        for each in sentences
    )


def _is_last_asked(wanted: Wanted, messages: Messages, at: int, cues: Cues, told: Told) -> bool:
    """Whether the owner asked for this last before message ``at``, and for nothing besides."""
    if wanted.at < 0:
        return False
    for back in range(at - 1, wanted.at - 1, -1):
        asked = [
            each
            for each in messages[back]
            if each.said.role is Role.USER
            and (
                each is wanted.sentence
                or any(each is one for one in told.captured)
                or (is_request(each, cues) and terms(each.text, cues))
            )
        ]
        if asked:
            return back == wanted.at and len(asked) == 1
    return False
