"""What a message is made of besides its words: usage, pictures, files, tool calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from luminair.messages.reading import json_object, number_in, real_in, text_in


@dataclass(frozen=True, slots=True)
class Usage:
    """What one turn used, as far as the protocol says (protocols.md 2.3).

    Attributes:
        input_tokens: everything that was read, cached or not.
        cached_tokens: how much of the input came from a cache.
        cache_written_tokens: how much of the input was written to one, which some charge for.
        output_tokens: what was written, thinking included.
        cost_usd: the price in US dollars, or None where nobody said.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    cache_written_tokens: int = 0

    def to_json(self) -> dict[str, object]:
        """The usage as a JSON object."""
        return {
            "input_tokens": self.input_tokens,
            "cached_tokens": self.cached_tokens,
            "output_tokens": self.output_tokens,
            "cost_usd": self.cost_usd,
            "cache_written_tokens": self.cache_written_tokens,
        }

    @classmethod
    def from_json(cls, value: object) -> Usage | None:
        """The usage, or None where the value is no object."""
        if not isinstance(value, Mapping):
            return None
        found = json_object(value)
        return cls(
            input_tokens=number_in(found, "input_tokens"),
            cached_tokens=number_in(found, "cached_tokens"),
            output_tokens=number_in(found, "output_tokens"),
            cost_usd=real_in(found, "cost_usd"),
            cache_written_tokens=number_in(found, "cache_written_tokens"),
        )


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as a model takes it.

    Attributes:
        media_type: ``image/png``, ``image/jpeg``, ``image/gif`` or ``image/webp``.
        data: the file's bytes.
    """

    media_type: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that the owner put to a message.

    Attributes:
        name: the file's own name.
        media_type: ``text/plain`` for every text, else the picture's.
        size: bytes of the file.
        text: a text's content; '' for a picture.
        file: a picture's name in the session's ``attachments`` folder; '' for a text.
    """

    name: str
    media_type: str
    size: int
    text: str = ""
    file: str = ""

    def to_json(self) -> dict[str, object]:
        """The attachment as a JSON object."""
        return {
            "name": self.name,
            "media_type": self.media_type,
            "size": self.size,
            "text": self.text,
            "file": self.file,
        }

    @classmethod
    def from_json(cls, value: object) -> Attachment | None:
        """The attachment, or None where the value has no name."""
        found = json_object(value)
        name = text_in(found, "name")
        if not name:
            return None
        return cls(
            name,
            text_in(found, "media_type") or "text/plain",
            number_in(found, "size"),
            text_in(found, "text"),
            text_in(found, "file"),
        )


class ToolState(StrEnum):
    """How far a tool call came."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call of the model, as its line in the answer shows it. Sent again as it moves on.

    Attributes:
        id: unique in the message.
        name: the tool ('journal_search', 'Bash').
        title: what it does, in a few words ('Search the Journal: upload retries').
        detail: the exact arguments, text or JSON.
        state: how far it came.
        result: what came back, at most 4,000 characters; '' while it runs.
        at: where in the answer's text the line stands, in characters.
    """

    id: str
    name: str
    title: str
    detail: str = ""
    state: ToolState = ToolState.RUNNING
    result: str = ""
    at: int = 0

    def to_json(self) -> dict[str, object]:
        """The call as a JSON object."""
        return {
            "id": self.id,
            "name": self.name,
            "title": self.title,
            "detail": self.detail,
            "state": self.state.value,
            "result": self.result,
            "at": self.at,
        }

    @classmethod
    def from_json(cls, value: object) -> ToolUse | None:
        """The call, or None where the value has no id."""
        found = json_object(value)
        identity, state = text_in(found, "id"), text_in(found, "state")
        if not identity:
            return None
        return cls(
            identity,
            text_in(found, "name"),
            text_in(found, "title"),
            text_in(found, "detail"),
            ToolState(state) if state in set(ToolState) else ToolState.FAILED,
            text_in(found, "result"),
            number_in(found, "at"),
        )
