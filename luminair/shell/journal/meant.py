"""What was meant by words that no note has: the nearest words that titles and summaries have.

Knows no Qt; for jobs.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.journal import Note

NEAR = 0.75
"""How much of two words must agree, as ``difflib`` counts it."""
LONGER = 2
"""Letters by which the right word may be longer or shorter."""
SHORT = 3
"""Words under so many letters are not guessed at."""
_WORD = re.compile(r"\w+")


def meant(notes: Iterable[Note], text: str) -> str:
    """Words to look for instead; '' where nothing is near.

    Args:
        notes: of the vault.
        text: what was looked for, and found nowhere.
    """
    there: dict[str, set[str]] = {}
    for note in notes:
        for word in _WORD.findall(f"{note.title} {note.summary}".casefold()):
            there.setdefault(word[0], set()).add(word)
    found = []
    for word in _WORD.findall(text.casefold()):
        if len(word) < SHORT:
            continue
        near = [each for each in there.get(word[0], ()) if abs(len(each) - len(word)) <= LONGER]
        found += get_close_matches(word, sorted(near), n=1, cutoff=NEAR)
    words = " ".join(found)
    return "" if words == " ".join(text.casefold().split()) else words
