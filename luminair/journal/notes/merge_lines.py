"""Two versions of some lines brought together, the same whichever of the two comes first.

Each side is compared with what both began with (``base``). What only one side changed is taken
from it; lines that both added stand one group after the other, in an order that the lines
themselves give, so that two machines that merge the same two versions write the same bytes.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Sequence

_Key = TypeVar("_Key", bound="Hashable")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]")
_MOST: Final = 5_000
"""Lines that differ; more are not compared line by line, which would take minutes."""


class Change(NamedTuple):
    """Lines ``start`` to ``end`` of the base, replaced by others."""

    start: int
    end: int
    lines: tuple[str, ...]


def changes(base: Sequence[str], side: Sequence[str]) -> list[Change]:
    """What makes ``side`` of ``base``, from the first line to the last."""
    head = 0
    while head < min(len(base), len(side)) and base[head] == side[head]:
        head += 1
    tail = 0
    while tail < min(len(base), len(side)) - head and base[-1 - tail] == side[-1 - tail]:
        tail += 1
    old, new = base[head : len(base) - tail], side[head : len(side) - tail]
    if not old or not new or max(len(old), len(new)) > _MOST:
        return [Change(head, head + len(old), tuple(new))] if old or new else []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        Change(head + i, head + j, tuple(new[k:m]))
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    ]


def combined(base: Sequence[str], one: Sequence[str], other: Sequence[str]) -> list[str] | None:
    """The base with the changes of both sides; None where both rewrote something.

    Where at least one side only added lines, the changes go together; where both took lines
    away or replaced them, nobody but a person can say what the text should be.
    """
    ours, theirs = changes(base, one), changes(base, other)
    same = set(ours) & set(theirs)
    rest = [change for change in ours if change not in same]
    rest_of_other = [change for change in theirs if change not in same]
    if _rewrites(rest) and _rewrites(rest_of_other):
        return None
    added: dict[int, list[tuple[str, ...]]] = {}
    replaced: list[Change] = []
    for change in (*same, *rest, *rest_of_other):
        if change.start == change.end:
            added.setdefault(change.start, []).append(change.lines)
        else:
            replaced.append(change)
    replaced.sort()
    if _cross(replaced, added):
        return None
    return _applied(base, replaced, added)


def _rewrites(found: Sequence[Change]) -> bool:
    return any(change.end > change.start for change in found)


def _cross(replaced: Sequence[Change], added: Collection[int]) -> bool:
    """Whether lines were added in what the other side replaces."""
    return any(change.start < at < change.end for change in replaced for at in added)


def _applied(
    base: Sequence[str], replaced: Sequence[Change], added: dict[int, list[tuple[str, ...]]]
) -> list[str]:
    found: list[str] = []
    by_start = {change.start: change for change in replaced}
    at = 0
    while at <= len(base):
        groups = added.get(at, ())
        if groups:
            found.extend(groups[0] if len(groups) == 1 else both(groups[0], groups[1]))
        change = by_start.get(at)
        if change is not None:
            found.extend(change.lines)
            at = change.end
            by_start.pop(change.start)
            continue
        if at < len(base):
            found.append(base[at])
        at += 1
    return found


def both(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Two groups of lines that were added in one place; what stands in both stands once."""
    first, second = sorted((list(one), list(other)))
    for shorter, longer in ((first, second), (second, first)):
        if _holds(longer, shorter):
            return longer
    if is_list(first) and is_list(second):
        return woven(first, second)
    apart = [""] if first[-1].strip() and second[0].strip() else []
    return [*first, *apart, *second]


def is_list(lines: Sequence[str]) -> bool:
    """Whether each line is an item of a list, or empty."""
    return all(_ITEM.match(line) or not line.strip() for line in lines)


def woven(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """All lines of both, each in its own order; a run that both have stands once."""
    first, second = sorted((list(one), list(other)))
    if max(len(first), len(second)) > _MOST:
        return [*first, *second]
    found: list[str] = []
    for tag, i, j, k, m in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        found.extend(first[i:j])
        if tag != "equal":
            found.extend(second[k:m])
    return found


def _holds(lines: Sequence[str], part: Sequence[str]) -> bool:
    wanted = list(part)
    return any(
        list(lines[at : at + len(wanted)]) == wanted for at in range(len(lines) - len(wanted) + 1)
    )


def ordered(
    base: Sequence[_Key], one: Sequence[_Key], other: Sequence[_Key], keep: Collection[_Key]
) -> list[_Key]:
    """The keys to keep, in the order of the side that moved some, those of the other let in.

    Args:
        base: the keys as both had them.
        one: the keys of one side, each once.
        other: those of the other.
        keep: which are left; each stands in one of the sides.
    """
    first, second = sorted((list(one), list(other)), key=repr)
    if _moved(base, second) and not _moved(base, first):
        first, second = second, first
    found = [key for key in first if key in keep]
    behind: _Key | None = None
    for key in second:
        if key in keep and key not in first:
            at = found.index(behind) + 1 if behind in found else 0
            found.insert(at, key)
        if key in found:
            behind = key
    return found


def _moved(base: Sequence[_Key], side: Sequence[_Key]) -> bool:
    here = set(side)
    there = set(base)
    return [key for key in base if key in here] != [key for key in side if key in there]
