"""Wishes about how to work that show by their form, whatever they are about.

For sentences in which no verb of ours begins a request: fragments ('plain words, no emojis'), what
holds here ('we indent with tabs'), what is banned, who decides, complaints that ask for better.
"""

from __future__ import annotations

from typing import Final

from luminair.keeping.capture import telling_texts as texts
from luminair.keeping.capture import wish_fragments as forms
from luminair.keeping.capture import wish_signs as signs
from luminair.keeping.capture.signs import NO_WISH
from luminair.keeping.capture.telling import GAME
from luminair.keeping.capture.verdict import Verdict, Want
from luminair.keeping.capture.wish_forms import STRONG
from luminair.keeping.capture.words import words_of

GIVEN_UP: Final = "a way that is given up"
_NOTHING: Final = Verdict(Want.OTHER, "it asks for nothing")
_STARTS: Final = frozenset(
    """the this that it i my there got have has see found a an he she they you what why how is are
    do does only some most two several new old just here where who which""".split()  # noqa: SIM905
)


def silenced(text: str) -> str:
    """Why a sentence asks for nothing, whatever verbs are in it; '' if it may ask for something."""
    if signs.GIVEN_UP.fullmatch(text):
        return GIVEN_UP
    if signs.TAKEN_BACK.fullmatch(text) and not forms.NO_NEED.fullmatch(text):
        return "it takes something back"
    if signs.OTHERS.fullmatch(text):
        return "somebody else's words"
    if signs.ROLE.match(text) or texts.GAME.search(text):
        return GAME
    return ""


def no_fault(text: str) -> bool:
    """Whether what sounds like a fault is a way that is given up, or wondered at."""
    return bool(signs.RULED_OUT.search(text) or signs.PUZZLED.search(text))


def wish(text: str, *, errand: bool = False) -> Verdict:
    """What a sentence wants that does not begin as a request does.

    Args:
        text: in lower case, with its question mark if it has one.
        errand: it begins with a verb of looking and running, so that only what says that it holds
            for more than this once is a wish.
    """
    if text.endswith("?") or forms.ASKED_SO.match(text):
        asked = forms.ASKED.fullmatch(text.rstrip("?! ")) is not None
        return Verdict(Want.WISH, "it asks to work otherwise") if asked else _NOTHING
    plain = forms.MANNERS.sub("", forms.MANNERS.sub("", text.strip("?!. \"'`*_"))).strip(" ,.!")
    polite = forms.POLITE.search(text) is not None
    if (
        len(plain) < 6
        or NO_WISH.match(plain)
        or signs.HEDGED.search(plain)
        or forms.UNSAID.match(plain)
    ):
        return _NOTHING
    found = _strong(plain) or _wanted(plain)
    polite = polite and not text.endswith(":")
    noun = forms.COMPOUND.match(plain) or forms.NOUN_FIRST.match(plain)
    errand = errand and not (noun or plain.startswith("nothing "))
    if found is None and not errand:
        found = _work(plain) or _weak(plain, loud=text.endswith("!"))
    if found is None and errand and forms.GIVEN.fullmatch(plain):
        found = Verdict(Want.WORK, "work to do")
    if found is None and _lasting(plain):
        found = Verdict(Want.WISH, "it says what always holds")
    if found is None and not errand:
        found = _in_a_part(plain) or (_polite(plain) if polite else None)
    if found is None and forms.SAVED.fullmatch(plain):
        found = Verdict(Want.WORK, "what is made is to be kept")
    return found or _NOTHING


def _strong(text: str) -> Verdict | None:
    for pattern, reason in STRONG:
        if pattern.fullmatch(text):
            return Verdict(Want.WISH, reason)
    return None


def _wanted(text: str) -> Verdict | None:
    if signs.TELLS.search(text) or not forms.WANTED.fullmatch(text):
        return None
    if forms.ONE_THING.search(text) and not signs.EACH.search(text):
        return None
    if signs.TOPIC.search(text) or signs.EACH.search(text) or "nothing else" in text:
        return Verdict(Want.WISH, "it says what is wanted")
    return None


def _work(text: str) -> Verdict | None:
    if forms.DO_WORK.fullmatch(text) or forms.GIVEN.fullmatch(text):
        return Verdict(Want.WORK, "work to do")
    found = forms.NEXT.fullmatch(text)
    if found and not signs.LEANS.match(found["rest"]):
        return Verdict(Want.WORK, "a task by its mark")
    found = forms.ACT_ON.fullmatch(text)
    if found and _counted(found["head"]) > 2 and not forms.NOT_HEAD.match(found["head"]):
        return Verdict(Want.WORK, "it asks to act on what it says")
    return None


def _weak(text: str, *, loud: bool) -> Verdict | None:
    """Forms that reports have too, so that nothing in them may tell what was or is just now."""
    if signs.TELLS.search(text):
        return None
    topic = signs.TOPIC.search(text[:60]) is not None
    if forms.BAN.fullmatch(text) and (_counted(text) > 2 or forms.KIND.search(text)):
        return Verdict(Want.WISH, "it says what not to do")
    if (
        forms.SPELLED.fullmatch(text)
        or forms.BRIEF.fullmatch(text)
        or (loud and topic and _counted(text) > 1)
    ):
        return Verdict(Want.WISH, "it says how to do it")
    if forms.CONTRAST.fullmatch(text) and not signs.LEANS.match(text):
        return Verdict(Want.WISH, "it says what and what not")
    if (
        forms.OVER.fullmatch(text) and text.split(maxsplit=1)[0] not in _STARTS
    ) or forms.RATHER.fullmatch(text):
        return Verdict(Want.WISH, "it says what is preferred")
    if forms.YOUR.fullmatch(text):
        return Verdict(Want.WISH, "it says how to do it")
    if _sets(text, topic=topic):
        return Verdict(Want.WISH, "it sets how something is")
    alone = text.startswith("only ") or text.split(maxsplit=1)[0] not in _STARTS
    if alone and forms.ONLY.fullmatch(text) and not signs.LEANS.match(text):
        return Verdict(Want.WISH, "it says what alone will do")
    if forms.NATURE.fullmatch(text) or forms.HERE.fullmatch(text):
        return Verdict(Want.WISH, "it says how things are done here")
    return _fragment(text)


def _sets(text: str, *, topic: bool) -> bool:
    """'Dates: ISO', 'everything timewise → UTC'."""
    label = forms.LABEL.fullmatch(text)
    # 'Thesis = formal register': with such a sign a topic on the right will do.
    side = "" if label is None else text if "=" in text else label["head"]
    if label and signs.TOPIC.search(side) and not forms.NO_LABEL.match(label["head"]):
        return True
    arrow = forms.ARROW.fullmatch(text) is not None
    return arrow and (topic or signs.EACH.search(text) is not None)


def _fragment(text: str) -> Verdict | None:
    """'Headings in sentence case', 'type hints on every attribute'."""
    first, _, rest = text.partition(" ")
    if first in _STARTS or not rest:
        return None
    found = signs.TOPIC.match(text) or signs.TOPIC.search(" ".join(text.split()[:4]))
    if found is None:
        return None
    behind = text[found.end() :]
    placed = (forms.IS_SO if forms.IS.match(behind) else forms.PLACED).search(behind[:50])
    return Verdict(Want.WISH, "it says how something is to be") if placed else None


def _lasting(text: str) -> bool:
    """'Cite every claim', 'commit early and often': told, and of more than this once."""
    if signs.TELLS.search(text) or text.split(maxsplit=1)[0] in _STARTS - {"a", "an"}:
        return False
    return (forms.LASTING.search(text) or forms.BRIEF.fullmatch(text)) is not None


def _in_a_part(text: str) -> Verdict | None:
    """'I sort by filename, so dates must be …', 'I am in Leeds: British English'."""
    for joint in forms.SPLIT.finditer(text):
        head, tail = text[: joint.start()], text[joint.end() :]
        if _counted(tail) > 2 and forms.BRIEF.fullmatch(head):
            return Verdict(Want.WISH, "it says how to do it")
        tail = forms.MANNERS.sub("", tail).strip()
        if _counted(tail) < 2 or _counted(head) < 1 or signs.LEANS.match(tail):
            continue
        if found := _strong(tail):
            return found
        if _counted(head) > 3 and forms.EXPLAINED.fullmatch(tail) and not signs.TELLS.search(text):
            return Verdict(Want.WISH, "it says what always holds")
        if not signs.TELLS.search(tail) and forms.BAN.fullmatch(tail):
            return Verdict(Want.WISH, "it says what not to do")
        if found := _weak(tail, loud=False):
            return found
    return None


def _polite(text: str) -> Verdict | None:
    """'Short answers please', 'a retry button on the upload dialog, please'."""
    words = words_of("en")
    if signs.TELLS.search(text) or signs.LEANS.match(text) or _counted(text) < 2:
        return None
    itself = words.holds(text, "errand object") and not forms.PATH.search(text)
    verb = words.starts(text, "errand") and not forms.COMPOUND.match(text)
    if verb or itself or forms.AS_SAID.match(text):
        return None
    wished = signs.TOPIC.search(text) or signs.EACH.search(text)
    want = Want.WISH if wished else Want.WORK
    return Verdict(want, "it says what is wanted")


def _counted(text: str) -> int:
    return len(forms.WORD.findall(text))
