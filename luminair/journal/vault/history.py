"""The versions before: what a note held each time Luminair changed it.

``.luminair/history/`` holds whole files, each under the SHA-256 of its bytes; who replaced
what by what, and when, stands in the log of operations. A note is followed through renames by
its path, and through renames made outside the app by its id.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import history_unreadable
from luminair.files import sha256_of, sync_folder, write_failed, write_temporary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from luminair.journal.vault.operations import Change, OperationRecord

# Twelve hex digits: short enough to type, and 48 bits are plenty among one note's versions.
VERSION_DIGITS = 12
OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Version:
    """One earlier state of a note.

    Attributes:
        version: what ``restore --version`` takes: the first digits of ``sha256``.
        at: UTC time when this state was written; the file's own time if made outside the app.
        by: who wrote it; 'outside' for another program.
        bytes: size.
        sha256: of the whole file.
        path: where the note was then.
    """

    version: str
    at: str
    by: str
    bytes: int
    sha256: str
    path: str


class History:
    """The kept files. Needs no lock to read; writes are the store's, under the vault's lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, sha256: str) -> Path:
        """Where a version lies, whether or not it is kept."""
        return self.folder / sha256

    def size_bytes(self, sha256: str) -> int | None:
        """How large a kept version is, or None if it is not kept.

        Raises:
            VaultUnreadable: it cannot be told, as on a disk that was unplugged.
        """
        try:
            return self.file(sha256).stat().st_size
        except FileNotFoundError:
            return None
        except OSError as error:
            raise history_unreadable(error, self.folder) from error

    def get(self, sha256: str) -> bytes | None:
        """The bytes of a version, or None if they are not kept or no longer match their name."""
        try:
            data = self.file(sha256).read_bytes()
        except OSError:
            return None
        return data if sha256_of(data) == sha256 else None

    def put(self, data: bytes, *, like: Path | None = None) -> bool:
        """Keeps ``data``; the name is on the disk only after :meth:`sync`.

        Args:
            data: the whole file.
            like: the note, whose permission bits and attributes the copy takes over.

        Returns:
            Whether anything had to be written.

        Raises:
            WriteFailed: the disk refused.
        """
        file = self.file(sha256_of(data))
        if self.size_bytes(file.name) == len(data):
            return False
        try:
            write_temporary(self.folder, data, mode=None, like=like).replace(file)
        except OSError as error:
            raise write_failed(error, file) from error
        return True

    def sync(self) -> None:
        """Brings the names of what was put to the disk; raises WriteFailed."""
        try:
            sync_folder(self.folder)
        except OSError as error:
            raise write_failed(error, self.folder) from error

    def prune(self, keep: set[str], *, before: float) -> int:
        """Removes versions that are not in ``keep`` and were put before a time.

        Returns:
            How many bytes that freed.
        """
        freed = 0
        with suppress(OSError):
            for file in list(self.folder.iterdir()):
                if len(file.name) != 64 or file.name in keep:
                    continue
                with suppress(OSError):
                    found = file.stat()
                    if found.st_mtime < before:
                        file.unlink()
                        freed += found.st_size
        return freed


def changes_of(
    records: Sequence[OperationRecord], path: str, note_id: str
) -> list[tuple[OperationRecord, Change]]:
    """What happened to the note that is at ``path`` now, oldest first.

    Args:
        records: the log, oldest first.
        path: where the note is now.
        note_id: its id, or ''; follows it where another program renamed it.
    """
    found: list[tuple[OperationRecord, Change]] = []
    here = path
    for record in reversed(records):
        for change in record.changes:
            if note_id and change.id:
                ours = change.id == note_id
            else:
                ours = bool(here) and change.to == here
                # Asked about a note that is gone: its last change is its removal.
                ours = ours or (not found and not change.to and change.path == here)
            if ours:
                found.append((record, change))
                # A note that this operation made has no earlier path.
                here = change.path
                break
    found.reverse()
    return found


def versions_of(
    changes: Iterable[tuple[OperationRecord, Change]], history: History, now_sha256: str
) -> list[Version]:
    """The earlier states that are still kept, newest first, each content once.

    Args:
        changes: from :func:`changes_of`.
        history: where the bytes are.
        now_sha256: of the note as it is now; that state is not an earlier one.
    """
    states: list[tuple[str, str, str, str]] = []
    for record, change in changes:
        if change.before and (not states or states[-1][0] != change.before):
            states.append((change.before, change.written or record.at, OUTSIDE, change.path))
        if change.after and (not states or states[-1][0] != change.after):
            states.append((change.after, record.at, record.by, change.to))
    versions: dict[str, Version] = {}
    for sha256, at, by, path in reversed(states):
        size = history.size_bytes(sha256)
        if size is None or sha256 == now_sha256 or sha256 in versions:
            continue
        versions[sha256] = Version(sha256[:VERSION_DIGITS], at, by, size, sha256, path)
    return list(versions.values())
