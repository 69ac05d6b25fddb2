"""Starts the process that loads a cold model while the prompt goes on without it."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# The shell ends at once and the system takes the program over, so nobody has to wait for it.
_DETACHED = ("/bin/sh", "-c", '"$@" </dev/null >/dev/null 2>&1 &', "sh")
_PATIENCE_S = 2.0


def start(command: Sequence[str]) -> None:
    """Starts a program that outlives this process and holds none of its streams.

    Whoever runs this process (a coding agent's hook) waits until its pipes are closed, so an
    inherited one would hold the prompt. What cannot be started is done without.
    """
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run(  # noqa: S603 our own program
            (*_DETACHED, *command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            timeout=_PATIENCE_S,
            check=False,
        )
