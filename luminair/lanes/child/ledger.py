"""Which child processes are ours, written down so that a later start can end what a crash left.

Coding agents have been seen to run on at full speed after their parent died (protocols.md 4.4).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import WriteFailed
from luminair.files import make_private, write_atomic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

LOOK_S = 2.0
"""How long the list of processes may take, in seconds."""
CLOCK_SLACK_S = 5.0
"""By how much ``ps`` and our clock may differ on when a process began, in seconds."""
MARK = "LUMINAIR_CHILD"
"""A variable of every child of ours: what it starts has it too, whoever adopts that later."""

# The environment of each process stands after its command: BSD's e, which macOS calls E.
_PS = ("ps", "-axEww" if sys.platform == "darwin" else "axeww", "-o")
_FIELDS = "pid=,ppid=,pgid=,lstart=,command="
_MARKED = re.compile(rf"\b{MARK}=(\S+)")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Running:
    """A process as the system lists it.

    Attributes:
        pid: its number.
        parent: its parent's.
        group: its process group's.
        began: when, seconds since 1970, to the second.
        mark: the mark that it has from a child of ours, or ''.
    """

    pid: int
    parent: int
    group: int
    began: float
    mark: str = ""


async def processes() -> Mapping[int, Running]:
    """Every process of this machine by its number; none where ``ps`` cannot be asked."""
    try:
        ps = await asyncio.create_subprocess_exec(
            *_PS,
            _FIELDS,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"LC_ALL": "C", "PATH": "/bin:/usr/bin"},  # dates in English
        )
    except OSError:
        return {}
    try:
        listed, _ = await asyncio.wait_for(ps.communicate(), LOOK_S)
    except TimeoutError:
        listed = b""
    finally:
        if ps.returncode is None:
            with suppress(ProcessLookupError):
                ps.kill()
            await ps.wait()
    found = (_read(line) for line in listed.decode("ascii", "replace").split("\n"))
    return {each.pid: each for each in found if each is not None}


def _read(line: str) -> Running | None:
    """One line of ``ps``. Not by strptime, which wants months in the language that Qt has set."""
    try:
        pid, parent, group, _, month, day, clock, year, command = line.split(maxsplit=8)
        hour, minute, second = map(int, clock.split(":"))
        date = (int(year), _MONTHS.index(month) + 1, int(day), hour, minute, second, 0, 0, -1)
        found = _MARKED.search(command)
        mark = found[1] if found else ""
        return Running(int(pid), int(parent), int(group), time.mktime(date), mark)
    except (ValueError, OverflowError):
        return None


def started_by(
    pid: int | None, mark: str, listed: Mapping[int, Running], *, app: int
) -> list[Running]:
    """What a child has started and may be ended with it, the child itself aside.

    The mark finds what lost its parents, the parents what hides its environment. Nothing that
    runs this app is ever among them: a mistake here would end everything the owner runs.

    Args:
        pid: the child's number while it is the child's; None once it may be another's.
        mark: the child's mark.
        listed: every process.
        app: this app's number.
    """
    safe = _above(app, listed) | {0, 1, app}
    found = {each.pid for each in listed.values() if mark and each.mark == mark}
    child = None if pid is None else listed.get(pid)
    # A child of ours leads a group of its own.
    if child is not None and child.pid not in safe and child.group == child.pid > 1:
        found |= _below(child, listed)
    return [listed[each] for each in sorted(found - safe - {pid}) if each > 1]


def _below(child: Running, listed: Mapping[int, Running]) -> set[int]:
    children: dict[int, list[Running]] = {}
    for each in listed.values():
        children.setdefault(each.parent, []).append(each)
    found: set[int] = set()
    wanted = [child.pid]
    while wanted:
        for each in children.pop(wanted.pop(), ()):
            if each.began >= child.began:  # else its parent's number was another's before
                found.add(each.pid)
                wanted.append(each.pid)
    return found


def _above(pid: int, listed: Mapping[int, Running]) -> set[int]:
    """The processes that a process runs in."""
    found: set[int] = set()
    while (here := listed.get(pid)) is not None and here.parent not in found:
        pid = here.parent
        found.add(pid)
    return found


def kill(running: Running, listed: Mapping[int, Running]) -> None:
    """Ends a process that :func:`started_by` gave, if the number still is that process's."""
    now = listed.get(running.pid)
    if running.pid > 1 and now is not None and now.began == running.began:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(running.pid, signal.SIGKILL)


def kill_group(group: int) -> None:
    """Ends every process of a child's group; never the app's own."""
    if group > 1 and group != os.getpgrp():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


class Ledger:
    """The child processes that this app has running, one small file each.

    Args:
        folder: where the files lie; made when the first is written.
        now: the time, seconds since 1970.
        app: this app's process number.

    Attributes:
        app: this app's process number.
    """

    def __init__(self, folder: Path, *, now: Callable[[], float], app: int) -> None:
        self._folder = folder
        self._now = now
        self.app = app
        self._marks = itertools.count(1)
        self._swept: asyncio.Task[int] | None = None

    def mark(self) -> str:
        """A mark for the next child, unlike any other's."""
        return f"{self.app}-{self._now():.3f}-{next(self._marks)}"

    def add(self, pid: int, mark: str) -> None:
        """Writes down a child that leads a process group of its own."""
        row = {"pid": pid, "began": self._now(), "app": self.app, "mark": mark}
        # A disk that refuses costs only the tidying after a crash.
        with suppress(OSError, WriteFailed):
            make_private(self._folder)
            write_atomic(self._folder / f"{pid}.json", json.dumps(row).encode() + b"\n")

    def drop(self, pid: int) -> None:
        """A child has ended."""
        with suppress(OSError):
            (self._folder / f"{pid}.json").unlink()

    async def sweep(self) -> int:
        """Ends what an app that crashed has left, once; how many processes that were.

        Every lane calls this before its first child; all of them wait for the one look.
        """
        if self._swept is None:
            self._swept = asyncio.ensure_future(self._sweep())
        return await asyncio.shield(self._swept)

    async def _sweep(self) -> int:
        rows = self._rows()
        listed = await processes() if rows else {}
        ended = 0
        for file, row in rows.items():
            pid, app, began = row.get("pid"), row.get("app"), row.get("began")
            if not (isinstance(pid, int) and isinstance(app, int) and isinstance(began, float)):
                file.unlink(missing_ok=True)
                continue
            if not listed or app == self.app or _at_work(app, began, listed):
                continue
            orphan, mark = listed.get(pid), str(row.get("mark", ""))
            lives = orphan is not None and _is_it(orphan, began, mark)
            for each in started_by(pid if lives else None, mark, listed, app=self.app):
                kill(each, listed)
                ended += 1
            if lives:
                kill_group(pid)
                ended += 1
            file.unlink(missing_ok=True)
        return ended

    def _rows(self) -> dict[Path, Mapping[str, object]]:
        rows: dict[Path, Mapping[str, object]] = {}
        for file in sorted(self._folder.glob("*.json")):
            try:
                row = json.loads(file.read_bytes())
            except (OSError, ValueError, RecursionError):
                row = {}
            rows[file] = row if isinstance(row, dict) else {}
        return rows


def _at_work(app: int, since: float, listed: Mapping[int, Running]) -> bool:
    """Whether the app that wrote a row still runs: a number that was given anew began later."""
    found = listed.get(app)
    return found is not None and found.began <= since + 1


def _is_it(orphan: Running, began: float, mark: str) -> bool:
    """Whether a process is the child that was written down, and not a later one of its number."""
    known = orphan.group == orphan.pid and orphan.mark in {"", mark}
    return known and abs(orphan.began - began) <= CLOCK_SLACK_S
