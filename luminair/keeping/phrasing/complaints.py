"""What of a text tells of what went wrong, and verdicts said as 'no …'.

'Tests hang on the train because one calls the real API again, mock it': the first half is a tale.
It names what the wish is about, and leaves open whether that is wanted. A verdict says so: 'smileys
off', 'new/delete: forbidden here', 'css on the element = no' are 'no …'. What the word lists know
as blame ('you used …') is read there and is no tale.
"""

from __future__ import annotations

import re
from typing import Final

from luminair.keeping.phrasing.lexicon import wide_lexicon, words_of

_PARTS: Final = re.compile(r"([.!?;]+(?=\s|$)|\s+[-–—]+\s+|\.{3,}|…|\n+|\s*[,(]\s+|\s*\()")
_TALE: Final = re.compile(
    r"\b(?:again|once more|yet another|(?:crept|sneaked|snuck|slipped|got) (?:back )?in(?:to)?|"
    r"keeps? (?:coming|showing|popping|turning) (?:back|up)|wieder|encore une fois|de nouveau|"
    r"otra vez|de nuevo|suddenly|all of a sudden|because|yesterday|last (?:week|time|month))\b|"
    r"^(?:and |but |so |hey |ugh |oh )*(?:why|who|what (?:is|are|was|were)|what's|how come|"
    r"i (?:found|spotted|saw|noticed|counted|caught|lost|got|had|spent|read|couldn't|"
    r"stopped)|found|there(?:'s| is| are| was| were)|that's|that is|this is|it's|it was|"
    r"my \w+ (?:\w+ )?(?:is|are|was|were)|"
    r"nobody|no one|somebody|someone)\b",
    re.IGNORECASE,
)
_DIRECTS: Final = re.compile(
    r"\b(?:please|pls|plz|(?:can|could|would|will) you|could|should|shall|must|have to|has to|only|"
    r"want|prefer|let's|need|needs|instead|always|never|every|each|don't|do not|avoid|stop|bitte|"
    r"s'il|por favor|immer|nie|toujours|jamais|siempre|nunca)\b",
    re.IGNORECASE,
)
_VERDICT: Final = re.compile(
    r"^(?P<what>.{2,90}?)\s*(?:[:=]|\b(?:is|are|got|get|gets|must be|should be|sind|ist|est|sont|"
    r"es|son|están?)\b)?\s*"
    r"(?:\b(?:a |an |strictly |absolutely |totally |simply |just |completely |ein |un )?"
    r"(?:forbidden|prohibited|banned|taboo|tabu|no[- ]?go|verboten|unerwünscht|unwelcome|unwanted|"
    r"disallowed|not allowed|not permitted|not welcome|not acceptable|unacceptable|not an option|"
    r"out of the question|not needed|unneeded|unnecessary|superfluous|not wanted|"
    r"off|out|gone|history|obsolete|not in use|no longer in use|no longer used|"
    r"interdits?|interdites?|défendu|prohibid[oa]s?|a waste of (?:my )?time|"
    r"annoys? me|bothers? me|drives? me (?:mad|crazy|nuts)|irritates? me|"
    r"gets? on my nerves|nerv(?:en|t)(?: mich)?|m'énervent?|me molestan?|hurts? my eyes|"
    r"(?:can|must|should|has to|have to) go)|(?<=[=:])\s*(?:no|nope|never|nein|non))"
    # Each word is taken in one way only: 'in this text' could else be read in two, twice over.
    r"(?>\s+(?:in \w+ (?:code|text|texts)|here|for me|with me|in here|in this \w+|in our \w+|"
    r"on our \w+|on this \w+|anywhere|everywhere|again|ok|okay|please|pls|hier|ici|aquí|"
    r"as of now|now|ever|for good|from now on|across the board)\b)*+\s*$",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(r"\b(?:no|not|never|\w+n't|nicht|kein\w*|pas|sin)\b", re.IGNORECASE)
_OWN_BLAME: Final = frozenset({"blame", "lack"})


def told_and_wished(text: str) -> tuple[str, str]:
    """The tale of a text and its wish; ('', text) where all of it may be the wish."""
    pieces = _PARTS.split(text)
    told: list[str] = []
    wished: list[str] = []
    for at in range(0, len(pieces), 2):
        part, end = pieces[at], pieces[at + 1] if at + 1 < len(pieces) else ""
        (told if part.strip() and _is_tale(part.strip(), end) else wished).append(
            _as_verdict(part) + end
        )
    wish = "".join(wished)
    return ("".join(told), wish) if told and any(map(str.isalnum, wish)) else ("", wish or text)


def is_tale(text: str) -> bool:
    """Whether all of a text tells of what went wrong."""
    parts = [part.strip() for part in _PARTS.split(text)[::2] if part.strip()]
    return bool(parts) and all(_is_tale(part, "") for part in parts)


def _is_tale(part: str, end: str) -> bool:
    if _DIRECTS.search(part) or (end.strip() == "?" and not _TALE.match(part)):
        return False
    groups = set(_turns(part))
    if groups & _OWN_BLAME:
        return False
    return _TALE.search(part) is not None and not _VERDICT.match(part)


def _as_verdict(part: str) -> str:
    said = part.strip()
    verdict = _VERDICT.match(said) if said else None
    if verdict is None or _NEGATED.search(verdict["what"]):
        return part
    return part.replace(said, f"no {verdict['what'].rstrip(' ,:=')}")


def _turns(part: str) -> list[str]:
    words, at, found = words_of(part), 0, []
    while at < len(words):
        turn = wide_lexicon().turns.longest(words, at)
        if turn is not None:
            found.append(str(turn[1]))
        at += turn[0] if turn is not None else 1
    return found
