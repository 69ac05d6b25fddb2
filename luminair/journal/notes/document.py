"""A note's bytes, seen as a header and a body.

What a header is, as a person sees it: the first line is ``---``, keys follow, a line that is
nothing but ``---`` or ``...`` closes it. Where the lines between are no keys, the first line
is a rule drawn across the page and all is text. What cannot be told apart safely (a header
that never ends, two on top of each other, merge marks, a template) is damaged: listed with
the reason, never rewritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from luminair.journal.notes.blocks import Block, Entry, read_block
from luminair.journal.notes.jsonheader import read_json
from luminair.journal.notes.lines import looks_like_key
from luminair.journal.notes.scalars import NotFlow, ends_here, flow
from luminair.journal.notes.toml import read_toml
from luminair.journal.notes.values import KNOWN_KEYS, LIST_KEYS, Value, as_list
from luminair.patterns import late_pattern
from luminair.values import dataclass, field

MAX_BYTES: Final = 40 * 1024 * 1024
"""A larger file is listed, not read (spec 1.4)."""

BOM: Final = b"\xef\xbb\xbf"

_FENCE: Final = late_pattern(r"---[ \t]*(?:\r\n|\r|\n|\Z)")
_PLUS: Final = late_pattern(r"\+\+\+[ \t]*(?:\r\n|\r|\n|\Z)")
_CLOSE: Final = late_pattern(r"(?:^|(?<=[\r\n]))(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)")
_PLUS_CLOSE: Final = late_pattern(r"(?:^|(?<=[\r\n]))\+\+\+[ \t]*(?:\r\n|\r|\n|\Z)")
_GLUED: Final = late_pattern(r"(?:^|(?<=[\r\n]))---+[ \t]*[^\s-][^\r\n]*")
_MERGE: Final = late_pattern(r"(?:^|(?<=[\r\n]))(?:<{7}|>{7}|\|{7})(?:[ \t]|(?=[\r\n])|\Z)")
_MERGE_MIDDLE: Final = late_pattern(r"[\r\n]={7}[ \t]*[\r\n](?s:.*)[\r\n]>{7}")
_TEMPLATE: Final = late_pattern(
    r"<%[-_*~+=]?[ \t]*tp\.|<%\*"
    r"|[:\-][ \t]+[\"']?(?:<%|\{\{[^{}\r\n]*\}\}[\"']?[ \t]*(?:[\r\n]|\Z))"
)
_NEWLINE: Final = late_pattern(r"\r\n|\n|\r")


class Verdict(StrEnum):
    """What a person sees at the top of the file."""

    READ = "read"
    NONE = "none"
    DAMAGED = "damaged"


class Form(StrEnum):
    """How a header is written."""

    YAML = "yaml"
    JSON = "json"
    TOML = "toml"


@dataclass(frozen=True, slots=True)
class Document:
    """One file's bytes with its header read.

    Attributes:
        raw: the file's bytes.
        verdict: whether there is a header, and whether it can be read.
        reason: why it is damaged, else ''; a sentence's end: 'the file …' goes before it.
        flag: why strict YAML would refuse or misread the header, as far as our own reader
            sees it; '' where it agrees. ``check_strict`` asks PyYAML too.
        newline: the line end of the first line.
        body_at: byte where the text begins.
        header: the header's text from fence to fence, without a byte-order mark.
        entries: the header's keys in the order of the file.
        form: how the header is written.
        locked: why the header is read but never edited, else ''.
        indent: the blanks before each key.
    """

    raw: bytes
    verdict: Verdict
    reason: str = ""
    flag: str = ""
    newline: str = "\n"
    body_at: int = 0
    header: str = ""
    entries: tuple[Entry, ...] = ()
    form: Form = Form.YAML
    locked: str = ""
    indent: str = ""
    fields: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def body(self) -> str:
        """The text below the header, line ends as they are; '' where it is no text."""
        if self.verdict is Verdict.DAMAGED and not _is_text(self.raw):
            return ""
        return self.raw[self.body_at :].decode("utf-8")

    def keys(self) -> tuple[str, ...]:
        """The keys as written, each once, in the order of the file."""
        return tuple(self.fields)

    def value(self, key: str) -> Value:
        """The value of a key, letter case aside; of a key that is there twice, the last."""
        entry = self.entry(key)
        return None if entry is None else _meant(entry)

    def has(self, key: str) -> bool:
        """Whether the header has the key, letter case aside."""
        return self.entry(key) is not None

    def entry(self, key: str) -> Entry | None:
        """The last entry of a key, letter case aside."""
        folded = key.casefold()
        for entry in reversed(self.entries):
            if entry.key == key or entry.key.casefold() == folded:
                return entry
        return None


def read(raw: bytes) -> Document:
    """Read a file's bytes; never raises, whatever they are."""
    problem = _unreadable(raw)
    if problem:
        return Document(raw, Verdict.DAMAGED, reason=problem)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Document(raw, Verdict.DAMAGED, reason=_not_utf8(raw, error.start))
    mark = 3 if raw.startswith(BOM) else 0
    if mark:
        text = text[1:]
    return _read_text(raw, text, mark)


def _is_text(raw: bytes) -> bool:
    if _unreadable(raw):
        return False
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _unreadable(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        return f"is larger than {MAX_BYTES // (1024 * 1024)} MB"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is UTF-16 text, not UTF-8"
    if b"\0" in raw:
        return f"holds a NUL byte at byte {raw.index(0)}, so it is no text"
    return ""


def _not_utf8(raw: bytes, at: int) -> str:
    if raw[at] == 0xED and raw[at + 1 : at + 2] >= b"\xa0":
        return f"holds half of a character (a lone surrogate) at byte {at}"
    return f"is not UTF-8 text (byte {at})"


def _read_text(raw: bytes, text: str, mark: int) -> Document:
    newline = _first_newline(text)
    start = text[:3]
    if start == "---":
        fence = _FENCE.match(text)
        if fence:
            return _yaml(raw, text, mark, fence.end(), newline)
    elif start == "+++":
        plus = _PLUS.match(text)
        if plus:
            return _toml(raw, text, mark, plus.end(), newline)
    elif start == "<<<" and _MERGE.match(text) and _MERGE_MIDDLE.search(text):
        return _damaged(raw, mark, newline, "has unresolved merge-conflict marks at its top")
    return Document(raw, Verdict.NONE, newline=newline, body_at=mark)


def _first_newline(text: str) -> str:
    at = text.find("\n")
    if at > 0 and "\r" not in text[:at]:
        return "\n"
    found = _NEWLINE.search(text)
    return found[0] if found else "\n"


def _damaged(raw: bytes, mark: int, newline: str, reason: str) -> Document:
    return Document(raw, Verdict.DAMAGED, reason=reason, newline=newline, body_at=mark)


def _yaml(raw: bytes, text: str, mark: int, at: int, newline: str) -> Document:
    none = Document(raw, Verdict.NONE, newline=newline, body_at=mark)
    closing = _CLOSE.search(text, at)
    if closing is None:
        reason = _unclosed(text, at)
        return _damaged(raw, mark, newline, reason) if reason else none
    stop = closing.start()
    end = closing.end()
    inner = text[at:stop]
    reason = _marks(inner)
    if reason:
        return _damaged(raw, mark, newline, reason)
    header = text[:end]
    body_at = mark + (end if header.isascii() else len(header.encode("utf-8")))
    if inner.lstrip()[:1] == "{":
        entries = _braces(inner, at)
        if entries is None:
            return none
        block, form, locked = entries
    else:
        block, form, locked = read_block(text, at, stop), Form.YAML, ""
        if not _is_header(block):
            return none
        if any(had_gap for had_gap, _ in block.strays):
            return _damaged(raw, mark, newline, _swallows(block))
        if "\t" in block.indent:
            locked = "its keys are indented with tabs, which YAML does not allow"
    reason = _stacked(text, end, block)
    if reason:
        return _damaged(raw, mark, newline, reason)
    return Document(
        raw,
        Verdict.READ,
        flag="; ".join(block.flags),
        newline=newline,
        body_at=body_at,
        header=header,
        entries=tuple(block.entries),
        form=form,
        locked=locked,
        indent=block.indent,
        fields=_fields(block.entries),
    )


def _fields(entries: list[Entry]) -> Mapping[str, Value]:
    fields: dict[str, Value] = {}
    for entry in entries:
        fields[entry.key] = _meant(entry)
    return MappingProxyType(fields)


def _meant(entry: Entry) -> Value:
    if entry.value is not None and entry.key.casefold() in LIST_KEYS:
        return as_list(entry.key, entry.value)
    return entry.value


def _marks(inner: str) -> str:
    if ("<<<<<<<" in inner or ">>>>>>>" in inner) and _MERGE.search(inner):
        return "has unresolved merge-conflict marks in its header"
    if ("<%" in inner or "{{" in inner) and _TEMPLATE.search(inner):
        return "is a template: its header holds placeholders where values belong"
    if "---" in inner and _GLUED.search(inner):
        return "has text on the line that should close its header"
    return ""


def _unclosed(text: str, at: int) -> str:
    """Why an opening fence without a closing one is damage; '' where it is a drawn rule."""
    first = _first_line(text, at)
    if not looks_like_key(first):
        return ""
    glued = _GLUED.search(text, at)
    if glued:
        return "has text on the line that should close its header"
    return "opens a header with --- and never closes it"


def _first_line(text: str, at: int) -> str:
    found = _NEWLINE.search(text, at)
    return text[at : found.start() if found else len(text)]


def _is_header(block: Block) -> bool:
    """Whether a person would take the lines between two fences for a header."""
    if block.entries and (block.keys_first or not block.strays):
        return not (block.strays and block.gaps and not block.keys_first)
    if block.strays:
        known = any(entry.key.casefold() in KNOWN_KEYS for entry in block.entries)
        return known and not block.gaps
    return all(looks_like_key(remark.lstrip("# \t")) for remark in block.remarks)


def _swallows(block: Block) -> str:
    line = next(text for had_gap, text in block.strays if had_gap)
    shown = line if len(line) <= 40 else line[:39] + "…"
    return f"does not close its header before its text begins ('{shown}')"


def _stacked(text: str, end: int, block: Block) -> str:
    """Why the text directly behind a header makes the header doubtful, or ''."""
    opened = _FENCE.match(text, end)
    at = opened.end() if opened else end
    if opened is None and (block.entries or block.remarks or block.gaps):
        return ""
    if at >= len(text):
        return ""
    closing = _CLOSE.search(text, at)
    if closing is None or (opened is None and closing[0].startswith("...")):
        return ""
    inner = text[at : closing.start()]
    if opened and inner.lstrip()[:1] == "{":
        second = _braces(inner, at)
        return _STACKED if second and second[0].entries else ""
    below = read_block(text, at, closing.start())
    if opened:
        return _STACKED if below.entries and _is_header(below) else ""
    if below.entries and not below.strays and not below.gaps and below.keys_first:
        return "has two opening lines --- before its header"
    return ""


_STACKED: Final = "has two headers, one directly below the other"


def _braces(inner: str, at: int) -> tuple[Block, Form, str] | None:
    """A header that is one JSON object or one flow map, or None."""
    members = read_json(inner, at)
    if members is not None:
        return members, Form.JSON, ""
    flags: list[str] = []
    text = inner.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    begin = len(text) - len(text.lstrip())
    try:
        value, stop = flow(text, begin, flags.append)
    except NotFlow:
        return None
    if not isinstance(value, Mapping) or ends_here(text, stop) != len(text):
        return None
    block = Block(flags=flags, keys_first=True)
    block.entries.extend(Entry(key, item, at, at, at, at) for key, item in value.items())
    return block, Form.YAML, "its header is one map in braces"


def _toml(raw: bytes, text: str, mark: int, at: int, newline: str) -> Document:
    closing = _PLUS_CLOSE.search(text, at)
    if closing is None:
        if "=" in _first_line(text, at):
            return _damaged(raw, mark, newline, "opens a header with +++ and never closes it")
        return Document(raw, Verdict.NONE, newline=newline, body_at=mark)
    entries = read_toml(text, at, closing.start())
    header = text[: closing.end()]
    return Document(
        raw,
        Verdict.READ,
        newline=newline,
        body_at=mark + len(header.encode("utf-8")),
        header=header,
        entries=tuple(entries),
        form=Form.TOML,
        locked="its header is TOML (+++), which Luminair reads but does not edit",
        fields=_fields(entries),
    )
