"""The collector of cycles: off in workers, small while something runs, whole when nobody looks."""

import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtWidgets import QApplication

from luminair.shell import garbage
from luminair.shell.garbage import Garbage


class Ring:
    """Refers to itself, so that only the collector can take it away."""

    def __init__(self) -> None:
        self.me = self


class Moment:
    """What the app is doing, and the time."""

    def __init__(self) -> None:
        self.now, self.busy, self.away = 100.0, False, False


@pytest.fixture
def moment() -> Moment:
    return Moment()


@pytest.fixture
def collector(qapp: QApplication, moment: Moment) -> Iterator[Garbage]:
    assert qapp.thread().isCurrentThread()
    made = Garbage(lambda: moment.busy, lambda: moment.away, lambda: moment.now)
    made.start()
    made._timer.stop()
    yield made
    made.stop()
    assert gc.isenabled()
    assert not gc.get_freeze_count()
    gc.freeze()  # as it was before: see pytest_collection_finish


def lost_ring() -> weakref.ref[Ring]:
    return weakref.ref(Ring())


def make_objects(count: int) -> list[list[int]]:
    return [[number] for number in range(count)]


@pytest.mark.usefixtures("collector")
def test_no_worker_collects() -> None:
    lost = lost_ring()
    with ThreadPoolExecutor(1) as pool:
        kept = pool.submit(make_objects, 200_000).result()
    assert lost() is not None
    assert len(kept) == 200_000


def test_young_cycles_go_while_something_runs(collector: Garbage, moment: Moment) -> None:
    moment.busy = True
    lost = lost_ring()
    kept = make_objects(garbage.YOUNG * 2)
    collector.step()
    assert lost() is None
    assert kept


def test_old_cycles_wait_until_it_is_quiet(collector: Garbage, moment: Moment) -> None:
    ring = Ring()
    lost = weakref.ref(ring)
    gc.collect(0)
    gc.collect(1)  # now it is among the oldest
    del ring
    for _ in range(garbage.STEPS + 1):
        gc.collect(1)
    moment.busy = True
    collector.step()
    assert lost() is not None
    moment.busy = False
    moment.now += garbage.QUIET_S + 0.1
    collector.step()
    assert lost() is None


def test_overdue_cycles_wait_no_longer(collector: Garbage, moment: Moment) -> None:
    ring = Ring()
    lost = weakref.ref(ring)
    gc.collect(0)
    gc.collect(1)
    del ring
    for _ in range(garbage.OVERDUE + 1):
        gc.collect(1)
    moment.busy = True
    collector.step()
    assert lost() is None


def test_what_was_set_aside_goes_while_nobody_looks(collector: Garbage, moment: Moment) -> None:
    ring = Ring()
    lost = weakref.ref(ring)
    gc.collect()
    gc.freeze()
    del ring
    gc.collect()
    assert lost() is not None
    moment.away = True
    moment.now += garbage.AWAY_S - 1
    collector.step()
    assert lost() is not None
    moment.now += garbage.AWAY_AGAIN_S
    collector.step()
    assert lost() is None


@pytest.mark.usefixtures("qtbot")
def test_what_a_job_read_is_set_aside_unseen(collector: Garbage, moment: Moment) -> None:
    moment.busy = True
    kept = make_objects(garbage.CROWD * 2)
    before = gc.get_freeze_count()
    collector.step()
    assert gc.get_freeze_count() - before > garbage.CROWD
    assert kept
