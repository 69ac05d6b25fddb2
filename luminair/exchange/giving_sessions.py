"""Sessions as files: what was said, without keys and without what Luminair put into prompts."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol

from luminair.errors import LuminairError
from luminair.journal import file_name, free_name, name_key
from luminair.keeping.secrets.masking import mask
from luminair.sessions.exporting import Format, export

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.messages import Message
    from luminair.sessions.library import Listing
    from luminair.sessions.session import Session
    from luminair.sessions.transcript import Transcript

_TOOL: Final = "journal_"
_FORMS: Final = (Format.MARKDOWN, Format.JSON)
_PICTURES: Final = "attachments"


class Source(Protocol):
    """The app's sessions, as their library gives them."""

    def listing(self) -> Listing:
        """All of them, and what cannot be read."""
        ...

    def open(self, identity: str) -> Transcript:
        """One with its messages."""
        ...

    def folder(self, identity: str) -> Path:
        """Where its files lie."""
        ...


@dataclass(slots=True)
class GivenSessions:
    """What the export of sessions came to; see ``giving.Given``."""

    sessions: int = 0
    bytes: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    masked: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clean:
    """A session as it may leave the house.

    Attributes:
        session: what it is called.
        messages: what was said.
        masked: kinds of secrets that were masked in them.
    """

    session: Session
    messages: tuple[Message, ...]
    masked: tuple[str, ...]


def cleaned(session: Session, messages: tuple[Message, ...]) -> Clean:
    """A session without secrets, and without what the Journal's tools gave back to the model."""
    found: dict[str, None] = {}

    def safe(text: str) -> str:
        told = mask(text)
        found.update(dict.fromkeys(told.found))
        return told.text

    kept = tuple(
        replace(
            message,
            text=safe(message.text),
            note=safe(message.note),
            attachments=tuple(replace(each, text=safe(each.text)) for each in message.attachments),
            tools=tuple(
                replace(
                    each,
                    title=safe(each.title),
                    detail=safe(each.detail),
                    result="" if _TOOL in each.name else safe(each.result),
                )
                for each in message.tools
            ),
        )
        for message in messages
    )
    return Clean(replace(session, title=safe(session.title)), kept, tuple(found))


def give_sessions(source: Source, folder: Path) -> GivenSessions:
    """Writes every session into a new folder, as Markdown and as JSON, with its pictures.

    Args:
        source: the app's sessions.
        folder: made here.

    Raises:
        OSError: the disk refused.
    """
    given = GivenSessions()
    listed = source.listing()
    given.left_out = {f"session {each.id}": each.reason for each in listed.unreadable}
    folder.mkdir()
    taken: set[str] = set()
    for session in sorted(listed.sessions, key=lambda each: (each.created, each.id)):
        try:
            messages = source.open(session.id).messages
        except LuminairError as error:
            given.left_out[f"session “{session.title}”"] = str(error)
            continue
        if not messages:
            continue  # nothing was said in it
        clean = cleaned(session, messages)
        stem = _stem(clean.session, taken)
        for form in _FORMS:
            text = export(clean.session, clean.messages, form).encode("utf-8", "replace")
            (folder / f"{stem}.{form.value}").write_bytes(text)
            given.bytes += len(text)
        _copy_pictures(source.folder(session.id) / _PICTURES, folder / stem, given)
        given.masked |= dict.fromkeys(clean.masked)
        given.sessions += 1
    return given


def _stem(session: Session, taken: set[str]) -> str:
    name = file_name(f"{session.created[:10]} {session.title}")
    free = free_name(name, lambda candidate: name_key(candidate) in taken)
    taken.add(name_key(free))
    return free.removesuffix(".md")


def _copy_pictures(source: Path, to: Path, given: GivenSessions) -> None:
    if not source.is_dir() or source.is_symlink():
        return
    for file in sorted(source.iterdir()):
        if file.is_file() and not file.is_symlink():
            to.mkdir(exist_ok=True)
            shutil.copyfile(file, to / file.name)
            given.bytes += file.stat().st_size
