"""The program that other programs call: ``LUMINAIR_HOME/bin/luminair-journal``.

Coding agents write the path of our hook and of our MCP server into their own settings, so that
path must outlive an update that moves the app. The app renews this launcher at each start.
"""

from __future__ import annotations

import sys
from pathlib import Path

from luminair.files import make_private, write_atomic

TYPE_CHECKING = False
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


def is_passing(place: str) -> bool:
    """Whether an app that stands there will be gone tomorrow: a disk image, or macOS' copy of it.

    Args:
        place: a path inside of the app.
    """
    return place.startswith("/Volumes/") or "/AppTranslocation/" in place


def renew(home: Home) -> Path:
    """Writes the launcher where it is missing or starts another app.

    An app that is looked at from its disk image leaves alone what starts an installed one.

    Returns:
        Its path.

    Raises:
        WriteFailed: the disk refused.
        OSError: its folder could not be made.
    """
    import shlex  # noqa: PLC0415 as above

    place = home.bin / NAME
    started = command()
    script = f'#!/bin/sh\nexec {shlex.join(started)} "$@"\n'.encode()
    try:
        written = place.read_bytes()
        if place.stat().st_mode & 0o111 == 0o111:
            other = shlex.split(written.decode().partition("exec ")[2])[:1]
            stays = is_passing(started[0]) and any(Path(path).exists() for path in other)
            if written == script or stays:
                return place
    except (OSError, ValueError):
        pass  # not there yet, or not ours
    make_private(place.parent)
    write_atomic(place, script, mode=0o755)
    return place
