"""The Journal: one vault, open. The door through which the rest of the house reads and writes it.

Every public method may touch the disk and takes one lock, so that a Journal may be used from
any thread; never from the one that draws windows.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from luminair.errors import Refused, UsageError
from luminair.journal import harness as harness_room
from luminair.journal.answers import Backlink, Listed, Problem, SearchAnswer, Written
from luminair.journal.checkup import problems_of
from luminair.journal.digest_items import Digest, Options
from luminair.journal.notes.note import Kind, LoadedNote, Note, Scope, State, Status
from luminair.journal.notes.paths import check_vault_path, file_name
from luminair.journal.projects import Place
from luminair.journal.reads import Reads
from luminair.journal.vault.catalogue import Catalogue, Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.journal.notes.frontmatter import Change
    from luminair.journal.vault.history import Version
    from luminair.journal.vault.store import Store, UndoReport
    from luminair.journal.writes import Writes

SESSIONS_FOLDER = "Sessions"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a Journal is opened with; nothing in it is read from the environment here.

    Attributes:
        root: the vault's folder.
        index: this machine's folder for the vault's index, None to keep it in memory.
        home: the owner's home folder, which is never a project.
        now: the clock, aware.
        draw: random integers, for ids.
        by: who writes: 'owner' or '<lane>/<model>'.
        machine: names this machine's log in a shared vault.
        chatter: words and phrases that ask for nothing.
        bundled: the app's own Harness files.
        options: the digest's settings.
        worktrees_apart: each worktree of a repository is a project of its own.
    """

    root: Path
    index: Path | None
    home: str
    now: Callable[[], datetime]
    draw: Callable[[], int]
    by: str = "owner"
    machine: str = ""
    chatter: frozenset[str] = frozenset()
    bundled: Sequence[LoadedNote] = ()
    options: Options = field(default_factory=Options)
    worktrees_apart: bool = False


class Journal:
    """See the module's text.

    Attributes:
        root: the vault's folder, without links.
        setup: what it was opened with.
    """

    def __init__(self, setup: Setup) -> None:
        """Opens the vault and looks at every file.

        Raises:
            VaultMissing, VaultNotAFolder, VaultUnreadable: it cannot be read.
        """
        self.setup = setup
        self._lock = threading.RLock()
        self._catalogue = Catalogue.open(setup.root, setup.index)
        try:
            self._catalogue.refresh()
        except BaseException:
            self._catalogue.close()
            raise
        self.root = self._catalogue.root
        self._reads = Reads(
            self._catalogue,
            self._lock,
            home=setup.home,
            worktrees_apart=setup.worktrees_apart,
            chatter=setup.chatter,
            bundled=setup.bundled,
        )
        self._made_store: Store | None = None

    @property
    def _store(self) -> Store:
        # Writing is loaded late: most commands only read.
        if self._made_store is None:
            from luminair.journal.vault.store import Store  # noqa: PLC0415 writing only

            setup = self.setup
            self._made_store = Store(
                self.root, now=setup.now, draw=setup.draw, by=setup.by, machine=setup.machine
            )
        return self._made_store

    @property
    def _writes(self) -> Writes:
        from luminair.journal.writes import Writes  # noqa: PLC0415 writing only

        return Writes(self._catalogue, self._store, self.setup.now)

    def close(self) -> None:
        """Lets the index go."""
        with self._lock:
            self._catalogue.close()

    def warm(self) -> None:
        """Keeps what queries compute, for an app that asks often."""
        with self._lock:
            self._catalogue.warm()

    def set_options(self, options: Options) -> None:
        """Builds digests to other settings from now on, for an owner who changes them."""
        self.setup = replace(self.setup, options=options)

    # --- Reading -----------------------------------------------------------------------------

    def refresh(self) -> Changes:
        """Looks at every file and reads those that changed."""
        with self._lock:
            return self._catalogue.refresh()

    def listing(
        self,
        *,
        kind: Kind | None = None,
        scope: Scope | None = None,
        state: State | None = None,
        place: Place | None = None,
    ) -> list[Listed]:
        """Notes with their standing, by path; None means any.

        Others may use the Journal meanwhile: in a large vault this takes a while.
        """
        return self._reads.listing(kind=kind, scope=scope, state=state, place=place)

    def find(self, key: str) -> Note:
        """The note with this id or path; raises NoteNotFound, or UsageError where several fit."""
        with self._lock:
            return self._catalogue.find(key)

    def listed(self, key: str, *, place: Place | None = None) -> Listed:
        """One note with its standing; raises as :meth:`find`, and NoteNotFound if not seen here."""
        with self._lock:
            return self._reads.listed(self._catalogue.find(key), place)

    def load(self, key: str) -> LoadedNote:
        """A note with its text; raises as :meth:`find`, and NoteDamaged."""
        with self._lock:
            return self._catalogue.load(self._catalogue.find(key).path)

    def file_bytes(self, key: str) -> bytes:
        """A file's bytes, damaged or not; raises as :meth:`find`."""
        with self._lock:
            return self._catalogue.file_bytes(self._catalogue.find(key).path)

    def place(
        self, *, session: str = "", cwd: str = "", ancestors: tuple[str, ...] = ()
    ) -> tuple[Place, str]:
        """Where a session stands, and why its folder is no project, '' where it is one."""
        if not cwd:
            return Place(session, ancestors=ancestors), ""
        found = self._reads.repositories().find(cwd)
        return Place(session, found.project, found.inside, ancestors), found.said

    def search(
        self, query: str, *, place: Place | None = None, limit: int = 20, archived: bool = False
    ) -> SearchAnswer:
        """The best notes for a query; the whole vault where no place is given."""
        with self._lock:
            return self._reads.search(query, place=place, limit=limit, archived=archived)

    def says_nothing(self, prompt: str) -> bool:
        """Whether a prompt has nothing in it to look up."""
        return self._reads.query_of(prompt).empty

    def digest(
        self,
        prompt: str,
        place: Place,
        *,
        now: datetime | None = None,
        options: Options | None = None,
    ) -> Digest:
        """What rides with this prompt at this place (spec 5)."""
        with self._lock:
            moment, chosen = now or self.setup.now(), options or self.setup.options
            return self._reads.digest(prompt, place, moment, chosen)

    def harness(self) -> tuple[harness_room.Judged, ...]:
        """Every Harness file with its verdict."""
        with self._lock:
            return self._reads.harness()

    def harness_text(self) -> str:
        """The block that rides on every message."""
        return harness_room.block(self.harness())

    def folders(self) -> list[tuple[str, int]]:
        """Every folder that holds notes, with how many lie in it and below."""
        with self._lock:
            return self._reads.folders()

    def resolve(self, target: str) -> list[Note]:
        """The notes that a link may mean; several where it is ambiguous."""
        with self._lock:
            return self._reads.resolve(target)

    def links_to(self, key: str) -> list[Backlink]:
        """Notes that link to this one."""
        return self._reads.links_to(self.find(key))

    def doctor(self) -> list[Problem]:
        """What is wrong with the vault, and what to do about it."""
        with self._lock:
            return problems_of(self._catalogue, self._catalogue.refresh(), self.setup.now())

    # --- Writing -----------------------------------------------------------------------------

    def add(
        self,
        *,
        title: str,
        body: str = "",
        kind: Kind = Kind.NOTE,
        scope: Scope | None = None,
        cwd: str = "",
        session: str = "",
        summary: str = "",
        source: str = "owner",
        folder: str = "",
        pinned: bool = False,
    ) -> Written:
        """Files a note.

        Args:
            title: what it is called and its file named after.
            body: Markdown.
            kind: what it is.
            scope: None: session if one is given, else folder if a folder is, else global.
            cwd: the project's folder, or one in it.
            session: the session's id.
            summary: '' for a computed one.
            source: who wrote it.
            folder: where in the vault; '' for ``Notes/<project>/`` or ``Notes/``.
            pinned: rides wherever its scope covers.
        """
        with self._lock:
            given = scope or (Scope.SESSION if session else Scope.FOLDER if cwd else Scope.GLOBAL)
            found = self._reads.repositories().find(cwd) if cwd else None
            project = found.project if found else None
            said = ""
            if given is Scope.FOLDER and project is None:
                why = found.said if found else "No folder was given."
                if not session:
                    raise UsageError(f"{why} Give a project folder with --cwd, or another scope.")
                given, said = Scope.SESSION, f"{why} It is kept for this session instead."
            if given is Scope.SESSION and not session:
                raise UsageError("A session note needs a session; give one with --session.")
            name = file_name(project.name).removesuffix(".md") if project else ""
            by_default = f"Notes/{name}" if given is not Scope.GLOBAL and name else "Notes"
            root = project.root if project else ""
            below = found.below if found and project else ""
            return self._writes.add(
                title=title,
                body=body,
                kind=kind,
                scope=given,
                cwd=(f"{root}/{below}" if below else root) if given is not Scope.GLOBAL else "",
                project=project.origin if project and given is not Scope.GLOBAL else "",
                session=session,
                summary=summary,
                source=source,
                folder=check_vault_path(folder.strip("/")) if folder.strip("/") else by_default,
                pinned=pinned,
                said=said,
            )

    def edit(
        self,
        key: str,
        *,
        title: str | None = None,
        summary: str | None = None,
        kind: Kind | None = None,
        scope: Scope | None = None,
        cwd: str | None = None,
        status: Status | None = None,
        extra: Mapping[str, Change] | None = None,
        body: str | None = None,
        expected_sha256: str = "",
    ) -> Written:
        """Changes what is given and no other byte.

        Raises:
            NoteChanged: the file is not the one with ``expected_sha256``; both are kept.
            NoteDamaged: the file cannot be edited.
        """
        with self._lock:
            note = self._catalogue.find(key)
            project = None
            if cwd:
                found = self._reads.repositories().find(cwd)
                if found.project is None:
                    raise UsageError(found.said or f"'{cwd}' is no project folder.")
                root, below = found.project.root, found.below
                cwd, project = (f"{root}/{below}" if below else root), found.project.origin
            if scope is Scope.FOLDER and not (cwd or note.cwd):
                raise UsageError("A folder note needs a folder; give one with --cwd.")
            if scope is Scope.SESSION and not note.session:
                raise UsageError(f"'{key}' names no session, so it cannot be a session note.")
            return self._writes.edit(
                note,
                title=title,
                summary=summary,
                kind=kind,
                scope=scope,
                cwd=cwd,
                project=project,
                status=status,
                extra=extra,
                body=body,
                expected_sha256=expected_sha256,
            )

    def save_source(self, key: str, text: str, expected_sha256: str) -> Written:
        """Saves a whole file as an editor shows it; raises as :meth:`edit`."""
        with self._lock:
            return self._writes.save_source(self._catalogue.find(key), text, expected_sha256)

    def pin(self, key: str) -> Written:
        """Lets a note ride in every session that its scope covers."""
        with self._lock:
            return self._writes.pin(self._catalogue.find(key), on=True)

    def unpin(self, key: str) -> Written:
        """Takes a pin away; the file is again as it was before it."""
        with self._lock:
            return self._writes.pin(self._catalogue.find(key), on=False)

    def close_ask(self, key: str, outcome: str = "") -> Written:
        """Marks an ask done."""
        with self._lock:
            return self._writes.close(self._catalogue.find(key), outcome)

    def archive(
        self, keys: Sequence[str], folder: str = "", *, dry_run: bool = False
    ) -> list[Written]:
        """Takes notes out of every prompt; they stay searchable.

        Args:
            keys: ids or paths.
            folder: archive all notes of this folder instead, by its exact path.
            dry_run: only say which.
        """
        with self._lock:
            notes = {note.path: note for note in map(self._catalogue.find, keys)}
            if folder:
                below = self._catalogue.in_folder(check_vault_path(folder.strip("/")))
                notes.update({note.path: note for note in below})
            chosen = [note for note in notes.values() if not note.path.startswith("Archive/")]
            if dry_run:
                return [Written(note) for note in chosen]
            return self._writes.archive(chosen) if chosen else []

    def unarchive(self, key: str) -> Written:
        """Brings an archived note back to where it was."""
        with self._lock:
            note = self._catalogue.find(key)
            if not note.in_archive:
                raise Refused(f"'{key}' is not archived, so it stays where it is.")
            return self._writes.unarchive([note])[0]

    def history(self, key: str) -> list[Version]:
        """The earlier states of a note that are kept, newest first."""
        with self._lock:
            note = self._catalogue.find(key)
            return self._store.versions(note.path, note.id or "")

    def version_bytes(self, key: str, version: str) -> bytes:
        """An earlier state's bytes."""
        with self._lock:
            note = self._catalogue.find(key)
            return self._store.version_bytes(note.path, version, note.id or "")

    def restore(self, key: str, version: str) -> Written:
        """Brings an earlier state back as a new edit, which can be undone."""
        with self._lock:
            note = self._catalogue.find(key)
            data = self._store.version_bytes(note.path, version, note.id or "")
            return self._writes.restore(note, data)

    def undo(self, op: str | None = None) -> UndoReport:
        """Takes back the last operation on this vault, or the one named."""
        with self._lock:
            report = self._store.undo(op)
            self._catalogue.refresh()
            return report

    def session_note(self, session: str, title: str, cwd: str = "") -> Written:
        """The session's own note, made when it is first opened (spec 8.5)."""
        with self._lock:
            for note in self._catalogue.of_session(session):
                if note.kind is Kind.NOTE and note.path.startswith(f"{SESSIONS_FOLDER}/"):
                    return Written(note)
            from luminair.journal.writes import HEADINGS  # noqa: PLC0415 writing only

            body = "\n".join(f"## {heading}\n" for heading in HEADINGS)
            return self.add(
                title=title,
                body=body,
                scope=Scope.SESSION,
                cwd=cwd,
                session=session,
                folder=SESSIONS_FOLDER,
            )

    def tidy(self, named: set[str]) -> None:
        """Finishes what a crash left half done and prunes what is older than 30 days.

        Args:
            named: versions that kept receipts name; they stay.
        """
        with self._lock:
            if self._store.half_done:
                self._store.recover()
                self._catalogue.refresh()
            if self._store.prune_due():
                self._store.prune(named)

    def keep_versions(self, paths: Sequence[str]) -> None:
        """Keeps notes as they are now, for a receipt that names them."""
        with self._lock:
            self._store.keep(paths)
