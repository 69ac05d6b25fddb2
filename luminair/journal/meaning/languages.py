"""Which model suits a vault, told from the scripts of its notes.

nomic-embed-text is good at English and poor at Chinese (recall@5 0.756 and 0.402 in memsearch's
own test; bge-m3 0.814 and 0.776).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

MUCH: Final = 0.2
"""The share of letters of other scripts from which another model is advised."""
_LETTERS: Final = 40_000
_CJK: Final = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")


def advice(texts: Iterable[str]) -> str:
    """One line for the owner, from a sample of the vault's texts."""
    counts = _scripts(texts)
    total = counts.total()
    east = counts["CJK"] / total if total else 0.0
    other = (total - counts["LATIN"]) / total if total else 0.0
    if other < MUCH:
        return "nomic-embed-text suits notes in English; for several languages, bge-m3."
    which = "Chinese, Japanese or Korean" if east >= other / 2 else "other than Latin"
    return (
        f"About {other:.0%} of your notes is {which}: bge-m3 or qwen3-embedding finds more there."
    )


def _scripts(texts: Iterable[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    left = _LETTERS
    known: dict[str, str] = {}
    for text in texts:
        for letter in text[:left]:
            if letter not in known:
                known[letter] = _script(letter)
            counts[known[letter]] += 1
        left -= len(text)
        if left <= 0:
            break
    del counts[""]
    return counts


def _script(letter: str) -> str:
    if letter.isascii():
        return "LATIN" if letter.isalpha() else ""
    if not letter.isalpha():
        return ""
    first = unicodedata.name(letter, "").partition(" ")[0]
    return "CJK" if first in _CJK or first.startswith("CJK") else first
