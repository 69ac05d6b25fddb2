"""Folders in which the owner let coding agents start.

An agent's CLI that is run by another program asks nothing about the folder it starts in, and runs
the hooks and servers that the folder's own settings name (protocols.md 4.1). So we ask, once.
"""

from __future__ import annotations

import json
import os
import threading
from typing import TYPE_CHECKING

from luminair.files import lock, make_private, write_atomic, write_failed

if TYPE_CHECKING:
    from pathlib import Path

_MOST = 500
"""Folders that are kept; the oldest is asked about again."""


class KnownFolders:
    """The folders that were allowed, in one file.

    Args:
        file: a JSON list of real paths; one that cannot be read holds none.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._guard = threading.Lock()

    def holds(self, folder: str) -> bool:
        """Whether the owner has allowed it, or a folder above it."""
        real = os.path.realpath(folder)
        return any(_within(real, each) for each in self._read())

    def add(self, folder: str) -> None:
        """Allows a folder from now on.

        Raises:
            WriteFailed: the disk refused; it will be asked about again.
            LockBusy: another process is writing it; likewise.
        """
        with self._guard:
            real = os.path.realpath(folder)
            try:
                make_private(self._file.parent)
            except OSError as error:
                raise write_failed(error, self._file) from error
            with lock(self._file.with_suffix(".lock")):  # two apps may be answered at once
                kept = [*(each for each in self._read() if each != real), real][-_MOST:]
                data = json.dumps(kept, indent=1, ensure_ascii=False).encode()
                write_atomic(self._file, data, mode=0o600)

    def _read(self) -> list[str]:
        try:
            found = json.loads(self._file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return []
        return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def _within(folder: str, above: str) -> bool:
    return folder == above or folder.startswith(above.rstrip("/") + "/")
