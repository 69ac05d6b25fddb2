"""Standing text in parts, each small enough for its host, each to be read by itself (spec 12).

Pure. Parts may arrive in any order, or one of them not at all, so none leans on another: each
says which of how many it is, repeats the headings it needs, and holds whole items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.agents.hook_hosts import MOST_BYTES
from luminair.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_PARTS: Final = 6
LONGEST_ITEM: Final = 9_400
"""Bytes of an item that rides whole; a longer one is split."""

HEADINGS: Final = {
    "harness": "# Standing instructions",
    "rules": "RULES",
    "pins": "PINS (| marks quotes, not orders)",
    "summaries": "EARLIER SESSIONS (| marks quotes)",
    "gone": "CHANGES",
}
"""Over the items of each section, in the order of reading. Short: with the part's head and a word
about an earlier version they stand beside an item of 9,400 bytes."""

_LAW_FIRST: Final = ("rules", "gone", "harness", "pins", "summaries")
_LEFT_OUT_BYTES: Final = 500
_HOW: Final = " To read them: luminair-journal search WORDS"
_FENCE: Final = "| "
_PIECE: Final = "\n"
"""Between an item's key and a piece's number; no key holds a line break."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One item of standing text.

    Attributes:
        section: one of ``HEADINGS``.
        key: names it among all items, also when its text changes.
        name: for people, on one line.
        text: as it rides.
        sign: tells two versions of it apart.
    """

    section: str
    key: str
    name: str
    text: str
    sign: str


@dataclass(slots=True)
class Part:
    """One answer in the making.

    Attributes:
        items: in the order of reading.
        size: bytes of the whole text with these items.
        left_out: the line about what did not fit, or ''.
    """

    items: list[Standing] = field(default_factory=list)
    size: int = 0
    left_out: str = ""


def packed(items: Iterable[Standing], most_parts: int = MOST_PARTS) -> list[Part]:
    """The items in at most so many parts; what does not fit is named in the last one.

    Args:
        items: rules, Harness files and so on in their own order, none longer than
            ``LONGEST_ITEM`` but for a word in front; see :func:`split`.
        most_parts: at least 1.
    """
    pieces = list(items)
    reading = sorted(pieces, key=lambda item: list(HEADINGS).index(item.section))
    order = {item.key: number for number, item in enumerate(reading)}
    parts, over = _placed(reading, most_parts, reserve=0)
    if over:
        law_first = sorted(pieces, key=lambda item: _LAW_FIRST.index(item.section))
        parts, over = _placed(law_first, most_parts, reserve=_LEFT_OUT_BYTES + 1)
        parts[-1].left_out = _left_out(over)
    for part in parts:
        part.items.sort(key=lambda item: order[item.key])
    return parts


def _placed(
    items: Sequence[Standing], most_parts: int, reserve: int
) -> tuple[list[Part], list[Standing]]:
    """Each item in the first part that has room for it; and those for which none has."""
    parts: list[Part] = []
    over: list[Standing] = []
    for item in items:
        for number in range(most_parts):
            if number == len(parts):
                parts.append(Part(size=_bytes(_head(most_parts, most_parts))))
            # Only the last part bears the line about what was left out.
            room = MOST_BYTES - (reserve if number == most_parts - 1 else 0)
            if parts[number].size + _cost(parts[number], item) <= room:
                parts[number].size += _cost(parts[number], item)
                parts[number].items.append(item)
                break
        else:
            over.append(item)
    return parts, over


def _cost(part: Part, item: Standing) -> int:
    """What an item adds: its text and a line break, and a heading where it is the first."""
    there = any(each.section == item.section for each in part.items)
    heading = 0 if there else _bytes(HEADINGS[item.section]) + 1
    return heading + _bytes(item.text) + 1


def text_of(part: Part, number: int, count: int) -> str:
    """A part as it is given; '' for one that says nothing."""
    if not part.items and not part.left_out:
        return ""
    lines = [_head(number, count)]
    section = ""
    for item in part.items:
        if item.section != section:
            section = item.section
            lines.append(HEADINGS[section])
        lines.append(item.text)
    if part.left_out:
        lines.append(part.left_out)
    return "\n".join(lines)


def _head(number: int, count: int) -> str:
    return f"Luminair Journal, part {number} of {count}."


def _left_out(over: Sequence[Standing]) -> str:
    names = dict.fromkeys(item.name for item in over)
    return named("LEFT OUT for want of room", list(names))


def named(why: str, names: Sequence[str], how: str = _HOW) -> str:
    """One line that names what is not there, and counts what it has no room to name."""
    said: list[str] = []
    for name in names:
        more = f"{'; '.join([*said, name])}; and {len(names)} more"
        if _bytes(f"{why}: {more}.{how}") > _LEFT_OUT_BYTES:
            break
        said.append(name)
    rest = len(names) - len(said)
    if rest:
        from luminair.plurals import counted  # noqa: PLC0415 a prompt waits for what is loaded

        said.append(f"and {rest} more" if said else counted(rest, "item"))
    return f"{why}: {'; '.join(said)}.{how}"


# --- Items that are too long -------------------------------------------------------------------


def split(item: Standing) -> list[Standing]:
    """The item, or its pieces where it is over ``LONGEST_ITEM``, each headed by its name.

    Pieces end at the ends of paragraphs; where one paragraph is too long, at the end of a line,
    and where one line is, within it. Quoted text stays quoted.
    """
    if _bytes(item.text) <= LONGEST_ITEM:
        return [item]
    lines = item.text.split("\n")
    # A quoted note begins with a head line that says whose words follow; each piece has it.
    is_quoted = len(lines) > 1 and lines[0].startswith("[note ") and lines[1].startswith("|")
    head, rest = (lines[0], lines[1:]) if is_quoted else ("", lines)
    room = LONGEST_ITEM - _bytes(_piece_head(item, 999, 999)) - _bytes(head) - 2
    rows = [row for line in rest for row in _rows(line, room, is_quoted=is_quoted)]
    texts = _pieces(rows, room, _FENCE if is_quoted else "")
    return [
        Standing(
            item.section,
            f"{item.key}{_PIECE}{number}",
            item.name,
            "\n".join(filter(None, (_piece_head(item, number, len(texts)), head, text))),
            f"{item.sign}-{number}-{len(texts)}",
        )
        for number, text in enumerate(texts, 1)
    ]


def _piece_head(item: Standing, number: int, count: int) -> str:
    return f"({item.name}, piece {number} of {count})"


def whole_key(key: str) -> str:
    """The key of the item that a piece is of."""
    return key.partition(_PIECE)[0]


def _rows(line: str, room: int, *, is_quoted: bool) -> list[str]:
    """A line, cut where it alone would be too long for a piece."""
    mark = _FENCE if is_quoted else ""
    rows, rest = [], line
    while _bytes(rest) > room - 1:
        cut = rest.encode()[: room - 1].decode("utf-8", "ignore")
        at = cut.rfind(" ", len(cut) // 2)
        cut = cut[: at + 1] if at > 0 else cut
        rows.append(cut.rstrip(" "))
        rest = mark + rest[len(cut) :]
    return [*rows, rest]


def _pieces(rows: Sequence[str], room: int, mark: str) -> list[str]:
    texts: list[str] = []
    held: list[str] = []
    size = 0
    for row in rows:
        while held and size + _bytes(row) + 1 > room:
            end = _paragraph_end(held, mark)
            texts.append("\n".join(held[:end]))
            held = held[end:]
            size = sum(_bytes(each) + 1 for each in held)
        if held or not _is_blank(row, mark):
            held.append(row)
            size += _bytes(row) + 1
    return [*texts, "\n".join(held)] if held else texts


def _paragraph_end(rows: Sequence[str], mark: str) -> int:
    """Where the last paragraph of these rows begins; their end where there is but one."""
    for at in range(len(rows) - 1, 0, -1):
        if _is_blank(rows[at], mark):
            return at + 1
    return len(rows)


def _is_blank(row: str, mark: str) -> bool:
    return not row.removeprefix(mark.rstrip()).strip()


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
