"""Two versions of a note's text brought together, section by section.

A section is a heading with what stands below it. One that only one side changed is taken from
that side; where both rewrote it, both versions stay, one below the other between marks that a
person can read, and the doctor names the note. 'Said again' has no two versions: it holds all
phrasings of both. A section that one side removed and the other changed stays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from luminair.journal.notes.merge_lines import combined, is_list, ordered, woven

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST: Final = "> **Two versions of this part, from a sync. The first:**"
SECOND: Final = "> **The second version:**"
END: Final = "> **End of the two versions.**"

_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:[ \t]+(.*?))?[ \t#]*$")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_Value = TypeVar("_Value")
_Name = tuple[str, int]
_TOP: Final = ("", 0)


class Section(NamedTuple):
    """A heading with what stands below it; the text above the first heading has none.

    Attributes:
        lines: without the empty ones at its end.
        gap: the empty lines that follow.
    """

    lines: tuple[str, ...]
    gap: tuple[str, ...]


def pick(base: _Value, one: _Value, other: _Value) -> tuple[bool, _Value]:
    """What both mean where at most one of them changed it; False where both did."""
    if one in (other, base):
        return True, other
    return other == base, one


def merge_body(base: str | None, one: str, other: str) -> tuple[str, tuple[str, ...]]:
    """One text of two.

    Args:
        base: what both began with; None where the note is new on both sides.
        one: the text on one side.
        other: on the other; swapping the two gives the same answer.

    Returns:
        The text, and the headings of the sections that now hold two versions ('' for the text
        above the first heading).
    """
    decided, text = pick(base, one, other)
    if decided and text is not None:
        return text, ()
    began = base or ""
    newline, texts = _one_line_end(began, one, other)
    old, ours, theirs = (_sections(text) for text in texts)
    kept: dict[_Name, tuple[tuple[str, ...], bool]] = {}
    for name in {**ours, **theirs}:
        merged = _merged(name, old.get(name), ours.get(name), theirs.get(name))
        if merged is not None:
            kept[name] = merged
    names = ordered(list(old), list(ours), list(theirs), kept)
    names.sort(key=lambda name: name != _TOP)
    ended = {list(side)[-1] for side in (ours, theirs) if side}
    lines: list[str] = []
    for name in names:
        gap = _gap(old.get(name), ours.get(name), theirs.get(name))
        # What was a text's end and is no more stands apart from the heading that follows.
        apart = ("",) if not gap and name in ended and name != names[-1] else ()
        lines += [*kept[name][0], *gap, *apart]
    ends = [text.endswith("\n") or not text for text in texts]
    last = pick(*ends)[1] if base is not None else True
    torn = tuple(_title(name, lines) for name, (lines, whole) in kept.items() if not whole)
    while lines and not lines[-1] and not any(text.endswith("\n\n") for text in texts[1:]):
        lines.pop()
    merged_text = "\n".join(lines) + ("\n" if last and lines else "")
    return merged_text.replace("\n", newline), tuple(sorted(torn))


def _one_line_end(*texts: str) -> tuple[str, list[str]]:
    """The line end that the result is to have, and the texts with plain line feeds.

    Where a text mixes them, its carriage returns stay as part of its lines.
    """
    styles = []
    for text in texts:
        pairs, all_ends = text.count("\r\n"), text.count("\n")
        styles.append(None if not all_ends else "mixed" if 0 < pairs < all_ends else pairs > 0)
    if "mixed" in styles:
        return "\n", list(texts)
    base, one, other = (styles[0] if style is None else style for style in styles)
    decided, style = pick(base, one, other)
    newline = "\r\n" if (style if decided else one and other) else "\n"
    return newline, [text.replace("\r\n", "\n") for text in texts]


def _sections(text: str) -> dict[_Name, Section]:
    """The sections of a text by heading and how many of that heading came before."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    heads = set(_headings(lines))
    starts = sorted({0, *heads})
    found: dict[_Name, Section] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part, stop = lines[start:end], end - start
        while stop and not part[stop - 1].strip(" \t\r"):
            stop -= 1
        heading = _HEADING.fullmatch(part[0].rstrip("\r")) if start in heads else None
        name = _TOP if heading is None else ((heading[1] or "").strip().casefold(), 1)
        while name in found:
            name = (name[0], name[1] + 1)
        if part:
            found[name] = Section(tuple(part[:stop]), tuple(part[stop:]))
    return found


def _headings(lines: Sequence[str]) -> list[int]:
    """The lines that are headings, not those in a block of code."""
    found, fence = [], ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line.strip(" \t\r`~"):
            fence = ""
        elif not fence and _HEADING.fullmatch(line.rstrip("\r")):
            found.append(number)
    return found


def _merged(
    name: _Name, base: Section | None, one: Section | None, other: Section | None
) -> tuple[tuple[str, ...], bool] | None:
    """The lines, and whether they are one text; None where the section is gone."""
    began, ours, theirs = (each and each.lines for each in (base, one, other))
    decided, lines = pick(began, ours, theirs)
    if decided:
        return None if lines is None else (lines, True)
    if ours is None or theirs is None:
        return (ours or theirs or (), True)  # removed there, changed here: the change stays
    if name[0].rstrip(":") == "said again":
        return tuple(woven(ours, theirs)), True
    found = None
    if began is not None:
        found = combined(began, ours, theirs)
    elif name != _TOP and ours[0] == theirs[0] and is_list(ours[1:]) and is_list(theirs[1:]):
        found = [ours[0], *woven(ours[1:], theirs[1:])]
    return (tuple(found), True) if found is not None else (_two_versions(ours, theirs, name), False)


def _two_versions(one: Sequence[str], other: Sequence[str], name: _Name) -> tuple[str, ...]:
    first, second = sorted((tuple(one), tuple(other)))
    head: tuple[str, ...] = ()
    if name != _TOP and first[0] == second[0]:
        head, first, second = (first[0], ""), _bare(first[1:]), _bare(second[1:])
    return (*head, FIRST, "", *first, "", SECOND, "", *second, "", END)


def _bare(lines: tuple[str, ...]) -> tuple[str, ...]:
    while lines and not lines[0].strip():
        lines = lines[1:]
    return lines


def _gap(base: Section | None, one: Section | None, other: Section | None) -> tuple[str, ...]:
    if one is None or other is None:
        return (one or other or Section((), ())).gap
    decided, gap = pick(base.gap if base else None, one.gap, other.gap)
    if decided and gap is not None:
        return gap
    return max(one.gap, other.gap, key=lambda lines: (len(lines), lines))


def _title(name: _Name, lines: Sequence[str]) -> str:
    return "" if name == _TOP else lines[0].strip("# \t\r")
