"""A folder or a zip file as a source: which files it holds, and their bytes within bounds.

A zip file is read in memory and never unpacked, so names in it cannot lead anywhere; sizes are
checked by what is there to read, not by what the file says of itself.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import LuminairError
from luminair.exchange.plan import MOST_EXPORT_BYTES, MOST_FILES, utc

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_RATIO = 200
"""How much larger a file of a zip may be than it lies there. Text of conversations is some 10."""
_SMALL = 10_000_000
"""Bytes up to which that does not matter."""
_PIECE = 1 << 20
_PASSED_BY = frozenset({"node_modules", "__pycache__", ".git", ".obsidian", ".trash", ".venv"})


class Unreadable(LuminairError):
    """One file of a source cannot be read; the rest can."""


class Place(ABC):
    """The files of one source, by their path in it.

    Attributes:
        root: the folder, or the file itself.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    @abstractmethod
    def names(self) -> list[str]:
        """The paths of all files, sorted, ``/`` between their parts.

        Raises:
            LuminairError: there are too many.
        """

    @abstractmethod
    def read(self, name: str, most: int) -> bytes:
        """A file's bytes; raises Unreadable with a sentence that begins with 'It'."""

    @abstractmethod
    def time(self, name: str) -> str:
        """When a file was written, UTC, or ''."""

    def origin(self, name: str) -> str:
        """Where a file is, in full."""
        return f"{self.root}/{name}"


class Folder(Place):
    """A folder, or one file of it.

    Args:
        root: the folder, or a file.
        hidden: folders whose name starts with a dot and that are looked into all the same.
    """

    def __init__(self, root: Path, hidden: frozenset[str] = frozenset()) -> None:
        super().__init__(root if root.is_dir() else root.parent)
        self._only = None if root.is_dir() else root.name
        self._hidden = hidden
        self.linked: list[str] = []
        self.closed: list[str] = []

    @override
    def names(self) -> list[str]:
        """See :meth:`Place.names`; links and folders that may not be entered are noted apart."""
        if self._only is not None:
            return [self._only]
        found: list[str] = []
        self.linked, self.closed = [], []
        for name in self._walk():
            found.append(name)
            if len(found) > MOST_FILES:
                raise LuminairError(
                    f"'{self.root}' holds more than {MOST_FILES:,} files; import its folders one "
                    "at a time."
                )
        return sorted(found)

    def _walk(self) -> Iterator[str]:
        for folder, folders, files in os.walk(self.root, onerror=self._refused):
            below = PurePosixPath(os.path.relpath(folder, self.root))
            kept = [name for name in folders if self._enters(name)]
            links = {name for name in kept if os.path.islink(os.path.join(folder, name))}  # noqa: PTH114, PTH118
            folders[:] = [name for name in kept if name not in links]
            self.linked += [str(below / name) for name in sorted(links)]
            for name in files:
                if os.path.islink(os.path.join(folder, name)):  # noqa: PTH114, PTH118
                    self.linked.append(str(below / name))
                else:
                    yield str(below / name)

    def _enters(self, name: str) -> bool:
        return name not in _PASSED_BY and (not name.startswith(".") or name in self._hidden)

    def _refused(self, error: OSError) -> None:
        self.closed.append(os.path.relpath(os.fsdecode(error.filename), self.root))

    @override
    def read(self, name: str, most: int) -> bytes:
        """See :meth:`Place.read`."""
        try:
            # Neither a link nor a pipe, which would lead elsewhere or wait for ever.
            handle = os.open(self.root / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise Unreadable("It is no ordinary file.")
                data = file.read(most + 1)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise Unreadable(f"It cannot be read ({why}).") from None
        if len(data) > most:
            raise Unreadable(f"It is larger than {most:,} bytes.")
        return data

    @override
    def time(self, name: str) -> str:
        """See :meth:`Place.time`."""
        try:
            return utc((self.root / name).stat().st_mtime)
        except OSError:
            return ""


class Zip(Place):
    """A zip file.

    Raises:
        LuminairError: it is none, is cut off, or is made to fill the memory.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        try:
            self._zip = zipfile.ZipFile(root)
            held = self._zip.infolist()
            self._size, self._taken = root.stat().st_size, 0
        except Exception as error:  # noqa: BLE001 zipfile lets through what it trips over
            known = isinstance(error, (zipfile.BadZipFile, OSError))
            why = " ".join(str(error).split()) if known else "it is damaged"
            raise LuminairError(
                f"'{root}' cannot be read as a zip file ({why}); download the export again."
            ) from None
        if len(held) > MOST_FILES:
            raise LuminairError(f"'{root}' holds more than {MOST_FILES:,} files, so it is left.")
        # An entry may be named twice; the last one counts, as where it is unpacked. What macOS
        # keeps beside each file is none.
        self._entries = {
            each.filename: each
            for each in held
            if each.filename and not (each.is_dir() or each.filename.startswith("__MACOSX/"))
        }

    def close(self) -> None:
        """Lets go of the file."""
        self._zip.close()

    @override
    def names(self) -> list[str]:
        """See :meth:`Place.names`."""
        return sorted(self._entries)

    @override
    def read(self, name: str, most: int) -> bytes:
        """See :meth:`Place.read`; raises LuminairError for a zip bomb."""
        entry = self._entries[name]
        if entry.flag_bits & 1:
            raise Unreadable("It is locked with a password; unpack it first.")
        try:
            return self._grown(entry, most)
        except LuminairError:
            raise
        except Exception as error:  # noqa: BLE001 see above
            known = isinstance(error, (zipfile.BadZipFile, zlib.error, OSError))
            why = f" ({' '.join(str(error).split())})" if known else ""
            raise Unreadable(f"It is damaged in the zip file{why}.") from None

    def _grown(self, entry: zipfile.ZipInfo, most: int) -> bytes:
        # What an entry says of its own size may be a lie, and entries may share their bytes.
        allowed = max(_SMALL, min(entry.compress_size, self._size) * MOST_RATIO)
        pieces: list[bytes] = []
        size = 0
        with self._zip.open(entry) as file:
            while piece := file.read(_PIECE):
                size += len(piece)
                self._taken += len(piece)
                if size > allowed or self._taken > max(_SMALL, self._size) * MOST_RATIO:
                    raise LuminairError(
                        f"'{self.root}' is refused: '{entry.filename}' in it grows to more than "
                        f"{MOST_RATIO} times its size, as no export does."
                    )
                if size > most:
                    raise Unreadable(f"It is larger than {most:,} bytes.")
                pieces.append(piece)
        return b"".join(pieces)

    @override
    def time(self, name: str) -> str:
        """See :meth:`Place.time`."""
        try:
            return utc(datetime(*self._entries[name].date_time, tzinfo=UTC))
        except ValueError:
            return ""


def export_json(place: Place, name: str) -> object:
    """What a JSON file of an export holds.

    Raises:
        Unreadable: it cannot be read, or is no JSON.
    """
    import json  # noqa: PLC0415 exports only

    data = place.read(name, MOST_EXPORT_BYTES)
    try:
        return json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        raise Unreadable("It is no whole JSON; download the export again.") from None
