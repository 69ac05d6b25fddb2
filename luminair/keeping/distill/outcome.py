"""What the moves of a talk come to, as values, and how the words that tell it are quoted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import terms
from luminair.keeping.distill.moves import asks, length
from luminair.keeping.distill.text import QUOTE_CHARACTERS, shortened
from luminair.keeping.distill.values import DeadEnd, Decided, Quote
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.moves import Reading, Said
    from luminair.keeping.distill.text import Sentence

TITLE = 110
FEW_TERMS = 3


@dataclass(frozen=True, slots=True)
class Promised:
    """What the owner wants and the model only said it would do."""

    said: Said
    sentence: Sentence
    quote: Quote
    beside: Quote


@dataclass(slots=True)
class Turns:
    """What the moves of a talk come to.

    Attributes:
        decided: with the index of the message.
        dead: the same.
        promised: by the index of the owner's message.
        met: the model's words that met a request, by the index of the owner's message.
        confirmed: by the index of a message in which the owner tells what he did with what he
            was given, the index of the request.
        idle: the owner's messages that ask for nothing: greetings, choices, reports.
        wanting: those that ask for something.
        handed: those that were given the very text or code that they ask for.
    """

    decided: list[tuple[int, Decided]] = field(default_factory=list)
    dead: list[tuple[int, DeadEnd]] = field(default_factory=list)
    promised: dict[int, Promised] = field(default_factory=dict)
    met: dict[int, Quote] = field(default_factory=dict)
    confirmed: dict[int, int] = field(default_factory=dict)
    idle: set[int] = field(default_factory=set)
    wanting: set[int] = field(default_factory=set)
    handed: set[int] = field(default_factory=set)


def whole(reading: Reading, said: Said, picked: Sequence[Sentence]) -> Quote:
    """The words, with the sentences beside them as far as they are needed to name the thing."""
    first, last = picked[0].place, picked[-1].place
    sentences = list(said.sentences)
    start = next(at for at, each in enumerate(sentences) if each.place == first)
    end = next(at for at, each in enumerate(sentences) if each.place == last)

    def poor() -> bool:
        text = " ".join(each.text for each in sentences[start : end + 1])
        points = reading.points(sentences[start])
        if reading.words.says(Move.REMINDS, text) and start == end:
            return True
        return len(terms(text, reading.cues)) < FEW_TERMS + points

    def topic(each: Sentence) -> bool:
        """'Photos!' before what is wanted of them."""
        return length(each.text) <= FEW_TERMS and not asks(each)

    while start > 0 and (poor() or topic(sentences[start - 1])):
        if reading.social(sentences[start - 1]):
            break
        start -= 1
    while poor() and end + 1 < len(sentences) and not reading.social(sentences[end + 1]):
        if asks(sentences[end + 1]):
            break
        end += 1
    text = " ".join(each.text for each in sentences[start : end + 1])
    return replace(picked[0].quote, text=shortened(text, QUOTE_CHARACTERS))


def first_words(answer: Said) -> Quote:
    """A message by what it begins with."""
    if answer.sentences:
        return answer.sentences[0].quote
    told = answer.exchange
    text = shortened(" ".join(told.text.split()), TITLE)
    return Quote(text, told.role, answer.at + 1, told.message_id, told.at)
