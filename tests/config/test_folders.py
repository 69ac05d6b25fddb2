from __future__ import annotations

import errno
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from luminair.config.folders import KnownFolders
from luminair.errors import WriteFailed
from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from pathlib import Path


def test_two_apps_that_are_answered_at_once_forget_no_answer(home: Path) -> None:
    file = home / "folders.json"

    def answered(app: int) -> None:
        mine = KnownFolders(file)  # each app has its own
        for number in range(20):
            mine.add(f"/work/{app}-{number}")

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(answered, range(3)))
    kept = KnownFolders(file)
    assert all(kept.holds(f"/work/{app}-{number}/deep") for app in range(3) for number in range(20))
    assert not kept.holds("/work")


def test_an_answer_that_cannot_be_kept_is_said(home: Path) -> None:
    known = KnownFolders(home / "state" / "folders.json")
    fault = Fault("full", errno.ENOSPC, frozenset({"mkdir"}))
    with Disk(home, fault, 1).failing(), pytest.raises(WriteFailed):
        known.add("/work")
    assert not known.holds("/work")
