"""What the records of a transcript add up to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from luminair.messages import Message, MessageState, Role, ToolUse, Usage
from luminair.sessions.session import UNTITLED, Compacted, Session, read_facts, title_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(slots=True)
class Folded:
    """What the records of one file add up to.

    Attributes:
        facts: of the session, the last of each name.
        messages: by id, in the conversation's order.
        updated: when something last happened, UTC.
        records: how many could be read.
    """

    facts: dict[str, object] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    updated: str = ""
    records: int = 0

    def take(self, record: object) -> None:
        """Adds one record; one of a shape this version does not know changes nothing."""
        if not isinstance(record, dict):
            return
        match record.get("is"):
            case "session" | "facts":
                self.facts |= read_facts(record)
            case "message":
                self._message(record)
            case "grew":
                self._grew(record)
            case "tool":
                self._tool(record)
            case "ended":
                self._ended(record)
            case "compacted":
                upto, text = record.get("upto"), record.get("text")
                if isinstance(upto, str) and isinstance(text, str):
                    self.facts["compacted"] = Compacted(upto, text)
            case _:
                return
        self.records += 1

    def _message(self, record: Mapping[str, object]) -> None:
        message = Message.from_json(record.get("message"))
        if message is None:
            return
        replaced = record.get("instead_of")
        if isinstance(replaced, str) and replaced in self.messages:
            ids = list(self.messages)
            for gone in ids[ids.index(replaced) :]:
                del self.messages[gone]
        self.messages[message.id] = message
        self._moved_on(message.at)

    def _grew(self, record: Mapping[str, object]) -> None:
        message = self.messages.get(str(record.get("id")))
        start, text = record.get("from"), record.get("text")
        if message is None or not isinstance(start, int) or not isinstance(text, str):
            return
        # Written twice after a failed attempt: the place says so, and the text counts once.
        self.messages[message.id] = replace(message, text=message.text[: max(start, 0)] + text)
        self._moved_on(record.get("at"))

    def _tool(self, record: Mapping[str, object]) -> None:
        message = self.messages.get(str(record.get("id")))
        tool = ToolUse.from_json(record.get("tool"))
        if message is None or tool is None:
            return
        tools = {each.id: each for each in message.tools} | {tool.id: tool}
        self.messages[message.id] = replace(message, tools=tuple(tools.values()))
        self._moved_on(record.get("at"))

    def _ended(self, record: Mapping[str, object]) -> None:
        message = self.messages.get(str(record.get("id")))
        state, note = record.get("state"), record.get("note")
        model = record.get("model")
        if message is None or not isinstance(state, str) or state not in set(MessageState):
            return
        self.messages[message.id] = replace(
            message,
            state=MessageState(state),
            note=note if isinstance(note, str) else "",
            usage=Usage.from_json(record.get("usage")),
            model=model if isinstance(model, str) else message.model,
        )
        self._moved_on(record.get("at"))

    def _moved_on(self, at: object) -> None:
        if isinstance(at, str) and at > self.updated:
            self.updated = at


def session_of(identity: str, folded: Folded, messages: Iterable[Message]) -> Session:
    """The session as its records tell it, over messages that may be further than the file."""
    held = tuple(messages)
    session = replace(Session(id=identity), **folded.facts)  # type: ignore[arg-type]
    asked = next((message.text for message in held if message.role is Role.USER), "")
    return replace(
        session,
        title=session.title
        if session.title_set and session.title
        else (title_from(asked) if asked else UNTITLED),
        updated=max(folded.updated, session.created),
        messages=len(held),
        last_state=held[-1].state if held else MessageState.WHOLE,
    )
