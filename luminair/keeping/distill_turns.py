"""What the moves of a talk come to: asks that were promised or met, choices, failures, changes.

Only the place of a message decides here, see :mod:`luminair.keeping.distill_moves`; the methods
that go by phrases stand beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from luminair.keeping.cues import Cue, Cues, terms
from luminair.keeping.distill_moves import Answer, Reading, Said, asks, length
from luminair.keeping.distill_text import QUOTE_CHARACTERS, shortened
from luminair.keeping.distill_values import DeadEnd, Decided, Quote
from luminair.keeping.distill_words import Move

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from luminair.keeping.distill_text import Sentence
    from luminair.keeping.distill_values import Exchange

    Messages = Sequence[Sequence[Sentence]]

_TITLE = 110
_ANSWER_WORDS = 14
_FEW_TERMS = 3
_SURE = 6
"""Weight of the signs from which on a report is of a dead end."""
_NUMBER = re.compile(r"\d+")
_THING = 2
_TOPIC_WORDS = 5
"""Words of a sentence that only names what the next ones speak of."""
_TURN_REACH = 2
"""Messages within which a change of mind means the last decision."""


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


def turns_of(
    exchanges: Sequence[Exchange],
    messages: Messages,
    cues: Cues,
    captured: Collection[tuple[int, int]] = (),
) -> Turns:
    """Reads a talk by its moves.

    Args:
        exchanges: its messages.
        messages: their sentences.
        cues: the phrases.
        captured: by number and place, the sentences that were captured as requests.
    """
    return _Reader(Reading(exchanges, messages, cues, captured)).read()


class _Reader:
    """Reads the owner's messages one after the other."""

    def __init__(self, reading: Reading) -> None:
        self._r = reading
        self._cues = reading.cues
        self._w = reading.words
        self._turns = Turns()

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
        turned = self._turned(said, saying)
        if turned:
            taken |= turned
        else:
            taken |= self._chosen(said, saying) or self._instead(said, saying)
        confirmed = -1 if taken else self._confirmed(said)
        if confirmed >= 0:
            self._turns.confirmed[said.at] = confirmed
        else:
            rest = [each for each in saying if each.place not in taken]
            taken |= self._failed(said, rest, plainly=bool(taken))
        rest = [each for each in saying if each.place not in taken]
        if kind is Answer.PROMISES:
            self._promised(said, rest, taken)
        elif kind is Answer.DELIVERS and not self._objects(said):
            answer = self._r.answer(said)
            if answer is not None and not self._leaves(said, answer):
                self._turns.met[said.at] = _first_words(answer)
                if self._text_itself(said, answer):
                    self._turns.handed.add(said.at)
        if kind in {Answer.COMMENTS, Answer.NONE} and confirmed < 0:
            self._stated(said, rest)
        if not saying or (taken and not any(self._r.wants(each) for each in rest)):
            self._turns.idle.add(said.at)

    # --- decisions ----------------------------------------------------------------------------

    def _chosen(self, said: Said, saying: Sequence[Sentence]) -> set[int]:
        """A short answer to a choice that either side put: 'the latter', '17', 'sold!'."""
        before, asked = self._r.before(said), self._r.owner_before(said)
        if before is None or not said.sentences or asked is None:
            return set()
        head = said.sentences[0]
        if self._thanks(head) or asks(head) or length(head.text) > _ANSWER_WORDS:
            return set()
        if said.says(Move.UNSURE) or self._cues.says(Cue.UNSURE, head.plain):
            return set()
        own = terms(head.text, self._cues)
        bare = bool(own) and own <= before.about and length(head.text) <= _FEW_TERMS
        if any(self._cues.says(cue, head.plain) for cue in (Cue.PASSING, Cue.WORKS, Cue.DROPPED)):
            return set()
        posed = self._posed(asked, before) or (asked if bare else None)
        if posed is None:
            return set()
        agrees = self._w.says(Move.AGREES, head.plain)
        names = bool(own & (before.about | asked.about)) and len(own) <= _FEW_TERMS + 1
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
        plainly = either and length(head.text) <= _FEW_TERMS and len(said.sentences) == 1
        if not (settles or names or plainly or (agrees and either)):
            return set()
        shared = own & before.about
        named = len(shared) >= _THING or (bool(shared) and len(own) <= _FEW_TERMS)
        self._decide(
            said, [head], None if named else before, asked if strict or not named else None
        )
        return {head.place}

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

    def _work_offered(self, before: Said) -> bool:
        """Whether the model offered to do a piece of work, which a yes takes and does not choose."""
        return any(
            self._w.says(Move.OFFERS, each.plain) and not self._w.says(Move.OR, each.plain)
            for each in before.sentences
        ) and not any(self._w.says(Move.OR, each.plain) and asks(each) for each in before.sentences)

    def _turned(self, said: Said, saying: Sequence[Sentence]) -> set[int]:
        """A change of mind takes back what was decided just before."""
        if not saying or not any(self._w.opens(Move.TURNS, each.plain) for each in saying[:1]):
            return set()
        head = saying[0]
        if asks(head) or length(head.text) <= _THING and len(saying) == 1:
            return set()
        last = self._turns.decided[-1] if self._turns.decided else None
        quote = self._whole(said, saying[:1])
        if last is not None and said.at - last[0] <= _TURN_REACH:
            at, before = self._turns.decided.pop()
            gone = (*before.instead, before.quote)
            made = Decided(quote, before.upon, gone, before.question)
        else:
            asked = self._r.owner_before(said)
            if asked is None or asked.asks:
                return set()
            made = Decided(quote, asked.sentences[-1].quote)
        self._turns.decided.append((said.at, made))
        return {head.place}

    def _instead(self, said: Said, saying: Sequence[Sentence]) -> set[int]:
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

    def _stated(self, said: Said, rest: Sequence[Sentence]) -> None:
        """How things are, as the owner says and the model takes note: 'Per line, understood'."""
        answer = self._r.answer(said)
        if said.at == self._r.first or answer is None or said.asks:
            return
        note = answer.sentences[0]
        noted = self._w.says(Move.TOLD, note.plain) and length(note.text) <= _FEW_TERMS + 2
        for each in rest:
            if not self._firm(each) or self._r.requested(each):
                continue
            lasts = any(self._cues.says(cue, each.plain) for cue in (Cue.LASTS, Cue.DECIDES))
            if self._w.says(Move.ATTEMPTS, each.plain) and not lasts:
                continue
            about = terms(each.text, self._cues)
            numbers = set(_NUMBER.findall(each.text)) & set(
                number for one in answer.sentences for number in _NUMBER.findall(one.text)
            )
            echo = about & answer.about
            if len(about) >= _THING and (echo or numbers or (noted and len(rest) == 1)):
                self._decide(said, [each], None, None)

    def _firm(self, sentence: Sentence) -> bool:
        """Whether a sentence says how it is to be, and neither asks, doubts, regrets nor narrates."""
        plain = sentence.plain
        if asks(sentence) or self._w.says(Move.UNSURE, plain):
            return False
        return not any(
            self._cues.says(cue, plain)
            for cue in (Cue.UNSURE, Cue.TRIED, Cue.FAILED, Cue.JOKES, Cue.DONE, Cue.WORKS, Cue.OTHERS)
        )

    def _decide(
        self, said: Said, picked: Sequence[Sentence], upon: Said | None, asked: Said | None
    ) -> None:
        quote = self._whole(said, picked)
        about = frozenset().union(*(terms(each.text, self._cues) for each in picked))
        offered = self._best(upon, about | (asked.about if asked else frozenset()))
        question = None
        if asked is not None and (asked.asks or self._wonders(asked)):
            posed = [each for each in asked.sentences if asks(each)] or list(asked.sentences)
            question = self._whole(asked, posed[-1:])
        self._turns.decided.append(
            (said.at, Decided(quote, offered.quote if offered else None, (), question))
        )

    def _wonders(self, said: Said) -> bool:
        """Whether the owner asks without a question mark."""
        return any(
            self._r.wonders(each) or self._w.says(Move.TORN, each.plain)
            for each in said.sentences
        )

    def _best(self, said: Said | None, about: frozenset[str]) -> Sentence | None:
        """The sentence of a message that speaks most of something."""
        if said is None:
            return None

        def fits(each: Sentence) -> tuple[bool, int]:
            ways = self._w.says(Move.OR, each.plain) and not self._r.points(each)
            return ways, len(terms(each.text, self._cues) & about)

        return max(said.sentences, key=fits)

    # --- dead ends ------------------------------------------------------------------------------

    def _failed(self, said: Said, rest: Sequence[Sentence], *, plainly: bool) -> set[int]:
        """A report of something that went badly, which nobody is asked to mend."""
        kind, answer = self._r.kind(said), self._r.answer(said)
        rest = [
            each
            for each in rest
            if length(each.text) <= _TOPIC_WORDS or not self._resolves(each)
        ]
        if said.at == self._r.first or not rest or answer is None:
            return set()
        if any(asks(each) for each in rest) or kind in {Answer.PROMISES, Answer.ASKS}:
            return set()
        if kind is Answer.DELIVERS and any(
            self._cues.says(cue, each.plain)
            for each in answer.sentences
            for cue in (Cue.DONE, Cue.DID, Cue.SWITCHED)
        ):
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
        pitied = answer.says(Move.PITIES) or answer.says(Move.NEGATIVE)
        pitied = pitied or any(self._cues.says(Cue.BAD, each.plain) for each in answer.sentences)
        other = self._other_way(said)
        sorry = bool(bad or left or failed or pitied)
        sure = 3 * bool(bad or failed) + 4 * bool(left) + 2 * (tried + pitied + other)
        sure += bool(said.about & answer.about)
        if not sorry or not (tried or other or left) or sure < _SURE:
            return set()
        if plainly and not (left or failed):
            return set()
        if any(self._cues.says(cue, each.plain) for each in rest for cue in (Cue.WORKS, Cue.DROPPED)):
            return set()
        if any(self._cues.says(cue, each.plain) for each in rest for cue in (Cue.ASKS,)):
            return set()
        worst = [*left, *failed, *bad, *rest]
        start = rest[0]
        end = max(worst[: len(worst) - len(rest)] or rest, key=lambda each: each.place)
        told = [each for each in said.sentences if start.place <= each.place <= end.place]
        whole = self._whole(said, told)
        error = next((each.error for each in told if each.error), "")
        title = shortened(start.text if len(terms(start.text, self._cues)) >= _THING else whole.text, _TITLE)
        self._turns.dead.append((said.at, DeadEnd(title, whole, None, error)))
        return {each.place for each in told}

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

    # --- asks -----------------------------------------------------------------------------------

    def _promised(self, said: Said, rest: Sequence[Sentence], taken: set[int]) -> None:
        """What the model says it will do for the owner, or could."""
        answer = self._r.answer(said)
        if answer is None:
            return
        promise = self._r.promises(answer)[0]
        about = terms(promise.text, self._cues)
        wanted = [each for each in rest if self._r.wants(each)]
        shared = [each for each in rest if terms(each.text, self._cues) & about]
        if taken and not wanted:
            return
        offered = self._accepted(said, promise)
        if offered is not None:
            asked, offer = offered
            picked = [each for each in asked.sentences if self._r.wants(each)]
            sentence = (picked or list(asked.sentences))[-1]
            self._keep(asked, sentence, offer)
            return
        if not (wanted or shared):
            return
        both = [each for each in wanted if each in shared]
        self._keep(said, (both or wanted or shared)[-1], promise)

    def _accepted(self, said: Said, promise: Sentence) -> tuple[Said, Sentence] | None:
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
        if any(self._cues.says(cue, plain) for cue in (Cue.PASSING, Cue.OTHERS, Cue.DROPPED)):
            return
        if asks(sentence) and (self._r.wonders(sentence) or not self._r.wants(sentence)):
            return  # it wants to know, and not to have
        if said.at not in self._turns.promised:
            quote = self._whole(said, [sentence])
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
        if asked is None or asked.at not in self._turns.met:
            return -1
        return asked.at if asked.at in self._turns.wanting else -1

    # --- quotations -----------------------------------------------------------------------------

    def _whole(self, said: Said, picked: Sequence[Sentence]) -> Quote:
        """The words, with the sentences beside them as far as they are needed to name the thing."""
        first, last = picked[0].place, picked[-1].place
        sentences = list(said.sentences)
        start = next(at for at, each in enumerate(sentences) if each.place == first)
        end = next(at for at, each in enumerate(sentences) if each.place == last)

        def poor() -> bool:
            text = " ".join(each.text for each in sentences[start : end + 1])
            points = self._r.points(sentences[start])
            if self._w.says(Move.REMINDS, text) and start == end:
                return True
            return len(terms(text, self._cues)) < _FEW_TERMS + points

        def topic(each: Sentence) -> bool:
            """'Photos!' before what is wanted of them."""
            return length(each.text) <= _FEW_TERMS and not asks(each)

        while start > 0 and (poor() or topic(sentences[start - 1])):
            if self._r.social(sentences[start - 1]):
                break
            start -= 1
        while poor() and end + 1 < len(sentences) and not self._r.social(sentences[end + 1]):
            if asks(sentences[end + 1]):
                break
            end += 1
        text = " ".join(each.text for each in sentences[start : end + 1])
        return replace(picked[0].quote, text=shortened(text, QUOTE_CHARACTERS))


def _first_words(answer: Said) -> Quote:
    """A message by what it begins with."""
    if answer.sentences:
        return answer.sentences[0].quote
    told = answer.exchange
    text = shortened(" ".join(told.text.split()), _TITLE)
    return Quote(text, told.role, answer.at + 1, told.message_id, told.at)
