"""Wishes about how to work that show by their form, whatever they are about.

For sentences in which no verb of ours begins a request: fragments ('plain words, no emojis'), what
holds here ('we indent with tabs'), what is banned, who decides, complaints that ask for better.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from luminair.keeping import capture_wish_signs as signs
from luminair.keeping.capture_signs import NO_WISH
from luminair.keeping.capture_verdict import Verdict, Want
from luminair.keeping.capture_words import words_of
from luminair.patterns import late_pattern

_POLITE: Final = late_pattern(r"\b(?:please|pls|plz|kindly)\b")
_MANNERS: Final = late_pattern(
    r"^(?:(?:ok|okay|please|pls|plz|kindly|and|so|but|also|ugh|argh|hey|oh|again|sorry|yes|well|"
    r"btw|one more thing|small thing|last thing)[ ,:!.-]+)+|"
    r"[ ,.!-]*\b(?:please|pls|plz|thanks(?: a lot)?|thank you|thx|keep (?:to )?that(?: in mind)?|ok)"
    r"[ !.]*$"
)
_ASKED: Final = late_pattern(
    r"(?:can|could|would|will|can't|couldn't)(?: you| we|(?= you))(?: please| maybe| kindly)?(?: you)? "
    r"(?:(?:always|never|only|refrain|avoid|quit|make it a habit|stick to|stop(?! (?:it|that|here|now|"
    r"the|there|for)\b))\b.{3,}|not (?!find|see|get|just|also|do (?:it|that|this)|understand|reproduce|"
    r"simply|rather|tell|say|know)\w+ .{4,}|.+\b(?:from now on|in (?:the )?future|every time|each time|"
    r"whenever|by default|going forward|any ?more|(?:before|after|when) you|(?:before|after|when|while) "
    r"\w+ing|at the end of (?:each|every|your)|in (?:all|each|every))\b.*)|"
    r"(?:is it|would it be) possible (?:that you|to|for you to)\b.*\b(?:before you|before \w+ing|always|never|not|"
    r"each|every|at the end|in future|from now on)\b.*|(?:didn't|haven't|did) i (?:say|tell you|ask(?:ed)?|told)\b(?!"
    r" (?:so|that|it)\b).{4,}|"
    r"would you mind (?:not|always|never|only)\b.+|"
    r"why (?:do|did|must|are) you (?:always|keep|still|again)\b.+|why (?:is|are) there .+ (?:in|on|at) "
    r"(?:my|our|every|each|all)\b.+|(?:how (?:often|many times)|why) (?:do|must|did|should|have) i (?:have "
    r"to|need to|always|keep)\b.+"
)
_NO_NEED: Final = late_pattern(
    r"(?:you (?:don't|do not|needn't)|no need) .*\b(?:each|every|all|any|in (?:your|the) \w+s|to me|basics)\b.*"
)
_ASKED_SO: Final = late_pattern(r"(?:why (?:do|did|must|is|are)|how (?:often|many times)|(?:can|could|would) you)\b")
_BAN: Final = late_pattern(
    r"(?:absolutely |strictly |please )?(?:no(?! (?:problem|idea|worries|need|thanks?|luck|rush|hurry|"
    r"doubt|wonder|way|chance|clue|changes?|difference|news|longer|matter|surprise|offence|offense|sorry|"
    r"reason|point|progress|output|result|response|internet|coffee|fun|joke|kidding|big deal|less|"
    r"other|further|it|i|i'm|that|that's|this|the|you|we|he|she|they|please|not|but|wait|just|don't|"
    r"there|one (?:knows|cares|else|is|was)|errors?$|errors? (?:so|here|any|now|at)|more (?:time|"
    r"questions|ideas|errors|than|energy|coffee|work|for today))\b)|zero|not a single|not one|none of|"
    r"(?:do not|don't|dont|never)(?= .*\b(?:ever|any|unless|without|w/o|before|every|all|anything|"
    r"anywhere|\w+s)\b)(?! (?:worry|know|see|think|mind|care|understand|get|have|seen|had|been|heard|"
    r"bother|panic|forget|like|the same|yet)\b)|nothing (?=(?:gets?|is|are|may|must|should|can|goes|"
    r"leaves|ships|enters|lands|in|from|outside|below|under)\b)(?!is (?:wrong|lost|broken|happening)))"
    r"\b .{2,}"
)
_CONTRAST: Final = late_pattern(
    r"(?!it\b|this\b|that\b|i\b|he\b|she\b|they\b|there\b|the \w+ (?:is|was)\b|not (?:bad|sure|yet)|"
    r"(?:left|right|up|down|top|bottom|first|second|yes|no|more|less|here|there|nothing)\b).{2,}?"
    r"(?:(?:[,;(–-] ?|\band )(?:and |but |please )?(?:not|never|no|zero|nothing|without|nor)\b (?!idea|"
    r"problem|so\b|really|yet|sure|bad|necessarily|only|clue|that\b|the other|it\b|this\b|now\b|today|"
    r"rush|worries|hurry|need|matter|too\b|very\b|as\b|quite|enough|working)\S.*|"
    r"\b(?:instead of|rather than|in place of|as opposed to)\b .+)"
)
_OVER: Final = late_pattern(
    r"(?:[\w-]+ ){1,3}(?:over|beats?|trumps?|before|(?:matters?|counts?) (?:to me )?more(?: to me)? than|"
    r"goes before|wins over|comes? before) (?:the )?(?:[\w-]+ ?){1,4}(?:in .+|for .+)?"
)
_RATHER: Final = late_pattern(r"(?:rather|better|lieber) .+ than .+")
_LABEL: Final = late_pattern(
    r"(?P<head>[\w./ -]{3,40}?)(?: style| format)?\s?(?::|=|→|->|=>)\s*(?P<rest>[^\s:=].{1,90})"
)
_NO_LABEL: Final = late_pattern(
    r".*\b(?:status|result|question|answer|error|warning|output|eta|summary|conclusion|reason|problem|"
    r"issue|context|background|example|hint|info|total|verdict|failed|passed|found|expected|actual|got|"
    r"coverage|duration|elapsed|current|latest|new|old|today|here|this|that|following|these)\b.*"
)
_ARROW: Final = late_pattern(r"[a-z][\w ,()'/-]{2,60} (?:→|=>|->) [a-z][\w ,()'/.-]{2,60}")
_ONLY: Final = late_pattern(
    r"(?:[\w'./+-]+ ){1,5}(?:only|exclusively)(?:[,;] (?:no|not|never) .+| (?:in|for|on|please)\b.*)?|"
    r"only (?!the (?:first|second|last|third|one|other)|one\b|two\b|three\b|that|this|it\b|then\b|a "
    r"|left\b|now\b|when\b|on \w+days)(?:[\w'./+-]+ )+(?:in|for|on|with|of|from|to|at)\b.+|"
    r"only (?:use|write|show|touch|change|edit|add|list|quote|cite|print|answer|reply|commit|run)\b .+"
)
_PLACED: Final = late_pattern(
    r"\b(?:longer|shorter|bigger|larger|more|over|under|above|below|without|with|of|up to|that|which|in) .+ "
    r"(?:is|are|gets?) \w+(?:ed|en)\b|"
    r"\b(?:in|for|on|with|at|below|under|over|above|without|after|before|as|to|from|by|like|(?:year|month|"
    r"day|name|most|newest|oldest|shortest) first|belongs?|goes|go|stays?|lives?|gets?|starts?|ends?|"
    r"(?:is|are) (?:always|never|written|named|kept|stored|sorted|ordered|spelled|capitali[sz]ed|set|put|"
    r"in|kebab|snake|camel|lower|upper|single|double|generated|optional|required|mandatory|welcome|"
    r"forbidden|banned|allowed|free|short|long|not)|must|should|needs?|has to|have to|follow|carry|start|end|have)\b"
)
_HERE: Final = late_pattern(
    r"(?!all\b|everything\b|nothing\b|same\b|new\b|it'?s?\b|i\b|i'm\b|there|lots\b|the (?:problem|bug|"
    r"error|issue)|what|is|are|you\b|we're|we are|look|see|anyone|nobody is).{8,}\b(?:here|in (?:this|our) (?:repo|"
    r"project|house|team|codebase|company|novel|book|paper|lab|office|department|shop|family|package|"
    r"monorepo))(?:[,;:–-].*)?"
)
_NATURE: Final = late_pattern(
    r"(?:this|our|the) (?:[\w-]+ )?(?:repo|project|codebase|monorepo|team|company|api|app|product|book|"
    r"novel|paper|site|package|library|workspace)(?:'s [\w ]+)? (?:is (?:called|spelled|written in|\w[\w. "
    r"+-]* only|typed|set in)|runs on|speaks|uses|follows|targets|supports only|stays on|must|sticks|"
    r"avoids|never|always|has no|keeps)\b.+"
)
_WANTED: Final = late_pattern(
    r"(?:i|we)(?:'d| would)? (?:never |only |always |just |also |really )?(?:want|expect|need|like|love|"
    r"hate|demand|require|can't stand|don't (?:want|like|need)|do not (?:want|like|need))(?: to (?:have|"
    r"see|get|read|find|review|approve|know (?:before|when)|be (?:asked|told))\b)? (?!to\b|it\b|that\b|"
    r"this\b|how\b|what\b).{4,}"
)
_ONE_THING: Final = late_pattern(
    r"(?:want|need|like|love|hate|see) (?:the (?:idea|look|way|plan|new|second|first)|your (?:idea|plan|fix))\b"
)
_SPELLED: Final = late_pattern(
    r"(?:spell|write|call) (?:it|me|him|her|us|them|the product) .+|it's \S+(?: \S+)?, (?:never|not) .+"
)
_BRIEF: Final = late_pattern(
    r"(?:use |write |write in |always )?(?:(?:british|american|australian|canadian|plain|simple|short|shorter|formal|informal|metric|iso|"
    r"utc|oxford|imperative|present|past|active|passive|first|third|sentence|title|camel|snake|kebab|"
    r"upper|lower|single|double|small|full|clear|typed|strict|european|24-hour|two-space|four-space)"
    r"[ -])+(?:english|spelling|units?|commas?|tense|voice|person|case|quotes?|names?|answers?|replies|"
    r"sentences|paragraphs|dates?|times?|words?|commits?|functions?|code|mode|style|tone|format|language|"
    r"mood|numbers|formats?|steps|typing|indent(?:ation)?)"
)
_GIVEN: Final = late_pattern(
    r"give (?!me\b|us\b|it\b|that\b|him\b|her\b|them\b|up\b)(?:[\w'/.-]+ ){1,6}?(?:a|an|its|their|more|"
    r"better|proper|some|two|three)\b .+"
)
_DO_WORK: Final = late_pattern(
    r"(?:do|start|begin|finish|carry out|go ahead with|tackle|complete) (?:the|a|an|that|all the) .*\b(?:"
    r"\w{3,}(?:tion|sion|ment|ing|val|ance)|upgrade|move|rewrite|refactor|clean-?up|port|switch|split|"
    r"rename|redesign|rollout|setup|release notes|fix|change|update|merge|draft|table|page)\b.*|the .*\b"
    r"(?:upgrade|migration|move|rewrite|refactoring|clean-?up|switch|split|renaming|redesign)\b.*, (?:"
    r"please )?(?:start|do|make|begin) it"
)
_SAVED: Final = late_pattern(
    r"(?:summari[sz]e|translate|list|describe|get me|compare|collect|save|put|make|write|draft|convert|"
    r"turn|copy|gather|extract|note|record|document|generate|create|prepare)\b.{3,} (?:to|into|in|as|at|"
    r"under) (?:a |an |the |my |our )?(?:new |table |text |markdown )?(?:file|repo|repository|folder|wiki|"
    r"readme|changelog|spreadsheet|[\w-]*[./][\w./-]*\w)(?: (?:file|please))?"
)
_NEXT: Final = late_pattern(
    r"(?:next(?: up| one| thing)?|up next|also (?:still )?(?:missing|open)|still (?:missing|open|to do|"
    r"needed)|missing|wanted|to add|on my list)\s?[:–—-] ?(?P<rest>\S+ \S.*|\S{4,})"
)
_ACT_ON: Final = late_pattern(
    r"(?P<head>.{8,}?)(?:[,;]| -|:)(?: (?:so|and|then|now))?(?: please| pls| kindly| go| just)* (?:sort (?:it|"
    r"that|this|them)(?: out)?|(?:fix|add|do|make|build|change|rewrite|stabili[sz]e|write|create|update|"
    r"repair|correct|mend|start|set up|replace|remove|rework|handle|address|clean up|improve|tidy up)(?: "
    r"(?:it|that|this|them|the (?:file|text|page|chapter|draft|code|document)|that \w+))?(?: up| out| in|"
    r" accordingly| there| please| for (?:me|us))?|take care of (?:it|that)|deal with (?:it|that))[ .!]*"
)
_NOT_HEAD: Final = late_pattern(
    r"(?:it|this|that|these|those|they|i|i'm|ok|okay|looks?|all|done|good|great|fine|tests?|the tests?|ci|"
    r"yes|no|(?:if|when) (?:it|that|this|done|you|ready|not|so|\w+ \w+,)|sure|then|now|perfect|right|option|first|second|never|don't|not)\b"
)
_UNSAID: Final = late_pattern(r"(?:and|or|but|because|although|which|who|than|thanks|thank|thx)\b")
_SPLIT: Final = late_pattern(r"(?:[,;:–—]|\.\.\.|…| -)\s+(?:so |and |but |then |hence |therefore )*|\bso ")
_WORD: Final = late_pattern(r"\w[\w'./+-]*")
_AS_SAID: Final = late_pattern(r"(?:in|as|with|without|to|for|from|like|and|only|great|good|nice)\b|(?:just )?the (?:answer|result|code|diff|command|"
    r"output|link|file|list|text)$")
_COMPOUND: Final = late_pattern(
    r"(?:commit (?:messages?|titles?|subjects?|bodies)|commits\b|type (?:hints?|annotations?|prefix\w*)|"
    r"test names?|tests? (?:first|go|live|belong|in|for|must|under|need)|log (?:lines|messages|levels?)|"
    r"print statements|print\(|branch names?|file names?|file headers?|search results)"
)
"""Nouns that begin as a verb of looking and running does."""
GIVEN_UP: Final = "a way that is given up"
GAME: Final = "it is a game"
_PATH: Final = late_pattern(r"\w[/.]\w")
_NOTHING: Final = Verdict(Want.OTHER, "it asks for nothing")
_STARTS: Final = frozenset(
    ["the", "this", "that", "it", "i", "my", "there", "got", "have", "has", "see", "found", "a", "an",
     "he", "she", "they", "you", "what", "why", "how", "is", "are", "do", "does", "only", "some", "most",
     "two", "several", "new", "old", "just", "here", "where", "who", "which"]
)  # fmt: skip


def silenced(text: str) -> str:
    """Why a sentence asks for nothing, whatever verbs are in it; '' if it may ask for something."""
    if signs.GIVEN_UP.fullmatch(text):
        return GIVEN_UP
    if signs.TAKEN_BACK.fullmatch(text) and not _NO_NEED.fullmatch(text):
        return "it takes something back"
    if signs.OTHERS.fullmatch(text):
        return "somebody else's words"
    if signs.ROLE.match(text):
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
    if text.endswith("?") or _ASKED_SO.match(text):
        asked = _ASKED.fullmatch(text.rstrip("?! ")) is not None
        return Verdict(Want.WISH, "it asks to work otherwise") if asked else _NOTHING
    plain = _MANNERS.sub("", _MANNERS.sub("", text.strip("?!. \"'`*_"))).strip(" ,.!")
    polite = _POLITE.search(text) is not None
    if len(plain) < 6 or NO_WISH.match(plain) or signs.HEDGED.search(plain) or _UNSAID.match(plain):
        return _NOTHING
    found = _strong(plain) or _wanted(plain)
    errand = errand and not _COMPOUND.match(plain)
    if found is None and not errand:
        found = _work(plain) or _weak(plain, loud=text.endswith("!"))
    if found is None and errand and _GIVEN.fullmatch(plain):
        found = Verdict(Want.WORK, "work to do")
    if found is None and _lasting(plain):
        found = Verdict(Want.WISH, "it says what always holds")
    if found is None and not errand:
        found = _in_a_part(plain) or (_polite(plain) if polite else None)
    if found is None and _SAVED.fullmatch(plain):
        found = Verdict(Want.WORK, "what is made is to be kept")
    return found or _NOTHING


def _strong(text: str) -> Verdict | None:
    for pattern, reason in _strong_signs():
        if pattern.fullmatch(text):
            return Verdict(Want.WISH, reason)
    return None


def _wanted(text: str) -> Verdict | None:
    if signs.TELLS.search(text) or not _WANTED.fullmatch(text):
        return None
    if _ONE_THING.search(text) and not signs.EACH.search(text):
        return None
    if signs.TOPIC.search(text) or signs.EACH.search(text) or "nothing else" in text:
        return Verdict(Want.WISH, "it says what is wanted")
    return None


@lru_cache(maxsize=1)
def _strong_signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), reason) for pattern, reason in signs.STRONG)


def _work(text: str) -> Verdict | None:
    if _DO_WORK.fullmatch(text) or _GIVEN.fullmatch(text):
        return Verdict(Want.WORK, "work to do")
    found = _NEXT.fullmatch(text)
    if found and not signs.LEANS.match(found["rest"]):
        return Verdict(Want.WORK, "a task by its mark")
    found = _ACT_ON.fullmatch(text)
    if found and _counted(found["head"]) > 2 and not _NOT_HEAD.match(found["head"]):
        return Verdict(Want.WORK, "it asks to act on what it says")
    return None


def _weak(text: str, *, loud: bool) -> Verdict | None:
    """Forms that reports have too, so that nothing in them may tell what was or is just now."""
    if signs.TELLS.search(text):
        return None
    topic = signs.TOPIC.search(text[:60]) is not None
    if _BAN.fullmatch(text):
        return Verdict(Want.WISH, "it says what not to do")
    if _SPELLED.fullmatch(text) or _BRIEF.fullmatch(text) or (loud and topic and _counted(text) > 1):
        return Verdict(Want.WISH, "it says how to do it")
    if _CONTRAST.fullmatch(text) and not signs.LEANS.match(text):
        return Verdict(Want.WISH, "it says what and what not")
    if (_OVER.fullmatch(text) and text.split()[0] not in _STARTS) or _RATHER.fullmatch(text):
        return Verdict(Want.WISH, "it says what is preferred")
    label = _LABEL.fullmatch(text)
    if label and topic and signs.TOPIC.search(label["head"]) and not _NO_LABEL.match(label["head"]):
        return Verdict(Want.WISH, "it sets how something is")
    if _ARROW.fullmatch(text) and (topic or signs.EACH.search(text)):
        return Verdict(Want.WISH, "it sets how something is")
    alone = text.startswith("only ") or text.split()[0] not in _STARTS
    if alone and _ONLY.fullmatch(text) and not signs.LEANS.match(text):
        return Verdict(Want.WISH, "it says what alone will do")
    if _NATURE.fullmatch(text) or _HERE.fullmatch(text):
        return Verdict(Want.WISH, "it says how things are done here")
    return _fragment(text)


def _fragment(text: str) -> Verdict | None:
    """'Headings in sentence case', 'type hints on every attribute', 'strings belong in locales/'."""
    first, _, rest = text.partition(" ")
    if first in _STARTS or not rest:
        return None
    found = signs.TOPIC.match(text) or signs.TOPIC.search(" ".join(text.split()[:4]))
    if found is None:
        return None
    behind = text[found.end() :]
    placed = _PLACED.search(behind[:50])
    return Verdict(Want.WISH, "it says how something is to be") if placed else None


def _lasting(text: str) -> bool:
    """'Cite every claim', 'commit early and often': told, and of more than this once."""
    if signs.TELLS.search(text) or text.split()[0] in _STARTS - {"a", "an"}:
        return False
    return (_LASTING.search(text) or _BRIEF.fullmatch(text)) is not None


_LASTING: Final = late_pattern(
    r"\b(?:always|never|ever|each (?:time|answer|reply|change|commit|claim|fact|statement|session)|every "
    r"(?:time|answer|reply|change|commit|claim|fact|statement|session|other)|whenever|no exceptions|"
    r"early and often|in (?:all|your) (?:answers|replies|commits)|with examples|with me$|"
    r"(?:for|with|in|of|on) [\w-]+ (?:\w+ )?(?:changes|files|branches|answers|commits) only|before you (?:"
    r"\w+)|before (?:any|each|every) |(?:only|just) (?:the )?[\w ]+, (?:not|no|never)\b)"
)


def _in_a_part(text: str) -> Verdict | None:
    """'I sort by filename, so dates must be …', 'I am in Leeds: British English'."""
    for joint in _SPLIT.finditer(text):
        head, tail = text[: joint.start()], text[joint.end() :]
        if _counted(tail) > 2 and _BRIEF.fullmatch(head):
            return Verdict(Want.WISH, "it says how to do it")
        tail = _MANNERS.sub("", tail).strip()
        if _counted(tail) < 2 or _counted(head) < 1 or signs.LEANS.match(tail):
            continue
        if found := _strong(tail):
            return found
        if not signs.TELLS.search(tail) and _BAN.fullmatch(tail):
            return Verdict(Want.WISH, "it says what not to do")
        if found := _weak(tail, loud=False):
            return found
    return None


def _polite(text: str) -> Verdict | None:
    """'Short answers please', 'a retry button on the upload dialog, please'."""
    words = words_of("en")
    if signs.TELLS.search(text) or signs.LEANS.match(text) or _counted(text) < 2:
        return None
    itself = words.holds(text, "errand object") and not _PATH.search(text)
    if words.starts(text, "errand") or itself or _AS_SAID.match(text):
        return None
    wished = signs.TOPIC.search(text) or signs.EACH.search(text)
    want = Want.WISH if wished else Want.WORK
    return Verdict(want, "it says what is wanted")


def _counted(text: str) -> int:
    return len(_WORD.findall(text))
