"""What the owner's answer settles, by what the model had put to him just before.

'Sold', 'the second one', 'Caddy, one file less' and 'no, keep users' say little by themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, terms
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.text import Sentence

    Messages = Sequence[Sequence[Sentence]]

_YES_WORDS = 14
_CHOICE_WORDS = 9
_ANSWER_WORDS = 16
_ANSWER_PLACES = 1
_WORD_OF_ANSWER = 6
_NAME_WORDS = 3
_NO_BUT = re.compile(r"(?:no|nope|nah|nein|non|rather not)\b[ ,.;:–—-]+\S+ \S", re.IGNORECASE)
_NO_WAY_ON = (Cue.FAILED, Cue.DOES_NOT, Cue.LATER, Cue.UNSURE, Cue.WORKS, Cue.JOKES, Cue.THANKS)
_NO_NAME = (Cue.PASSING, Cue.REJECTS, Cue.UNSURE, Cue.JOKES, Cue.DROPPED)
_NO_ANSWER = (
    Cue.PASSING, Cue.WORKS, Cue.REJECTS, Cue.LATER, Cue.OPEN, Cue.FAILED, Cue.DOES_NOT, Cue.TRIED,
    Cue.PROMISES, Cue.DROPPED, Cue.HEDGED, Cue.JOKES,
)  # fmt: skip
_CHOSEN = re.compile(
    r"\b(?:option|variant|plan|approach|number)?\s*#?([a-h]|[1-9])\b(?!['\w])", re.I
)
_ORDINALS = {
    "first": 0, "former": 0, "second": 1, "latter": -1, "third": 2, "last": -1,
    "erste": 0, "zweite": 1, "letzte": -1, "première": 0, "deuxième": 1, "primera": 0, "segunda": 1,
}  # fmt: skip
_WORD = re.compile(r"\w+")


def agreed_to(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> Sentence | None:
    """The proposal that the owner's few words say yes to, or None."""
    plain = sentence.plain
    words = len(_WORD.findall(plain))
    short = words <= _YES_WORDS
    if sentence.said.role is not Role.USER or sentence.place > 0 or not short:
        return None
    if "?" in plain or cues.says(Cue.REJECTS, plain):
        return None
    before = message_before(messages, at)
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


def answered(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> Sentence | None:
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
    bare = re.sub(r"[,\s]*\b(?:please|pls|bitte)\b", "", plain.strip(" .!").casefold())
    literal = [
        each
        for each in message_before(messages, at)
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
    if not own or undecided(plain, cues) or any(cues.says(cue, plain) for cue in _NO_ANSWER):
        return None
    if cues.says(Cue.ASKS, plain) and not cues.says(Cue.YIELDS, plain):
        return None
    if any(cues.says(Cue.REJECTS, each.plain) for each in told if each not in saying):
        return None  # what follows a bare no is its reason
    before = message_before(messages, at)
    if not before or before[0].said.role is Role.USER:
        return None
    yields = any(cues.says(cue, plain) for cue in (Cue.YIELDS, Cue.DECIDES, Cue.ACCEPTS))
    posed = [each for each in before if poses(each, cues)]
    if not posed and sentence.place == 0 and len(_WORD.findall(plain)) <= _WORD_OF_ANSWER:
        posed = _asked_back(messages, at, cues)
    shared = [each for each in posed if own & terms(each.text, cues)]
    if shared:
        return shared[-1]
    asked = [each for each in posed if yields or _leaves_open(each, cues)]
    return asked[-1] if asked and not saying else None


def declines(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the owner says no to a question of the model and how it is to be: 'no, nobody'."""
    if sentence.place > 0 or sentence.said.role is not Role.USER:
        return False
    said = _NO_BUT.match(sentence.plain)
    if said is None or any(cues.says(cue, sentence.plain) for cue in _NO_WAY_ON):
        return False
    return any(
        each.said.role is Role.ASSISTANT
        and each.plain.rstrip().endswith("?")
        and _leaves_open(each, cues)
        for each in message_before(messages, at)
    )


def _named_first(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> Sentence | None:
    """The model's sentence that offers what the owner names first: 'Caddy, one file less'."""
    if sentence.place > 0 or any(cues.says(cue, sentence.plain) for cue in _NO_NAME):
        return None
    head = re.split(r"[,.;:!]|\s[-–—]", sentence.plain, maxsplit=1)[0]
    named = terms(head, cues)
    if not named or len(_WORD.findall(head)) > _NAME_WORDS:
        return None
    offered = [
        each
        for each in message_before(messages, at)
        if each.said.role is Role.ASSISTANT
        and named <= terms(each.text, cues)
        and (_leaves_open(each, cues) or re.search(r"\b(?:or|oder|ou|o)\b", each.plain))
    ]
    return offered[-1] if offered else None


def message_before(messages: Messages, at: int) -> Sequence[Sentence]:
    """The last message before another that says something; () where there is none."""
    return next((each for each in reversed(messages[:at]) if each), ())


def undecided(plain: str, cues: Cues) -> bool:
    """Whether a sentence only weighs, or tells somebody else's words."""
    return cues.says(Cue.UNSURE, plain) or cues.says(Cue.OTHERS, plain)


def _asked_back(messages: Messages, at: int, cues: Cues) -> list[Sentence]:
    """The owner's own question that the model answered, and the owner now settles: 'five'."""
    asked = [each for each in messages[max(at - 2, 0)] if each.said.role is Role.USER]
    return [each for each in asked if "?" in each.plain and cues.says(Cue.SETTLES, each.plain)]


def _leaves_open(sentence: Sentence, cues: Cues) -> bool:
    """Whether a sentence of the model names ways to choose from, and tells of no failure alone."""
    return any(cues.says(cue, sentence.plain) for cue in (Cue.PROPOSES, Cue.OFFERS))


def poses(sentence: Sentence, cues: Cues) -> bool:
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
