"""A disk that fails as it is told to, at the one seam where the house touches it: module ``os``.

Everything that the house writes goes through ``os`` (``pathlib`` and ``io`` included, which call it
by its module, but for ``io.open``) and through the rename that never overwrites. Only SQLite
writes by itself; the index is derived, and ``real_disk.py`` tests it on real disks.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import io
import os
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING

from luminair import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GROWING = frozenset({"open", "write", "fsync", "mkdir"})
"""Calls that need room on the disk."""
CHANGING = GROWING | {
    "replace", "rename", "unlink", "remove", "rmdir", "fchmod", "chmod", "ftruncate", "link",
    "symlink", "utime",
}  # fmt: skip
LOOKING = frozenset({"stat", "lstat", "scandir", "listdir", "readlink", "read", "access"})
_BY_HANDLE = frozenset({"write", "fsync", "fchmod", "ftruncate", "read"})


class Fault:
    """What goes wrong, from which call on, and for how long.

    Args:
        name: as a test is named after it.
        code: the error's number.
        calls: which calls fail.
        once: only one call fails; else all from there on do.
    """

    def __init__(self, name: str, code: int, calls: frozenset[str], *, once: bool = False) -> None:
        self.name, self.code, self.calls, self.once = name, code, calls, once


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("full", errno.ENOSPC, GROWING),
        Fault("full for a moment", errno.ENOSPC, GROWING, once=True),
        Fault("quota", errno.EDQUOT, GROWING),
        Fault("read-only", errno.EROFS, CHANGING - {"write", "fsync"}),
        Fault("no permission", errno.EACCES, CHANGING - {"write", "fsync"}),
        Fault("in use", errno.EBUSY, CHANGING - {"write", "fsync"}, once=True),
        Fault("try again", errno.EAGAIN, frozenset({"open", "replace", "rename"}), once=True),
        Fault("broken", errno.EIO, CHANGING, once=True),
        Fault("unmounted", errno.ENODEV, CHANGING | LOOKING),
        Fault("gone", errno.ENOENT, CHANGING | LOOKING),
    )
}


class Disk:
    """Counts the calls that touch ``root`` and fails those that the fault says.

    Attributes:
        count: how many calls the fault could have hit so far.
        hit: whether it did hit one.
    """

    def __init__(self, root: Path, fault: Fault | None, at: int) -> None:
        self._root = os.fspath(root)
        self._fault, self._at = fault, at
        self.count = 0
        self.hit = False

    @contextmanager
    def failing(self) -> Iterator[Disk]:
        """The disk is as it is said to be in here."""
        names = sorted(CHANGING | LOOKING)
        real = {name: getattr(os, name) for name in names}
        opens, built, renames, locks = io.open, builtins.open, files._rename_exclusive, fcntl.flock
        for name, call in real.items():
            setattr(os, name, self._trapped(name, call))
        io.open = builtins.open = self._opened(opens)  # type: ignore[assignment]
        files._rename_exclusive = self._renamed(renames)
        try:
            yield self
        finally:
            for name, call in real.items():
                setattr(os, name, call)
            io.open, builtins.open = opens, built  # type: ignore[assignment]
            files._rename_exclusive = renames
            fcntl.flock = locks

    def _ours(self, name: str, arguments: tuple[object, ...]) -> bool:
        if name in _BY_HANDLE or not arguments or isinstance(arguments[0], int):
            return name in _BY_HANDLE and arguments[0] not in {0, 1, 2}
        try:
            path = os.fsdecode(arguments[0])  # type: ignore[arg-type]
        except TypeError:
            return False
        return path.startswith(self._root) or not path.startswith("/")

    def _springs(self, name: str) -> bool:
        fault = self._fault
        if fault is None or name not in fault.calls:
            return False
        self.count += 1
        now = self.count == self._at if fault.once else self.count >= self._at
        self.hit |= now
        return now

    def _error(self, place: object) -> OSError:
        assert self._fault is not None
        code = self._fault.code
        return OSError(code, os.strerror(code), place if isinstance(place, str) else None)

    def _trapped(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            if self._ours(name, arguments):
                flags = arguments[1] if len(arguments) > 1 else named.get("flags", 0)
                writes = name != "open" or int(flags) & (  # type: ignore[call-overload]
                    os.O_CREAT | os.O_WRONLY | os.O_RDWR
                )
                if self._springs(name if writes else "read"):
                    if name == "access":
                        return False
                    raise self._error(str(arguments[0]))
            return real(*arguments, **named)

        return call

    def _opened(self, real: Callable[..., object]) -> Callable[..., object]:
        def call(file: object, mode: str = "r", *arguments: object, **named: object) -> object:
            if self._ours("io.open", (file,)) and self._springs(
                "open" if set(mode) & set("wax+") else "read"
            ):
                raise self._error(str(file))
            return real(file, mode, *arguments, **named)

        return call

    def _renamed(self, real: Callable[[bytes, bytes], int]) -> Callable[[bytes, bytes], int]:
        def call(old: bytes, new: bytes) -> int:
            if self._springs("rename"):
                assert self._fault is not None
                return self._fault.code
            return real(old, new)

        return call


# --- Disks that see names otherwise ------------------------------------------------------------


_BY_ONE_NAME = (
    "open", "stat", "lstat", "unlink", "remove", "mkdir", "rmdir", "chmod", "scandir", "listdir",
    "readlink", "access", "utime", "getxattr", "setxattr", "listxattr",
)  # fmt: skip
_BY_TWO_NAMES = ("replace", "rename", "link")


class BlindDisk:
    """A disk that takes names for one where ``key`` makes them the same, below ``root``.

    As APFS and HFS+ do it: the first spelling stays on the disk, each other one leads to it.
    """

    def __init__(self, root: Path, key: Callable[[str], str]) -> None:
        self._root, self._key = os.fspath(root), key
        self._real = {name: getattr(os, name) for name in (*_BY_ONE_NAME, *_BY_TWO_NAMES)}
        self._opens, self._renames = io.open, files._rename_exclusive

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """The disk is like this in here."""
        for name in _BY_ONE_NAME:
            setattr(os, name, self._with_one(self._real[name]))
        for name in _BY_TWO_NAMES:
            setattr(os, name, self._with_two(self._real[name]))
        opens = self._opens
        io.open = builtins.open = lambda file, *rest, **named: opens(  # type: ignore[assignment]
            self._spelled(file), *rest, **named
        )
        files._rename_exclusive = self._exclusive
        try:
            yield
        finally:
            for name, call in self._real.items():
                setattr(os, name, call)
            io.open = builtins.open = opens
            files._rename_exclusive = self._renames

    def _spelled(self, path: object) -> object:
        """A path as the disk spells it."""
        if not isinstance(path, (str, os.PathLike)):
            return path
        text = os.fspath(path)
        if not isinstance(text, str) or not text.startswith(self._root + "/"):
            return path
        found = self._root
        for part in text[len(self._root) + 1 :].split("/"):
            found = f"{found}/{self._same(found, part)}"
        return found

    def _same(self, folder: str, part: str) -> str:
        try:
            names = self._real["listdir"](folder)
        except OSError:
            return part
        if part in names:
            return part
        return next((name for name in names if self._key(name) == self._key(part)), part)

    def _target(self, old: object, new: object) -> object:
        """A new spelling of the very file that is renamed is taken as it is asked for."""
        spelled = str(self._spelled(new))
        if spelled != str(self._spelled(old)):
            return spelled
        return f"{spelled.rpartition('/')[0]}/{str(new).rpartition('/')[2]}"

    def _with_one(self, call: Callable[..., object]) -> Callable[..., object]:
        def mapped(path: object = ".", *rest: object, **named: object) -> object:
            return call(path if "dir_fd" in named else self._spelled(path), *rest, **named)

        return mapped

    def _with_two(self, call: Callable[..., object]) -> Callable[..., object]:
        return lambda old, new, **named: call(self._spelled(old), self._target(old, new), **named)

    def _exclusive(self, old: bytes, new: bytes) -> int:
        before, wanted = os.fsdecode(old), os.fsdecode(new)
        source, target = str(self._spelled(before)), str(self._spelled(wanted))
        try:
            self._real["lstat"](target)
        except OSError:
            pass
        else:
            if target != source:
                return errno.EEXIST
        return self._renames(os.fsencode(source), os.fsencode(str(self._target(before, wanted))))


def without_case(name: str) -> str:
    """One spelling for names that a case-blind disk takes for one, whatever their Unicode form."""
    return unicodedata.normalize("NFD", name).casefold()


def without_form(name: str) -> str:
    """One spelling for names that differ by Unicode form alone."""
    return unicodedata.normalize("NFD", name)
