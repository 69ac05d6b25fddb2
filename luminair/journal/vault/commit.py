"""Carries an operation out so that a kill or a power cut leaves all of it or none of it.

Order of writing, each step on the disk before the next:

1. the versions before go to ``.luminair/history/``;
2. each new text goes to a file of its own in ``.luminair/tmp/``;
3. ``.luminair/tmp/<op>.pending`` names the changes: from here on the operation *is done*;
4. the changes are renames, one or two for each note: old bytes or new ones, never a mix;
5. the operation is added to the log, and the pending file goes.

A process that dies before step 3 has changed nothing; its leftovers in ``tmp`` are swept. One
that dies after it has its operation **rolled forward** by the next writer, under the lock: each
change is told done or not by the hashes on the disk alone, so doing it again does no harm. A
note that someone edited in between is left alone; the text meant for it goes to
``.luminair/conflicts/``. Disk full or no permission mostly show in steps 1 to 3; an error in
step 4 takes back what was done. It renames the pending file to ``.back`` first, which needs no
room on the disk, so that what could not be taken back at once, or a kill during that, is
finished **backward** by the next writer: an operation that failed never appears later.
"""

from __future__ import annotations

import errno
import json
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from luminair.errors import LuminairError, NoteChanged, NoteError, Refused, WriteFailed
from luminair.files import (
    rename_new,
    sha256_of,
    sync_folder,
    write_atomic,
    write_failed,
    write_temporary,
)
from luminair.journal.vault.at_once import each
from luminair.journal.vault.operations import utc
from luminair.journal.vault.pending import BACK, PENDING, goes_on, may_be_there, read_pending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from luminair.journal.vault.history import History
    from luminair.journal.vault.inside import VaultFolder
    from luminair.journal.vault.operations import Change, OperationLog, OperationRecord

# A pending file of another machine may be under way there, seen through a sync folder.
_OTHER_MACHINE_AFTER = timedelta(minutes=10)


class Committer:
    """Writes operations to the disk. Every method needs the vault's lock."""

    def __init__(
        self,
        vault: VaultFolder,
        history: History,
        log: OperationLog,
        now: Callable[[], datetime],
    ) -> None:
        self._vault = vault
        self._history = history
        self._log = log
        self._now = now

    def commit(self, record: OperationRecord, texts: Mapping[str, bytes]) -> None:
        """Does the whole of ``record``, or nothing.

        Args:
            record: what is to be done; the disk holds its ``before`` side.
            texts: the new bytes of each file that is made or rewritten, by its new path.

        Raises:
            NoteChanged: a file changed in the last moment; both versions are kept.
            WriteFailed: the disk refused.
        """
        folder = self._vault.machine_path("tmp")
        pending = folder / f"{record.op}{PENDING}"
        sources: dict[str, str] = {}
        try:
            self._keep_versions(record, texts)

            def write(change: Change) -> None:
                sources[change.to] = self._new_text(folder, change, texts[change.to]).name

            each(write, [change for change in record.changes if change.to in texts])
            value = {"record": record.as_json(), "sources": sources}
            write_atomic(pending, json.dumps(value).encode(), sure=True)
        except BaseException:
            # Its name may be there even if the disk refused to confirm it.
            _remove([pending, *(folder / name for name in sources.values())])
            if may_be_there(pending):
                raise goes_on(self._vault.root) from None
            raise
        begun: list[Change] = []
        touched: set[Path] = set()
        try:
            for change in record.changes:
                begun.append(change)
                if not self._carry_out(change, sources.get(change.to, ""), record.op, touched):
                    raise self._changed(change, texts.get(change.to), record.op)
            _sync_all(touched)
        except (OSError, LuminairError) as error:
            if not self._take_back(record, pending):
                raise goes_on(self._vault.root) from error
            if isinstance(error, OSError):
                raise write_failed(error, self._vault.root / _place(begun)) from error
            raise
        # Should the log not take it (disk full), the notes are as they were meant to be and the
        # pending file stays: the next writer adds the operation to the log.
        with suppress(WriteFailed):
            self._log.append(record)
            _remove([pending])

    def keep_conflict(self, path: str, data: bytes, op: str) -> str:
        """Keeps a text that could not be saved as a file of its own.

        Returns:
            Where, a path in the vault's folder.

        Raises:
            WriteFailed: the disk refused.
        """
        name = path.rsplit("/", 1)[-1].encode()[-150:].decode(errors="ignore")
        file = self._vault.machine_path("conflicts") / f"{op}-{name}"
        write_atomic(file, data)
        return file.relative_to(self._vault.root).as_posix()

    def recover(self) -> None:
        """Finishes what a killed process left half done, and sweeps its leftovers.

        Raises:
            WriteFailed: the disk refuses; nothing new should be written before it takes this.
        """
        folder = self._vault.machine_path("tmp")
        try:
            found = list(folder.iterdir())
        except OSError as error:
            raise write_failed(error, folder) from error
        if not found:
            return
        spare: set[str] = set()
        for pending in sorted(path for path in found if path.suffix in {PENDING, BACK}):
            value = read_pending(pending)
            if value is None:
                continue
            record, sources = value
            if self._under_way_elsewhere(record):
                spare |= {pending.name, *sources.values()}
                continue
            try:
                if pending.suffix == BACK:
                    self._undo_changes(record)
                else:
                    self._finish(record, sources)
            except OSError as error:
                raise write_failed(error, self._vault.root / _place(record.changes)) from error
        _remove(path for path in found if path.name not in spare)

    def _under_way_elsewhere(self, record: OperationRecord) -> bool:
        if record.machine == self._log.machine:
            return False
        return record.at > utc(self._now() - _OTHER_MACHINE_AFTER)

    def _finish(self, record: OperationRecord, sources: Mapping[str, str]) -> None:
        if any(record.op == known.op for known in self._log.records()):
            return
        touched: set[Path] = set()
        done: list[Change] = []
        for change in record.changes:
            source = sources.get(change.to, "")
            try:
                carried = self._carry_out(change, source, record.op, touched)
            except (NoteError, Refused, PermissionError):
                # One folder that was locked meanwhile must not stop all writing for ever.
                carried = False
            if carried:
                done.append(change)
            else:
                self._keep_unwritten(change, source, record.op)
        _sync_all(touched)
        if done:
            self._log.append(replace(record, changes=tuple(done)))

    def _keep_unwritten(self, change: Change, source: str, op: str) -> None:
        if source and change.rewritten | (not change.path):
            file = self._source(change, source)
            if file is not None:
                self.keep_conflict(change.to, file.read_bytes(), op)

    def _keep_versions(self, record: OperationRecord, texts: Mapping[str, bytes]) -> None:
        wrote = False
        for change in record.changes:
            if not change.path:
                continue
            if self._vault.sha256(change.path, exact=True) != change.before:
                raise self._changed(change, texts.get(change.to), record.op)
            if change.rewritten or not change.to:
                file = self._vault.locate(change.path, exact=True)
                wrote |= self._history.put(self._vault.read(change.path, exact=True), like=file)
        if wrote:
            self._history.sync()

    def _new_text(self, folder: Path, change: Change, data: bytes) -> Path:
        like = self._vault.locate(change.path, exact=True) if change.path else None
        try:
            return write_temporary(folder, data, mode=None, like=like)
        except OSError as error:
            raise write_failed(error, self._vault.root / change.to) from error

    def _changed(self, change: Change, data: bytes | None, op: str) -> NoteChanged:
        path = change.to or change.path
        kept = "" if data is None else self.keep_conflict(path, data, op)
        return note_changed(path, kept)

    def _take_back(self, record: OperationRecord, pending: Path) -> bool:
        """Undoes what was begun; False where the disk refuses even that: then it goes on."""
        back = pending.with_suffix(BACK)
        try:
            pending.replace(back)
        except OSError:
            return not may_be_there(pending)
        with suppress(OSError, LuminairError):
            self._undo_changes(record)
            _remove([back])
        return True

    def _undo_changes(self, record: OperationRecord) -> None:
        touched: set[Path] = set()
        for change in reversed(record.changes):
            with suppress(NoteError, Refused, PermissionError):
                self._carry_out(change.inverse(), "", record.op, touched)
        _sync_all(touched)
        self.remove_folders(record.folders)

    def remove_folders(self, folders: Iterable[str]) -> None:
        """Removes those of the folders that are empty, deepest first."""
        for path in sorted(folders, key=lambda folder: -folder.count("/")):
            with suppress(OSError, Refused):
                self._vault.folder(path)[1].rmdir()

    def _carry_out(self, change: Change, source: str, op: str, touched: set[Path]) -> bool:
        """Brings one change from whatever state it is in to done.

        Returns:
            False where the disk holds something that is neither its before nor its after.
        """
        if not change.path:
            return self._make(change, source, touched)
        if not change.to:
            return self._remove_note(change, op, touched)
        if change.moved and not self._move(change, touched):
            return False
        return not change.rewritten or self._rewrite(change, source, touched)

    def _make(self, change: Change, source: str, touched: set[Path]) -> bool:
        found = self._vault.sha256(change.to, exact=True)
        if found:
            return found == change.after
        text = self._source(change, source)
        if text is None:
            return False
        target = self._vault.locate(change.to, exact=True)
        self._make_folders(target.parent, touched)
        return self._rename_new(text, target, touched)

    def _rewrite(self, change: Change, source: str, touched: set[Path]) -> bool:
        if self._vault.sha256(change.to, exact=True) == change.after:
            return True
        text = self._source(change, source)
        # Compared last: what is left for another program to slip into is one system call wide.
        if text is None or self._vault.sha256(change.to, exact=True) != change.before:
            return False
        target = self._vault.locate(change.to, exact=True)
        try:
            text.replace(target)
        except OSError as error:
            if error.errno != errno.EXDEV:  # a folder of the vault may be another disk
                raise
            write_atomic(target, text.read_bytes())
        touched.add(target.parent)
        return True

    def _move(self, change: Change, touched: set[Path]) -> bool:
        old, new = (
            self._vault.locate(change.path, exact=True),
            self._vault.locate(change.to, exact=True),
        )
        if old.exists() and new.exists() and old.samefile(new):
            # The disk does not tell the two names apart: only the spelling changes.
            old.rename(new)
            touched.add(new.parent)
            return True
        known = {change.before, change.after}
        if not old.exists():
            return self._vault.sha256(change.to, exact=True) in known
        if self._vault.sha256(change.path, exact=True) not in known:
            return False
        self._make_folders(new.parent, touched)
        touched.add(old.parent)
        return self._rename_new(old, new, touched)

    def _remove_note(self, change: Change, op: str, touched: set[Path]) -> bool:
        found = self._vault.sha256(change.path, exact=True)
        if found != change.before:
            return not found
        file = self._vault.locate(change.path, exact=True)
        folder = self._vault.machine_path("/".join(["trash", op, *change.path.split("/")[:-1]]))
        target = folder / change.path.rsplit("/", 1)[-1]
        try:
            file.replace(target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            write_atomic(target, file.read_bytes())
            file.unlink()
        touched |= {file.parent, folder}
        return True

    def _source(self, change: Change, name: str) -> Path | None:
        """The file that holds the change's new text, made from the history if need be."""
        folder = self._vault.machine_path("tmp")
        file = folder / name
        usable = bool(name) and "/" not in name and file.is_file() and not file.is_symlink()
        if usable and sha256_of(file.read_bytes()) == change.after:
            return file
        data = self._history.get(change.after)
        if data is None:
            return None
        return write_temporary(folder, data, mode=None, like=self._history.file(change.after))

    def _make_folders(self, folder: Path, touched: set[Path]) -> None:
        missing: list[Path] = []
        while not folder.is_dir() and folder != self._vault.root:
            missing.append(folder)
            folder = folder.parent
        for path in reversed(missing):
            path.mkdir(exist_ok=True)
            touched.add(path.parent)

    def _rename_new(self, source: Path, target: Path, touched: set[Path]) -> bool:
        touched.add(target.parent)
        try:
            rename_new(source, target)
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            copy = write_temporary(target.parent, source.read_bytes(), mode=None, like=source)
            rename_new(copy, target)
            source.unlink()
        return True


def note_changed(path: str, kept: str) -> NoteChanged:
    """The error for a file that is no longer what it was when it was read."""
    where = f"; your version is kept in '{kept}'" if kept else ""
    return NoteChanged(
        f"'{path}' changed on disk since it was read, so it was left as it is{where}; compare "
        "the two and save again.",
        path=path,
        kept=kept,
    )


def _place(changes: Iterable[Change]) -> str:
    """The file to name when the disk refused in the middle of ``changes``."""
    paths = [change.to or change.path for change in changes]
    return paths[-1] if paths else ""


def _sync_all(folders: Iterable[Path]) -> None:
    for folder in folders:
        if folder.is_dir():
            sync_folder(folder)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()
