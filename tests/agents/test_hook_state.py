"""What a conversation holds, on the disk."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from luminair.agents.hook_state import KEPT_FOR_S, MOST_HELD, Held, Plan, States

if TYPE_CHECKING:
    from pathlib import Path


def test_there_and_back(tmp_path: Path) -> None:
    states = States(tmp_path)
    assert states.load("claude:s").new
    plan = Plan("startup", 5.0, [("text é", [["rule:a", "1", "rule “A”"]]), ("", [])], [2])
    held = Held({"rule:a": ("1", "rule “A”")}, ("claude:p",), ("k",), plan)
    with states.locked("claude:s", 1.0):
        states.save("claude:s", held)
    back = states.load("claude:s")
    assert not back.new
    back.new = True
    assert back == held
    assert states.file("claude:s").stat().st_mode & 0o077 == 0
    assert (tmp_path / "hook").stat().st_mode & 0o077 == 0
    states.forget("claude:s")
    assert states.load("claude:s").new
    assert list((tmp_path / "hook").iterdir()) == []


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'{"version": 1}', b'{"version": 2, "given": {}}', b"[" * 9000,
     b'{"version": 1, "given": [], "ancestors": [], "summaries": null, "plan": null}',
     b'{"version": 1, "given": {"a": 1}, "ancestors": [], "summaries": null, "plan": null}',
     b'{"version": 1, "given": {}, "ancestors": 3, "summaries": null, "plan": null}',
     b'{"version": 1, "given": {}, "ancestors": [], "summaries": null, "plan": [1]}'],
)  # fmt: skip
def test_a_damaged_file_counts_as_none(tmp_path: Path, data: bytes) -> None:
    states = States(tmp_path)
    states.file("s").parent.mkdir()
    states.file("s").write_bytes(data)
    assert states.load("s") == Held()


def test_it_is_bounded_and_forgets_the_oldest() -> None:
    held = Held()
    held.take([[f"note:{number}", "1", "n"] for number in range(MOST_HELD)])
    held.take([["note:0", "2", "n"], ["new", "1", "n"], ["note:5", "", ""]])
    assert len(held.given) == MOST_HELD
    assert "note:5" not in held.given
    held.take([["newer", "1", "n"]])
    assert len(held.given) == MOST_HELD
    assert "note:1" not in held.given
    assert held.given["note:0"] == ("2", "n")


def test_a_plan_waits_for_each_part_of_its_start_once() -> None:
    plan = Plan("startup", 100.0, [], [1])
    assert plan.waits_for(2, "startup", 101.0)
    assert not plan.waits_for(1, "startup", 101.0)
    assert not plan.waits_for(2, "clear", 101.0)
    assert not plan.waits_for(2, "startup", 200.0)


def test_old_states_are_swept_once_a_day(tmp_path: Path) -> None:
    states = States(tmp_path)
    with states.locked("s", 1.0):
        states.save("s", Held())
    now = states.file("s").stat().st_mtime
    states.prune(now)
    assert states.file("s").exists()
    os.utime(states.file("s"), (now - KEPT_FOR_S - 9, now - KEPT_FOR_S - 9))
    states.prune(now + 60)
    assert states.file("s").exists()  # it looked a minute ago
    states.prune(now + 25 * 3600)
    assert not states.file("s").exists()


def test_any_session_id_is_a_file_name(tmp_path: Path) -> None:
    states = States(tmp_path)
    for session in ("../../x", "a/b", "", "é" * 400, "\ud800"):
        with states.locked(session, 1.0):
            states.save(session, Held())
        assert states.file(session).parent == tmp_path / "hook"
