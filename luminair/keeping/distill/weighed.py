"""Weighs each of the owner's messages in a talk, and where it says several things, each of them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, terms
from luminair.keeping.distill.spoken import weigh_spoken
from luminair.keeping.distill.weights import Heard, Means, Turn, weigh
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.moves import Reading, Said
    from luminair.keeping.distill.text import Sentence

OVER = 0.65
"""From this share of what it is as an ask, a message is a finished one."""
SURELY = 0.5
"""From this share on a sentence asks, or decides, whatever its message does besides."""
_FEW = 6
"""Messages of the owner's: a talk of fewer tells too little of how the two speak."""

_COUNTS = re.compile(
    r"\W*(?:(?:and|und|et|y|e|en|i) )?(?:the )?(?:first|second|third|one|two|three|erstens|zweitens"
    r"|drittens|premièrement|deuxièmement|primero|segundo|primo|secondo|ten eerste|ten tweede"
    r"|primeiro|po pierwsze|po drugie|一つ目|二つ目)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Request:
    """One of several requests in a message.

    Attributes:
        sentence: that asks.
        over: whether the answer meets it.
    """

    sentence: Sentence
    over: bool


def heard(reading: Reading) -> list[Turn]:
    """The owner's messages and what the model answers, as they are weighed."""
    return [
        Turn(_heard(said, reading), _heard(reading.answer(said), reading))
        for said in reading.owners()
    ]


def _heard(said: Said | None, reading: Reading) -> Heard:
    if said is None:
        return Heard()
    return Heard(said.exchange.text, tuple(_phrases(each, reading) for each in said.sentences))


def _phrases(sentence: Sentence, reading: Reading) -> frozenset[str]:
    cues, words = reading.cues, reading.words
    return frozenset(
        [cue.value for cue in Cue if cues.says(cue, sentence.plain)]
        + [f"w {move.value}" for move in Move if words.says(move, sentence.plain)]
    )


def alone(turn: Turn, said: Said, place: int) -> Turn:
    """A turn in which the owner says one of his sentences only."""
    phrases = turn.owner.phrases[place : place + 1]
    return Turn(Heard(said.sentences[place].text, phrases), turn.model)


class Weighed:
    """An owner's message with what it may mean.

    Args:
        reading: the talk.
        talk: the same as it is weighed.
        at: the message's place among the owner's.
        said: the message.

    Attributes:
        shares: how likely each meaning is.
    """

    def __init__(self, reading: Reading, talk: Sequence[Turn], at: int, said: Said) -> None:
        self.said = said
        self.shares = weigh(talk, at)
        self._reading, self._talk, self._at = reading, talk, at

    @property
    def ask(self) -> float:
        """How likely it asks for work, finished or not."""
        return _ask(self.shares)

    @property
    def over(self) -> bool:
        """Whether the work that it asks for, if it does, is finished; never without an answer."""
        return self.answer is not None and _over(self.shares)

    @property
    def answer(self) -> Said | None:
        """The model's answer."""
        return self._reading.answer(self.said)

    @cached_property
    def sentences(self) -> list[dict[Means, float]]:
        """What each sentence of it may mean by itself."""
        turn, many = self._talk[self._at], len(self.said.sentences)
        return [self._instead(alone(turn, self.said, place)) for place in range(many)]

    @cached_property
    def spoken(self) -> list[dict[Means, float]]:
        """What each sentence of the answer may decide, or give up."""
        answer = self.answer
        texts = [each.text for each in answer.sentences] if answer is not None else []
        return weigh_spoken(self._talk, self._at, texts)

    def share(self, means: Means) -> float:
        """How likely it means something, or a sentence surely does."""
        if len(self.said.sentences) == 1:
            return self.shares[means]
        best = max(each[means] for each in self.sentences)
        return max(self.shares[means], best if best >= SURELY else 0)

    @cached_property
    def requests(self) -> list[Request]:
        """Its requests, where there are several: each with what of the answer speaks of it."""
        if self.ask < SURELY or len(self.said.sentences) == 1:
            return []
        asking = [
            sentence
            for sentence, shares in zip(self.said.sentences, self.sentences, strict=True)
            if _ask(shares) >= SURELY and (_counted(sentence) or self._reading.captured(sentence))
        ]
        answer = self.answer
        if len(asking) <= 1 or answer is None:
            return []
        cues = self._reading.cues
        about = [terms(each.text, cues) for each in asking]
        parts: list[list[Sentence]] = [[] for _ in asking]
        for each in answer.sentences:
            shared = [len(one & terms(each.text, cues)) for one in about]
            if max(shared):
                parts[shared.index(max(shared))].append(each)
        spoken = sum(map(bool, parts))
        made = self._reading.hands_over(answer) and spoken == len(parts) - 1
        return [
            Request(sentence, self._met(sentence, part) if part else made and bool(spoken))
            for sentence, part in zip(asking, parts, strict=True)
        ]

    def _met(self, sentence: Sentence, part: Sequence[Sentence]) -> bool:
        """Whether a part of the answer meets a request."""
        phrases = tuple(_phrases(each, self._reading) for each in part)
        answer = Heard(" ".join(each.text for each in part), phrases)
        asked = Heard(sentence.text, (_phrases(sentence, self._reading),))
        return _over(self._instead(Turn(asked, answer)))

    def _instead(self, turn: Turn) -> dict[Means, float]:
        talk = list(self._talk)
        talk[self._at] = turn
        return weigh(talk, self._at)


def _counted(sentence: Sentence) -> bool:
    """Whether a sentence says itself that it is one of several."""
    return bool(sentence.item) or _COUNTS.match(sentence.plain) is not None


def _ask(shares: dict[Means, float]) -> float:
    return shares[Means.OPEN] + shares[Means.DONE]


def _over(shares: dict[Means, float]) -> bool:
    return shares[Means.DONE] >= OVER * _ask(shares)


def weighed(reading: Reading) -> list[Weighed]:
    """The owner's messages in a talk; none where it is too short, or no talk."""
    owners, talk = reading.owners(), heard(reading)
    said = Counter(turn.owner.text for turn in talk)
    # What is typed again and again is a command.
    told = [at for at, turn in enumerate(talk) if said[turn.owner.text] == 1]
    return [Weighed(reading, talk, at, owners[at]) for at in told if len(told) >= _FEW]
