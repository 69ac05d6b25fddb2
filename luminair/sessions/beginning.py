"""How a session comes to be: all of it in a folder of its own, then its name in one step.

A session that was cut short in the making is no session: what is left of it has a name that no
list reads, and goes when the next one is made a day later.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from luminair import files
from luminair.sessions.session import facts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.messages import Message
    from luminair.sessions.session import Session

_PREFIX = ".begun-"
_LEFT_OVER_AFTER_S = 86_400


def begin(
    folder: Path,
    names: Callable[[], str],
    fill: Callable[[Path, str], None],
    *,
    now: datetime,
) -> str:
    """Makes one more folder below ``folder``, whole or not at all, and gives its name.

    Args:
        folder: made if it is missing, for its owner alone.
        names: gives a name, another one each time.
        fill: writes what belongs into the folder that it is given, for the name that it is given.
        now: for clearing away what was left half made a day ago.

    Raises:
        WriteFailed: the disk refused.
    """
    while True:
        target = folder
        try:
            name = names()
            target, made = folder / name, folder / f"{_PREFIX}{name}"
            files.make_private(folder)
            _sweep(folder, now.timestamp() - _LEFT_OVER_AFTER_S)
            made.mkdir(mode=0o700)
            try:
                fill(made, name)
                files.rename_new(made, target)
            except BaseException:
                shutil.rmtree(made, ignore_errors=True)
                raise
        except FileExistsError:
            continue
        except OSError as error:
            raise files.write_failed(error, target) from error
        with suppress(OSError):  # it has its name; only a power cut could take that back
            files.sync_folder(folder)
        return name


def write_whole(path: Path, session: Session, messages: Sequence[Message]) -> None:
    """Writes a transcript that begins with all of these messages.

    Raises:
        WriteFailed: the disk refused; there is no file then.
    """
    first: dict[str, object] = {"is": "session", "id": session.id, **facts_of(session)}
    rest: list[dict[str, object]] = [
        {"is": "message", "message": each.to_json()} for each in messages
    ]
    if session.compacted is not None:
        kept = session.compacted
        rest.append({"is": "compacted", "upto": kept.upto, "text": kept.text})
    files.write_lines(path, [first, *rest])


def _sweep(folder: Path, before: float) -> None:
    for left in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if left.lstat().st_mtime < before and not left.is_symlink():
                shutil.rmtree(left)
