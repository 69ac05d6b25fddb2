"""Finds what was decided in a conversation: by the owner's words, or the model's unopposed ones.

A question, a condition, a thought and somebody else's words decide nothing. What the owner says
outranks what the model says; a later decision on the same matter stands, and names the earlier.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.keeping.cues import Cue, Cues, covered, terms
from luminair.keeping.distill_text import followed
from luminair.keeping.distill_values import Decided
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.keeping.distill_text import Sentence

    Messages = Sequence[Sequence[Sentence]]

_YES_WORDS = 14
_CHOICE_WORDS = 9
_TURN_REACH = 8
_ECHO_REACH = 3
_ANSWER_WORDS = 16
_ANSWER_PLACES = 1
_WORD_OF_ANSWER = 6
_BARE_SENTENCES = 3
_BARE_TERMS = 3
_NAME_WORDS = 3
_NO_NAME = (Cue.PASSING, Cue.REJECTS, Cue.UNSURE, Cue.JOKES, Cue.DROPPED)
_NO_ANSWER = (
    Cue.PASSING, Cue.WORKS, Cue.REJECTS, Cue.LATER, Cue.OPEN, Cue.FAILED, Cue.DOES_NOT, Cue.TRIED,
    Cue.PROMISES, Cue.DROPPED, Cue.HEDGED, Cue.JOKES,
)  # fmt: skip
_SAME = 0.6
_LEAD = re.compile(
    r"\b(?:decisions?|decided|agreed|settled|entschieden|décisions?|decisiones)\b", re.I
)
_CHOSEN = re.compile(
    r"\b(?:option|variant|plan|approach|number)?\s*#?([a-h]|[1-9])\b(?!['\w])", re.I
)
_ORDINALS = {
    "first": 0, "former": 0, "second": 1, "latter": -1, "third": 2, "last": -1,
    "erste": 0, "zweite": 1, "letzte": -1, "première": 0, "deuxième": 1, "primera": 0, "segunda": 1,
}  # fmt: skip
_WORD = re.compile(r"\w+")
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
            upon = _agreed(sentence, messages, at, cues) or _answered(sentence, messages, at, cues)
            if (
                upon is not None
                or _decides(sentence, messages, at, cues)
                or _states(sentence, messages, at, cues)
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
    if owner and not led and _only_work(sentence, messages, at, cues):
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
    before = _message_before(messages, at)
    return not any(each.said.role is Role.ASSISTANT and _poses(each, cues) for each in before)


def _message_before(messages: Messages, at: int) -> Sequence[Sentence]:
    return next((each for each in reversed(messages[:at]) if each), ())


def _switches(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the model reports a change that is whole, and more than what it was asked to do."""
    if any(cues.says(cue, each.plain) for each in messages[at] for cue in (Cue.NOT_DONE, Cue.LACKS)):
        return False
    asked = [
        each
        for each in _message_before(messages, at)
        if each.said.role is Role.USER and cues.says(Cue.WORK, each.plain)
    ]
    about = terms(sentence.text, cues)
    return not any(covered(about, terms(each.text, cues)) >= _SAME for each in asked)


def _undecided(plain: str, cues: Cues) -> bool:
    return cues.says(Cue.UNSURE, plain) or cues.says(Cue.OTHERS, plain)


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


def _agreed(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> Sentence | None:
    """The proposal that the owner's few words say yes to, or None."""
    plain = sentence.plain
    words = len(_WORD.findall(plain))
    short = words <= _YES_WORDS
    if sentence.said.role is not Role.USER or sentence.place > 0 or not short:
        return None
    if "?" in plain or cues.says(Cue.REJECTS, plain):
        return None
    before = _message_before(messages, at)
    if not before or before[0].said.role is Role.USER:
        return None
    options = [each for each in before if _label(each)]
    chosen = _option(plain, options, cues) if options and words <= _CHOICE_WORDS else None
    if chosen is not None or not cues.says(Cue.ACCEPTS, plain):
        return chosen
    own = terms(plain, cues)
    named = [each for each in before if own & terms(each.text, cues)]
    advice = _asked_back(messages, at, cues)  # 'I like that', of the answer to 'which one?'
    return (
        _proposal(plain, before, cues)
        or (named[-1] if named else None)
        or (before[0] if advice else None)
    )


def _answered(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> Sentence | None:
    """What the owner's short answer settles: a choice offered, or a way that does not go; or None.

    'path. six months' after 'a header, or a version in the path?'.
    """
    plain = sentence.plain
    told = messages[at][: sentence.place]
    saying = [each for each in told if terms(each.text, cues)]
    few = len(_WORD.findall(plain)) <= _ANSWER_WORDS and len(saying) <= _ANSWER_PLACES
    if sentence.said.role is not Role.USER or not few or "?" in plain:
        return None
    own = terms(sentence.text, cues)
    bare = plain.strip(" .!").casefold()
    literal = [
        each
        for each in _message_before(messages, at)
        if each.said.role is Role.ASSISTANT
        and _leaves_open(each, cues)
        and " " in bare
        and re.search(rf"\b{re.escape(bare)}\b", each.plain.casefold())
    ]
    if literal and sentence.place == 0:
        return literal[-1]
    named = _named_first(sentence, messages, at, cues)
    if named is not None:
        return named
    if not own or _undecided(plain, cues) or any(cues.says(cue, plain) for cue in _NO_ANSWER):
        return None
    if cues.says(Cue.ASKS, plain) and not cues.says(Cue.YIELDS, plain):
        return None
    if any(cues.says(Cue.REJECTS, each.plain) for each in told if each not in saying):
        return None  # what follows a bare no is its reason
    before = _message_before(messages, at)
    if not before or before[0].said.role is Role.USER:
        return None
    yields = any(cues.says(cue, plain) for cue in (Cue.YIELDS, Cue.DECIDES, Cue.ACCEPTS))
    posed = [each for each in before if _poses(each, cues)]
    if not posed and sentence.place == 0 and len(_WORD.findall(plain)) <= _WORD_OF_ANSWER:
        posed = _asked_back(messages, at, cues)
    shared = [each for each in posed if own & terms(each.text, cues)]
    if shared:
        return shared[-1]
    asked = [each for each in posed if yields or _leaves_open(each, cues)]
    return asked[-1] if asked and not saying else None


def _named_first(
    sentence: Sentence, messages: Messages, at: int, cues: Cues
) -> Sentence | None:
    """The model's sentence that offers what the owner names first: 'Caddy. One file less.'"""
    if sentence.place > 0 or any(cues.says(cue, sentence.plain) for cue in _NO_NAME):
        return None
    head = re.split(r"[,.;:!]|\s[-–—]", sentence.plain, maxsplit=1)[0]
    named = terms(head, cues)
    if not named or len(_WORD.findall(head)) > _NAME_WORDS:
        return None
    offered = [
        each
        for each in _message_before(messages, at)
        if each.said.role is Role.ASSISTANT
        and named <= terms(each.text, cues)
        and (_leaves_open(each, cues) or re.search(r"\b(?:or|oder|ou|o)\b", each.plain))
    ]
    return offered[-1] if offered else None


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
    if _undecided(sentence.plain, cues) or cues.says(Cue.DID, sentence.plain):
        return False
    return not any(cues.says(cue, sentence.plain) for cue in (*_NO_ANSWER, Cue.ASKS, Cue.COMMANDS))


def _asked_back(messages: Messages, at: int, cues: Cues) -> list[Sentence]:
    """The owner's own question that the model answered, and the owner now settles: 'five'."""
    asked = [each for each in messages[max(at - 2, 0)] if each.said.role is Role.USER]
    return [each for each in asked if "?" in each.plain and cues.says(Cue.SETTLES, each.plain)]


def _leaves_open(sentence: Sentence, cues: Cues) -> bool:
    """Whether a sentence of the model names ways to choose from, and tells of no failure alone."""
    return any(cues.says(cue, sentence.plain) for cue in (Cue.PROPOSES, Cue.OFFERS))


def _poses(sentence: Sentence, cues: Cues) -> bool:
    """Whether a sentence of the model leaves something for the owner to choose."""
    plain = sentence.plain
    if cues.says(Cue.PASSING, plain):
        return False
    failing = cues.says(Cue.FAILED, plain) and not cues.says(Cue.DONE, plain)
    failing = failing and not cues.says(Cue.EXPLAINS, plain)
    return failing or _leaves_open(sentence, cues)


def _proposal(plain: str, offered: Sequence[Sentence], cues: Cues) -> Sentence | None:
    proposals = [each for each in offered if cues.says(Cue.PROPOSES, each.plain)]
    lasting = [each for each in proposals if not cues.says(Cue.PASSING, each.plain)]
    if not lasting:
        return None
    own = terms(plain, cues)
    named = [each for each in lasting if own & terms(each.text, cues)]
    # A firm recommendation counts for more than a question that follows it.
    firm = [each for each in lasting if not each.plain.rstrip().endswith("?")]
    return (named or firm or lasting)[-1]


def _label(sentence: Sentence) -> str:
    if sentence.item:
        return sentence.item.casefold()
    named = re.match(r"\W*(?:option|variant|plan|approach)\s+([a-h1-9])\b", sentence.plain, re.I)
    return named[1].casefold() if named else ""


def _option(plain: str, options: Sequence[Sentence], cues: Cues) -> Sentence | None:
    lowered = plain.casefold()
    for word in _WORD.findall(lowered):
        if word in _ORDINALS:
            place = _ORDINALS[word]
            return options[place] if place < len(options) else None
    labels = {_label(each): each for each in options}
    for found in _CHOSEN.finditer(lowered):
        if found[1] in labels and (found[1] != "a" or len(_WORD.findall(lowered)) <= 4):
            return labels[found[1]]
    own = terms(plain, cues)
    fitting = [each for each in options if own & terms(each.text, cues)]
    return fitting[0] if len(fitting) == 1 else None


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
