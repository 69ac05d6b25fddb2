"""A wish in its best words: without politeness, as one line that can stand as a rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from luminair.journal import one_line
from luminair.keeping.phrasing.lasting import score
from luminair.keeping.phrasing.paraphrase import likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

RULE_CHARS: Final = 160
"""Most of a rule's line."""

_AT_START: Final = re.compile(
    r"^(?:(?:could|can|would|will) you(?: please| kindly| maybe)?|please|kindly|hey|hi|ok(?:ay)?|"
    r"so|and|also|but|again|from now on|from here on|going forward|in future|"
    r"as i (?:already )?(?:said|mentioned)(?: before)?|like i said|"
    r"i (?:already )?told you(?: that)?|"
    r"it(?:'d| would) (?:\w+ ){1,6}if you|i(?:'d| would) appreciate (?:it if you)?|"
    r"i(?:'d| would) like you to|i want you to|i need you to|i(?:'d| would) prefer (?:it )?if you|"
    r"make sure(?: that you| you| to)?|remember(?: to| that)?|you should|you must|you have to|"
    r"we should|reminder|let's|bitte|ab jetzt|kannst du|s'il te plaît|désormais|por favor)"
    r"(?:[\s,:]+|$)",
    re.IGNORECASE,
)
_AT_END: Final = re.compile(
    r"[\s,]*(?<!my )\b(?:please|thanks|thank you|thx|from now on|going forward|in future|"
    r"again|okay|ok|"
    r"bitte|danke|s'il te plaît|merci|por favor|gracias|as i said|ab jetzt)\s*([.!?]*)$",
    re.IGNORECASE,
)
_BLAME: Final = re.compile(
    r"\b(?:you (?:forgot|keep|still|always|again)|why (?:do|did|are|is)|again|wieder|encore)\b",
    re.IGNORECASE,
)
_ROUNDABOUT: Final = re.compile(
    r"\b(?:never|don't|do not|no|not|nie|kein\w*|jamais|nunca)\b.*\b(?:without|until|unless|before|"
    r"not|ohne|bis|sans|sin|hasta)\b",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i'd|i'm|my|ich|je|yo|we|wir|nous)\b", re.IGNORECASE)


def bare(text: str) -> str:
    """The text on one line without what is only polite or says that it was said before."""
    said = one_line(text).replace("’", "'")
    while (
        shorter := _AT_END.sub(r"\1", _AT_START.sub("", said, count=1), count=1).strip()
    ) != said:
        if not shorter.strip(" .!?"):
            return said
        said = shorter
    return said


def best_wording(texts: Sequence[str]) -> str:
    """The wording that stands best for all: near the others, short, and not a complaint."""

    def worth(text: str) -> float:
        near = sum(likeness(text, other) for other in texts) / len(texts)
        asks = 0.2 * text.rstrip().endswith("?")
        blames = 0.3 * bool(_BLAME.search(text)) + 0.1 * bool(_FIRST_PERSON.search(text))
        blames += 0.2 * bool(_ROUNDABOUT.search(text))
        length = 0.002 * max(0, len(text) - 60) + 0.1 * (len(text.split()) < 3)
        return near + 0.02 * min(score(text), 3.0) - asks - blames - length

    return max(sorted(texts), key=worth)


def as_rule(text: str) -> str:
    """One line that begins with a capital and ends with a full stop."""
    said = bare(text).strip(" ,;:-–—?!")
    if len(said) > RULE_CHARS:
        said = said[: RULE_CHARS - 1].rsplit(" ", 1)[0].rstrip(",;: ") + "…"
    said = said[:1].upper() + said[1:]
    return said if said.endswith((".", "…")) else f"{said}."
