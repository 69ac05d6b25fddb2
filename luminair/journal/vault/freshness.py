"""Which files changed since the index last read them, and reading those.

The index remembers a file by its sign. A sign is kept only where it can tell the next change from
this one: disks keep times in steps, so a file that changed just before we read it may change again
within the same step. Such a file is remembered by a sign that fits no file, and read again at the
next look (as git does with "racy" entries, see its Documentation/technical/racy-git.txt).
"""

from __future__ import annotations

import os
import time
from struct import pack

from luminair.hashing import blake2
from luminair.journal.vault.tree import FolderLook, Look, sign_of
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Final, TypeAlias

MAX_BYTES: Final = 40 * 1024 * 1024
"""Larger files are listed, not read (spec 1.4)."""

Sign: TypeAlias = tuple[int, int, int, int]

NO_SIGN: Final[Sign] = (0, 0, -1, 0)
"""Fits no file: its size is below zero."""

# Steps in which disks keep time: whole seconds (HFS+) or two (FAT); else a tick of the kernel.
_COARSE_NS: Final = 2_000_000_000
_FINE_NS: Final = 50_000_000
_SECOND_NS: Final = 1_000_000_000
_TRIES: Final = 3
_LATEST_S: Final = 253_402_300_799  # the last second of the year 9999


Folder: TypeAlias = "tuple[str, bytes]"
"""One folder's row in the index: its notes' names, a slash between, and their signs."""


class Plan:
    """What a look says is to be done.

    Attributes:
        read: modification time and path of each file to read, newest first.
        removed: paths that are gone.
        reordered: folders whose notes are as before, but listed in another order: to be stored
            in the disk's order, so that the next look fits at a glance.
    """

    __slots__ = ("read", "removed", "reordered")

    def __init__(self, read: list[tuple[int, str]], removed: list[str]) -> None:
        self.read = read
        self.removed = removed
        self.reordered: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.read or self.removed or self.reordered)


class Done:
    """What was stored, by path."""

    __slots__ = ("added", "changed", "removed")

    def __init__(self) -> None:
        self.added: list[str] = []
        self.changed: list[str] = []
        self.removed: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class FileBytes:
    """A file as it was read, or why it was not.

    Attributes:
        raw: its bytes; None where it could not be read.
        sign: what to remember it by.
        mtime_ns: when its content changed.
        size: bytes on disk.
        reason: why there are no bytes; '' where the file is gone.
        too_large: the file was not opened because of its size.
    """

    raw: bytes | None
    sign: Sign
    mtime_ns: int
    size: int
    reason: str = ""
    too_large: bool = False


def entries(names: str, signs: bytes) -> dict[str, Sign]:
    """A stored folder: file name to sign."""
    each = iter(memoryview(signs).cast("q"))
    # Names never hold a slash, so it can part them.
    listed = names.split("/") if names else []
    rows = zip(listed, each, each, each, each, strict=True)
    return {name: (mtime, ctime, size, inode) for name, mtime, ctime, size, inode in rows}


def folder_row(held: Mapping[str, Sign]) -> Folder:
    """The opposite of :func:`entries`."""
    numbers = [number for sign in held.values() for number in sign]
    return "/".join(held), pack(f"{len(numbers)}q", *numbers)


def mark_of(names: str, signs: bytes) -> bytes:
    """What stands for a stored folder: two that differ have marks that differ."""
    return blake2(names.encode() + b"\0" + signs)


def compare(seen: Look, stored: Mapping[str, Folder]) -> Plan:
    """What changed between the index and a look.

    What lies in a folder that could not be listed is neither read nor removed.
    """
    plan = Plan([], [])
    shut = [path for path, _ in seen.unreadable]
    for folder, now in seen.folders.items():
        before = stored.get(folder)
        if before != ("/".join(now.names), now.signs):
            _compare_folder(folder, now, before, shut, plan)
    for folder, before in stored.items():
        if folder not in seen.folders:
            _compare_folder(folder, FolderLook(), before, shut, plan)
    plan.read.sort(reverse=True)
    return plan


def _compare_folder(
    folder: str, now: FolderLook, before: Folder | None, shut: list[str], plan: Plan
) -> None:
    head = folder + "/" if folder else ""
    known = entries(*before) if before is not None else {}
    here = entries("/".join(now.names), now.signs)
    if known == here:
        plan.reordered.append(folder)
        return
    plan.read += [(sign[0], head + name) for name, sign in here.items() if known.get(name) != sign]
    for name in known.keys() - here.keys():
        path = head + name
        if not any(path == each or path.startswith(each + "/") for each in shut):
            plan.removed.append(path)


def utc_of(mtime_ns: int) -> str:
    """A file's time as notes have it: UTC with milliseconds and ``Z``."""
    seconds, rest = divmod(mtime_ns, 1_000_000_000)
    seconds = min(max(seconds, 0), _LATEST_S)
    shown = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{shown}.{rest // 1_000_000:03d}Z"


def split_path(path: str) -> tuple[str, str]:
    """Folder and file name of a path in the vault."""
    folder, _, name = path.rpartition("/")
    return folder, name


def read_file(root: str, path: str, clock: Callable[[], int]) -> FileBytes:
    """A note's bytes together with a sign that belongs to these very bytes.

    Args:
        root: the vault's folder.
        path: path in the vault.
        clock: nanoseconds since 1970, as the disk counts them.
    """
    try:
        handle = os.open(f"{root}/{path}", _FLAGS)
    except FileNotFoundError:
        return FileBytes(None, NO_SIGN, 0, 0)
    except OSError as error:
        return _unread(root, path, error)
    try:
        return _read_open(handle, clock)
    except OSError as error:
        return _unread(root, path, error)
    finally:
        os.close(handle)


# Never through a link that was put in the file's place, and never waiting for a pipe.
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def _unread(root: str, path: str, error: OSError) -> FileBytes:
    said = (error.strerror or "unknown fault").lower()
    try:
        state = os.lstat(f"{root}/{path}")
    except OSError:
        return FileBytes(None, NO_SIGN, 0, 0, f"cannot be read ({said})")
    return FileBytes(None, NO_SIGN, state.st_mtime_ns, state.st_size, f"cannot be read ({said})")


def _read_open(handle: int, clock: Callable[[], int]) -> FileBytes:
    before = os.fstat(handle)
    raw = b""
    for _ in range(_TRIES):
        if before.st_size > MAX_BYTES:
            reason = f"is larger than {MAX_BYTES // (1024 * 1024)} MB"
            sign = _kept_sign(sign_of(before), clock())
            return FileBytes(None, sign, before.st_mtime_ns, before.st_size, reason, True)
        began = clock()
        raw = b"".join(_pieces(handle, before.st_size))
        after = os.fstat(handle)
        if sign_of(after) == sign_of(before) and len(raw) == after.st_size:
            return FileBytes(raw, _kept_sign(sign_of(after), began), after.st_mtime_ns, len(raw))
        os.lseek(handle, 0, os.SEEK_SET)
        before = after
    # Somebody is writing all the time: take what there is, and look again next time.
    return FileBytes(raw, NO_SIGN, before.st_mtime_ns, len(raw))


def _pieces(handle: int, size: int) -> Iterator[bytes]:
    while piece := os.read(handle, size + 1):
        yield piece


def _kept_sign(sign: Sign, began_ns: int) -> Sign:
    """The sign, or one that fits no file where the next change might bear the same."""
    mtime_ns, ctime_ns, _, _ = sign
    step = _COARSE_NS if ctime_ns % _SECOND_NS == 0 else _FINE_NS
    # A time of content that lies in the future was set by hand, and the next change ends it.
    racy = ctime_ns > began_ns - step or abs(began_ns - mtime_ns) < step
    return NO_SIGN if racy else sign
