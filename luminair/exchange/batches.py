"""What each import brought, written down as it comes: ``<home>/imports/<batch>.jsonl``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from luminair.files import append_line, make_private, read_lines, write_failed

if TYPE_CHECKING:
    from pathlib import Path

_BATCH: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class BatchLog:
    """What a batch brought, a line at a time; raises WriteFailed where it cannot be written.

    Args:
        home: of the app.
        source: how notes name what they come from.
    """

    def __init__(self, home: Path, source: str) -> None:
        self._home = home
        self._source = source
        self._file = home

    def begin(self, batch: str, operation: str = "") -> None:
        """Opens the file of a batch, before anything of it is written."""
        folder = _folder(self._home)
        try:
            make_private(folder)
        except OSError as error:
            raise write_failed(error, folder) from error
        self._file = folder / f"{batch}.jsonl"
        self.keep(source=self._source)
        if operation:
            self.keep(operation=operation)

    def keep(self, **fact: str) -> None:
        """Adds one thing that came."""
        append_line(self._file, fact)


def facts_of(home: Path, batch: str) -> list[dict[str, object]]:
    """What a batch brought; nothing where there was no such batch.

    Raises OSError where its file is there and cannot be read.
    """
    if not _BATCH.fullmatch(batch):
        return []
    found = read_lines(_folder(home) / f"{batch}.jsonl")
    return [fact for fact in found if isinstance(fact, dict)]


def batches(home: Path) -> list[str]:
    """The names of this machine's imports, the newest first: a name begins with its time."""
    return sorted((file.stem for file in _folder(home).glob("*.jsonl")), reverse=True)


def _folder(home: Path) -> Path:
    return home / "imports"
