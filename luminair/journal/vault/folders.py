"""Folders that hold nothing yet: making one, and finding those there are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from luminair.errors import Refused
from luminair.files import write_failed
from luminair.journal.notes.paths import check_vault_path
from luminair.journal.vault.inside import VaultFolder

if TYPE_CHECKING:
    from pathlib import Path

MOST: Final = 20_000
"""Folders that are looked into; a vault with more is no place to look for empty ones."""


def make_folder(root: Path, path: str) -> str:
    """Makes a folder of the vault, and those above it; gives its path as the disk spells it.

    Raises:
        UsageError: the path leads out of the vault, is hidden or is none.
        Refused: it is there already, lies in the archive, or leads through a symbolic link.
        VaultMissing: the vault is gone.
        WriteFailed: the disk refused.
    """
    vault = VaultFolder(root)
    vault.check()
    asked = check_vault_path(path.strip("/"))
    spelled, folder = vault.folder(asked)
    if spelled.partition("/")[0].casefold() == "archive":
        raise Refused("Notes get to the archive by being archived; make the folder elsewhere.")
    if any(above.is_symlink() for above in (folder, *folder.parents) if root in above.parents):
        raise Refused(f"'{asked}' leads through a symbolic link; name the real folder.")
    if folder.exists():
        raise Refused(f"There is already a folder '{spelled}'; give this one another name.")
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise write_failed(error, folder) from error
    return spelled


def empty_folders(root: Path) -> list[str]:
    """Folders in which nothing lies but hidden files, by path; links are not followed."""
    found: list[str] = []
    waiting = [""]
    looked = 0
    while waiting and looked < MOST:
        folder = waiting.pop()
        looked += 1
        try:
            with os.scandir(root / folder) as listing:
                seen = [entry for entry in listing if not entry.name.startswith(".")]
        except OSError:  # gone, or not ours to read: nothing to show of it
            continue
        waiting += [
            f"{folder}/{entry.name}" if folder else entry.name
            for entry in seen
            if entry.is_dir(follow_symlinks=False)
        ]
        if folder and not seen:
            found.append(folder)
    return sorted(found)
