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
        members: of an object by key, the last of a key that stands there twice.
        items: of an array.
        begins: where a member begins, its key included.
    """

    start: int
    end: int = 0
    value: object = None
    members: dict[str, Value] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)
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
            made.value = found = {}
            for key, member in self._members(depth):
                made.members[key] = member
                found[key] = member.value
        elif start == "[":
            made.value = items = []
            for item in self._items(depth):
                made.items.append(item)
                items.append(item.value)
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

    def _members(self, depth: int) -> Iterator[tuple[str, Value]]:
        while self._more("}"):
            begins = self.at
            key = self._plain(_STRING)
            self.space()
            self._expect(":")
            self.space()
            member = self.value(depth + 1)
            member.begins = begins
            yield str(key), member

    def _items(self, depth: int) -> Iterator[Value]:
        while self._more("]"):
            begins = self.at
            item = self.value(depth + 1)
            item.begins = begins
            yield item

    def _more(self, close: str) -> bool:
        """Steps to the next member; False after the closing bracket."""
        opens = self.text[self.at : self.at + 1] in {"{", "["} and not self._inside
        del opens
        raise NotImplementedError

    def _expect(self, sign: str) -> None:
        if self.text[self.at : self.at + 1] != sign:
            raise NotJson
        self.at += 1
