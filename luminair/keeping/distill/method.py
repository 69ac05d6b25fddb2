"""Folds a session into what was decided, what is open and what was a dead end (spec 8.1).

Deterministic: no model is asked. Each line is a quotation of what the owner or the model said,
with the message that it stands in. Words of low trust (pages, logs, code) never decide anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, bundled, covered, terms
from luminair.keeping.distill.dead_ends import dead_ends
from luminair.keeping.distill.decisions import decisions
from luminair.keeping.distill.hollow import decides_nothing
from luminair.keeping.distill.join import joined_decisions, joined_ends
from luminair.keeping.distill.learned import Learned
from luminair.keeping.distill.moves import Reading
from luminair.keeping.distill.open_asks import asks_of, wanted_of
from luminair.keeping.distill.text import sentences_of
from luminair.keeping.distill.turns import turns_of
from luminair.keeping.distill.values import Closed, DeadEnd, Decided, Distilled, OpenAsk
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.values import Exchange, Filed, Quote, RawAsk

MOST = 40
"""Lines under one heading; of more, the newest stay: a summary that long is a transcript."""
_SAME = 0.7
_MOST_TERMS = 14
"""Words of a request that may be the decision itself, and not the work beside it."""


def distilled(
    exchanges: Sequence[Exchange],
    asks: Sequence[RawAsk] = (),
    filed: Sequence[Filed] = (),
    *,
    cues: Cues | None = None,
) -> Distilled:
    """What a session comes to.

    Args:
        exchanges: its messages, oldest first; none where only its notes are known.
        asks: what capture filed for it.
        filed: what its model filed: decisions and dead ends that are linked and not doubled.
        cues: the phrases; None for those that the app carries.
    """
    cues = cues or bundled()
    messages = sentences_of(exchanges)
    said = [wanted_of(each, messages, cues).sentence for each in asks]
    captured = [(each.number, each.place) for each in said if each is not None]
    reading = Reading(exchanges, messages, cues, captured)
    turns = turns_of(reading)
    ends = joined_ends(dead_ends(messages, cues), turns, cues)
    chosen = joined_decisions(decisions(messages, cues), turns, cues)
    chosen = [each for each in chosen if not decides_nothing(each, reading)]
    decided = [each for each in chosen if not _is_filed(each, filed, ends, cues)]
    ended = [each for each in ends if not _ended_in(each, filed, cues)]
    opened, closed = asks_of(asks, reading, turns)
    settled = [
        each
        for each in opened
        if _settled(each, chosen, ends, reading) or _is_noted(each, filed, cues)
    ]
    still = [each for each in opened if each not in settled]
    learned = Learned(reading)
    still, over = learned.asks(still, closed, asks)
    still = [each for each in still if each.asks or not _is_noted(each, filed, cues)]
    decided = learned.decided(decided, filed=any(not each.dead_end for each in filed))
    ended = learned.ended(ended, filed=any(each.dead_end for each in filed))
    told = [Closed(ask, each.quotes[0], told=True) for each in settled for ask in each.asks]
    cues.forget()
    return Distilled(
        tuple(decided[-MOST:]),
        tuple(still[-MOST:]),
        tuple(ended[-MOST:]),
        (*over, *told),
        tuple(filed),
    )


def _is_filed(
    decided: Decided, filed: Sequence[Filed], ends: Sequence[DeadEnd], cues: Cues
) -> bool:
    """Whether a decision stands in a note of the model's, or is told as a dead end."""
    failing = any(
        cues.says(cue, decided.quote.text) for cue in (Cue.FAILED, Cue.RULED_OUT, Cue.DOES_NOT)
    )
    if failing and any(decided.quote in {each.tried, each.outcome} for each in ends):
        return True
    about = terms(decided.quote.text, cues)
    return any(
        covered(about, terms(f"{note.title} {note.summary}", cues)) >= _SAME
        for note in filed
        if not note.dead_end
    )


def _ended_in(end: DeadEnd, filed: Sequence[Filed], cues: Cues) -> bool:
    about = terms(end.title, cues)
    return any(
        covered(about, terms(f"{note.title} {note.summary}", cues)) >= _SAME
        for note in filed
        if note.dead_end
    )


def _settled(
    opened: OpenAsk, decided: Sequence[Decided], ended: Sequence[DeadEnd], reading: Reading
) -> bool:
    """Whether the words of a request are told already as a decision or a dead end.

    An order for work stays open beside the decision that it may be.
    """
    quotes = [each.quote for each in decided] + [each.tried for each in ended]
    quotes += [each.outcome for each in ended if each.outcome is not None]
    return any(
        any(_same_words(each, other) for other in quotes)
        and not any(reading.cues.says(cue, each.text) for cue in (Cue.LATER, Cue.OPEN, Cue.WORK))
        and not reading.words.says(Move.OWED, each.text)
        and not opened.promised
        for each in opened.quotes
    )


def _is_noted(opened: OpenAsk, filed: Sequence[Filed], cues: Cues) -> bool:
    """Whether the model filed as a note, after that, what a request comes to."""
    if opened.promised or not opened.asks:
        return False
    asked = [terms(f"{each.title} {each.text}", cues) for each in opened.asks]
    return any(
        covered(terms(note.title, cues), about) >= _SAME
        for note in filed
        for each, about in zip(opened.asks, asked, strict=True)
        if len(about) <= _MOST_TERMS and note.at >= each.at
    )


def _same_words(one: Quote, other: Quote) -> bool:
    return one.number == other.number and (one.text in other.text or other.text in one.text)
