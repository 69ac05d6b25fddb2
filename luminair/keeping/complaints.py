"""A complaint or a verdict as the wish that it stands for.

'A crontab entry again', 'why are there double quotes in there?', 'smileys off', 'new/delete:
forbidden here' and 'css on the element = no' all say 'no …'; 'nobody asked me again' and 'the
changelog is missing' say what was left out, so they stay as they are. One part of a sentence is
looked at at a time.
"""

from __future__ import annotations

import re
from typing import Final

from luminair.keeping.lexicon import lexicon, words_of

_PARTS: Final = re.compile(r"([.!?;]+(?=\s|$)|\s+[-–—]+\s+|\.{3,}|…|\n+|,\s+(?=and |but |we |it's |our |use |i )|\()")
_AGAIN: Final = re.compile(
    r"\b(?:again|once more|yet another|(?:crept|sneaked|snuck|slipped|got) (?:back )?in(?:to)?|"
    r"back in there|keeps? (?:coming|showing|popping|turning) (?:back|up)|as well again|"
    r"wieder|schon wieder|encore(?: une fois)?|de nouveau|otra vez|de nuevo)\b",
    re.IGNORECASE,
)
_LEFT_IN: Final = re.compile(
    r"^(?:and |but |so |hey |ugh |why |oh )*(?:"
    r"(?:i )?(?:just )?(?:found|spotted|saw|see|noticed|counted|caught)(?: me)? "
    r"(?:a|an|another|more|the|some|your|two|three|four|five|\d+)\b|"
    r"there(?:'s| is| are| was| were) (?:a|an|another|still|more|some|all|two|three|so many)\b|"
    r"why (?:are|is|was|were|do|does|did|the)\b|what(?:'s| is| are) (?:the|all|those|these|this) .*(?:doing|for)\b|"
    r"who (?:needs|wants|asked for)\b|enough (?:of|with)\b|what are .* to me\b)",
    re.IGNORECASE,
)
_LACKS: Final = re.compile(
    r"\b(?:missing|miss(?:es|ed)?|forg[eo]t\w*|nobody|no one|without|w/o|no|not|never|\w+n't|none|"
    r"lack\w*|where(?:'s| is| are)|left out|skipped|absent|instead|naked|unversioned|un\w+ed|only|"
    r"nicht|kein\w*|ohne|fehl\w*|vergess\w*|pas|sans|manque\w*|oubli\w*|sin|falta\w*|olvid\w*|"
    r"could|can|would|will|please|pls|always|every|each)\b",
    re.IGNORECASE,
)
_IS: Final = re.compile(r"(?<!there )\b(?:is|are|was|were|be)\b", re.IGNORECASE)
_LEFT_OUT: Final = re.compile(
    r"\b(?:nobody|no one|without|w/o|didn't|did not|haven't|hasn't|wasn't|weren't|niemand|ohne|sans|sin)\b",
    re.IGNORECASE,
)
_VERDICT: Final = re.compile(
    r"^(?P<what>.{2,90}?)\s*(?:[:=]|\b(?:is|are|was|were|got|get|gets|must be|should be|sind|ist|est|sont|es|son|están?)\b)?\s*"
    r"(?:(?:a |an |strictly |absolutely |totally |simply |just |completely |ein |un )?"
    r"(?:forbidden|prohibited|banned|taboo|tabu|no[- ]?go|verboten|unerwünscht|unwelcome|unwanted|"
    r"disallowed|not allowed|not permitted|not welcome|not acceptable|unacceptable|not an option|"
    r"out of the question|not needed|unneeded|unnecessary|superfluous|not wanted|a pet peeve|"
    r"over|off|out|gone|history|dead|obsolete|not in use|no longer in use|no longer used|"
    r"interdits?|interdites?|défendu|prohibid[oa]s?|a waste of (?:my )?time|"
    r"annoys? me|bothers? me|drives? me (?:mad|crazy|nuts)|irritates? me|makes? me (?:cringe|sick)|"
    r"gets? on my nerves|nerv(?:en|t)(?: mich)?|m'énervent?|me molestan?|hurts? my eyes|"
    r"(?:can|must|should|has to|have to) go)|(?<=[=:])\s*(?:no|nope|never|nein|non))"
    r"(?:\s+(?:here|for me|with me|in here|in this \w+|in our \w+|on our \w+|on this \w+|anywhere|"
    r"everywhere|again|ok|okay|please|pls|hier|ici|aquí|in use here|as of now|now|ever|for good|"
    r"from now on|across the board|in \w+ (?:code|text|texts)))*\s*$",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(r"\b(?:no|not|never|\w+n't|nicht|kein\w*|pas|sin)\b", re.IGNORECASE)


def as_wish(text: str) -> str:
    """A text whose complaints and verdicts are said as 'no …'."""
    pieces = _PARTS.split(text)
    return "".join(
        _turned(piece, pieces[at + 1] if at + 1 < len(pieces) else "") if at % 2 == 0 else piece
        for at, piece in enumerate(pieces)
    )


def _turned(part: str, end: str) -> str:
    said = part.strip()
    if not said:
        return part
    verdict = _VERDICT.match(said)
    if verdict is not None and not _NEGATED.search(verdict["what"]):
        return part.replace(said, f"no {verdict['what'].rstrip(' ,:=')}")
    left_in = _LEFT_IN.match(said)
    if left_in is not None and not _LACKS.search(said):
        return part.replace(said, f"no {said[left_in.end():].strip()}")
    again = _AGAIN.search(said)
    if again is None or end[:1] == "?" or not _tells(said):
        return part
    if _LEFT_OUT.search(said):
        return part.replace(said, _LEFT_OUT.sub(" ", said))
    if not _LACKS.search(said) and not _IS.search(said) and not _blames(said):
        return part.replace(said, f"no {_AGAIN.sub(' ', said)}")
    return part


def _blames(said: str) -> bool:
    """Whether the word lists read the part as a complaint by themselves."""
    words = words_of(said)
    turns = (lexicon().turns.longest(words, at) for at in range(len(words)))
    return any(turn is not None and turn[1] in {"blame", "lack"} for turn in turns)


def _tells(said: str) -> bool:
    """Whether a part tells of what happened and orders nothing."""
    from luminair.keeping.errands import is_errand

    return not is_errand(said) and re.match(r"(?:again|please|run|do|try)\b", said, re.I) is None
