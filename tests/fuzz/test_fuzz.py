"""Each harness on its seeds, on what was found once, and on some inputs drawn anew.

The long search runs by hand: ``python -m tests.fuzz.notes --minutes 60``.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fuzz import engine

if TYPE_CHECKING:
    from collections.abc import Iterator

HARNESSES = ("notes", "hook", "transcripts", "imports")


@pytest.mark.parametrize("name", HARNESSES)
def test_what_it_begins_with_and_what_it_found(name: str) -> None:
    harness = importlib.import_module(f"tests.fuzz.{name}")
    found = sorted((engine.INPUTS / name).glob("*"))
    for data in [*harness.seeds(), *(file.read_bytes() for file in found)]:
        harness.check(data)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", HARNESSES)
def test_some_inputs_drawn_from_its_seeds(name: str, request: pytest.FixtureRequest) -> None:
    harness = importlib.import_module(f"tests.fuzz.{name}")
    left = iter(range(3000 if request.config.getoption("--full") else 60))
    engine.search(
        harness.check,
        [data[:4000] for data in harness.seeds()],
        harness.WORDS,
        until=lambda: next(left, None) is None,
        seed=20260825,
    )


def test_the_search_reaches_lines_that_its_seeds_do_not() -> None:
    """The engine itself: an input that gets further is kept, and built upon."""
    from luminair.exchange.lines import lines_of

    left = iter(range(400))
    kept = engine.search(
        lines_of, [b""], [b'{"a":1}\n'], until=lambda: next(left, None) is None, seed=7
    )
    assert kept >= 3


def test_a_fault_is_kept_once_and_the_search_goes_on(tmp_path) -> None:
    findings = engine.Findings(lambda data: data[1:].index(1), tmp_path / "found")
    for data in (b"a", b"bb", b"c\x01"):
        findings(data)
    assert findings.runs == 3
    assert [file.read_bytes() for file in (tmp_path / "found").iterdir()] == [b"a"]


def test_the_folder_of_a_killed_run_goes_when_the_next_begins(tmp_path, monkeypatch) -> None:
    left = tmp_path / f"{engine.PREFIX}{_ended_process()}-hook-x"
    alive = tmp_path / f"{engine.PREFIX}{os.getppid()}-hook-x"
    others = tmp_path / f"{engine.PREFIX}notes"
    for each in (left, alive, others):
        (each / "state").mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = engine.place("hook")
    assert {each.name for each in tmp_path.iterdir()} == {alive.name, others.name, made.name}


def _ended_process() -> int:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_run_that_is_told_to_end_leaves_no_folder(tmp_path, number: int) -> None:
    with _running(tmp_path) as run:
        run.send_signal(number)
        assert run.wait(20) == 128 + number
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="this system tells no process's children")
def test_a_worker_that_is_killed_leaves_no_folder(tmp_path) -> None:
    with _running(tmp_path) as run:
        (worker,) = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
        os.kill(int(worker), signal.SIGKILL)
        assert run.wait(20) != 0
    assert list(tmp_path.iterdir()) == []


@contextmanager
def _running(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A fuzzer at work, whose temporary folder is this one."""
    run = subprocess.Popen(
        [sys.executable, "-m", "tests.fuzz.hook", "--minutes", "2", "--found", str(folder / "x")],
        env={**os.environ, "TMPDIR": str(folder)},  # noqa: TID251
        cwd=engine.INPUTS.parents[2],
    )
    try:
        # Its harness keeps files in its folder once it runs.
        end = time.monotonic() + 40
        while not list(folder.glob(f"{engine.PREFIX}*-hook-*/state")):
            assert run.poll() is None
            assert time.monotonic() < end
            select.select([], [], [], 0.05)
        yield run
    finally:
        run.kill()
        run.wait()
