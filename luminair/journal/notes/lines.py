"""Lines of a header: where they begin and end, how far they are indented, which are keys."""

from __future__ import annotations

import re
from typing import Final

from luminair.journal.notes.scalars import quoted
from luminair.journal.notes.values import KNOWN_KEYS, LIST_KEYS
from luminair.patterns import late_pattern
from luminair.values import dataclass

_LINE: Final = late_pattern(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_COLON: Final = late_pattern(r":(?=[ \t]|$)[ \t]*")
_QUOTED_KEY: Final = late_pattern(
    r"(\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^']*(?:''[^']*)*')[ \t]*:(?=[ \t]|$)[ \t]*"
)
_NO_KEY: Final = late_pattern(r"[#\[\]{}|>`:]|[-?](?:[ \t]|$)|<{4}|={4}|-{3}")
_TIGHT_KEY: Final = late_pattern(
    rf"([ \t]*)({'|'.join((*KNOWN_KEYS, *sorted(LIST_KEYS)))}):(?=[^\s:/\\])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Key:
    """A line that is a key.

    Attributes:
        name: without quotes.
        indent: the blanks before it.
        value_at: offset in the line behind the colon and blanks.
    """

    name: str
    indent: str
    value_at: int


def key_of(line: str) -> Key | None:
    """The key that a person would take the line for, or None."""
    stripped = line.lstrip(" \t")
    if not stripped or _NO_KEY.match(stripped):
        return None
    indent = line[: len(line) - len(stripped)]
    if stripped[0] in "\"'":
        found = _QUOTED_KEY.match(stripped)
        unquoted = quoted(found[1], 0, lambda _: None) if found else None
        if found and unquoted:
            return Key(unquoted[0], indent, len(indent) + found.end())
    found = _COLON.search(line)
    tight = _TIGHT_KEY.match(line)
    if tight and not (found and found.start() < tight.end()):
        return Key(tight[2], indent, tight.end())
    if found is None:
        return None
    return Key(line[len(indent) : found.start()].rstrip(" \t"), indent, found.end())


def looks_like_key(line: str) -> bool:
    """Whether a person would take the line for ``key: value``."""
    return key_of(line) is not None


def lines_of(text: str, at: int, end: int) -> list[tuple[int, str, int]]:
    """The lines between two offsets: (start, text without line end, offset behind it)."""
    lines = []
    if text.find("\r", at, end) < 0:
        for line in text[at:end].split("\n"):
            after = min(at + len(line) + 1, end)
            if after > at:
                lines.append((at, line, after))
            at = after
        return lines
    found = _LINE.finditer(text, at, end)
    return [(each.start(), each[1], each.end()) for each in found if each[0]]


def width(line: str) -> int:
    """How far a line is indented; a tab counts as up to the next multiple of four."""
    stripped = line.lstrip(" \t")
    return len(line[: len(line) - len(stripped)].expandtabs(4))
