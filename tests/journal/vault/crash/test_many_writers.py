"""Processes killed at random moments, and many writing at once: nothing torn, nothing lost."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, WriteFailed
from luminair.files import sha256_of
from tests.journal.vault.crash.writer import SHARED, Writer, is_sealed, sealed

if TYPE_CHECKING:
    from luminair.journal.vault.store import Store

ROOT = Path(__file__).resolve().parents[4]
WRITERS = 8


def start(vault: Path, seed: int, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.journal.vault.crash.writer",
            str(vault),
            str(seed),
            str(count),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture
def writer(vault: Path) -> Writer:
    writer = Writer(vault, 0)
    with writer.store.operation("begin") as operation:
        operation.create("Notes", "shared.md", sealed("begin"))
    return writer


def notes(root: Path) -> dict[str, bytes]:
    paths = (path for path in root.rglob("*") if path.is_file())
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    return {path: data for path, data in found.items() if not path.startswith(".")}


def replay(store: Store) -> dict[str, str]:
    """What the log says the vault holds: path → hash. Each step must fit the one before."""
    held: dict[str, str] = {}
    for record in reversed(store.operations()):
        for change in record.changes:
            assert held.pop(change.path, "") == change.before, record
            if change.to:
                assert change.to not in held, record
                held[change.to] = change.after
    return held


def check(writer: Writer) -> None:
    """The log tells the very state of the disk, and the last operation can be taken back."""
    store = writer.store
    now = notes(writer.root)
    assert replay(store) == {path: sha256_of(data) for path, data in now.items()}
    record = store.operations()[0]
    for change in record.changes:
        if change.before and change.before != change.after:
            kept = store.bytes_of(change.before)
            assert kept is not None
            assert is_sealed(kept)
    store.undo(store.undo().undone_by)
    assert notes(writer.root) == now


@pytest.mark.timeout(1800)
def test_kills_at_random_moments(writer, request):
    kills = 1000 if request.config.getoption("--full", default=False) else 60
    pause = threading.Event()
    for number in range(kills):
        child = start(writer.root, number + 1, 0)
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == b"ready\n"
        pause.wait(writer.dice.random() * 0.12)
        child.kill()
        said = child.stderr.read()
        child.wait()
        child.stdout.close()
        child.stderr.close()
        assert said == b""
        found = notes(writer.root)
        assert all(is_sealed(data) for data in found.values())
        ids = re.findall(rb"^id: (\S+)$", b"\n".join(found.values()), re.MULTILINE)
        assert len(ids) == len(set(ids))
        writer.store.recover()
        check(writer)
    assert len(writer.store.operations()) > kills


@pytest.mark.timeout(600)
def test_eight_processes_lose_nothing(writer, request):
    writes = 2000 if request.config.getoption("--full", default=False) else 200
    each = writes // WRITERS
    children = [start(writer.root, seed + 1, each) for seed in range(WRITERS)]
    for child in children:
        _, said = child.communicate(timeout=550)
        assert said == b""
        assert child.returncode == 0
    found = notes(writer.root)
    assert all(is_sealed(data) for data in found.values())
    lines = found.pop(SHARED).decode().splitlines()
    added = [number for number in range(each) if number % 2]
    said_lines = {line for line in lines if line.startswith("by ")}
    assert said_lines == {
        f"by {seed + 1} number {number}"
        for seed in range(WRITERS)
        for number in range(each)
        if number not in added
    }
    bodies = [data.split(b"\n")[3].decode() for data in found.values()]
    assert sorted(bodies) == sorted(
        f"by {seed + 1} number {number}" for seed in range(WRITERS) for number in added
    )
    ids = [data.split(b"\n")[1] for data in found.values()]
    assert len(set(ids)) == len(ids) == WRITERS * len(added)
    assert len(writer.store.operations()) == writes // WRITERS * WRITERS + 1
    check(writer)


def test_a_full_disk_takes_nothing_away(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("only root may mount a small disk")
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    try:
        fill_up(disk / "vault")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def fill_up(root: Path) -> None:
    root.mkdir()
    writer = Writer(root, 0)
    with writer.store.operation("begin") as operation:
        operation.create("Notes", "shared.md", sealed("begin"))
    refused = 0
    for number in range(400):
        before = notes(root)
        try:
            writer.anything(number)
        except WriteFailed as error:
            assert "the disk is full" in str(error)  # noqa: PT017 - it may also go well
            refused += 1
            assert notes(root) == before
        except LuminairError:
            assert notes(root) == before
        assert all(is_sealed(data) for data in notes(root).values())
    assert refused > 5
    for kept in (root / ".luminair/trash").glob("*/**/*.md"):
        kept.unlink()
    victim = writer.paths()[0]
    size = len((root / victim).read_bytes())
    assert size
    now = notes(root)
    assert replay(writer.store) == {path: sha256_of(data) for path, data in now.items()}
