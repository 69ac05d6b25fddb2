"""A header that is one JSON object: its members with their places, so one can be changed alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from luminair.journal.notes.blocks import Block, Entry
from luminair.journal.notes.scalars import without_surrogates
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from luminair.journal.notes.values import Change, Value

_BLANKS: Final = late_pattern(r"[ \t\r\n]*")
_OFF: Final = "false"
_WAS_OFF: Final = '"true"'
"""The word in quotes: what was ``false`` before a pin, so that unpin can put it back."""


class _Number(str):
    """A number as written."""

    __slots__ = ()


_DECODER: Final = json.JSONDecoder(
    parse_int=_Number, parse_float=_Number, parse_constant=_Number, strict=False
)


def _value(raw: object) -> Value:
    if raw is None:
        return None
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, dict):
        return {without_surrogates(str(key)): _value(item) for key, item in raw.items()}
    if isinstance(raw, list):
        return tuple(_value(item) for item in raw)
    return without_surrogates(str(raw))


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def read_json(inner: str, offset: int) -> Block | None:
    """The members of the object that ``inner`` is, or None where it is no JSON object.

    Places in the entries count from ``offset``: ``start`` is the key's quote, ``value_at``
    and ``end`` enclose the value.
    """
    try:
        return _members(inner, offset)
    except (ValueError, RecursionError, IndexError):
        return None


def _members(inner: str, offset: int) -> Block | None:
    at = _skip(inner, 0)
    if inner[at] != "{":
        return None
    block = Block(keys_first=True)
    seen: set[str] = set()
    at = _skip(inner, at + 1)
    while inner[at] != "}":
        key, after = _DECODER.raw_decode(inner, at)
        colon = _skip(inner, after)
        if not isinstance(key, str) or isinstance(key, _Number) or inner[colon] != ":":
            return None
        begin = _skip(inner, colon + 1)
        raw, stop = _DECODER.raw_decode(inner, begin)
        name = without_surrogates(key)
        if name in seen:
            block.flags.append(f"has the key {name} twice")
        seen.add(name)
        place = offset + stop
        block.entries.append(Entry(name, _value(raw), offset + at, offset + begin, place, place))
        at = _skip(inner, stop)
        if inner[at] == ",":
            at = _skip(inner, at + 1)
            if inner[at] == "}":
                return None
        elif inner[at] != "}":
            return None
    return block if _skip(inner, at + 1) == len(inner) else None


def set_member(header: str, entries: tuple[Entry, ...], key: str, change: Change) -> str:
    """The header with one member set, added last, or taken out; all else as it stands."""
    folded = key.casefold()
    place = next(
        (n for n in reversed(range(len(entries))) if entries[n].key.casefold() == folded), None
    )
    if change is None or (change is False and key == "pinned"):
        return header if place is None else _without(header, entries, place)
    written = json.dumps(
        without_surrogates(change) if isinstance(change, str) else change, ensure_ascii=False
    )
    written = written.replace("<%", "\\u003c%").replace("{{", "\\u007b{")
    if place is not None:
        entry = entries[place]
        if change is True and header[entry.value_at : entry.end] == _OFF:
            written = _WAS_OFF
        return header[: entry.value_at] + written + header[entry.end :]
    name = json.dumps(key, ensure_ascii=False)
    if not entries:
        brace = header.index("{") + 1
        return f"{header[:brace]}{name}:{written}{header[brace:]}"
    last = entries[-1]
    before = header[header.index("{") + 1 : entries[0].start]
    colon = header[last.start : last.value_at]
    between = colon[colon.rindex(":") :]
    return f"{header[: last.end]},{before}{name}{between}{written}{header[last.end :]}"


def _without(header: str, entries: tuple[Entry, ...], place: int) -> str:
    entry = entries[place]
    if entry.key == "pinned" and header[entry.value_at : entry.end] == _WAS_OFF:
        return header[: entry.value_at] + _OFF + header[entry.end :]
    if place > 0:
        return header[: entries[place - 1].end] + header[entry.end :]
    if len(entries) > 1:
        return header[: entry.start] + header[entries[1].start :]
    return header[: entry.start] + header[entry.end :]
