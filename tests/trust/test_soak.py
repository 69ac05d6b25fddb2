"""The app stays as it began, and many programs on one Journal lose nothing."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from tests.agents.hosting import Host, settled
from tests.trust.running import ROOT
from tests.trust.soak import Sample, growth

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from luminair.journal import Journal

# Writes notes and looks at what the others write, as an app that is open does.
APP = """
import sys
from luminair import bootstrap
home, vault, name, count = sys.argv[1:]
journal = bootstrap.open_journal(home=home, vault=vault)
for number in range(int(count)):
    made = journal.add(title=f"Note {number} of {name}", body="Begun.").note
    journal.refresh()
    journal.edit(made.path, body=f"Said by {name}, {number}.", expected_sha256=made.sha256)
journal.close()
"""


def _soaked(turns: int, writes: int, opens: int, patience_s: float) -> subprocess.CompletedProcess:
    counts = ("--turns", turns, "--writes", writes, "--opens", opens)
    return subprocess.run(
        [sys.executable, "-m", "tests.trust.soak", *map(str, counts), "--no-times"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=patience_s,
        check=False,
    )


def _judge(done: subprocess.CompletedProcess) -> None:
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.timeout(150)
def test_nothing_grows_with_use() -> None:
    _judge(_soaked(30, 30, 20, 140))


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_nothing_grows_in_eight_hours_of_use() -> None:
    _judge(_soaked(10_000, 10_000, 2_000, 7000))


def _samples(**last: float) -> Sequence[Sample]:
    usual = {"memory": 150.0, "descriptors": 20, "threads": 9, "widgets": 800, "files": 11}
    times = {"turn_ms": 30.0, "write_ms": 5.0, "open_ms": 20.0}
    return [*[Sample(**usual, **times)] * 9, Sample(**{**usual, **times, **last})]


@pytest.mark.parametrize(
    ("what", "much"),
    [("memory", 180), ("descriptors", 30), ("threads", 20), ("widgets", 900), ("files", 30)],
)
def test_the_judge_sees_what_grows(what: str, much: float) -> None:
    assert len(growth(_samples(**{what: much}))) == 1
    assert growth(_samples()) == []


def test_the_judge_sees_what_slows_down() -> None:
    assert len(growth(_samples(turn_ms=60.0))) == 1
    assert growth(_samples(turn_ms=60.0), times=False) == []


def _asks(journal: Journal) -> int:
    journal.refresh()
    return sum("lighthouse" in each.note.title for each in journal.listing())


@pytest.mark.timeout(180)
def test_two_apps_and_ten_hooks_on_one_journal(home: Path, vault: Path, tmp_path: Path) -> None:
    bootstrap.init(str(vault), home=str(home), vault=None, ride="none")
    project = tmp_path / "harbor"
    (project / ".git").mkdir(parents=True)
    notes, prompts = 25, 2
    apps = [
        subprocess.Popen([sys.executable, "-c", APP, home, vault, name, str(notes)])
        for name in ("one", "two")
    ]

    def converse(number: int) -> None:
        host = Host(vault, project, name=f"s{number}")
        for turn in range(prompts):
            host.prompt(f"Please add a page about lighthouse {number}{turn} to the handbook.")

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(converse, range(10)))
    assert [app.wait(100) for app in apps] == [0, 0]

    journal = bootstrap.open_journal(home=str(home), vault=str(vault))
    try:
        # A hook files the ask after it has answered.
        assert settled(lambda: _asks(journal) == 10 * prompts, 60)
        found = {
            each.note.title: journal.load(each.note.path).body.strip() for each in journal.listing()
        }
        for name in ("one", "two"):
            for number in range(notes):
                assert found[f"Note {number} of {name}"] == f"Said by {name}, {number}."
        assert not list(vault.rglob("*.tmp"))
    finally:
        journal.close()
