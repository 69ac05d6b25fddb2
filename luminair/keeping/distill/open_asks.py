"""Tells which requests are over and which are still open, by what was said after them.

A captured ask stays open until somebody says that it is done, put off or dropped. A request that
nobody captured counts only where it says itself that it is for later, or where nothing after it
speaks of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, covered, terms
from luminair.keeping.distill.hollow import only_answers, wants_nothing
from luminair.keeping.distill.text import shortened
from luminair.keeping.distill.values import Closed, OpenAsk, RawAsk
from luminair.keeping.distill.verdict import (
    Told,
    Wanted,
    is_request,
    last_word,
    model_says,
    speaks_of,
)
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.keeping.distill.moves import Reading
    from luminair.keeping.distill.outcome import Promised, Turns
    from luminair.keeping.distill.text import Sentence
    from luminair.keeping.distill.values import Quote
    from luminair.keeping.distill.verdict import Verdict

    Messages = Sequence[Sequence[Sentence]]

_TITLE = 80
_SAME = 0.6
_SPEAKS_OF = 0.5
_NAMES = 0.34
_FEW_TERMS = 2
_SOME_WORDS = 5
_POINTING = frozenset({"that", "it", "this", "one", "them", "those", "these", "das", "ça", "eso"})
_LEFT = (Cue.NOT_DONE, Cue.LATER, Cue.LACKS, Cue.PROMISES)
_LEADS = (Cue.OPEN, Cue.NOT_DONE, Cue.LATER)


def asks_of(
    asks: Sequence[RawAsk], reading: Reading, turns: Turns
) -> tuple[tuple[OpenAsk, ...], tuple[Closed, ...]]:
    """What of the captured asks, and of the conversation, is open; and what is over."""
    found = _Asks(asks, reading, turns)
    for ask in asks:
        found.captured(ask)
    found.unwritten(asks)
    found.promised()
    return found.opened, tuple(found.closed)


class _Asks:
    """Gathers what is open and what is over."""

    def __init__(self, asks: Sequence[RawAsk], reading: Reading, turns: Turns) -> None:
        messages, cues = reading.messages, reading.cues
        self._reading, self._turns = reading, turns
        self._messages, self._cues = messages, cues
        wants = {ask.key: wanted_of(ask, messages, cues) for ask in asks}
        self._wants = wants
        self._told = Told(messages, cues)
        self._told.others = [each.about for each in wants.values()]
        self._told.captured = [
            each.sentence for each in wants.values() if each.sentence is not None
        ]
        self._opened: list[tuple[int, OpenAsk, frozenset[str]]] = []
        self.closed: list[Closed] = []

    @property
    def opened(self) -> tuple[OpenAsk, ...]:
        """What is open, in the order it was asked."""
        return tuple(each for _, each, _ in sorted(self._opened, key=lambda each: each[0]))

    def captured(self, ask: RawAsk) -> None:
        """An ask that capture filed."""
        if ask.closed:
            self.closed.append(Closed(ask))
            return
        wanted = self._wants[ask.key]
        promise = self._turns.promised.get(wanted.at)
        met = self._met(wanted)
        if met is not None:
            self.closed.append(Closed(ask, met))
            return
        verdict = self._ended(wanted, promise)
        if verdict is not None:
            self.closed.append(Closed(ask, verdict.proof.quote, verdict.dropped))
            return
        sentence = wanted.sentence
        if promise is None and sentence is not None and only_answers(sentence, self._reading):
            self.closed.append(Closed(ask, sentence.quote, told=True))
            return
        quotes = (sentence.quote,) if sentence is not None else ()
        made = OpenAsk(ask.title, ask.text, quotes, (ask,))
        self._add(wanted.at, made, wanted.about, promise)

    def unwritten(self, asks: Sequence[RawAsk]) -> None:
        """What the conversation wants and none of the asks does."""
        cues, turns = self._cues, self._turns
        texts = [text for ask in asks for text in (ask.title, f"{ask.title} {ask.text}")]
        known = [terms(text, cues) for text in texts]
        for wanted in _unwritten(self._messages, cues, self._told, captured=bool(asks)):
            sentence = wanted.sentence
            if sentence is None or _written(wanted.about, known):
                continue
            if wants_nothing(sentence, self._reading) or self._repeats(sentence):
                continue
            put_off = cues.says(Cue.LATER, sentence.plain) or cues.says(Cue.OPEN, sentence.plain)
            if wanted.at in turns.handed and sentence.said.role is Role.USER and not put_off:
                continue
            if last_word(wanted, self._messages, cues, self._told) is not None:
                continue
            title = shortened(sentence.text, _TITLE)
            made = OpenAsk(title, "", (sentence.quote,), promised=wanted.promised)
            self._add(wanted.at, made, wanted.about, turns.promised.get(wanted.at))

    def _repeats(self, sentence: Sentence) -> bool:
        """Whether the model only promises what the owner's open request right before it wants."""
        asked = sentence.number - 1
        promises = self._reading.promises(self._reading.told[asked])
        return (
            sentence.said.role is Role.ASSISTANT
            and sentence in promises
            and (
                asked - 1 in self._turns.promised
                or any(each.number == asked for _, made, _ in self._opened for each in made.quotes)
            )
        )

    def promised(self) -> None:
        """What the model said it would do, and nothing above holds."""
        seen = {each.number for _, made, _ in self._opened for each in made.quotes}
        seen |= {each.proof.number - 1 for each in self.closed if each.proof is not None}
        for at, promise in self._turns.promised.items():
            if promise.quote.number in seen:
                continue
            text = promise.quote.text
            about = terms(text, self._cues)
            wanted = Wanted(about, at, promise.sentence, later=True, promised=True)
            if self._ended(wanted, promise) is not None:
                continue
            made = OpenAsk(
                shortened(text, _TITLE), text, (promise.quote,),
                promised=True, beside=promise.beside,
            )  # fmt: skip
            self._add(at, made, about, None)

    def _met(self, wanted: Wanted) -> Quote | None:
        """The answer that met a request; of several in one message it meets those it names."""
        met = self._turns.met.get(wanted.at)
        if met is None:
            return None
        asked = [
            each
            for each in self._messages[wanted.at]
            if self._reading.requested(each) and not only_answers(each, self._reading)
        ]
        answer = self._messages[wanted.at + 1] if wanted.at + 1 < len(self._messages) else ()
        spoken = frozenset().union(*(terms(each.text, self._cues) for each in answer))
        return met if len(asked) <= 1 or covered(wanted.about, spoken) >= _SPEAKS_OF else None

    def _ended(self, wanted: Wanted, promise: Promised | None) -> Verdict | None:
        """What ends a request, or None while it is open."""
        verdict = last_word(wanted, self._messages, self._cues, self._told)
        if verdict is None or _of_another(verdict, wanted, promise, self._turns, self._cues):
            return None
        return verdict

    def _add(self, at: int, made: OpenAsk, about: frozenset[str], promise: Promised | None) -> None:
        if promise is not None:
            made = _with_promise(made, promise)
        _join(self._opened, (at, made, about))


def _of_another(
    verdict: Verdict, wanted: Wanted, promise: Promised | None, turns: Turns, cues: Cues
) -> bool:
    """Whether what seems to end a request is only the promise to see to it, or ends another."""
    if promise is None:
        return False
    number = verdict.proof.number
    if number == promise.beside.number:
        return True
    if verdict.proof.said.role is Role.ASSISTANT:
        asked = number - 2  # the message that this one answers
        spoken = terms(verdict.proof.text, cues)
        names = covered(wanted.about, spoken) > _SAME
        if asked != wanted.at and spoken and not wanted.about & spoken:
            return not cues.says(Cue.DONE, verdict.proof.plain)
        other = asked in turns.met and asked in turns.wanting and asked != wanted.at
        return other and not names
    return turns.confirmed.get(number - 1, wanted.at) != wanted.at


def _with_promise(made: OpenAsk, promise: Promised) -> OpenAsk:
    """The request with the sentence beside it, and the model's promise, that name the thing."""
    made = replace(made, promised=True, beside=promise.beside)
    quote = promise.quote
    if not made.quotes or made.quotes[0].text not in quote.text:
        return made
    if not made.text and quote.text != made.quotes[0].text:
        made = replace(made, title=shortened(quote.text, _TITLE), text=quote.text)
    return replace(made, quotes=(quote, *made.quotes[1:]))


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


def wanted_of(ask: RawAsk, messages: Messages, cues: Cues) -> Wanted:
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
        return Wanted(about, -1, None)
    return Wanted(about, best[1], best[2], cues.says(Cue.LATER, best[2].plain))


def _unwritten(messages: Messages, cues: Cues, told: Told, *, captured: bool) -> Iterable[Wanted]:
    """Requests and remainders that the conversation speaks of and no note does."""
    for at, sentences in enumerate(messages):
        for sentence in sentences:
            about = terms(sentence.text, cues)
            owner = sentence.said.role is Role.USER
            if (
                len(about) < _FEW_TERMS
                and sentence.place
                and (not owner or _points(sentence.plain))
            ):
                # 'Not fixed yet.' and 'Somebody should do it.' speak of the sentence before.
                cue = Cue.OPEN if owner else Cue.NOT_DONE
                done = owner and _done_at_once(sentence, messages, at, cues)
                if cues.says(cue, sentence.plain) and not done:
                    before = sentences[sentence.place - 1]
                    yield Wanted(terms(before.text, cues), at, before, later=True)
                continue
            if len(about) < _FEW_TERMS and (not about or _points(sentence.plain)):
                continue
            led = any(cues.says(cue, sentence.lead) for cue in _LEADS)
            if _rather_told(sentence, cues, led=led) or (not led and _mused(sentence, cues)):
                continue
            if owner:
                wanted = _owner_wants(sentence, messages, at, cues, led=led, captured=captured)
                wanted = wanted or _left_undone(sentence, messages, at, cues, told)
                if wanted is not None:
                    yield wanted
            elif led or cues.says(Cue.NOT_DONE, sentence.plain):
                yield Wanted(about, at, sentence, later=True)


def _owner_wants(
    sentence: Sentence, messages: Messages, at: int, cues: Cues, *, led: bool, captured: bool
) -> Wanted | None:
    """What the owner says is for later, was promised, or asks for and gets no answer to."""
    plain, about = sentence.plain, terms(sentence.text, cues)
    says_open = led or cues.says(Cue.OPEN, plain) or cues.says(Cue.LATER, plain)
    promised = is_request(sentence, cues) and _promised(about, messages, at, cues)
    if not (says_open or promised or (not captured and is_request(sentence, cues))):
        return None
    wants = cues.says(Cue.OPEN, plain) and not cues.says(Cue.ASKS, plain)
    later = led or promised or cues.says(Cue.LATER, plain) or wants
    if later or not _answered(about, sentence, messages, at, cues):
        return Wanted(about, at, sentence, later, promised)
    return None


def _left_undone(
    sentence: Sentence, messages: Messages, at: int, cues: Cues, told: Told
) -> Wanted | None:
    """An order for work of which the model's answer says that something of it is left."""
    if not cues.says(Cue.WORK, sentence.plain) or cues.says(Cue.PASSING, sentence.plain):
        return None
    answer = messages[at + 1] if at + 1 < len(messages) else ()
    if not answer or answer[0].said.role is not Role.ASSISTANT:
        return None
    wanted = Wanted(terms(sentence.text, cues), at, sentence, later=True)
    return wanted if model_says(wanted, messages, at + 1, cues, told) is True else None


def _promised(about: frozenset[str], messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the model's answer only says that it will do what was asked."""
    following = next(iter(messages[at + 1 : at + 2]), ())
    return any(
        each.said.role is Role.ASSISTANT and cues.says(Cue.PROMISES, each.plain)
        for each in following
    ) and not any(
        cues.says(Cue.DONE, each.plain) and speaks_of(about, each.text, cues) for each in following
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
    if sentence.said.role is not Role.USER and cues.says(Cue.OMITS, plain):
        return not (cues.says(Cue.LATER, plain) or cues.says(Cue.OPEN, plain))
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


def _done_at_once(asked: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether an order of few words, the only one of its message, is met by the answer.

    'CI broke over the weekend. Find out why.' is a report and no open ask once the model says why.
    """
    answer = messages[at + 1] if at + 1 < len(messages) else ()
    return (
        is_request(asked, cues)
        and cues.says(Cue.WORK, asked.plain)
        and not cues.says(Cue.LATER, asked.plain)
        and sum(is_request(each, cues) for each in messages[at]) == 1
        and bool(answer)
        and answer[0].said.role is Role.ASSISTANT
        and sum(len(terms(each.text, cues)) for each in answer) > _SOME_WORDS
        and not any(cues.says(cue, each.plain) for each in answer for cue in _LEFT)
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
    only = sum(is_request(each, cues) for each in messages[at]) <= 1
    left = any(
        any(cues.says(cue, each.plain) for cue in _LEFT)
        for each in following
        if only or covered(about, terms(each.text, cues)) >= _NAMES
    )
    speaks = covered(about, spoken) >= _NAMES or (only and asked.place == 0)
    return speaks and not left
