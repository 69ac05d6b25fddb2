"""The program that other programs call: ``LUMINAIR_HOME/bin/luminair-journal``.

Coding agents write the path of our hook and of our MCP server into their own settings, so that
path must outlive an update that moves the app. The app renews this launcher at each start.
"""

from __future__ import annotations

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
    # -I: neither the folder that an agent stands in nor its environment is a place to import from.
    # -S: what site.py looks for takes a third of Python's start; the two folders it would find
    # for us are named here. -X utf8: whatever the locale, names of files are UTF-8.
    return (sys.executable, "-I", "-S", "-X", "utf8", "-c", _start())


def _start() -> str:
    import sysconfig  # noqa: PLC0415 the read path only knows of this module

    places = [str(Path(__file__).resolve().parents[2])]
    places += [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    found = list(dict.fromkeys(places))
    return f"import sys; sys.path += {found!r}; from luminair.cli.main import run; sys.exit(run())"


def renew(home: Home) -> Path:
    """Writes the launcher where it is missing or starts another app.

    Returns:
        Its path.

    Raises:
        WriteFailed: the disk refused.
        OSError: its folder could not be made.
    """
    import shlex  # noqa: PLC0415 as above

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
