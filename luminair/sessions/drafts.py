"""What the owner has typed but not sent: the draft, the queue behind a running answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from luminair.messages import Attachment


@dataclass(frozen=True, slots=True)
class Queued:
    """A message that waits until the answer before it is whole.

    Attributes:
        text: as typed.
        attachments: its files.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The message as a JSON object."""
        return {"text": self.text, "attachments": [each.to_json() for each in self.attachments]}

    @classmethod
    def from_json(cls, value: object) -> Queued | None:
        """The message, or None where there is nothing in it."""
        if not isinstance(value, Mapping):
            return None
        found = cls(_text(value, "text"), _attachments(value))
        return found if found.text or found.attachments else None


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in a session's composer, and what waits above it.

    Attributes:
        text: as it stands in the composer.
        caret: where the caret is, counted in Qt's way (UTF-16 units) or any other the window
            likes; it is only kept.
        attachments: files that were put to it.
        queue: messages that wait, in the order in which they will be sent.
        editing: the id of the message that this text will replace, or ''.
        aside: what stood in the composer before the owner began to edit that message.
    """

    text: str = ""
    caret: int = 0
    attachments: tuple[Attachment, ...] = ()
    queue: tuple[Queued, ...] = ()
    editing: str = ""
    aside: Queued | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to keep."""
        return not (self.text or self.attachments or self.queue or self.editing or self.aside)

    def to_json(self) -> dict[str, object]:
        """The draft as a JSON object."""
        return {
            "text": self.text,
            "caret": self.caret,
            "attachments": [each.to_json() for each in self.attachments],
            "queue": [each.to_json() for each in self.queue],
            "editing": self.editing,
            "aside": None if self.aside is None else self.aside.to_json(),
        }

    @classmethod
    def from_json(cls, value: object) -> Draft:
        """The draft; what cannot be read of it counts as not there."""
        if not isinstance(value, Mapping):
            return cls()
        text, caret, waiting = _text(value, "text"), value.get("caret"), value.get("queue")
        queue = map(Queued.from_json, waiting if isinstance(waiting, list) else ())
        return cls(
            text=text,
            caret=max(caret, 0) if text and type(caret) is int else 0,
            attachments=_attachments(value),
            queue=tuple(each for each in queue if each is not None),
            editing=_text(value, "editing"),
            aside=Queued.from_json(value.get("aside")),
        )


def _text(found: Mapping[str, object], key: str) -> str:
    value = found.get(key)
    return value if isinstance(value, str) else ""


def _attachments(found: Mapping[str, object]) -> tuple[Attachment, ...]:
    value = found.get("attachments")
    read = map(Attachment.from_json, value if isinstance(value, list) else ())
    return tuple(each for each in read if each is not None)
