"""Where a path in the vault lies on the disk, and the refusal of everything that leads out.

Paths in the vault have ``/`` between their parts. Two names are one name when they differ only
by letter case or Unicode form, also on a disk that could tell them apart (spec 2.6).
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata

from luminair.dates import UTC, datetime
from luminair.errors import (
    NoteDamaged,
    NoteNotFound,
    Refused,
    VaultMissing,
    VaultNewer,
    VaultNotAFolder,
    VaultUnreadable,
    WriteFailed,
)
from luminair.files import sha256_of, write_failed
from luminair.journal.notes.paths import name_key
from luminair.journal.vault.operations import utc
from luminair.journal.vault.tree import in_cloud
from luminair.journal.vault.vault_format import MACHINE_FOLDER, newer_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def parts_of(path: str) -> tuple[str, ...]:
    """The parts of a note's path in the vault.

    Raises:
        Refused: it is empty, absolute, steps up, or names a hidden file or folder.
    """
    parts = tuple(path.split("/"))
    if not _encodable(path) or any(not part or part.startswith(".") for part in parts):
        raise Refused(
            f"'{path}' is no place for a note: use a name inside the vault, with no part that "
            "is empty or starts with a dot."
        )
    return parts


def _encodable(path: str) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # a lone surrogate that stands for no byte
        return False


class VaultFolder:
    """The vault's folder on the disk.

    Attributes:
        root: the folder as the owner names it.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._seen: os.stat_result | None = None
        self._had_machine_folder = False
        self._blind_to_case: bool | None = None

    def check(self) -> None:
        """Makes sure that the vault is there, and is the one that was there before.

        Raises:
            VaultMissing: the folder is gone, or only an empty mount point is left of it.
            VaultNotAFolder: a file stands in its place.
        """
        try:
            found = self.root.stat()
            has_machine_folder = self.machine_folder.is_dir()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise self._missing() from error
        except OSError as error:
            if error.errno in {errno.EIO, errno.ENXIO, errno.ENODEV, errno.ESTALE}:
                raise self._missing() from error
            reason = (error.strerror or "the system refused it").lower()
            raise VaultUnreadable(
                f"The vault '{self.root}' cannot be used ({reason}); check its permissions."
            ) from error
        if not stat.S_ISDIR(found.st_mode):
            raise VaultNotAFolder(
                f"'{self.root}' is a file, not a folder; choose a folder for the vault."
            )
        if self._seen is not None:
            same = (found.st_dev, found.st_ino) == (self._seen.st_dev, self._seen.st_ino)
            if not same and self._had_machine_folder and not has_machine_folder:
                raise self._missing()
        self._seen = found
        self._had_machine_folder = self._had_machine_folder or has_machine_folder

    def _missing(self) -> VaultMissing:
        return VaultMissing(
            f"The vault '{self.root}' is not there (its disk may be unplugged or the folder "
            "moved); bring it back or choose another vault."
        )

    @property
    def machine_folder(self) -> Path:
        """``.luminair/``: what may travel with the vault and is not a note."""
        return self.root / MACHINE_FOLDER

    def machine_path(self, name: str) -> Path:
        """A folder in ``.luminair/``, made if it is missing.

        Raises:
            Refused: a symbolic link stands in its place, as a vault from strangers may have it.
            WriteFailed: it cannot be made.
            VaultNewer: a newer Luminair has written to this vault.
        """
        path = self.machine_folder
        if newer := newer_sentence(path):
            raise VaultNewer(newer)
        for part in ("", *name.split("/")) if name else ("",):
            path = path / part
            try:
                if path.is_symlink():
                    raise Refused(
                        f"'{path}' is a symbolic link, so Luminair does not write there; replace "
                        "it by a real folder."
                    )
                path.mkdir(exist_ok=True)
            except OSError as error:
                raise self._not_writable(error) from error
        if not os.access(path, os.W_OK | os.X_OK):
            shut = os.statvfs(path).f_flag & os.ST_RDONLY
            raise self._not_writable(OSError(errno.EROFS if shut else errno.EACCES, "refused"))
        return path

    def _not_writable(self, error: OSError) -> WriteFailed:
        if error.errno not in {errno.EACCES, errno.EPERM, errno.EROFS}:
            return write_failed(error, self.machine_folder)
        why = (
            "its disk can only be read" if error.errno == errno.EROFS else "you have no permission"
        )
        return WriteFailed(
            f"The Journal's folder '{self.root}' may not be written to ({why}), so nothing was "
            "changed; if this is not the folder that you mean, name yours with --vault or "
            "LUMINAIR_VAULT, else change its permissions."
        )

    def locate(self, path: str, *, exact: bool = False) -> Path:
        """The file of a path in the vault; it need not exist.

        A name in another Unicode form than the disk's is found too, unless it is to be taken
        exactly as spelled. A link to a file inside the vault is followed, so that writing keeps
        the link.

        Raises:
            Refused: the path leads, or a symbolic link leads, out of the vault.
        """
        parts = parts_of(path)
        found = self.root
        for part in parts:
            found = found / part if exact else self._spelled(found, part, name_in_unicode)
        self._refuse_outside(found.parent, path)
        if found.is_symlink():
            found = found.resolve()
            self._refuse_outside(found, path)
        return found

    def relative(self, file: Path) -> str:
        """The path in the vault of a file that :meth:`locate` found."""
        base = self.root if self.root in file.parents else self.root.resolve()
        return file.relative_to(base).as_posix()

    def folder(self, path: str) -> tuple[str, Path]:
        """A folder of the vault as the disk spells it, whether or not it exists ('' = root).

        ``notes`` finds ``Notes``: letter case and Unicode form do not make a second folder.

        Raises:
            Refused: see :meth:`locate`.
        """
        found = self.root
        spelled: list[str] = []
        for part in parts_of(path) if path else ():
            found = self._spelled(found, part, name_key)
            spelled.append(found.name)
        self._refuse_outside(found, path)
        return "/".join(spelled), found

    def _spelled(self, folder: Path, name: str, key: Callable[[str], str]) -> Path:
        """``folder/name`` as the disk spells it, else as asked."""
        exact = folder / name
        # A Mac's disk finds a name in any spelling, so that being found says nothing of that.
        if self._is_spelled_so(name) and (exact.is_symlink() or exact.exists()):
            return exact
        try:
            names = sorted(entry.name for entry in folder.iterdir())
        except OSError:
            return exact
        if name in names:
            return exact
        wanted = key(name)
        return next((folder / other for other in names if key(other) == wanted), exact)

    def _is_spelled_so(self, name: str) -> bool:
        """Whether a name that is found must be spelled just so."""
        if not name.isascii():
            return False
        if self._blind_to_case is None:
            own = self.machine_folder
            other = own.with_name(own.name.upper())
            self._blind_to_case = other.exists() if own.exists() else True
        return not self._blind_to_case

    def _refuse_outside(self, found: Path, path: str) -> None:
        # As texts: an import or a sync asks this some ten thousand times.
        root, real = os.path.realpath(self.root), os.path.realpath(found)
        below = root.rstrip("/") + "/"
        if real != root and not real.startswith(below):
            raise Refused(
                f"'{path}' leads out of the vault through a symbolic link, so it is neither "
                "read nor written; choose a place inside the vault."
            )
        if any(part.startswith(".") for part in real[len(below) :].split("/")):
            raise Refused(f"'{path}' leads into a hidden folder; choose another place.")

    def read(self, path: str, *, exact: bool = False) -> bytes:
        """The bytes of one note.

        Raises:
            NoteNotFound: there is no such file.
            NoteDamaged: it is there and cannot be read.
            VaultMissing: the whole vault is gone.
        """
        try:
            return self.locate(path, exact=exact).read_bytes()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
            self.check()
            raise NoteNotFound(
                f"There is no note '{path}' in the vault; it may have been moved or removed."
            ) from error
        except OSError as error:
            self.check()
            reason = (error.strerror or "the system refused it").lower()
            raise NoteDamaged(f"'{path}' cannot be read ({reason}); check the file.") from error

    def written(self, file: Path) -> str:
        """When ``file`` was last written, UTC."""
        return utc(datetime.fromtimestamp(file.stat().st_mtime, UTC))

    def same_names(self, path: str) -> list[str]:
        """The paths of what stands in the place of ``path``, in any letter case or form."""
        spelled, folder = self.folder(path.rpartition("/")[0])
        key = name_key(path.rpartition("/")[2])
        try:
            names = [in_cloud(file.name) or file.name for file in folder.iterdir()]
            names = [name for name in names if name_key(name) == key]
        except (FileNotFoundError, NotADirectoryError):
            return []
        return [f"{spelled}/{name}" if spelled else name for name in names]

    def sha256(self, path: str, *, exact: bool = False) -> str:
        """The hash of the file at ``path``, or '' where there is none."""
        try:
            return sha256_of(self.read(path, exact=exact))
        except NoteNotFound:
            return ""


def name_in_unicode(name: str) -> str:
    """One spelling for names that differ by Unicode form alone."""
    return unicodedata.normalize("NFC", name)
