"""The program that other programs call: ``LUMINAIR_HOME/bin/luminair-journal``.

Coding agents write the path of our hook and of our MCP server into their own settings, so that
path must outlive an update that moves the app. The app renews this launcher at each start.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.files import write_atomic

if TYPE_CHECKING:
    from luminair.config.paths import Home

NAME = "luminair-journal"


def command() -> tuple[str, ...]:
    """How to start ``luminair-journal`` of this very app, without the launcher."""
    if getattr(sys, "frozen", False):
        return (str(Path(sys.executable).with_name(NAME)),)
    # -P: the folder that an agent stands in is no place to import from.
    return (sys.executable, "-P", "-m", "luminair.cli")


def renew(home: Home) -> Path:
    """Writes the launcher where it is missing or starts another app.

    Returns:
        Its path.

    Raises:
        WriteFailed: the disk refused.
        OSError: its folder could not be made.
    """
    place = home.bin / NAME
    script = f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n'.encode()
    try:
        if place.read_bytes() == script and place.stat().st_mode & 0o111 == 0o111:
            return place
    except OSError:
        pass  # not there yet
    place.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(place, script, mode=0o755)
    return place
