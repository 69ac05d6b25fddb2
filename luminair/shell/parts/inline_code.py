"""Where a line may end inside inline code. Knows no Qt.

By custom a line ends behind any slash and hyphen, which leaves ``luminair/`` on one line, or ``/``
and ``--`` alone. So a mark is joined to what follows it; copying and finding look past the joiners.
"""

from __future__ import annotations

import re
from typing import Final

JOINER: Final = "\u2060"
"""Takes no room, and no line ends at it."""
WHOLE: Final = 32
"""Characters of a word that is not broken at all; a narrow pane has room for it."""
_WORD: Final = re.compile(r"\S+")
_MARKS: Final = re.compile(r"[/\\?-](?=\S)")
_FIRST: Final = re.compile(r"\A[/\\?-]+(?=\S)")


def held_together(code: str) -> str:
    """Inline code whose short words stay on one line; of long ones the first mark is not alone."""
    return _WORD.sub(lambda word: _joined(word[0]), code)


def _joined(word: str) -> str:
    marks = _MARKS if len(word) <= WHOLE else _FIRST
    return marks.sub(lambda mark: "".join(f"{each}{JOINER}" for each in mark[0]), word)


def findable(words: str) -> str:
    """A regular expression of the words, wherever joiners stand between their characters."""
    marks = (f"{re.escape(each)}{JOINER}?" for each in words)
    return "".join(marks).removesuffix(f"{JOINER}?")
