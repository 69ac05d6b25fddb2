"""Where the coding agents' lanes of a test find programs, and that they leave nothing behind."""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.child.ledger import Ledger, processes
from luminair.lanes.child.programs import Programs
from tests.lanes.agents import alive

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from luminair.lanes.lane import Lane


class Remembering(Ledger):
    """A ledger that also knows which children have ended.

    Attributes:
        seen: every child of this test.
    """

    seen: list[int]

    def add(self, pid: int, mark: str) -> None:
        self.seen.append(pid)
        super().add(pid, mark)


@pytest.fixture
def ledger(tmp_path: Path) -> Remembering:
    """Where this test's children are written down."""
    made = Remembering(tmp_path / "children", now=time.time, app=os.getpid())
    made.seen = []
    return made


@pytest.fixture
def new_id() -> Callable[[], str]:
    """Ids in order, in the form of a UUID."""
    numbers = itertools.count(1)
    return lambda: f"00000000-0000-4000-8000-{next(numbers):012d}"


@pytest.fixture
def programs_in(person: Path) -> Callable[..., Programs]:
    """``programs_in(folder)`` finds programs in that folder and in the system's own."""

    def make(folder: Path, environment: Mapping[str, str] | None = None) -> Programs:
        variables = {"PATH": f"{folder}:/usr/bin:/bin", "HOME": str(person), **(environment or {})}
        return Programs(environment=variables, home=person)

    return make


@pytest.fixture
def ended(ledger: Remembering, tmp_path: Path) -> Callable[[Lane], Awaitable[None]]:
    """Closes a lane and looks: within 8 s none of its children is left, nor their groups."""

    async def look(lane: Lane) -> None:
        begun = time.monotonic()
        await lane.close()
        assert time.monotonic() - begun < 8.0
        listed = await processes()
        assert listed
        left = [each.pid for each in listed.values() if each.group in ledger.seen]
        assert not [pid for pid in left if alive(pid)]
        assert not list((tmp_path / "children").glob("*"))

    return look


@dataclass(frozen=True)
class Fake:
    """A fake agent in a folder of programs.

    Attributes:
        folder: with the program.
        home: where it keeps what it was given.
    """

    folder: Path
    home: Path

    def told(self, field: str) -> list:
        """What it wrote down under a name, oldest first."""
        log = self.home / "log.jsonl"
        rows = map(json.loads, log.read_text("utf-8").splitlines()) if log.exists() else ()
        return [row[field] for row in rows if field in row]


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], Fake]:
    """``fake("claude")`` puts the fake agent of that name into a folder."""

    def make(name: str) -> Fake:
        folder, home = tmp_path / "bin", tmp_path / "fake"
        folder.mkdir(exist_ok=True)
        home.mkdir(exist_ok=True)
        script = Path(__file__).resolve().parent / "fakes" / f"{name}.py"
        program = folder / name
        program.write_text(
            f'#!/bin/sh\nFAKE_HOME="{home}" exec "{sys.executable}" -S "{script}" "$@"\n'
        )
        program.chmod(0o755)
        return Fake(folder, home)

    return make
