"""All sessions of this machine: list, create, open, rename, bin, search, drafts.

Where things lie::

    <home>/sessions/<id>/transcript.jsonl     the truth
    <home>/sessions/<id>/draft.json           what stands in the composer
    <home>/sessions/index.json                derived: the facts of each session by file state
    <home>/bin/sessions/<id>/                 sessions in the bin
"""

from __future__ import annotations

import json
import re
import shutil
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from luminair import files
from luminair.errors import LuminairError, WriteFailed
from luminair.messages import MessageState
from luminair.sessions.attachments import FOLDER as ATTACHMENTS
from luminair.sessions.beginning import begin
from luminair.sessions.drafts import Draft, Queued
from luminair.sessions.listed import listed_json, read_listed, sign_of
from luminair.sessions.search import FoundSession, comparable_words, look_in
from luminair.sessions.session import Session, Unreadable, utc_text
from luminair.sessions.transcript import CUT_OFF, FILE_NAME, Transcript, last_activity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.messages import Message

INDEX_VERSION = 1
_SAFE_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")


@dataclass(frozen=True, slots=True)
class Listing:
    """What is in the library, newest activity first."""

    sessions: tuple[Session, ...]
    unreadable: tuple[Unreadable, ...]


class Library:
    """The sessions below one home folder.

    Args:
        home: the app's home; its ``sessions`` folder is made when it is first needed.
        now: the clock, aware.
        draw: a random number of at least 32 bits, for ids.
    """

    def __init__(self, home: Path, *, now: Callable[[], datetime], draw: Callable[[], int]) -> None:
        self._folder = home / "sessions"
        # Launchers live in <home>/bin too; a folder of our own keeps the two apart.
        self._bin = home / "bin" / "sessions"
        self._now = now
        self._draw = draw
        self._open: WeakValueDictionary[str, Transcript] = WeakValueDictionary()
        self._opening = threading.Lock()

    def listing(self) -> Listing:
        """Every session, last activity first; what cannot be read is named with the reason.

        Only transcripts that changed since the last listing are read again.
        """
        known = self._read_index()
        fresh: dict[str, dict[str, object]] = {}
        sessions: list[Session] = []
        unreadable: list[Unreadable] = []
        for identity in self._ids():
            try:
                session = self._listed(identity, known, fresh)
            except LuminairError as error:
                if not self._was_never_begun(identity):
                    unreadable.append(Unreadable(identity, str(error)))
            else:
                sessions.append(session)
        if fresh != known:
            self._write_index(fresh)
        sessions.sort(key=lambda session: session.id)
        sessions.sort(key=last_activity, reverse=True)
        return Listing(tuple(sessions), tuple(unreadable))

    def create(
        self,
        *,
        lane: str = "",
        model: str = "",
        folder: str = "",
        include_optional: bool = True,
        ancestors: tuple[str, ...] = (),
    ) -> Transcript:
        """A new, empty session.

        Raises:
            WriteFailed: the disk refused.
        """
        now = self._now()
        session = Session(
            id="",
            lane=lane,
            model=model,
            folder=folder,
            created=utc_text(now),
            updated=utc_text(now),
            include_optional=include_optional,
            ancestors=ancestors,
        )
        return self._opened(self._make(session, (), now))

    def take_in(self, facts: Session, messages: Sequence[Message]) -> str:
        """Adds a whole conversation from elsewhere, or nothing of it; gives its id here.

        Args:
            facts: what is known of it; its id is given here.
            messages: in their order, with ids of their own.

        Raises:
            WriteFailed: the disk refused.
        """
        return self._make(facts, messages, self._now())

    def open(self, identity: str) -> Transcript:
        """The session's transcript; whoever opens it at the same time shares the object.

        Raises:
            LuminairError: no such session, or it cannot be read.
        """
        with self._opening:
            transcript = self._read(identity)
            self._open[identity] = transcript
            return transcript

    def copy(self, identity: str, upto: str = "") -> Transcript:
        """A new session with the same conversation; it sees the notes of the one it came from.

        Args:
            identity: the session to copy.
            upto: the id of the last message to take; '' takes all of them.

        Raises:
            LuminairError: no such session or message, or the disk refused.
        """
        source = self.open(identity)
        messages, facts = source.messages, source.session
        ids = [message.id for message in messages]
        if upto and upto not in ids:
            raise LuminairError("The message to fork from is not in this session any more.")
        kept = messages[: ids.index(upto) + 1] if upto else messages
        now = self._now()
        copy = Session(
            id="",
            title=f"{facts.title} copy" if facts.title_set else "",
            title_set=facts.title_set,
            lane=facts.lane,
            model=facts.model,
            folder=facts.folder,
            project=facts.project,
            created=utc_text(now),
            updated=utc_text(now),
            include_optional=facts.include_optional,
            ancestors=(*facts.ancestors, identity),
            summaries=facts.summaries,
            compacted=facts.compacted,
        )
        pictures = self._path(identity).parent / ATTACHMENTS
        return self._opened(self._make(copy, [_stopped(each) for each in kept], now, pictures))

    def folder(self, identity: str) -> Path:
        """Where a session's files lie.

        Raises:
            LuminairError: no id of a session.
        """
        return self._path(identity).parent

    def rename(self, identity: str, title: str) -> Session:
        """Gives the session a title; an empty one goes back to the first message's words.

        Raises:
            LuminairError: no such session, or the disk refused.
        """
        transcript = self.open(identity)
        wanted = " ".join(title.split())
        transcript.change(title=wanted, title_set=bool(wanted))
        return transcript.session

    def bin(self, identity: str) -> None:
        """Moves the session, draft and all, to the bin.

        Raises:
            LuminairError: no such session, or the disk refused.
        """
        self._move(self._path(identity).parent, self._bin / identity)
        self._open.pop(identity, None)

    def restore(self, identity: str) -> None:
        """Takes a session back out of the bin.

        Raises:
            LuminairError: it is not in the bin, or the disk refused.
        """
        target = self._path(identity).parent
        self._move(self._bin / identity, target)

    def search(self, text: str) -> Iterator[FoundSession]:
        """Sessions that hold every word of ``text``, last activity first, as they are found."""
        words = comparable_words(text)
        if not words:
            return
        for session in self.listing().sessions:
            with suppress(LuminairError):  # binned or damaged since it was listed
                found = look_in(session, self._read(session.id).messages, words)
                if found is not None:
                    yield found

    def draft(self, identity: str) -> Draft:
        """What stood in the session's composer; empty where there is none or it is damaged."""
        try:
            found = json.loads((self._path(identity).parent / "draft.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return Draft()
        return Draft.from_json(found)

    def save_draft(self, identity: str, draft: Draft) -> None:
        """Keeps what stands in the composer and waits above it; an empty draft leaves no file.

        Raises:
            LuminairError: no such session, or the disk refused.
        """
        path = self._path(identity).parent / "draft.json"
        if draft.empty:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise files.write_failed(error, path) from error
            return
        files.write_atomic(path, json.dumps(draft.to_json()).encode())

    def save_queue(self, identity: str, queue: Sequence[Queued]) -> None:
        """Keeps the messages that wait; the rest of the draft stays as it is.

        Raises:
            LuminairError: no such session, or the disk refused.
        """
        self.save_draft(identity, replace(self.draft(identity), queue=tuple(queue)))

    def _read(self, identity: str) -> Transcript:
        """The open transcript, else one of its own that nobody shares."""
        already = self._open.get(identity)
        return already or Transcript.open(self._path(identity), identity)

    def _ids(self) -> list[str]:
        try:
            return sorted(
                entry.name
                for entry in self._folder.iterdir()
                if _SAFE_ID.fullmatch(entry.name) and entry.is_dir()
            )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LuminairError(
                f"The sessions in {self._folder} cannot be listed ({error.strerror}); check that "
                "the folder is there and that you may read it."
            ) from error

    def _was_never_begun(self, identity: str) -> bool:
        """Whether its folder is empty: its maker was killed, or the disk was full."""
        try:
            return not any((self._folder / identity).iterdir())
        except OSError:
            return False

    def _path(self, identity: str) -> Path:
        if not _SAFE_ID.fullmatch(identity):
            raise LuminairError(f"'{identity}' is not the id of a session of this app.")
        return self._folder / identity / FILE_NAME

    def _listed(
        self,
        identity: str,
        known: dict[str, dict[str, object]],
        fresh: dict[str, dict[str, object]],
    ) -> Session:
        already = self._open.get(identity)
        if already is not None:
            if identity in known:
                fresh[identity] = known[identity]
            return already.session
        path = self._path(identity)
        sign = sign_of(path)
        held = known.get(identity)
        if held is not None and held.get("sign") == sign:
            session = read_listed(identity, held.get("session"))
            if session is not None:
                fresh[identity] = held
                return session
        session = Transcript.open(path, identity).session
        fresh[identity] = {"sign": sign, "session": listed_json(session)}
        return session

    def _read_index(self) -> dict[str, dict[str, object]]:
        try:
            found = json.loads((self._folder / "index.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict) or found.get("version") != INDEX_VERSION:
            return {}
        held = found.get("sessions")
        if not isinstance(held, dict):
            return {}
        return {key: value for key, value in held.items() if isinstance(value, dict)}

    def _write_index(self, sessions: dict[str, dict[str, object]]) -> None:
        text = json.dumps({"version": INDEX_VERSION, "sessions": sessions})
        with suppress(WriteFailed):  # only a saving of time: a read-only home lists all the same
            files.write_atomic(self._folder / "index.json", text.encode())

    def _make(
        self,
        facts: Session,
        messages: Sequence[Message],
        now: datetime,
        pictures: Path | None = None,
    ) -> str:
        """Writes a new session, all of it or nothing; gives its id. Raises WriteFailed."""

        def name() -> str:
            while True:
                identity = f"{now.strftime('%Y%m%dT%H%M%S')}-{self._draw() & 0xFFFFFFFF:08x}"
                if not (self._bin / identity).exists():
                    return identity

        def fill(folder: Path, identity: str) -> None:
            if pictures is not None and pictures.is_dir():
                shutil.copytree(pictures, folder / ATTACHMENTS)
            Transcript.create(folder / FILE_NAME, replace(facts, id=identity), messages)

        return begin(self._folder, name, fill, now=now)

    def _opened(self, identity: str) -> Transcript:
        transcript = Transcript.open(self._path(identity), identity)
        self._open[identity] = transcript
        return transcript

    @staticmethod
    def _move(source: Path, target: Path) -> None:
        try:
            if not source.is_dir():
                raise LuminairError(f"There is no session {source.name} in {source.parent}.")
            files.make_private(target.parent)
            files.rename_new(source, target)
        except OSError as error:
            raise files.write_failed(error, target) from error


def _stopped(message: Message) -> Message:
    """A message of a copy: nobody goes on writing it there."""
    if message.state is not MessageState.STREAMING:
        return message
    return replace(message, state=MessageState.STOPPED, note=CUT_OFF)
