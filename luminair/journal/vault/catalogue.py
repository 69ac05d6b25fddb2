"""The index of one vault: quick to ask, never believed over the files.

    catalogue = Catalogue.open(root, index_dir)
    catalogue.refresh()             # looks at every file, reads what changed
    catalogue.standing(); catalogue.find("4be1"); catalogue.search(query, limit=14)

All answers are those of one moment, that of the last ``refresh``: what other processes store in
between is not seen before the next. One catalogue is used by one thread at a time.
"""

from __future__ import annotations

import time

from luminair.errors import NoteNotFound
from luminair.journal.notes.note import Kind, LoadedNote, Note, Status
from luminair.journal.vault import catalogue_likes, catalogue_names
from luminair.journal.vault.catalogue_file import DAMAGE, IndexDamagedError, IndexFile
from luminair.journal.vault.catalogue_postings import StoredPostings
from luminair.journal.vault.catalogue_rows import NOTE_COLUMNS, note_from
from luminair.journal.vault.catalogue_texts import file_now, loaded_note
from luminair.journal.vault.findings import Findings
from luminair.journal.vault.refreshing import VERSION, Changes, Refresher, words_hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias, TypeVar

    _Answer = TypeVar("_Answer")
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from luminair.journal.ranking.bm25 import Hit
    from luminair.journal.ranking.dense import Dense
    from luminair.journal.ranking.query import Query
    from luminair.journal.ranking.traits import Traits
    from luminair.journal.vault.company import Companies
    from luminair.journal.vault.refreshing import Ahead

__all__ = ["Catalogue", "Changes"]

Progress: TypeAlias = "Callable[[int, int], None]"

LEAST: Final = 4
"""Hashes of eight that two sketches share where the texts may be near-copies."""
_SELECT: Final = f"SELECT {NOTE_COLUMNS} FROM notes"  # noqa: S608 a constant
# Spelled as the partial index has it, or SQLite would read every note.
_STANDING: Final = (
    "live = 1 AND kind NOT IN ('note', 'doc') AND kind IN ('rule', 'ruledout', 'ask')"
)
_AT: Final = f"{_SELECT} WHERE path IN"
_NUMBERED: Final = f"SELECT doc, {NOTE_COLUMNS} FROM notes WHERE doc IN"  # noqa: S608 a constant


class Catalogue:
    """See the module's text.

    Attributes:
        root: the vault's folder, without links.
    """

    def __init__(
        self, root: Path, file: IndexFile, clock: Callable[[], int], ahead: Ahead | None = None
    ) -> None:
        self.root = root.resolve()
        self._place = str(self.root)
        self._file = file
        self._clock = clock
        self._findings = Findings(file)
        told = (lambda: ahead(str(root))) if ahead is not None else None
        self._refresher = Refresher(file, self._place, clock, self._findings, told)
        self._generation = -1
        self._notes: list[Note] | None = None
        self._by_path: dict[str, Note | None] = {}
        self._by_number: dict[int, Note] = {}
        self._sketches: dict[str, tuple[int, ...]] | None = None
        self._places: list[tuple[str, str]] | None = None
        self._postings: StoredPostings | None = None
        self._warm: Dense | None = None
        self._is_warm = False

    @classmethod
    def open(
        cls,
        root: Path,
        index_dir: Path | None,
        *,
        clock: Callable[[], int] = time.time_ns,
        ahead: Ahead | None = None,
    ) -> Catalogue:
        """Opens the index as it stands; :meth:`refresh` makes it true.

        Args:
            root: the vault's folder.
            index_dir: this vault's own folder below ``LUMINAIR_HOME``; None, or one that cannot
                be written, keeps the index in memory.
            clock: nanoseconds since 1970, to be compared with the times of files.
            ahead: a look that has been begun, for the first refresh.
        """
        return cls(root, IndexFile(index_dir, VERSION), clock, ahead)

    @property
    def on_disk(self) -> bool:
        """Whether the index outlives this process."""
        return self._file.on_disk

    @property
    def generation(self) -> int:
        """Another number after each refresh that found a change."""
        return self._generation

    def close(self) -> None:
        """Stores what was found out and lets the file go."""
        self._findings.store()
        self._file.close()

    # --- Being true --------------------------------------------------------------------------

    def refresh(
        self, *, progress: Progress | None = None, enough: Callable[[], bool] | None = None
    ) -> Changes:
        """Looks at every file of the vault and reads those that changed.

        Args:
            progress: told (read so far, to read) now and then.
            enough: asked after each file; True leaves the rest, older files first, for the next
                refresh.

        Raises:
            VaultMissing, VaultNotAFolder, VaultUnreadable: see :func:`tree.look`; the index
                stays as it was.
        """
        try:
            changes = self._refresher.refresh(progress, enough)
        except DAMAGE:
            self._file.start_over()
            changes = self._refresher.refresh(progress, enough)
        self._forget_answers()
        return changes

    def touched(self, paths: Iterable[str]) -> Changes:
        """Reads these notes again, whatever their signs say: a watcher or a write named them.

        Files and folders may be gone; a folder that is there makes this a full :meth:`refresh`.
        """
        try:
            changes = self._refresher.touched(list(dict.fromkeys(paths)))
        except DAMAGE:
            self._file.start_over()
            changes = None
        if changes is None:
            return self.refresh()
        self._forget_answers()
        return changes

    def meanwhile(self, work: Callable[[], _Answer]) -> _Answer:
        """The work's answer, worked out while a look that was begun before goes on.

        The index is asked as it stands, and the answer is given only where the look has then
        found every file to be as the index has it. Else the index is made true and asked anew;
        raises as :meth:`refresh`.
        """
        found = self._refresher.supposed(work, self._forget_answers)
        if not found:
            self.refresh()
        return found[0] if found else work()

    def _healed(self, work: Callable[[], _Answer]) -> _Answer:
        """The work's answer; a damaged index is made anew first."""
        try:
            return work()
        except DAMAGE:
            self._file.start_over()
            self._generation = -1
        self.refresh()
        return work()

    def _forget_answers(self) -> None:
        ((generation,),) = self._file.ask("SELECT generation FROM state")
        if generation != self._generation:
            self._notes = None
            self._by_path = {}
            self._by_number = {}
            self._sketches = self._places = None
            self._postings = None
            self._warm = None
        self._generation = generation

    # --- Notes -------------------------------------------------------------------------------

    def notes(self) -> list[Note]:
        """All notes, damaged ones too, by path."""
        if self._notes is None:
            self._notes = self._where("1 = 1")
        return list(self._notes)

    def _where(self, condition: str, values: Sequence[object] = ()) -> list[Note]:
        sql = f"{_SELECT} WHERE {condition} ORDER BY path"
        return self._healed(lambda: [note_from(row) for row in self._file.ask(sql, values)])

    def of_kind(self, kind: Kind) -> list[Note]:
        """All notes of one kind that are neither archived, held nor damaged, by path."""
        return self._where("live = 1 AND kind = ?", (kind.value,))

    def standing(self, rooms: Collection[int] | None = None) -> list[Note]:
        """Live rules, dead ends, open asks and pins, each once; in these rooms, or all.

        ``rooms`` as in :meth:`search`.
        """
        # The numbers of rooms are our own, so they can stand in the statement.
        here = "" if rooms is None else f"AND room IN ({', '.join(map(str, rooms))})"
        found = self._where(f"{_STANDING} {here}")
        found = [note for note in found if note.kind is not Kind.ASK or note.status is Status.OPEN]
        found += self._where(f"live = 1 AND pinned = 1 {here}")
        return [*{note.path: note for note in found}.values()]

    def of_session(self, session: str) -> list[Note]:
        """All notes that name this session, by path."""
        return self._where("session = ? AND session <> ''", (session,))

    def in_folder(self, folder: str) -> list[Note]:
        """All notes in a folder of the vault or below it, by path."""
        return self._where("path >= ? AND path < ?", (folder + "/", folder + "0"))

    def note(self, path: str) -> Note | None:
        """The note at a path as spelled on disk, or None."""
        if path not in self._by_path:
            found = self._where("path = ?", (path,))
            self._by_path[path] = found[0] if found else None
        return self._by_path[path]

    def find(self, id_or_path: str) -> Note:
        """The note that is meant, see :func:`catalogue_names.find_path`.

        Raises:
            NoteNotFound: there is none.
            UsageError: several fit.
        """
        path = self._healed(lambda: catalogue_names.find_path(self._file.ask, id_or_path))
        note = self.note(path)
        if note is None:
            raise NoteNotFound(f"The note '{path}' is gone.")
        return note

    def has_id(self, note_id: str) -> bool:
        """Whether a note has this id."""
        return bool(self._where("id = ?", (note_id,)))

    def load(self, path: str) -> LoadedNote:
        """A note with its text, read from its file now.

        Raises:
            NoteNotFound: the file is gone.
            NoteDamaged: it cannot be read, or is too large to be.
        """
        raw, mtime_ns = file_now(self._place, path, self._clock)
        known, ask = self.note(path), self._file.ask
        return self._healed(lambda: loaded_note(raw, mtime_ns, path, known, ask))

    def file_bytes(self, path: str) -> bytes:
        """A note's bytes, read from its file now; raises as :meth:`load` does."""
        return file_now(self._place, path, self._clock)[0]

    # --- Words -------------------------------------------------------------------------------

    def warm(self) -> None:
        """From now on keeps what queries compute of each term: for the app, which asks often."""
        self._is_warm = True

    @property
    def postings(self) -> StoredPostings:
        """The words of all notes at the moment of the last refresh."""
        if self._postings is None:
            self._postings = self._healed(self._open_postings)
        return self._postings

    def _open_postings(self) -> StoredPostings:
        if not words_hold(dict(self._file.ask("SELECT name, value FROM stamp"))):
            raise IndexDamagedError("words are taken apart otherwise now")
        ((records, units),) = self._file.ask("SELECT records, units FROM state")
        return StoredPostings(self._file.ask, records, int(units))

    def search(
        self,
        query: Query,
        *,
        limit: int,
        allowed: Callable[[Note], bool] | None = None,
        rooms: Collection[int] | None = None,
    ) -> list[tuple[Note, Hit]]:
        """The best notes for a query, see :func:`catalogue_search.best`.

        ``rooms`` (``catalogue_rows.room_of``) are all that hold a note that may be answered.
        """
        from luminair.journal.vault import catalogue_search  # noqa: PLC0415 not all questions search

        def search() -> list[tuple[Note, Hit]]:
            inside = catalogue_search.few_in(self._file.ask, rooms)
            if self._is_warm and self._warm is None:
                self._warm = catalogue_search.kept_warm(self.postings)
            index = self._warm or self.postings
            return catalogue_search.best(
                query, index, self.notes_at, limit=limit, allowed=allowed, inside=inside
            )

        return self._healed(search) if limit > 0 else []

    def notes_at(self, docs: Sequence[int]) -> list[Note]:
        """The notes with these numbers, in this order.

        Raises KeyError for a number of another moment than the last refresh.
        """
        lacking = [doc for doc in docs if doc not in self._by_number]
        for number, *row in catalogue_likes.each_of(self._file.ask, _NUMBERED, lacking):
            self._by_number[number] = self._by_path.get(row[0]) or note_from(row)
        found = [self._by_number[doc] for doc in docs]
        self._by_path.update((note.path, note) for note in found)
        return found

    def doc_of(self, path: str) -> int | None:
        """The number of a note among the postings, until the next refresh."""
        rows = self._file.ask("SELECT doc FROM notes WHERE path = ?", (path,))
        return int(rows[0][0]) if rows else None

    # --- Likeness ----------------------------------------------------------------------------

    def sketches(self, of: Iterable[str] | None = None) -> Mapping[str, tuple[int, ...]]:
        """The sketches of these notes, or of all, by path; not to be changed."""
        ask, wanted = self._file.ask, list(of or ())
        if of is not None and self._sketches is None:
            return self._healed(lambda: catalogue_likes.sketches_of(ask, wanted))
        if self._sketches is None:
            self._sketches = self._healed(lambda: catalogue_likes.all_sketches(ask))
        return self._sketches

    def rivals(self, notes: Sequence[Note], least: int = LEAST) -> list[Note]:
        """All others that may hide one of these or be hidden by it (spec 3.3), by path."""
        paths, ask = [note.path for note in notes], self._file.ask
        found = self._healed(lambda: catalogue_likes.rival_paths(ask, paths, least))
        return self.at(sorted(found))

    def linked(self, paths: Sequence[str]) -> set[str]:
        """Who shares a title with one of these, names it in ``overrides`` or is named; paths."""
        return self._healed(lambda: catalogue_likes.linked_paths(self._file.ask, paths))

    def companies(self, paths: Sequence[str], rooms: Collection[int]) -> Companies:
        """Whose words are like those of these notes, in these ``catalogue_rows.room_of``."""
        return self._healed(lambda: self._findings.companies(paths, rooms, LEAST))

    def keep_companies(self, found: Companies) -> None:
        """Remembers what was found, until the notes change; stored as verdicts are."""
        self._findings.keep_company(found.to_keep())

    def folder_places(self) -> list[tuple[str, str]]:
        """Every folder, with its project, for which folder notes are filed."""
        if self._places is None:
            self._places = self._healed(lambda: catalogue_likes.folder_places(self._file.ask))
        return self._places

    def at(self, paths: Sequence[str]) -> list[Note]:
        """The notes at these paths that are there, in this order."""
        lacking = [path for path in paths if path not in self._by_path]
        rows = catalogue_likes.each_of
        found = self._healed(lambda: [*map(note_from, rows(self._file.ask, _AT, lacking))])
        self._by_path.update((note.path, note) for note in found)
        return [note for note in map(self.note, paths) if note is not None]

    def verdict(self, a_sha256: str, b_sha256: str, rule: str = "") -> bool | None:
        """What was found out of a pair, by its files' hashes and the rule; None if nothing yet."""
        return self._healed(lambda: self._findings.verdict(a_sha256, b_sha256, rule))

    def keep_verdict(self, a_sha256: str, b_sha256: str, *, same: bool, rule: str = "") -> None:
        """Remembers what was found out of a pair; stored with the next refresh or at the end."""
        self._findings.keep_verdict(a_sha256, b_sha256, same=same, rule=rule)

    def traits(self, shas: Iterable[str]) -> dict[str, Traits]:
        """The traits of texts, by the hash of their files, as far as they are known."""
        wanted = list(shas)
        return self._healed(lambda: self._findings.traits(wanted))

    def keep_traits(self, found: dict[str, Traits]) -> None:
        """Remembers traits by the hash of their files; stored as verdicts are."""
        self._findings.keep_traits(found)

    # --- Links -------------------------------------------------------------------------------

    def linking_to(self, names: Iterable[str]) -> list[Note]:
        """The notes with a link that names one of these (``paths.name_key``), by path."""
        wanted = list(names)
        marks = ", ".join("?" * len(wanted))
        linking = f"SELECT doc FROM links WHERE name IN ({marks})"  # noqa: S608 marks only
        return self._where(f"doc IN ({linking})", wanted)

    def links(self) -> list[tuple[str, str]]:
        """Every note's path with each name that its links have."""
        return self._healed(lambda: catalogue_names.links(self._file.ask))
