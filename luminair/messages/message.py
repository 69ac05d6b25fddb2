"""One message of a session, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from luminair.messages.pieces import Attachment, ToolUse, Usage
from luminair.messages.reading import all_in, json_object, text_in
from luminair.messages.riders import Riders


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
        found = json_object(value)
        identity, role = text_in(found, "id"), text_in(found, "role")
        if not identity or role not in set(Role):
            return None
        state = text_in(found, "state")
        return cls(
            id=identity,
            role=Role(role),
            text=text_in(found, "text"),
            at=text_in(found, "at"),
            lane=text_in(found, "lane"),
            model=text_in(found, "model"),
            state=MessageState(state) if state in set(MessageState) else MessageState.WHOLE,
            note=text_in(found, "note"),
            receipt=text_in(found, "receipt"),
            riders=Riders.from_json(found.get("riders")),
            usage=Usage.from_json(found.get("usage")),
            attachments=all_in(Attachment.from_json, found.get("attachments")),
            tools=all_in(ToolUse.from_json, found.get("tools")),
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
