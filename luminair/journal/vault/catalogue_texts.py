"""A note's text and bytes, from its file as it is now."""

from __future__ import annotations

from luminair.errors import NoteDamaged, NoteNotFound
from luminair.hashing import sha256
from luminair.journal.notes.note import LoadedNote
from luminair.journal.vault.catalogue_rows import BODY_OF
from luminair.journal.vault.freshness import read_file, utc_of
from luminair.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal.notes.note import Note
    from luminair.journal.vault.catalogue_postings import Ask


def loaded_note(raw: bytes, mtime_ns: int, path: str, known: Note | None, ask: Ask) -> LoadedNote:
    """A note of a file that was read; raises NoteDamaged.

    Args:
        raw: the file's bytes.
        mtime_ns: when they changed.
        path: the note's path in the vault.
        known: the note as the index has it, None where it has none.
        ask: the index.
    """
    file_time = utc_of(mtime_ns)
    rows = ask(BODY_OF, (path, file_time))
    if known is not None and rows and rows[0][0] == sha256(raw).hexdigest():
        return LoadedNote(known, raw[rows[0][1] :].decode(), raw)
    from luminair.journal.notes.reading import note_of  # noqa: PLC0415 not all questions load

    loaded = note_of(path, raw, file_time=file_time)
    if known is not None and known.clash and loaded.note.id == known.id:
        return replace(loaded, note=replace(loaded.note, clash=known.clash))
    return loaded


def file_now(root: str, path: str, clock: Callable[[], int]) -> tuple[bytes, int]:
    """A note's bytes and when they changed; raises NoteNotFound and NoteDamaged."""
    read = read_file(root, path, clock)
    if read.raw is not None:
        return read.raw, read.mtime_ns
    if read.reason:
        raise NoteDamaged(f"The note '{path}' {read.reason}.")
    raise NoteNotFound(f"The note '{path}' is gone: its file was moved or removed.")
