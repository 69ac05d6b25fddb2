"""The operation that a caller fills: what is to be done, collected before anything is written."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from luminair.errors import NoteNotFound, Refused
from luminair.files import append_line, read_lines, sha256_of, write_lines
from luminair.journal.notes.paths import free_name, name_key
from luminair.journal.vault.commit import note_changed
from luminair.journal.vault.inside import parts_of
from luminair.journal.vault.operations import Change, OperationRecord, id_in
from luminair.journal.vault.tree import in_cloud

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from luminair.journal.vault.commit import Committer
    from luminair.journal.vault.inside import VaultFolder

# One line is 20 bytes; ids of past minutes are dropped above this size.
_DRAWN_IDS_BYTES = 65_536


@dataclass(slots=True)
class Draft:
    """One file in an operation: how it was, and how it shall be.

    Attributes:
        path: where it was, '' if it is new.
        before: its hash, '' if it is new.
        written: when it was last written, UTC.
        to: where it shall be, '' if removed.
        data: its bytes as they shall be.
        id: the note's id, or ''.
    """

    path: str
    before: str
    written: str
    to: str
    data: bytes
    id: str

    def change(self) -> Change | None:
        """The net change, or None if nothing is left of it."""
        after = sha256_of(self.data) if self.to else ""
        if (self.path, self.before) == (self.to, after):
            return None
        return Change(self.path, self.to, self.before, after, self.id, self.written)


class Operation:
    """One batch of changes, one step for undo. Made by :meth:`Store.operation`.

    Nothing reaches the disk before the ``with`` block ends without an error; then all of it
    does, or nothing. Reading through the operation sees what it is about to write. A path that
    the operation frees is not used again within it.

    Attributes:
        op: the operation's id.
        what: a few words for people.
        by: who does it.
        record: what was done, once it is; None where nothing changed.
    """

    def __init__(
        self,
        vault: VaultFolder,
        committer: Committer,
        *,
        op: str,
        what: str,
        by: str,
        now: datetime,
        draw: Callable[[], int],
    ) -> None:
        self.op = op
        self.what = what
        self.by = by
        self.record: OperationRecord | None = None
        self._vault = vault
        self._committer = committer
        self._now = now
        self._draw = draw
        self._drafts: list[Draft] = []
        self._at: dict[str, Draft] = {}
        self._left: set[str] = set()
        self._names: dict[str, set[str]] = {}
        self._folders: dict[str, str] = {}

    def new_id(self, taken: Callable[[str], bool]) -> str:
        """Draws a note id that no note has and no process has drawn.

        Args:
            taken: whether a note has this id. It need not know of notes that other processes
                add at this moment: the ids drawn lately stand in ``.luminair/ids``.

        Raises:
            WriteFailed: the draw cannot be recorded, so it would not be unique.
        """
        return self.new_ids(1, taken)[0]

    def new_ids(self, count: int, taken: Callable[[str], bool]) -> list[str]:
        """Draws several note ids at once; see :meth:`new_id`."""
        from luminair.journal.notes.writing import new_id  # noqa: PLC0415 - writing only

        file = self._vault.machine_path("") / "ids"
        drawn = {line for line in read_lines(file) if isinstance(line, str)}
        found: list[str] = []
        for _ in range(count):
            one = new_id(
                self._now.astimezone(),
                lambda note_id: note_id in drawn or taken(note_id),
                self._draw,
            )
            found.append(one)
            if count > 1:
                drawn.add(one)
        if len(drawn) * 20 > _DRAWN_IDS_BYTES or count > 1:
            # Only a draw in the same or a later minute can meet one of these again.
            first = min(found)[:13]
            write_lines(file, sorted(note_id for note_id in drawn if note_id[:13] >= first))
        if count == 1:
            append_line(file, found[0])
        return found

    def read(self, path: str) -> bytes:
        """The note's bytes as this operation will leave them; raises as :meth:`Store.read`."""
        return self._draft(path).data

    def create(self, folder: str, name: str, data: bytes) -> str:
        """Adds a file; never overwrites one.

        Args:
            folder: where, '' for the vault's root; made if missing. Letter case and Unicode
                form do not make a second folder.
            name: a safe file name (``notes.paths.file_name``); ' 2' is added if it is taken.
            data: the whole content.

        Returns:
            The path in the vault.

        Raises:
            Refused: the place is outside the vault, hidden, or no place.
        """
        path = self._free_path(folder, name, own="")
        self._add(Draft("", "", "", path, data, id_in(data)))
        return path

    def replace(self, path: str, data: bytes, expected_sha256: str) -> None:
        """Gives a note new bytes, if it still holds those that were read.

        Args:
            path: the note.
            data: the whole new content.
            expected_sha256: of the bytes that ``data`` was made from.

        Raises:
            NoteChanged: the file on disk is another, or gone; ``data`` is kept in
                ``.luminair/conflicts/`` and nothing of this operation is done.
        """
        try:
            draft = self._draft(path)
        except NoteNotFound as error:
            kept = self._committer.keep_conflict(path, data, self.op)
            raise note_changed(path, kept) from error
        if sha256_of(draft.data) != expected_sha256:
            if draft.data == data:
                return
            raise note_changed(path, self._committer.keep_conflict(path, data, self.op))
        draft.data = data
        draft.id = id_in(data) or draft.id

    def move(self, path: str, new_path: str) -> str:
        """Moves or renames a note; ' 2' is added to the new name if it is taken.

        Returns:
            Where it is now.

        Raises:
            NoteNotFound: there is no such note.
            Refused: the new place is none, or the file is a symbolic link.
        """
        self._refuse_link(path)
        draft = self._draft(path)
        if new_path != draft.to:
            folder, _, name = new_path.rpartition("/")
            self._send(draft, self._free_path(folder, name, own=draft.to))
        return draft.to

    def remove(self, path: str) -> None:
        """Takes a note away; a copy stays in ``.luminair/trash/`` and in the history.

        Raises:
            NoteNotFound: there is no such note.
            Refused: the file is a symbolic link.
        """
        self._refuse_link(path)
        self._send(self._draft(path), "")

    def put_back(self, change: Change, data: bytes) -> None:
        """Stages the inverse of an earlier change, whose places were found to be as it left them.

        Args:
            change: what is to happen now.
            data: the bytes that it brings back; without meaning where it removes.
        """
        written = self._vault.written(self._vault.locate(change.path)) if change.path else ""
        self._drafts.append(Draft(change.path, change.before, written, change.to, data, change.id))
        if change.to:
            self._note_folders(change.to.rpartition("/")[0])

    def commit(self, *, at: str, machine: str, undoes: str = "") -> None:
        """Writes it all; see ``commit.py``. Called by the store, once, under the lock."""
        drafts = [(draft, draft.change()) for draft in self._drafts]
        changes = tuple(change for _, change in drafts if change is not None)
        if not changes:
            return
        texts = {
            change.to: draft.data
            for draft, change in drafts
            if change is not None and change.to and change.before != change.after
        }
        record = OperationRecord(
            self.op, at, self.by, self.what, machine, undoes, changes, tuple(self._folders.values())
        )
        self._committer.commit(record, texts)
        self.record = record

    def _draft(self, path: str) -> Draft:
        if path in self._at:
            return self._at[path]
        file = self._vault.locate(path)
        spelled = self._vault.relative(file)  # other than asked: another form, or a link's target
        if path in self._left or spelled in self._left:
            raise NoteNotFound(f"'{path}' is moved or removed by this same step.")
        if spelled in self._at:
            return self._at[spelled]
        data = self._vault.read(spelled)
        written = self._vault.written(file)
        draft = Draft(spelled, sha256_of(data), written, spelled, data, id_in(data))
        return self._add(draft)

    def _add(self, draft: Draft) -> Draft:
        self._drafts.append(draft)
        self._at[draft.to] = draft
        return draft

    def _send(self, draft: Draft, to: str) -> None:
        del self._at[draft.to]
        self._left.add(draft.to)
        draft.to = to
        if to:
            self._left.discard(to)
            self._at[to] = draft

    def _refuse_link(self, path: str) -> None:
        parts_of(path)
        if (self._vault.root / path).is_symlink():
            raise Refused(
                f"'{path}' is a symbolic link to another note; move or remove that one instead."
            )

    def _refuse_linked(self, folder: str) -> None:
        """Nothing is read through a linked folder, so nothing is written there either.

        Else a link would also lead to ``Harness/`` under another name.
        """
        _, found = self._vault.folder(folder)
        while found != self._vault.root:
            if found.is_symlink():
                raise Refused(
                    f"'{folder}' leads through a symbolic link, and folders reached by a link are "
                    "not read, so nothing was written there; name the real folder."
                )
            found = found.parent

    def _free_path(self, folder: str, name: str, *, own: str) -> str:
        self._refuse_linked(folder)
        spelled = self._spelled_folder(folder)
        parts = parts_of(name)
        if len(parts) != 1:
            raise Refused(f"'{name}' is no file name; leave out the '/'.")
        names = self._taken_names(spelled)
        own_folder, _, own_name = own.rpartition("/")
        own_key = name_key(own_name) if own and own_folder == spelled else None

        def taken(candidate: str) -> bool:
            key = name_key(candidate)
            return key in names and key != own_key

        # A name that only goes to another folder keeps its own bytes, whatever their form.
        written = name if name == own_name else unicodedata.normalize("NFC", name)
        found = free_name(written, taken)
        names.add(name_key(found))
        self._note_folders(spelled)
        return f"{spelled}/{found}" if spelled else found

    def _taken_names(self, folder: str) -> set[str]:
        names = self._names.get(folder)
        if names is None:
            try:
                on_disk = list(self._vault.folder(folder)[1].iterdir())
            except OSError:  # not there yet, or not readable: the rename itself never overwrites
                on_disk = []
            # What iCloud keeps away comes back under its own name.
            names = {name_key(in_cloud(file.name) or file.name) for file in on_disk}
            self._names[folder] = names
        return names

    def _spelled_folder(self, folder: str) -> str:
        """As the disk spells it, or as this operation already spelled a folder it will make."""
        spelled, _ = self._vault.folder(folder)
        parts = spelled.split("/")
        for length in range(len(parts), 0, -1):
            planned = self._folders.get(name_key("/".join(parts[:length])))
            if planned is not None:
                return "/".join([planned, *parts[length:]])
        return spelled

    def _note_folders(self, folder: str) -> None:
        while folder and not self._vault.folder(folder)[1].is_dir():
            self._folders.setdefault(name_key(folder), folder)
            folder = folder.rpartition("/")[0]


@dataclass(slots=True)
class Batch:
    """Writes that are one operation.

    Attributes:
        operation: collects them.
        paths: of the notes they touch.
    """

    operation: Operation
    paths: set[str] = field(default_factory=set)

    @property
    def op(self) -> str:
        """The operation's id, for :meth:`Journal.undo`."""
        return self.operation.op
