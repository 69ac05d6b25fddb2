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
from pathlib import Path
from typing import TYPE_CHECKING

from luminair import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


@contextmanager
def blind_to(key: Callable[[str], str], root: Path) -> Iterator[None]:
    """A disk that takes names for one where ``key`` makes them the same, below ``root``.

    As APFS and HFS+ do it: the first spelling stays on the disk, each other one leads to it.
    """
    base = os.fspath(root)
    listdir = os.listdir

    def spelled(path: object) -> object:
        if not isinstance(path, (str, os.PathLike)):
            return path
        text = os.fspath(path)
        if not isinstance(text, str) or not text.startswith(base + "/"):
            return path
        found = base
        for part in text[len(base) + 1 :].split("/"):
            try:
                names = listdir(found)
            except OSError:
                names = []
            same = part if part in names else next((n for n in names if key(n) == key(part)), part)
            found = f"{found}/{same}"
        return found

    one = (
        "open", "stat", "lstat", "unlink", "remove", "mkdir", "rmdir", "chmod", "scandir",
        "listdir", "readlink", "access", "utime", "getxattr", "setxattr", "listxattr",
    )  # fmt: skip
    real = {name: getattr(os, name) for name in (*one, "replace", "rename", "link")}
    opens, renames = io.open, files._rename_exclusive

    def with_one(call: Callable[..., object]) -> Callable[..., object]:
        def mapped(path: object = ".", *rest: object, **named: object) -> object:
            return call(path if "dir_fd" in named else spelled(path), *rest, **named)

        return mapped

    def target_of(old: object, new: object) -> object:
        """A new spelling of the very file that is renamed is taken as it is asked for."""
        if spelled(new) == spelled(old):
            return f"{os.path.dirname(str(spelled(new)))}/{os.path.basename(str(new))}"  # noqa: PTH119, PTH120
        return spelled(new)

    def with_two(call: Callable[..., object]) -> Callable[..., object]:
        return lambda old, new, **named: call(spelled(old), target_of(old, new), **named)

    def exclusive(old: bytes, new: bytes) -> int:
        before, wanted = os.fsdecode(old), os.fsdecode(new)
        target = spelled(wanted)
        if real["lstat"] and os.path.lexists(str(target)) and target != spelled(before):
            return errno.EEXIST
        return renames(
            os.fsencode(str(spelled(before))), os.fsencode(str(target_of(before, wanted)))
        )

    for name in one:
        setattr(os, name, with_one(real[name]))
    for name in ("replace", "rename", "link"):
        setattr(os, name, with_two(real[name]))
    io.open = builtins.open = lambda file, *rest, **named: opens(spelled(file), *rest, **named)  # type: ignore[assignment]
    files._rename_exclusive = exclusive
    try:
        yield
    finally:
        for name, call in real.items():
            setattr(os, name, call)
        io.open = builtins.open = opens
        files._rename_exclusive = renames


def without_case(name: str) -> str:
    """One spelling for names that a case-blind disk takes for one, whatever their Unicode form."""
    return unicodedata.normalize("NFD", name).casefold()


def without_form(name: str) -> str:
    """One spelling for names that differ by Unicode form alone."""
    return unicodedata.normalize("NFD", name)
