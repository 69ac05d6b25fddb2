"""Adds to what the phrases found in a talk what the learned weights take for one of its kinds.

Recall goes first: a line too many costs a reader a few words, a decision that is missing is made
again. What is less than sure says so in its line, and is never filed as a note of its own.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, covered, terms
from luminair.keeping.distill.moves import asks
from luminair.keeping.distill.outcome import first_words
from luminair.keeping.distill.text import shortened
from luminair.keeping.distill.values import Closed, DeadEnd, Decided, OpenAsk, Quote
from luminair.keeping.distill.weighed import weighed
from luminair.keeping.distill.weights import Means

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from luminair.keeping.distill.moves import Reading, Said
    from luminair.keeping.distill.values import RawAsk

_ASK, _DECIDED, _DEAD = 0.05, 0.05, 0.04
"""From these shares on a message is told; measured on authors whose days were not learned from."""
_SPOKEN = 0.04
"""The same for a sentence of an answer."""
_ABSURD = 0.01
"""Below this share a line that the phrases gave is left out."""
_WHOLE = 480
"""Characters of a message that is quoted whole; of a longer one, the sentences that weigh most."""
_ANSWER = 200
_TITLE = 80
_SAME = 0.7
_FAILURES = (Cue.FAILED, Cue.RULED_OUT, Cue.DOES_NOT)


class Learned:
    """What the weights tell of a talk.

    Args:
        reading: the talk.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._weighed = weighed(reading)
        self._places = {each.said.at + 1: at for at, each in enumerate(self._weighed)}

    def asks(
        self, still: Sequence[OpenAsk], closed: Sequence[Closed], captured: Sequence[RawAsk]
    ) -> tuple[list[OpenAsk], list[Closed]]:
        """What is open and what is over, by the phrases and by the weights.

        A request that nobody captured stays only where the weights do not find it absurd.

        Args:
            still: what the phrases left open.
            closed: the captured asks that the phrases took for finished.
            captured: all captured asks.
        """
        apart = self._apart(captured)
        own = {ask.key for each, _ in apart.values() for one in each for ask in one.asks}
        own |= {each.ask.key for _, over in apart.values() for each in over}
        ended = [each for each in closed if each.ask.key not in own]
        hidden = self._closed_by_hand(captured)
        hidden |= {each.proof.number - 1 for each in ended if each.proof and each.told}
        found: list[OpenAsk] = []
        whole: set[int] = set()
        for each in self._not_closed(still, captured):
            at = self._asked_in(each)
            share = self._weighed[at].ask if at is not None else self._heard_of(each)
            if at is None or share < _ASK:
                if share >= (_ABSURD if each.asks else _ASK):
                    found.append(each)
                else:
                    ended += [Closed(ask, each.quotes[0], told=True) for ask in each.asks]
            elif at in apart:
                continue
            elif self._weighed[at].over:
                answer = self._weighed[at].answer
                proof = first_words(answer) if answer is not None else None
                ended += [Closed(ask, proof) for ask in each.asks]
            elif at not in whole:
                whole.add(at)
                found.append(replace(each, quotes=(self._quote(at, Means.OPEN), *each.quotes[1:])))
        held = {quote.number for each in found for quote in each.quotes}
        for at, one in enumerate(self._weighed):
            if at in apart:
                found += apart[at][0]
                ended += apart[at][1]
            elif not (one.said.at + 1 in held | hidden or one.ask < _ASK or one.over):
                quote = self._quote(at, Means.OPEN)
                found.append(OpenAsk(shortened(quote.text, _TITLE), quote.text, (quote,)))
        return found, ended

    def _apart(self, captured: Sequence[RawAsk]) -> dict[int, tuple[list[OpenAsk], list[Closed]]]:
        """The messages of several requests of which the answer meets some, by their places."""
        found = {}
        cues = self._reading.cues
        for at, each in enumerate(self._weighed):
            if len({one.over for one in each.requests}) <= 1:
                continue
            still: list[OpenAsk] = []
            over: list[Closed] = []
            for one in each.requests:
                about = terms(one.sentence.text, cues)
                own = [
                    ask
                    for ask in captured
                    if not ask.closed and covered(terms(ask.title, cues), about) >= _SAME
                ]
                quote = one.sentence.quote
                if one.over:
                    over += [Closed(ask, quote) for ask in own]
                else:
                    title = own[0].title if own else shortened(quote.text, _TITLE)
                    still.append(OpenAsk(title, quote.text, (quote,), tuple(own)))
            found[at] = (still, over)
        return found

    def decided(self, known: Sequence[Decided], *, filed: bool) -> list[Decided]:
        """What was decided, by the phrases, and what may have been besides; a line a message.

        Args:
            known: what the phrases found.
            filed: whether the model filed its decisions: nothing is added to them then.
        """
        found: list[Decided] = []
        whole: set[int] = set()
        for each in known:
            at = self._at(each.quote)
            share = self._share(each.quote, Means.DECIDED)
            if at is None or share < _DECIDED or filed:
                if share >= (_DECIDED if filed else _ABSURD):
                    found.append(each)
            elif at not in whole:
                whole.add(at)
                quote = self._quote(at, Means.DECIDED)
                found.append(replace(each, quote=quote, taken=self._taken(at)))
        for at, one in enumerate(() if filed else self._weighed):
            asks_only = all(asks(each) for each in one.said.sentences)
            if one.share(Means.DECIDED) >= _DECIDED and at not in whole and not asks_only:
                quote = self._quote(at, Means.DECIDED)
                found.append(Decided(quote, taken=self._taken(at), perhaps=True))
        if not filed:
            told = [quote for each in found for quote in (each.quote, each.upon, each.taken)]
            found += [Decided(quote, perhaps=True) for quote in self._spoken(Means.DECIDED, told)]
        return sorted(found, key=lambda each: each.quote.number)

    def ended(self, known: Sequence[DeadEnd], *, filed: bool) -> list[DeadEnd]:
        """What was a dead end, by the phrases, and what may have been besides.

        Args:
            known: what the phrases found.
            filed: whether the model filed its dead ends: nothing is added to them then.
        """
        found: list[DeadEnd] = []
        whole: set[int] = set()
        for each in known:
            at = self._at(each.tried)
            share = self._share(each.tried, Means.DEAD)
            if at is None or share < _DEAD or filed:
                if share >= (_DEAD if filed else _ABSURD):
                    found.append(each)
            elif at not in whole:
                whole.add(at)
                found.append(replace(each, tried=self._quote(at, Means.DEAD)))
        held = {quote.number for each in found for quote in (each.tried, each.outcome) if quote}
        for at, one in enumerate(() if filed else self._weighed):
            if one.share(Means.DEAD) >= _DEAD and one.said.at + 1 not in held:
                quote, failed = self._quote(at, Means.DEAD), self._failed(at)
                found.append(DeadEnd(shortened(quote.text, _TITLE), quote, failed, perhaps=True))
        if not filed:
            told = [quote for each in found for quote in (each.tried, each.outcome)]
            found += [
                DeadEnd(shortened(quote.text, _TITLE), quote, perhaps=True)
                for quote in self._spoken(Means.DEAD, told)
            ]
        return sorted(found, key=lambda each: each.tried.number)

    def _spoken(self, means: Means, told: Iterable[Quote | None]) -> Iterator[Quote]:
        """What answers say of a kind by themselves, and no line tells yet; one quote of each."""
        known: defaultdict[int, list[str]] = defaultdict(list)
        for quote in told:
            if quote is not None:
                known[quote.number].append(quote.text)
        for each in self._weighed:
            shares = [one[means] for one in each.spoken]
            answer, highest = each.answer, max(shares, default=0.0)
            if answer is None or highest < _SPOKEN:
                continue
            heaviest = answer.sentences[shares.index(highest)]
            if not any(heaviest.text in text for text in known[heaviest.quote.number]):
                yield _heaviest(answer, each.spoken, means, _ANSWER)

    def _at(self, quote: Quote) -> int | None:
        """Which of the owner's messages a quote is from; None for one of the model's."""
        return self._places.get(quote.number)

    def _share(self, quote: Quote, means: Means) -> float:
        """How likely a quote means something; the model's words go with those they answer."""
        at = self._places.get(quote.number, self._places.get(quote.number - 1))
        return self._weighed[at].share(means) if at is not None else 1.0

    def _heard_of(self, opened: OpenAsk) -> float:
        """How likely work is asked for where only the model speaks of it."""
        numbers = [self._places.get(each.number - 1) for each in opened.quotes]
        return max((self._weighed[at].ask if at is not None else 1.0 for at in numbers), default=1)

    def _asked_in(self, opened: OpenAsk) -> int | None:
        """The owner's message that an open ask stands in."""
        if opened.quotes:
            return self._at(opened.quotes[0])
        cues = self._reading.cues
        about = [terms(f"{ask.title} {ask.text}", cues) for ask in opened.asks]
        for at, each in enumerate(self._weighed):
            if any(covered(one, each.said.about) >= _SAME for one in about):
                return at
        return None

    def _failed(self, at: int) -> Quote | None:
        """What of the answer tells most of a dead end; None where the owner's words are all."""
        answer = self._weighed[at].answer
        if answer is None or not answer.sentences:
            return None
        return _heaviest(answer, self._weighed[at].spoken, Means.DEAD, _ANSWER)

    def _taken(self, at: int) -> Quote | None:
        """What the model made of a message; of a long answer, what tells most of a decision."""
        answer = self._weighed[at].answer
        if answer is None or not answer.sentences:
            return None
        return _heaviest(answer, self._weighed[at].spoken, Means.DECIDED, _ANSWER)

    def _not_closed(
        self, still: Iterable[OpenAsk], captured: Iterable[RawAsk]
    ) -> Iterator[OpenAsk]:
        """Without what only says again an ask that somebody closed."""
        cues = self._reading.cues
        closed = [terms(f"{ask.title} {ask.text}", cues) for ask in captured if ask.closed]
        for each in still:
            own = terms(each.quotes[0].text, cues) if each.quotes else frozenset()
            if each.asks or not any(covered(own, about) >= _SAME for about in closed):
                yield each

    def _closed_by_hand(self, captured: Iterable[RawAsk]) -> set[int]:
        """The messages whose asks somebody closed."""
        cues = self._reading.cues
        numbers: set[int] = set()
        for ask in captured:
            about = terms(f"{ask.title} {ask.text}", cues)
            numbers |= {
                each.said.at + 1
                for each in self._weighed
                if ask.closed and covered(about, each.said.about) >= _SAME
            }
        return numbers

    def _quote(self, at: int, means: Means) -> Quote:
        """The message; of a long one the sentences around the one that weighs most."""
        each = self._weighed[at]
        return _heaviest(each.said, each.sentences, means, _WHOLE)


def _heaviest(
    said: Said, shares: Sequence[Mapping[Means, float]], means: Means, most: int
) -> Quote:
    """A message; of one of more than so many characters the sentences around the heaviest."""
    parts = said.sentences
    first, last = 0, len(parts) - 1
    if len(_plain(said)) > most:
        first = last = max(range(len(parts)), key=lambda place: shares[place][means])
        while True:
            reach = [end for end in (first - 1, last + 1) if 0 <= end < len(parts)]
            reach = [end for end in reach if _fits(said, min(first, end), max(last, end), most)]
            if not reach:
                break
            end = max(reach, key=lambda place: (shares[place][means], place))
            first, last = min(first, end), max(last, end)
    text = " ".join(each.text for each in parts[first : last + 1])
    return replace(parts[first].quote, text=shortened(text, most))


def _fits(said: Said, first: int, last: int, most: int) -> bool:
    return sum(len(each.text) + 1 for each in said.sentences[first : last + 1]) <= most


def _plain(said: Said) -> str:
    """The speaker's own words."""
    return " ".join(each.text for each in said.sentences)
