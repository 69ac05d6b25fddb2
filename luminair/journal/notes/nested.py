"""Values that take more than one line of a header: lists, maps, texts below a key.

Nothing here raises; what strict YAML would refuse is flagged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.journal.notes.lines import key_of, width
from luminair.journal.notes.scalars import (
    MAX_DEPTH,
    Flag,
    NotFlow,
    check_bare,
    ends_here,
    flow,
    fold,
    quoted,
    value_end,
)
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from luminair.journal.notes.values import Value

_BLOCK_SCALAR: Final = late_pattern(r"[|>](?:([1-9])([+-]?)|([+-]?)([1-9]?))[ \t]*(?:[ \t]#.*)?$")
_ITEM: Final = late_pattern(r"-(?:[ \t]+|$)")
_ANCHOR: Final = late_pattern(r"&([\w-]+)(?:[ \t]+|$)")
_ALIAS: Final = late_pattern(r"\*([\w-]+)")


def is_block_scalar(head: str) -> bool:
    """Whether what stands behind a colon announces a text below it (``|`` or ``>``)."""
    return head[:1] in {"|", ">"} and _BLOCK_SCALAR.match(head) is not None


def is_item(stripped: str) -> bool:
    """Whether a line without its indentation is an item of a list."""
    return _ITEM.match(stripped) is not None


class ValueReader:
    """Reads the values of one header; remembers what is marked by anchors."""

    def __init__(self, text: str, flag: Flag) -> None:
        self._flag = flag
        self._aliases = set(_ALIAS.findall(text)) if "*" in text and "&" in text else set()
        self._anchors: dict[str, Value] = {}

    def nested(self, head: str, below: list[str], *, one_word: bool, depth: int) -> Value:
        """The value of a key with lines below it."""
        if depth > MAX_DEPTH:
            return "\n".join([head, *below]).strip()
        if _BLOCK_SCALAR.match(head):
            return self._block_scalar(head, below)
        if head[:1] in {'"', "'", "[", "{"}:
            joined = "\n".join([head, *below])
            value = self._quoted_or_flow(joined)
            if value is not None:
                return value[0]
        anchor = _ANCHOR.match(head)
        marks = anchor and (anchor[1] in self._aliases or anchor.end() == len(head))
        rest = head[anchor.end() :] if anchor and marks else head
        if rest and not rest.startswith("#"):
            check_bare(rest, self._flag)
            kept = rest[: value_end(rest, one_word=one_word)]
            return fold([kept, *below])
        value_below = self._children(below, depth + 1)
        if anchor and rest != head:
            self._anchors[anchor[1]] = value_below
        return value_below

    def _quoted_or_flow(self, text: str) -> tuple[Value] | None:
        try:
            found = quoted(text, 0, self._flag) if text[0] in "\"'" else flow(text, 0, self._flag)
        except NotFlow:
            return None
        if found is None or ends_here(text, found[1]) != len(text):
            return None
        return (found[0],)

    def _children(self, lines: list[str], depth: int) -> Value:
        """Lines that stand below a key or an item, as a list, a map or a text."""
        rows = [line for line in lines if line.strip(" \t") and line.lstrip(" \t")[0] != "#"]
        if not rows:
            return None
        if any("\t" in line[: len(line) - len(line.lstrip(" \t"))] for line in rows):
            self._flag("is indented with tabs")
        if depth > MAX_DEPTH:
            return "\n".join(rows).strip()
        indent = width(rows[0])
        first = rows[0].lstrip(" \t")
        if _ITEM.match(first):
            return self._items(rows, indent, depth)
        if key_of(rows[0]) is not None:
            return self._map(rows, indent, depth)
        if len(rows) == 1:
            return self.inline(first)
        if first[0] in "\"'[{":
            found = self._quoted_or_flow("\n".join([first, *rows[1:]]))
            if found is not None:
                return found[0]
        check_bare(first, self._flag)
        return fold([row.strip(" \t") for row in rows])

    def _items(self, rows: list[str], indent: int, depth: int) -> Value:
        groups: list[list[str]] = []
        for row in rows:
            stripped = row.lstrip(" \t")
            if width(row) <= indent and _ITEM.match(stripped):
                groups.append([row])
            else:
                groups[-1].append(row)
        items: list[Value] = []
        for group in groups:
            dash = _ITEM.match(group[0].lstrip(" \t"))
            head = group[0].lstrip(" \t")[dash.end() if dash else 1 :]
            below = group[1:]
            if not head:
                items.append(self._children(below, depth + 1))
            elif key_of(head) is not None or _ITEM.match(head):
                prefix = " " * (width(group[0]) + (dash.end() if dash else 2))
                items.append(self._children([prefix + head, *below], depth + 1))
            elif below:
                items.append(self.nested(head, below, one_word=False, depth=depth + 1))
            else:
                items.append(self.inline(head))
        return tuple(items)

    def _map(self, rows: list[str], indent: int, depth: int) -> Value:
        pairs: dict[str, Value] = {}
        merged: Value = None
        row = 0
        while row < len(rows):
            key = key_of(rows[row])
            below = []
            number = row + 1
            while number < len(rows) and (
                width(rows[number]) > indent or key_of(rows[number]) is None
            ):
                below.append(rows[number])
                number += 1
            if key is None:
                self._flag("has a line that is no key and no value")
            else:
                head = rows[row][key.value_at :].rstrip(" \t")
                value = (
                    self.nested(head, below, one_word=False, depth=depth + 1)
                    if below
                    else self.inline(head)
                )
                alias = _ALIAS.fullmatch(value) if isinstance(value, str) else None
                if key.name == "<<" and alias and alias[1] in self._anchors:
                    merged = self._anchors[alias[1]]
                else:
                    pairs[key.name] = self.anchored(value)
            row = number
        if isinstance(merged, dict):
            return {**merged, **pairs}
        return pairs

    def inline(self, text: str) -> Value:
        """A value of one line below the top level."""
        if text[:1] in {'"', "'", "[", "{"}:
            found = self._quoted_or_flow(text)
            if found is not None:
                return found[0]
        return self.scalar(text[: value_end(text, one_word=False)])

    def scalar(self, text: str) -> Value:
        """A bare value of one line."""
        if not text:
            return None
        alias = text[0] == "*" and _ALIAS.fullmatch(text)
        if not (alias and alias[1] in self._anchors) and not (
            text[0] == "&" and _ANCHOR.match(text) and self._aliases
        ):
            check_bare(text, self._flag)
        return text

    def anchored(self, value: Value) -> Value:
        """A text that is marked, or that stands for a marked text; all else as it is."""
        if not isinstance(value, str) or not value or value[0] not in "&*" or not self._aliases:
            return value
        mark = _ANCHOR.match(value)
        if mark and mark[1] in self._aliases and mark.end() < len(value):
            self._anchors[mark[1]] = value[mark.end() :]
            return self._anchors[mark[1]]
        alias = _ALIAS.fullmatch(value)
        if alias and isinstance(self._anchors.get(alias[1]), str):
            return self._anchors[alias[1]]
        return value

    def _block_scalar(self, head: str, below: list[str]) -> str:
        found = _BLOCK_SCALAR.match(head)
        digits = (found[1] or found[4]) if found else ""
        chomp = (found[2] or found[3]) if found else ""
        filled = [line for line in below if line.strip(" \t")]
        if any(line[0] == "\t" for line in filled):
            self._flag("is indented with tabs")
        indent = int(digits) if digits else width((filled or [""])[0])
        texts = [_dedent(line, indent) for line in below]
        body = "\n".join(texts) if head[0] == "|" else _folded(texts)
        return body if chomp == "-" or not body else body + "\n"


def _dedent(line: str, indent: int) -> str:
    at = 0
    while at < len(line) and line[at] in " \t" and width(line[: at + 1] + "x") <= indent:
        at += 1
    return line[at:]


def _folded(lines: list[str]) -> str:
    """Text below ``>``: lines flow together, empty and further indented ones do not."""
    out = ""
    for number, line in enumerate(lines):
        if number == 0:
            out = line
            continue
        before = lines[number - 1]
        kept = line[:1] in {" ", "\t"} or before[:1] in {" ", "\t"}
        if not line:
            out += "\n"
        elif not before and not kept:
            out += line
        else:
            out += ("\n" if kept else " ") + line
    return out
