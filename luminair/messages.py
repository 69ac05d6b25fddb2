"""Messages as values, and how they read and write as JSON.

These stand at the bottom of the house: a transcript stores them, a lane reports usage with
them, the window draws them. Reading is tolerant (a field this version does not know, or one of
the wrong type, counts as not there), so that a newer app's transcripts still open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

_T = TypeVar("_T")

Json = Mapping[str, object]
"""A JSON object as ``json.loads`` gives it."""


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


class MessageState(StrEnum):
    """How far a message came."""

    WHOLE = "whole"
    STREAMING = "streaming"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Rider:
    """One note that rode with a message.

    Attributes:
        key: the note's id, else its path in the vault.
        title: its title then.
        kind: its kind, as in ``Kind``.
        scope: its scope, as in ``Scope``.
        why: why it rode, in words ('in scope', 'matches: manifest, 503').
    """

    key: str
    title: str
    kind: str
    scope: str
    why: str = ""

    def to_json(self) -> dict[str, object]:
        """The rider as a JSON object."""
        return {
            "key": self.key,
            "title": self.title,
            "kind": self.kind,
            "scope": self.scope,
            "why": self.why,
        }

    @classmethod
    def from_json(cls, value: object) -> Rider | None:
        """The rider, or None where the value names no note."""
        found = _object(value)
        key = _text(found, "key")
        if not key:
            return None
        return cls(
            key=key,
            title=_text(found, "title"),
            kind=_text(found, "kind"),
            scope=_text(found, "scope"),
            why=_text(found, "why"),
        )


@dataclass(frozen=True, slots=True)
class Riders:
    """What of the Journal rode with one message, as the Journal line shows it.

    Attributes:
        rules: standing rules, in the order they rode.
        pins: pinned notes.
        dead_ends: dead ends.
        asks: open asks.
        notes: notes that matched, best first.
        tokens: what all of it cost, in tokens of the lane's model.
        exact: whether a tokenizer counted them.
    """

    rules: tuple[Rider, ...] = ()
    pins: tuple[Rider, ...] = ()
    dead_ends: tuple[Rider, ...] = ()
    asks: tuple[Rider, ...] = ()
    notes: tuple[Rider, ...] = ()
    tokens: int = 0
    exact: bool = False

    @property
    def count(self) -> int:
        """How many notes rode."""
        return sum(
            len(group) for group in (self.rules, self.pins, self.dead_ends, self.asks, self.notes)
        )

    def to_json(self) -> dict[str, object]:
        """The riders as a JSON object."""
        return {
            "rules": [rider.to_json() for rider in self.rules],
            "pins": [rider.to_json() for rider in self.pins],
            "dead_ends": [rider.to_json() for rider in self.dead_ends],
            "asks": [rider.to_json() for rider in self.asks],
            "notes": [rider.to_json() for rider in self.notes],
            "tokens": self.tokens,
            "exact": self.exact,
        }

    @classmethod
    def from_json(cls, value: object) -> Riders | None:
        """The riders, or None where the value is no object."""
        if not isinstance(value, Mapping):
            return None
        found = _object(value)
        return cls(
            rules=_riders(found, "rules"),
            pins=_riders(found, "pins"),
            dead_ends=_riders(found, "dead_ends"),
            asks=_riders(found, "asks"),
            notes=_riders(found, "notes"),
            tokens=_number(found, "tokens"),
            exact=found.get("exact") is True,
        )


@dataclass(frozen=True, slots=True)
class Usage:
    """What one turn used, as far as the protocol says (protocols.md 2.3).

    Attributes:
        input_tokens: everything that was read, cached or not.
        cached_tokens: how much of the input came from a cache.
        output_tokens: what was written, thinking included.
        cost_usd: the price in US dollars, or None where nobody said.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None

    def to_json(self) -> dict[str, object]:
        """The usage as a JSON object."""
        return {
            "input_tokens": self.input_tokens,
            "cached_tokens": self.cached_tokens,
            "output_tokens": self.output_tokens,
            "cost_usd": self.cost_usd,
        }

    @classmethod
    def from_json(cls, value: object) -> Usage | None:
        """The usage, or None where the value is no object."""
        if not isinstance(value, Mapping):
            return None
        found = _object(value)
        cost = found.get("cost_usd")
        return cls(
            input_tokens=_number(found, "input_tokens"),
            cached_tokens=_number(found, "cached_tokens"),
            output_tokens=_number(found, "output_tokens"),
            cost_usd=float(cost)
            if isinstance(cost, (int, float)) and not isinstance(cost, bool)
            else None,
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
        found = _object(value)
        name = _text(found, "name")
        if not name:
            return None
        return cls(
            name,
            _text(found, "media_type") or "text/plain",
            _number(found, "size"),
            _text(found, "text"),
            _text(found, "file"),
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
        found = _object(value)
        identity, state = _text(found, "id"), _text(found, "state")
        if not identity:
            return None
        return cls(
            identity,
            _text(found, "name"),
            _text(found, "title"),
            _text(found, "detail"),
            ToolState(state) if state in set(ToolState) else ToolState.FAILED,
            _text(found, "result"),
            _number(found, "at"),
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a session. The digest that rode with it is never part of its text.

    Attributes:
        id: unique in its session.
        role: who speaks.
        text: Markdown, exactly as typed or as streamed.
        at: when it began, UTC, ``2026-09-17T10:58:00.000Z``.
        lane: id of the lane that was asked, or ''.
        model: the model, or ''.
        state: how far it came.
        note: one sentence for a stopped or failed message, or ''.
        receipt: the receipt that says what rode, or ''.
        riders: what rode with it (on the person's message), or None.
        usage: what the answer used, or None.
        attachments: files that the owner put to it.
        tools: the tool calls of an answer, in the order they began.
    """

    id: str
    role: Role
    text: str
    at: str
    lane: str = ""
    model: str = ""
    state: MessageState = MessageState.WHOLE
    note: str = ""
    receipt: str = ""
    riders: Riders | None = None
    usage: Usage | None = None
    attachments: tuple[Attachment, ...] = ()
    tools: tuple[ToolUse, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The message as a JSON object; what is empty is left out."""
        fields: dict[str, object] = {
            "id": self.id,
            "role": self.role.value,
            "text": self.text,
            "at": self.at,
            "lane": self.lane,
            "model": self.model,
            "state": self.state.value,
            "note": self.note,
            "receipt": self.receipt,
            "riders": None if self.riders is None else self.riders.to_json(),
            "usage": None if self.usage is None else self.usage.to_json(),
            "attachments": [each.to_json() for each in self.attachments],
            "tools": [each.to_json() for each in self.tools],
        }
        always = {"id", "role", "text", "at"}
        return {key: value for key, value in fields.items() if value or key in always}

    @classmethod
    def from_json(cls, value: object) -> Message | None:
        """The message, or None where the value has no id or no known role."""
        found = _object(value)
        identity, role = _text(found, "id"), _text(found, "role")
        if not identity or role not in set(Role):
            return None
        state = _text(found, "state")
        return cls(
            id=identity,
            role=Role(role),
            text=_text(found, "text"),
            at=_text(found, "at"),
            lane=_text(found, "lane"),
            model=_text(found, "model"),
            state=MessageState(state) if state in set(MessageState) else MessageState.WHOLE,
            note=_text(found, "note"),
            receipt=_text(found, "receipt"),
            riders=Riders.from_json(found.get("riders")),
            usage=Usage.from_json(found.get("usage")),
            attachments=_all(Attachment.from_json, found.get("attachments")),
            tools=_all(ToolUse.from_json, found.get("tools")),
        )


def well_formed(text: str) -> str:
    """The text with each lone surrogate as U+FFFD: such halves of a character are not UTF-8.

    Keyboards and clipboards hand them over now and then; a request or a file cannot hold them.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        # A pair that was handed over as two halves becomes its character again.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _object(value: object) -> Json:
    return value if isinstance(value, Mapping) else {}


def _text(found: Json, key: str) -> str:
    value = found.get(key)
    return value if isinstance(value, str) else ""


def _number(found: Json, key: str) -> int:
    value = found.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _riders(found: Json, key: str) -> tuple[Rider, ...]:
    return _all(Rider.from_json, found.get(key))


def _all(read: Callable[[object], _T | None], value: object) -> tuple[_T, ...]:
    """What can be read of a JSON list; the rest is left out."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return tuple(item for item in map(read, value) if item is not None)
