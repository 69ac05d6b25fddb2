"""The simple part of a TOML header (Hugo's ``+++``): keys of the top level, values as written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.journal.notes.blocks import Entry
from luminair.journal.notes.lines import lines_of
from luminair.journal.notes.scalars import NotFlow, ends_here, flow, quoted, value_end
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from luminair.journal.notes.values import Value

_PAIR: Final = late_pattern(r"[ \t]*(?:\"([^\"]*)\"|'([^']*)'|([\w.-]+))[ \t]*=[ \t]*")

_TABLES: Final = late_pattern(r"\[[ \t]*\{")
_SIGN: Final = late_pattern(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[\[\]{}]")


def _ignore(_: str) -> None:
    """TOML is not held against YAML, so nothing is flagged."""


def read_toml(text: str, at: int, end: int) -> list[Entry]:
    """The keys between two offsets up to the first table; a list may span lines."""
    entries: list[Entry] = []
    behind = at
    for start, line, after in lines_of(text, at, end):
        if start < behind or not line.strip() or line.lstrip()[0] == "#":
            continue
        if line.lstrip()[0] == "[":
            break
        found = _PAIR.match(line)
        if found is None:
            continue
        key = found[1] or found[2] or found[3] or ""
        value, behind = _value(text, start + found.end(), start + len(line), end)
        behind = max(behind, after)
        entries.append(Entry(key, value, start, start + found.end(), behind, behind))
    return entries


def _as_written(head: str) -> str:
    """A table in one line, or a list of such; nothing of ours is one, so its words will do."""
    depth = 0
    for found in _SIGN.finditer(head):
        depth += (found[0] in {"[", "{"}) - (found[0] in {"]", "}"})
        if not depth:
            return head[: found.end()]
    return head


def _value(text: str, at: int, line_end: int, end: int) -> tuple[Value, int]:
    head = text[at:line_end]
    if head[:3] in {'"""', "'''"}:
        close = text.find(head[:3], at + 3, end)
        if close >= 0:
            return text[at + 3 : close].lstrip("\r\n"), close + 3
    try:
        if head[:1] == "{" or _TABLES.match(head):
            return _as_written(head), line_end
        if head[:1] == "[":
            value, stop = flow(text[:end], at, _ignore)
            if ends_here(text[:end], stop) is not None:
                return value, stop
        elif head[:1] in {'"', "'"}:
            found = quoted(head, 0, _ignore)
            if found and ends_here(head, found[1]) is not None:
                return found[0], line_end
    except NotFlow:
        pass
    return head[: value_end(head, one_word=True)], line_end
