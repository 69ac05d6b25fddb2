"""What each message of a talk does to the one before it, told by its place more than by its words.

Owners say things in ten thousand ways; how a model takes what they say is far more regular. A
request is answered by a promise or by the thing itself, a choice by taking note of it, a report of
failure by a comment. So an owner's message is read by the model's answer, and by what the owner
says next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, terms
from luminair.keeping.distill.words import Move, Words, words_for
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from luminair.keeping.distill.text import Sentence
    from luminair.keeping.distill.values import Exchange

    Messages = Sequence[Sequence[Sentence]]

COMMENT_WORDS = 16
"""Most words of an answer that only comments."""
_NEW_TERMS = 3
"""Words of its own by which an answer brings something."""
_MADE_TERMS = 8
"""Words of its own that an answer has which is the text that was asked for."""
_LITTLE = 2
_SIGNS_A_WORD = 2.5
"""Signs of a language without spaces that make up about a word."""
_NO_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")
_WORD = re.compile(r"[\w'-]+")
_HANDS_OVER = re.compile(
    r"\A\W*(?:Dear|Sehr geehrte|Liebe[rs]?|Chère?s?|Madame|Monsieur|Estimad[oa]|Querid[oa]|Gentile"
    r"|Egregi|Beste|Geachte|Prezad[oa]|Car[oa]|拝啓|尊敬)\b|```|^\s*(?:[-*•]|\d+[.)])\s"
    r"|\n\s*\S+.*\n|^\W*[\"“„«「『\[]",
    re.MULTILINE,
)
_CODE = re.compile(r"[{};]\s*$|\(\)|=>|^\s*//|</\w", re.MULTILINE)


class Answer(Enum):
    """What a message of the model is to the one before it."""

    NONE = "none"
    PROMISES = "promises"
    """It will do it, or could."""
    ASKS = "asks"
    COMMENTS = "comments"
    DELIVERS = "delivers"
    """It is the thing that was asked for, or a report that it is done, or an explanation."""


@dataclass(frozen=True)
class Said:
    """A message of a talk, with what it is taken for."""

    at: int
    exchange: Exchange
    sentences: Sequence[Sentence]
    words: Words
    cues: Cues

    @property
    def owner(self) -> bool:
        """Whether the owner says it."""
        return bool(self.sentences) and self.exchange.role is Role.USER

    @cached_property
    def about(self) -> frozenset[str]:
        """What it speaks of."""
        return frozenset().union(*(terms(each.text, self.cues) for each in self.sentences))

    @cached_property
    def length(self) -> int:
        """Its words."""
        return sum(length(each.text) for each in self.sentences)

    @cached_property
    def asks(self) -> bool:
        """Whether it asks something."""
        return any(asks(each) for each in self.sentences)

    def says(self, move: Move) -> bool:
        """Whether one of its sentences holds a word of the class."""
        return any(self.words.says(move, each.plain) for each in self.sentences)


def length(text: str) -> int:
    """The words of a text; where no spaces are written, as many as its signs make up."""
    signs = len(_NO_SPACES.findall(text))
    return len(_WORD.findall(_NO_SPACES.sub(" ", text))) + round(signs / _SIGNS_A_WORD)


def asks(sentence: Sentence) -> bool:
    """Whether a sentence is a question."""
    plain = sentence.plain.rstrip(" \"'”’)*_")
    return plain.endswith(("?", "\uff1f", "か。", "かな", "かな。"))


class Reading:
    """A talk, with what its messages are to each other.

    Args:
        exchanges: its messages.
        messages: their sentences, message by message.
        cues: the phrases.
        captured: by number and place, the sentences that were captured as requests.
    """

    def __init__(
        self,
        exchanges: Sequence[Exchange],
        messages: Messages,
        cues: Cues,
        captured: Collection[tuple[int, int]] = (),
    ) -> None:
        self.cues = cues
        self.messages = messages
        self._captured = frozenset(captured)
        self.words = words_for(each.plain for sentences in messages for each in sentences)
        self.told = [
            Said(at, exchange, sentences, self.words, cues)
            for at, (exchange, sentences) in enumerate(zip(exchanges, messages, strict=True))
        ]
        self.first = next((each.at for each in self.told if each.owner), -1)
        self._answers: dict[int, Answer] = {}

    def owners(self) -> list[Said]:
        """The owner's messages that say something."""
        return [each for each in self.told if each.owner]

    def answer(self, said: Said) -> Said | None:
        """The model's message right after one of the owner's."""
        following = self.told[said.at + 1] if said.at + 1 < len(self.told) else None
        if following is None or following.exchange.role is Role.USER:
            return None
        return following

    def before(self, said: Said) -> Said | None:
        """The model's message that the owner answers."""
        found = self.told[said.at - 1] if said.at else None
        return found if found and found.sentences and not found.owner else None

    def owner_before(self, said: Said) -> Said | None:
        """The owner's message before this one."""
        return next((each for each in reversed(self.told[: said.at]) if each.owner), None)

    def owner_after(self, said: Said) -> Said | None:
        """The owner's message after this one."""
        return next((each for each in self.told[said.at + 1 :] if each.owner), None)

    def kind(self, said: Said) -> Answer:
        """What the model's answer to an owner's message is."""
        if said.at not in self._answers:
            self._answers[said.at] = self._kind(said)
        return self._answers[said.at]

    def _kind(self, said: Said) -> Answer:
        answer = self.answer(said)
        if answer is None:
            return Answer.NONE
        if not answer.sentences:  # nothing but code
            return Answer.DELIVERS
        hands_over = self.hands_over(answer)
        did = self.did(answer)
        promises = self.promises(answer)
        made = len(answer.about - said.about) >= _MADE_TERMS and not self._promised_at_once(answer)
        made = made and answer.sentences[-1] not in promises
        if promises and not did and not hands_over and not made:
            return Answer.PROMISES
        asked = said.asks or self.requests(said)
        if not asked and answer.length <= COMMENT_WORDS // 2 and answer.about & said.about:
            return Answer.ASKS if answer.asks else Answer.COMMENTS
        brings = len(answer.about - said.about) >= _NEW_TERMS
        if hands_over or did:
            return Answer.DELIVERS
        if answer.asks:
            return Answer.ASKS
        long = answer.length > COMMENT_WORDS or self._looks_made(answer)
        if brings and asked and (long or self.requests(said)):
            return Answer.DELIVERS
        return Answer.COMMENTS

    def hands_over(self, answer: Said) -> bool:
        """Whether an answer is, or holds, the very text, code or list that was asked for."""
        return _HANDS_OVER.search(answer.exchange.text) is not None or (
            _CODE.search(answer.exchange.text) is not None
        )

    def requests(self, said: Said) -> bool:
        """Whether a message asks for something, by its form or because capture took it so."""
        return any(self.requested(each) for each in said.sentences)

    def requested(self, sentence: Sentence) -> bool:
        """Whether a sentence asks for something, by its form or because capture took it so."""
        if self.wants(sentence):
            return True
        return self.captured(sentence) and not (
            self.words.says(Move.TELLS, sentence.plain)
            or self.words.says(Move.NEGATIVE, sentence.plain)
            or self.cues.says(Cue.DECIDES, sentence.plain)
        )

    def captured(self, sentence: Sentence) -> bool:
        """Whether capture took a sentence for a request."""
        return (sentence.number, sentence.place) in self._captured

    def _promised_at_once(self, answer: Said) -> bool:
        """Whether an answer begins with a promise, after a word that agrees."""
        for each in answer.sentences[:2]:
            if each in self.promises(answer):
                return True
            if length(each.text) > _NEW_TERMS + 2:
                return False
        return False

    def did(self, answer: Said) -> bool:
        """Whether an answer reports something as done."""
        return any(self._did(each) for each in answer.sentences)

    def _did(self, sentence: Sentence) -> bool:
        says = self.cues.says
        return (
            any(says(cue, sentence.plain) for cue in (Cue.DONE, Cue.DID, Cue.SWITCHED))
            and not asks(sentence)
            and not says(Cue.NOT_DONE, sentence.plain)
            and not self.words.says(Move.INTENDS, sentence.plain)
            and not (says(Cue.OPEN, sentence.plain) and says(Cue.ASKS, sentence.plain))
        )

    def _looks_made(self, answer: Said) -> bool:
        """Whether a short answer may be the thing itself: a name, a figure, a line of code."""
        text = answer.exchange.text
        return ":" in text or "…" in text or any(sign.isdigit() for sign in text)

    def promises(self, said: Said) -> list[Sentence]:
        """The sentences in which the model says that it will do, or could do, something."""
        return [
            each
            for each in said.sentences
            if (
                self.words.says(Move.INTENDS, each.plain)
                or self.words.says(Move.OFFERS, each.plain)
            )
            and not (asks(each) and self.words.says(Move.OR, each.plain))
        ]  # fmt: skip

    def social(self, sentence: Sentence) -> bool:
        """Whether a sentence only greets, thanks or takes its leave."""
        if not self.words.says(Move.SOCIAL, sentence.plain):
            return not terms(sentence.text, self.cues) and not self.words.says(
                Move.WANTS, sentence.plain
            )
        left = terms(self.words.without(Move.SOCIAL, sentence.plain), self.cues)
        wants = self.words.says(Move.WANTS, self.words.without(Move.SOCIAL, sentence.plain))
        return len(left) <= _LITTLE and not wants

    def wonders(self, sentence: Sentence) -> bool:
        """Whether a sentence wants to know something."""
        if _NO_SPACES.search(sentence.plain):
            return self.words.says(Move.WHAT, sentence.plain)
        return self.words.opens(Move.WHAT, sentence.plain)

    def points(self, sentence: Sentence) -> bool:
        """Whether a sentence leans on the one before it for what it speaks of."""
        return self.words.says(Move.POINTS, sentence.plain) or self.cues.says(
            Cue.POINTS, sentence.plain
        )

    def saying(self, said: Said) -> list[Sentence]:
        """The sentences of a message that say something."""
        return [each for each in said.sentences if not self.social(each)]

    def wants(self, sentence: Sentence) -> bool:
        """Whether a sentence has the form of a request or a wish."""
        if self.words.says(Move.WANTS, sentence.plain):
            return True
        return any(
            self.cues.says(cue, sentence.plain) for cue in (Cue.ASKS, Cue.WORK, Cue.OPEN, Cue.LATER)
        )
