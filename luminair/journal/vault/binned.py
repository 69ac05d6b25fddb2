"""The Bin: notes that were removed and lie in ``.luminair/trash/`` until they are 30 days old.

The folder tells all there is to know: each operation that removed notes has a folder there,
called by its id, which begins with its time.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from luminair.errors import LuminairError, NoteNotFound
from luminair.files import sha256_of, write_failed
from luminair.journal.notes.reading import note_of
from luminair.journal.vault.vault_format import MACHINE_FOLDER
from luminair.patterns import late_pattern
from luminair.plurals import counted
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from luminair.journal.notes.note import Note
    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.staging import Batch

_OP = late_pattern(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{4,8}")


@dataclass(frozen=True, slots=True)
class Binned:
    """One note in the Bin.

    Attributes:
        op: the operation that removed it.
        at: when that was, UTC as notes write times.
        note: as it was, with the path that it had.
        sha256: of the file.
    """

    op: str
    at: str
    note: Note
    sha256: str

    @property
    def key(self) -> str:
        """What tells it from all others in the Bin."""
        return f"{self.op}/{self.note.path}"


class Bin:
    """Reads the Bin, brings notes back, and empties it.

    Args:
        root: the vault's folder.
        lock: the Journal's.
        catalogue: knows which notes are there.
        batch: begins one operation of several writes.
    """

    def __init__(
        self,
        root: Path,
        lock: AbstractContextManager[object],
        catalogue: Catalogue,
        batch: Callable[[str], AbstractContextManager[Batch]],
    ) -> None:
        self._folder = root / MACHINE_FOLDER / "trash"
        self._lock, self._catalogue, self._batch = lock, catalogue, batch
        self._known: dict[tuple[str, int, int], Binned | None] = {}

    def listing(self) -> list[Binned]:
        """What is in the Bin, last removed first; what came back by an undo is not there."""
        with self._lock:
            found: dict[tuple[str, str], Binned] = {}
            known, self._known = self._known, {}
            for op, path, file in self._files():
                each = self._read(op, path, file, known)
                if each is not None and not self._lives(each):
                    found.setdefault((path, each.sha256), each)
            return list(found.values())

    def bring_back(self, entries: Sequence[Binned]) -> tuple[str, list[str]]:
        """Puts notes back where they were, in one step; a name that is taken gets a number.

        Returns:
            The operation, for undo, and where the notes are now.

        Raises:
            NoteNotFound: one is in the Bin no more.
            LuminairError: as any write.
        """
        files = [(each, self._file(each)) for each in entries]
        count = counted(len(files), "note")
        paths = []
        with self._lock, self._batch(f"bring {count} back from the Bin") as batch:
            for each, file in files:
                try:
                    data = file.read_bytes()
                except OSError as error:
                    raise NoteNotFound(
                        f"“{each.note.title}” is not in the Bin any more; look at the list again."
                    ) from error
                folder, _, name = each.note.path.rpartition("/")
                paths.append(batch.operation.create(folder, name, data))
                batch.paths.add(paths[-1])
        # Only now, so that a crash leaves a note twice rather than not at all.
        self._forget(files)
        return batch.op, paths

    def empty(self, entries: Iterable[Binned]) -> int:
        """Deletes notes of the Bin for good.

        Returns:
            How many.

        Raises:
            WriteFailed: the disk refused one; those before it are gone.
        """
        with self._lock:
            return self._forget([(each, self._file(each)) for each in entries])

    def _forget(self, files: Iterable[tuple[Binned, Path]]) -> int:
        gone = 0
        for each, file in files:
            try:
                file.unlink()
                gone += 1
            except FileNotFoundError:
                continue
            except OSError as error:
                raise write_failed(error, file) from error
            top = self._folder / each.op
            if not any(names for _, _, names in os.walk(top)):
                with suppress(OSError):
                    shutil.rmtree(top)
        return gone

    def _file(self, each: Binned) -> Path:
        return self._folder.joinpath(each.op, *each.note.path.split("/"))

    def _files(self) -> Iterator[tuple[str, str, Path]]:
        """Operation, path in the vault and file, last removed first; no link is followed."""
        try:
            if self._folder.is_symlink():
                return
            names = sorted((each.name for each in self._folder.iterdir()), reverse=True)
        except OSError:
            return
        for op in filter(_OP.fullmatch, names):
            top = self._folder / op
            if top.is_symlink():
                continue
            for folder, _, files in os.walk(top):
                below = os.path.relpath(folder, top)
                for name in sorted(files):
                    file = top.joinpath(folder, name)
                    if not name.startswith(".") and not file.is_symlink():
                        yield op, name if below == "." else f"{below}/{name}", file

    def _read(
        self, op: str, path: str, file: Path, known: dict[tuple[str, int, int], Binned | None]
    ) -> Binned | None:
        try:
            found = file.stat()
            key = (f"{op}/{path}", found.st_mtime_ns, found.st_size)
            if key in known:
                each = known[key]
            else:
                data = file.read_bytes()
                at = _OP.sub(r"\1-\2-\3T\4:\5:\6.\7Z", op)
                each = Binned(op, at, note_of(path, data, file_time=at).note, sha256_of(data))
        except (OSError, LuminairError):  # gone meanwhile, or none that can be read
            return None
        self._known[key] = each
        return each

    def _lives(self, each: Binned) -> bool:
        """Whether the note is in the vault: it came back."""
        if each.note.id:
            return self._catalogue.has_id(each.note.id)
        live = self._catalogue.note(each.note.path)
        return live is not None and live.sha256 == each.sha256
