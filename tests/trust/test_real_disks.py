"""The same on real disks of the system's, where it lets us mount them (Linux)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.trust.world import must_be_a_sentence

ROOT = Path(__file__).resolve().parents[2]
MOUNTS = ["unshare", "-rm"] if os.geteuid() else ["unshare", "-m"]


def on_real_disk(what: str, place: Path) -> Any:
    if (
        shutil.which("unshare") is None
        or subprocess.run(
            [*MOUNTS, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("this system lets nobody mount a disk for a test")
    done = subprocess.run(
        [*MOUNTS, sys.executable, "-m", "tests.trust.real_disk", what, str(place)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def must_be_sentences(said: list[str], place: Path) -> None:
    for text in said:
        if text not in {"", "done"}:
            must_be_a_sentence(text, place)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("what", ["full", "read-only"])
def test_a_disk_that_takes_no_more_loses_nothing(tmp_path: Path, what: str) -> None:
    told = on_real_disk(what, tmp_path)
    assert told["damaged"] == []
    assert told["kept"] == 2
    assert told["edited"]
    assert told["others"]
    assert told["leftover"] == []
    assert told["again"] == ""
    must_be_sentences(told["said"], tmp_path)
    assert told["said"][-1] == ""  # search goes on, whatever cannot be written
    refused = [text for text in told["said"] if text]
    assert refused
    words = "the disk is full" if what == "full" else "its disk can only be read"
    assert all(words in text for text in refused), refused
    if what == "read-only":
        assert told["same"]
        assert told["done"] == 0
    else:
        assert told["done"] > 5
        assert told["full"][-1] == ""


@pytest.mark.timeout(120)
def test_a_disk_that_is_unmounted_is_never_made_anew(tmp_path: Path) -> None:
    told = on_real_disk("gone", tmp_path)
    assert "done" not in told["said"]
    must_be_sentences(told["said"], tmp_path)
    assert told["made_anew"] == []
    assert told["same"]
    assert told["back"]
    assert told["listed"] == 3
