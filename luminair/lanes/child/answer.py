"""The text of an answer as an agent streams it, part of which it may still take back.

Agents stream text and then send it once more whole. Where a stream broke and the model was asked
again, the whole text is another one (protocols.md 4.2), so what was streamed is provisional.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.lanes.lane import Text, Withdrawn

if TYPE_CHECKING:
    from luminair.lanes.lane import Event

GAP = "\n\n"
"""Between two texts of one answer, such as before and after a tool call."""


class Answer:
    """Turns streamed and whole texts into events.

    Attributes:
        length: characters of the answer so far.
    """

    def __init__(self) -> None:
        self.length = 0
        self._open: str | None = None
        self._gap = ""

    def grow(self, delta: str) -> list[Event]:
        """A streamed piece of the open text, or of a new one."""
        if not delta:
            return []
        if self._open is None:
            return self._begin(delta)
        self._open += delta
        self.length += len(delta)
        return [Text(delta)]

    def settle(self, text: str) -> list[Event]:
        """The open text is whole and is this; or a text that was not streamed."""
        if self._open is None:
            events = self._begin(text) if text else []
            self._open = None
            return events
        kept = _alike(self._open, text)
        if not kept:
            return [*self.withdraw(), *self.settle(text)]
        lost, more = len(self._open) - kept, text[kept:]
        self.length += len(more) - lost
        self._open = None
        return [*([Withdrawn(lost)] if lost else []), *([Text(more)] if more else [])]

    def withdraw(self) -> list[Event]:
        """The open text was not meant; nothing where none is open."""
        if self._open is None:
            return []
        lost = len(self._gap) + len(self._open)
        self.length -= lost
        self._open = None
        return [Withdrawn(lost)]

    def keep(self) -> None:
        """The open text stays as it is; what follows is another one."""
        self._open = None

    def _begin(self, text: str) -> list[Event]:
        self._gap = GAP if self.length else ""
        self._open = text
        self.length += len(self._gap) + len(text)
        return [Text(self._gap + text)]


def _alike(one: str, other: str) -> int:
    """With how many equal characters both begin."""
    if other.startswith(one):
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
