"""Whether a request is meant once: a place in one text, a day, a question of fact.

'Put sentence four into the active voice', 'take out the comma in the second line', 'leave it
alone, Sam is on it this week', 'should I consult a lawyer?': each has the words of a wish about
how to work and ends with its answer. What says how often ('always', 'any', 'again', 'as usual')
makes it a wish all the same.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_LASTS: Final = re.compile(
    r"\b(?:always|never|every\w*|each|any|ever|from (?:now|here|today) on|by default|default|usual|"
    r"rule|habit|permanently|general\w*|going forward|in future|again|once more|throughout|"
    r"all (?:our|your|my|the)|as (?:always|ever)|like i (?:always )?(?:say|said|keep|ask)|keep|"
    r"standing|stick|whenever|no more|don't|do not|stop|today and|"
    r"immer|nie|künftig|ab (?:jetzt|heute)|wieder|wie (?:immer|gehabt)|"
    r"toujours|jamais|désormais|comme d'habitude|"
    r"siempre|nunca|como (?:siempre|de costumbre)|de nuevo|otra vez|nada de)\b",
    re.IGNORECASE,
)
_NUMBER: Final = "one|two|three|four|five|six|seven|eight|nine|ten"
_NTH: Final = "first|second|third|fourth|fifth|last|next"
_PLACE: Final = (
    "(?:(?:line|sentence|paragraph|section|chapter|column|row|page|slide|step|item|verse|stanza|"
    "bullet|figure|table|question|cell|test|commit|message|scene|bar)s?)"
)
_ONCE: Final = re.compile(
    rf"\b(?:{_PLACE} (?:{_NUMBER}|\d+)|(?:the|this) (?:{_NTH}) (?:\w+ )?{_PLACE}|"
    r"just (?:this|for) (?:once|one)|(?:only|just) (?:today|now|tonight)|this (?:once|one|time)|"
    r"for (?:now|today|tonight|once)|tonight|"
    r"(?:on|for|by|until|till|before|this|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:this|next|tomorrow) (?:morning|afternoon|evening|week|month)|tomorrow|"
    r"esta (?:noche|tarde|vez|semana)|hoy|mañana|este (?:lunes|martes|viernes)|"
    r"heute|morgen|diese?s?mal|dieses mal|ce soir|cette fois|aujourd'hui|demain)\b",
    re.IGNORECASE,
)
_ASKS_AT_ONCE: Final = re.compile(
    r"(?:should (?:i|we|one|an?|the)|darf|kann man|gibt es|est-ce que (?:je|on|le|la)|"
    r"¿(?!podr|puede|te importa|y si)|do (?:you know|i|we|they|people)|"
    r"can (?:i|one|an?|the|people)|(?:did|have|has) you)\b",
    re.IGNORECASE,
)
_ASKS_AT_LAST: Final = re.compile(
    r"(?:^|[,;.!:–—-]\s+)(?:so |and |but )?"
    r"(?:what|which|who|how|where|when|why|is|are|does|do|did|can i|should i)\b[^?.!]{0,200}\?$",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def is_one_off(text: str) -> bool:
    """Whether a request says that it is meant once, or asks for a fact and no more."""
    if _LASTS.search(text):
        return False
    if _ONCE.search(text):
        return True
    said = text.strip()
    if not said.endswith("?") or said.count("?") > 1:
        return False
    return _ASKS_AT_ONCE.match(said) is not None or _ASKS_AT_LAST.search(said) is not None
