"""Work that lives as long as the app."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.jobs import Jobs


def test_it_tells_the_window_and_does_not_count_as_busy(qtbot, jobs: Jobs) -> None:
    told: list[tuple[str, bool]] = []
    home = QThread.currentThread()
    ended = threading.Event()

    def work(ending: threading.Event, tell: Callable[[str], None]) -> None:
        tell("news")
        ending.wait()
        ended.set()

    jobs.stay(work, each=lambda value: told.append((value, QThread.currentThread() is home)))
    qtbot.waitUntil(lambda: bool(told))
    assert told == [("news", True)]
    assert not jobs.busy
    assert not ended.is_set()
    assert jobs.close()
    assert ended.is_set()


def test_its_failure_is_shown(qtbot, jobs: Jobs, failures) -> None:
    def work(_: threading.Event, __: Callable[[str], None]) -> None:
        raise ZeroDivisionError

    with qtbot.waitSignal(failures.failed) as told:
        jobs.stay(work, each=lambda _: None)
    assert "ZeroDivisionError" in told.args[0]


def test_nothing_begins_after_the_end(jobs: Jobs) -> None:
    begun: list[int] = []
    assert jobs.close()
    jobs.stay(lambda _, __: begun.append(1), each=lambda _: None)
    assert begun == []
