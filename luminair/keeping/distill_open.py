"""Tells which requests are over and which are still open, by what was said after them.

A captured ask stays open until somebody says that it is done, put off or dropped. A request that
nobody captured counts only where it says itself that it is for later, or where nothing after it
speaks of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.keeping.cues import Cue, Cues, covered, terms
from luminair.keeping.distill_decisions import refused
from luminair.keeping.distill_text import shortened
from luminair.keeping.distill_values import Closed, OpenAsk, RawAsk
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.keeping.distill_text import Sentence

    Messages = Sequence[Sequence[Sentence]]

_TITLE = 80
_SAME = 0.6
_SPEAKS_OF = 0.5
_NAMES = 0.34
_FEW_TERMS = 2
_GENERIC = 2
_SOME_WORDS = 5
_ROOT = 5
"""Letters by which two forms of a word are known to be one."""
_POINTING = frozenset({"that", "it", "this", "one", "them", "those", "these", "das", "ça", "eso"})
_AT_ONCE = 12
"""Characters within which a sentence has begun with something."""
_LEADS = (Cue.OPEN, Cue.NOT_DONE, Cue.LATER)
_HANDED_OVER = re.compile(r"\W*[\"“„«「『]")
"""How an answer begins that is the text itself which was asked for."""
_IS_DONE = re.compile(r"\b(?:is|are|was|were|been) (?:now |already |all )?(\w{3,})ed\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """How a request ended: the words that show it."""

    proof: Sentence
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class _Wanted:
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


def asks_of(
    asks: Sequence[RawAsk], messages: Messages, cues: Cues
) -> tuple[tuple[OpenAsk, ...], tuple[Closed, ...]]:
    """What of the captured asks, and of the conversation, is open; and what is over."""
    opened: list[tuple[int, OpenAsk, frozenset[str]]] = []
    closed: list[Closed] = []
    told = _Told(messages, cues)
    wants = {ask.key: _wanted(ask, messages, cues) for ask in asks if not ask.closed}
    told.others = [each.about for each in wants.values()]
    told.captured = [each.sentence for each in wants.values() if each.sentence is not None]
    for ask in asks:
        if ask.closed:
            closed.append(Closed(ask))
            continue
        wanted = wants[ask.key]
        verdict = _verdict(wanted, messages, cues, told)
        if verdict is not None:
            closed.append(Closed(ask, verdict.proof.quote, verdict.dropped))
            continue
        quotes = (wanted.sentence.quote,) if wanted.sentence is not None else ()
        made = OpenAsk(ask.title, ask.text, quotes, (ask,))
        _join(opened, (wanted.at, made, wanted.about))
    known = [terms(text, cues) for ask in asks for text in (ask.title, f"{ask.title} {ask.text}")]
    for wanted in _unwritten(messages, cues, told, captured=bool(asks)):
        sentence = wanted.sentence
        if sentence is None or _written(wanted.about, known):
            continue
        if _verdict(wanted, messages, cues, told) is not None:
            continue
        made = OpenAsk(
            shortened(sentence.text, _TITLE), "", (sentence.quote,), promised=wanted.promised
        )
        _join(opened, (wanted.at, made, wanted.about))
    opened.sort(key=lambda each: each[0])
    return tuple(each for _, each, _ in opened), tuple(closed)


def _written(about: frozenset[str], known: Iterable[frozenset[str]]) -> bool:
    return any(max(covered(about, each), covered(each, about)) >= _SPEAKS_OF for each in known)


def _join(
    opened: list[tuple[int, OpenAsk, frozenset[str]]], new: tuple[int, OpenAsk, frozenset[str]]
) -> None:
    """Adds an open ask, to the one that says the same where there is one."""
    at, made, about = new
    for place, (first, other, theirs) in enumerate(opened):
        smaller, larger = sorted((about, theirs), key=len)
        if covered(smaller, larger) >= _SAME and covered(larger, smaller) >= _NAMES:
            quotes = (*other.quotes, *(each for each in made.quotes if each not in other.quotes))
            joined = OpenAsk(other.title, other.text, quotes, (*other.asks, *made.asks))
            opened[place] = (first, joined, theirs | about)
            return
    opened.append((at, made, about))


def _wanted(ask: RawAsk, messages: Messages, cues: Cues) -> _Wanted:
    """The words of the conversation that a captured ask was made from."""
    title = terms(ask.title, cues)
    about = title or terms(ask.text, cues)
    best: tuple[float, int, Sentence] | None = None
    for at, sentences in enumerate(messages):
        for sentence in sentences:
            if sentence.said.role is Role.USER:
                fits = covered(about, terms(sentence.text, cues))
                if fits >= _SAME and (best is None or fits > best[0]):
                    best = (fits, at, sentence)
    if best is None:
        return _Wanted(about, -1, None)
    return _Wanted(about, best[1], best[2], cues.says(Cue.LATER, best[2].plain))


def _unwritten(
    messages: Messages, cues: Cues, told: _Told, *, captured: bool
) -> Iterable[_Wanted]:
    """Requests and remainders that the conversation speaks of and no note does."""
    for at, sentences in enumerate(messages):
        for sentence in sentences:
            plain = sentence.plain
            owner = sentence.said.role is Role.USER
            about = terms(sentence.text, cues)
            if len(about) < _FEW_TERMS and sentence.place and (not owner or _points(plain)):
                # 'Not fixed yet.' and 'Somebody should do it.' speak of the sentence before.
                if cues.says(Cue.OPEN if owner else Cue.NOT_DONE, plain):
                    before = sentences[sentence.place - 1]
                    yield _Wanted(terms(before.text, cues), at, before, later=True)
                continue
            if len(about) < _FEW_TERMS and (not about or _points(plain)):
                continue
            led = any(cues.says(cue, sentence.lead) for cue in _LEADS)
            says_open = led or cues.says(Cue.OPEN, plain) or cues.says(Cue.LATER, plain)
            if _rather_told(sentence, cues, led=led) or (not led and _mused(sentence, cues)):
                continue
            promised = owner and _asks(sentence, cues) and _promised(about, messages, at, cues)
            if owner and (says_open or promised or (not captured and _asks(sentence, cues))):
                wants = cues.says(Cue.OPEN, plain) and not cues.says(Cue.ASKS, plain)
                later = led or promised or cues.says(Cue.LATER, plain) or wants
                if later or not _answered(about, sentence, messages, at, cues):
                    yield _Wanted(about, at, sentence, later, promised)
            elif owner and cues.says(Cue.WORK, plain) and not cues.says(Cue.PASSING, plain):
                wanted = _Wanted(about, at, sentence, later=True)
                if at + 1 < len(messages) and messages[at + 1]:
                    if messages[at + 1][0].said.role is Role.ASSISTANT:
                        if _model_says(wanted, messages, at + 1, cues, told) is True:
                            yield wanted
            elif not owner and (led or cues.says(Cue.NOT_DONE, plain)):
                yield _Wanted(about, at, sentence, later=True)


def _promised(
    about: frozenset[str], messages: Messages, at: int, cues: Cues
) -> bool:
    """Whether the model's answer only says that it will do what was asked."""
    following = next(iter(messages[at + 1 : at + 2]), ())
    return any(
        each.said.role is Role.ASSISTANT and cues.says(Cue.PROMISES, each.plain)
        for each in following
    ) and not any(
        cues.says(Cue.DONE, each.plain) and _speaks(about, each.text, cues) for each in following
    )


def _points(plain: str) -> bool:
    """Whether a sentence of few subjects means something that was said before."""
    words = plain.casefold().split()
    return len(words) < _SOME_WORDS or any(word in words for word in _POINTING)


def _rather_told(sentence: Sentence, cues: Cues, *, led: bool) -> bool:
    """Whether a sentence tells of others, of a failure or of what is over, and wants nothing."""
    plain = sentence.plain
    if led:
        return False
    if cues.says(Cue.OTHERS, plain) or cues.says(Cue.DROPPED, plain):
        return True
    if cues.says(Cue.TRIED, plain) and cues.says(Cue.FAILED, plain):
        return True
    if cues.says(Cue.RULED_OUT, plain):
        return True
    # 'Could you …?' is a request; 'Should we …?' is none, and neither is 'What …?'.
    return plain.rstrip().endswith("?") and not cues.says(Cue.ASKS, plain)


def _mused(sentence: Sentence, cues: Cues) -> bool:
    """Whether the owner only turns something over, or takes his leave."""
    plain = sentence.plain
    if sentence.said.role is not Role.USER or cues.says(Cue.ASKS, plain):
        return False
    later, still_open = cues.says(Cue.LATER, plain), cues.says(Cue.OPEN, plain)
    if cues.says(Cue.JOKES, plain) or (cues.says(Cue.HEDGED, plain) and not still_open):
        return True
    promised = later and len(terms(sentence.text, cues)) >= _FEW_TERMS
    if cues.says(Cue.PROMISES, plain) and not still_open and not promised:
        return True
    return cues.says(Cue.UNSURE, plain) and not later


def _asks(sentence: Sentence, cues: Cues) -> bool:
    plain = sentence.plain
    return (
        cues.says(Cue.ASKS, plain)
        and not cues.says(Cue.PASSING, plain)
        and (cues.says(Cue.WORK, plain) or not cues.says(Cue.DECIDES, plain))
    )


def _answered(
    about: frozenset[str], asked: Sentence, messages: Messages, at: int, cues: Cues
) -> bool:
    """Whether the model's next message speaks of the request and leaves nothing of it."""
    following = next(
        (each for each in messages[at + 1 :] if each and each[0].said.role is Role.ASSISTANT), ()
    )
    if not following:
        return False
    spoken = frozenset().union(*(terms(each.text, cues) for each in following))
    only = sum(_asks(each, cues) for each in messages[at]) <= 1
    left = any(
        any(cues.says(cue, each.plain) for cue in (Cue.NOT_DONE, Cue.LATER, Cue.LACKS, Cue.PROMISES))
        for each in following
        if only or covered(about, terms(each.text, cues)) >= _NAMES
    )
    speaks = covered(about, spoken) >= _NAMES or (only and asked.place == 0)
    return speaks and not left


def _verdict(wanted: _Wanted, messages: Messages, cues: Cues, told: _Told) -> _Verdict | None:
    """The last word on a request; None where it is open."""
    verdict: _Verdict | None = None
    for at, places in told.on(wanted):
        if messages[at][0].said.role is Role.ASSISTANT:
            heard = [_model_says(wanted, messages, at, cues, told)]
        elif at == wanted.at:
            continue
        else:
            spoken = [messages[at][place] for place in places]
            if wanted.at < 0:
                spoken = [each for each in spoken if _closes(each, cues)]
            heard = [_owner_says(each, wanted, messages, at, cues, told) for each in spoken]
        for said in heard:
            if said is not None:
                verdict = said if isinstance(said, _Verdict) else None
    return verdict


class _Told:
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
            if any(each.said.role is Role.USER and _asks(each, cues) for each in sentences):
                self._asked.append(at)

    def on(self, wanted: _Wanted) -> list[tuple[int, list[int]]]:
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


def _speaks(about: frozenset[str], text: str, cues: Cues) -> bool:
    """Whether a text speaks of a request."""
    touching = _touching(about, terms(text, cues))
    return touching >= max(1, _SPEAKS_OF * len(about)) or (
        touching >= _FEW_TERMS and touching >= _NAMES * len(about)
    )


def _model_says(
    wanted: _Wanted, messages: Messages, at: int, cues: Cues, told: _Told
) -> _Verdict | bool | None:
    """What a message of the model says of a request: over, open (True), or nothing.

    A report counts as a whole: where something of the request is left, all of it stays open.
    """
    sentences = messages[at]
    on_it = [each for each in sentences if _speaks(wanted.about, each.text, cues)]
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
            return _Verdict(each)
    heads = [each for each in sentences if len(terms(each.text, cues)) <= _GENERIC]
    said = [each for each in heads if cues.says(Cue.DONE, each.plain)]
    return _Verdict(said[0]) if said and last else None


def _asked_else(wanted: _Wanted, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether message ``at`` answers a question of the owner on another matter."""
    return at - 1 != wanted.at and any(
        each.said.role is Role.USER
        and each.plain.rstrip().endswith("?")
        and len(terms(each.text, cues)) >= _FEW_TERMS
        and not _touching(wanted.about, terms(each.text, cues))
        for each in messages[max(at - 1, 0)]
    )


def _is_of(
    sentence: Sentence, wanted: _Wanted, on_it: Sequence[Sentence], told: _Told, cues: Cues
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
    return any(
        cues.says(cue, plain) for cue in (Cue.NOT_DONE, Cue.LATER, Cue.LACKS, Cue.PROMISES)
    )


def _finishes(sentence: Sentence, cues: Cues) -> bool:
    plain = sentence.plain
    finished = cues.says(Cue.DONE, sentence.lead) or any(
        cues.says(cue, plain) for cue in (Cue.DONE, Cue.STANDS, Cue.SWITCHED)
    )
    return finished and not cues.says(Cue.HEDGED, plain) and not (
        cues.says(Cue.TRIED, plain) and cues.says(Cue.FAILED, plain)
    )  # fmt: skip


def _does_as_asked(sentence: Sentence, wanted: _Wanted) -> bool:
    """Whether a sentence tells with the request's own verb that it is done: 'SMB1 is disabled'."""
    if wanted.sentence is None:
        return False
    asked = {word[:_ROOT] for word in re.findall(r"\w+", wanted.sentence.plain.casefold())}
    return any(
        found.casefold()[:_ROOT] in asked for found in _IS_DONE.findall(sentence.plain)
    )


def _is_next(wanted: _Wanted, messages: Messages, at: int) -> bool:
    """Whether nobody said anything between a request and message ``at``, the model aside."""
    between = messages[wanted.at + 1 : at]
    return wanted.at >= 0 and not any(
        each and each[0].said.role is Role.USER for each in between
    )


def _owner_says(
    sentence: Sentence, wanted: _Wanted, messages: Messages, at: int, cues: Cues, told: _Told
) -> _Verdict | bool | None:
    plain = sentence.plain
    speaks = _speaks(wanted.about, sentence.text, cues)
    if speaks and (cues.says(Cue.NOT_DONE, plain) or cues.says(Cue.LATER, plain)):
        return True
    if plain.rstrip().endswith("?"):
        return None
    last = _is_last_asked(wanted, messages, at, cues, told)
    few = len(terms(sentence.text, cues)) <= _GENERIC
    dropped = cues.find(Cue.DROPPED, plain)
    if dropped is not None and (speaks or (last and (few or dropped.start() < _AT_ONCE))):
        return _Verdict(sentence, dropped=True)
    if cues.says(Cue.REJECTS, plain):
        return True if speaks or (few and last) else None
    over = any(cues.says(cue, plain) for cue in (Cue.DONE, Cue.WORKS, Cue.STANDS))
    over = over and not any(
        cues.says(cue, plain) for cue in (Cue.FAILED, Cue.RULED_OUT, Cue.WORK)
    )
    if over and speaks and not cues.says(Cue.ASKS, plain):
        return _Verdict(sentence)
    if last and over and _touching(wanted.about, terms(sentence.text, cues)):
        return _Verdict(sentence)
    named = _touching(wanted.about, terms(sentence.text, cues)) >= _FEW_TERMS
    if named and last and cues.says(Cue.WORKS, plain):
        return _Verdict(sentence)
    if few and last and not wanted.later and over and _acted(messages, wanted.at, at, cues):
        return _Verdict(sentence)
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


def _is_last_asked(
    wanted: _Wanted, messages: Messages, at: int, cues: Cues, told: _Told
) -> bool:
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
                or (_asks(each, cues) and terms(each.text, cues))
            )
        ]
        if asked:
            return back == wanted.at and len(asked) == 1
    return False
