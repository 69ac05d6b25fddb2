"""Which conversation runs in which process, so that the MCP server knows whom it speaks for.

A host tells its hooks the session, and most hosts do not tell it to their MCP servers; both are
its children. So each hook event writes down the host's process with the time it started, and the
server looks its own host up (spec 12).
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from luminair import files
from luminair.errors import WriteFailed
from luminair.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

MOST_RECORDS: Final = 200
_SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "luminair-journal"})
"""Programs that stand between a host and what it starts."""
_HAS_PROC: Final = sys.platform.startswith("linux")
_HIGHEST: Final = 5
"""How far up the host is looked for."""


@dataclass(frozen=True, slots=True)
class Process:
    """One process, told apart from a later one of the same number.

    Attributes:
        pid: its number.
        began: when it started, in whatever words the system says it.
        name: of its program.
        above: the number of the process that started it.
    """

    pid: int
    began: str
    name: str
    above: int


def command_line(pid: int) -> list[str]:
    """The words by which a process was started; [] where that cannot be told."""
    if not _HAS_PROC:
        return _ps(pid, "args=").split()
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:  # noqa: PTH123 the hook's own path
            return file.read().decode("utf-8", "replace").split("\0")
    except OSError:
        return []


@dataclass(frozen=True, slots=True)
class Record:
    """The conversation that a host is in.

    Attributes:
        session: such as ``codex:<thread>``.
        folder: of its project.
        ancestors: sessions that it was forked from.
        transcript: the host's own file of it, or ''.
    """

    session: str
    folder: str
    ancestors: tuple[str, ...] = ()
    transcript: str = ""


def host_process(start: int | None = None) -> Process | None:
    """The program that started us, whatever shells stand between; None where none is found.

    Args:
        start: where to begin to look; None for the process that started this one.
    """
    pid = os.getppid() if start is None else start
    for _ in range(_HIGHEST):
        found = process(pid) if pid > 1 else None
        if found is None:
            return None
        if found.name.lstrip("-") not in _SHELLS:
            return found
        pid = found.above
    return None


def process(pid: int) -> Process | None:
    """What the system says of a process; None where it is gone."""
    return _from_proc(pid) if _HAS_PROC else _from_ps(pid)


def _from_proc(pid: int) -> Process | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 the hook's own path
            told = file.read().decode("utf-8", "replace")
    except OSError:
        return None
    # The name stands in brackets and may hold any sign, brackets too.
    name = told[told.find("(") + 1 : told.rfind(")")]
    fields = told[told.rfind(")") + 2 :].split()
    return Process(pid, fields[19], name, int(fields[1]))


def _from_ps(pid: int) -> Process | None:
    words = _ps(pid, "ppid=,lstart=,comm=").split(None, 6)
    if len(words) != 7 or not words[0].isdigit():
        return None
    return Process(pid, " ".join(words[1:6]), os.path.basename(words[6].strip()), int(words[0]))  # noqa: PTH119 may be no path


def _ps(pid: int, columns: str) -> str:
    import subprocess  # noqa: PLC0415 nothing else of the hook needs it

    try:
        told = subprocess.run(  # noqa: S603 fixed words
            ["/bin/ps", "-o", columns, "-p", str(pid)],
            capture_output=True,
            check=False,
            timeout=2,
            env={"LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.decode("utf-8", "replace")


class Hosts:
    """The records of this machine.

    Args:
        folder: ``Home.hosts``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(self, host: Process, record: Record) -> None:
        """Writes down what a host is in; a record that cannot be written is only missed."""
        told = {
            "began": host.began,
            "session": record.session,
            "folder": record.folder,
            "ancestors": record.ancestors,
            "transcript": record.transcript,
        }
        data = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
        file = self._folder / f"{host.pid}.json"
        with suppress(OSError, WriteFailed):
            if file.exists() and file.read_bytes() == data:
                return
            files.make_private(self._folder)
            files.write_atomic(file, data, mode=0o600)
            self._prune()

    def of(self, host: Process | None) -> Record | None:
        """What a host is in; None where that is not known."""
        if host is None:
            return None
        try:
            told = json.loads((self._folder / f"{host.pid}.json").read_bytes())
            if told["began"] != host.began:
                return None
            return Record(
                str(told["session"]),
                str(told["folder"]),
                tuple(map(str, told["ancestors"])),
                str(told["transcript"]),
            )
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def ended(self, host: Process, client: str) -> None:
        """The host's conversation is over; the last one of each client stays, to be looked at."""
        with suppress(OSError):
            (self._folder / f"{host.pid}.json").replace(self._folder / f"last-{client}.json")

    def newest(self, client: str) -> Record | None:
        """What the host of this name was last in, that is still written down."""
        found = []
        with suppress(OSError), os.scandir(self._folder) as entries:
            found = [(each.stat().st_mtime, each.path) for each in entries]
        for _, path in sorted(found, reverse=True):
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                with open(path, "rb") as file:  # noqa: PTH123 scandir gives texts
                    told = json.load(file)
                if str(told["session"]).startswith(f"{client}:"):
                    return Record(
                        str(told["session"]),
                        str(told["folder"]),
                        transcript=str(told["transcript"]),
                    )
        return None

    def _prune(self) -> None:
        """Keeps the newest; hosts that crashed leave theirs."""
        with os.scandir(self._folder) as entries:
            found = sorted((each.stat().st_mtime, each.path) for each in entries)
        for _, path in found[:-MOST_RECORDS]:
            os.unlink(path)  # noqa: PTH108 scandir gives texts
