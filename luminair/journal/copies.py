"""Copies that a sync service left behind when two machines wrote one note.

The original rides; the copy is shown beside it for the owner to choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from luminair.journal.notes.paths import is_conflict_copy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.journal.notes.note import Note


def conflict_copies(notes: Iterable[Note]) -> dict[str, str]:
    """The conflict copies among the notes: path of the copy → path of its original.

    A copy has the name pattern of a sync service and its original beside it. Two notes with
    ids of their own are two notes, whatever they are called: ``Rule 2.md`` is also what a second
    note with the title 'Rule' is named.
    """
    every = list(notes)
    by_name = {_folded(note.path): note for note in every}
    found = {}
    for note in every:
        folder, slash, name = note.path.rpartition("/")
        original_name = is_conflict_copy(name)
        if original_name is None:
            continue
        original = by_name.get(_folded(f"{folder}{slash}{original_name}"))
        if original is not None and original.path != note.path and not _are_two(note, original):
            found[note.path] = original.path
    return found


def _are_two(note: Note, other: Note) -> bool:
    return note.id is not None and other.id is not None and note.id != other.id


def _folded(path: str) -> str:
    return normalize("NFC", path).casefold()
