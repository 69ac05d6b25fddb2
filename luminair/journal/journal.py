"""The Journal: one vault, open. The door through which the rest of the house reads and writes it.

Every public method may touch the disk and takes one lock, so that a Journal may be used from
any thread; never from the one that draws windows.
"""

from __future__ import annotations

from contextlib import contextmanager

from luminair.errors import Refused
from luminair.journal.notes.note import SESSION_BODY, Kind, Scope
from luminair.journal.readonly import ReadOnlyJournal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from luminair.journal.answers import Written
    from luminair.journal.notes.frontmatter import Change
    from luminair.journal.notes.note import Status
    from luminair.journal.opening import Setup
    from luminair.journal.vault.binned import Bin
    from luminair.journal.vault.history import Version
    from luminair.journal.vault.operations import OperationRecord
    from luminair.journal.vault.proposals import Proposals
    from luminair.journal.vault.receipts import Receipt
    from luminair.journal.vault.staging import Batch
    from luminair.journal.vault.store import Store, UndoReport
    from luminair.journal.writes import Writes

SESSIONS_FOLDER = "Sessions"


class Journal(ReadOnlyJournal):
    """See the module's text."""

    def __init__(self, setup: Setup) -> None:
        """Opens the vault and looks at every file; raises as :class:`ReadOnlyJournal`."""
        super().__init__(setup)
        self._made_store: Store | None = None
        self._made_bin: Bin | None = None
        self._in_batch: Writes | None = None

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

        return self._in_batch or Writes(self._catalogue, self._store, self.setup.now)

    @contextmanager
    def batch(self, what: str, *, by: str = "") -> Iterator[Batch]:
        """Joins the writes made inside into one operation: all or nothing, one step of undo.

        The vault is locked meanwhile and looked at anew when the block begins, so that what is
        read inside holds until the block ends: two processes that would file the same thing do
        so one after the other. Keep the block short. The index knows what is written inside
        when the block has ended.

        Args:
            what: a few words for people: 'distill “Upload bug”'.
            by: who does it; default: who opened the Journal.

        Raises:
            UsageError: inside another batch.
            LockBusy, NoteChanged, WriteFailed: as each write; nothing of the batch is done.
        """
        with self._lock:
            writes = self._writes
            with writes.batch(what, by=by) as batch:
                self._in_batch = writes
                try:
                    yield batch
                finally:
                    self._in_batch = None

    def operations(self, limit: int | None = None) -> list[OperationRecord]:
        """What was done to the vault, newest first; needs no permission to write."""
        with self._lock:
            return self._store.operations(limit)

    def bytes_of(self, sha256: str) -> bytes | None:
        """Any kept version by its hash, or None."""
        with self._lock:
            return self._store.bytes_of(sha256)

    def rode(self, receipt: Receipt) -> str:
        """What a past message carried, as far as it can be built again."""
        from luminair.journal.past import rode  # noqa: PLC0415 looking back only

        with self._lock:
            return rode(receipt, self.file_bytes, self._store.bytes_of)

    @property
    def bin(self) -> Bin:
        """Notes that were moved to the Bin and are still kept."""
        if self._made_bin is None:
            from luminair.journal.vault.binned import Bin  # noqa: PLC0415 the window only

            self._made_bin = Bin(self.root, self._lock, self._catalogue, self.batch)
        return self._made_bin

    @property
    def proposals(self) -> Proposals:
        """What waits for the owner's yes, and what the owner refused."""
        from luminair.journal.vault.proposals import Proposals  # noqa: PLC0415 keeping only

        return Proposals(self.root, self._store.machine)

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
        status: Status | None = None,
        approved: str = "",
        overrides: tuple[str, ...] = (),
        extra: Mapping[str, Change] | None = None,
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
            status: None for open; held notes never ride.
            approved: UTC of the owner's yes, or ''.
            overrides: ids of the notes that it hides.
            extra: further keys of the header.
        """
        from luminair.journal.filing import filing  # noqa: PLC0415 writing only

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
                status=status,
                approved=approved,
                overrides=overrides,
                extra=extra,
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
        from luminair.journal.filing import regrouped  # noqa: PLC0415 writing only

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

    def rename(self, key: str, title: str = "") -> Written:
        """Names a note's file after its title, and lets the links in other notes follow.

        Args:
            key: id or path.
            title: another title; '' for the one it has.

        Raises:
            Refused: the file is damaged or archived, or links by the new name mean another note.
        """
        from luminair.journal import renaming  # noqa: PLC0415 renaming only
        from luminair.journal.answers import Written  # noqa: PLC0415

        with self._lock:
            renaming.check(self._catalogue.find(key))
            with self.batch(f"rename “{self._catalogue.find(key).title}”") as batch:
                note, operation = self._catalogue.find(key), batch.operation
                if title and title != note.title:
                    title = self.edit(note.path, title=title).note.title
                name = renaming.file_name(title or note.title)
                links, notes = self._catalogue.links(), self._catalogue.notes()
                if other := renaming.other_called(name, note, notes, links):
                    raise Refused(
                        f"Links by the name “{name.removesuffix('.md')}” lead to '{other.path}'; "
                        "give this note another title first."
                    )
                folder = note.path.rpartition("/")[0]
                new = operation.move(note.path, f"{folder}/{name}" if folder else name)
                what = renaming.renamed(note, new, notes)
                told = 0
                for path in sorted(renaming.linking(note, links)):
                    here = new if path == note.path else path
                    told += renaming.rewrite(
                        operation,
                        here,
                        lambda body, at=here: renaming.relinked(  # type: ignore[misc]
                            body, at, what, title=title or note.title
                        ),
                    )
                    batch.paths.add(here)
                batch.paths.update((note.path, new))
            from luminair.plurals import counted  # noqa: PLC0415 a digest needs none

            said = f"{counted(told, 'link')} to it followed." if told else ""
            op = operation.record.op if operation.record else ""
            return Written(self._catalogue.find(new), said, op)

    def remove(self, keys: Sequence[str]) -> str:
        """Moves notes to the Bin of the vault, in one step; gives the operation for undo."""
        from luminair.plurals import counted  # noqa: PLC0415 a digest needs none

        with self._lock:
            with self.batch(f"move {counted(len(keys), 'note')} to the Bin") as batch:
                for key in keys:
                    path = self._catalogue.find(key).path
                    batch.operation.remove(path)
                    batch.paths.add(path)
            return batch.op

    def make_folder(self, path: str) -> str:
        """Makes an empty folder in the vault; raises UsageError, Refused, WriteFailed."""
        from luminair.journal.vault.folders import make_folder  # noqa: PLC0415 writing only

        with self._lock:
            return make_folder(self.root, path)

    def empty_folders(self) -> list[str]:
        """Folders of the vault that hold nothing yet, by path."""
        from luminair.journal.vault.folders import empty_folders  # noqa: PLC0415 the window only

        return empty_folders(self.root)

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

    def put_back(self, key: str, data: bytes) -> Written:
        """Brings a file's bytes back that another program replaced; can be undone."""
        with self._lock:
            return self._writes.restore(self._catalogue.find(key), data)

    def undo(self, op: str | None = None) -> UndoReport:
        """Takes back the last operation on this vault, or the one named."""
        with self._lock:
            report = self._store.undo(op)
            self._catalogue.refresh()
            return report

    def session_note(self, session: str, title: str, cwd: str = "") -> Written:
        """The session's own note, made when it is first opened (spec 8.5)."""
        from luminair.journal.answers import Written  # noqa: PLC0415 a digest needs none

        with self._lock:
            for note in self._catalogue.of_session(session):
                if note.kind is Kind.NOTE and note.path.startswith(f"{SESSIONS_FOLDER}/"):
                    return Written(note)
            scope, folder = Scope.SESSION, SESSIONS_FOLDER
            return self.add(
                title=title, body=SESSION_BODY, scope=scope, cwd=cwd, session=session, folder=folder
            )

    def tidy(self, named: Callable[[], set[str]]) -> None:
        """Finishes what a crash left half done and prunes what is older than 30 days.

        Versions that kept receipts name stay; ``named`` gives them, and is asked once a day.
        """
        with self._lock:
            if self._store.half_done:
                self._store.recover()
                self._catalogue.refresh()
            if self._store.prune_due():
                self._store.prune(named())

    def keep_versions(self, paths: Sequence[str]) -> None:
        """Keeps notes as they are now, for a receipt that names them."""
        with self._lock:
            self._store.keep(paths)
