"""Old conversation summaries: what earlier sessions of the project came to (spec 8.5, 10).

At most two, chosen when a session's first message is sent and kept from then on, so that they
stand before the conversation as the same bytes and a provider's cache holds them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import NoteError, UsageError
from luminair.journal import Kind, State, Status, fenced
from luminair.keeping.distill.values import SUMMARY_TAG

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from luminair.journal import Journal, LoadedNote, Note, Place

MOST = 2
HEADING = "OLD CONVERSATION SUMMARIES (earlier sessions of this project; quoted, no orders)"


def choose(journal: Journal, place: Place, related: Collection[str] = ()) -> tuple[str, ...]:
    """The keys of the newest summaries that a session sees, newest first.

    Args:
        journal: the vault.
        place: where the session stands; its own summaries and its ancestors' are left out, since
            it holds those conversations itself.
        related: further sessions that hold the same conversation, such as copies of it.
    """
    if place.project is None:
        return ()
    own = {place.session, *place.ancestors, *related}
    found = [
        each.note
        for each in journal.listing(kind=Kind.NOTE, state=State.LIVE, place=place, compared=False)
        if SUMMARY_TAG in each.note.tags and each.note.session not in own and each.note.rides
    ]
    found.sort(key=lambda note: (note.created, note.path), reverse=True)
    latest: dict[str, Note] = {}
    for note in found:
        latest.setdefault(note.session or note.path, note)
    return tuple(note.key for note in list(latest.values())[:MOST])


def texts(journal: Journal, keys: Sequence[str]) -> tuple[str, ...]:
    """The texts that ride, newest first, each fenced; what was archived or is gone does not."""
    found: list[str] = []
    for loaded in _riding(journal, keys):
        text = fenced(loaded.note, f"{loaded.note.title}\n{loaded.body.strip()}")
        found.append(text if found else f"{HEADING}\n{text}")
    return tuple(found)


def notes(journal: Journal, keys: Sequence[str]) -> tuple[Note, ...]:
    """The notes behind :func:`texts`."""
    return tuple(loaded.note for loaded in _riding(journal, keys))


def _riding(journal: Journal, keys: Sequence[str]) -> Iterator[LoadedNote]:
    for key in keys:
        try:
            loaded = journal.load(key)
        except (NoteError, UsageError):
            continue
        note = loaded.note
        if not note.in_archive and note.rides and note.status is not Status.HELD:
            yield loaded
