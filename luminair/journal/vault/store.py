"""The one writer of the vault: operations, undo, the versions before, and what is pruned.

Every write of Luminair to a note goes through :meth:`Store.operation`. How a crash is survived
stands in ``commit.py``; where things lie in ``.luminair/``:

    lock                        held by whoever writes
    operations/<machine>.jsonl  the log: what was done, for undo and history
    history/<sha256>            versions before
    kept/<machine>.json         the versions that this machine's receipts name
    trash/<op>/<path>           removed notes
    conflicts/                  texts that could not be saved over a newer version
    tmp/                        the operation under way
    ids                         note ids drawn lately

Where ``.luminair/`` cannot be written nothing is: a write without the version before it would
be a write without undo. Reading needs none of it.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from luminair.errors import NoteNotFound, OperationUnknown, UndoRefused, UsageError
from luminair.files import lock, write_failed
from luminair.journal.vault.commit import Committer
from luminair.journal.vault.history import History, Version, changes_of, versions_of
from luminair.journal.vault.inside import VaultFolder
from luminair.journal.vault.operations import (
    OperationLog,
    OperationRecord,
    op_id,
    taken_back,
    utc,
)
from luminair.journal.vault.pruning import Limits, Pruner
from luminair.journal.vault.staging import Operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

    from luminair.journal.vault.operations import Change


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What an undo did.

    Attributes:
        op: the operation that was taken back.
        what: what that was, in its own words.
        at: when it had been done, UTC.
        undone_by: the undo's own operation; undoing that one brings ``op`` back.
        changes: what the undo changed.
    """

    op: str
    what: str
    at: str
    undone_by: str
    changes: tuple[Change, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Where the notes are now, or were if they are gone again."""
        return tuple(change.to or change.path for change in self.changes)


class Store:
    """Writes notes, one operation at a time, whichever process or thread asks.

    Attributes:
        root: the vault's folder.
        by: who writes, where an operation does not say.
        machine: names this machine's log in the vault.
    """

    def __init__(
        self,
        root: Path,
        *,
        now: Callable[[], datetime],
        draw: Callable[[], int],
        by: str,
        machine: str = "",
        timeout_s: float = 10.0,
    ) -> None:
        """Touches nothing on the disk.

        Args:
            root: the vault's folder.
            now: the clock, UTC.
            draw: random integers, for ids.
            by: who writes: 'owner' or '<lane>/<model>'.
            machine: a name that no other machine sharing the vault has; default: the host's.
            timeout_s: how long to wait for another writer.
        """
        self.root = root
        self.by = by
        self.machine = _file_safe(machine or os.uname().nodename)
        self._now = now
        self._draw = draw
        self._timeout_s = timeout_s
        self._vault = VaultFolder(root)
        machine_folder = self._vault.machine_folder
        self._history = History(machine_folder / "history")
        self._log = OperationLog(machine_folder / "operations", self.machine)
        self._committer = Committer(self._vault, self._history, self._log, now)
        self._pruner = Pruner(self._vault, self._history, self._log)

    def read(self, path: str) -> bytes:
        """The bytes of a note.

        Raises:
            NoteNotFound: no such file.
            NoteDamaged: it cannot be read.
            Refused: the path leads out of the vault.
            VaultMissing: the vault is gone.
        """
        return self._vault.read(path)

    @contextmanager
    def operation(self, what: str, *, by: str = "") -> Iterator[Operation]:
        """One batch, one step for undo, under the vault's lock; keep the block short.

        Refresh what you know of the vault inside the block, so that you see what other
        processes wrote. If the block raises, nothing is written. A block that changes nothing
        leaves no trace. Not re-entrant.

        Args:
            what: a few words for people: 'archive 3 notes'.
            by: who does it; default: the store's.

        Raises:
            VaultMissing: the folder is gone; it is never made anew.
            LockBusy: another writer did not finish in time.
            NoteChanged: a file changed since it was read; both versions are kept.
            WriteFailed: the disk refused, and nothing of the operation was done.
        """
        with self._locked():
            operation = self._new_operation(what, by or self.by)
            yield operation
            operation.commit(at=utc(self._now()), machine=self.machine)

    def undo(self, op: str | None = None) -> UndoReport:
        """Takes back a whole operation: the last one, or the one named.

        The undo is an operation itself: named, it is taken back too, and brings everything back.

        Args:
            op: which; None for the last one of this vault that is not taken back, whoever did it,
                so that one goes back step by step.

        Raises:
            UndoRefused: files changed since (they are named), or there is nothing to take back.
            OperationUnknown: no operation has this name.
        """
        with self._locked():
            records = self._log.all_records()
            target = _undoable(records, op)
            staged = self._contents_for_undo(target)
            operation = self._new_operation(_undo_of(target.what), self.by)
            for change, data in staged:
                operation.put_back(change, data)
            operation.commit(at=utc(self._now()), machine=self.machine, undoes=target.op)
            self._committer.remove_folders(target.folders)
        done = operation.record
        if done is None:
            raise UndoRefused(f"'{target.what}' left nothing to take back.", paths=())
        return UndoReport(target.op, target.what, target.at, done.op, done.changes)

    def operations(self, limit: int | None = None) -> list[OperationRecord]:
        """What was done to the vault, newest first; needs no lock and no permission to write."""
        records = self._log.records()[::-1]
        return records if limit is None else records[:limit]

    def versions(self, path: str, note_id: str = "") -> list[Version]:
        """The earlier states of a note that are kept, newest first.

        Args:
            path: where the note is now (or was, if it is gone).
            note_id: its id, which follows it through renames made outside the app.
        """
        changes = changes_of(self._log.all_records(), path, note_id)
        return versions_of(changes, self._history, self._vault.sha256(path))

    def version_bytes(self, path: str, version: str, note_id: str = "") -> bytes:
        """The bytes of an earlier state, to be saved by an ordinary ``replace``.

        Args:
            path: the note.
            version: as listed, or any unambiguous beginning or the whole SHA-256.
            note_id: its id, or ''.

        Raises:
            NoteNotFound: no such version.
            UsageError: the beginning fits several.
        """
        fitting = [
            known for known in self.versions(path, note_id) if known.sha256.startswith(version)
        ]
        if len(fitting) > 1 and version:
            raise UsageError(f"Version '{version}' of '{path}' fits several; give more digits.")
        data = self._history.get(fitting[0].sha256) if fitting and version else None
        if data is None:
            raise NoteNotFound(
                f"There is no version '{version}' of '{path}'; `history` lists those there are."
            )
        return data

    def bytes_of(self, sha256: str) -> bytes | None:
        """The bytes of any kept version by its hash, or None; for what a receipt names."""
        return self._history.get(sha256)

    def keep(self, paths: Iterable[str]) -> None:
        """Keeps notes as they are now, so that a receipt's versions survive outside edits.

        Raises:
            WriteFailed: the disk refused.
            VaultMissing: the vault is gone.
        """
        with self._locked():
            for path in paths:
                self._history.put(self._vault.read(path), like=self._vault.locate(path))
            self._history.sync()

    def recover(self) -> None:
        """Finishes what a killed process left half done; every write does so by itself.

        Raises:
            WriteFailed: the vault cannot be written.
        """
        with self._locked():
            pass

    @property
    def half_done(self) -> bool:
        """Whether an operation is under way or was cut short; worth a :meth:`recover`."""
        folder = self._vault.machine_folder / "tmp"
        return any(folder.glob("*.pending")) or any(folder.glob("*.back"))

    def prune_due(self) -> bool:
        """Whether a day has passed since this machine last pruned."""
        return self._pruner.due(self._now(), self.machine)

    def prune(self, named: set[str], limits: Limits | None = None) -> int:
        """Drops what is older than the limits say.

        Args:
            named: hashes of all versions that this machine's receipts name; they stay.
            limits: default: 30 days, and bounds on number and size.

        Returns:
            How many bytes that freed.

        Raises:
            WriteFailed: the vault cannot be written.
        """
        with self._locked():
            return self._pruner.prune(named, limits or Limits(), self._now(), self.machine)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._vault.check()
        with lock(self._vault.machine_path("") / "lock", self._timeout_s):
            # While we waited the disk may have been unplugged.
            self._vault.check()
            try:
                for name in ("history", "operations"):
                    self._vault.machine_path(name)
                self._committer.recover()
                yield
            except OSError as error:
                # Whoever waits for the vault hears one sentence, whichever call it was that failed.
                self._vault.check()
                raise write_failed(error, _place_of(error, self.root)) from error

    def _new_operation(self, what: str, by: str) -> Operation:
        now = self._now().astimezone(UTC)
        number = self._draw() & 0xFFFF
        while self._log.holds(op_id(now, number)):
            number = (number + 1) & 0xFFFF
        return Operation(
            self._vault,
            self._committer,
            op=op_id(now, number),
            what=what,
            by=by,
            now=now,
            draw=self._draw,
        )

    def _contents_for_undo(self, target: OperationRecord) -> list[tuple[Change, bytes]]:
        """The inverse changes with the bytes they bring back.

        Raises:
            UndoRefused: naming every file that is in the way.
        """
        staged: list[tuple[Change, bytes]] = []
        in_the_way: list[str] = []
        lost: list[str] = []
        ours = {change.to for change in target.changes}
        for change in reversed(target.changes):
            inverse = change.inverse()
            if change.to and self._vault.sha256(change.to) != change.after:
                in_the_way.append(change.to)
            elif inverse.to and inverse.to not in ours and self._occupied(inverse):
                in_the_way.append(inverse.to)
            elif not inverse.to:
                staged.append((inverse, b""))
            else:
                data = self._bytes_before(change)
                if data is None:
                    lost.append(inverse.to)
                else:
                    staged.append((inverse, data))
        _refuse_undo(target, in_the_way, "changed since")
        _refuse_undo(target, lost, "have no kept version any more")
        return staged

    def _occupied(self, inverse: Change) -> bool:
        """Whether another file has the place that a note must go back to."""
        return any(other != inverse.path for other in self._vault.same_names(inverse.to))

    def _bytes_before(self, change: Change) -> bytes | None:
        if change.before == change.after:
            return self._vault.read(change.to)
        return self._history.get(change.before)


def _undoable(records: list[OperationRecord], op: str | None) -> OperationRecord:
    if op is None:
        back = taken_back(records)
        last = (each for each in reversed(records) if not each.undoes and each.op not in back)
        found = next(last, None)
        if found is None:
            raise UndoRefused("There is no Luminair operation to take back.", paths=())
        return found
    found = next((record for record in records if record.op == op), None)
    if found is None:
        raise OperationUnknown(f"There is no operation '{op}' in this vault's log.", paths=())
    if op in taken_back(records):
        raise UndoRefused(f"'{found.what}' ({op}) has been taken back already.", paths=())
    return found


def _undo_of(what: str) -> str:
    for word, other in (("undo: ", "redo: "), ("redo: ", "undo: ")):
        if what.startswith(word):
            return other + what.removeprefix(word)
    return f"undo: {what}"


def _refuse_undo(target: OperationRecord, paths: list[str], why: str) -> None:
    if paths:
        names = ", ".join(f"'{path}'" for path in paths)
        raise UndoRefused(
            f"'{target.what}' was not taken back, because these files {why}: {names}; nothing "
            "was changed, edit them by hand or restore a version.",
            paths=tuple(paths),
        )


def _place_of(error: OSError, root: Path) -> Path:
    """What a call could not use, where the system says so; else the vault."""
    name = error.filename
    return root / os.fsdecode(name) if isinstance(name, (str, bytes, os.PathLike)) else root


def _file_safe(name: str) -> str:
    safe = "".join(char if char.isalnum() or char in "-_." else "-" for char in name)
    return safe.strip(".")[:60] or "machine"
