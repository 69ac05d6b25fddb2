"""What of a request is taken as it stands: numbers, paths, identifiers, quoted code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from luminair.keeping.phrasing.lexicon import Lexicon

_NUMBER: Final = re.compile(r"v?\d[\d.,_]*(?:\d|(?<=\d))[a-z%]{0,3}", re.IGNORECASE)
_CODE: Final = re.compile(r"[_\\/@#$=<>{}\[\]]|\w\.\w|\w::\w|\(\)|[a-z][A-Z]|^--\w")
_COUNTS: Final = {
    word: str(number)
    for number, words in enumerate(
        ("two zwei deux dos", "three drei trois tres", "four vier quatre cuatro",
         "five fünf cinq cinco", "six sechs seis", "seven sieben sept siete",
         "eight acht huit ocho", "nine neun neuf nueve", "ten zehn dix diez",
         "eleven elf onze", "twelve zwölf douze doce", "thirteen", "fourteen",
         "fifteen fünfzehn quinze quince", "sixteen", "seventeen", "eighteen", "nineteen",
         "twenty zwanzig vingt veinte"), start=2,
    )
    for word in words.split()
}  # fmt: skip


def fixed_in(part: str, lists: Lexicon) -> tuple[set[str], set[str]]:
    """The numbers in a part of a text, and its names that no list knows by a meaning."""
    numbers: set[str] = set()
    names: set[str] = set()
    for raw in part.split():
        quoted = raw.startswith("`") or raw.endswith("`")
        bare = raw.strip("\"'`“”‘’„«»()[]{}<>*…!?,;:").rstrip(".")
        folded = bare.casefold()
        if not bare:
            continue
        if _NUMBER.fullmatch(bare):
            numbers.add(folded.replace(",", "").rstrip("."))
        elif folded in _COUNTS:
            numbers.add(_COUNTS[folded])
        elif (quoted or _CODE.search(bare)) and not lists.senses.longest([folded], 0):
            names.add(folded.removesuffix("()"))
    return numbers, names


def is_number(word: str) -> bool:
    """Whether a word is a number, in digits or written out."""
    return word in _COUNTS or _NUMBER.fullmatch(word) is not None
