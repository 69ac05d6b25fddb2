"""Saving a session as a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.exchange.giving_sessions import cleaned
from luminair.files import write_atomic
from luminair.sessions.exporting import Format, export

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.sessions.library import Library

EXPORTS = ("Markdown (*.md)", "Web page (*.html)", "JSON (*.json)")
_UNSAFE = re.compile(r"[/\\:*?\"<>|\x00-\x1f]+")


def file_name(title: str) -> str:
    """A title as a file's name, without its ending."""
    return _UNSAFE.sub(" ", title).strip(" .")[:80] or "Session"


def suffix_of(chosen: str) -> str:
    """The ending that a filter of :data:`EXPORTS` asks for."""
    return chosen.rpartition("*.")[2].rstrip(")")


def save_export(library: Library, session: str, place: Path) -> None:
    """Writes a session into a file, without secrets.

    Raises:
        LuminairError: there is no such session, or the disk refused.
    """
    transcript = library.open(session)
    clean = cleaned(transcript.session, transcript.messages)
    text = export(clean.session, clean.messages, Format.of(place.name))
    write_atomic(place, text.encode("utf-8", "replace"))
