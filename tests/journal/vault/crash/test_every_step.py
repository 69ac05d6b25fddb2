"""Kills or refuses an operation at every single system call by which it touches the disk."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.journal.vault.store import Store
from tests.journal.vault.crash import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[4]


class Crasher:
    """Runs scenarios in processes that die."""

    def __init__(self) -> None:
        self.server = subprocess.Popen(
            [sys.executable, "-m", "tests.journal.vault.crash.scenarios"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, vault: Path, scenario: str, at: int, how: str) -> str:
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        order = {"vault": str(vault), "scenario": scenario, "at": at, "how": how}
        self.server.stdin.write(json.dumps(order) + "\n")
        self.server.stdin.flush()
        return str(json.loads(self.server.stdout.readline()))

    def close(self) -> None:
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.close()
        self.server.wait(10)
        self.server.stdout.close()


@pytest.fixture(scope="module")
def crasher() -> Iterator[Crasher]:
    crasher = Crasher()
    yield crasher
    crasher.close()


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for name in scenarios.SCENARIOS:
        root = tmp_path_factory.mktemp(f"template-{name}") / "vault"
        root.mkdir()
        scenarios.prepare(root)
        if name == "undo":
            scenarios.batch(scenarios.store_at(root))
        found[name] = root
    return found


def state(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    return {path: data for path, data in found.items() if not path.startswith(".")}


def marks(notes: dict[str, bytes]) -> list[bytes]:
    return sorted(data.split(b"\n")[0] for data in notes.values())


def check_old_or_new(root: Path, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Before any repair: every note whole, none twice, none lost that is in both."""
    now = state(root)
    whole = set(before.values()) | set(after.values())
    assert set(now.values()) <= whole
    assert not [name for name in now if "/." in name or name.endswith(".tmp")]
    found = marks(now)
    assert len(found) == len(set(found))
    assert set(marks(before)) & set(marks(after)) <= set(found)


def check_repaired(root: Path, before: dict[str, bytes], after: dict[str, bytes]) -> bool:
    """All of it or nothing, log and history right, undo works. Whether it was all."""
    store = scenarios.store_at(root)
    store.recover()
    assert not store.half_done
    assert list((root / ".luminair/tmp").iterdir()) == []
    now = state(root)
    assert now in (before, after)
    done = now == after
    logged = store.operations()[0]
    if not done:
        assert logged.what in {"begin", "batch"}
    else:
        assert logged.what not in {"begin"}
        if "Notes/a.md" in after and after["Notes/a.md"] != before.get("Notes/a.md"):
            versions = store.versions("Notes/a.md")
            kept = [store.version_bytes("Notes/a.md", v.version) for v in versions]
            old = [data for data in before.values() if data.startswith(b"note a")]
            assert old[0] in kept
        report = store.undo(logged.op)
        assert state(root) == before
        store.undo(report.undone_by)
        assert state(root) == after
    with store.operation("next") as operation:
        operation.create("", "next.md", b"next")
    assert state(root) == (after if done else before) | {"next.md": b"next"}
    return done


def each_step(
    crasher: Crasher, template: Path, scenario: str, how: str, place: Path
) -> Iterator[tuple[Path, str]]:
    """Runs the scenario with the trap at call 1, 2, 3, … until it no longer springs."""
    for at in range(1, 500):
        vault = place / f"{how}-{at}"
        shutil.copytree(template, vault, symlinks=True)
        answer = crasher.run(vault, scenario, at, how)
        if answer.startswith("untouched"):
            assert at > 3
            return
        yield vault, answer
        shutil.rmtree(vault, ignore_errors=True)
    pytest.fail("the operation never ended")


@pytest.mark.parametrize("how", ["after", "torn", pytest.param("before", marks=pytest.mark.full)])
@pytest.mark.parametrize("scenario", list(scenarios.SCENARIOS))
def test_a_kill_at_any_call(crasher, templates, tmp_path, scenario, how):
    _, before, after = scenarios.SCENARIOS[scenario]
    outcomes = []
    for vault, answer in each_step(crasher, templates[scenario], scenario, how, tmp_path):
        assert answer == "killed"
        check_old_or_new(vault, before, after)
        outcomes.append(check_repaired(vault, before, after))
    # Nothing up to some call, all from there on.
    assert outcomes == sorted(outcomes)
    assert how == "torn" or set(outcomes) == {True, False}


@pytest.mark.timeout(600)  # each step is a kill of its own, some hundreds in the long form
@pytest.mark.parametrize("scenario", ["batch", "undo"])
def test_a_kill_during_the_repair_of_a_kill(crasher, templates, tmp_path, scenario, request):
    _, before, after = scenarios.SCENARIOS[scenario]
    step = 1 if request.config.getoption("--full", default=False) else 6
    first = tmp_path / "first"
    for at in range(20, 500, step):
        shutil.rmtree(first, ignore_errors=True)
        shutil.copytree(templates[scenario], first)
        if crasher.run(first, scenario, at, "before").startswith("untouched"):
            return
        for vault, answer in each_recovery(crasher, first, tmp_path, step):
            assert answer == "killed"
            check_old_or_new(vault, before, after)
            check_repaired(vault, before, after)


def each_recovery(
    crasher: Crasher, template: Path, place: Path, step: int
) -> Iterator[tuple[Path, str]]:
    for at in range(1, 500, step):
        vault = place / "second"
        shutil.rmtree(vault, ignore_errors=True)
        shutil.copytree(template, vault)
        answer = crasher.run(vault, "recover", at, "after")
        if answer.startswith("untouched"):
            return
        yield vault, answer


@pytest.mark.parametrize(
    "how", ["EIO", "full", *(pytest.param(h, marks=pytest.mark.full) for h in ("ENOSPC", "EACCES"))]
)
@pytest.mark.parametrize("scenario", list(scenarios.SCENARIOS))
def test_a_refusal_at_any_call(crasher, templates, tmp_path, scenario, how):
    """The caller is told the truth: an error means nothing was done, now and later."""
    _, before, after = scenarios.SCENARIOS[scenario]
    for vault, answer in each_step(crasher, templates[scenario], scenario, how, tmp_path):
        check_old_or_new(vault, before, after)
        if answer == "done":
            assert state(vault) == after
            assert check_repaired(vault, before, after)
        else:
            told = ("could not be written", "may not be written to", "was not taken back")
            assert any(words in answer for words in told), answer
            assert not check_repaired(vault, before, after)


def test_a_finished_operation_is_not_done_again(crasher, templates, tmp_path):
    """Killed between the log and the clearing away; then the owner put the old text back."""
    for vault, _ in each_step(crasher, templates["replace"], "replace", "after", tmp_path):
        store = scenarios.store_at(vault)
        if store.half_done and store.operations()[0].what == "replace":
            break
    else:
        pytest.fail("no call lies between the two")
    (vault / "Notes/a.md").write_bytes(scenarios.BEFORE["Notes/a.md"])
    store.recover()
    assert not store.half_done
    assert state(vault) == scenarios.BEFORE


def test_an_operation_under_way_on_another_machine_is_left_alone(crasher, templates, tmp_path):
    """A sync folder shows us what another machine is just doing; we wait before we finish it."""
    for vault, _ in each_step(crasher, templates["batch"], "batch", "after", tmp_path):
        if scenarios.store_at(vault).half_done:
            break
    times = iter([scenarios.NOW, scenarios.NOW + timedelta(minutes=11)])
    for expected in (True, False):
        at = next(times)
        other = Store(vault, now=lambda at=at: at, draw=lambda: 1, by="owner", machine="other")
        with other.operation("mine") as operation:
            operation.create("", "mine.md", b"mine")
        assert other.half_done is expected
    assert state(vault) == scenarios.AFTER_BATCH | {"mine.md": b"mine", "mine 2.md": b"mine"}


def test_a_note_edited_after_the_kill_is_left_alone(crasher, templates, tmp_path):
    for vault, _ in each_step(crasher, templates["batch"], "batch", "after", tmp_path):
        if scenarios.store_at(vault).half_done:
            break
    (vault / "Sessions/d.md").write_bytes(b"note d, edited by hand")
    store = scenarios.store_at(vault)
    store.recover()
    now = state(vault)
    assert now == scenarios.AFTER_BATCH | {"Sessions/d.md": b"note d, edited by hand"}
    kept = [path.read_bytes() for path in (vault / ".luminair/conflicts").iterdir()]
    assert kept == [scenarios.AFTER_BATCH["Sessions/d.md"]]
    store.undo()
    assert state(vault) == scenarios.BEFORE | {"Sessions/d.md": b"note d, edited by hand"}


def test_what_stands_in_the_way_of_the_repair_does_not_stop_all_writing(
    crasher, templates, tmp_path
):
    for vault, _ in each_step(crasher, templates["create"], "create", "after", tmp_path):
        if scenarios.store_at(vault).half_done:
            break
    pending = next((vault / ".luminair/tmp").glob("*.pending"))
    text = pending.read_bytes()
    pending.write_bytes(text.replace(b"Notes/New/Deep", b"../../Outside"))
    (vault / ".luminair/tmp/damaged.pending").write_bytes(b"[" * 100_000)
    (vault / ".luminair/tmp/list.pending").write_bytes(b"[]")
    (vault / ".luminair/tmp/none.pending").write_bytes(b'{"record": {}, "sources": []}')
    store = scenarios.store_at(vault)
    store.recover()
    assert state(vault) == scenarios.BEFORE
    assert not store.half_done
    assert not list(tmp_path.glob("Outside*"))
