"""Whether a request only says again what an open ask says already.

Near-identical words: a retry, an edit, a broadcast, the same sentence on another day. What means
the same in other words is left to promoting and merging, which have time to look. Two texts that
differ in a number, a path or a 'not' are never the same (:func:`luminair.journal.says_the_same`).
"""

from __future__ import annotations

from typing import Final

from luminair.journal import normal_form, says_the_same
from luminair.patterns import late_pattern

_FRAME: Final = late_pattern(
    r"(?:(?:ok|okay|so|now|then|next|also|and|hey|hi|well|thanks|great|yes|oh|again)\b[ ,.!:-]*)*"
    r"(?:please |pls )?(?:(?:can|could|would|will) (?:you|we) (?:please |also |maybe )?|"
    r"(?:i|we) (?:want|need|have|would like|d like) (?:you )?to |(?:i'd|we'd) like (?:you )?to |"
    r"we should |we must |let's |lets |don't forget to |remember to |make sure to )?(?:please |"
    r"also )?"
)
_TAIL: Final = late_pattern(
    r"[ ,]*(?:please|pls|thanks|thank you|bitte|s'il te plaît|por favor)?[ .!?]*$"
)
_SURE_WORDS: Final = 3


def same_ask(one: str, other: str) -> bool:
    """Whether two requests are one, whatever politeness stands around them.

    Args:
        one: the words of one, see :attr:`capture.Ask.body`.
        other: those of the other; the order does not matter.
    """
    if says_the_same(one, other):
        return True
    a, b = core(one), core(other)
    if a == b:
        return len(a.split()) >= _SURE_WORDS or a == normal_form(one) == normal_form(other)
    return says_the_same(a, b)


def core(text: str) -> str:
    """A request without politeness, in the form in which texts are compared."""
    folded = " ".join(text.replace("’", "'").split()).casefold()
    bare = _FRAME.match(folded)
    rest = folded[bare.end() :] if bare else folded
    return normal_form(_TAIL.sub("", rest) or folded)
