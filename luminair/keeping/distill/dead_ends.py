"""Finds what was tried and did not work, with the reason as it was said and the error as pasted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, covered, terms
from luminair.keeping.distill.text import shortened
from luminair.keeping.distill.values import DeadEnd
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.text import Sentence

    Messages = Sequence[Sequence[Sentence]]

_TITLE = 110
_REACH = 2
"""Sentences of one message within which an outcome belongs to an attempt."""
_LOOK_BACK = 4
_FEW_WORDS = 9
_AT_ONCE = 4
_SAME = 0.6
_OWN_TERMS = 3
_TELLS_OF_TRYING = (Cue.TRIED, Cue.ATTEMPTS, Cue.DID, Cue.RULED_OUT, Cue.NO_LUCK, Cue.FAILED)
_NOT_WELL = (Cue.BAD, Cue.FAILED, Cue.DOES_NOT, Cue.ATTEMPTS)
_NOT_LEFT = (Cue.WORKS, Cue.NOT_YET, Cue.LATER, Cue.DECIDED)
_LEAD = re.compile(
    r"\b(?:dead ends?|ruled out|did ?n[o']t work|does ?n[o']t work|failed|tried|attempts?"
    r"|sackgasse|impasses?)\b",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"[\s,;:.—–-]*(?:\b(?:but|and|yet|however|though|which|it|that|this|then|still|also|so|they|"
    r"everything|always|simply|just|again|immediately|only|because|when|we|i|he|she)\b[\s,;:—–-]*)*$",
    re.I,
)
_START = re.compile(
    r"^(?:\W*\b(?:ok|okay|so|well|and|but|then|also|i've|we've|i|we|already|just|tried|trying|to|"
    r"attempted|tested|have|had|first|next|update|unfortunately|using|with|out|did|no luck|"
    r"gave up on|giving up on|ruled out|dead[- ]end)\b[\s,:;—–-]*)+",
    re.I,
)

_POINTING = re.compile(
    r"\W*(?:\w+[,.] )?(?:(?:no|nope|hm+|ok|okay|right|yes|so|then|and|of course|approach|idea"
    r"|removed|took|the flag|sorry|unfortunately|it|that|this|still|same|didn't|doesn't|reverted"
    r"|i|we|had|to|have|rolled|undid|gave|giving|backed|the same|your|now)\b[\s,]*)+",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\W*(?:still|same|the same|that|this|it)\b", re.IGNORECASE)


def dead_ends(messages: Messages, cues: Cues) -> tuple[DeadEnd, ...]:
    """What did not work, in the order it was said; each once."""
    found: list[tuple[DeadEnd, frozenset[str], int]] = []
    for at, sentences in enumerate(messages):
        skip = -1
        for place, sentence in enumerate(sentences):
            if place <= skip:
                continue
            made, skip = _at(sentence, place, messages, at, cues)
            if made is None:
                continue
            about = terms(f"{made.title} {made.tried.text}", cues)
            again = any(
                max(covered(about, other), covered(other, about)) >= _SAME for _, other, _ in found
            )
            if not again and not _overcome(terms(made.title, cues), sentence, messages, at, cues):
                found.append((made, about, at))
    return tuple(each for each, _, _ in found)


def _at(
    sentence: Sentence, place: int, messages: Messages, at: int, cues: Cues
) -> tuple[DeadEnd | None, int]:
    """The dead end that a sentence tells, and the last sentence of the message that it takes."""
    plain = sentence.plain
    if (
        _open_question(plain, cues)
        or cues.says(Cue.JOKES, plain)
        or _only_tells(sentence, messages, at, cues)
    ):
        return None, -1
    hoped = _hoped(sentence, messages, at, cues)
    if hoped is not None:
        return _made(hoped, sentence, cues), place
    if _none_of_it(sentence, messages, at, cues):
        return None, -1
    ruled_out = cues.says(Cue.RULED_OUT, plain)
    tried = cues.says(Cue.TRIED, plain) or _deed_failed(plain, cues)
    if ruled_out and not tried and _has_little(plain, cues):
        return _of_what_went_before(sentence, messages, at, cues), place
    if ruled_out or _tells_all(sentence, messages[at], cues, tried=tried):
        outcome, last = _outcome(messages[at], place, cues)
        return _made(sentence, outcome, cues), last
    gives_up = _gives_up_on(sentence, messages, at, cues)
    bad = any(cues.says(cue, plain) for cue in _NOT_WELL)
    if gives_up and bad and cues.says(Cue.TRIED, plain):
        return _made(sentence, None, cues), place
    if tried or cues.says(Cue.DID, plain) or cues.says(Cue.ATTEMPTS, plain):
        outcome, last = _outcome(messages[at], place, cues)
        failed = outcome is not None and _fails(outcome, cues)
        return (_made(sentence, outcome, cues), last) if failed else (None, -1)
    if gives_up and (cues.says(Cue.FAILED, plain) or sentence.error):
        return _made(sentence, None, cues), place
    if cues.says(Cue.DOES_NOT, plain):
        return _does_not(sentence, messages, at, cues), place
    return None, -1


def _only_tells(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the model tells how things are, and not what anybody tried."""
    if sentence.said.role is Role.USER or sentence.error or sentence.lead:
        return False
    return not any(cues.says(cue, each.plain) for each in messages[at] for cue in _TELLS_OF_TRYING)


def _none_of_it(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether a sentence that may speak of failing only explains, gets there, or asks for work."""
    return (
        _explains(sentence.plain, cues)
        or _got_there(sentence, messages, at, cues)
        or (sentence.said.role is Role.USER and _orders(sentence.plain, cues))
    )


def _tells_all(
    sentence: Sentence, sentences: Sequence[Sentence], cues: Cues, *, tried: bool
) -> bool:
    """Whether a sentence tells both the attempt and what came of it."""
    fails = cues.says(Cue.FAILED, sentence.plain) or bool(sentence.error)
    led = bool(_LEAD.search(sentence.lead)) and (fails or not cues.says(Cue.DONE, sentence.plain))
    return led or (tried and fails) or _is_left(sentence, sentences, cues)


def _orders(plain: str, cues: Cues) -> bool:
    """Whether the owner asks for work, in whatever words of failing: 'take out every error'."""
    return cues.says(Cue.WORK, plain) and not any(
        cues.says(cue, plain) for cue in (Cue.RULED_OUT, Cue.ATTEMPTS, Cue.DOES_NOT)
    )


def _is_left(sentence: Sentence, sentences: Sequence[Sentence], cues: Cues) -> bool:
    """Whether two of three are told: an attempt, that it went badly, that it is given up."""
    plain = sentence.plain
    if len(terms(sentence.text, cues)) < _OWN_TERMS - 1:
        return False
    if any(cues.says(cue, plain) for cue in _NOT_LEFT):
        return False
    dropped = cues.find(Cue.DROPPED, plain)
    if dropped is not None and dropped.start() < _AT_ONCE:  # a wish that is taken back
        return False
    if sentence.said.role is Role.USER and cues.says(Cue.WORK, plain):
        return False
    bad, attempts = cues.says(Cue.BAD, plain), cues.says(Cue.ATTEMPTS, plain)
    if attempts and bad:
        return True
    follows = [
        each.plain
        for each in sentences[sentence.place : sentence.place + _REACH]
        if each.piece == sentence.piece
    ]
    gives_up = any(cues.says(Cue.GIVES_UP, each) for each in follows)
    return gives_up and (bad or attempts or cues.says(Cue.TRIED, plain))


def _hoped(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> Sentence | None:
    """What the model's last message set up, where the owner's few words say it was in vain."""
    if sentence.said.role is not Role.USER or sentence.place > 1:
        return None
    few = (
        sum(len(each.plain.split()) for each in messages[at])
        <= _FEW_WORDS + sentence.place * _FEW_WORDS
    )
    if not few or not cues.says(Cue.NO_LUCK, sentence.plain):
        return None
    before = messages[at - 1] if at else ()
    bare = not (cues.says(Cue.DOES_NOT, sentence.plain) or cues.says(Cue.FAILED, sentence.plain))
    hopes = [
        each
        for each in before
        if each.said.role is Role.ASSISTANT
        and (cues.says(Cue.HOPES, each.plain) or (not bare and cues.says(Cue.DID, each.plain)))
    ]
    return hopes[-1] if hopes else None


def _explains(plain: str, cues: Cues) -> bool:
    """Whether a sentence only says what an error means."""
    only_may = cues.says(Cue.HEDGED, plain) and not cues.says(Cue.GIVES_UP, plain)
    return (only_may or cues.says(Cue.EXPLAINS, plain)) and not any(
        cues.says(cue, plain) for cue in (Cue.TRIED, Cue.DID, Cue.RULED_OUT, Cue.ATTEMPTS)
    )


def _got_there(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether what failed was a step on the way: 'The first run failed; on 8444 it runs'."""
    plain = sentence.plain
    failed = cues.find(Cue.FAILED, plain)
    if failed is None or cues.says(Cue.RULED_OUT, plain):
        return False
    if cues.says(Cue.WORKS, plain[failed.end() :]):
        return True
    after = [each.plain for each in messages[at] if each.place > sentence.place]
    return cues.says(Cue.ON_THE_WAY, plain) and any(
        cues.says(cue, each) for each in after for cue in (Cue.WORKS, Cue.DONE, Cue.STANDS)
    )


def _deed_failed(plain: str, cues: Cues) -> bool:
    """Whether a sentence tells of a deed and then, after a turn, of its failure.

    'I added a handler for failed logins' is a deed about failures and no failed deed.
    """
    deed = cues.find(Cue.DID, plain)
    if deed is None:
        return False
    turn = cues.find(Cue.BUT, plain[deed.end() :])
    return turn is not None and cues.says(Cue.FAILED, plain[deed.end() + turn.end() :])


def _open_question(plain: str, cues: Cues) -> bool:
    return plain.rstrip().endswith("?") or (
        cues.says(Cue.UNSURE, plain)
        and not cues.says(Cue.RULED_OUT, plain)
        and not cues.says(Cue.TRIED, plain)
        and not cues.says(Cue.DID, plain)
    )


def _does_not(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> DeadEnd | None:
    """'That does not work, still E': of what the model had just done; else a report of a fault."""
    if sentence.said.role is Role.USER and _has_little(sentence.plain, cues):
        return _of_what_went_before(sentence, messages, at, cues)
    if sentence.said.role is Role.USER and cues.says(Cue.ASKS, sentence.plain):
        return None
    given = cues.says(Cue.REASON, sentence.plain) or "," in sentence.plain
    if given and len(terms(sentence.text, cues)) >= _OWN_TERMS:
        begun = at > 0 or sentence.said.role is Role.ASSISTANT
        return _made(sentence, None, cues) if begun else None
    return None


def _gives_up_on(sentence: Sentence, messages: Messages, at: int, cues: Cues) -> bool:
    """Whether the owner, hearing that something does not go, takes another way at once."""
    if sentence.said.role is not Role.ASSISTANT or len(terms(sentence.text, cues)) < _OWN_TERMS:
        return False
    following = next((each for each in messages[at + 1 :] if each), ())
    return any(
        each.said.role is Role.USER
        and cues.says(Cue.YIELDS, each.plain)
        and not each.plain.rstrip().endswith("?")
        for each in following[:2]
    )


def _fails(sentence: Sentence, cues: Cues) -> bool:
    plain = sentence.plain
    kinds = (Cue.FAILED, Cue.RULED_OUT, Cue.DOES_NOT, Cue.GIVES_UP)
    return any(cues.says(cue, plain) for cue in kinds) or bool(sentence.error)


def _outcome(sentences: Sequence[Sentence], place: int, cues: Cues) -> tuple[Sentence | None, int]:
    """The sentence after an attempt that says what came of it, and its place."""
    for reach in range(1, _REACH + 1):
        if place + reach >= len(sentences):
            break
        each = sentences[place + reach]
        apart = each.piece != sentences[place].piece
        if apart and (each.listed or sentences[place].listed or each.lead):
            break
        if each.plain.rstrip().endswith("?") or cues.says(Cue.WORKS, each.plain):
            break
        if _fails(each, cues) and not (
            cues.says(Cue.TRIED, each.plain) and cues.says(Cue.FAILED, each.plain)
            and len(terms(each.text, cues)) > _OWN_TERMS
        ):  # fmt: skip
            return each, place + reach
    return None, place


def _has_little(plain: str, cues: Cues) -> bool:
    """Whether a sentence names nothing itself: 'that did not work either'."""
    pointing = _POINTING.match(plain)
    if pointing is None:
        return False
    again = _AGAIN.match(plain) is not None
    return again or len(terms(plain, cues)) <= _OWN_TERMS + 1


def _of_what_went_before(
    sentence: Sentence, messages: Messages, at: int, cues: Cues
) -> DeadEnd | None:
    """The dead end of an attempt that an earlier message, or the same one, tells of."""
    same = [each for each in messages[at] if each.place < sentence.place]
    for before in (same, *reversed(messages[max(at - _LOOK_BACK, 0) : at])):
        attempts = [
            each
            for each in before
            if cues.says(Cue.TRIED, each.plain)
            or (each.said.role is Role.ASSISTANT and cues.says(Cue.DID, each.plain))
            or (each.said.role is Role.ASSISTANT and cues.says(Cue.PROPOSES, each.plain))
            or (each.said.role is Role.ASSISTANT and cues.says(Cue.FAILED, each.plain))
        ]
        named = [each for each in attempts if terms(sentence.text, cues) & terms(each.text, cues)]
        if attempts:
            return _made((named or attempts)[-1], sentence, cues)
    return None if len(terms(sentence.text, cues)) < _OWN_TERMS else _made(sentence, None, cues)


def _made(tried: Sentence, outcome: Sentence | None, cues: Cues) -> DeadEnd:
    error = (outcome.error if outcome else "") or tried.error
    return DeadEnd(
        _title(tried, cues), tried.quote, outcome.quote if outcome is not None else None, error
    )


def _title(tried: Sentence, cues: Cues) -> str:
    """What was tried: the sentence without its opening and without what came of it."""
    opening = _START.match(tried.plain)
    start = opening.end() if opening else 0
    rest = tried.plain[start:]
    ends = [
        found.start()
        for cue in (Cue.FAILED, Cue.RULED_OUT, Cue.DOES_NOT)
        if (found := cues.find(cue, rest)) is not None and found.start() > 0
    ]
    cut = rest[: min(ends)] if ends else rest
    cut = _JOIN.sub("", cut)
    if len(terms(cut, cues)) < 2:
        return shortened(tried.text, _TITLE)
    what = tried.text[start : start + len(cut)].strip(" *`.,;:—–-") or tried.text
    if what.count("`") % 2:
        what = what.replace("`", "")
    return shortened(what[:1].upper() + what[1:], _TITLE)


def _overcome(
    about: frozenset[str], sentence: Sentence, messages: Messages, at: int, cues: Cues
) -> bool:
    """Whether somebody says later that this very thing works now."""
    later = [each for sentences in messages[at + 1 :] for each in sentences]
    later += [each for each in messages[at] if each.place > sentence.place]
    return any(
        cues.says(Cue.WORKS, each.plain)
        and not cues.says(Cue.DOES_NOT, each.plain)
        and covered(about, terms(each.text, cues)) >= _SAME
        for each in later
    )
