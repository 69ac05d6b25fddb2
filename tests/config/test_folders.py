from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from luminair.config.folders import KnownFolders

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
