"""Folders as people know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def place(folder: Path, person: Path) -> str:
    """A folder as people know it: 'Documents / Luminair Journal'.

    Args:
        folder: absolute.
        person: the owner's home folder, which is left out.
    """
    if folder != person and person in folder.parents:
        return " / ".join(folder.relative_to(person).parts)
    return str(folder)
