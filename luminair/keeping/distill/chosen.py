"""Choices that the owner makes, told by the place of his words in the talk.

A short answer to a choice that either side put, a change of mind, what is done instead of what
failed, and what the owner says is so and the model takes note of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, terms
from luminair.keeping.distill.echo import said_back, shares, todo
from luminair.keeping.distill.moves import Answer, asks, length
from luminair.keeping.distill.outcome import FEW_TERMS, whole
from luminair.keeping.distill.values import Decided
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.moves import Reading, Said
    from luminair.keeping.distill.outcome import Turns
    from luminair.keeping.distill.text import Sentence

_ANSWER_WORDS = 14
_NUMBER = re.compile(r"\d+")
_THING = 2
_TURN_REACH = 2
"""Messages within which a change of mind means the last decision."""


class Choices:
    """Finds the choices in the owner's messages, one after the other.

    Args:
        reading: the talk.
        turns: what it came to so far; decisions are added to it.
    """

    def __init__(self, reading: Reading, turns: Turns) -> None:
        self._r = reading
        self._cues = reading.cues
        self._w = reading.words
        self._turns = turns

    def chosen(self, said: Said) -> set[int]:
        """A short answer to a choice that either side put: 'the latter', '17', 'sold!'."""
        before, asked = self._r.before(said), self._r.owner_before(said)
        if before is None or not said.sentences or asked is None:
            return set()
        head = said.sentences[0]
        if self._thanks(head) or self._asks(head) or length(head.text) > _ANSWER_WORDS:
            return set()
        if said.says(Move.UNSURE) or self._cues.says(Cue.UNSURE, head.plain):
            return set()
        own = terms(head.text, self._cues)
        bare = bool(own) and own <= before.about and length(head.text) <= FEW_TERMS
        if any(self._cues.says(cue, head.plain) for cue in (Cue.PASSING, Cue.WORKS, Cue.DROPPED)):
            return set()
        posed = self._posed(asked, before) or (asked if bare else self._taken_up(before, head))
        if posed is None:
            return set()
        agrees = self._w.says(Move.AGREES, head.plain)
        names = len(own) <= FEW_TERMS + 1 and shares(
            head.text, before.about | asked.about, self._cues
        )
        settles = any(
            self._w.says(Move.SETTLES, each.plain) and length(each.text) <= _ANSWER_WORDS
            for each in said.sentences[:2]
        )
        strict = posed is not before
        if not settles and any(self._cues.says(c, head.plain) for c in (Cue.LATER, Cue.PROMISES)):
            return set()
        offered = self._work_offered(before)
        if offered and not (names or settles):
            return set()
        if self._r.kind(asked) is Answer.PROMISES and not before.asks:
            return set()
        either = strict and any(
            self._w.says(move, each.plain)
            for each in asked.sentences
            for move in (Move.OR, Move.TORN)
        )
        plainly = either and length(head.text) <= FEW_TERMS and len(said.sentences) == 1
        if not (settles or names or plainly or (agrees and either)):
            return set()
        shared = own & before.about
        named = len(shared) >= _THING or (bool(shared) and len(own) <= FEW_TERMS)
        self._decide(
            said, [head], None if named else before, asked if strict or not named else None
        )
        return {head.place}

    def _asks(self, sentence: Sentence) -> bool:
        """Whether the owner asks, with or without the sign for it: 'how many do we have'."""
        return asks(sentence) or (
            self._r.wonders(sentence) and not self._w.opens(Move.AGREES, sentence.plain)
        )

    def _thanks(self, sentence: Sentence) -> bool:
        """Whether a sentence only greets or thanks, and says neither yes nor which."""
        settles = self._w.says(Move.SETTLES, sentence.plain)
        return self._w.says(Move.SOCIAL, sentence.plain) and not settles and (
            self._r.social(sentence)
        )  # fmt: skip

    def _posed(self, asked: Said, before: Said) -> Said | None:
        """Whose question the owner answers, where it leaves a choice."""
        for each in reversed(asked.sentences):
            either = asks(each) and self._w.says(Move.OR, each.plain)
            if either or self._w.says(Move.TORN, each.plain):
                return asked
            if asks(each) and self._cues.says(Cue.SETTLES, each.plain):
                return asked
        if any(
            (asks(each) and self._w.says(Move.OR, each.plain))
            or self._cues.says(Cue.OFFERS, each.plain)
            for each in before.sentences
        ):
            return before
        if any(self._cues.says(Cue.PROPOSES, each.plain) for each in before.sentences):
            return before
        return None

    def _taken_up(self, before: Said, head: Sentence) -> Said | None:
        """The model's message, where the owner settles on what it names: 'va pour le vectoriel'."""
        settles = self._w.opens(Move.SETTLES, head.plain)
        return before if settles and shares(head.text, before.about, self._cues) else None

    def _work_offered(self, before: Said) -> bool:
        """Whether the model offered to do some work, which a yes takes and does not choose."""
        return any(
            self._w.says(Move.OFFERS, each.plain) and not self._w.says(Move.OR, each.plain)
            for each in before.sentences
        ) and not any(self._w.says(Move.OR, each.plain) and asks(each) for each in before.sentences)

    def turned(self, said: Said, saying: Sequence[Sentence]) -> set[int]:
        """A change of mind takes back what was decided just before."""
        if not saying or not any(self._w.opens(Move.TURNS, each.plain) for each in saying[:1]):
            return set()
        head = saying[0]
        if asks(head) or (length(head.text) <= _THING and len(saying) == 1):
            return set()
        last = self._turns.decided[-1] if self._turns.decided else None
        quote = whole(self._r, said, saying[:1])
        if last is not None and said.at - last[0] <= _TURN_REACH:
            _, before = self._turns.decided.pop()
            gone = (*before.instead, before.quote)
            made = Decided(quote, before.upon, gone, before.question)
        else:
            asked = self._r.owner_before(said)
            if asked is None or asked.asks:
                return set()
            made = Decided(quote, asked.sentences[-1].quote)
        self._turns.decided.append((said.at, made))
        return {head.place}

    def instead(self, said: Said, saying: Sequence[Sentence]) -> set[int]:
        """What is done instead of what has just failed."""
        asked = self._r.owner_before(said)
        if asked is None or not saying or not any(at == asked.at for at, _ in self._turns.dead):
            return set()
        kind = self._r.kind(said)
        picked = [each for each in saying[:2] if not asks(each)]
        picked = [each for each in picked if len(terms(each.text, self._cues)) >= _THING]
        if not picked or (kind is Answer.PROMISES and self._r.wants(picked[0])):
            return set()
        self._decide(said, picked[:1], None, None)
        return {picked[0].place}

    def stated(self, said: Said, rest: Sequence[Sentence]) -> None:
        """How things are, as the owner says and the model takes note: 'Per line, understood'."""
        answer = self._r.answer(said)
        if said.at == self._r.first or answer is None or not answer.sentences:
            return
        back = self._said_back(said, answer)
        comments = self._r.kind(said) in {Answer.COMMENTS, Answer.NONE}
        note = answer.sentences[0]
        noted = self._w.says(Move.TOLD, note.plain) and length(note.text) <= FEW_TERMS + 2
        theirs = {number for one in answer.sentences for number in _NUMBER.findall(one.text)}
        for each in rest:
            if back and shares(each.text, back, self._cues) and self._settles(each, answer):
                self._decide(said, [each], None, None)
                continue
            if not comments or said.asks or not self._firm(each) or self._r.requested(each):
                continue
            if self._w.says(Move.ATTEMPTS, each.plain) and not self._lasts(each):
                continue
            about = terms(each.text, self._cues)
            numbers = set(_NUMBER.findall(each.text)) & theirs
            echo = about & answer.about
            if len(about) >= _THING and (echo or numbers or (noted and len(rest) == 1)):
                self._decide(said, [each], None, None)

    def _said_back(self, said: Said, answer: Said) -> frozenset[str]:
        """What the model says back, where that leaves nothing to be done; else nothing."""
        if answer.sentences[0] in self._r.promises(answer) or todo(said, self._cues):
            return frozenset()
        if self._r.did(answer) or self._r.hands_over(answer) or self._r.kind(said) is Answer.ASKS:
            return frozenset()
        return said_back(said, answer, self._cues)

    def _settles(self, sentence: Sentence, answer: Said) -> bool:
        """Whether a sentence that was said back tells how it is to be, and not what has been."""
        plain = sentence.plain
        if self._asks(sentence) or self._w.says(Move.UNSURE, plain):
            return False
        if self._w.says(Move.ALWAYS, plain) or self._lasts(sentence):
            return True
        if self._cues.says(Cue.WORK, plain) or self._cues.says(Cue.ASKS, plain):
            return False
        denied = answer.says(Move.DENIES) and not self._w.says(Move.DENIES, plain)
        if denied or answer.says(Move.OWED):
            return False  # the answer says what stands in its way
        return not self._w.says(Move.NARRATES, plain)

    def _lasts(self, sentence: Sentence) -> bool:
        cues = (Cue.LASTS, Cue.DECIDES, Cue.DECIDED)
        return any(self._cues.says(cue, sentence.plain) for cue in cues)

    def _firm(self, sentence: Sentence) -> bool:
        """Whether a sentence says how it is to be, without asking, doubting or narrating."""
        plain = sentence.plain
        if self._asks(sentence) or self._w.says(Move.UNSURE, plain):
            return False
        return not any(
            self._cues.says(cue, plain)
            for cue in (
                Cue.UNSURE,
                Cue.TRIED,
                Cue.FAILED,
                Cue.JOKES,
                Cue.DONE,
                Cue.WORKS,
                Cue.OTHERS,
            )
        )

    def _decide(
        self, said: Said, picked: Sequence[Sentence], upon: Said | None, asked: Said | None
    ) -> None:
        quote = whole(self._r, said, picked)
        about = frozenset().union(*(terms(each.text, self._cues) for each in picked))
        offered = self._best(upon, about | (asked.about if asked else frozenset()))
        question = None
        if asked is not None and (asked.asks or self._wonders(asked)):
            posed = [each for each in asked.sentences if asks(each)] or list(asked.sentences)
            question = whole(self._r, asked, posed[-1:])
        self._turns.decided.append(
            (said.at, Decided(quote, offered.quote if offered else None, (), question))
        )

    def _wonders(self, said: Said) -> bool:
        """Whether the owner asks without a question mark."""
        return any(
            self._r.wonders(each) or self._w.says(Move.TORN, each.plain) for each in said.sentences
        )

    def _best(self, said: Said | None, about: frozenset[str]) -> Sentence | None:
        """The sentence of a message that speaks most of something."""
        if said is None:
            return None

        def fits(each: Sentence) -> tuple[bool, int]:
            ways = self._w.says(Move.OR, each.plain) and not self._r.points(each)
            return ways, len(terms(each.text, self._cues) & about)

        return max(said.sentences, key=fits)
