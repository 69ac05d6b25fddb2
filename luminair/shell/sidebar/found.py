"""What a search shows of a session: the words that were found, where they can be seen."""

from __future__ import annotations

import re
import unicodedata

_BEFORE = 14
"""Characters before the first hit: a sidebar shows about thirty in all."""


def around(excerpt: str, words: tuple[str, ...]) -> str:
    """The excerpt from shortly before its first hit on, cut at a word."""
    first = next(iter(hits(excerpt, words)), (0, 0))[0]
    if first <= _BEFORE:
        return excerpt
    start = excerpt.find(" ", first - _BEFORE, first) + 1 or first
    return "…" + excerpt[start:]


def hits(text: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where the words stand in a text, from and to, in order; none lies in another."""
    wanted = sorted((unicodedata.normalize("NFC", word) for word in words if word), key=len)
    if not wanted:
        return []
    pattern = "|".join(re.escape(word) for word in reversed(wanted))
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]
