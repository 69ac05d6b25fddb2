"""Folds what has gone quiet when a coding agent's session starts, where the app may not run.

The hook's second process does it once its answer is out and all that this session said is kept:
nobody waits for it, it gives way to everything else on the machine, and of several that begin at
once only the first does the work.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Final

from luminair.errors import LockBusy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.config.settings import Settings
    from luminair.journal import Journal

LONGEST_S: Final = 600
"""After so many seconds it is given up; what is folded stays folded, the rest waits."""
_LAST_IN_LINE: Final = 19


def is_due(moment: str, part: int, settings: Settings) -> bool:
    """Whether this event is the one of a session's start that looks for quiet sessions.

    Where a model drafts, only the app can ask it, so the sessions wait for the app.
    """
    start = moment == "start" and part in {0, 1}
    return start and settings.on("distill.auto") and not settings.text("distill.by")


def give_way() -> None:
    """Lets everything else on the machine go first, and this take longer than an answer may."""
    signal.alarm(LONGEST_S)
    os.nice(_LAST_IN_LINE)


def fold(journal: Callable[[], Journal], home: str) -> Sequence[str]:
    """Distils what is due, by the deterministic method; a sentence for each that failed.

    Args:
        journal: opens the vault.
        home: the app's home.

    Raises:
        LuminairError: the vault cannot be read or written.
    """
    from luminair import bootstrap  # noqa: PLC0415 after the answer

    try:
        _, troubles = bootstrap.distill(journal(), home=home, patience_s=0)
    except LockBusy:  # another one is at it
        return ()
    return troubles
