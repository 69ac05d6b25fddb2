"""What shows that an English sentence, order or not, is over with the turn it is said in.

Tried on a sentence that was taken for an ask, in lower case: what is taken back or not needed, a
statement that asks to be confirmed, an order whose product is the answer or the state of the
machine, what touches up what is on the screen, another's duty, remarks. Classes of grammar, no
sentences.
"""

from __future__ import annotations

from typing import Final

from luminair.keeping.capture import passing_signs as signs
from luminair.keeping.capture import passing_texts as texts
from luminair.keeping.capture.signs import FAULT
from luminair.keeping.capture.telling_signs import ORDERS_LATE, POLITE
from luminair.keeping.capture.verdict import Want
from luminair.keeping.capture.wish_fragments import ASKED, NO_NEED
from luminair.keeping.capture.wish_signs import EACH, TOPIC

DENIED: Final = "it says what is not to be done"
CONFIRM: Final = "it asks whether that is so"
NOW: Final = "the turn itself settles it"
SCREEN: Final = "it leans on what is on the screen"
ANSWER: Final = "the answer is what is asked for"
OTHERS: Final = "it tells what somebody else wants"
REMARK: Final = "it is a remark"

_SHORT: Final = 9


def well_again(texts: list[str]) -> bool:
    """Whether a report tells that what it reports is over.

    Args:
        texts: its sentences from the one with the fault on.
    """
    first, *later = [" ".join(text.replace("’", "'").casefold().split()) for text in texts]
    fault = FAULT.search(first)
    behind = first[fault.end() :] if fault else first
    return any(signs.WELL_AGAIN.search(text) for text in (behind, *later))


def passing(text: str, folded: str, want: Want) -> str:
    """Why what sounds like an ask is over with the turn, or none at all; '' if it may be one.

    Args:
        text: in lower case, without what leads in.
        folded: with it.
        want: what it was taken for.
    """
    plain = text.strip(" .!")
    bare = plain.rstrip("?. ").removesuffix(" please").rstrip(",")
    if signs.TAG.fullmatch(folded) and not folded.startswith(("please", "can ", "could ")):
        return CONFIRM
    if signs.STATED.fullmatch(folded) and not POLITE.search(folded):
        return CONFIRM
    if signs.WONDERS.fullmatch(bare):
        return CONFIRM
    if (
        signs.INVERTED.fullmatch(bare)
        and want is not Want.WORK
        and not ASKED.fullmatch(bare)
        and ":" not in bare
    ):
        return CONFIRM
    if signs.STOPPED.fullmatch(folded.strip(" .!")) and not signs.HABIT_STRICT.search(bare):
        return DENIED
    told = _taken_back(bare, want) or _others(bare) or _remark(bare, folded, want)
    if told and not ORDERS_LATE.search(text):
        return told
    return _done_with_turn(bare) or _touch(bare, plain)


def _taken_back(text: str, want: Want) -> str:
    if (signs.REVOKED.fullmatch(text) or signs.NOT_NEEDED.fullmatch(text)) and not (
        signs.HABIT_STRICT.search(text) or NO_NEED.fullmatch(text)
    ):
        return DENIED
    told = want is not Want.WISH and signs.SAID_BY_YOU.fullmatch(text) and not EACH.search(text)
    return CONFIRM if told else ""


def _others(text: str) -> str:
    named = signs.SUPPORTED.fullmatch(text) and not signs.ITS_OWN.match(text)
    said = (
        signs.THEIR_DUTY.fullmatch(text)
        or signs.ASIDE.fullmatch(text)
        or signs.PAGE_SAYS.fullmatch(text)
    )
    return OTHERS if named or said else ""


def _remark(text: str, folded: str, want: Want) -> str:
    whole = folded.strip(" .!")
    if signs.FRAGMENT.fullmatch(whole) and not TOPIC.search(text):
        return REMARK
    if signs.CORRECTS.fullmatch(text) and len(text.split()) < 2 * _SHORT:
        return SCREEN
    if signs.COMPLAINS.fullmatch(whole) and not POLITE.search(whole):
        return REMARK
    if signs.SAYING.fullmatch(text):
        return REMARK
    if signs.FEW_WORDS.fullmatch(text):
        return REMARK
    if want is Want.FAULT and signs.JUST_NOW.search(text):
        return REMARK
    felt = signs.FEELS.fullmatch(whole)
    return REMARK if felt and (want is Want.FAULT or not EACH.search(text)) else ""


def _done_with_turn(text: str) -> str:
    words = len(text.split())
    if signs.HABIT_STRICT.search(text):
        return ""
    looks = signs.LOOKS.match(text) and EACH.search(text) and not signs.AND_MENDS.search(text)
    if looks and not signs.HABIT.search(text):
        return NOW
    if words <= _SHORT + 3 and any(
        sign.fullmatch(text) for sign in (signs.TREE, signs.SWEPT, signs.FILES, signs.ONCE)
    ):
        return NOW
    operates = signs.OPERATES.fullmatch(text) or signs.FETCHES.fullmatch(text)
    if operates and len(text.split()) <= _SHORT + 3:
        return NOW
    if signs.TAKEN.fullmatch(text) and not signs.HABIT.search(text):
        return NOW
    given = texts.GIVEN.fullmatch(text)
    if given and texts.GIVEN_HEAD.search(text.partition(":")[0]):
        return ANSWER
    if texts.SAMPLE.fullmatch(text):
        return ANSWER
    return ANSWER if texts.OUTING.fullmatch(text) else ""


def _touch(text: str, plain: str) -> str:
    """What touches up an answer: short, and with nothing that is known without it."""
    text = texts.FRAME.sub("", text, count=1)
    if texts.MINOR.fullmatch(text) and not EACH.search(text):
        return SCREEN
    if texts.COMPARED.fullmatch(text) and not (TOPIC.search(text) or EACH.search(text)):
        return SCREEN
    if EACH.search(text) or len(text.split()) > _SHORT:
        return ""
    if (
        texts.NUMBERED.fullmatch(text)
        or texts.PICKED.fullmatch(text)
        or texts.EXACT.fullmatch(plain)
    ):
        return SCREEN
    return SCREEN if texts.TOUCHES.match(text) and texts.IN_IT.fullmatch(text) else ""
