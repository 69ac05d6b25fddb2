"""A look at every file by a second process, while this one still loads its code.

The look and the loading take about as long as each other, and neither needs the other. The second
process is a fork: it finds out which folder is the vault, looks, says what it saw, and ends. It is
begun while next to nothing is loaded, for what both have must be copied where one changes it.
What it saw is of use only where it is what the index has, for then nothing needs to be read; in
any other case the caller looks itself, at its own time. An edit that was made before the question
was asked is seen by both.
"""

from __future__ import annotations

import marshal
import os

TYPE_CHECKING = False  # typing itself takes as long to load as a process takes to fork
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Told = Mapping[str, bytes] | None


def look_ahead(find: Callable[[], str]) -> Callable[[str], Told] | None:
    """Begins to look at a vault, in a process that has one thread.

    Args:
        find: the vault's folder; called in the second process.

    Returns:
        What waits for the look, to be called once with the folder that is meant: the mark of
        every folder below it that holds notes (``freshness.mark_of``), or None where the look
        was not complete or was at another folder. None where there is no second processor to
        do it, or no second process to be had.
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
        _tell(find, tells)
    os.close(tells)

    def wait(root: str) -> Told:
        from contextlib import suppress  # noqa: PLC0415 the second process needs none of it

        with os.fdopen(hears, "rb") as told:
            data = told.read()
        with suppress(ChildProcessError):  # somebody else waits for every child
            os.waitpid(child, 0)
        try:
            looked_at, marks = marshal.loads(data)  # noqa: S302 our own fork's
        except (EOFError, ValueError, TypeError):
            return None
        return marks if looked_at == root else None

    return wait


def _tell(find: Callable[[], str], tells: int) -> None:
    """The second process: looks, tells, and ends without tidying what is the first one's."""
    try:
        # The first one goes on meanwhile, and loads less.
        from luminair.journal.vault.freshness import mark_of  # noqa: PLC0415
        from luminair.journal.vault.tree import look  # noqa: PLC0415

        root = find()
        seen = look(root)
        if not seen.unreadable:
            marks = {
                folder: mark_of("/".join(here.names), here.signs)
                for folder, here in seen.folders.items()
            }
            with os.fdopen(tells, "wb") as pipe:
                pipe.write(marshal.dumps((root, marks)))
    except Exception:  # noqa: BLE001 where nothing is told, the first process finds out for itself
        return
    finally:
        os._exit(0)
