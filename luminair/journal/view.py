"""Who is hidden by whom, at one place or in the whole vault: the index meets precedence."""

from __future__ import annotations

from luminair.journal.copies import original_path
from luminair.journal.notes.note import SETTINGS_UNREAD, Note, Scope, State, Status
from luminair.journal.precedence import HiddenBy, Rooms, competes, rooms_of, settle
from luminair.journal.projects import Place, Spot, covers, visible
from luminair.journal.vault.catalogue import LEAST
from luminair.journal.vault.catalogue_rows import room_of
from luminair.journal.vault.comparing import Comparing
from luminair.journal.vault.crowd import Acquainted, Crowd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from contextlib import AbstractContextManager

    from luminair.journal.precedence import Standing
    from luminair.journal.projects import Project
    from luminair.journal.ranking.traits import Traits
    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.neighbours import Neighbours
    from luminair.journal.vault.repositories import Repositories


class View:
    """Answers about a set of notes of one catalogue at one moment.

    Holds the lock only to ask the catalogue, see ``comparing``.

    Args:
        catalogue: refreshed by the caller.
        lock: guards the catalogue.
        repositories: looks folders up for this one question.
        here: the project of the place, or None.
        notes: those in question.
        riding: marks the notes that the vault's settings keep out of prompts.
        traits: what was found out of texts before, by hash; filled up here.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        lock: AbstractContextManager[object],
        repositories: Repositories,
        here: Project | None,
        notes: Sequence[Note],
        riding: Callable[[Iterable[Note]], list[Note]],
        traits: dict[str, Traits],
    ) -> None:
        self._catalogue = catalogue
        self._lock = lock
        self._repositories = repositories
        self._here = here
        self._riding = riding
        self._comparing = Comparing(catalogue, lock, traits)
        self._where = repositories.where(notes, here)

    def seen(self, notes: Iterable[Note], place: Place) -> list[Note]:
        """Those of the notes whose scope covers the place."""
        return [note for note in notes if visible(note, place, self._where)]

    def spots(self, notes: Iterable[Note]) -> dict[tuple[str, str], Spot | None]:
        """Where the notes' folders lie, by what the notes say of them."""
        return {
            (note.cwd, note.project): self._where(note)
            for note in notes
            if note.cwd or note.project
        }

    def hidden(
        self,
        notes: Sequence[Note],
        place: Place | None,
        *,
        complete: bool = False,
        neighbours: Neighbours | None = None,
        rooms: Collection[int] | None = None,
    ) -> dict[str, HiddenBy]:
        """Who of these is hidden, by path.

        Args:
            notes: those in question; what may hide them is found by itself.
            place: a session's view, or None for the whole vault.
            complete: whether nothing besides these notes may hide one of them.
            neighbours: where these are all notes of the vault, who is near whom as last found.
            rooms: of the place, as :meth:`rooms` finds them, where somebody has done so.
        """
        if place is not None and not complete:
            return self._hidden_here(notes, place, rooms)
        with self._lock:
            rivals = [] if complete else self._with_originals(notes, self._catalogue.rivals(notes))
            paths = None if complete else [note.path for note in (*notes, *rivals)]
            sketches = self._catalogue.sketches(paths)
        field = [*notes, *self._riding(rivals)]
        self._where = self._repositories.where(field, self._here)
        known = field if place is None else self.seen(field, place)

        known_rooms: dict[tuple[str, ...], Rooms] = {}

        def rooms_for(note: Note) -> Rooms:
            key = (note.kind, note.scope, note.cwd, note.project, note.session)
            if key not in known_rooms:
                known_rooms[key] = rooms_of(note, self._where)
            return known_rooms[key]

        if complete and neighbours is not None:
            competing = [note for note in known if competes(note)]
            apart = self._comparing.apart
            company = neighbours.among(competing, rooms_for, sketches, apart, LEAST)
            if company is not None:
                return self._settled(known, Acquainted(company), whole_vault=place is None)
        asked = None if complete else {note.path for note in notes}
        traits = self._comparing.traits(filter(competes, known), rooms_for, asked, LEAST)
        crowd = Crowd(sketches, traits, rooms=rooms_for, asked=asked, least=LEAST)
        return self._settled(known, crowd, whole_vault=place is None)

    def _settled(
        self, known: Sequence[Note], crowd: Standing, *, whole_vault: bool
    ) -> dict[str, HiddenBy]:
        return settle(
            known,
            same_text=self._comparing.same,
            versions=self._comparing.versions,
            crowd=crowd,
            where=self._where,
            whole_vault=whole_vault,
        )

    def _hidden_here(
        self, notes: Sequence[Note], place: Place, rooms: Collection[int] | None
    ) -> dict[str, HiddenBy]:
        """Who of these is hidden at a place; what of it holds for the next question is kept."""
        paths = [note.path for note in notes]
        with self._lock:
            rooms = self.rooms(place) if rooms is None else rooms
            companies = self._catalogue.companies(paths, rooms)
            fresh = companies.fresh
        companies.part(self._comparing.apart(fresh))
        company = companies.by_path()
        with self._lock:
            self._catalogue.keep_companies(companies)
            others = self._tied({*paths}.union(*company.values())).difference(company)
            rivals = self._with_originals(notes, self._catalogue.at(sorted(others)))
        field = [*notes, *self._riding(rivals)]
        self._where = self._repositories.where(field, self._here)
        return self._settled(self.seen(field, place), Acquainted(company), whole_vault=False)

    def _tied(self, paths: set[str]) -> set[str]:
        """These and all that a title or ``overrides`` ties to them, at however many removes.

        Whoever is hidden hides nobody, so it matters who hides a rival.
        """
        found = new = paths
        while new:
            new = self._catalogue.linked(sorted(new)) - found
            found = found | new
        return found

    def _with_originals(self, notes: Sequence[Note], rivals: list[Note]) -> list[Note]:
        """Who else may hide one of these, or decides whether another may."""
        known = {note.path for note in (*notes, *rivals)}
        originals = {original_path(note) for note in (*notes, *rivals)} - known - {""}
        found = (self._catalogue.note(path) for path in sorted(originals))
        return [*rivals, *(note for note in found if note is not None)]

    def rooms(self, place: Place) -> set[int]:
        """The rooms of the notes that may be seen at a place; a few more do no harm."""
        rooms = {room_of(Scope.GLOBAL, "", "", "")}
        for session in filter(None, (place.session, *place.ancestors)):
            rooms.add(room_of(Scope.SESSION, "", "", session))
        here = place.spot
        for cwd, project in self._catalogue.folder_places():
            spot = self._repositories.spot(cwd, project, self._here)
            if spot is None or (here is not None and covers(spot, here)):
                rooms.add(room_of(Scope.FOLDER, cwd, project, ""))
        return rooms


def state_of(note: Note, hidden: HiddenBy | None) -> tuple[State, str]:
    """The state of a note and the reason in words, '' for a live one."""
    if note.damage:
        return State.DAMAGED, f"The note {note.damage}"
    if note.in_archive:
        return State.ARCHIVED, f"Archived on {note.archived[:10]}" if note.archived else "Archived"
    if note.status is Status.HELD:
        return State.HELD, f"Held for review: {note.held}" if note.held else "Held for review"
    if hidden is not None:
        return State.HIDDEN, hidden.reason
    if note.settings_unread:
        return State.LIVE, SETTINGS_UNREAD
    if not note.rides:
        return State.LIVE, "Never rides: the vault's settings keep its folder out of prompts"
    return State.LIVE, ""
