"""Before a vault is open: making one, and what ships with the app for it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import VaultNotAFolder
from luminair.files import write_failed
from luminair.journal.notes.reading import note_of
from luminair.journal.ranking.words_english import CHATTER
from luminair.journal.vault.tree import look
from luminair.journal.vault.vault_settings import change_settings, read_settings

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal.notes.note import LoadedNote


@dataclass(frozen=True, slots=True)
class InitReport:
    """What ``init`` did.

    Attributes:
        vault: the folder.
        created: whether it was made now.
        ride: which notes without a Luminair id may ride: 'all', 'none' or folders.
        plain: how many notes of the owner's own were found.
    """

    vault: Path
    created: bool
    ride: str | tuple[str, ...]
    plain: int


def init_vault(root: Path, *, ride: str | tuple[str, ...] | None) -> InitReport:
    """Makes the folder a vault, or adopts a folder of somebody's own notes.

    Args:
        root: the folder; made if missing.
        ride: the owner's answer on plain notes; None keeps the one given before, else lets
            none ride where there are notes, and all where the folder is new and empty.

    Raises:
        VaultNotAFolder: a file stands in its place.
        WriteFailed: it could not be made.
    """
    if root.exists() and not root.is_dir():
        raise VaultNotAFolder(
            f"'{root}' is a file, so no Journal can be made there; name a folder."
        )
    created = not root.exists()
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise write_failed(fault, root) from fault
    plain = len(look(os.fspath(root)).files)
    before = read_settings(root)
    ours = before.made_by_luminair or plain == 0
    answer = ride if ride is not None else before.ride
    if answer is None and not ours:
        answer = "none"
    settings = change_settings(root, ride=answer, made_by_luminair=ours)
    return InitReport(root, created, settings.ride or "all", plain)


def bundled_harness(folder: Path) -> tuple[LoadedNote, ...]:
    """The Harness files that ship with the app, as notes at the paths they would have."""
    found = []
    for file in sorted(folder.glob("*.md")):
        path = f"Harness/{file.name}"
        found.append(note_of(path, file.read_bytes(), file_time="2026-01-01T00:00:00.000Z"))
    return tuple(found)


def chatter_words(folder: Path) -> frozenset[str]:
    """Words and phrases that ask for nothing, of all languages in the folder, casefolded."""
    words = set(CHATTER)
    for file in sorted(folder.glob("*.txt")):
        words.update(line.strip().casefold() for line in file.read_text("utf-8").splitlines())
    words.discard("")
    return frozenset(words)
