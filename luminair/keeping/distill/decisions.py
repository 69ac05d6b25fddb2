"""Finds what was decided in a conversation: by the owner's words, or the model's unopposed ones.

A question, a condition, a thought and somebody else's words decide nothing. What the owner says
outranks what the model says; a later decision on the same matter stands, and names the earlier.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.keeping.distill.answers import (
    agreed_to,
    answered,
    declines,
    message_before,
    poses,
    undecided,
)
from luminair.keeping.distill.cues import Cue, Cues, covered, terms
from luminair.keeping.distill.text import followed
from luminair.keeping.distill.values import Decided
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.keeping.distill.text import Sentence

    Messages = Sequence[Sequence[Sentence]]

_AT_ONCE = 4
_IT = re.compile(r"\b(?:it|that|this)\b", re.IGNORECASE)
_TURN_REACH = 8
_ECHO_REACH = 3
_BARE_SENTENCES = 3
_BARE_TERMS = 3
_NO_ANSWER = (
    Cue.PASSING, Cue.WORKS, Cue.REJECTS, Cue.LATER, Cue.OPEN, Cue.FAILED, Cue.DOES_NOT, Cue.TRIED,
    Cue.PROMISES, Cue.DROPPED, Cue.HEDGED, Cue.JOKES,
)  # fmt: skip
_SAME = 0.6
_LEAD = re.compile(
    r"\b(?:decisions?|decided|agreed|settled|entschieden|décisions?|decisiones)\b", re.I
)
_SEALS = re.compile(
    r"\W*(?:(?:that's|this is|it's|all|now|and|c'est|das ist) )*"
    r"(?:decided|settled|agreed|final(?: decision)?|done deal|end of (?:story|discussion)"
    r"|beschlossen|entschieden|abgemacht|décidé|決定(?:です)?)(?:[,;] .{1,20})?\W*",
    re.IGNORECASE,
)
"""A sentence that says nothing but that the one before it is decided."""


@dataclass(frozen=True, slots=True)
class _Found:
    """One decision as it was said, before later ones are held against it."""

    sentence: Sentence
    upon: Sentence | None
    about: frozenset[str]

    @property
    def owner(self) -> bool:
        return self.sentence.said.role is Role.USER


def decisions(messages: Messages, cues: Cues) -> tuple[Decided, ...]:
    """What stands decided at the end, in the order it was said."""
    found: list[_Found] = []
    for at, sentences in enumerate(messages):
        for sentence in sentences:
            if sentence.place and _SEALS.fullmatch(sentence.plain):
                sealed = sentences[sentence.place - 1]
                if sealed.said.role is Role.USER and not sealed.plain.rstrip().endswith("?"):
                    found.append(_Found(sealed, None, terms(sealed.text, cues)))
                continue
            upon = agreed_to(sentence, messages, at, cues) or answered(sentence, messages, at, cues)
            if (
                upon is not None
                or _decides(sentence, messages, at, cues)
                or _states(sentence, messages, at, cues)
                or declines(sentence, messages, at, cues)
            ):
                whole = followed(sentence, sentences)
                if upon is None and sentence.place and cues.says(Cue.POINTS, whole.plain):
                    few = len(terms(whole.text, cues)) <= 1
                    upon = sentences[sentence.place - 1] if few else None
                text = whole.text if upon is None else f"{whole.text} {upon.text}"
                found.append(_Found(whole, upon, terms(text, cues)))
    return _standing(_without_echoes(found), cues)


def _decides(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    plain = sentence.plain
    led = bool(_LEAD.search(sentence.lead)) and not sentence.lead.rstrip().endswith("?")
    if not led and cues.says(Cue.UNSURE, plain):
        return False
    owner = sentence.said.role is Role.USER
    if not terms(sentence.text, cues) or cues.says(Cue.JOKES, plain):
        return False
    put_off = cues.says(Cue.LATER, plain) and cues.says(Cue.PARKS, plain)
    put_off = put_off or _takes_back(plain, cues)
    if owner and not led and (put_off or _only_work(sentence, messages, at, cues)):
        return False
    kinds = [Cue.DECIDED, Cue.DECIDES if owner else Cue.SWITCHED]
    if not owner and not _switches(sentence, messages, at, cues):
        kinds.remove(Cue.SWITCHED)
    said = [found.start() for kind in kinds if (found := cues.find(kind, plain)) is not None]
    hedge = cues.find(Cue.HEDGED, plain)
    others = cues.find(Cue.OTHERS, plain)
    before = [found.start() for found in (hedge, others) if found is not None]
    if not led and (not said or any(start <= max(said) for start in before)):
        return False
    if _reports(plain, cues) or (owner and cues.says(Cue.PASSING, plain)):
        return False
    return owner or not refused(messages, at, cues)


def _takes_back(plain: str, cues: Cues) -> bool:
    """Whether the owner only takes a wish back: 'ah leave it, the designer hates it'."""
    dropped = cues.find(Cue.DROPPED, plain)
    if dropped is None or dropped.start() > _AT_ONCE or "," not in plain:
        return False
    return _IT.search(dropped[0]) is not None and not cues.says(Cue.LASTS, plain)


def _only_work(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the owner only orders work: 'rename the crate', with no choice to be made.

    It is a choice where the model had put something to him, and where he turns something round.
    """
    plain = sentence.plain
    if not cues.says(Cue.WORK, plain) or cues.says(Cue.DECIDED, plain):
        return False
    told = [each.plain for each in messages[at] if each.place <= sentence.place]
    if any(cues.says(cue, each) for each in told for cue in (Cue.TURNS, Cue.REJECTS)):
        return False
    if cues.says(Cue.CHOOSES, plain) or any(cues.says(Cue.YIELDS, each) for each in told):
        return False
    before = message_before(messages, at)
    return not any(each.said.role is Role.ASSISTANT and poses(each, cues) for each in before)


def _switches(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the model reports a change that is whole, and more than what it was asked to do."""
    if any(
        cues.says(cue, each.plain) for each in messages[at] for cue in (Cue.NOT_DONE, Cue.LACKS)
    ):
        return False
    asked = [
        each
        for each in message_before(messages, at)
        if each.said.role is Role.USER and cues.says(Cue.WORK, each.plain)
    ]
    about = terms(sentence.text, cues)
    return not any(covered(about, terms(each.text, cues)) >= _SAME for each in asked)


def _reports(plain: str, cues: Cues) -> bool:
    """Whether a sentence tells of a failed attempt rather than of a choice."""
    return cues.says(Cue.TRIED, plain) and (
        cues.says(Cue.FAILED, plain) or cues.says(Cue.RULED_OUT, plain)
    )


def refused(messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the owner's next message turns down what the model's message ``at`` says."""
    following = next((each for each in messages[at + 1 :] if each), ())
    return any(
        each.said.role is Role.USER and cues.says(Cue.REJECTS, each.plain) for each in following[:2]
    )


def _states(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the owner says how things are to be from now on, and asks and reports nothing.

    'Backups: daily, encrypted, kept for 35 days.'
    """
    said = messages[at]
    if sentence.said.role is not Role.USER or len(said) > _BARE_SENTENCES:
        return False
    if not cues.says(Cue.LASTS, sentence.plain):
        return False
    if len(terms(sentence.plain, cues)) < _BARE_TERMS:
        return False
    if any("?" in each.plain or cues.says(Cue.FAILED, each.plain) for each in said):
        return False
    if undecided(sentence.plain, cues) or cues.says(Cue.DID, sentence.plain):
        return False
    return not any(cues.says(cue, sentence.plain) for cue in (*_NO_ANSWER, Cue.ASKS, Cue.COMMANDS))


def _without_echoes(found: Iterable[_Found]) -> list[_Found]:
    """Leaves out the model's repeating of what the owner just decided, and plain repeats."""
    kept: list[_Found] = []
    for each in found:
        near = [one for one in kept if each.sentence.number - one.sentence.number <= _ECHO_REACH]
        echo = not each.owner and any(
            one.owner and covered(one.about, each.about) >= _SAME for one in near
        )
        again = any(
            one.about == each.about and (one.owner or not each.owner) for one in kept if one.about
        )
        if echo or again:
            continue
        if each.owner:  # the owner's word stands for the model's
            kept = [
                one for one in kept
                if one.owner or one not in near or covered(one.about, each.about) < _SAME
            ]  # fmt: skip
        kept.append(each)
    return kept


def _standing(found: Sequence[_Found], cues: Cues) -> tuple[Decided, ...]:
    gone: dict[int, list[_Found]] = {}
    stands = list(range(len(found)))
    for later, each in enumerate(found):
        for earlier in [at for at in stands if at < later]:
            if _gives_way(found[earlier], each, cues):
                stands.remove(earlier)
                gone.setdefault(later, []).extend([*gone.pop(earlier, []), found[earlier]])
    return tuple(
        Decided(
            found[at].sentence.quote,
            upon.quote if (upon := found[at].upon) is not None else None,
            tuple(one.sentence.quote for one in gone.get(at, ())),
        )
        for at in stands
    )


def _gives_way(earlier: _Found, later: _Found, cues: Cues) -> bool:
    """Whether the later decision is on the same matter and takes the earlier one back."""
    if earlier.owner and not later.owner:
        return False
    common = earlier.about & later.about
    turns = cues.says(Cue.TURNS, later.sentence.plain)
    near = later.sentence.number - earlier.sentence.number
    if near == 0:
        return False
    if turns and common:
        return True
    if turns and near <= _TURN_REACH and min(len(earlier.about), len(later.about)) <= 2:
        return True
    # 'Timeout 30' and later 'timeout 60': one subject, another value.
    smaller = min(earlier.about, later.about, key=len)
    return (
        len(smaller) > 1
        and earlier.about != later.about
        and len(common) >= max(2, len(earlier.about | later.about) * _SAME)
    )
