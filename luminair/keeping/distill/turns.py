"""What the moves of a talk come to: asks that were promised or met, choices, failures, changes.

Only the place of a message decides here, see :mod:`luminair.keeping.distill.moves`; the methods
that go by phrases stand beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.keeping.distill.chosen import Choices
from luminair.keeping.distill.cues import Cue, terms
from luminair.keeping.distill.echo import said_back
from luminair.keeping.distill.failed import Failures
from luminair.keeping.distill.moves import Answer, asks, length
from luminair.keeping.distill.outcome import Promised, Turns, first_words, whole
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.moves import Reading, Said
    from luminair.keeping.distill.text import Sentence

_ANSWER_WORDS = 14
_THING = 2
_WORDS_OF_THANKS = 10


def turns_of(reading: Reading) -> Turns:
    """What the moves of a talk come to."""
    return _Reader(reading).read()


class _Reader:
    """Reads the owner's messages one after the other."""

    def __init__(self, reading: Reading) -> None:
        self._r = reading
        self._cues = reading.cues
        self._w = reading.words
        self._turns = Turns()
        self._choices = Choices(reading, self._turns)
        self._failures = Failures(reading, self._turns)

    def read(self) -> Turns:
        """All of it."""
        for said in self._r.owners():
            self._take(said)
        return self._turns

    def _take(self, said: Said) -> None:
        kind = self._r.kind(said)
        saying = self._r.saying(said)
        if self._r.requests(said):
            self._turns.wanting.add(said.at)
        taken: set[int] = set()
        turned = self._choices.turned(said, saying)
        if turned:
            taken |= turned
        else:
            taken |= self._choices.chosen(said) or self._choices.instead(said, saying)
        confirmed = -1 if taken else self._confirmed(said)
        if confirmed >= 0:
            self._turns.confirmed[said.at] = confirmed
        else:
            rest = [each for each in saying if each.place not in taken]
            taken |= self._failures.failed(said, rest, plainly=bool(taken))
        rest = [each for each in saying if each.place not in taken]
        if kind is Answer.PROMISES:
            self._promised(said, rest, taken)
        elif kind is Answer.DELIVERS and not self._objects(said):
            answer = self._r.answer(said)
            if answer is not None and not self._leaves(said, answer):
                self._turns.met[said.at] = first_words(answer)
                if self._text_itself(said, answer):
                    self._turns.handed.add(said.at)
        if confirmed < 0:
            self._choices.stated(said, rest)
        if not saying or (taken and not any(self._r.wants(each) for each in rest)):
            self._turns.idle.add(said.at)

    def _promised(self, said: Said, rest: Sequence[Sentence], taken: set[int]) -> None:
        """What the model says it will do for the owner, or could."""
        answer = self._r.answer(said)
        if answer is None:
            return
        promises = self._r.promises(answer)
        promise = promises[0]
        about = frozenset().union(*(terms(each.text, self._cues) for each in promises))
        wanted = [each for each in rest if self._r.wants(each)]
        shared = [each for each in rest if terms(each.text, self._cues) & about]
        if taken and not wanted:
            return
        offered = self._accepted(said)
        if offered is not None:
            asked, offer = offered
            picked = [each for each in asked.sentences if self._r.wants(each)]
            sentence = (picked or list(asked.sentences))[-1]
            self._keep(asked, sentence, offer)
            return
        meant = wanted or shared or self._meant(rest, promises)
        if not meant:
            return
        both = [each for each in wanted if each in shared]
        self._keep(said, (both or meant)[-1], promise)

    def _meant(self, rest: Sequence[Sentence], promises: Sequence[Sentence]) -> list[Sentence]:
        """What 'I'll do it' speaks of, where the owner's words have no form of a request."""
        if not any(self._r.points(each) for each in promises):
            return []
        named = [each for each in rest if len(terms(each.text, self._cues)) >= _THING]
        return [each for each in named if not self._w.says(Move.NARRATES, each.plain)]

    def _accepted(self, said: Said) -> tuple[Said, Sentence] | None:
        """The owner's earlier words and the model's offer that a yes takes up."""
        before, asked = self._r.before(said), self._r.owner_before(said)
        if before is None or asked is None or not said.sentences:
            return None
        yes = self._w.opens(Move.AGREES, said.sentences[0].plain)
        offers = [each for each in before.sentences if self._w.says(Move.OFFERS, each.plain)]
        if not yes or not offers or length(said.sentences[0].text) > _ANSWER_WORDS:
            return None
        return asked, offers[-1]

    def _keep(self, said: Said, sentence: Sentence, promise: Sentence) -> None:
        plain = sentence.plain
        if any(self._cues.says(cue, plain) for cue in (Cue.OTHERS, Cue.DROPPED)):
            return
        if asks(sentence) and self._r.wonders(sentence):
            return  # it wants to know, and not to have
        if said.at not in self._turns.promised:
            quote = whole(self._r, said, [sentence])
            self._turns.promised[said.at] = Promised(said, sentence, quote, promise.quote)

    def _objects(self, said: Said) -> bool:
        """Whether the owner is not content with what he was given."""
        after = self._r.owner_after(said)
        if after is None or not after.sentences:
            return False
        head = after.sentences[0]
        own = terms(head.text, self._cues)
        answer = self._r.answer(said)
        on_it = bool(answer and own & answer.about) or len(own) <= _THING
        tells = self._w.says(Move.TELLS, head.plain)
        return self._cues.says(Cue.REJECTS, head.plain) or (
            on_it
            and not tells
            and (self._w.says(Move.NEGATIVE, head.plain) or self._w.opens(Move.TURNS, head.plain))
        )

    def _text_itself(self, said: Said, answer: Said) -> bool:
        """Whether an answer is the very text that was asked for, and speaks of other things."""
        apart = len(said.about & answer.about) < _THING and answer.length >= _ANSWER_WORDS
        apart = apart and not any(
            self._cues.says(cue, each.plain)
            for each in answer.sentences
            for cue in (Cue.DID, Cue.DONE)
        )
        return self._r.hands_over(answer) or (apart and self._r.requests(said))

    def _leaves(self, said: Said, answer: Said) -> bool:
        """Whether an answer says that something is left."""
        left = (Cue.NOT_DONE, Cue.LACKS, Cue.LATER)
        if self._text_itself(said, answer):  # whatever the text says, it is all there
            return False
        return any(self._cues.says(cue, each.plain) for each in answer.sentences for cue in left)

    def _confirmed(self, said: Said) -> int:
        """The request whose answer the owner has in hand as he says this, or -1."""
        asked = self._r.owner_before(said)
        if asked is None or asked.at not in self._turns.met or asked.at not in self._turns.wanting:
            return -1
        answer, given = self._r.answer(said), self._r.answer(asked)
        if answer is not None and said_back(said, answer, self._cues):
            return -1
        signs = (Move.GIVES_UP, Move.ATTEMPTS, Move.NEGATIVE)
        if sum(said.says(each) for each in signs) >= _THING:
            return -1
        about = asked.about | (given.about if given else frozenset())
        return asked.at if said.length <= _WORDS_OF_THANKS or said.about & about else -1
