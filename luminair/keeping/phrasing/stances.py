"""Who is to do what a request names: it may only allow it, or keep it for the owner.

'You may push', 'no need to ask' allow; 'I add them myself' keeps. Neither is the same as a wish
that a thing be done, however many words they share.
"""

from __future__ import annotations

import re
from typing import Final

PERMITS: Final = "permits"
MINE: Final = "mine"

_PERMITS: Final = re.compile(
    r"\b(?:you (?:may|can)|feel free|free to|go ahead|no need to|may be|can be longer|"
    r"allowed|needn't|need not|don't need to|"
    r"don't have to|optional|don't bother|not bother|it's (?:fine|ok|okay) to|is (?:fine|ok|okay)"
    r"(?= *[.!,]|$)|don't wait|are free|skip the|darfst|brauchst nicht|"
    r"musst nicht|tu peux|pas besoin|puedes|no hace falta)\b",
    re.IGNORECASE,
)
_LETS_OFF: Final = re.compile(
    r"\b(?:feel free|free to|i don't (?:mind|care)|ruhig|just do it|just start|no need to|"
    r"whatever you|"
    r"optional|sin problema|je m'en fiche)\b",
    re.IGNORECASE,
)
_MINE: Final = re.compile(r"\bI\b[^.!?]*\bmyself\b|\bich\b[^.!?]*\bselbst\b|moi-même|yo mism[oa]")
_FORBIDS: Final = re.compile(
    r"\b(?:never|not|n't|cannot|can't|don't|no|only|nie|niemals|nicht|kein\w*|jamais|pas|nunca)\b",
    re.IGNORECASE,
)


def stances_of(text: str) -> frozenset[str]:
    """Whether a text permits or lets off, and whether the owner does the thing."""
    found = set()
    permits = _PERMITS.search(text) and not _FORBIDS.search(_PERMITS.sub("", text))
    if permits or _LETS_OFF.search(text):
        found.add(PERMITS)
    if _MINE.search(text):
        found.add(MINE)
    return frozenset(found)
