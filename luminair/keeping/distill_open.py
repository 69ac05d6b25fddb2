"""Tells which requests are over and which are still open, by what was said after them.

A captured ask stays open until somebody says that it is done, put off or dropped. A request that
nobody captured counts only where it says itself that it is for later, or where nothing after it
speaks of it.
"""

from __future__ import annotations

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
_POINTING = frozenset({"that", "it", "this", "one", "them", "those", "these", "das", "ça", "eso"})
_AT_ONCE = 12
"""Characters within which a sentence has begun with something."""
_LEADS = (Cue.OPEN, Cue.NOT_DONE, Cue.LATER)


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
    """

    about: frozenset[str]
    at: int
    sentence: Sentence | None
    later: bool = False


def asks_of(
    asks: Sequence[RawAsk], messages: Messages, cues: Cues
) -> tuple[tuple[OpenAsk, ...], tuple[Closed, ...]]:
    """What of the captured asks, and of the conversation, is open; and what is over."""
    opened: list[tuple[int, OpenAsk, frozenset[str]]] = []
    closed: list[Closed] = []
    told = _Told(messages, cues)
    for ask in asks:
        if ask.closed:
            closed.append(Closed(ask))
            continue
        wanted = _wanted(ask, messages, cues)
        verdict = _verdict(wanted, messages, cues, told)
        if verdict is not None:
            closed.append(Closed(ask, verdict.proof.quote, verdict.dropped))
            continue
        quotes = (wanted.sentence.quote,) if wanted.sentence is not None else ()
        made = OpenAsk(ask.title, ask.text, quotes, (ask,))
        _join(opened, (wanted.at, made, wanted.about))
    known = [terms(text, cues) for ask in asks for text in (ask.title, f"{ask.title} {ask.text}")]
    for wanted in _unwritten(messages, cues, captured=bool(asks)):
        sentence = wanted.sentence
        if sentence is None or _written(wanted.about, known):
            continue
        if _verdict(wanted, messages, cues, told) is not None:
            continue
        made = OpenAsk(shortened(sentence.text, _TITLE), "", (sentence.quote,))
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


def _unwritten(messages: Messages, cues: Cues, *, captured: bool) -> Iterable[_Wanted]:
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
            if _rather_told(sentence, cues, led=led):
                continue
            if owner and (says_open or (not captured and _asks(sentence, cues))):
                wants = cues.says(Cue.OPEN, plain) and not cues.says(Cue.ASKS, plain)
                later = led or cues.says(Cue.LATER, plain) or wants
                if later or not _answered(about, sentence, messages, at, cues):
                    yield _Wanted(about, at, sentence, later)
            elif not owner and (led or cues.says(Cue.NOT_DONE, plain)):
                yield _Wanted(about, at, sentence, later=True)


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


def _asks(sentence: Sentence, cues: Cues) -> bool:
    plain = sentence.plain
    return (
        cues.says(Cue.ASKS, plain)
        and not cues.says(Cue.PASSING, plain)
        and not cues.says(Cue.DECIDES, plain)
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
        any(cues.says(cue, each.plain) for cue in (Cue.NOT_DONE, Cue.LATER, Cue.PROMISES))
        for each in following
        if only or covered(about, terms(each.text, cues)) >= _NAMES
    )
    speaks = covered(about, spoken) >= _NAMES or (only and asked.place == 0)
    return speaks and not left


def _verdict(wanted: _Wanted, messages: Messages, cues: Cues, told: _Told) -> _Verdict | None:
    """The last word on a request; None where it is open."""
    verdict: _Verdict | None = None
    for at, place in told.on(wanted):
        sentence = messages[at][place]
        if at == wanted.at and sentence.said.role is Role.USER:
            continue
        if wanted.at < 0 and sentence.said.role is Role.USER and not _closes(sentence, cues):
            continue
        said = _said_of(sentence, wanted, messages, at, cues)
        if said is not None:
            verdict = said if isinstance(said, _Verdict) else None
    return verdict


class _Told:
    """Where a conversation speaks of what, so that each request is held against little of it."""

    def __init__(self, messages: Messages, cues: Cues) -> None:
        self._messages = messages
        self._by_term: dict[str, list[tuple[int, int]]] = {}
        self._asked: list[int] = []
        for at, sentences in enumerate(messages):
            for place, sentence in enumerate(sentences):
                for term in terms(sentence.text, cues):
                    self._by_term.setdefault(term, []).append((at, place))
            if any(each.said.role is Role.USER and _asks(each, cues) for each in sentences):
                self._asked.append(at)

    def on(self, wanted: _Wanted) -> list[tuple[int, int]]:
        """Message and place of each sentence that may say how a request ended, in order.

        Those that share a word with it; and, up to the next request, those that name nothing.
        """
        found = {spot for term in wanted.about for spot in self._by_term.get(term, ())}
        start = max(wanted.at, 0)
        if wanted.at >= 0:
            following = bisect_right(self._asked, wanted.at)
            end = self._asked[following] if following < len(self._asked) else len(self._messages)
            found |= {
                (at, place)
                for at in range(start, min(end + 1, len(self._messages)))
                for place in range(len(self._messages[at]))
            }
        return sorted(spot for spot in found if spot[0] >= start)


def _closes(sentence: Sentence, cues: Cues) -> bool:
    return cues.says(Cue.DONE, sentence.plain) or cues.says(Cue.DROPPED, sentence.plain)


def _said_of(
    sentence: Sentence, wanted: _Wanted, messages: Messages, at: int, cues: Cues
) -> _Verdict | bool | None:
    """What a sentence says of a request: over, open again (True), or nothing."""
    plain, about = sentence.plain, wanted.about
    spoken = terms(sentence.text, cues)
    lead = terms(sentence.lead, cues)
    speaks = covered(about, spoken) >= _SPEAKS_OF or (
        covered(about, spoken) >= _NAMES and len(about & spoken) >= _FEW_TERMS
    )
    owner = sentence.said.role is Role.USER
    led_open = any(cues.says(cue, sentence.lead) for cue in (Cue.OPEN, Cue.NOT_DONE))
    if speaks and (led_open or cues.says(Cue.NOT_DONE, plain) or cues.says(Cue.LATER, plain)):
        return True
    if plain.rstrip().endswith("?") and not (lead and cues.says(Cue.DONE, sentence.lead)):
        return None
    if owner:
        return _owner_says(sentence, wanted, messages, at, cues, speaks=speaks)
    if cues.says(Cue.PROMISES, plain):
        return None
    finished = cues.says(Cue.DONE, plain) or cues.says(Cue.DONE, sentence.lead)
    if not finished or (cues.says(Cue.TRIED, plain) and cues.says(Cue.FAILED, plain)):
        return None
    generic = len(spoken) <= _GENERIC and _is_last_asked(wanted, messages, at, cues)
    if (speaks or generic) and not refused(messages, at, cues):
        return _Verdict(sentence)
    return None


def _owner_says(
    sentence: Sentence,
    wanted: _Wanted,
    messages: Messages,
    at: int,
    cues: Cues,
    *,
    speaks: bool,
) -> _Verdict | bool | None:
    plain = sentence.plain
    last = _is_last_asked(wanted, messages, at, cues)
    few = len(terms(sentence.text, cues)) <= _GENERIC
    dropped = cues.find(Cue.DROPPED, plain)
    if dropped is not None and (speaks or (last and (few or dropped.start() < _AT_ONCE))):
        return _Verdict(sentence, dropped=True)
    if cues.says(Cue.REJECTS, plain):
        return True if speaks or (few and last) else None
    over = cues.says(Cue.DONE, plain) or cues.says(Cue.WORKS, plain)
    if over and speaks and not cues.says(Cue.ASKS, plain):
        return _Verdict(sentence)
    if few and last and not wanted.later and over and _acted(messages, wanted.at, at, cues):
        return _Verdict(sentence)
    return None


def _acted(messages: Messages, start: int, end: int, cues: Cues) -> bool:
    """Whether the model did something between two messages, and did not only explain."""
    return any(
        each.said.role is Role.ASSISTANT
        and (cues.says(Cue.DID, each.plain) or cues.says(Cue.DONE, each.plain))
        for sentences in messages[start:end]
        for each in sentences
    )


def _is_last_asked(wanted: _Wanted, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the owner asked for this last before message ``at``, and for nothing besides."""
    if wanted.at < 0:
        return False
    for back in range(at - 1, wanted.at - 1, -1):
        asked = [
            each
            for each in messages[back]
            if each.said.role is Role.USER and (_asks(each, cues) or each is wanted.sentence)
        ]
        if asked:
            return back == wanted.at and len(asked) == 1
    return False
