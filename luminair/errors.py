"""What can go wrong, as one small tree. ``str(error)`` is always one plain sentence.

LuminairError                  could not: exit code 1
├── UsageError                 asked wrongly: exit code 2
├── VaultError                 the folder as a whole
│   ├── VaultMissing           it was never there, or is gone (unmounted, moved)
│   ├── VaultNotAFolder        there is a file in its place
│   └── VaultUnreadable        no permission, or the disk says no
├── NoteError                  one note
│   ├── NoteNotFound           no such id or path
│   ├── NoteDamaged            it cannot be read, so it is left byte for byte as it is
│   └── NoteChanged            it changed on disk since it was read; both versions are kept
├── HomeNewer                  the home folder is of a later version
├── WriteFailed                disk full, read-only, name too long
│   └── VaultNewer             the vault is of a later version, so it is only read
├── LockBusy                   another process holds the vault's lock
├── EmbeddingFailed            a text got no vector; ``cause`` says what kind of failure
├── Refused                    a rule of the house says no (trust, guards)
└── UndoRefused                files changed since; their names are in ``paths``
    └── OperationUnknown       the vault's log has none of that name
"""

from __future__ import annotations

import errno

TYPE_CHECKING = False  # a look ahead needs errors, and typing takes as long to load as it takes
if TYPE_CHECKING:
    from typing import ClassVar, Protocol

    class Place(Protocol):
        """A path, as far as a sentence names it."""

        @property
        def name(self) -> str:
            """Its last part."""

        @property
        def parent(self) -> object:
            """What it lies in."""


class LuminairError(Exception):
    """Base of all expected failures.

    The message says what happened, where, and what to do now, in one sentence that a person
    can read in a window or on standard error. Doors (cli, shell, agents) show it as it is.
    """

    exit_code: ClassVar[int] = 1


class UsageError(LuminairError):
    """The caller asked wrongly: an unknown option, kind, scope or command."""

    exit_code: ClassVar[int] = 2


class VaultError(LuminairError):
    """The vault as a whole cannot be used."""


class VaultMissing(VaultError):
    """The vault's folder is not there: never made, unmounted or moved."""


class VaultNotAFolder(VaultError):
    """Something that is not a folder stands where the vault should be."""


class VaultUnreadable(VaultError):
    """The folder is there but may not be read."""


class NoteError(LuminairError):
    """One note cannot be used as asked."""


class NoteNotFound(NoteError):
    """No note has this id or path."""


class NoteDamaged(NoteError):
    """The note's file cannot be read as a note, so nothing in it may be rewritten."""


class NoteChanged(NoteError):
    """The file changed on disk since it was read.

    Attributes:
        path: the note's path in the vault; the version on disk is still there.
        kept: where the version that was to be saved is kept, a path in the vault.
    """

    def __init__(self, message: str, *, path: str, kept: str) -> None:
        super().__init__(message)
        self.path = path
        self.kept = kept


class WriteFailed(LuminairError):
    """The disk did not take the write; what was there before is still there."""


class VaultNewer(WriteFailed):
    """A newer Luminair has written to the vault, so this one only reads it."""


class HomeNewer(LuminairError):
    """A newer Luminair has used the home folder, so this one leaves it alone."""


class LockBusy(LuminairError):
    """Another process held the lock for longer than we were willing to wait."""


class EmbeddingFailed(LuminairError):
    """A text got no vector, so notes are ranked by words alone meanwhile.

    Attributes:
        cause: 'late' the time was over, 'gone' nobody answered, 'model' the model is not there
            or makes no embeddings, 'text' this very text was refused, 'answer' what came is no
            vector.
    """

    def __init__(self, message: str, *, cause: str) -> None:
        super().__init__(message)
        self.cause = cause


class Refused(LuminairError):
    """A rule of the house forbids it."""


class Stopped(LuminairError):
    """Work that takes a while was ended before it was done: its owner wanted it no more."""


class UndoRefused(LuminairError):
    """Undo would overwrite newer work.

    Attributes:
        paths: the notes that changed after the operation that was to be undone.
    """

    def __init__(self, message: str, *, paths: tuple[str, ...]) -> None:
        super().__init__(message)
        self.paths = paths


class OperationUnknown(UndoRefused):
    """No operation of this vault has the name that was to be undone."""


_REASONS: dict[int, tuple[str, str]] = {
    errno.ENOSPC: ("the disk is full", "make room and try again"),
    errno.EDQUOT: ("your share of the disk is used up", "make room and try again"),
    errno.EFBIG: ("it is larger than this disk allows", "make it smaller or use another disk"),
    errno.EACCES: ("you have no permission to write there", "change the folder's permissions"),
    errno.EPERM: ("you have no permission to write there", "change the folder's permissions"),
    errno.EROFS: ("the disk can only be read", "use another folder or make the disk writable"),
    errno.ENAMETOOLONG: ("its name is too long for this disk", "give it a shorter name"),
    errno.EIO: ("the disk reports an error", "check the disk and keep a copy of your work"),
    errno.ENOENT: ("its folder is gone", "bring the folder back and try again"),
    errno.ENOTDIR: ("a file stands where its folder should be", "move that file away"),
    errno.EEXIST: ("something of that name is in the way", "move it away"),
    errno.EISDIR: ("a folder stands in its place", "move that folder away"),
    errno.EBUSY: ("another program is using it", "close that program and try again"),
    errno.EAGAIN: ("another program is using it", "try again"),
    errno.ENODEV: ("its disk is gone", "connect the disk and try again"),
    errno.ENXIO: ("its disk is gone", "connect the disk and try again"),
    errno.ESTALE: ("its disk is gone", "connect the disk and try again"),
    errno.ELOOP: ("a symbolic link stands in its place", "replace the link by a real file"),
}


def write_failed(error: OSError, path: Place) -> WriteFailed:
    """The sentence for a write that the system refused: what, where, what now."""
    fallback = (error.strerror or "the system refused it").lower()
    reason, advice = _REASONS.get(error.errno or 0, (fallback, "try again"))
    return WriteFailed(
        f"'{path.name}' could not be written in '{path.parent}' because {reason}, "
        f"so what was there before is unchanged; {advice}."
    )


def history_unreadable(
    error: OSError, folder: Place, what: str = "earlier versions"
) -> VaultUnreadable:
    """The sentence for what is kept of the past, is there, and cannot be read."""
    reason = (error.strerror or "the system refused it").lower()
    return VaultUnreadable(
        f"The {what} in '{folder}' cannot be read ({reason}), so nothing was changed; "
        "connect the disk or check the folder's permissions, then try again."
    )
