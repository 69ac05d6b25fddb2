"""What one English sentence to a coding agent wants: work, a wish for the future, or neither.

The signs are closed classes: how people frame a request, the verbs of building against those of
looking and running, what makes an imperative lean on the talk around it ('make it bigger').
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from luminair.keeping.capture import passing as over
from luminair.keeping.capture import signs, telling, wishes
from luminair.keeping.capture.verdict import Verdict, Want
from luminair.keeping.capture.words import words_of

UNKNOWN: Final = "it tells to do something"
"""With a verb of no list, as which a word of another language may pass."""
_LOOKED_AT: Final = 400
"""Characters of a sentence; behind that nobody begins to ask."""
_HEADING_WORDS: Final = 9
_KNOWN: Final = 3
_UNHEARD: Final = 5
"""Words of an order whose verb is in no list: short ones are done with the turn."""
_ASKING: Final = {Want.WORK, Want.WISH}
_TINY: Final = {"format", "sort", "bump"}
_LIGHT_VERBS: Final = {"use", "let", "keep", "type", "time", "name"}
_MAKING: Final = {"write", "draft", "create", "make", "generate"}
_PREPARING: Final = {"design", "prepare", "plan", "build", "convert"}


def judge(sentence: str) -> Verdict:
    """What a sentence wants, list marks left off; of a long one its beginning decides."""
    folded = " ".join(sentence[:_LOOKED_AT].replace("’", "'").split()).casefold()
    text = _bare(folded)
    if not text:
        return Verdict(Want.CHATTER, "nothing is left but politeness")
    if reason := wishes.silenced(text) or wishes.silenced(folded.rstrip(".! ")):
        return Verdict(Want.OTHER, reason)
    verdict = _wanted(text, folded)
    if verdict.want in _ASKING or verdict.want is Want.FAULT:
        if reason := telling.told(text, folded, verdict.want) or over.passing(
            text, folded, verdict.want
        ):
            return Verdict(Want.OTHER, reason)
        return replace(verdict, shown=telling.evidence(text, folded))
    return Verdict(Want.OTHER, telling.TRIED) if telling.is_trial(text) else verdict


def _wanted(text: str, folded: str) -> Verdict:
    """What a sentence wants by its words, whether or not it only tells of them."""
    verdict = _judged(text)
    if verdict.want is Want.FAULT and wishes.no_fault(text):
        verdict = Verdict(Want.OTHER, wishes.GIVEN_UP)
    later = verdict.want is Want.ERRAND and not verdict.leaning and _counted(text) > 3
    if later and words_of("en").holds(text, "deferred"):
        return Verdict(Want.WORK, "something to do later")
    if verdict.want in _ASKING:
        return verdict
    words = words_of("en")
    told = words.starts(text, "errand") or words.starts(text, "work") or signs.YOU.match(text)
    seen = verdict.want is Want.FAULT or (verdict.want is Want.ERRAND and bool(told))
    for form in dict.fromkeys((text, folded)):
        said = wishes.wish(form, errand=seen)
        if said.want in _ASKING:
            return said
    return verdict


def _judged(text: str) -> Verdict:
    verdict = _whole(text)
    told = verdict.want is Want.QUESTION and not text.endswith("?")
    if told or verdict.want in {Want.OTHER, Want.ERRAND}:
        return _second_half(text, verdict) or verdict
    return verdict


def _second_half(text: str, first: Verdict) -> Verdict | None:
    """'Fix that and add a test', 'let's do it properly: introduce …', 'look at X and make it …'."""
    if text.endswith("?"):
        return None
    words = words_of("en")
    head, colon, rest = text.partition(": ")
    if colon and rest and len(head.split()) < _HEADING_WORDS:
        verdict = _whole(_bare(rest))
        named = verdict.want is Want.WORK and _counted(head) > 1 and _counted(rest) > 1
        if verdict.want in _ASKING and (verdict.sure or named):
            return verdict
        if first.leaning and words.starts(head, "work") and _counted(rest):
            return Verdict(Want.WORK, "work to do")
    joint = next((each for each in (" and then ", " and also ", " and ") if each in text), "")
    if not joint:
        return None
    head, _, rest = text.partition(joint)
    verdict = _imperative(_bare(rest))
    if verdict.want is Want.WORK:
        return verdict if verdict.sure else None
    named = _counted(head) > 4 and not first.leaning
    return Verdict(Want.WORK, "work to do") if verdict.builds and named else None


@lru_cache(maxsize=1024)
def _whole(text: str) -> Verdict:
    """A sentence as it stands. Kept, since a half of one is asked about on several ways."""
    asking = text.endswith("?")
    text = text.rstrip("?!. ")
    found = _standing(text, asking=asking) or (None if asking else _told(text))
    return found or _framed(text, asking=asking) or _asked(text, asking=asking) or _plain(text)


def _told(text: str) -> Verdict | None:
    """Forms that need no verb of ours."""
    if signs.USER_STORY.fullmatch(text):
        return Verdict(Want.WORK, "it says what is needed")
    condition = signs.IF_YOU.fullmatch(text)
    if condition is not None and not signs.QUESTION.match(condition["rest"]):
        return Verdict(Want.WISH, "it says how to work from now on")
    if signs.FOR_USE.fullmatch(text):
        return Verdict(Want.WISH, "it says how to work from now on")
    if (found := signs.WHAT_I.fullmatch(text)) and not signs.KNOW.match(found["rest"]):
        return Verdict(Want.WORK, "it says what is needed")
    if signs.GET.fullmatch(text):
        return Verdict(Want.WORK, "work to do", sure=True)
    if found := signs.TASK.fullmatch(text):
        short = _counted(found["rest"]) < 2
        return Verdict(*((Want.OTHER, "too short") if short else (Want.WORK, "a task by its mark")))
    return None


def _asked(text: str, *, asking: bool) -> Verdict | None:
    """Questions, and what only sounds like a request."""
    if signs.LOOK_AT.match(text):
        return Verdict(Want.ERRAND, "the turn itself settles it")
    if signs.MAYBE.match(text):
        return Verdict(Want.OTHER, "only an idea")
    if signs.QUESTION.match(text):
        return Verdict(Want.QUESTION, "a question")
    if asking:
        verdict = _imperative(text)
        sure = verdict.want is Want.WORK and verdict.sure
        return verdict if sure else Verdict(Want.QUESTION, "a question")
    if signs.NEED.fullmatch(text) and not signs.HARMLESS_NEED.match(text):
        return Verdict(Want.WORK, "it says what is needed")
    return None


def _plain(text: str) -> Verdict:
    """A statement, an imperative, or both in one sentence."""
    verdict = _imperative(text)
    if verdict.want is not Want.OTHER:
        return verdict
    if found := _behind_comma(text):
        return found
    if signs.PLEASE_LATE.fullmatch(text) and _counted(text) > 4:
        return Verdict(Want.WORK, "it asks to put something right")
    if signs.WE_DO.fullmatch(text) and _counted(text) > 3:
        return Verdict(Want.WISH, "it says how things are done here")
    if signs.LIGHT_SUBJECT.match(text):
        return Verdict(Want.OTHER, "it asks for nothing")
    needed = signs.REQUIREMENT.fullmatch(text)
    if needed is not None and not signs.ONLY_HOPE.match(needed["rest"]):
        return Verdict(Want.WORK, "it says what something should do")
    if signs.FAULT.search(text) and signs.BROKEN.fullmatch(text) and _counted(text) > 3:
        return Verdict(Want.FAULT, "it reports a fault")
    return Verdict(Want.OTHER, "it asks for nothing")


def _behind_comma(text: str) -> Verdict | None:
    """'In the settings, group …', 'X overlaps Y, please fix that', 'we are on 3.12, so use …'."""
    if found := signs.SUBORDINATE.fullmatch(text):
        inner = _judged(_bare(found["rest"]))
        head = text[: found.start("rest")]
        named = _counted(head) > 3 and not signs.LIGHT_SUBJECT.match(text)
        happens = (inner.builds and named) or signs.CONDITION.match(text) is not None
        if inner.want is Want.ERRAND and happens:
            return Verdict(Want.WORK, "it says what should happen when")
        if inner.want in {Want.WORK, Want.WISH, Want.ERRAND}:
            return inner
    if found := signs.AND.search(text):
        inner = _judged(_bare(found["rest"]))
        if inner.builds and _counted(text[: found.start("rest")]) > 5:
            return Verdict(Want.WORK, "it asks to put something right")
        if inner.want in _ASKING:
            return inner
    if found := signs.SO.fullmatch(text):
        inner = _imperative(found["rest"])
        if inner.sure and inner.want is Want.WORK:
            return inner
    return None


def _standing(text: str, *, asking: bool) -> Verdict | None:
    """A wish about how to work from now on."""
    holds = words_of("en").holds(text, "standing")
    if (asking and not holds) or signs.NO_WISH.match(text):
        return None
    length = _counted(text)
    if (found := signs.STANDING_START.fullmatch(text)) and length > 2:
        asked = text.startswith("before you") and signs.QUESTION.match(found["rest"])
        return None if asked else Verdict(Want.WISH, "it says how to work from now on")
    if holds and length > 3 and not (signs.QUESTION.match(text) or signs.FAULT.search(text)):
        return Verdict(Want.WISH, "it says how to work from now on")
    if signs.ANSWERS.match(text) and length > 2 and not signs.YET.search(text):
        return Verdict(Want.WISH, "it says how to answer")
    if found := signs.DONT.fullmatch(text):
        rest = found["rest"]
        passing = signs.DONT_MIND.match(rest) or signs.YET.search(text) or length < 4
        if passing or signs.PRONOUN.match(rest.partition(" ")[2]):
            return Verdict(Want.OTHER, "it holds for now only")
        return Verdict(Want.WISH, "it says what not to do")
    return None


def _framed(text: str, *, asking: bool) -> Verdict | None:
    """'Can you …', 'we need to …', 'it would be nice if …'."""
    found = signs.YOU.fullmatch(text)
    if found is None:
        return None
    if text.startswith(("would you mind", "do you mind")):
        return _imperative(_ungerund(found["rest"].removeprefix("mind ")))
    if signs.GOES_ON.match(text):
        return Verdict(Want.OTHER, "it goes on with what is being done")
    rest = _bare(found["rest"])
    if asking and text.startswith(("can we", "could we")) and words_of("en").starts(rest, "errand"):
        return Verdict(Want.ERRAND, "the turn itself settles it")
    verdict = _imperative(rest, framed=True)
    if verdict.want is not Want.OTHER:
        return verdict
    short = _counted(rest)
    if (
        signs.KNOW.match(rest)
        or signs.PRONOUN.match(rest)
        or (short < 5 and signs.WEAK.match(rest))
    ):
        return Verdict(Want.OTHER, "nothing is left to do after the answer")
    if short < 2 or (asking and signs.CAN_YOU.match(text)):
        return Verdict(Want.ERRAND, "the turn itself settles it")
    return Verdict(Want.WORK, "it says what is to be done")


def _imperative(text: str, *, framed: bool = False) -> Verdict:
    """A sentence that begins with a verb."""
    words = words_of("en")
    work, errand = words.starts(text, "work"), words.starts(text, "errand")
    if not work and not errand:
        least = _KNOWN if words.holds(text, "deferred") else _UNHEARD
        if signs.UNKNOWN_VERB.match(text) and _counted(text) > least:
            return Verdict(Want.WORK, UNKNOWN, sure=True)
        return Verdict(Want.OTHER, "no request")
    # The longer one says more: 'look into' is work, 'look' is not.
    verb = work if len(work) >= len(errand) else errand
    rest = text[len(verb) :].strip(" ,:")
    lean = signs.PRONOUN.match(rest) is not None
    if verb == errand:
        return Verdict(Want.ERRAND, "the turn itself settles it", leaning=lean or not rest)
    if not rest or (lean and _counted(rest) <= 7) or signs.ADVERBIAL.fullmatch(rest):
        return Verdict(Want.ERRAND, "it leans on what is being done", leaning=True, builds=lean)
    if found := _now_only(verb, rest, text) or _answer_itself(verb, rest, framed=framed):
        return found
    told = verb == "let" and rest.startswith(("me ", "us ", "'s "))
    if told or (not framed and signs.IS_SUBJECT.match(rest)):
        return Verdict(Want.OTHER, "no request")
    return Verdict(Want.WORK, "work to do", sure=_counted(rest) > 1)


def _now_only(verb: str, rest: str, text: str) -> Verdict | None:
    """A change that is done with the turn, or that leans on what is on the screen."""
    words, length = words_of("en"), _counted(rest)
    if signs.YET.search(rest) or rest.endswith(" first"):
        return Verdict(Want.ERRAND, "it holds for now only", leaning=True)
    if length <= 9 and signs.ON_SCREEN.search(rest):
        return Verdict(Want.ERRAND, "it leans on what is on the screen", leaning=True)
    small = words.holds(rest, "small") if length <= 9 else ""
    if small and not words.holds(text, "deferred"):
        return Verdict(Want.ERRAND, f"a small change, done with the turn ({small})")
    tiny = (verb in _TINY and length < 5) or (rest.endswith(" instead") and length < 6)
    if tiny or (verb in _LIGHT_VERBS and length < 3):
        return Verdict(Want.ERRAND, "it leans on what is being done", leaning=True)
    if verb == "keep" and rest.startswith(("going", "trying", "it ", "up", "working")):
        return Verdict(Want.ERRAND, "it goes on with what is being done", leaning=True)
    return None


def _answer_itself(verb: str, rest: str, *, framed: bool) -> Verdict | None:
    """'Write a haiku', 'generate a uuid': the answer is what is asked for."""
    found = words_of("en").holds(" ".join(rest.split()[:7]), "errand object")
    if found and (verb in _MAKING or (verb in _PREPARING and not framed)):
        return Verdict(Want.ERRAND, f"the answer is what is asked for ({found})")
    return None


def _ungerund(text: str) -> str:
    """'adding a test' as 'add a test'."""
    found = signs.GERUND.match(text)
    if found is None:
        return text
    stem, rest = found["stem"], found["rest"]
    for form in (stem, f"{stem}e", stem[:-1]):
        if (
            words_of("en").starts(form, "work") == form
            or words_of("en").starts(form, "errand") == form
        ):
            return f"{form}{rest}"
    return text


def _bare(text: str) -> str:
    """Without what leads in: 'ok thanks, now …', 'yes, and …'."""
    while True:
        before = text
        text = text.lstrip(" ,.;:!-–—…*_\"'`~>")
        head, comma, tail = text.partition(",")
        if (
            comma
            and head
            and len(head) < 60
            and all(word.strip("!.'") in signs.COMMA_LEADS for word in head.split())
        ):
            text = tail
            continue
        word = text.split(" ", 1)[0]
        if word.rstrip(",.;:!-–—") in signs.LEADS and not text.startswith("next step"):
            text = text[len(word) :]
        if text == before:
            return text.strip()


def _counted(text: str) -> int:
    return len(re.findall(r"\w[\w'./-]*", text))
