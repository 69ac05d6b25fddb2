"""Two versions of a note's header brought together, key by key.

A key that only one side changed is taken from that side. Where both did, the later time wins for
``updated``, lists hold the items of both, and a note that is held, pinned or archived by one side
is so; else the side whose note is newer wins, and what the other had stays in a remark above the
key, for a person to see. All other lines, remarks included, stay byte for byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from luminair.journal.notes.document import Document, Form, Verdict, read
from luminair.journal.notes.editing import written
from luminair.journal.notes.merge_body import pick
from luminair.journal.notes.merge_lines import ordered
from luminair.journal.notes.strict import check_strict
from luminair.journal.notes.times import read_time
from luminair.journal.notes.values import LIST_KEYS, Value, as_list, as_text
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REMARK: Final = "# Two versions, from a sync; the other: "

_STATUS: Final = ("held", "done", "dropped", "open")
"""Of two, the first that is named here: what is held must not ride, what is done is done."""
_QUOTED: Final = late_pattern(r"\"[^\"]*\"|'[^']*'")
_REMARKED: Final = late_pattern(r"[ \t](#.*)")
_FENCES: Final = ("---\n", "---\n")


class Part(NamedTuple):
    """One key's lines.

    Attributes:
        above: remarks and empty lines before it.
        lines: of the key and its value.
        value: as a person reads it.
    """

    above: str
    lines: str
    value: Value


class Parts(NamedTuple):
    """A header taken apart.

    Attributes:
        fences: its first and its last line.
        keys: by name, letter case aside, in their order.
        below: remarks after the last key.
    """

    fences: tuple[str, str]
    keys: dict[str, Part]
    below: str


class Merged(NamedTuple):
    """A header of two.

    Attributes:
        text: from fence to fence; '' for none.
        torn: the keys of which two values stand there.
    """

    text: str
    torn: tuple[str, ...]


def merge_header(base: Document | None, one: Document, other: Document) -> Merged | None:
    """One header of two; swapping the two gives the same answer.

    Args:
        base: what both began with; None where the note is new on both sides.
        one: the note on one side.
        other: on the other.

    Returns:
        The header with line feeds as line ends; None where the two cannot be brought together
        safely (a header in braces or TOML, a key that stands there twice, another indentation).
    """
    texts = [_plain(document) for document in (base, one, other)]
    decided, text = pick(texts[0] if base is not None else None, texts[1], texts[2])
    if decided and text is not None:
        return Merged(text, ())
    parts = [
        _parts(document, text) for document, text in zip((base, one, other), texts, strict=True)
    ]
    old, ours, theirs = parts
    if old is None or ours is None or theirs is None or one.indent != other.indent:
        return None
    newer = _newer(ours, theirs)
    found: dict[str, Part] = {}
    torn: list[str] = []
    for name in {**ours.keys, **theirs.keys}:
        made = _key(name, old.keys.get(name), newer[0].keys.get(name), newer[1].keys.get(name))
        if made is not None:
            found[name], is_torn = made
            torn += [name] * is_torn
    names = ordered(list(old.keys), list(ours.keys), list(theirs.keys), found)
    below = _remarks(old.below, ours.below, theirs.below)
    text = _text(old, ours, theirs, [found[name] for name in names], below)
    return Merged(text, tuple(sorted(torn))) if _reads(text, found, one, other) else None


def _plain(document: Document | None) -> str:
    if document is None:
        return ""
    return document.header.replace("\r\n", "\n")


def _parts(document: Document | None, text: str) -> Parts | None:
    """A header by its keys; None where that cannot be done safely."""
    if document is None or document.verdict is Verdict.NONE:
        return Parts(_FENCES, {}, "")
    again = read(text.encode())
    names = [entry.key.casefold() for entry in again.entries]
    odd = again.verdict is not Verdict.READ or again.form is not Form.YAML or again.locked
    if odd or len(names) != len(set(names)) or again.header != text or "\r" in text:
        return None
    first = text.index("\n") + 1
    last = text.rstrip("\n").rindex("\n") + 1
    keys: dict[str, Part] = {}
    at = first
    for name, entry in zip(names, again.entries, strict=True):
        keys[name] = Part(text[at : entry.start], text[entry.start : entry.end], entry.value)
        at = entry.end
    closing = text[last:]
    return Parts(
        (text[:first], closing if closing.endswith("\n") else f"{closing}\n"), keys, text[at:last]
    )


def _newer(one: Parts, other: Parts) -> tuple[Parts, Parts]:
    """The side whose note is newer, and the other; at the same time, by their text."""

    def rank(parts: Parts) -> tuple[str, str]:
        updated = parts.keys.get("updated")
        time = read_time(as_text(updated.value)) if updated is not None else ""
        return time or "", repr(parts)

    return (one, other) if rank(one) >= rank(other) else (other, one)


def _key(
    name: str, base: Part | None, newer: Part | None, older: Part | None
) -> tuple[Part, bool] | None:
    """One key of two, and whether both values stand there; None where it is gone."""
    sides = (base and base.lines, newer and newer.lines, older and older.lines)
    decided, lines = pick(*sides)
    if decided and lines is None:
        return None
    if newer is None or older is None:
        kept = newer or older  # taken out there, changed or made here: it stays
        return None if kept is None else (kept, False)
    above = _remarks(base.above if base else "", newer.above, older.above)
    if decided:
        return (newer if newer.lines == lines else older)._replace(above=above), False
    chosen, other = _chosen(name, newer, older)
    both = _both(name, base, newer, older)
    if both is not None:
        return Part(above + _beside(newer, older, both[1]), both[0], both[1]), False
    if other is None:
        return chosen._replace(above=above), False
    kept_lines = "".join(f"{REMARK}{line}\n" for line in other.lines.splitlines() if line.strip())
    return Part(above + kept_lines, chosen.lines, chosen.value), True


def _chosen(name: str, newer: Part, older: Part) -> tuple[Part, Part | None]:
    """The value that stays, and the one that needs a remark; None where the choice says it all."""
    ours, theirs = as_text(newer.value).strip(), as_text(older.value).strip()
    times = read_time(ours), read_time(theirs)
    if name == "status":
        rank = {word: place for place, word in enumerate(_STATUS)}
        first, second = sorted(
            (newer, older), key=lambda part: rank.get(as_text(part.value).strip().casefold(), 9)
        )
        return first, second
    if name in {"updated", "created", "archived"} and all(times):
        latest = name == "updated"
        return (newer if (times[0] >= times[1]) is latest else older), None
    if ours == theirs:
        return max(newer, older, key=lambda part: part.lines), None
    return newer, older


def _both(
    name: str, base: Part | None, one: Part, other: Part
) -> tuple[str, tuple[str, ...]] | None:
    """A list with what both sides added, without what one of them took out."""
    lists = [_items(name, part) for part in (one, other)]
    old = _items(name, base) if base is not None else ()
    ours, theirs = lists
    if ours is None or theirs is None or old is None:
        return None
    kept = [item for item in old if item in ours and item in theirs]
    items = tuple(dict.fromkeys([*kept, *sorted({*ours, *theirs} - set(old))]))
    key = max(one, other, key=lambda part: part.lines).lines.partition(":")[0]
    return f"{key}: {written(name, items)}\n", items


def _beside(one: Part, other: Part, items: tuple[str, ...]) -> str:
    """What people remarked beside the items of two lists, as lines that go above the one list."""
    found = set()
    for line in (one.lines + other.lines).splitlines():
        remark = _REMARKED.search(_QUOTED.sub("", line))
        if remark is not None and remark[1].strip("# \t") not in ("", *items):
            found.add(f"{remark[1].rstrip()}\n")
    return "".join(sorted(found))


def _items(name: str, part: Part) -> tuple[str, ...] | None:
    if name in LIST_KEYS:
        return as_list(name, part.value)
    if name == "overrides" and isinstance(part.value, str):
        return (part.value,)
    value = part.value
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return tuple(map(as_text, value))
    return None


def _remarks(base: str, one: str, other: str) -> str:
    """Remarks of both sides, each line once."""
    decided, text = pick(base, one, other)
    if decided:
        return text
    first, second = sorted((one.splitlines(keepends=True), other.splitlines(keepends=True)))
    return "".join([*first, *(line for line in second if line not in first)])


def _text(base: Parts, one: Parts, other: Parts, keys: Sequence[Part], below: str) -> str:
    if not keys and not below:
        return ""
    decided, fences = pick(base.fences, one.fences, other.fences)
    opening, closing = fences if decided else min(one.fences, other.fences)
    return "".join([opening, *(part.above + part.lines for part in keys), below, closing])


def _reads(text: str, found: dict[str, Part], *sides: Document) -> bool:
    """Whether the header says what it is to say, and is no worse YAML than its sides."""
    again = read(text.encode())
    if {key.casefold(): as_text(value) for key, value in again.fields.items()} != {
        name: as_text(_meant(name, part.value)) for name, part in found.items()
    }:
        return False
    return not check_strict(again) or any(map(check_strict, sides))


def _meant(name: str, value: Value) -> Value:
    return as_list(name, value) if name in LIST_KEYS and value is not None else value


def torn_keys(lines: Iterable[str]) -> list[str]:
    """The keys of which the lines of a header keep another value in a remark of ours."""
    found = []
    for line in lines:
        text = line.strip()
        if text.startswith(REMARK):
            found.append(text.removeprefix(REMARK).partition(":")[0].strip())
    return list(dict.fromkeys(found))
