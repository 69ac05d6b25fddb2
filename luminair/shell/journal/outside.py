"""What of the vault is handed to the system to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def folder_to_show(root: Path, path: str) -> Path:
    """The folder of a note, or the nearest one above it that the system can only show.

    On a Mac a folder whose name has an ending may be a program, and to open it is to start it: a
    vault from a stranger could hold a note in ``Read me.app``.

    Args:
        root: the vault.
        path: the note's path in it.
    """
    folder = root
    for part in path.split("/")[:-1]:
        if "." in part.strip("."):
            break
        folder /= part
    return folder
