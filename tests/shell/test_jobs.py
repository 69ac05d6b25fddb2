from __future__ import annotations

import asyncio
import gc
import itertools
import threading
import weakref
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer

from luminair.errors import LuminairError
from luminair.shell.jobs import Jobs, Newest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def test_a_value_comes_home_on_the_windows_thread(qtbot, jobs: Jobs) -> None:
    found: list[tuple[int, bool, bool]] = []
    home = QThread.currentThread()

    def work() -> bool:
        return QThread.currentThread() is home

    def done(was_home: bool) -> None:
        found.append((1, was_home, QThread.currentThread() is home))

    jobs.run(work, done=done)
    qtbot.waitUntil(lambda: bool(found))
    assert found == [(1, False, True)]


def test_an_exception_comes_home_too(qtbot, jobs: Jobs) -> None:
    found: list[Exception] = []

    def work() -> None:
        raise LuminairError("No.")

    jobs.run(work, failed=found.append)
    qtbot.waitUntil(lambda: bool(found))
    assert str(found[0]) == "No."


def test_an_exception_that_nobody_takes_is_shown(qtbot, jobs: Jobs, failures) -> None:
    with qtbot.waitSignal(failures.failed) as told:
        jobs.run(lambda: 1 / 0)
    assert "ZeroDivisionError" in told.args[0]
    assert "ZeroDivisionError" in failures.logged[0]


def test_a_fault_of_ours_is_logged_also_where_a_caller_says_it(qtbot, jobs, failures) -> None:
    found: list[Exception] = []
    jobs.run(lambda: 1 / 0, failed=found.append)
    qtbot.waitUntil(lambda: bool(found))
    (logged,) = failures.logged
    assert "ZeroDivisionError" in logged


def test_the_vault_queue_keeps_its_order(qtbot, jobs: Jobs) -> None:
    order: list[int] = []
    for number in range(50):
        jobs.run(lambda number=number: order.append(number), queue="vault")
    qtbot.waitUntil(lambda: not jobs.busy)
    assert order == list(range(50))


def test_only_the_newest_answer_comes_home(qtbot, jobs: Jobs) -> None:
    newest, found = Newest(), []
    gate = threading.Event()
    jobs.run(lambda: gate.wait(2), done=lambda _: found.append("old"), newest=newest)
    jobs.run(lambda: None, done=lambda _: found.append("new"), newest=newest)
    qtbot.waitUntil(lambda: found == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: not jobs.busy)
    assert found == ["new"]


class _Held:
    """Something that a job holds."""


def test_what_a_job_held_is_let_go(qtbot, jobs: Jobs) -> None:
    held: list[weakref.ref[_Held]] = []

    def begin() -> None:
        thing = _Held()
        held.append(weakref.ref(thing))
        jobs.run(lambda: (thing, sum(range(50))), done=lambda _: None)

    # Where others want the interpreter too, the pool is often quicker than the call to it returns.
    ending = threading.Event()

    def want() -> None:
        while not ending.is_set():
            sum(range(1000))

    others = [threading.Thread(target=want) for _ in range(2)]  # noqa: TID251 rivals of the pool
    for each in others:
        each.start()
    try:
        for _ in range(200):
            begin()
        qtbot.waitUntil(lambda: not jobs.busy)
    finally:
        ending.set()
        for each in others:
            each.join()
    gc.collect()
    qtbot.waitUntil(lambda: not any(each() is not None for each in held))


def test_an_answer_for_a_gone_owner_is_dropped(qtbot, jobs: Jobs) -> None:
    owner, found = QObject(), []
    gate = threading.Event()
    jobs.run(lambda: gate.wait(2), done=found.append, owner=owner)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(None, 52)
    gate.set()
    qtbot.waitUntil(lambda: not jobs.busy)
    assert found == []


async def _count(number: int) -> AsyncIterator[int]:
    for each in range(number):
        await asyncio.sleep(0)
        yield each


def test_a_stream_comes_home_in_order_and_ends_once(qtbot, jobs: Jobs) -> None:
    items: list[int] = []
    ends: list[BaseException | None] = []
    jobs.stream(lambda: _count(500), each=items.extend, ended=ends.append)
    qtbot.waitUntil(lambda: bool(ends))
    assert items == list(range(500))
    assert ends == [None]


def test_a_stream_hands_its_items_over_in_batches(qtbot, jobs: Jobs) -> None:
    batches: list[int] = []
    ends: list[object] = []
    jobs.stream(lambda: _count(2000), each=lambda got: batches.append(len(got)), ended=ends.append)
    qtbot.waitUntil(lambda: bool(ends))
    assert sum(batches) == 2000
    assert len(batches) < 100


def test_streams_take_turns(qtbot, jobs: Jobs) -> None:
    """Between two streams the window is free: a key is heard before the second one."""
    told: list[str] = []
    ends: list[object] = []
    ready = threading.Barrier(2)

    async def both(number: int) -> AsyncIterator[int]:
        await asyncio.get_running_loop().run_in_executor(None, ready.wait)
        for each in range(number):
            yield each

    def took(name: str) -> None:
        told.append(name)
        QTimer.singleShot(0, lambda: told.append("window"))

    for name in ("a", "b"):
        jobs.stream(lambda: both(3), each=lambda _, name=name: took(name), ended=ends.append)
    qtbot.waitUntil(lambda: len(ends) == 2)
    assert {"a", "b"} <= set(told)
    assert not any({one, two} == {"a", "b"} for one, two in itertools.pairwise(told))


def test_a_stopped_stream_writes_its_last_words_and_ends(qtbot, jobs: Jobs) -> None:
    said: list[str] = []
    ends: list[object] = []
    items: list[int] = []

    async def endless() -> AsyncIterator[int]:
        try:
            while True:
                await asyncio.sleep(0.001)
                yield 1
        finally:
            said.append("last words")

    stream = jobs.stream(endless, each=items.extend, ended=ends.append)
    qtbot.waitUntil(lambda: bool(items))
    stream.stop()
    qtbot.waitUntil(lambda: bool(ends))
    assert said == ["last words"]
    assert ends == [None]


def test_a_stream_stopped_before_it_began_ends_too(qtbot, jobs: Jobs) -> None:
    ends: list[object] = []
    jobs.stream(lambda: _count(10**9), each=lambda _: None, ended=ends.append).stop()
    qtbot.waitUntil(lambda: bool(ends))
    assert ends == [None]


def test_a_failing_stream_brings_its_exception(qtbot, jobs: Jobs) -> None:
    ends: list[BaseException | None] = []

    async def failing() -> AsyncIterator[int]:
        yield 1
        raise LuminairError("Cut.")

    jobs.stream(failing, each=lambda _: None, ended=ends.append)
    qtbot.waitUntil(lambda: bool(ends))
    assert str(ends[0]) == "Cut."


def test_a_fault_of_ours_in_a_stream_is_logged(qtbot, jobs: Jobs, failures) -> None:
    ends: list[BaseException | None] = []

    async def failing() -> AsyncIterator[int]:
        yield 1
        raise KeyError("lane")

    jobs.stream(failing, each=lambda _: None, ended=ends.append)
    qtbot.waitUntil(lambda: bool(ends))
    (logged,) = failures.logged
    assert "KeyError" in logged


def test_closing_ends_what_runs_and_takes_no_more(qtbot, failures) -> None:
    jobs = Jobs(failures)
    ends: list[object] = []
    jobs.stream(lambda: _count(10**9), each=lambda _: None, ended=ends.append)
    qtbot.wait(20)
    assert jobs.close(2000)
    assert ends == [None]
    jobs.run(lambda: pytest.fail("ran after close"))


@pytest.mark.usefixtures("qapp")
def test_closing_writes_what_is_still_to_be_written(failures) -> None:
    jobs = Jobs(failures)
    written: list[int] = []
    for number in range(30):
        jobs.run(lambda number=number: written.append(number), queue="vault")
    assert jobs.close(2000)
    assert written == list(range(30))


def test_closing_waits_no_longer_than_it_was_told(failures) -> None:
    jobs = Jobs(failures)
    gate = threading.Event()
    jobs.run(lambda: gate.wait(5))
    assert not jobs.close(50)
    gate.set()
    assert jobs.close(2000)
