"""The vault as a plain folder: a copy of what the owner wrote, without what only machines need."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError, Refused
from luminair.files import write_failed

if TYPE_CHECKING:
    from pathlib import Path

_HALF: Final = ".luminair-export"


@dataclass(slots=True)
class Given:
    """What an export came to.

    Attributes:
        folder: where it is.
        files: how many.
        bytes: of all of them.
        left_out: why, by path in the vault.
    """

    folder: Path
    files: int = 0
    bytes: int = 0
    left_out: dict[str, str] = field(default_factory=dict)


def give(root: Path, folder: Path) -> Given:
    """Copies the vault's files, byte for byte and with their times, into a new folder.

    Hidden files and folders stay behind, ``.luminair/`` and git's among them, and so do links. It
    is all there or nothing is: the copy gets its name when it is whole.

    Args:
        root: the vault.
        folder: where to; it may be there and empty.

    Raises:
        Refused: there is something in the folder, or one of the two lies in the other.
        WriteFailed: the disk refused; nothing is left of the copy.
    """
    here, there = root.resolve(), folder.resolve()
    if there == here or here in there.parents or there in here.parents:
        raise Refused(
            f"'{folder}' and the Journal lie one in the other; choose a folder outside of it."
        )
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise Refused(f"There is something at '{folder}' already; name a new or an empty folder.")
    half = folder.with_name(f"{_HALF}-{os.getpid()}")
    given = Given(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        half.mkdir()
        _copy(root, half, "", given)
        if folder.exists():
            folder.rmdir()
        half.rename(folder)
    except OSError as error:
        raise write_failed(error, folder) from error
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return given


def _copy(root: Path, half: Path, below: str, given: Given) -> None:
    try:
        entries = sorted(os.scandir(root / below), key=lambda entry: entry.name)
    except OSError as error:
        if not below:
            raise LuminairError(
                f"The Journal '{root}' cannot be read ({(error.strerror or 'refused').lower()})."
            ) from error
        given.left_out[below] = f"it cannot be read ({(error.strerror or 'refused').lower()})"
        return
    for entry in entries:
        path = f"{below}/{entry.name}" if below else entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            given.left_out[path] = "it is a link"
        elif entry.is_dir():
            (half / path).mkdir()
            _copy(root, half, path, given)
        elif entry.is_file():
            _copy_file(root / path, half / path, path, given)


def _copy_file(file: Path, to: Path, path: str, given: Given) -> None:
    try:
        source = file.open("rb")
    except OSError as error:
        given.left_out[path] = f"it cannot be read ({(error.strerror or 'refused').lower()})"
        return
    with source, to.open("wb") as sink:
        shutil.copyfileobj(source, sink)
    shutil.copystat(file, to)
    given.files += 1
    given.bytes += to.stat().st_size
