"""Copies that a sync service left behind when two machines wrote one note.

The original rides; the copy is shown beside it for the owner to choose.
"""

from __future__ import annotations

from unicodedata import normalize

from luminair.journal.notes.note import Status
from luminair.journal.notes.paths import is_conflict_copy, says_conflict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from luminair.journal.notes.note import Note


def conflict_copies(
    notes: Iterable[Note], versions: Callable[[Note, Note], bool]
) -> dict[str, str]:
    """The conflict copies among the notes: path of the copy → path of its original.

    A name alone proves nothing: whoever may write 'Rule.md' would else silence 'Rule 2.md'. So
    the original lies beside it, is of the same kind and at least as trusted, and either the name
    says 'conflict' or the texts are two versions of one. Two notes with ids of their own are two
    notes, whatever they are called: ``Rule 2.md`` is also what a second note with the title
    'Rule' is named.

    Args:
        notes: those among which originals are looked for.
        versions: whether the one text may be the other after an edit; asked of few pairs.
    """
    every = list(notes)
    by_name = {_folded(note.path): note for note in every}
    found = {}
    for note in every:
        path = original_path(note)
        original = by_name.get(_folded(path)) if path else None
        if original is None or original.path == note.path or not _may_stand_for(original, note):
            continue
        if says_conflict(note.path) or versions(original, note):
            found[note.path] = original.path
    return found


def original_path(note: Note) -> str:
    """Where the original would lie if the note were a conflict copy; '' where its name is none."""
    folder, slash, name = note.path.rpartition("/")
    original = is_conflict_copy(name)
    return "" if original is None else f"{folder}{slash}{original}"


def lives(note: Note) -> bool:
    """Whether nothing outside its text keeps the note from riding."""
    return not (note.damage or note.in_archive or note.status is Status.HELD) and note.rides


def _may_stand_for(original: Note, note: Note) -> bool:
    """Whether the original could ride in the note's place, and nobody wrote two notes."""
    two = note.id is not None and original.id is not None and note.id != original.id
    return (
        not two
        and original.kind is note.kind
        and original.trust >= note.trust
        and (lives(original) or not lives(note))
    )


def _folded(path: str) -> str:
    return normalize("NFC", path).casefold()
