"""Bytes on a disk that may fill up, vanish, or lose its power: hash, atomic write, lock, log.

Nothing here knows what a note is. Three promises carry the rest of the house:

* after :func:`write_atomic` a file holds the old bytes or the new ones, whatever happens when;
* two holders of one :func:`lock` never overlap, be they threads or processes;
* a log of :func:`append_line` survives a torn last line and anything else that is no JSON.

A symbolic link as the last part of a path is replaced or refused, never written through.
"""

from __future__ import annotations

import errno
import fcntl
import itertools
import os
import stat
import sys
import time
from contextlib import contextmanager, suppress

from luminair.bare import Lock, json_value
from luminair.errors import LockBusy
from luminair.errors import write_failed as write_failed  # noqa: PLC0414 asked for here
from luminair.hashing import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

_TEMPORARY_PREFIX, _TEMPORARY_SUFFIX = ".luminair-", ".tmp"
# xnu bsd/sys/fcntl.h: keeps writes in order without emptying the drive's cache, in far less time.
_F_BARRIERFSYNC = 85
# xnu bsd/sys/stdio.h and linux/fs.h: fail instead of overwriting the target.
_RENAME_EXCL, _RENAME_NOREPLACE, _AT_FDCWD = 0x4, 0x1, -100
# copyfile(3) on macOS: Finder tags and access lists live beside the bytes and would be lost.
_COPYFILE_ACL_AND_XATTR = 0x5
_NO_SUCH_CALL = frozenset(
    {errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.ENOLCK, errno.ENOTTY}
)


def sha256_of(data: bytes) -> str:
    """The SHA-256 of ``data``, 64 lower-case hex digits."""
    return str(sha256(data).hexdigest())


def sync(descriptor: int, *, full: bool = False) -> None:
    """Brings a file's or folder's bytes to the disk before anything written later.

    ``full`` empties the drive's own cache too on macOS (F_FULLFSYNC, milliseconds); without it
    writes are only kept in order there: a power cut may take the newest but leaves no mix.
    Elsewhere both are ``fsync``. A disk without such a call is no error, one that fails is.
    """
    if sys.platform == "darwin":
        for command in (fcntl.F_FULLFSYNC,) if full else (_F_BARRIERFSYNC, fcntl.F_FULLFSYNC):
            with suppress(OSError):
                fcntl.fcntl(descriptor, command)
                return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SUCH_CALL:
            raise


def sync_folder(folder: Path, *, full: bool = False) -> None:
    """Makes the names in ``folder`` last through a power cut, if we may read the folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        return
    try:
        sync(descriptor, full=full)
    finally:
        os.close(descriptor)


def make_private(folder: Path) -> None:
    """Makes a folder, with those above it, into which its owner alone may look."""
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def write_temporary(folder: Path, data: bytes, *, mode: int | None, like: Path | None) -> Path:
    """Writes ``data`` to a new hidden file in ``folder``, on the disk but for its name there.

    The file takes over the extended attributes of ``like``; its permission bits are ``mode``,
    else those of ``like``, else the umask's. Raises OSError and then leaves nothing behind.
    """
    path, descriptor = _open_new(folder, 0o666 if mode is None else mode)
    try:
        try:
            if like is not None:
                _take_over(like, descriptor)
            if mode is not None:
                os.fchmod(descriptor, mode)
            _write_all(descriptor, data)
            sync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def write_atomic(
    path: Path, data: bytes, *, mode: int | None = None, full: bool = False, sure: bool = False
) -> None:
    """Replaces the file at ``path``, or makes it: a crash leaves the old bytes or the new.

    Its folder must exist. ``mode`` None keeps the permission bits that the file has, else the
    umask's; ``full`` as in :func:`sync`. Once the new bytes have their name they are written,
    also where the disk does not confirm the name: a power cut may bring the old ones back. With
    ``sure`` that is an error too, for a file that must be there before anything else is done.

    Raises:
        WriteFailed: disk full, no permission, read-only, name too long; the old file is
            untouched and no temporary file stays.
    """
    try:
        like = path if path.is_file() and not path.is_symlink() else None
        temporary = write_temporary(path.parent, data, mode=mode, like=like)
        try:
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()
            raise
        try:
            sync_folder(path.parent, full=full)
        except OSError:
            if sure:
                raise
    except OSError as error:
        raise write_failed(error, path) from error


def rename_new(source: Path, target: Path) -> None:
    """Renames ``source`` to ``target`` in one step, and never over something that is there.

    Raises OSError as ``rename(2)``; FileExistsError as this file system compares names.
    """
    code = _rename_exclusive(os.fsencode(source), os.fsencode(target))
    if code in _NO_SUCH_CALL:
        # FAT and some network folders have none: only who asks for no lock could slip in between.
        code = errno.EEXIST if target.exists() or target.is_symlink() else 0
        if not code:
            source.rename(target)
    if code:
        raise OSError(code, os.strerror(code), str(source), None, str(target))


def sweep(folder: Path, *, before: float) -> None:
    """Removes temporary files that killed processes left in ``folder`` before a time (epoch)."""
    for path in folder.glob(f"{_TEMPORARY_PREFIX}*{_TEMPORARY_SUFFIX}"):
        with suppress(OSError):
            if path.lstat().st_mtime < before:
                path.unlink()


def append_line(path: Path, value: object, *, full: bool = False) -> None:
    """Adds ``value`` as one line of JSON and brings it to the disk.

    One ``write`` call on a file opened for appending, so that lines of several processes do not
    mix; after a torn last line the new one starts on a line of its own.

    Raises:
        WriteFailed: the disk refused; the log is as it was, or where the disk refuses even that
            ends in a torn line, which reading skips.
    """
    line = _json_line(value)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, 0o666)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = b"\n" + line
            try:
                _write_all(descriptor, line)
                sync(descriptor, full=full)
                if not size:
                    sync_folder(path.parent)
            except OSError:
                _take_back_line(descriptor, size, len(line))
                raise
        finally:
            os.close(descriptor)
    except OSError as error:
        raise write_failed(error, path) from error


def _take_back_line(descriptor: int, size: int, length: int) -> None:
    """Cuts off what was written of a line, unless another process has added one since."""
    with suppress(OSError):
        if os.fstat(descriptor).st_size <= size + length:
            os.ftruncate(descriptor, size)


def write_lines(path: Path, values: Iterable[object]) -> None:
    """Replaces a JSON Lines file as a whole; raises as :func:`write_atomic`."""
    write_atomic(path, b"".join(map(_json_line, values)))


def _json_line(value: object) -> bytes:
    import json  # noqa: PLC0415 - 1 ms that a prompt does not pay

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"  # a lone surrogate, as JSON escapes it


def read_lines(path: Path) -> list[object]:
    """The JSON values of the lines, in order; none if missing, OSError if it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return []
    with os.fdopen(descriptor, "rb") as file:
        raw = file.read()
    values: list[object] = []
    for line in raw.split(b"\n"):
        if line.strip():
            with suppress(ValueError, RecursionError):
                values.append(json_value(line))
    return values


@contextmanager
def lock(path: Path, timeout_s: float = 10.0) -> Iterator[None]:
    """Holds the lock at ``path`` against every other thread and process.

    The lock is the kernel's (``flock``), so it ends with its holder, however that dies. Where a
    disk has none (some network folders) a file ``<name>.held`` stands for it. The file is made
    if missing, in a folder that exists. Not re-entrant.

    Raises:
        LockBusy: someone else held it for ``timeout_s``.
        WriteFailed: the lock file cannot be made.
    """
    deadline = time.monotonic() + timeout_s
    with _thread_locks_guard:
        mine = _thread_locks.setdefault(str(path.resolve()), Lock())
    # flock would also keep threads apart, since it belongs to an open file, but only by polling.
    if not mine.acquire(timeout=max(timeout_s, 0)):
        raise _busy(path, timeout_s)
    try:
        release = _wait_for_lock(path, deadline, timeout_s)
        try:
            yield
        finally:
            release()
    finally:
        mine.release()


_thread_locks: dict[str, Lock] = {}
_thread_locks_guard = Lock()


def _busy(path: Path, timeout_s: float) -> LockBusy:
    return LockBusy(
        f"Another program has held '{path}' for {timeout_s:g} seconds, so nothing was written; "
        "wait for it to finish, then try again."
    )


def _wait_for_lock(path: Path, deadline: float, timeout_s: float) -> Callable[[], None]:
    """Polls, since a bounded wait for ``flock`` has no call of its own; returns the release."""
    from threading import Event  # noqa: PLC0415 - reading takes no lock

    pause, wait_s = Event(), 0.001
    while True:
        try:
            release = _try_lock(path)
        except OSError as error:
            raise write_failed(error, path) from error
        if release is not None:
            return release
        if time.monotonic() >= deadline:
            raise _busy(path, timeout_s)
        pause.wait(wait_s)
        wait_s = min(wait_s * 2, 0.02)


def _try_lock(path: Path) -> Callable[[], None] | None:
    flags = os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | flags, 0o666)
    except PermissionError:
        if not path.exists():
            raise
        # Another person's on a shared disk: reading is enough to lock it.
        descriptor = os.open(path, os.O_RDONLY | flags)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError as error:
        os.close(descriptor)
        if error.errno not in _NO_SUCH_CALL:
            raise
        return _try_lock_by_file(path.with_name(path.name + ".held"))
    # Someone may have removed the file (all of .luminair/) while we waited for it: a lock on a
    # file that no longer has its name keeps nobody out.
    held = False
    try:
        with suppress(FileNotFoundError):
            held = os.path.samestat(os.fstat(descriptor), path.lstat())
    finally:
        if not held:
            os.close(descriptor)
    return (lambda: os.close(descriptor)) if held else None


def _try_lock_by_file(held: Path) -> Callable[[], None] | None:
    host = os.uname().nodename
    with suppress(OSError, ValueError):
        holder, pid = held.read_text(encoding="utf-8").rsplit(" ", 1)
        if holder == host:
            try:
                os.kill(int(pid), 0)
            except ProcessLookupError:
                held.unlink()
    try:
        descriptor = os.open(held, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except FileExistsError:
        return None
    try:
        _write_all(descriptor, f"{host} {os.getpid()}".encode())
    finally:
        os.close(descriptor)
    return lambda: held.unlink(missing_ok=True)


_numbers = itertools.count()


def _open_new(folder: Path, mode: int) -> tuple[Path, int]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    while True:
        name = f"{_TEMPORARY_PREFIX}{os.getpid()}-{next(_numbers)}{_TEMPORARY_SUFFIX}"
        try:
            return folder / name, os.open(folder / name, flags, mode)
        except FileExistsError:  # left by a process that was killed and had our number
            continue


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:  # more than once only where the disk is nearly full: the next call says so
        rest = rest[os.write(descriptor, rest) :]


def _take_over(old: Path, descriptor: int) -> None:
    """Gives the new file what the old one had besides bytes; what a disk refuses is let go."""
    os.fchmod(descriptor, stat.S_IMODE(old.stat().st_mode))
    if sys.platform == "darwin":
        with suppress(OSError):
            source = os.open(old, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                _c_library().fcopyfile(source, descriptor, None, _COPYFILE_ACL_AND_XATTR)
            finally:
                os.close(source)
    elif sys.platform == "linux":
        with suppress(OSError):
            for name in os.listxattr(old, follow_symlinks=False):
                if name.startswith("user."):
                    value = os.getxattr(old, name, follow_symlinks=False)
                    os.setxattr(descriptor, name, value)


def _c_library() -> ctypes.CDLL:
    import ctypes  # noqa: PLC0415 - 2 to 8 ms that reading never pays

    return ctypes.CDLL(None, use_errno=True)


def _rename_exclusive(old: bytes, new: bytes) -> int:
    """The system's own rename that never overwrites: 0, or the error's number."""
    import ctypes  # noqa: PLC0415 - as above

    library = _c_library()
    try:
        if sys.platform == "darwin":
            failed = library.renamex_np(old, new, _RENAME_EXCL)
        else:
            failed = library.renameat2(_AT_FDCWD, old, _AT_FDCWD, new, _RENAME_NOREPLACE)
    except AttributeError:
        return errno.ENOSYS
    return ctypes.get_errno() if failed else 0
