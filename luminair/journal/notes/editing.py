"""Edits of a note's bytes: one key's lines or the body change, every other byte stays.

Pin and unpin leave the same bytes, and so do archive and unarchive. Where the first would lose
something that the second needs (``pinned: no``, an owner's empty header), it is kept in a remark
on the line: ``pinned: true # was: no``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteDamaged
from luminair.journal.notes.bodies import with_line_ends
from luminair.journal.notes.document import Document, Form, Verdict, read
from luminair.journal.notes.jsonheader import set_member
from luminair.journal.notes.scalars import double_quoted, is_bare, without_surrogates
from luminair.journal.notes.times import read_time
from luminair.journal.notes.values import (
    KNOWN_KEYS,
    LIST_KEYS,
    TIME_KEYS,
    Change,
    Value,
    as_list,
    as_text,
    is_on,
)
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.journal.notes.blocks import Entry

_QUOTED_KEYS: Final = frozenset({"title", "summary"}) | TIME_KEYS
_WORD_KEYS: Final = frozenset({"kind", "scope", "status", "id"})
_WAS: Final = " # was:"
_WAS_LINES: Final = " # was lines:"
_WAS_EMPTY: Final = " # was: an empty header"
_SWITCHED: Final = late_pattern(rf'[ ](?:true|"[^"\r\n]*")({_WAS}|{_WAS_LINES})(.*)', re.DOTALL)
"""A value of ours with what stood there before; behind the key's colon."""


def edit(document: Document, changes: Mapping[str, Change], body: str | None = None) -> bytes:
    """The file's bytes with some keys set or taken out (None), and a new body if given.

    A value is rewritten only if it means something else. In a file without a header one is
    made; taking the only key out of such a header takes the header out.

    Raises:
        NoteDamaged: the file is damaged, or its header is of a kind that is not edited.
    """
    if document.verdict is Verdict.DAMAGED:
        raise NoteDamaged(f"The note {document.reason}, so it is left as it is.")
    at = document.body_at
    rest = document.raw[at:]
    if body is not None:
        rest = with_line_ends(without_surrogates(body), document.body, document.newline).encode()
    order = {key: place for place, key in enumerate(KNOWN_KEYS)}
    edited = document
    for key in sorted(changes, key=lambda key: order.get(key.casefold(), len(order))):
        edited = _set(edited, key, changes[key])
    if edited.header == document.header and rest == document.raw[at:]:
        return document.raw
    header = edited.header
    if header and rest and header[-1] not in "\r\n":
        header += document.newline
    return _assembled(document, edited, header, rest)


def _assembled(document: Document, edited: Document, header: str, rest: bytes) -> bytes:
    """Put mark, header and body together, and make sure that it reads as it was meant."""
    mark = document.raw[: document.body_at - len(document.header.encode())]
    new = mark + header.encode() + rest
    if _reads_as(new, edited, rest):
        return new
    if document.header and not header:
        # What follows would be taken for the opening of a header: the empty one stays.
        fences = f"---{document.newline}" * 2
        new = mark + fences.encode() + rest
        if _reads_as(new, read(fences.encode()), rest):
            return new
    # The body begins like a header of its own: an empty line keeps it text.
    apart = document.newline.encode() + rest
    new = mark + header.encode() + apart
    if rest != document.raw[document.body_at :] and _reads_as(new, edited, apart):
        return new
    raise NoteDamaged(
        "The note's header cannot be changed safely here, so it is left as it is: "
        "edit it as text instead."
    )


def _reads_as(new: bytes, edited: Document, rest: bytes) -> bool:
    again = read(new)
    return (
        again.verdict is edited.verdict
        and again.raw[again.body_at :] == rest
        and dict(again.fields) == dict(edited.fields)
    )


def _set(document: Document, key: str, change: Change) -> Document:
    """The document with one key set; its raw bytes are those of the header alone."""
    entry = document.entry(key)
    if entry is not None and change is not None and _same(key, entry.value, change):
        return document
    if entry is None and (change is None or (key == "pinned" and change is False)):
        return document
    if entry is not None and key == "archived" and change is None and not _archives(entry.value):
        return document
    if document.locked:
        raise NoteDamaged(f"The note cannot be edited here: {document.locked}.")
    if document.form is Form.JSON:
        header = _set_json(document, key, change, entry)
    elif entry is None:
        header = _inserted(document, key, change)
    elif change is None or (key == "pinned" and change is False):
        header = _removed(document, key, entry)
    else:
        header = _replaced(document, key, change, entry)
    edited = read(header.encode())
    if header and edited.header != header:
        raise NoteDamaged(f"The note's header leaves no safe place for {key}.")
    others = {name: value for name, value in document.fields.items() if not _is(name, key)}
    kept = {name: value for name, value in edited.fields.items() if not _is(name, key)}
    if others != kept or not _took(edited, key, change):
        raise NoteDamaged(f"The note's header leaves no safe place for {key}.")
    return edited if header else Document(b"", Verdict.NONE, newline=document.newline)


def _took(edited: Document, key: str, change: Change) -> bool:
    """Whether the key now says what it was to say."""
    value = edited.value(key)
    if key == "pinned" and isinstance(change, bool):
        return is_on(value) == change
    if change is None:
        off = key == "archived" and not _archives(value)
        return not edited.has(key) or key == "pinned" or off
    return _same(key, value, change)


def _archives(value: Value) -> bool:
    """Whether the value of ``archived`` says that the note is."""
    return is_on(value) or (isinstance(value, str) and bool(read_time(value)))


def _is(name: str, key: str) -> bool:
    return name.casefold() == key.casefold()


def _same(key: str, old: Value, new: str | bool | tuple[str, ...]) -> bool:
    """Whether the new value means what is there."""
    folded = key.casefold()
    if isinstance(new, bool):
        # A pin that is off is no pin: False takes the key out, whatever word it holds.
        return old is not None and is_on(old) == new and (new or folded != "pinned")
    if folded in LIST_KEYS:
        return as_list(folded, old) == as_list(folded, new)
    if isinstance(new, tuple):
        old_items = (old,) if isinstance(old, str) else old
        return old_items == new or (not old_items and not new)
    if not isinstance(old, str):
        return False
    if folded in _WORD_KEYS and old.strip().casefold() == new.casefold():
        return True
    if folded in TIME_KEYS and read_time(old) and read_time(old) == read_time(new):
        return True
    return old == new


def _set_json(document: Document, key: str, change: Change, entry: Entry | None) -> str:
    if key == "pinned" and change is True and entry and entry.value != "false":
        raise NoteDamaged(
            f"The note's header has pinned as {as_text(entry.value) or 'nothing'}: "
            "set it to true or false as text first."
        )
    return set_member(document.header, document.entries, key, change)


def written(key: str, change: str | bool | tuple[str, ...], *, like: str = "") -> str:
    """A value as a header's line holds it (spec 2.2); ``like`` is what stood there before."""
    if isinstance(change, bool):
        return "true" if change else "false"
    if isinstance(change, tuple):
        items = (
            item if is_bare(item, in_flow=True) else double_quoted(item)
            for item in (without_surrogates(item) for item in change)
        )
        return f"[{', '.join(items)}]"
    text = without_surrogates(change)
    folded = key.casefold()
    if folded in _QUOTED_KEYS or not is_bare(text):
        return double_quoted(text)
    if folded not in KNOWN_KEYS and like[:1] in {'"', "'"}:
        return double_quoted(text)
    return text


def _key_written(key: str) -> str:
    return key if is_bare(key, in_flow=True) else double_quoted(key)


def _inserted(document: Document, key: str, change: Change) -> str:
    """The header with a new line, behind the nearest key that goes before it, else last."""
    if change is None:
        return document.header
    line = f"{_key_written(key)}: {written(key, change)}"
    newline = document.newline
    header = document.header
    if not header:
        return f"---{newline}{line}{newline}---{newline}"
    if not document.entries and header in _bare_blocks(newline):
        line += _WAS_EMPTY
    at = _place(document, key)
    return f"{header[:at]}{document.indent}{line}{newline}{header[at:]}"


def _bare_blocks(newline: str) -> set[str]:
    return {f"---{newline}---{newline}", f"---{newline}---"}


def _place(document: Document, key: str) -> int:
    folded = key.casefold()
    if folded in KNOWN_KEYS:
        before = KNOWN_KEYS[: KNOWN_KEYS.index(folded)]
        for name in reversed(before):
            entry = document.entry(name)
            if entry is not None:
                return entry.end
    header = document.header
    closing = header.rstrip("\r\n")
    return max(closing.rfind("\n"), closing.rfind("\r")) + 1


def _replaced(
    document: Document, key: str, change: str | bool | tuple[str, ...], entry: Entry
) -> str:
    header = document.header
    old = header[entry.value_at : entry.value_end]
    value = written(key, change, like=old)
    if (key == "pinned" and change is True) or (key == "archived" and not _archives(entry.value)):
        return _switched_on(header, entry, value)
    gap = "" if header[entry.value_at - 1] in " \t" else " "
    return header[: entry.value_at] + gap + value + header[entry.value_end :]


def _behind_colon(header: str, entry: Entry) -> tuple[int, int]:
    """Where the line's part behind the colon begins and where its last line's text ends."""
    begin = entry.value_at
    while header[begin - 1] in " \t":
        begin -= 1
    stop = entry.end
    while stop > begin and header[stop - 1] in "\r\n":
        stop -= 1
    return begin, stop


def _switched_on(header: str, entry: Entry, value: str) -> str:
    """The value of a switch that was off, with what stood there before kept in a remark."""
    begin, stop = _behind_colon(header, entry)
    old = header[begin:stop]
    if "\n" in old or "\r" in old:
        was = f"{_WAS_LINES}{json.dumps(old, ensure_ascii=False)}"
    else:
        was = f"{_WAS}{old}"
    return f"{header[:begin]} {value}{was}{header[stop:]}"


def _removed(document: Document, key: str, entry: Entry) -> str:
    """The header without a key; what a remark of ours kept is put back."""
    header = document.header
    begin, stop = _behind_colon(header, entry)
    behind = header[begin:stop]
    keeps_block = behind.endswith(_WAS_EMPTY)
    if key in {"pinned", "archived"} and not keeps_block:
        back = _put_back(behind)
        if back is None and key == "archived" and "#" in header[entry.value_end : stop]:
            # The owner's own remark stays, so the line does.
            gap = header[begin : entry.value_at] or " "
            back = f"{gap}false{header[entry.value_end : stop]}"
        if back is not None:
            return header[:begin] + back + header[stop:]
    for other in reversed(document.entries):
        if _is(other.key, key):
            header = header[: other.start] + header[other.end :]
    newline = document.newline
    if not keeps_block and header in _bare_blocks(newline):
        return ""
    return header


def _put_back(behind: str) -> str | None:
    found = _SWITCHED.fullmatch(behind)
    if found is None:
        return None
    if found[1] == _WAS:
        return found[2]
    try:
        back = json.loads(found[2])
    except ValueError:
        return None
    return back if isinstance(back, str) else None
