"""What a draft does with its file: save it, follow it, keep both, put it back. Knows no Qt."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from luminair.errors import LuminairError, NoteChanged, NoteDamaged, NoteNotFound, WriteFailed
from luminair.journal import Written
from luminair.shell.journal.reading import HEADER, open_note, source_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Journal, Note
    from luminair.shell.desk import Desk
    from luminair.shell.journal.reading import Opened


Value = TypeVar("Value")
_UPDATED = re.compile(r"^updated:.*\n", re.MULTILINE)

TRIES = 3
"""How often a note is looked for that another program moves while it is looked for."""


def where_now(journal: Journal, path: str, note_id: str, sha256: str) -> str:
    """Where a note is that another program may have moved.

    Args:
        journal: the vault.
        path: where it was.
        note_id: its id, or ''.
        sha256: of its file; a note without an id is known by it, where it stands but once.

    Raises:
        NoteNotFound: it is gone.
    """
    for _ in range(
        TRIES
    ):  # a look at all folders may pass by a file that moves from one to another
        journal.refresh()
        found = _found(journal, path, note_id, sha256)
        if found:
            return found
    raise NoteNotFound("This note is not in the Journal any more.")


def _found(journal: Journal, path: str, note_id: str, sha256: str) -> str:
    for key in filter(None, (path, note_id)):
        with suppress(LuminairError):
            return journal.find(key).path
    if note_id:
        return ""
    notes = (each.note for each in journal.listing(compared=False))
    same = [note.path for note in notes if note.sha256 == sha256]
    return same[0] if len(same) == 1 else ""


def follow(journal: Journal, known: tuple[str, str, str], work: Callable[[str], Value]) -> Value:
    """Does something with a note's file, also where another program moves it meanwhile.

    Args:
        journal: the vault.
        known: its path, its id or '', and the hash of its file.
        work: takes the path.

    Raises:
        NoteNotFound: it is gone.
    """
    path, note_id, sha256 = known
    for _ in range(TRIES):
        try:
            return work(path)
        except NoteNotFound:
            path = where_now(journal, path, note_id, sha256)
    return work(path)


def save_following(journal: Journal, known: tuple[str, str, str], text: str) -> tuple[Written, str]:
    """Saves as :func:`save`, also where another program moves the file before or just after.

    Args:
        journal: the vault.
        known: its path, its id or '', and the hash of its file.
        text: the whole file.

    Raises:
        NoteNotFound: it is gone.
        NoteChanged: another program wrote to it.
    """
    path, note_id, sha256 = known
    for _ in range(TRIES):
        try:
            return save(journal, path, text, sha256)
        except (NoteChanged, NoteDamaged, NoteNotFound, WriteFailed) as error:
            here = where_now(journal, path, note_id, sha256)
            with suppress(NoteNotFound):  # moved once more: the next try finds it
                on_disk = source_of(journal.file_bytes(here))[0]
                if _unstamped(on_disk) == _unstamped(text):
                    return Written(journal.find(here)), on_disk  # it was written, then moved
            if here == path and not isinstance(error, NoteNotFound):
                raise  # it is where it was, and says something else
            path = here
    return save(journal, path, text, sha256)


def _unstamped(source: str) -> str:
    """A file's text without the line that saving changes."""
    header = HEADER.match(source)
    return _UPDATED.sub("", header[0]) + source[header.end() :] if header else source


def reopen(desk: Desk, path: str, before: Note | None) -> Opened:
    """Reads the note that is shown again, also where another program moved it.

    Args:
        desk: the Journal, and what sessions are called.
        path: where it was.
        before: as it was shown, or None for one that was not shown yet.

    Raises:
        NoteNotFound: it is gone.
    """
    if before is None:
        return open_note(desk, path)
    known = path, before.id or "", before.sha256
    return follow(desk.journal, known, lambda here: open_note(desk, here))


def save(journal: Journal, path: str, text: str, sha256: str) -> tuple[Written, str]:
    """Saves a whole file; the second is its text as it is on disk now (it is stamped)."""
    written = journal.save_source(path, text, sha256)
    return written, source_of(journal.file_bytes(written.note.path))[0]


def save_over(journal: Journal, path: str, text: str) -> tuple[Written, str]:
    """Saves over whatever the file is now; what it was stays in the history."""
    now = hashlib.sha256(journal.file_bytes(path)).hexdigest()
    return save(journal, path, text, now)


def put_back(journal: Journal, path: str, title: str, text: str) -> tuple[Written, str]:
    """Writes a note anew that another program deleted, with the text that was typed."""
    folder, _, name = path.rpartition("/")
    with journal.batch(f"put back “{title}”") as batch:
        here = batch.operation.create(folder, name, text.encode("utf-8", "replace"))
        batch.paths.add(here)
    note = journal.find(here)
    return Written(note, "", batch.op), source_of(journal.file_bytes(here))[0]


def keep_both(journal: Journal, path: str, text: str) -> Written:
    """Files the owner's text as a note of its own beside the one on disk."""
    note = journal.find(path)
    body = HEADER.sub("", text, count=1)
    return journal.add(
        title=f"{note.title}, my version",
        body=body,
        kind=note.kind,
        scope=note.scope,
        cwd=note.cwd,
        session=note.session,
        folder=note.path.rpartition("/")[0],
    )
