"""One look at the vault's folders: which notes are there, and a sign of each file's state.

The look is what makes the index honest (spec 4.5), and it is the dearest part of a cold question,
so it costs one ``scandir`` a folder, one ``lstat`` a file, and no object of ours for either.
"""

from __future__ import annotations

import os
import stat
import sys
from itertools import chain
from operator import attrgetter, methodcaller
from struct import error, pack

from luminair.errors import VaultError, VaultMissing, VaultNotAFolder, VaultUnreadable
from luminair.values import dataclass

TYPE_CHECKING = False  # a look ahead loads typing for nothing else
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_INT64_MASK: Final = (1 << 63) - 1
# macOS marks a file whose content is in the cloud only; reading it would wait for the network.
_SF_DATALESS: Final = 0x40000000
_ASKS_CLOUD: Final = sys.platform == "darwin"


@dataclass(frozen=True, slots=True)
class FileSign:
    """What the disk says of a file without opening it; another sign means: read it again.

    Attributes:
        path: path in the vault, as spelled on disk.
        mtime_ns: when its content changed, nanoseconds since 1970.
        ctime_ns: when its content or its permissions changed, which no program can set back.
        size: bytes.
        inode: the file's number; a file that was put in place of another has a new one.
    """

    path: str
    mtime_ns: int
    ctime_ns: int
    size: int
    inode: int


class FolderLook:
    """The notes of one folder, in the order in which the disk lists them.

    Attributes:
        names: file names.
        signs: four numbers of 64 bits a file, see :class:`FileSign`.
    """

    __slots__ = ("names", "signs")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.signs = b""


class Look:
    """What stood in the vault at one moment.

    Attributes:
        folders: folder in the vault ('' is the vault itself, ``/`` between parts) to its notes;
            folders without notes are left out.
        unreadable: folder or file with the reason why it could not be looked at. What is known
            of it from before still holds.
    """

    __slots__ = ("folders", "unreadable")

    def __init__(self) -> None:
        self.folders: dict[str, FolderLook] = {}
        self.unreadable: list[tuple[str, str]] = []

    @property
    def files(self) -> list[FileSign]:
        """All notes, by path."""
        return sorted(self._signs(), key=attrgetter("path"))

    def _signs(self) -> Iterator[FileSign]:
        for folder, seen in self.folders.items():
            head = folder + "/" if folder else ""
            numbers = iter(memoryview(seen.signs).cast("q"))
            rows = zip(seen.names, numbers, numbers, numbers, numbers, strict=True)
            for name, mtime_ns, ctime_ns, size, inode in rows:
                yield FileSign(head + name, mtime_ns, ctime_ns, size, inode)


def look(root: str) -> Look:
    """Looks at every note's file below a vault.

    Folders that start with a dot are passed by. So is every symbolic link: what it leads to is
    outside the vault and not ours (spec 1.2), or inside and listed where it really is.

    Args:
        root: the vault's folder.

    Raises:
        VaultMissing: nothing stands at this path.
        VaultNotAFolder: a file stands there.
        VaultUnreadable: it may not be listed.
    """
    seen = Look()
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            # Through the folder itself: a path would be walked from the root for each file.
            handle = os.open(f"{root}/{folder}" if folder else root, _FOLDER)
        except OSError as error:
            _shut(folder, error, seen, root)
            continue
        try:
            with os.scandir(handle) as listing:
                entries = list(listing)
            names = [entry.name for entry in entries]
            if any(map(_HIDDEN, names)):
                head = folder + "/" if folder else ""
                away = filter(None, map(in_cloud, names))
                seen.unreadable += [(_shown(head + name), _IN_CLOUD) for name in away]
                entries = [entry for entry in entries if entry.name[0] != "."]
                names = [entry.name for entry in entries]
            _look_into(folder, handle, entries, names, seen, waiting)
        except OSError as error:
            _shut(folder, error, seen, root)
        finally:
            os.close(handle)
    return seen


_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_IN_CLOUD: Final = "the file is in iCloud and has not been downloaded to this machine"
_CLOUD_END: Final = ".icloud"
_HIDDEN: Final = methodcaller("startswith", ".")
_NOTE_ENDS: Final = (".md", ".MD", ".Md", ".mD")
_MODE: Final = attrgetter("st_mode")
_SIGN: Final = attrgetter("st_mtime_ns", "st_ctime_ns", "st_size", "st_ino")


def in_cloud(name: str) -> str:
    """The note of which iCloud keeps only ``.NAME.icloud`` here (before macOS 14); else ''."""
    if name[0] != "." or not name.endswith(_CLOUD_END):
        return ""
    note = name[1 : -len(_CLOUD_END)]
    return note if note[-3:].lower() == ".md" and note[0] != "." else ""


def _is_in_cloud(root: str, parts: list[str]) -> bool:
    """Whether iCloud keeps the note away that is asked for."""
    *above, name = parts
    return os.path.lexists("/".join((root, *above, f".{name}{_CLOUD_END}")))


def _shut(folder: str, error: OSError, seen: Look, root: str) -> None:
    if not folder:
        raise _no_vault(root, error) from error
    # A folder that went away since its parent was listed has simply been removed.
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        seen.unreadable.append((_shown(folder), f"the folder {_why(error)}"))


def _look_into(
    folder: str,
    handle: int,
    entries: list[os.DirEntry[str]],
    names: list[str],
    seen: Look,
    waiting: list[str],
) -> None:
    """Takes down the notes of one folder and puts its sub-folders on the list."""
    head = folder + "/" if folder else ""
    here = FolderLook()
    named = [name for name in names if name.endswith(_NOTE_ENDS)]
    if len(named) < len(names):
        waiting += [
            head + entry.name
            for entry in entries
            if not entry.name.endswith(_NOTE_ENDS) and entry.is_dir(follow_symlinks=False)
        ]
    if not _take_all(handle, named, here):
        # A folder may be called as a note is.
        folders = {entry.name for entry in entries if entry.is_dir(follow_symlinks=False)}
        waiting += [head + name for name in named if name in folders]
        named = [name for name in named if name not in folders]
        _take_each(head, handle, named, here, seen)
    if here.names:
        seen.folders[folder] = here


def _take_all(handle: int, names: list[str], here: FolderLook) -> bool:
    """Takes down files of which nothing is out of the ordinary; False where something is."""
    try:
        ask = os.stat
        states = [ask(name, dir_fd=handle, follow_symlinks=False) for name in names]
        if any(mode & 0o170000 != stat.S_IFREG for mode in set(map(_MODE, states))):
            return False
        if _ASKS_CLOUD and any(_cannot_read("", state) for state in states):
            return False
        "/".join(names).encode()
        here.signs = pack(f"{4 * len(states)}q", *chain.from_iterable(map(_SIGN, states)))
    except (OSError, UnicodeEncodeError, error):
        return False
    here.names = names
    return True


def _take_each(head: str, handle: int, names: list[str], here: FolderLook, seen: Look) -> None:
    """Takes down files one by one, each with what keeps it from being read."""
    for name in names:
        try:
            state = os.stat(name, dir_fd=handle, follow_symlinks=False)
        except FileNotFoundError:
            continue
        except OSError as error:
            seen.unreadable.append((_shown(head + name), f"the file {_why(error)}"))
            continue
        if state.st_mode & 0o170000 != stat.S_IFREG:
            continue
        reason = _cannot_read(name, state)
        if reason:
            seen.unreadable.append((_shown(head + name), reason))
            continue
        here.names.append(name)
        here.signs += pack("4q", *sign_of(state))


def sign_of(state: os.stat_result) -> tuple[int, int, int, int]:
    """A file's sign; numbers beyond 63 bits, as some network disks give, are cut."""
    numbers = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
    if all(-_INT64_MASK <= number <= _INT64_MASK for number in numbers):
        return numbers
    mtime_ns, ctime_ns, size, inode = (number & _INT64_MASK for number in numbers)
    return mtime_ns, ctime_ns, size, inode


def _cannot_read(name: str, state: os.stat_result) -> str:
    """Why a regular file is not to be opened, or ''."""
    if _ASKS_CLOUD and getattr(state, "st_flags", 0) & _SF_DATALESS:
        return _IN_CLOUD
    if not name.isascii():
        try:
            name.encode()
        except UnicodeEncodeError:
            return "the file's name is not UTF-8, so it cannot be used as a path"
    return ""


def _shown(path: str) -> str:
    return path.encode("utf-8", "replace").decode()


def _why(error: OSError) -> str:
    return f"cannot be read ({(error.strerror or 'unknown fault').lower()})"


def _no_vault(root: str, error: OSError) -> VaultError:
    if isinstance(error, FileNotFoundError):
        return VaultMissing(
            f"There is no Journal at {root}: connect the disk or put the folder back, "
            "or make a new one with luminair-journal init."
        )
    if isinstance(error, NotADirectoryError):
        return VaultNotAFolder(f"{root} is a file, not a folder: choose a folder for the Journal.")
    return VaultUnreadable(f"The Journal at {root} {_why(error)}: check the folder's permissions.")


def look_at(root: str, paths: list[str]) -> tuple[Look, list[str]] | None:
    """Looks at some notes alone, as :func:`look` would find them.

    Args:
        root: the vault's folder.
        paths: paths in the vault; what can be no note (a picture, a dot folder) is left out.

    Returns:
        What stands there, and the paths where nothing does in the very spelling that is asked
        for. None where only a look at everything can tell: a path is a folder's, or leads to a
        file that the disk spells otherwise.

    Raises:
        VaultMissing, VaultNotAFolder, VaultUnreadable: see :func:`look`; no path is gone then.
    """
    seen = Look()
    gone: list[str] = []
    for path in paths:
        parts = path.split("/")
        if any(part.startswith(".") or not part for part in parts):
            continue
        try:
            state = _spelled(root, parts)
        except OSError as error:
            seen.unreadable.append((_shown(path), f"the file {_why(error)}"))
            continue
        if state is None and os.path.lexists(f"{root}/{path}"):
            return None  # under another spelling
        if state is None and _is_in_cloud(root, parts):
            seen.unreadable.append((_shown(path), _IN_CLOUD))
            continue
        if state is None or stat.S_ISLNK(state.st_mode):
            gone.append(path)
            continue
        if stat.S_ISDIR(state.st_mode):
            return None
        name = parts[-1]
        if name[-3:].lower() != ".md" or not stat.S_ISREG(state.st_mode):
            gone.append(path)  # a file may stand where a folder was
            continue
        _take(path, state, seen)
    if gone:
        _must_be_there(root)
    return seen, gone


def _take(path: str, state: os.stat_result, seen: Look) -> None:
    """Takes down one note by its path."""
    folder, _, name = path.rpartition("/")
    reason = _cannot_read(name, state)
    if reason:
        seen.unreadable.append((_shown(path), reason))
        return
    here = seen.folders.setdefault(folder, FolderLook())
    here.names.append(name)
    here.signs += pack("4q", *sign_of(state))


def _must_be_there(root: str) -> None:
    """Raises as :func:`look` where the vault cannot be listed: then nothing in it is gone."""
    try:
        os.close(os.open(root, _FOLDER))
    except OSError as error:
        raise _no_vault(root, error) from error


def _spelled(root: str, parts: list[str]) -> os.stat_result | None:
    """The state of what is there under this very name, or of a link on the way; else None."""
    place = root
    state: os.stat_result | None = None
    for part in parts:
        try:
            with os.scandir(place) as listing:
                entry = next((each for each in listing if each.name == part), None)
            if entry is None:
                return None
            state = entry.stat(follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None
        if stat.S_ISLNK(state.st_mode):
            return state
        place = f"{place}/{part}"
    return state
