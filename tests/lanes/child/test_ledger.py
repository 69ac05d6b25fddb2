from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.lanes.child.ledger import MARK, Ledger, Running, processes, started_by
from tests.lanes.agents import alive, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

APP = 500
ROOT = Path(__file__).resolve().parents[3]


def listing(*rows: tuple[int, int, int] | tuple[int, int, int, str]) -> dict[int, Running]:
    """Processes as (number, parent, group, mark); a later row began later."""
    found = [Running(*row[:3], float(at), *row[3:]) for at, row in enumerate(rows)]
    return {each.pid: each for each in found}


HOUSE = listing(
    (1, 0, 1),
    (2, 0, 0),
    (50, 2, 0),
    (400, 1, 400),
    (APP, 400, 400),
    (600, APP, 600, "m1"),
    (601, 600, 600, "m1"),
    (602, 601, 602),
    (603, 1, 603, "m1"),
    (604, 1, 604, "m2"),
    (605, 1, 605),
)


def numbers(pid: int | None, mark: str, listed: dict[int, Running] = HOUSE) -> list[int]:
    return [each.pid for each in started_by(pid, mark, listed, app=APP)]


def test_what_a_child_started_is_found_by_its_parents_and_by_its_mark() -> None:
    assert numbers(600, "m1") == [601, 602, 603]
    assert numbers(600, "") == [601, 602]
    assert numbers(None, "m1") == [600, 601, 603]
    assert numbers(None, "") == []


@pytest.mark.parametrize("pid", [0, 1, 2, -1, APP, 400, 999, None])
def test_a_wrong_number_names_nobody(pid: int | None) -> None:
    assert numbers(pid, "") == []


def test_the_app_and_what_it_runs_in_are_never_named() -> None:
    inside = listing((1, 0, 1, "m"), (400, 1, 400, "m"), (APP, 400, 400, "m"), (7, APP, 7, "m"))
    assert numbers(400, "m", inside) == [7]
    assert numbers(1, "m", inside) == [7]


def test_a_process_older_than_its_parent_is_not_its_child() -> None:
    listed = listing((1, 0, 1), (602, 600, 602), (APP, 1, APP), (600, APP, 600), (601, 600, 600))
    assert numbers(600, "", listed) == [601]


PIDS = st.integers(-1, 12)
ROWS = st.lists(st.tuples(PIDS, PIDS, PIDS, st.sampled_from(["", "m"])), max_size=12)


@given(ROWS, PIDS | st.none(), PIDS, st.sampled_from(["", "m", "other"]))
def test_whatever_is_listed_the_system_and_the_app_are_safe(rows, pid, app, mark) -> None:
    listed = listing(*rows)
    named = {each.pid for each in started_by(pid, mark, listed, app=app)}
    above = {app}
    while app in listed and listed[app].parent not in above:
        app = listed[app].parent
        above.add(app)
    assert all(each > 1 for each in named)
    assert not named & (above | {pid})
    if pid is None:
        assert all(listed[each].mark == mark != "" for each in named)


# --- The system's own list ---------------------------------------------------------------------


@pytest.fixture
def child() -> Iterator[subprocess.Popen]:
    """A process that leads a group of its own and has the mark 'm-test'."""
    started = subprocess.Popen(
        [sys.executable, "-S", "-c", "import time; time.sleep(300)"],
        start_new_session=True,
        env={MARK: "m-test"},
    )
    yield started
    started.kill()
    started.wait()


def test_the_list_tells_parent_group_time_and_mark(child: subprocess.Popen) -> None:
    listed = asyncio.run(processes())
    me, found = listed[os.getpid()], listed[child.pid]
    assert found.parent == os.getpid()
    assert found.group == child.pid
    assert found.mark == "m-test"
    assert abs(found.began - time.time()) < 5
    assert me.mark == ""
    assert 1 in listed


# --- A later start -----------------------------------------------------------------------------


def row(folder: Path, pid: int, **others: object) -> Path:
    """A row that an app wrote which is gone: no process has so high a number."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{pid}.json"
    told = {"pid": pid, "began": time.time(), "app": 99_999_999, "mark": "m-test"}
    file.write_text(json.dumps(told | others))
    return file


@pytest.fixture
def ledger_of(tmp_path: Path) -> Callable[[], Ledger]:
    return lambda: Ledger(tmp_path / "children", now=time.time, app=os.getpid())


def test_what_a_crash_left_is_ended(child, ledger_of, tmp_path) -> None:
    file = row(tmp_path / "children", child.pid)

    async def go() -> None:
        ledger = ledger_of()
        assert await ledger.sweep() == 1
        assert await ledger.sweep() == 1  # the same look
        await until(lambda: not alive(child.pid))

    asyncio.run(go())
    assert not file.exists()


def test_what_lost_its_parent_is_ended_by_its_mark(child, ledger_of, tmp_path) -> None:
    row(tmp_path / "children", 99_999_998)  # the child itself is gone; this one it had started
    assert asyncio.run(ledger_of().sweep()) == 1
    asyncio.run(until(lambda: not alive(child.pid)))


@pytest.mark.parametrize(
    "others",
    [
        {"began": 1.0},  # another process's number by now
        {"mark": "another"},
        {"app": os.getpid()},
        {"app": os.getppid()},  # its app still runs
    ],
)
def test_what_is_not_a_crashed_apps_stays(child, ledger_of, tmp_path, others) -> None:
    row(tmp_path / "children", child.pid, **{"mark": ""} | others)
    assert asyncio.run(ledger_of().sweep()) == 0
    assert alive(child.pid)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"pid": "1"}', '{"pid": 1, "app": 2}', "[" * 99_999]
)
def test_a_row_that_makes_no_sense_is_dropped(ledger_of, tmp_path, text) -> None:
    file = row(tmp_path / "children", 1)
    file.write_text(text)
    assert asyncio.run(ledger_of().sweep()) == 0
    assert not file.exists()


@pytest.mark.parametrize("pid", [0, 1, -1])
def test_a_row_cannot_name_the_system(ledger_of, tmp_path, pid) -> None:
    row(tmp_path / "children", pid, mark="")
    assert asyncio.run(ledger_of().sweep()) == 0


def test_a_child_is_written_down_while_it_runs(ledger_of, tmp_path) -> None:
    ledger = ledger_of()
    ledger.add(4711, ledger.mark())
    told = json.loads((tmp_path / "children" / "4711.json").read_text())
    assert told["app"] == os.getpid()
    assert told["mark"].startswith(f"{os.getpid()}-")
    ledger.drop(4711)
    assert not list((tmp_path / "children").iterdir())
    assert ledger.mark() != ledger.mark()


def test_a_folder_that_cannot_be_written_costs_nothing_else(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    ledger = Ledger(tmp_path / "file", now=time.time, app=os.getpid())
    ledger.add(4711, "m")
    ledger.drop(4711)
    assert asyncio.run(ledger.sweep()) == 0


CRASHING = """
import asyncio, os, sys, time
from pathlib import Path
from luminair.lanes.child.ledger import Ledger
from luminair.lanes.child.process import start

STUBBORN = '''
import signal, subprocess, sys, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
sleep = [sys.executable, "-S", "-c", "import time; time.sleep(300)"]
print(subprocess.Popen(sleep, start_new_session=True).pid, flush=True)
while True: time.sleep(60)
'''

async def go():
    ledger = Ledger(Path(sys.argv[1]), now=time.time, app=os.getpid())
    command = (sys.executable, "-S", "-c", STUBBORN)
    given = {"folder": "/", "environment": {"PATH": "/usr/bin:/bin"}, "ledger": ledger}
    child = await start(command, **given)
    heard = await child.hear()
    print(child.pid, heard.text, flush=True)
    await asyncio.sleep(300)

asyncio.run(go())
"""


def test_after_an_app_was_killed_the_next_one_tidies_up(ledger_of, tmp_path) -> None:
    app = subprocess.Popen(
        [sys.executable, "-c", CRASHING, str(tmp_path / "children")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert app.stdout is not None
    pids = [int(word) for word in app.stdout.readline().split()]
    app.stdout.close()
    try:
        assert asyncio.run(ledger_of().sweep()) == 0  # it still runs, so all is well
        assert all(map(alive, pids))
        app.kill()
        app.wait()
        assert asyncio.run(ledger_of().sweep()) == 2
        asyncio.run(until(lambda: not any(map(alive, pids))))
        assert not list((tmp_path / "children").iterdir())
    finally:
        for pid in [app.pid, *pids]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        app.wait()
