"""The Journal's questions: listing, search, digest, harness. Nothing here writes a note."""

from __future__ import annotations

import time

from luminair.errors import NoteError, NoteNotFound
from luminair.journal.digest import build
from luminair.journal.digest_items import Inputs, Options
from luminair.journal.notes.note import SESSION_BODY, Kind, LoadedNote, Note, Scope, State
from luminair.journal.notes.paths import name_key
from luminair.journal.vault.repositories import Repositories
from luminair.journal.vault.vault_settings import may_ride, read_settings
from luminair.journal.view import View, state_of
from luminair.values import dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from luminair.journal.answers import Listed, SearchAnswer
    from luminair.journal.digest_items import Digest, Waiting
    from luminair.journal.harness import Judged
    from luminair.journal.meaning.matching import Match
    from luminair.journal.meaning.signal import Meaning
    from luminair.journal.precedence import HiddenBy
    from luminair.journal.projects import Place, Project, Spot
    from luminair.journal.ranking.bm25 import Hit
    from luminair.journal.ranking.query import Query
    from luminair.journal.ranking.traits import Traits
    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.neighbours import Neighbours

RANKED = 80
"""Matches that a digest looks at; twice the dead ends that may ride."""
PASSAGE_CHARS = 400


class Reads:
    """Answers from one catalogue.

    What may take long (listing, search, links) holds the lock only while it asks the catalogue;
    the other questions are to be asked with the lock held.

    Args:
        catalogue: of the vault.
        lock: guards the catalogue.
        home: the owner's home folder, which is never a project.
        worktrees_apart: each worktree of a repository is a project of its own.
        chatter: words and phrases that ask for nothing.
        bundled: the app's own Harness files, for a vault that has none.
        meaning: what ranks matches anew by meaning now, see ``ReadOnlyJournal``; None for words.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        lock: AbstractContextManager[object],
        *,
        home: str,
        worktrees_apart: bool,
        chatter: frozenset[str],
        bundled: Iterable[LoadedNote],
        meaning: Callable[..., Meaning | None],
    ) -> None:
        self._catalogue = catalogue
        self._lock = lock
        self._home = home
        self._worktrees_apart = worktrees_apart
        self._chatter = chatter
        self._bundled = bundled
        self._meaning = meaning
        self._traits: dict[str, Traits] = {}
        self._whole: _Whole | None = None
        self._neighbours: Neighbours | None = None

    def repositories(self) -> Repositories:
        """Looks folders up, each once, for one question."""
        return Repositories(home=self._home, worktrees_apart=self._worktrees_apart)

    def riding(self, notes: Iterable[Note]) -> list[Note]:
        """The notes, with what the vault's settings say of their riding."""
        settings = read_settings(self._catalogue.root)
        return [
            note
            if may_ride(note.path, has_luminair_id=note.id is not None, settings=settings)
            else replace(note, rides=False, settings_unread=bool(settings.problem))
            for note in notes
        ]

    def _view(
        self, notes: Sequence[Note], here: Project | None, known: Repositories | None = None
    ) -> View:
        known = known or self.repositories()
        return View(self._catalogue, self._lock, known, here, notes, self.riding, self._traits)

    def listing(
        self,
        *,
        kind: Kind | None = None,
        scope: Scope | None = None,
        state: State | None = None,
        place: Place | None = None,
        compared: bool = True,
    ) -> list[Listed]:
        """Notes with their standing, by path; at a place only those seen there.

        Without ``compared`` no note is said to be hidden by another: texts of a large vault may
        take seconds to compare when it is seen for the first time.
        """
        with self._lock:
            notes, generation = self._catalogue.notes(), self._catalogue.generation
        every = self.riding(notes)
        view = self._view(every, place.project if place else None)
        if place is not None:
            every = [note for note in view.seen(every, place) if not note.damage]
        wanted = [
            note
            for note in every
            if (kind is None or (note.kind is kind and not note.damage))
            and (scope is None or (note.scope is scope and not note.damage))
        ]
        by_path = {note.path: note for note in every}
        whole = len(wanted) == len(every)
        hidden: Mapping[str, HiddenBy] = {}
        if compared and whole and place is None:
            hidden = self._hidden_in_vault(by_path, generation, view)
        elif compared:
            hidden = view.hidden(wanted, place, complete=whole)
        listed = [_listed(note, hidden.get(note.path), by_path.get) for note in wanted]
        return [each for each in listed if state is None or each.state is state]

    def _hidden_in_vault(
        self, by_path: dict[str, Note], generation: int, view: View
    ) -> dict[str, HiddenBy]:
        """Who is hidden in the whole vault; found out again only where something changed."""
        spots = view.spots(by_path.values())
        last = self._whole
        if last is None or last.by_path != by_path or last.spots != spots:
            notes = list(by_path.values())
            near = self._neighbours_of_all()
            hidden = view.hidden(notes, None, complete=True, neighbours=near)
            there = {note.sha256 for note in by_path.values()}
            for gone in [sha for sha in list(self._traits) if sha not in there]:
                self._traits.pop(gone, None)
        else:
            hidden = last.hidden
        self._whole = _Whole(generation, by_path, spots, hidden)
        return hidden

    def _neighbours_of_all(self) -> Neighbours:
        if self._neighbours is None:
            from luminair.journal.vault.neighbours import (  # noqa: PLC0415 whole vaults only
                Neighbours,
            )

            self._neighbours = Neighbours()
        return self._neighbours

    def _standing(self, notes: Sequence[Note], view: View, place: Place | None) -> list[Listed]:
        last = self._whole if place is None else None
        hidden: Mapping[str, HiddenBy]
        if last is not None and last.still_says(notes, self._catalogue.generation):
            hidden = last.hidden
        else:
            hidden = view.hidden(notes, place)
        with self._lock:
            return [_listed(note, hidden.get(note.path), self._catalogue.note) for note in notes]

    def listed(self, note: Note, place: Place | None) -> Listed:
        """One note with its standing in the whole vault, or at a place that must see it."""
        notes = self.riding([note])
        view = self._view(notes, place.project if place else None)
        if place is not None and not view.seen(notes, place):
            raise NoteNotFound(f"The note '{note.path}' is not seen here.")
        return self._standing(notes, view, place)[0]

    # --- Search ------------------------------------------------------------------------------

    def search(self, text: str, *, place: Place | None, limit: int, archived: bool) -> SearchAnswer:
        """The best notes for a query, each with its best passage."""
        from luminair.journal.answers import Result, SearchAnswer  # noqa: PLC0415 no digest needs it
        from luminair.journal.ranking.query import parse_query  # noqa: PLC0415 not all ask

        began = time.perf_counter()
        query = parse_query(text, chatter=frozenset())
        known = self.repositories()
        rooms = None
        if place is not None:
            with self._lock:
                rooms = self._view([], place.project, known).rooms(place)
        found, said = self._ranked(query, place, limit, known, rooms, archived=archived, said=True)
        del found[limit:]
        with self._lock:
            passages = [self._passage(match.note, query) for match in found]
        notes = self.riding(match.note for match in found)
        view = self._view(notes, place.project if place else None)
        standing = self._standing(notes, view, place)
        results = tuple(
            Result(
                each.note,
                each.state,
                rank,
                match.score,
                match.hit.terms,
                passage,
                each.reason or match.verdict(rank),
                (match.words, match.hit.score),
                match.meaning,
            )
            for rank, (each, match, passage) in enumerate(
                zip(standing, found, passages, strict=True), start=1
            )
        )
        took_ms = round((time.perf_counter() - began) * 1000, 3)
        return SearchAnswer(text, took_ms, said, results, query.empty)

    def _ranked(
        self,
        query: Query,
        place: Place | None,
        limit: int,
        known: Repositories,
        rooms: Collection[int] | None,
        *,
        archived: bool,
        said: bool,
    ) -> tuple[list[Match], str]:
        """At least ``limit`` matches where there are so many, and what meaning did with them."""
        from luminair.journal.meaning.matching import WORDS_ONLY, matches  # noqa: PLC0415

        meaning = self._meaning(said=said)
        most = max(limit, meaning.candidates(query)) if meaning is not None else limit
        with self._lock:
            hits = self._hits(query, place, most, known, rooms, archived=archived)
        if meaning is None:
            return matches(hits, None), WORDS_ONLY
        order = meaning.order(query, [note for note, _ in hits])
        return matches(hits, order.placed), order.said

    def _hits(
        self,
        query: Query,
        place: Place | None,
        limit: int,
        known: Repositories,
        rooms: Collection[int] | None,
        *,
        archived: bool,
    ) -> list[tuple[Note, Hit]]:
        if query.empty:
            return []
        here = place.project if place else None
        decided: dict[tuple[str, ...], bool] = {}

        def allowed(note: Note) -> bool:
            if note.damage or (note.in_archive and not archived) or self._unwritten(note):
                return False
            if place is None or note.scope is Scope.GLOBAL:
                return True
            decides = (note.scope.value, note.cwd, note.project, note.session)
            if decides not in decided:
                decided[decides] = bool(self._view([note], here, known).seen([note], place))
            return decided[decides]

        return self._catalogue.search(query, limit=limit, allowed=allowed, rooms=rooms)

    def _unwritten(self, note: Note) -> bool:
        """Whether it is a session's own note that has its title and headings, and no line yet."""
        own = note.kind is Kind.NOTE and note.session and note.path.startswith("Sessions/")
        if not own or note.summary:  # made of the first line where the owner set none
            return False
        lines = {line.strip() for line in self.body(note).splitlines()}
        return lines <= {*SESSION_BODY.splitlines()}

    def _passage(self, note: Note, query: Query) -> str:
        from luminair.journal.ranking.passages import best_passage  # noqa: PLC0415 not all ask

        try:
            body = self._catalogue.load(note.path).body
        except NoteError:
            return ""
        found = best_passage(body, query, limit_chars=PASSAGE_CHARS)
        return found.text if found else ""

    # --- What rides --------------------------------------------------------------------------

    def query_of(self, prompt: str) -> Query:
        """What a prompt asks of the index; empty for chatter."""
        from luminair.journal.ranking.query import parse_query  # noqa: PLC0415 not all ask

        return parse_query(prompt, chatter=self._chatter)

    def digest(
        self,
        prompt: str,
        place: Place,
        now: datetime,
        options: Options,
        waiting: Waiting | None = None,
    ) -> Digest:
        """The digest for one prompt at one place; see ``Setup.waiting``."""
        from luminair.journal.meaning.matching import ranked_among  # noqa: PLC0415 not all ask
        from luminair.journal.ranking.passages import best_passage  # noqa: PLC0415

        query, known = self.query_of(prompt), self.repositories()
        rooms = self._view([], place.project, known).rooms(place)
        found, _ = self._ranked(query, place, RANKED, known, rooms, archived=True, said=False)
        standing = self._catalogue.standing(rooms)
        every = {note.path: note for note in (*standing, *(match.note for match in found))}
        notes = self.riding(note for note in every.values() if not self._unwritten(note))
        view = self._view(notes, place.project, known)
        seen = view.seen(notes, place)
        by_path = {note.path: note for note in seen}
        asks = [note for note in seen if note.kind is Kind.ASK and note.session]

        def passage(text: str, limit: int) -> str:
            best = best_passage(text, query, limit_chars=limit)
            return best.text if best else ""

        inputs = Inputs(
            notes=seen,
            place=place,
            now=now,
            body=self.body,
            ranked=ranked_among(found, by_path),
            hidden=view.hidden(seen, place, rooms=rooms),
            passage=passage,
            waiting=waiting(asks, place, now) if waiting is not None and asks else None,
        )
        return build(inputs, options)

    def body(self, note: Note) -> str:
        """A note's text below its header, '' where it is gone since the look."""
        try:
            return self._catalogue.load(note.path).body
        except NoteError:  # gone since the look; its header still rides
            return ""

    def harness(self) -> tuple[Judged, ...]:
        """Every Harness file with its verdict; the bundled ones where the vault has none."""
        from luminair.journal import harness  # noqa: PLC0415 a digest does without

        notes = [
            note for note in self.riding(self._catalogue.notes())
            if name_key(note.path).startswith(name_key(harness.FOLDER))
        ]  # fmt: skip
        if not notes:
            return harness.judge(self._bundled, bundled=True)
        return harness.judge([self._loaded(note) for note in notes])

    def _loaded(self, note: Note) -> LoadedNote:
        try:
            return replace(self._catalogue.load(note.path), note=note)
        except NoteError as fault:
            return LoadedNote(replace(note, damage=note.damage or str(fault)), "", b"")


@dataclass(frozen=True, slots=True)
class _Whole:
    """Who was hidden in the whole vault, and what that followed from."""

    generation: int
    by_path: dict[str, Note]
    spots: dict[tuple[str, str], Spot | None]
    hidden: dict[str, HiddenBy]

    def still_says(self, notes: Iterable[Note], generation: int) -> bool:
        """Whether this holds for these notes at a moment of the index."""
        return generation == self.generation and all(
            self.by_path.get(note.path) == note for note in notes
        )


def _listed(note: Note, by: HiddenBy | None, find: Callable[[str], Note | None]) -> Listed:
    from luminair.journal.answers import Listed  # noqa: PLC0415 no digest needs it

    state, reason = state_of(note, by)
    winner = find(by.path) if by is not None and state is State.HIDDEN else None
    return Listed(note, state, winner.key if winner else "", reason)
