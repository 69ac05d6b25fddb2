"""The owner's writes: each one operation, one step of undo, under the vault's lock."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from luminair.errors import NoteDamaged, Refused, UsageError
from luminair.files import sha256_of
from luminair.journal import harness
from luminair.journal.answers import Written
from luminair.journal.notes import frontmatter, paths, text
from luminair.journal.notes.note import Kind, LoadedNote, Note, Scope, Status
from luminair.journal.notes.reading import note_of
from luminair.journal.notes.times import as_utc
from luminair.journal.notes.writing import changes_for, compose
from luminair.journal.vault.staging import Batch, Operation
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.store import Store

_LINE_END = re.compile(r"\r\n|\r|\n")


class Writes:
    """Changes notes.

    Args:
        catalogue: of the vault; kept true after each write.
        store: the one writer.
        now: the clock, aware.
    """

    def __init__(self, catalogue: Catalogue, store: Store, now: Callable[[], datetime]) -> None:
        self._catalogue = catalogue
        self._store = store
        self._now = now
        self._batch: Batch | None = None

    @contextmanager
    def batch(self, what: str, *, by: str = "") -> Iterator[Batch]:
        """Joins the writes made inside; see :meth:`Journal.batch`."""
        if self._batch is not None:
            raise UsageError("A batch of writes cannot begin inside another one.")
        with self._store.operation(what, by=by) as operation:
            self._catalogue.refresh()
            self._batch = Batch(operation)
            try:
                yield self._batch
            finally:
                batch, self._batch = self._batch, None
        self._catalogue.touched(sorted(batch.paths))

    def add(
        self,
        *,
        title: str,
        body: str,
        kind: Kind,
        scope: Scope,
        cwd: str,
        project: str,
        session: str,
        summary: str,
        source: str,
        folder: str,
        pinned: bool,
        status: Status | None = None,
        approved: str = "",
        overrides: tuple[str, ...] = (),
        extra: Mapping[str, frontmatter.Change] | None = None,
        said: str = "",
    ) -> Written:
        """Files a new note; the guard may file it elsewhere and says so."""
        title = text.one_line(title)
        if not title:
            raise UsageError("A note needs a title; give one with --title.")
        name = paths.file_name(title)
        refiled = harness.refile(kind, f"{folder}/{name}")
        if refiled is not None:
            folder, name = refiled.path.rsplit("/", 1)
            said = " ".join(part for part in (said, refiled.said) if part)
        now = as_utc(self._now())
        with self._operation(f"add “{title}”") as operation:
            note_id = operation.new_id(self._catalogue.has_id)
            data = compose(
                id=note_id,
                kind=kind,
                scope=scope,
                title=title,
                created=now,
                updated=now,
                cwd=cwd,
                project=project,
                session=session,
                summary=summary,
                pinned=pinned,
                source="" if source == "owner" else source,
                status=status or "",
                approved=approved,
                overrides=overrides,
                extra=extra,
                body=body,
            )
            path = operation.create(folder, name, data)
        return self._done(path, operation, said)

    def change(
        self,
        note: Note,
        what: str,
        changes: Callable[[LoadedNote], Mapping[str, frontmatter.Change]],
        *,
        body: Callable[[LoadedNote], str | None] | None = None,
        expected_sha256: str = "",
    ) -> Written:
        """Edits one note's header and body; nothing else of its bytes."""
        said = ""
        with self._operation(what) as operation:
            raw = operation.read(note.path)
            loaded = note_of(note.path, raw, file_time=note.updated)
            new_body = body(loaded) if body is not None else None
            data = frontmatter.edit(frontmatter.read(raw), changes(loaded), new_body)
            operation.replace(note.path, data, expected_sha256 or sha256_of(raw))
            path = note.path
            kind = note_of(path, data, file_time=note.updated).note.kind
            refiled = harness.refile(kind, path)
            if refiled is not None:
                path, said = operation.move(path, refiled.path), refiled.said
        return self._done(path, operation, said, also=note.path)

    def edit(
        self,
        note: Note,
        *,
        title: str | None,
        summary: str | None,
        kind: Kind | None,
        scope: Scope | None,
        cwd: str | None,
        project: str | None,
        status: Status | None,
        extra: Mapping[str, frontmatter.Change] | None,
        body: str | None,
        expected_sha256: str,
    ) -> Written:
        """Changes what is given."""

        def changes(loaded: LoadedNote) -> Mapping[str, frontmatter.Change]:
            return changes_for(
                loaded.note,
                now=self._now(),
                title=title,
                summary=summary,
                kind=kind,
                scope=scope,
                cwd=cwd,
                project=project,
                status=status,
                extra=extra,
                body_changed=body is not None and body != loaded.body,
            )

        return self.change(
            note,
            f"edit “{note.title}”",
            changes,
            body=lambda _loaded: body,
            expected_sha256=expected_sha256,
        )

    def save_source(self, note: Note, source: str, expected_sha256: str) -> Written:
        """Saves the whole text of a file as an editor shows it."""
        with self._operation(f"edit “{note.title}”") as operation:
            raw = operation.read(note.path)
            bom = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
            shown = source.encode("utf-8", "replace")
            newline = frontmatter.read(raw).newline.encode()
            data = bom + (shown.replace(b"\n", newline) if newline != b"\n" else shown)
            if data != raw:
                data = self._stamped(note.path, raw, data)
            operation.replace(note.path, data, expected_sha256 or sha256_of(raw))
            path, said = note.path, ""
            loaded = note_of(path, data, file_time=note.updated)
            refiled = harness.refile(loaded.note.kind, path)
            if refiled is not None and not loaded.note.damage:
                path, said = operation.move(path, refiled.path), refiled.said
        return self._done(path, operation, said, also=note.path)

    def _stamped(self, path: str, raw: bytes, data: bytes) -> bytes:
        """The new text with ``updated`` set, where the note keeps that key (spec 2.2)."""
        before = frontmatter.read(raw)
        document = frontmatter.read(data)
        unchanged = document.value("updated") == before.value("updated")
        if document.verdict is not frontmatter.Verdict.READ or document.locked or not unchanged:
            return data
        if document.value("updated") is None:
            return data
        loaded = note_of(path, data, file_time="")
        changes = changes_for(loaded.note, now=self._now(), body_changed=True)
        return frontmatter.edit(document, changes)

    def pin(self, note: Note, *, on: bool) -> Written:
        """Pins or unpins; unpinning gives back the very bytes of before."""

        def changes(loaded: LoadedNote) -> Mapping[str, frontmatter.Change]:
            return changes_for(loaded.note, now=self._now(), pinned=on)

        return self.change(note, f"{'pin' if on else 'unpin'} “{note.title}”", changes)

    def close(self, note: Note, outcome: str) -> Written:
        """Marks an ask done, with its outcome as the last line of the note."""
        if note.kind is not Kind.ASK:
            what = note.kind.words
            raise Refused(f"'{note.key}' is a {what}; only asks are closed, so archive it instead.")

        def body(loaded: LoadedNote) -> str | None:
            if not outcome:
                return None
            return f"{_apart(loaded.body)}Outcome: {text.one_line(outcome)}\n"

        def changes(loaded: LoadedNote) -> Mapping[str, frontmatter.Change]:
            return changes_for(
                loaded.note, now=self._now(), status=Status.DONE, body_changed=bool(outcome)
            )

        return self.change(note, f"close “{note.title}”", changes, body=body)

    def archive(self, notes: Sequence[Note], folder: str, *, dry_run: bool) -> list[Written]:
        """Moves notes to ``Archive/`` under the same folders, all in one step.

        Args:
            notes: these;
            folder: and all in this folder of the vault, where one is named.
            dry_run: only say which.
        """
        found = {note.path: note for note in notes}
        if folder:
            below = self._catalogue.in_folder(paths.check_vault_path(folder.strip("/")))
            found.update({note.path: note for note in below})
        chosen = [note for note in found.values() if not note.path.startswith("Archive/")]
        if dry_run or not chosen:
            return [Written(note) for note in chosen]
        return self._refile(
            chosen,
            f"archive {counted(len(chosen), 'note')}",
            as_utc(self._now()),
            lambda path: f"Archive/{path}",
        )

    def unarchive(self, note: Note) -> Written:
        """Moves a note back to where it was archived from."""
        if not note.in_archive:
            raise Refused(f"'{note.key}' is not archived, so it stays where it is.")
        return self._refile(
            [note],
            "take 1 note out of the archive",
            "",
            lambda path: path.removeprefix("Archive/"),
        )[0]

    def move(self, notes: Sequence[Note], folder: str) -> list[Written]:
        """Moves notes to a folder, all in one step; what leaves the archive rides again."""
        folder = paths.check_vault_path(folder.strip("/")) if folder.strip("/") else ""
        if folder.partition("/")[0].casefold() == "archive":
            raise Refused("Notes get to the archive by being archived, not by being moved.")
        notes = [note for note in notes if note.path.rpartition("/")[0] != folder]
        if not notes:
            return []

        def place(path: str) -> str:
            name = path.rpartition("/")[2]
            return f"{folder}/{name}" if folder else name

        where = f"“{folder}”" if folder else "the top of the vault"
        return self._refile(notes, f"move {counted(len(notes), 'note')} to {where}", None, place)

    def _refile(
        self, notes: Sequence[Note], what: str, archived: str | None, place: Callable[[str], str]
    ) -> list[Written]:
        moved: list[tuple[str, str, str]] = []
        with self._operation(what) as operation:
            for note in notes:
                raw = operation.read(note.path)
                document = frontmatter.read(raw)
                since = archived
                if since is None and note.path.startswith("Archive/"):
                    since = ""
                # A damaged or locked file is moved with its bytes as they are.
                whole = document.verdict is not frontmatter.Verdict.DAMAGED
                if since is not None and whole and not document.locked:
                    changes = changes_for(note, now=self._now(), archived=since)
                    data = frontmatter.edit(document, changes)
                    operation.replace(note.path, data, sha256_of(raw))
                refiled = harness.refile(note.kind, place(note.path))
                target, said = (refiled.path, refiled.said) if refiled else (place(note.path), "")
                moved.append((note.path, operation.move(note.path, target), said))
        return self._finished(operation, moved)

    def restore(self, note: Note, data: bytes) -> Written:
        """Brings an earlier version back as a new edit."""
        with self._operation(f"restore “{note.title}”") as operation:
            operation.replace(note.path, data, sha256_of(operation.read(note.path)))
        return self._done(note.path, operation)

    @contextmanager
    def _operation(self, what: str) -> Iterator[Operation]:
        if self._batch is not None:
            yield self._batch.operation
            return
        with self._store.operation(what) as operation:
            self._catalogue.refresh()
            yield operation

    def _done(self, path: str, operation: Operation, said: str = "", also: str = "") -> Written:
        return self._finished(operation, [(also or path, path, said)])[0]

    def _finished(
        self, operation: Operation, changed: Sequence[tuple[str, str, str]]
    ) -> list[Written]:
        """What was written, of each its path before and after and what is to be said."""
        paths = {path for old, new, _ in changed for path in (old, new)}
        if self._batch is not None:
            self._batch.paths.update(paths)
            planned = ((self._planned(operation, new), said) for _, new, said in changed)
            return [Written(note, said, operation.op) for note, said in planned]
        self._catalogue.touched(sorted(paths))
        op = operation.record.op if operation.record else ""
        return [Written(self._note(new), said, op) for _, new, said in changed]

    def _planned(self, operation: Operation, path: str) -> Note:
        """A note as the batch under way will leave it."""
        raw = operation.read(path)
        return note_of(path, raw, file_time=as_utc(self._now())).note

    def _note(self, path: str) -> Note:
        note = self._catalogue.note(path)
        if note is None:
            raise NoteDamaged(f"'{path}' was written and is not in the index; run `doctor`.")
        return note


def _apart(body: str) -> str:
    """The body, byte for byte, with what is lacking of a blank line behind it."""
    *above, last = _LINE_END.split(body)
    if last.strip():
        return f"{body}\n\n"
    return body if above and not last and not above[-1].strip() else f"{body}\n"
