"""A session as values, and the times and titles that a list of sessions shows."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from luminair.messages import MessageState

TITLE_CHARACTERS = 60
UNTITLED = "New session"

_TEXTS = ("title", "lane", "model", "folder", "project", "created", "updated", "seen", "origin")
_SWITCHES = ("title_set", "include_optional", "capture")


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a coding agent's CLI holds of a session in a transcript of its own.

    Attributes:
        handle: its id there, or '' where there is none.
        system: a sign of the standing text that it was given, or ''.
        given: signs of the notes that it was given, in the versions it was given.
        upto: the id of the last message that it holds.
        added: tokens that the CLI adds itself, 0 where it has not said.
    """

    handle: str = ""
    system: str = ""
    given: tuple[str, ...] = ()
    upto: str = ""
    added: int = 0

    def to_json(self) -> dict[str, object]:
        """The conversation as a JSON object."""
        return {
            "handle": self.handle,
            "system": self.system,
            "given": list(self.given),
            "upto": self.upto,
            "added": self.added,
        }

    @classmethod
    def from_json(cls, value: object) -> Conversation:
        """The conversation; what is missing or of the wrong type counts as empty."""
        found = value if isinstance(value, Mapping) else {}
        texts = {
            name: text
            for name in ("handle", "system", "upto")
            if isinstance(text := found.get(name), str)
        }
        given = found.get("given")
        held = (
            tuple(item for item in given if isinstance(item, str))
            if isinstance(given, list)
            else ()
        )
        added = found.get("added")
        if not isinstance(added, int) or isinstance(added, bool):
            added = 0
        return cls(given=held, added=added, **texts)


@dataclass(frozen=True, slots=True)
class Compacted:
    """What the older part of a long conversation is sent as.

    Attributes:
        upto: the id of the last message of that part.
        text: what it was folded into, Markdown; '' where the owner wants it sent whole.
    """

    upto: str
    text: str


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation, without its messages.

    Attributes:
        id: names its folder; unique on this machine.
        title: the owner's, else the start of the first message, else 'New session'.
        title_set: whether the owner gave the title.
        lane: id of the lane that runs it.
        model: the model on that lane, or '' for the lane's own choice.
        folder: the project folder, or '' for none.
        project: the folder in which the project's notes belong, of a worktree the main one; kept
            with the first message, since a folder may go; '' before that, or without a project.
        created: UTC.
        updated: when a message last came or grew, UTC; the list sorts by it.
        seen: until when the owner has read it, UTC, or ''.
        origin: what it was imported from ('chatgpt:<id>'), or '' for a session of this app.
        include_optional: whether matching notes, dead ends, asks and old summaries ride
            (the tick of the budget sheet).
        capture: whether requests in its messages are kept as open asks.
        ancestors: sessions this one was forked from, oldest first; it sees their notes.
        summaries: keys of the old conversation summaries that ride with it, chosen at its first
            message; None while none was sent.
        messages: how many there are.
        last_state: how far the last message came; a stream that nobody feeds counts as stopped.
        sizes: bytes of each block that rode last, by row name, and of each standing file by its
            path after 'file ', to notice sudden growth.
        conversations: what CLIs hold of it, by lane.
        compacted: what its older part is sent as, or None; lists do not know it.
    """

    id: str
    title: str = UNTITLED
    title_set: bool = False
    lane: str = ""
    model: str = ""
    folder: str = ""
    project: str = ""
    created: str = ""
    updated: str = ""
    seen: str = ""
    origin: str = ""
    include_optional: bool = True
    capture: bool = True
    ancestors: tuple[str, ...] = ()
    summaries: tuple[str, ...] | None = None
    messages: int = 0
    last_state: MessageState = MessageState.WHOLE
    sizes: Mapping[str, int] = field(default_factory=dict)
    conversations: Mapping[str, Conversation] = field(default_factory=dict)
    compacted: Compacted | None = None

    @property
    def unread(self) -> bool:
        """Whether something came since the owner last looked."""
        return self.messages > 0 and self.updated > self.seen


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A session that is on disk but cannot be read.

    Attributes:
        id: its folder's name.
        reason: why, as a sentence.
    """

    id: str
    reason: str


def utc_text(moment: datetime) -> str:
    """A time as the house writes it: ``2026-09-17T10:58:00.000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def read_time(text: str) -> datetime | None:
    """The time that :func:`utc_text` wrote, aware; None where it is none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def title_from(text: str) -> str:
    """A title for a session that begins with this message: its first line, cut at a word."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = " ".join(line.lstrip("#>*- ").split())
    if len(line) > TITLE_CHARACTERS:
        end = TITLE_CHARACTERS
        while end > 1 and _joins(line[end]):
            end -= 1  # an accent or the second half of an emoji stays with its letter
        cut = line[:end]
        # Languages that write no spaces are cut where the room ends.
        at_word = cut.rsplit(" ", 1)[0]
        line = (at_word if len(at_word) > TITLE_CHARACTERS // 2 else cut) + "…"
    return line or UNTITLED


def _joins(mark: str) -> bool:
    return unicodedata.combining(mark) != 0 or mark in "\u200d\ufe0f" or "🏻" <= mark <= "🏿"


def facts_of(session: Session) -> dict[str, object]:
    """What a transcript records of a session: all but its id and what its messages tell."""
    return {
        **{name: getattr(session, name) for name in (*_TEXTS, *_SWITCHES)},
        "ancestors": list(session.ancestors),
        "summaries": None if session.summaries is None else list(session.summaries),
        "sizes": dict(session.sizes),
        "conversations": {lane: each.to_json() for lane, each in session.conversations.items()},
    }


def read_facts(found: Mapping[str, object]) -> dict[str, object]:
    """The facts among ``found`` that a session has, of the right type; the rest is ignored."""
    facts: dict[str, object] = {
        name: found[name] for name in _TEXTS if isinstance(found.get(name), str)
    }
    facts |= {name: found[name] for name in _SWITCHES if isinstance(found.get(name), bool)}
    for name in ("ancestors", "summaries"):
        named = found.get(name)
        if isinstance(named, (list, tuple)):
            facts[name] = tuple(item for item in named if isinstance(item, str))
    sizes = found.get("sizes")
    if isinstance(sizes, Mapping):
        facts["sizes"] = {
            str(name): size
            for name, size in sizes.items()
            if isinstance(size, int) and not isinstance(size, bool)
        }
    conversations = found.get("conversations")
    if isinstance(conversations, Mapping):
        facts["conversations"] = {
            str(lane): each if isinstance(each, Conversation) else Conversation.from_json(each)
            for lane, each in conversations.items()
        }
    return facts
