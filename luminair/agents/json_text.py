"""Changes in a JSON file that leave every other byte as it is.

A settings file is the owner's: order, indentation, line ends, and the comments that some programs
allow in theirs, stay. So the text is not written anew but cut into, at the places that a small
scanner of our own finds.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from luminair.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"[-+.0-9A-Za-z]+")
_DEPTH = 200
"""Deeper than this no settings file nests."""


class NotJson(ValueError):
    """The text is no JSON object."""


@dataclass(slots=True)
class Value:
    """One value and where it stands.

    Attributes:
        start: of the value.
        end: after it.
        value: as Python has it.
        members: of an object by key; of a key that stands there twice the last, which counts.
        parts: of an object or an array, in order.
        begins: where a member begins, its key included.
    """

    start: int
    end: int = 0
    value: object = None
    members: dict[str, Value] = field(default_factory=dict)
    parts: list[Value] = field(default_factory=list)
    begins: int = 0

    @property
    def is_object(self) -> bool:
        """Whether it is an object."""
        return isinstance(self.value, dict)

    @property
    def is_array(self) -> bool:
        """Whether it is an array."""
        return isinstance(self.value, list)


def parsed(text: str) -> Value:
    """The object that the text holds, with comments and a comma too many allowed.

    Raises:
        NotJson: it holds none, or something besides.
    """
    scanner = _Scanner(text)
    scanner.space()
    root = scanner.value(0)
    scanner.space()
    if scanner.at != len(text) or not root.is_object:
        raise NotJson
    return root


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def value(self, depth: int) -> Value:
        if depth > _DEPTH:
            raise NotJson
        start = self.text[self.at : self.at + 1]
        made = Value(self.at)
        if start == "{":
            found: dict[str, object] = {}
            made.value = found
            for begins in self._each("}"):
                key = str(self._plain(_STRING))
                self._colon()
                made.members[key] = member = self.value(depth + 1)
                member.begins, found[key] = begins, member.value
                made.parts.append(member)
        elif start == "[":
            items: list[object] = []
            made.value = items
            for begins in self._each("]"):
                item = self.value(depth + 1)
                item.begins = begins
                items.append(item.value)
                made.parts.append(item)
        else:
            made.value = self._plain(_STRING if start == '"' else _WORD)
        made.end = self.at
        return made

    def _plain(self, pattern: re.Pattern[str]) -> object:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise NotJson
        self.at = found.end()
        try:
            return json.loads(found.group())
        except ValueError:
            raise NotJson from None

    def _each(self, close: str) -> Iterator[int]:
        """Where each part of a container begins; the caller reads it before the next."""
        self.at += 1
        while True:
            self.space()
            if self.text.startswith(close, self.at):
                self.at += 1
                return
            yield self.at
            self.space()
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith(close, self.at):
                raise NotJson

    def _colon(self) -> None:
        self.space()
        if not self.text.startswith(":", self.at):
            raise NotJson
        self.at += 1
        self.space()


def with_member(text: str, container: Value, key: str, value: object) -> str:
    """The text with a member more, the last of its object."""
    return _with(text, container, f"{json.dumps(key, ensure_ascii=False)}: ", value)


def with_item(text: str, container: Value, value: object) -> str:
    """The text with an item more, the last of its array."""
    return _with(text, container, "", value)


def _with(text: str, container: Value, before: str, value: object) -> str:
    unit = _unit(text)
    first = container.parts[0] if container.parts else None
    if first is not None and "\n" not in text[container.start : first.begins]:
        body = f", {before}{json.dumps(value, ensure_ascii=False)}"
        end = container.parts[-1].end
        return text[:end] + body + text[end:].removeprefix(",")
    line_break = "\r\n" if "\r\n" in text else "\n"
    own = _indent(text, container.start)
    indent = own + unit if first is None else _indent(text, first.begins)
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    body = line_break + indent + before + f"{line_break}{indent}".join(lines)
    close = container.end - 1
    if first is None:
        inner = text[container.start + 1 : close].rstrip()
        return text[: container.start + 1] + inner + body + line_break + own + text[close:]
    last = container.parts[-1].end
    # What stands after the last part, such as a comment on it, stays where it is.
    tail = text[last:close]
    kept = tail.rstrip()
    comma = "" if _comma(text, last) is not None else ","
    return text[:last] + comma + kept + body + tail[len(kept) :] + text[close:]


def without(text: str, container: Value, part: Value) -> str:
    """The text without one part of a container, and without the comma that it needed."""
    at = container.parts.index(part)
    if at:
        before = container.parts[at - 1].end
        comma = _comma(text, before)
        between = text[before : part.begins]
        if comma is not None:
            between = text[before:comma] + text[comma + 1 : part.begins]
        return text[:before] + between.rstrip() + text[part.end :]
    if len(container.parts) > 1:
        return text[: part.begins] + text[container.parts[1].begins :]
    comma = _comma(text, part.end)
    end = part.end if comma is None else comma + 1
    inner = text[container.start + 1 : part.begins].rstrip() + text[end : container.end - 1]
    if not inner.strip():
        inner = ""
    return text[: container.start + 1] + inner + text[container.end - 1 :]


def _comma(text: str, at: int) -> int | None:
    """Where the comma after a part stands; None where there is none."""
    found = _SPACE.match(text, at)
    end = found.end() if found else at
    return end if text.startswith(",", end) else None


def _unit(text: str) -> str:
    """By what the file indents."""
    found = re.search(r"\n([ \t]+)[^\s/]", text)
    return found[1] if found else "  "


def _indent(text: str, at: int) -> str:
    """The blanks before the line in which something stands."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]
