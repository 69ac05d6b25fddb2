"""Adds to what the phrases found in a talk what the learned weights take for one of its kinds.

Recall goes first: a line too many costs a reader a few words, a decision that is missing is made
again. What is less than sure says so in its line, and is never filed as a note of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from luminair.keeping.cues import covered, terms
from luminair.keeping.distill_moves import asks
from luminair.keeping.distill_text import shortened
from luminair.keeping.distill_values import Closed, DeadEnd, Decided, OpenAsk, Quote
from luminair.keeping.learned import Means, Turn, weigh

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from luminair.keeping.distill_moves import Reading, Said
    from luminair.keeping.distill_values import RawAsk

_OPEN, _DECIDED, _DEAD = 0.1, 0.1, 0.2
"""From these shares on a message is told; measured on authors whose days were not learned from."""
_DONE = 0.5
"""From this share on an ask is over, where it is not more likely open."""
_ABSURD = 0.03
"""Below this share a line that the phrases gave is left out."""
_FEW = 6
"""Messages of the owner's: a talk of fewer tells too little of how the two speak."""
_WHOLE = 480
"""Characters of a message that is quoted whole; of a longer one, the sentences that weigh most."""
_ANSWER = 200
_TITLE = 80
_SAME = 0.7


@dataclass(frozen=True, slots=True)
class Weighed:
    """An owner's message with what it may mean.

    Attributes:
        said: the message.
        shares: how likely each meaning is.
    """

    said: Said
    shares: dict[Means, float]


class Learned:
    """What the weights tell of a talk.

    Args:
        reading: the talk.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        owners = reading.owners()
        answers = [reading.answer(each) for each in owners]
        self._talk = [
            Turn(said.exchange.text, answer.exchange.text if answer is not None else "")
            for said, answer in zip(owners, answers, strict=True)
        ]
        said = Counter(turn.owner for turn in self._talk)
        told = [at for at, turn in enumerate(self._talk) if said[turn.owner] == 1]
        if len(told) < _FEW:
            told = []  # what is typed again and again is a command, and no talk
        self._turn = told
        self._weighed = [Weighed(owners[at], weigh(self._talk, at)) for at in told]
        self._places = {each.said.at + 1: at for at, each in enumerate(self._weighed)}

    def opened(
        self, still: Sequence[OpenAsk], closed: Sequence[Closed], captured: Sequence[RawAsk]
    ) -> list[OpenAsk]:
        """What is open: what the phrases left open, and requests that they did not see.

        A request that nobody captured stays only where the weights do not find it absurd.
        """
        found: list[OpenAsk] = []
        over = self._closed_by_hand(captured)
        over |= {each.proof.number - 1 for each in closed if each.proof is not None and each.told}
        whole: set[int] = set()
        for each in self._not_closed(still, captured):
            at = self._at(each.quotes[0]) if each.quotes else None
            share = self._weighed[at].shares[Means.OPEN] if at is not None else 1.0
            if at is None or (share < _ABSURD and each.asks):
                found.append(each)
            elif share >= _OPEN and at not in whole:
                whole.add(at)
                found.append(replace(each, quotes=(self._quote(at, Means.OPEN), *each.quotes[1:])))
            elif share >= _ABSURD:
                found.append(each)
        held = {quote.number for each in found for quote in each.quotes}
        for at, weighed in enumerate(self._weighed):
            shares, number = weighed.shares, weighed.said.at + 1
            if number in held or number in over or shares[Means.OPEN] < _OPEN:
                continue
            if shares[Means.DONE] < shares[Means.OPEN]:
                quote = self._quote(at, Means.OPEN)
                found.append(OpenAsk(shortened(quote.text, _TITLE), quote.text, (quote,)))
        return found

    def over(self, opened: OpenAsk) -> Quote | None:
        """The answer by which an ask that seems open is done; None where it may be open."""
        at = self._at(opened.quotes[0]) if opened.quotes else None
        if at is None:
            return None
        weighed = self._weighed[at]
        answer = self._reading.answer(weighed.said)
        done = weighed.shares[Means.DONE] >= max(_DONE, weighed.shares[Means.OPEN])
        return answer.sentences[0].quote if done and answer and answer.sentences else None

    def decided(self, known: Sequence[Decided]) -> list[Decided]:
        """What was decided, by the phrases, and what may have been besides; a line a message."""
        found: list[Decided] = []
        whole: set[int] = set()
        for each in known:
            at = self._at(each.quote)
            share = self._weighed[at].shares[Means.DECIDED] if at is not None else 1.0
            if at is None or _ABSURD <= share < _DECIDED:
                found.append(each)
            elif share >= _DECIDED and at not in whole:
                whole.add(at)
                quote = self._quote(at, Means.DECIDED)
                found.append(replace(each, quote=quote, taken=self._taken(at)))
        for at, weighed in enumerate(self._weighed):
            asks_only = all(asks(one) for one in weighed.said.sentences)
            if weighed.shares[Means.DECIDED] >= _DECIDED and at not in whole and not asks_only:
                quote = self._quote(at, Means.DECIDED)
                found.append(Decided(quote, taken=self._taken(at), perhaps=True))
        return sorted(found, key=lambda each: each.quote.number)

    def ended(self, known: Sequence[DeadEnd]) -> list[DeadEnd]:
        """What was a dead end, by the phrases, and what may have been besides."""
        found: list[DeadEnd] = []
        whole: set[int] = set()
        for each in known:
            at = self._at(each.tried)
            share = self._weighed[at].shares[Means.DEAD] if at is not None else 1.0
            if at is None or _ABSURD <= share < _DEAD:
                found.append(each)
            elif share >= _DEAD and at not in whole:
                whole.add(at)
                found.append(replace(each, tried=self._quote(at, Means.DEAD)))
        held = {quote.number for each in found for quote in (each.tried, each.outcome) if quote}
        for at, weighed in enumerate(self._weighed):
            if weighed.shares[Means.DEAD] >= _DEAD and weighed.said.at + 1 not in held:
                quote = self._quote(at, Means.DEAD)
                found.append(DeadEnd(shortened(quote.text, _TITLE), quote, perhaps=True))
        return sorted(found, key=lambda each: each.tried.number)

    def _at(self, quote: Quote) -> int | None:
        """Which of the owner's messages a quote is from; None for one of the model's."""
        return self._places.get(quote.number)

    def _taken(self, at: int) -> Quote | None:
        """What the model made of a message, where it is short."""
        answer = self._reading.answer(self._weighed[at].said)
        if answer is None or not answer.sentences or len(_plain(answer)) > _ANSWER:
            return None
        return replace(answer.sentences[0].quote, text=_plain(answer))

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
        said = self._weighed[at].said
        parts = said.sentences
        first = last = 0
        if len(_plain(said)) > _WHOLE:
            talk, turn = list(self._talk), self._turn[at]
            shares = []
            for each in parts:
                talk[turn] = Turn(each.text, self._talk[turn].model)
                shares.append(weigh(talk, turn)[means])
            first = last = shares.index(max(shares))
            while True:
                reach = [
                    (shares[end], end) for end in (first - 1, last + 1) if 0 <= end < len(parts)
                ]
                reach = [each for each in reach if self._fits(said, first, last, each[1])]
                if not reach:
                    break
                end = max(reach)[1]
                first, last = min(first, end), max(last, end)
        else:
            last = len(parts) - 1
        text = " ".join(each.text for each in parts[first : last + 1])
        return replace(parts[first].quote, text=shortened(text, _WHOLE))

    @staticmethod
    def _fits(said: Said, first: int, last: int, end: int) -> bool:
        parts = said.sentences[min(first, end) : max(last, end) + 1]
        return sum(len(each.text) + 1 for each in parts) <= _WHOLE


def _plain(said: Said) -> str:
    """The speaker's own words."""
    return " ".join(each.text for each in said.sentences)
