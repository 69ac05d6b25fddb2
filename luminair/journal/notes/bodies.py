"""New text for a body, with the line ends that the file has."""

from __future__ import annotations

from typing import Final

from luminair.patterns import late_pattern

_ENDS: Final = late_pattern(r"\r\n|\r|\n")
_LINE: Final = late_pattern(r"([^\r\n]*)(\r\n|\r|\n|\Z)")

MAX_ALIGNED_LINES: Final = 2000
"""Changed lines up to which lines in the midst are matched one by one (difflib is square)."""


def with_line_ends(new: str, old: str, newline: str) -> str:
    """The new text: lines that were there keep their ends, new ones get the file's.

    Args:
        new: the text as an editor or a person handed it over, with any line ends.
        old: the body as it stands in the file.
        newline: the line end of the file.
    """
    if new == old:
        return old
    ends = set(_ENDS.findall(old))
    if len(ends) <= 1:
        only = next(iter(ends), newline)
        return _ENDS.sub(only, new) if "\r" in new or only != "\n" else new
    return _aligned(_lines(new), _lines(old), newline)


def _lines(text: str) -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in _LINE.finditer(text) if found[0]]


def _aligned(new: list[tuple[str, str]], old: list[tuple[str, str]], newline: str) -> str:
    fresh = [text for text, _ in new]
    stale = [text for text, _ in old]
    ends: list[str] = [newline] * len(new)
    same = min(len(fresh), len(stale))
    head = 0
    while head < same and fresh[head] == stale[head]:
        ends[head] = old[head][1]
        head += 1
    tail = 0
    while tail < same - head and fresh[-1 - tail] == stale[-1 - tail]:
        ends[-1 - tail] = old[-1 - tail][1]
        tail += 1
    middle_new = fresh[head : len(fresh) - tail]
    middle_old = stale[head : len(stale) - tail]
    if middle_new and middle_old and len(middle_new) + len(middle_old) <= MAX_ALIGNED_LINES:
        # Only a body of mixed line ends needs it, and the read path loads this module.
        import difflib  # noqa: PLC0415

        matcher = difflib.SequenceMatcher(None, middle_old, middle_new, autojunk=False)
        for a, b, size in matcher.get_matching_blocks():
            for step in range(size):
                ends[head + b + step] = old[head + a + step][1]
    pieces = []
    for number, (text, end) in enumerate(new):
        # Whether a line ends at all is the new text's to say, how it ends is the file's.
        pieces.append(text + ((ends[number] or newline) if end else ""))
    return "".join(pieces)
