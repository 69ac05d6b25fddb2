"""Reports of something that went badly, told by how the model takes them and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, terms
from luminair.keeping.distill.echo import said_back
from luminair.keeping.distill.moves import Answer, asks, length
from luminair.keeping.distill.outcome import TITLE, whole
from luminair.keeping.distill.text import shortened
from luminair.keeping.distill.values import DeadEnd
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.moves import Reading, Said
    from luminair.keeping.distill.outcome import Turns
    from luminair.keeping.distill.text import Sentence

_SURE = 6
"""Weight of the signs from which on a report is of a dead end."""
_THING = 2
_TOPIC_WORDS = 5
"""Words of a sentence that only names what the next ones speak of."""


class Failures:
    """Finds the dead ends in the owner's messages, one after the other.

    Args:
        reading: the talk.
        turns: what it came to so far; dead ends are added to it.
    """

    def __init__(self, reading: Reading, turns: Turns) -> None:
        self._r = reading
        self._cues = reading.cues
        self._w = reading.words
        self._turns = turns

    def failed(self, said: Said, rest: Sequence[Sentence], *, plainly: bool) -> set[int]:
        """A report of something that went badly, which nobody is asked to mend."""
        kind, answer = self._r.kind(said), self._r.answer(said)
        every = rest
        rest = [
            each for each in rest if length(each.text) <= _TOPIC_WORDS or not self._resolves(each)
        ]
        if said.at == self._r.first or not rest or answer is None:
            return set()
        if any(asks(each) for each in rest) or kind in {Answer.PROMISES, Answer.ASKS}:
            return set()
        bad = [
            each
            for each in rest
            if self._w.says(Move.NEGATIVE, each.plain) or self._cues.says(Cue.BAD, each.plain)
        ]
        left = [each for each in rest if self._w.says(Move.GIVES_UP, each.plain)]
        failed = [each for each in rest if each.error or self._cues.says(Cue.FAILED, each.plain)]
        tried = any(
            self._w.says(move, each.plain) for each in rest for move in (Move.ATTEMPTS, Move.TELLS)
        ) or any(self._cues.says(Cue.TRIED, each.plain) for each in rest)
        plain_words = bool(left) and (tried or bool(bad or failed))
        if kind is Answer.DELIVERS and not plain_words and self._mends(answer):
            return set()
        pitied = answer.says(Move.PITIES) or answer.says(Move.NEGATIVE)
        pitied = pitied or any(
            self._cues.says(cue, each.plain)
            for each in answer.sentences
            for cue in (Cue.BAD, Cue.RULED_OUT)
        )
        other = self._other_way(said)
        sorry = bool(bad or left or failed or pitied)
        worse = bool(failed) or any(self._worse(each) for each in bad)
        sure = (3 if worse else 2 * bool(bad)) + 4 * bool(left) + 2 * (tried + pitied + other)
        sure += bool(said.about & answer.about)
        if not sorry or not (tried or left or (worse and other)) or sure < _SURE:
            return set()
        if not (left or worse or self._regrets(answer)) and said_back(said, answer, self._cues):
            return set()
        if plainly and not (left or failed):
            return set()
        others = (Cue.WORKS,) if plain_words else (Cue.WORKS, Cue.DROPPED, Cue.ASKS)
        if any(self._cues.says(cue, each.plain) for each in rest for cue in others):
            return set()
        worst = [*left, *failed, *bad, *rest]
        start = every[0] if plain_words else rest[0]
        end = max(worst[: len(worst) - len(rest)] or rest, key=lambda each: each.place)
        told = [each for each in said.sentences if start.place <= each.place <= end.place]
        quote = whole(self._r, said, told)
        error = next((each.error for each in told if each.error), "")
        title = shortened(
            start.text if len(terms(start.text, self._cues)) >= _THING else quote.text, TITLE
        )
        self._turns.dead.append((said.at, DeadEnd(title, quote, None, error)))
        return {each.place for each in told}

    def _mends(self, answer: Said) -> bool:
        """Whether the model reports that it did something about it."""
        cues = (Cue.DONE, Cue.DID, Cue.SWITCHED)
        return any(self._cues.says(cue, each.plain) for each in answer.sentences for cue in cues)

    def _regrets(self, answer: Said) -> bool:
        """Whether the model is sorry for what it hears, or says that the way is closed."""
        for each in answer.sentences:
            plain = self._w.without(Move.DENIES, each.plain)
            if self._w.says(Move.PITIES, plain) or self._cues.says(Cue.RULED_OUT, each.plain):
                return True
        return False

    def _worse(self, sentence: Sentence) -> bool:
        """Whether a sentence tells of something bad, and does not only say what is not so."""
        return self._w.says(Move.NEGATIVE, self._w.without(Move.DENIES, sentence.plain))

    def _resolves(self, sentence: Sentence) -> bool:
        """Whether a sentence says by a phrase that something is decided, and gives nothing up."""
        says = self._cues.says
        if says(Cue.DECIDED, sentence.plain):
            return not says(Cue.TRIED, sentence.plain)
        gone = self._w.says(Move.GIVES_UP, sentence.plain) or self._w.says(
            Move.ATTEMPTS, sentence.plain
        )
        return says(Cue.DECIDES, sentence.plain) and not (
            gone or says(Cue.DOES_NOT, sentence.plain) or says(Cue.RULED_OUT, sentence.plain)
        )

    def _other_way(self, said: Said) -> bool:
        """Whether the owner's next message says how it is done now."""
        after = self._r.owner_after(said)
        if after is None or not (saying := self._r.saying(after)):
            return False
        if any(self._w.says(Move.GIVES_UP, each.plain) for each in saying):
            return True
        if asks(saying[0]) or self._r.kind(after) is Answer.DELIVERS:
            return False
        return not self._r.wants(saying[0]) or self._w.opens(Move.INSTEAD, saying[0].plain)
