"""The index's file: opened, made, thrown away, or done without.

The file lies on this machine's own disk. It may be missing, damaged, of another version, in use by
other processes, or on a disk that is full or read-only: none of this may keep an answer back, so
whatever cannot be done on disk is done in memory.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress

from luminair.bare import sqlite3
from luminair.files import make_private
from luminair.journal.vault.catalogue_rows import SCHEMA, TABLES, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Final

FILE_NAME: Final = "catalogue.sqlite"
PATIENCE_S: Final = 2.0
"""How long to wait for another process's transaction before going on in memory."""

_BEHIND_IT: Final = ("", "-wal", "-shm", "-journal")
# Primary result codes, https://www.sqlite.org/rescode.html
_NO_WAY_TO_WRITE: Final = frozenset({3, 5, 6, 8, 10, 13, 14, 15, 22, 23})


class IndexDamagedError(Exception):
    """The index cannot be believed any more: make it anew."""


class IndexNotWritableError(Exception):
    """The disk, its permissions or another process keep us from writing."""


# An index that somebody else wrote, or a bad disk, can hold anything.
DAMAGE: Final = (IndexDamagedError, KeyError, ValueError, TypeError, IndexError, OverflowError)


def _judged(error: sqlite3.Error) -> Exception:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in _NO_WAY_TO_WRITE:
        return IndexNotWritableError(str(error))
    return IndexDamagedError(str(error))


class IndexFile:
    """One connection to the index.

    Attributes:
        on_disk: False where the index lives in memory and is made anew by each process.
    """

    def __init__(self, folder: Path | None, version: str) -> None:
        self._version = version
        self._path = folder / FILE_NAME if folder is not None else None
        self._pinned = False
        self._era = 0
        self.on_disk = self._path is not None
        self._con = self._opened()

    # --- Opening -----------------------------------------------------------------------------

    def _opened(self) -> sqlite3.Connection:
        if self._path is None:
            return self._in_memory()
        for _ in range(2):
            try:
                return self._on_disk(self._path)
            except IndexDamagedError:
                self._unlink()
            except (IndexNotWritableError, OSError):
                break
        self.on_disk = False
        return self._copied_to_memory() or self._in_memory()

    def _on_disk(self, path: Path) -> sqlite3.Connection:
        if not path.exists():
            make_private(path.parent)
        con: sqlite3.Connection | None = None
        try:
            con = _connect(path)
            if not _has_version(con, self._version):
                con.execute("PRAGMA journal_mode = WAL")
                _make(con, self._version)
        except sqlite3.Error as error:
            if con is not None:
                con.close()
            raise _judged(error) from error
        return con

    def _in_memory(self) -> sqlite3.Connection:
        con = _connect(None)
        _make(con, self._version)
        return con

    def _copied_to_memory(self) -> sqlite3.Connection | None:
        """What the file on a disk that we may not write to holds, if that is of any use."""
        if self._path is None:
            return None
        con = _connect(None)
        try:
            raw = bytearray(self._path.read_bytes())
            raw[18:20] = b"\x01\x01"  # no write-ahead log in memory
            con.deserialize(bytes(raw))
            if _has_version(con, self._version):
                return con
        except (OSError, sqlite3.Error, IndexError):
            pass
        con.close()
        return None

    # --- Use ---------------------------------------------------------------------------------

    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """The rows of a SELECT.

        Raises:
            IndexDamagedError: the file cannot be read.
        """
        try:
            return self._con.execute(sql, values).fetchall()
        except UnicodeEncodeError:
            # Half of a surrogate pair, as odd input has it, is in no stored text either.
            return self.ask(sql, [_encodable(value) for value in values])
        except sqlite3.Error as error:
            raise IndexDamagedError(str(error)) from error

    @property
    def moment(self) -> tuple[int, int]:
        """The same as before only where numbers of notes that were known then still hold.

        Another process may have made the index anew, with other numbers.
        """
        ((commits,),) = self.ask("PRAGMA data_version")
        return self._era, int(commits)

    def pin(self) -> None:
        """Holds on to this moment: what other processes store is not seen until the next pin."""
        self.unpin()
        try:
            # Without a write-ahead log (a network disk) a reader would keep writers out.
            if self.on_disk and self._con.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                self._con.execute("BEGIN")
                self._con.execute("SELECT generation FROM state").fetchone()
                self._pinned = True
        except sqlite3.Error as error:
            self.unpin()
            raise IndexDamagedError(str(error)) from error

    def unpin(self) -> None:
        """Lets go of the moment."""
        if self._pinned:
            self._pinned = False
            with suppress(sqlite3.Error):
                self._con.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is stored, or nothing.

        Raises:
            IndexNotWritableError: nothing was stored; go on in memory.
            IndexDamagedError: nothing was stored; start over.
        """
        self.unpin()
        try:
            self._con.execute("PRAGMA synchronous = NORMAL")
            self._con.execute("BEGIN IMMEDIATE")
            yield self._con
            self._con.execute("COMMIT")
        except sqlite3.Error as error:
            raise _judged(error) from error
        finally:
            if self._con.in_transaction:
                with suppress(sqlite3.Error):
                    self._con.execute("ROLLBACK")

    def to_memory(self) -> None:
        """Goes on in memory with all that is stored."""
        self.unpin()
        memory = _connect(None)
        try:
            self._con.backup(memory)
            fits = _has_version(memory, self._version)
        except sqlite3.Error:
            fits = False
        if not fits:
            memory.close()
            memory = self._in_memory()
        self._con.close()
        self._con = memory
        self.on_disk = False

    def start_over(self) -> None:
        """Empties the index; a file that cannot even be emptied is put away first."""
        self.unpin()
        self._era += 1
        try:
            _make(self._con, self._version, anew=True)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._con.close()
            if isinstance(_judged(error), IndexDamagedError):
                self._unlink()
            else:
                self._path = None
            self.on_disk = self._path is not None
            self._con = self._opened()

    def _unlink(self) -> None:
        for end in _BEHIND_IT if self._path is not None else ():
            with suppress(OSError):
                os.unlink(f"{self._path}{end}")  # noqa: PTH108 pathlib is not loaded for this

    def close(self) -> None:
        """Closes the file; a second time is no error."""
        self.unpin()
        with suppress(sqlite3.Error):
            self._con.close()


def _encodable(value: object) -> object:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _connect(path: Path | None) -> sqlite3.Connection:
    return sqlite3.connect(
        ":memory:" if path is None else path,
        timeout=PATIENCE_S,
        isolation_level=None,
        check_same_thread=False,
    )


def _has_version(con: sqlite3.Connection, version: str) -> bool:
    """Whether this is an index of our version; False for an empty file too."""
    try:
        row = con.execute("SELECT value FROM stamp WHERE name = 'version'").fetchone()
    except sqlite3.OperationalError as error:
        if isinstance(_judged(error), IndexNotWritableError):
            raise
        return False
    return bool(row == (version,))


def _make(con: sqlite3.Connection, version: str, *, anew: bool = False) -> None:
    """Makes the tables in the place of all that is there, unless another process was faster."""
    con.execute("BEGIN IMMEDIATE")
    try:
        if anew or not _has_version(con, version):
            for (name,) in con.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall():
                if name in TABLES:
                    con.execute(f"DROP TABLE {name}")
            for statement in SCHEMA:
                con.execute(statement)
            con.execute("INSERT INTO stamp VALUES ('version', ?)", (version,))
        con.execute("COMMIT")
    finally:
        if con.in_transaction:
            con.execute("ROLLBACK")
