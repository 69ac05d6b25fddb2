"""What shows that an English sentence tells something and asks for nothing.

A sentence is a request only with evidence that its author asks for something that outlives the
answer; see :func:`evidence`. Where that is weak, the sentence's mood, tense and subject decide:
what was done, what other people want, what might be, praise, a text that is itself the answer.
"""

from __future__ import annotations

from typing import Final

from luminair.keeping.capture import telling_signs as signs
from luminair.keeping.capture import telling_texts as texts
from luminair.keeping.capture.signs import ON_SCREEN, YOU
from luminair.keeping.capture.verdict import Want
from luminair.keeping.capture.wish_signs import EACH, RULED_OUT
from luminair.keeping.capture.words import Words, words_of

TRIED: Final = "it tells what was tried in vain"
MUSING: Final = "it thinks aloud"
PRAISE: Final = "it says thanks"
TELLS: Final = "it tells what is or was"
OTHERS: Final = "it tells what somebody else wants"
GAME: Final = "it is a game"
ASKED: Final = "a question"
LEANS: Final = "it leans on what is on the screen"
_FEW: Final = 9
"""Words, of a sentence that only touches up an answer."""
ANSWER: Final = "the answer is what is asked for"


def evidence(text: str, folded: str) -> int:
    """How plainly a sentence asks: 2 by its mood, 1 by 'I want' and 'we need', 0 not.

    Args:
        text: in lower case, without what leads in.
        folded: with it.
    """
    if signs.POLITE.search(folded) or signs.ORDERS.match(text) or signs.ORDERS_LATE.search(text):
        return 2
    words = words_of("en")
    verb = max(words.starts(text, "work"), words.starts(text, "errand"), key=len)
    if _acts(text, words):
        return 0
    if (
        verb
        and not signs.NOUN_SUBJECT.match(text[len(verb) :])
        and not signs.PAST_START.match(text)
    ):
        return 2
    if signs.WE_ASK.match(text):
        return 1
    frame = YOU.match(text)
    return 1 if frame is not None and not signs.UNREAL.search(text) else 0


def _acts(text: str, words: Words) -> bool:
    """'Zapier drops attachments': the second word is a verb of the third person."""
    _, _, rest = text.partition(" ")
    second = rest.partition(" ")[0]
    own_verb = words.starts(text, "work") or words.starts(text, "errand")
    if own_verb or not second.endswith("s") or second.endswith("ss"):
        return False
    for stem in (second[:-1], second[:-2]):
        if stem and stem in (words.starts(stem, "work"), words.starts(stem, "errand")):
            return signs.BEHIND_VERB.search(rest[len(second) :]) is not None
    return False


def told(text: str, folded: str, want: Want) -> str:
    """Why a sentence that sounds like a request is none; '' if it may be one.

    Args:
        text: in lower case, without what leads in.
        folded: with it.
        want: what it was taken for.
    """
    if reason := _settled(text, folded):
        return reason
    shown = evidence(text, folded)
    if shown == 2:
        return ""
    return _not_asked(text, folded, shown) or (
        _no_fault(text) if want is Want.FAULT else _own_act(text) if shown else _statement(text)
    )


def _settled(text: str, folded: str) -> str:
    """Why a sentence leaves nothing to do, even one that is put as an order."""
    if _is_answer(text):
        return ANSWER
    if signs.READ_OUT.match(text):
        return OTHERS
    if signs.OPINION.match(text):
        return ASKED
    if ON_SCREEN.search(text) and len(text.split()) < _FEW and not EACH.search(text):
        return LEANS
    if signs.OPTION.match(text):
        return MUSING
    if signs.VAIN_LATER.match(text) and not _orders(folded):
        return TRIED
    return PRAISE if signs.PRAISE_NOUN.match(folded) and not _orders(folded) else ""


def _not_asked(text: str, folded: str, shown: int) -> str:
    """Why a sentence that is no order is a thought, another's wish or praise."""
    if signs.MUSING.search(text):
        return MUSING
    if signs.PERSON_WANTS.match(text) and not signs.ORDERS_LATE.search(text):
        return OTHERS
    praise = _of_you(text, shown) and signs.PRAISE.match(folded)
    return PRAISE if praise or signs.PRAISE_OF.search(text) else ""


def _statement(text: str) -> str:
    if signs.TRIAL.search(text):
        return TRIED
    if _acts(text, words_of("en")):
        return TELLS
    told_so = (
        signs.PAST,
        signs.PAST_START,
        signs.PAST_BARE,
        signs.STATUS,
        signs.STATE,
        signs.OWN_ACT,
    )
    return TELLS if any(sign.search(text) for sign in told_so) else ""


def _orders(text: str) -> bool:
    return bool(signs.POLITE.search(text) or signs.ORDERS_LATE.search(text))


def _of_you(text: str, shown: int) -> bool:
    return not shown or text.startswith("you ")


def _no_fault(text: str) -> str:
    if signs.TRIAL.search(text):
        return TRIED
    tells = (signs.NO_FAULT, signs.STATUS, signs.PAST_START)
    return TELLS if any(sign.search(text) for sign in tells) else ""


def _own_act(text: str) -> str:
    """'We should have known', 'I need to learn that': nobody is asked to do it."""
    if signs.UNREAL.search(text):
        return MUSING
    return TELLS if signs.OWN_ACT.match(text) else ""


def weighs_up(text: str) -> bool:
    """Whether the sentences beside this one are thoughts too."""
    return signs.DELIBERATES.search(text.casefold()) is not None


def is_trial(text: str) -> bool:
    """Whether a sentence tells of a way that was tried in vain, whatever else is in it."""
    if signs.ORDERS_LATE.search(text):
        return False
    return bool(signs.TRIAL.search(text) or RULED_OUT.search(text))


def _is_answer(text: str) -> bool:
    """'Write me a short birthday message', 'I need a polite reply': it is said, not kept."""
    main = texts.RELATIVE.sub("", text).strip()
    if texts.KINDS.match(main) or texts.KEPT.search(main):
        return False
    written = texts.WRITING.match(main) and not texts.PROJECT.search(main)
    return bool(written or texts.PRODUCT.match(main))
