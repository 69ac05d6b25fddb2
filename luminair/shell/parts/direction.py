"""Which way a block of text runs: by its first strong character, code aside."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

ISOLATE, ISOLATED = "\u2066", "\u2069"
"""Around inline code in a block that runs right to left, so that its signs keep their order."""


def runs_right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction is Hebrew, Arabic or the like."""
    for mark in text:
        kind = unicodedata.bidirectional(mark)
        if kind in {"R", "AL"}:
            return True
        if kind == "L":
            return False
    return False


def block_runs_right_to_left(tokens: Sequence[Token]) -> bool:
    """The same of a block of Markdown: code always runs left to right, and says nothing of it."""
    words = "".join(token.content for token in tokens if token.type == "text")
    return runs_right_to_left(words)
