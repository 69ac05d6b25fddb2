"""The lines of a YAML-like header as keys and values, each with its place in the text.

Line based and tolerant: a key stands at the header's own indentation, what is indented below
it belongs to it. Nothing here raises; what strict YAML would refuse is told in ``flags``.
"""

from __future__ import annotations

from typing import Final

from luminair.journal.notes.lines import Key, key_of, lines_of, looks_like_key, width
from luminair.journal.notes.nested import ValueReader, is_block_scalar, is_item
from luminair.journal.notes.scalars import NotFlow, ends_here, flow, quoted, value_end
from luminair.journal.notes.values import ONE_WORD_KEYS, Value
from luminair.patterns import late_pattern
from luminair.values import dataclass, field

# What nearly every line of our own headers is: a word, a colon, a harmless value. Read apart
# because ten thousand notes are read at the first look.
_SIMPLE: Final = late_pattern(
    r"([A-Za-z_][\w-]*): (?:\"([^\"\\]*)\""
    r"|([A-Za-z0-9/](?:[^\t:#]*[^\s:#])?(?::[^\s:#](?:[^\t:#]*[^\s:#])?)*))"
)
_MAX_JOINED: Final = 200
"""Lines that one quoted or flow value may have."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a header.

    Attributes:
        key: as written, without quotes.
        value: as a person reads it.
        start: offset in the header of the key's first line.
        value_at: offset of the value, behind the colon and blanks.
        value_end: offset behind the value, before blanks and a remark on its line.
        end: offset behind the last line of the value.
    """

    key: str
    value: Value
    start: int
    value_at: int
    value_end: int
    end: int


@dataclass(slots=True)
class Block:
    """The keys found, and all that was odd.

    Attributes:
        entries: in the order of the file.
        indent: the blanks before each key.
        flags: why strict YAML would refuse or misread it.
        strays: lines at the keys' level that are none, as (had a blank line before, text).
        keys_first: whether the first line that is no remark is a key.
        gaps: whether there are blank lines.
        remarks: texts of lines that are remarks.
    """

    entries: list[Entry] = field(default_factory=list)
    indent: str = ""
    flags: list[str] = field(default_factory=list)
    strays: list[tuple[bool, str]] = field(default_factory=list)
    keys_first: bool = False
    gaps: bool = False
    remarks: list[str] = field(default_factory=list)


def read_block(text: str, at: int, end: int) -> Block:
    """Read the header lines between two offsets of ``text``."""
    return _Reader(text, lines_of(text, at, end)).read()


class _Reader:
    """Reads one header from its first line to its last."""

    def __init__(self, text: str, lines: list[tuple[int, str, int]]) -> None:
        self._text = text
        self._lines = lines
        self._block = Block()
        self._values = ValueReader(text, self._flag)
        self._root = -1
        self._seen: set[str] = set()

    def _flag(self, reason: str) -> None:
        if reason not in self._block.flags:
            self._block.flags.append(reason)

    def read(self) -> Block:
        """Read all lines."""
        row = 0
        while row < len(self._lines):
            row = self._simple(row) or self._any(row)
        return self._block

    def _named(self, name: str) -> None:
        if name in self._seen:
            self._flag(f"has the key {name} twice")
        self._seen.add(name)

    def _rooted(self, width_of_key: int, indent: str) -> None:
        """The first key found says how far keys are indented."""
        self._root = width_of_key
        self._block.indent = indent
        self._block.keys_first = not self._block.strays
        if "\t" in indent:
            self._flag("is indented with tabs")

    def _simple(self, row: int) -> int:
        """Read a line that is nothing but ``word: harmless value``: the row behind it, or 0."""
        start, line, after = self._lines[row]
        simple = _SIMPLE.fullmatch(line) if self._root <= 0 else None
        if simple is None or not self._stands_alone(row):
            return 0
        if self._root < 0:
            self._rooted(0, "")
        name = simple[1]
        self._named(name)
        value = simple[2] if simple[3] is None else simple[3]
        at = start + simple.end(1) + 2
        self._block.entries.append(Entry(name, value, start, at, start + len(line), after))
        return row + 1

    def _any(self, row: int) -> int:
        """Read the line in ``row`` with all that belongs to it: the row behind it."""
        block = self._block
        line = self._lines[row][1]
        stripped = line.strip(" \t")
        if not stripped:
            block.gaps = True
            return row + 1
        if stripped[0] == "#":
            block.remarks.append(stripped)
            return row + 1
        key = key_of(line)
        if self._root < 0 and key is not None:
            self._rooted(width(line), key.indent)
        if key is None or width(line) > self._root:
            block.strays.append((block.gaps, stripped))
            self._flag("has a line that is no key and no value")
            return row + 1
        self._named(key.name)
        return self._entry(row, key)

    def _stands_alone(self, row: int) -> bool:
        """Whether the line below begins something new, so that nothing belongs to this one."""
        if row + 1 == len(self._lines):
            return True
        below = self._lines[row + 1][1]
        return bool(below) and below[0] not in " \t-"

    def _entry(self, row: int, key: Key) -> int:
        """Read one key with all that belongs to it; the row behind it."""
        lines = self._lines
        root = self._root
        start, line, _ = lines[row]
        head = line[key.value_at :]
        if line[key.value_at - 1] == ":" and head:
            self._flag(f"has no blank after the colon of {key.name}")
        one_word = key.name.casefold() in ONE_WORD_KEYS
        after = self._joined(head, row, root) if head[:1] in {'"', "'", "[", "{"} else None
        if after is not None:
            value, extra, length = after
            last = row + extra
            offset = lines[last][0] + length
            strays = self._last_row(last, root, head)
            if strays > last:
                self._flag("has a line that is no key and no value")
                last = strays
            self._block.entries.append(
                Entry(key.name, value, start, start + key.value_at, offset, lines[last][2])
            )
            return last + 1
        last = self._last_row(row, root, head)
        below = [lines[number][1] for number in range(row + 1, last + 1)]
        if below:
            value = self._values.nested(head, below, one_word=one_word, depth=0)
            value_stop = lines[last][0] + len(lines[last][1])
        else:
            length = value_end(head, one_word=one_word)
            value = self._values.scalar(head[:length])
            value_stop = start + key.value_at + length
        value = self._values.anchored(value)
        self._block.entries.append(
            Entry(key.name, value, start, start + key.value_at, value_stop, lines[last][2])
        )
        return last + 1

    def _joined(self, head: str, row: int, root: int) -> tuple[Value, int, int] | None:
        """A quoted or flow value, over lines if need be: (value, more lines, end in the last)."""
        text = head
        for extra in range(len(self._lines) - row):
            if extra:
                line = self._lines[row + extra][1]
                if width(line) <= root and line.strip() and looks_like_key(line):
                    return None
                text += "\n" + line
            flags_before = len(self._block.flags)
            try:
                found = (
                    quoted(text, 0, self._flag) if text[0] in "\"'" else flow(text, 0, self._flag)
                )
            except NotFlow:
                found = None
            if found is None or ends_here(text, found[1]) is None:
                del self._block.flags[flags_before:]
                if found is not None or extra > _MAX_JOINED:
                    return None
                continue
            if extra and head[0] in "[{" and "#" in text:
                self._flag("has a remark or a # inside a list")
            line_start = text.rfind("\n", 0, found[1]) + 1
            in_line = found[1] - line_start
            return found[0], extra, in_line + (0 if extra else len(self._lines[row][1]) - len(head))
        return None

    def _last_row(self, row: int, root: int, head: str) -> int:
        """The last line that belongs to the key in ``row``."""
        lines = self._lines
        is_text = is_block_scalar(head)
        takes_items = not head or head[0] in "#&"
        last = row
        for number in range(row + 1, len(lines)):
            line = lines[number][1]
            stripped = line.strip(" \t")
            if not stripped:
                continue
            if width(line) <= root:
                if stripped[0] == "#" and not is_text:
                    continue
                if not (takes_items and is_item(stripped)):
                    break
            elif stripped[0] == "#" and not is_text:
                continue
            last = number
        return last
