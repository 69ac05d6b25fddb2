"""Who is hidden by whom, at one place or in the whole vault: the index meets precedence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import NoteError
from luminair.journal.notes.note import Note, State, Status
from luminair.journal.precedence import HiddenBy, settle
from luminair.journal.projects import Place, visible
from luminair.journal.ranking import likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from luminair.journal.projects import Project
    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.repositories import Repositories

_RULE = "likeness 1"
"""Names the way pairs are compared; a kept verdict holds for this way alone."""


class View:
    """Answers about a set of notes of one catalogue at one moment.

    Args:
        catalogue: refreshed by the caller.
        repositories: looks folders up for this one question.
        here: the project of the place, or None.
        notes: those in question.
        riding: marks the notes that the vault's settings keep out of prompts.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        repositories: Repositories,
        here: Project | None,
        notes: Sequence[Note],
        riding: Callable[[Iterable[Note]], list[Note]],
    ) -> None:
        self._catalogue = catalogue
        self._repositories = repositories
        self._here = here
        self._riding = riding
        self._where = repositories.where(notes, here)
        self._texts: dict[str, str] = {}

    def seen(self, notes: Iterable[Note], place: Place) -> list[Note]:
        """Those of the notes whose scope covers the place."""
        return [note for note in notes if visible(note, place, self._where)]

    def hidden(self, notes: Sequence[Note], place: Place | None) -> dict[str, HiddenBy]:
        """Who of these is hidden, by path.

        Args:
            notes: those in question; what may hide them is found by itself.
            place: a session's view, or None for the whole vault.
        """
        rivals = self._catalogue.rivals(notes)
        field = {note.path: note for others in rivals.values() for note in others}
        field = {note.path: note for note in self._riding(field.values())}
        field.update({note.path: note for note in notes})
        self._where = self._repositories.where(list(field.values()), self._here)
        known = list(field.values()) if place is None else self.seen(field.values(), place)
        return settle(
            known,
            same_text=self._same_text,
            candidates=lambda note: rivals.get(note.path, ()),
            where=self._where,
            whole_vault=place is None,
        )

    def _same_text(self, one: Note, other: Note) -> bool:
        kept = self._catalogue.verdict(one.sha256, other.sha256, _RULE)
        if kept is None:
            kept = likeness.says_the_same(self._text(one), self._text(other))
            self._catalogue.keep_verdict(one.sha256, other.sha256, same=kept, rule=_RULE)
        return kept

    def _text(self, note: Note) -> str:
        if note.path not in self._texts:
            try:
                loaded = self._catalogue.load(note.path)
                self._texts[note.path] = likeness.compare_text(loaded.note, loaded.body)
            except NoteError:  # gone since the look: it says nothing, so it is like nothing
                self._texts[note.path] = ""
        return self._texts[note.path]


def state_of(note: Note, hidden: HiddenBy | None) -> tuple[State, str]:
    """The state of a note and the reason in words, '' for a live one."""
    if note.damage:
        return State.DAMAGED, f"The note {note.damage}"
    if note.in_archive:
        return State.ARCHIVED, f"Archived on {note.archived[:10]}" if note.archived else "Archived"
    if note.status is Status.HELD:
        return State.HELD, "Held for review"
    if hidden is not None:
        return State.HIDDEN, hidden.reason
    if not note.rides:
        return State.LIVE, "Never rides: the vault's settings keep its folder out of prompts"
    return State.LIVE, ""
