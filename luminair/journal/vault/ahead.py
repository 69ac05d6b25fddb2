"""A look at every file by a second process, while this one still loads its code.

The look and the loading take about as long as each other, and neither needs the other. The second
process is a fork: it looks, says what it saw, and ends. What it saw is of use only where it is
what the index has, for then nothing needs to be read; in any other case the caller looks itself,
at its own time. An edit that was made before the question was asked is seen by both.
"""

from __future__ import annotations

import marshal
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from luminair.errors import VaultError
from luminair.journal.vault.tree import look

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def look_ahead(root: str) -> Callable[[], Mapping[str, tuple[str, bytes]] | None] | None:
    """Begins to look at a vault, in a process that has one thread.

    Args:
        root: the vault's folder.

    Returns:
        What waits for the look, to be called once: every folder with its notes as the index has
        them (``freshness.Folder``), or None where the look was not complete. None where there is
        no second processor to do it, or no second process to be had.
    """
    if (os.cpu_count() or 1) < 2:
        return None
    try:
        hears, tells = os.pipe()
    except OSError:
        return None
    try:
        child = os.fork()
    except OSError:
        os.close(hears)
        os.close(tells)
        return None
    if child == 0:
        _tell(root, tells)
    os.close(tells)

    def wait() -> Mapping[str, tuple[str, bytes]] | None:
        with os.fdopen(hears, "rb") as told:
            data = told.read()
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        try:
            return marshal.loads(data)  # type: ignore[no-any-return]  # noqa: S302 our own fork's
        except (EOFError, ValueError, TypeError):
            return None

    return wait


def _tell(root: str, tells: int) -> None:
    """The second process: looks, tells, and ends without tidying what is the first one's."""
    try:
        seen = look(root)
        if not seen.unreadable:
            folders = {
                folder: ("/".join(here.names), here.signs.tobytes())
                for folder, here in seen.folders.items()
            }
            with os.fdopen(tells, "wb") as pipe:
                pipe.write(marshal.dumps(folders))
    except (VaultError, OSError, ValueError):
        pass  # nothing is told, so the first process finds out for itself
    finally:
        os._exit(0)
