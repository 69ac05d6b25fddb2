"""A session's transcript: one append-only file of JSON Lines, the only truth about a session.

Records, one a line, told apart by ``is``:

===========  ==================================================================================
``session``  the first line: id and facts (title, lane, model, folder, ticks …)
``facts``    facts that changed (a rename, another lane)
``message``  a message; ``instead_of`` names the message that it and all after it give way to
``grew``     text that a streaming message gained, and from which character on
``tool``     a tool call of a streaming message, whole; it comes again as the call moves on
``ended``    how a streaming message ended: state, sentence, usage
``compacted``  what all messages up to one are sent as; the messages stay
===========  ==================================================================================

A kill at any byte leaves a torn last line, which reading skips and the next append leaves
behind. So at most the last record is lost, and a message without its ``ended`` was stopped; what
of it was shown since the last record stands in a file of its own (``live``).
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair import files
from luminair.errors import LuminairError, WriteFailed
from luminair.messages import Message, MessageState, ToolUse, Usage
from luminair.sessions.beginning import write_whole
from luminair.sessions.folding import Folded, session_of
from luminair.sessions.live import FILE_NAME as LIVE_NAME
from luminair.sessions.live import LiveText, read_tail
from luminair.sessions.session import (
    Conversation,
    Session,
    read_facts,
    read_time,
    utc_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

FILE_NAME = "transcript.jsonl"
CUT_OFF = "Luminair quit before this answer was whole."
CHECKPOINT_CHARACTERS = 4096
"""A stream is written down after this much text …"""
CHECKPOINT_SECONDS = 1.0
"""… or after this long, whichever is first; a power cut loses no more of an answer than that."""

_FIRST_BYTES = b'{"is":"session"'


class Transcript:
    """An open session: its facts and messages in memory, every change on disk first.

    Safe to use from the window's thread and a turn's thread at once. One file must have one
    open transcript in a process; ``Library.open`` sees to it.

    Attributes:
        id: the session's id.
        path: the file.
    """

    def __init__(self, identity: str, path: Path, folded: Folded) -> None:
        self.id = identity
        self.path = path
        self._folded = folded
        self._guard = threading.RLock()
        self._pending: dict[str, list[str]] = {}
        self._written_at: dict[str, datetime] = {}
        self._live: dict[str, LiveText] = {}
        self._saved: dict[str, object] | None = None

    @classmethod
    def create(cls, path: Path, session: Session, messages: Sequence[Message] = ()) -> Transcript:
        """Begins a transcript with the session's facts and these messages, whole or not at all.

        Raises:
            WriteFailed: the disk refused; there is no file then.
        """
        write_whole(path, session, messages)
        return cls.open(path, session.id)

    @classmethod
    def open(cls, path: Path, identity: str) -> Transcript:
        """Reads a transcript; an answer that was cut off counts as stopped.

        Raises:
            LuminairError: the file is missing, cannot be read, or is no transcript.
        """
        try:
            records = files.read_lines(path)
            if not records and not path.exists():
                raise LuminairError(
                    f"The session {identity} has no transcript at {path}; it may have been moved."
                )
            folded = Folded()
            for record in records:
                folded.take(record)
            if not folded.records:
                _refuse_foreign(path)
        except OSError as error:
            raise LuminairError(
                f"The transcript {path} cannot be read ({error.strerror or error}); "
                "the file is left as it is."
            ) from error
        saved = _saved_tail(path, folded)
        for message in folded.messages.values():
            if message.state is MessageState.STREAMING:
                stopped = replace(message, state=MessageState.STOPPED, note=CUT_OFF)
                folded.messages[message.id] = stopped
        transcript = cls(identity, path, folded)
        transcript._saved = saved
        return transcript

    @property
    def messages(self) -> tuple[Message, ...]:
        """The conversation as it stands, what is streaming included."""
        with self._guard:
            return tuple(self._whole(message) for message in self._folded.messages.values())

    @property
    def session(self) -> Session:
        """The session's facts as they stand."""
        with self._guard:
            return session_of(self.id, self._folded, self._folded.messages.values())

    def message(self, identity: str) -> Message | None:
        """One message by its id, or None."""
        with self._guard:
            found = self._folded.messages.get(identity)
            return None if found is None else self._whole(found)

    def before(self, identity: str) -> tuple[Message, ...]:
        """The messages that stand before this one; all of them where it is not there."""
        found: list[Message] = []
        for message in self.messages:
            if message.id == identity:
                break
            found.append(message)
        return tuple(found)

    def add(self, message: Message, *, instead_of: str = "") -> None:
        """Adds a message; it is on disk when this returns.

        Args:
            message: the new last message.
            instead_of: the id of a message that it, and all that follows it, gives way to
                (retry, edit and resend); the file keeps them, the conversation does not.

        Raises:
            WriteFailed: the disk refused; nothing is added then.
        """
        record: dict[str, object] = {"is": "message", "message": message.to_json()}
        if instead_of:
            record["instead_of"] = instead_of
        self._write(record)

    def grow(self, identity: str, delta: str, at: datetime) -> None:
        """Adds text to a streaming message; it is written down every second or 4,096 characters.

        A disk that refuses does not end the stream: the text is tried again with the next
        piece, and by :meth:`end`, which then says so.
        """
        with self._guard:
            pending = self._pending.setdefault(identity, [])
            pending.append(delta)
            self._show(identity, delta)
            last = self._written_at.setdefault(identity, at)
            waited = abs((at - last).total_seconds())
            if waited >= CHECKPOINT_SECONDS or sum(map(len, pending)) >= CHECKPOINT_CHARACTERS:
                self._written_at[identity] = at
                with suppress(WriteFailed):
                    self._checkpoint(identity, at)

    def take_back(self, identity: str, characters: int, at: datetime) -> None:
        """Takes the last ``characters`` of a streaming message back."""
        with self._guard:
            message = self.message(identity)
            if message is None or characters <= 0:
                return
            kept = message.text[: max(len(message.text) - characters, 0)]
            written = self._folded.messages[identity]
            self._pending[identity] = []
            if len(kept) >= len(written.text):
                self._pending[identity] = [kept[len(written.text) :]]
                with suppress(WriteFailed):  # tried again with the next text
                    self._checkpoint(identity, at)
                return
            record = {
                "is": "grew",
                "id": identity,
                "at": utc_text(at),
                "from": len(kept),
                "text": "",
            }
            with suppress(WriteFailed):  # the next text is written from there on
                files.append_line(self.path, record)
            self._folded.take(record)
            self._begin_live(identity)

    def length(self, identity: str) -> int:
        """How many characters a message has so far."""
        message = self.message(identity)
        return 0 if message is None else len(message.text)

    def use_tool(self, identity: str, tool: ToolUse, at: datetime) -> None:
        """Adds a tool call to a streaming message, or shows how far it came.

        Raises:
            WriteFailed: the disk refused; nothing is changed then.
        """
        with self._guard:
            self._checkpoint(identity, at)
            self._write({"is": "tool", "id": identity, "at": utc_text(at), "tool": tool.to_json()})

    def converse(self, lane: str, conversation: Conversation) -> None:
        """Keeps what a CLI holds of this session.

        Raises:
            WriteFailed: the disk refused; nothing is changed then.
        """
        with self._guard:
            held = {
                name: each.to_json()
                for name, each in {
                    **self.session.conversations,
                    lane: conversation,
                }.items()
            }
            self._write({"is": "facts", "conversations": held})

    def compact(self, upto: str, text: str) -> None:
        """Keeps what the messages up to ``upto`` are sent as, '' for as they are.

        Raises:
            WriteFailed: the disk refused; nothing is changed then.
        """
        self._write({"is": "compacted", "upto": upto, "text": text})

    def end(
        self,
        identity: str,
        state: MessageState,
        at: datetime,
        *,
        note: str = "",
        usage: Usage | None = None,
        model: str = "",
    ) -> None:
        """Closes a streaming message.

        Args:
            identity: the message's id.
            state: how far it came.
            at: when.
            note: one sentence where it is not whole.
            usage: what it used.
            model: who answered, where that is known better than before.

        Raises:
            WriteFailed: the disk refused; the message is closed in memory all the same, and
                counts as stopped when the session is opened again.
        """
        record: dict[str, object] = {
            "is": "ended",
            "id": identity,
            "at": utc_text(at),
            "state": state.value,
            "note": note,
            "usage": None if usage is None else usage.to_json(),
        }
        if model:
            record["model"] = model
        with self._guard:
            try:
                self._checkpoint(identity, at)
                files.append_line(self.path, record)
            except WriteFailed:
                self._live.pop(identity, None)  # its file stays, for the next start
                raise
            else:
                if identity in self._live:
                    self._live.pop(identity).close()
            finally:
                self._settle(identity)
                self._folded.take(record)

    def change(self, **facts: object) -> None:
        """Changes facts of the session, such as ``title`` with ``title_set``, ``lane``, ``seen``.

        Raises:
            TypeError: no fact of that name and type.
            WriteFailed: the disk refused; nothing is changed then.
        """
        known = read_facts(facts)
        if known.keys() != facts.keys():
            raise TypeError(f"Not all of these are facts that can change: {sorted(facts)}.")
        if "folder" in known and known["folder"] != self.session.folder:
            known.setdefault("project", "")  # the next message tells it anew
        self._write({"is": "facts", **known})

    def _show(self, identity: str, delta: str) -> None:
        """Puts text where a killed process leaves it, before anybody sees it."""
        live = self._live.get(identity)
        if live is None:
            self._save_tail()
            self._live[identity] = LiveText(self.path.parent / LIVE_NAME, identity)
            self._begin_live(identity)
        else:
            live.add(delta)

    def _begin_live(self, identity: str) -> None:
        live, message = self._live.get(identity), self._folded.messages.get(identity)
        if live is not None and message is not None:
            live.begin(len(message.text), "".join(self._pending.get(identity, ())))

    def _save_tail(self) -> None:
        """Brings what a killed process left into the file, before anything else is written."""
        if self._saved is not None:
            files.append_line(self.path, self._saved)
            self._saved = None

    def _write(self, record: dict[str, object]) -> None:
        with self._guard:
            self._save_tail()
            files.append_line(self.path, record)
            self._folded.take(record)

    def _checkpoint(self, identity: str, at: datetime) -> None:
        pending = self._pending.get(identity)
        message = self._folded.messages.get(identity)
        if not pending or message is None:
            return
        record = {
            "is": "grew",
            "id": identity,
            "at": utc_text(at),
            "from": len(message.text),
            "text": "".join(pending),
        }
        files.append_line(self.path, record)
        pending.clear()
        self._folded.take(record)
        self._begin_live(identity)

    def _settle(self, identity: str) -> None:
        """Moves what could not be written into the message, so that the window keeps it."""
        message = self._folded.messages.get(identity)
        if message is not None:
            self._folded.messages[identity] = self._whole(message)
        self._pending.pop(identity, None)
        self._written_at.pop(identity, None)

    def _whole(self, message: Message) -> Message:
        pending = self._pending.get(message.id)
        return replace(message, text=message.text + "".join(pending)) if pending else message


def _saved_tail(path: Path, folded: Folded) -> dict[str, object] | None:
    """The record of what a killed process left, taken; None where the file knows it all."""
    tail = read_tail(path.parent / LIVE_NAME)
    message = None if tail is None else folded.messages.get(tail.message)
    if tail is None or message is None or message.state is not MessageState.STREAMING:
        return None
    if tail.start > len(message.text) or len(tail.text) <= len(message.text) - tail.start:
        return None
    record: dict[str, object] = {
        "is": "grew",
        "id": message.id,
        "at": message.at,
        "from": tail.start,
        "text": tail.text,
    }
    folded.take(record)
    return record


def _refuse_foreign(path: Path) -> None:
    """A file without one record is a first line torn early, or no transcript at all."""
    raw = path.read_bytes()
    begun = raw.startswith(_FIRST_BYTES) or _FIRST_BYTES.startswith(raw)
    if raw.strip() and not begun:
        raise LuminairError(
            f"The transcript {path} holds no record of a session; the file is left as it is."
        )


def last_activity(session: Session) -> float:
    """When the session last moved, in seconds since 1970; 0 where its times cannot be read."""
    moment = read_time(session.updated) or read_time(session.created)
    return 0.0 if moment is None else moment.timestamp()
