"""Which conversation runs in which process."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from luminair.agents import host as room
from luminair.agents.host import Hosts, Process, Record, command_line, host_process, process

if TYPE_CHECKING:
    from pathlib import Path

CHILD = """
import sys
sys.path[:] = sys.argv[1].split(':')
from luminair.agents.host import host_process
found = host_process()
print(found.pid)
"""


@pytest.mark.parametrize("has_proc", [True, False])
def test_a_process_is_known_by_its_start(monkeypatch, has_proc) -> None:
    """By /proc, and by ps as on a Mac."""
    if has_proc and not room._HAS_PROC:
        pytest.skip("this system has no /proc")
    monkeypatch.setattr(room, "_HAS_PROC", has_proc)
    me = process(os.getpid())
    assert me is not None
    assert me.above == os.getppid()
    assert me.began
    assert me == process(os.getpid())
    assert process(2**22 + 5) is None
    assert any("pytest" in word for word in command_line(os.getpid()))
    assert command_line(2**22 + 5) == [] or command_line(2**22 + 5) == [""]


@pytest.mark.parametrize("shells", ["{0}", "{0}; true", "sh -c '{0}; true'; true"])
def test_shells_between_are_passed_over(shells: str) -> None:
    """The host is who started the shell, whether or not that stays."""
    line = f'"{sys.executable}" -c "$CHILD" "$PLACES"'
    done = subprocess.run(
        ["/bin/sh", "-c", shells.format(line)],
        capture_output=True,
        text=True,
        check=True,
        env={"CHILD": CHILD, "PLACES": ":".join(sys.path), "PATH": "/usr/bin:/bin"},
    )
    assert int(done.stdout) == os.getpid()


def test_records(tmp_path: Path) -> None:
    hosts = Hosts(tmp_path / "hosts")
    me = host_process(os.getpid())
    assert me is not None
    assert hosts.of(me) is None
    record = Record("codex:t1", "/code/é", ("codex:t0",), "/t.jsonl")
    hosts.note(me, record)
    assert hosts.of(me) == record
    assert (tmp_path / "hosts").stat().st_mode & 0o077 == 0
    # Another process that was given the same number later is another host.
    assert hosts.of(Process(me.pid, "later", me.name, 1)) is None
    assert hosts.of(None) is None
    assert hosts.newest("codex") is not None
    assert hosts.newest("claude") is None
    hosts.ended(me, "codex")
    assert hosts.of(me) is None
    last = hosts.newest("codex")
    assert last is not None
    assert last.transcript == "/t.jsonl"
    hosts.ended(me, "codex")  # twice is no fault


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"began": 1}', b"\xff"])
def test_a_damaged_record_says_nothing(tmp_path: Path, data: bytes) -> None:
    hosts = Hosts(tmp_path)
    (tmp_path / "77.json").write_bytes(data)
    assert hosts.of(Process(77, "1", "x", 1)) is None
    assert hosts.newest("codex") is None


def test_old_records_go(tmp_path: Path) -> None:
    hosts = Hosts(tmp_path)
    for number in range(room.MOST_RECORDS + 20):
        hosts.note(Process(number + 10, "1", "x", 1), Record(f"codex:{number}", "/"))
    assert len(list(tmp_path.iterdir())) == room.MOST_RECORDS


def test_a_place_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "hosts").write_text("in the way")
    hosts = Hosts(tmp_path / "hosts")
    hosts.note(Process(77, "1", "x", 1), Record("codex:t", "/"))
    assert hosts.of(Process(77, "1", "x", 1)) is None
