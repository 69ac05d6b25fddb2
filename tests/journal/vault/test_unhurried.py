"""A long loop lets others go first, in a thread; a process of one thread loses no time by it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from luminair.journal.vault import unhurried as module
from luminair.journal.vault.unhurried import unhurried

if TYPE_CHECKING:
    import pytest


def rests_of(monkeypatch: pytest.MonkeyPatch, *, thread: bool) -> list[int]:
    """After how many items it rested."""
    taken: list[int] = []
    rested: list[int] = []
    monkeypatch.setattr(module.time, "sleep", lambda _: rested.append(len(taken)))

    def count() -> None:
        for item in unhurried(range(10), 4):
            taken.append(item)  # noqa: PERF402 how many were taken is seen at each rest

    if thread:
        worker = threading.Thread(target=count)  # noqa: TID251 a thread is what is tested
        worker.start()
        worker.join()
    else:
        count()
    assert taken == list(range(10))
    return rested


def test_it_rests_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rests_of(monkeypatch, thread=True) == [4, 8]


def test_it_never_rests_where_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rests_of(monkeypatch, thread=False) == []
