"""What the window's jobs do with a note's past, and with two versions of one note. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.shell.journal.differing import Difference, difference

if TYPE_CHECKING:
    from luminair.journal import Journal, Written

NOW = ""
"""The version of a note that is in the vault now."""


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One state of a note.

    Attributes:
        key: what it is called by; :data:`NOW` for the one in the vault.
        at: UTC time when it was written.
        by: who wrote it, in words.
        bytes: its size.
    """

    key: str
    at: str
    by: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Past:
    """A note's states, newest first; the first is how it is now."""

    path: str
    title: str
    versions: tuple[VersionRow, ...]


def past_of(journal: Journal, key: str) -> Past:
    """Reads which versions of a note are kept; raises NoteNotFound."""
    note = journal.find(key)
    kept = journal.history(note.path)
    last = journal.file_bytes(note.path)
    rows = [VersionRow(NOW, note.updated, "As it is now", len(last))]
    rows += [VersionRow(each.version, each.at, who(each.by), each.bytes) for each in kept]
    return Past(note.path, note.title, tuple(rows))


def who(by: str) -> str:
    """Who wrote a version, in words."""
    return {"owner": "You", "outside": "Another program"}.get(by, by)


def compared(journal: Journal, past: Past, at: int, *, with_now: bool) -> Difference:
    """A version against the one before it, or what has changed between it and now.

    Args:
        journal: the vault.
        past: of the note.
        at: the version's place.
        with_now: whether it is held against the note as it is now.
    """
    own = version_bytes(journal, past, at)
    if with_now:
        return difference(own, version_bytes(journal, past, 0))
    before = version_bytes(journal, past, at + 1) if at + 1 < len(past.versions) else b""
    return difference(before, own)


def version_bytes(journal: Journal, past: Past, at: int) -> bytes:
    """The bytes of a version by its place; raises NoteNotFound where it is no longer kept."""
    key = past.versions[at].key
    return journal.version_bytes(past.path, key) if key else journal.file_bytes(past.path)


def between(journal: Journal, one: str, other: str) -> Difference:
    """Two notes of the vault, held against each other."""
    return difference(journal.file_bytes(one), journal.file_bytes(other))


def against_disk(journal: Journal, path: str, mine: str) -> Difference:
    """The file as it is now, and what the owner typed meanwhile."""
    return difference(journal.file_bytes(path), mine.encode("utf-8", "replace"))


def keep_original(journal: Journal, copy: str) -> Written:
    """Archives a sync conflict copy."""
    return journal.archive([copy])[0]


def keep_copy(journal: Journal, original: str, copy: str) -> Written:
    """Gives a note the text of its conflict copy; what it had goes to the archive, in one step.

    The note keeps its path and so what links to it; what was in it lies in the archive under the
    copy's name.
    """
    note, other = journal.find(original), journal.find(copy)
    if note.id and not other.id:  # the copy's text would take the id away, which others name
        return journal.archive([original])[0]
    mine, theirs = journal.file_bytes(original), journal.file_bytes(copy)
    with journal.batch(f"keep the copy of “{note.title}”"):
        kept = journal.put_back(note.path, theirs)
        journal.put_back(other.path, mine)
        journal.archive([other.path])
    return kept


def keep_both(journal: Journal, original: str, copy: str) -> Written:
    """Makes a conflict copy a note of its own, so that neither hides the other; in one step."""
    note = journal.find(copy)
    loaded = journal.load(copy)
    with journal.batch(f"keep both of “{note.title}”"):
        written = journal.add(
            title=f"{note.title}, other version",
            body=loaded.body,
            kind=note.kind,
            scope=note.scope,
            cwd=note.cwd,
            session=note.session,
            folder=original.rpartition("/")[0],
        )
        journal.archive([copy])
    return written
