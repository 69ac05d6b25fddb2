"""Leaves out lines that say nothing to whoever was not there.

A bare 'ok' after an explanation chooses nothing, an answer to 'do you have …?' tells how things
stand, and 'until tomorrow' is no work that is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, terms
from luminair.keeping.distill.words import Move
from luminair.messages import Role

if TYPE_CHECKING:
    from luminair.keeping.distill.moves import Reading
    from luminair.keeping.distill.text import Sentence
    from luminair.keeping.distill.values import Decided, Quote

_QUOTED = re.compile(r"\W*[«\"“„「『]")
_NAMES = 2
_FEW = 3


def decides_nothing(each: Decided, reading: Reading) -> bool:
    """Whether a decision is a mere sound, or a fact that the model had asked for."""
    cues, words = reading.cues, reading.words
    own = terms(words.without(Move.SOCIAL, each.quote.text), cues)
    if each.quote.role is not Role.USER:
        return False
    if each.upon is None:
        if each.question is not None or len(own) >= _NAMES or (own and _decided(each, cues)):
            return False
        return not _is_spoken_of(own, each, reading)
    if not own or words.says(Move.SOCIAL, each.quote.text):
        return not (_puts_a_way(each.upon, reading) or _was_torn(each, reading))
    asked = each.upon.text.rstrip().endswith("?")
    return (
        asked
        and words.says(Move.STATE, each.upon.text)
        and not words.says(Move.OR, each.upon.text)
        and not _decided(each, cues)
    )


def _decided(each: Decided, cues: Cues) -> bool:
    """Whether a phrase says that something is decided."""
    kinds = (Cue.DECIDES, Cue.DECIDED, Cue.LASTS)
    return any(cues.says(cue, each.quote.text) for cue in kinds)


def _puts_a_way(upon: Quote, reading: Reading) -> bool:
    """Whether what a yes is said to is a way to go, and neither news nor an offer of work."""
    if upon.role is Role.USER:
        return True
    if len(terms(upon.text, reading.cues)) < _NAMES:
        return False
    cues, words = reading.cues, reading.words
    puts = any(cues.says(cue, upon.text) for cue in (Cue.PROPOSES, Cue.OFFERS, Cue.DECIDES))
    puts = puts or words.says(Move.OR, upon.text) or words.says(Move.AGREES, upon.text)
    return puts and not cues.says(Cue.DONE, upon.text)


def _was_torn(each: Decided, reading: Reading) -> bool:
    """Whether a yes is said to what the model chose, as the owner had asked it to."""
    asked = reading.owner_before(reading.told[each.quote.number - 1])
    return asked is not None and any(
        reading.words.says(move, one.plain)
        for one in asked.sentences
        for move in (Move.OR, Move.TORN)
    )


def _is_spoken_of(own: frozenset[str], each: Decided, reading: Reading) -> bool:
    """Whether the model speaks, right before or after, of what a decision of one word names."""
    said = reading.told[each.quote.number - 1]
    beside = (reading.before(said), reading.answer(said))
    return bool(own) and any(other is not None and own & other.about for other in beside)


def wants_nothing(sentence: Sentence, reading: Reading) -> bool:
    """Whether a sentence taken for work that is left greets, or stands in a text handed over."""
    if reading.social(sentence):
        return True
    return sentence.said.role is not Role.USER and _QUOTED.match(sentence.said.text) is not None


def only_answers(sentence: Sentence, reading: Reading) -> bool:
    """Whether a request of the owner's is his short answer to what the model had just asked."""
    if sentence.place or sentence.said.role is not Role.USER:
        return False
    said = reading.told[sentence.number - 1]
    before = reading.before(said)
    if before is None or not before.asks:
        return False
    wants = reading.wants(sentence) or reading.words.says(Move.OWED, sentence.plain)
    return not wants and len(terms(sentence.text, reading.cues)) <= _FEW
