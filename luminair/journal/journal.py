"""The Journal: one vault, open. The door through which the rest of the house reads and writes it.

Every public method may touch the disk and takes one lock, so that a Journal may be used from
any thread; never from the one that draws windows.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.journal.answers import SESSION_BODY, Written
from luminair.journal.notes.note import Kind, Note, Scope
from luminair.journal.projects import Place
from luminair.journal.reads import Reads
from luminair.journal.vault.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from luminair.journal.answers import Backlink, Listed, Problem, SearchAnswer
    from luminair.journal.digest_items import Digest, Options
    from luminair.journal.harness import Judged
    from luminair.journal.notes.frontmatter import Change
    from luminair.journal.notes.note import LoadedNote, State, Status
    from luminair.journal.opening import Setup
    from luminair.journal.vault.catalogue import Changes
    from luminair.journal.vault.history import Version
    from luminair.journal.vault.store import Store, UndoReport
    from luminair.journal.writes import Writes

SESSIONS_FOLDER = "Sessions"


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
        compared: bool = True,
    ) -> list[Listed]:
        """Notes with their standing, by path; None means any.

        Others may use the Journal meanwhile: a large vault that is new takes a while. Without
        ``compared`` the answer comes at once and says of no note that another hides it.
        """
        return self._reads.listing(
            kind=kind, scope=scope, state=state, place=place, compared=compared
        )

    def find(self, key: str) -> Note:
        """The note with this id or path; raises NoteNotFound, or UsageError where several fit."""
        with self._lock:
            return self._catalogue.find(key)

    def listed(self, key: str, *, place: Place | None = None) -> Listed:
        """One note with its standing; raises as :meth:`find`, and NoteNotFound if not seen here."""
        return self._reads.listed(self.find(key), place)

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

    def harness(self) -> tuple[Judged, ...]:
        """Every Harness file with its verdict."""
        with self._lock:
            return self._reads.harness()

    def harness_text(self) -> str:
        """The block that rides on every message."""
        from luminair.journal.harness import block  # noqa: PLC0415 see Reads.harness

        return block(self.harness())

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
        from luminair.journal.checkup import problems_of  # noqa: PLC0415 the doctor only

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
        from luminair.journal.writes import filing  # noqa: PLC0415 writing only

        with self._lock:
            find = self._reads.repositories().find
            to = filing(find, scope=scope, cwd=cwd, session=session, folder=folder)
            return self._writes.add(
                title=title,
                body=body,
                kind=kind,
                scope=to.scope,
                cwd=to.cwd,
                project=to.project,
                session=session,
                summary=summary,
                source=source,
                folder=to.folder,
                pinned=pinned,
                said=to.said,
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
        from luminair.journal.writes import regrouped  # noqa: PLC0415 writing only

        with self._lock:
            note = self._catalogue.find(key)
            cwd, project = regrouped(self._reads.repositories().find, note, scope=scope, cwd=cwd)
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
            folder: and all notes in this folder of the vault.
            dry_run: only say which.
        """
        with self._lock:
            notes = [self._catalogue.find(key) for key in keys]
            return self._writes.archive(notes, folder, dry_run=dry_run)

    def unarchive(self, key: str) -> Written:
        """Brings an archived note back to where it was."""
        with self._lock:
            return self._writes.unarchive(self._catalogue.find(key))

    def move(self, keys: Sequence[str], folder: str) -> list[Written]:
        """Moves notes to a folder of the vault, '' for its top; scope and text stay as they are.

        Raises UsageError where the folder is hidden or outside, Refused for the archive.
        """
        with self._lock:
            return self._writes.move([self._catalogue.find(key) for key in keys], folder)

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
            scope, folder = Scope.SESSION, SESSIONS_FOLDER
            return self.add(
                title=title, body=SESSION_BODY, scope=scope, cwd=cwd, session=session, folder=folder
            )

    def tidy(self, named: set[str]) -> None:
        """Finishes what a crash left half done and prunes what is older than 30 days.

        Versions that kept receipts name (``named``) stay.
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
