"""The file that says that an operation is under way; see ``commit``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.errors import WriteFailed
from luminair.journal.vault.operations import record_of

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal.vault.operations import OperationRecord

PENDING = ".pending"
"""Ending of the file of an operation that is carried out."""
BACK = ".back"
"""Likewise, of one that is taken back."""


def read_pending(path: Path) -> tuple[OperationRecord, dict[str, str]] | None:
    """The operation and the files with its new texts; None where the file tells of none."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    record, sources = record_of(value.get("record")), value.get("sources")
    if record is None or not isinstance(sources, dict):
        return None
    names = {str(to): name for to, name in sources.items() if isinstance(name, str)}
    return record, names


def may_be_there(pending: Path) -> bool:
    """Whether the next writer may find the operation, and so will carry it out."""
    try:
        pending.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def goes_on(root: Path) -> WriteFailed:
    """The error for an operation that was begun on a disk that then went away."""
    return WriteFailed(
        f"The disk of '{root}' went away while something was written there; nothing is lost, and "
        "what was begun goes on by itself the next time that something is written: connect the "
        "disk and look."
    )
