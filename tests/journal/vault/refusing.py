"""A disk that refuses some calls, for one block of a test."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path


def refusing(
    root: Path, *calls: str, code: int = errno.EIO, at: int = 1, once: bool = False
) -> AbstractContextManager[Disk]:
    """The disk below ``root`` refuses these calls."""
    return Disk(root, Fault("broken", code, frozenset(calls), once=once), at).failing()
