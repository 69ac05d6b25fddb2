"""The one door to threads.

* ``run`` gives a plain function to a pool and brings its value or its exception home to the
  window's thread: in order by the ``vault`` queue, else by the ``wide`` pool.
* ``stream`` runs an async iterator on one asyncio thread and hands its items home in batches
  every 33 ms, so that a fast model costs thirty repaints a second and not a thousand; several
  streams take turns in that time, and a key is heard between two of them.
* ``stay`` runs a function for as long as the app lives; ``Newest`` marks jobs of which only
  the latest answer is wanted.
* ``close`` refuses work, cancels, waits a bounded time.

Functions given to this door know no Qt. Nothing here is owned by a runnable: the signals belong
to the ``Jobs`` object, which outlives them all (platform-notes.md section 3).
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from PySide6.QtCore import QDeadlineTimer, QObject, QThreadPool, QTimer, Signal, Slot
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from luminair.shell.failures import Failures

Value = TypeVar("Value")
Queue = Literal["wide", "vault"]

FLUSH_MS = 33
WIDE_THREADS = 4


class Newest:
    """Of several jobs under one ``Newest``, only the one started last comes home."""

    def __init__(self) -> None:
        self._number = 0

    def next(self) -> int:
        """Makes every job before this one late."""
        self._number += 1
        return self._number

    def drop(self) -> None:
        """Makes every job that is on its way late."""
        self._number += 1

    def holds(self, number: int) -> bool:
        """Whether a job of this number is still the newest."""
        return number == self._number


@dataclass(frozen=True, slots=True)
class _Home:
    """What a job brings to the window's thread."""

    call: Callable[[], None]
    owner: QObject | None


@dataclass(slots=True)
class _Flow:
    """One stream on its way: written by the asyncio thread, drained by the window's."""

    each: Callable[[list[Any]], None]
    ended: Callable[[BaseException | None], None]
    owner: QObject | None
    items: SimpleQueue[object] = field(default_factory=SimpleQueue)
    task: asyncio.Task[None] | None = None
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class _Ended:
    """The last thing in a stream's queue."""

    error: BaseException | None


class Stream:
    """A running stream, in the window's hands."""

    def __init__(self, jobs: Jobs, flow: _Flow) -> None:
        self._jobs = jobs
        self._flow = flow

    def stop(self) -> None:
        """Cancels the stream; ``ended`` is still called, once it has really ended."""
        self._jobs.stop(self._flow)


class Jobs(QObject):
    """Owns the pools, the asyncio thread and the way home.

    Args:
        failures: told about exceptions that no caller takes.
        parent: lives as long as the application.

    Signals:
        idle: nothing is running or waiting any more.
    """

    idle = Signal()
    _came = Signal(object)

    def __init__(self, failures: Failures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._failures = failures
        self._open = True
        self._wide = QThreadPool()
        self._wide.setMaxThreadCount(WIDE_THREADS)
        self._vault = QThreadPool()
        self._vault.setMaxThreadCount(1)
        self._running = 0
        self._flows: list[_Flow] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()
        self._staying: list[threading.Thread] = []
        self._flush = QTimer(self)
        self._flush.setInterval(FLUSH_MS)
        self._flush.timeout.connect(self._bring_next)
        self._names = itertools.count(1)
        self._came.connect(self._arrive)

    @property
    def busy(self) -> bool:
        """Whether a job or a stream is running or waiting."""
        return self._running > 0 or bool(self._flows)

    @property
    def closing(self) -> bool:
        """Whether the app quits: work that may end early had better do so. From any thread."""
        return not self._open

    def run(
        self,
        work: Callable[[], Value],
        *,
        done: Callable[[Value], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        queue: Queue = "wide",
        newest: Newest | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Runs ``work`` off the window's thread and brings the result home.

        Args:
            work: a function that knows no Qt.
            done: takes its value, on the window's thread.
            failed: takes its exception, on the window's thread; without it the failure is shown.
            queue: 'vault' where order matters (writes), else 'wide'.
            newest: drops this answer if a later job under the same mark was started.
            owner: drops the answer if this object is gone by then.
        """
        if not self._open:
            return
        number = newest.next() if newest is not None else 0

        def bring(call: Callable[[], None]) -> None:
            def home() -> None:
                self._running -= 1
                if newest is None or newest.holds(number):
                    call()
                if not self.busy:
                    self.idle.emit()

            with suppress(RuntimeError):  # the application is gone: there is no home to come to
                self._came.emit(_Home(home, owner))

        def task() -> None:
            try:
                value = work()
            except Exception as error:  # noqa: BLE001 - this door brings every exception home
                found = error
                self._failures.note(error)
                bring(lambda: self._fail(found, failed, owner))
            else:
                bring(lambda: _give(done, value, owner))

        self._running += 1
        # A function, no QRunnable of Python: where the pool is quicker than start() returns, PySide
        # gives such an object a reference that nobody takes back, and with it all that it holds.
        (self._vault if queue == "vault" else self._wide).start(task)

    def stay(
        self,
        work: Callable[[threading.Event, Callable[[Any], None]], None],
        *,
        each: Callable[[Any], None],
    ) -> None:
        """Runs ``work`` on a thread of its own until its event is set, as the app ends."""

        def home(call: Callable[[Any], None], value: object) -> None:
            with suppress(RuntimeError):  # as in run
                self._came.emit(_Home(partial(call, value), None))

        def task() -> None:
            try:
                work(self._ending, partial(home, each))
            except Exception as error:  # noqa: BLE001 - this door brings every exception home
                home(self._failures.show, error)

        if self._open:
            self._staying.append(threading.Thread(target=task, name="luminair-stay", daemon=True))
            self._staying[-1].start()

    def stream(
        self,
        source: Callable[[], AsyncIterator[Value]],
        *,
        each: Callable[[list[Value]], None],
        ended: Callable[[BaseException | None], None],
        owner: QObject | None = None,
    ) -> Stream:
        """Runs an async iterator on the asyncio thread.

        Args:
            source: makes the iterator; called on the asyncio thread.
            each: takes what came since the last call, on the window's thread.
            ended: called once, last: with None at the end or after ``stop``, else the exception.
            owner: drops everything if this object is gone by then.
        """
        flow = _Flow(each, ended, owner)
        if not self._open:
            flow.items.put(_Ended(None))
        else:
            loop = self._started_loop()
            loop.call_soon_threadsafe(self._begin, loop, flow, source)
        self._flows.append(flow)
        self._share()
        return Stream(self, flow)

    def stop(self, flow: _Flow) -> None:
        """Cancels one stream (see :meth:`Stream.stop`)."""
        flow.stopped = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: flow.task.cancel() if flow.task else None)

    def close(
        self,
        within_ms: int = 3000,
        last: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> bool:
        """Refuses new work, cancels streams, waits for what runs.

        Args:
            within_ms: the bound of the whole wait.
            last: what to do on the asyncio thread once its streams are at rest, such as ending
                child processes; not called where nothing ever ran there.

        Returns:
            Whether everything came to rest in time.
        """
        self._open = False
        self._ending.set()
        deadline = QDeadlineTimer(within_ms)
        for flow in self._flows:
            self.stop(flow)
        if self._loop is not None and self._thread is not None:
            loop = self._loop
            asyncio.run_coroutine_threadsafe(self._rest(loop, last), loop)
            self._thread.join(max(deadline.remainingTime(), 0) / 1000)
        rested = self._thread is None or not self._thread.is_alive()
        for thread in self._staying:
            thread.join(max(deadline.remainingTime(), 0) / 1000)
            rested = rested and not thread.is_alive()
        self._wide.clear()  # answers that nobody waits for; what is to be written stays queued
        for pool in (self._vault, self._wide):
            rested = pool.waitForDone(max(deadline.remainingTime(), 1)) and rested
        for flow in list(self._flows):
            self._bring(flow)
        self._flush.stop()
        return rested

    # The asyncio thread.

    def _started_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._serve, args=(loop,), name="luminair-streams", daemon=True
            )
            self._loop = loop
            self._thread.start()
        return self._loop

    @staticmethod
    def _serve(loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_forever()
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    @staticmethod
    async def _rest(
        loop: asyncio.AbstractEventLoop, last: Callable[[], Coroutine[Any, Any, None]] | None
    ) -> None:
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        try:
            if last is not None:
                await last()
        finally:
            loop.stop()

    def _begin(
        self,
        loop: asyncio.AbstractEventLoop,
        flow: _Flow,
        source: Callable[[], AsyncIterator[Any]],
    ) -> None:
        if flow.stopped:
            flow.items.put(_Ended(None))
            return
        work: Coroutine[Any, Any, None] = self._flowing(flow, source)
        flow.task = loop.create_task(work, name=f"stream {next(self._names)}")

    async def _flowing(self, flow: _Flow, source: Callable[[], AsyncIterator[Any]]) -> None:
        error: BaseException | None = None
        try:
            iterator = source()
            try:
                async for item in iterator:
                    flow.items.put(item)
            finally:
                # A cancelled generator writes its last words (a stopped message) in here.
                closing = getattr(iterator, "aclose", None)
                if closing is not None:
                    await closing()
        except asyncio.CancelledError:
            pass
        except Exception as found:  # noqa: BLE001 - this door brings every exception home
            error = found
            self._failures.note(found)
        flow.items.put(_Ended(error))

    # The window's thread.

    @Slot(object)
    def _arrive(self, home: _Home) -> None:
        home.call()

    def _fail(
        self,
        error: Exception,
        failed: Callable[[Exception], None] | None,
        owner: QObject | None,
    ) -> None:
        if failed is None:
            self._failures.tell(error)
        else:
            _give(failed, error, owner)

    def _share(self) -> None:
        if self._flows:
            self._flush.start(FLUSH_MS // min(len(self._flows), FLUSH_MS))
        else:
            self._flush.stop()

    @Slot()
    def _bring_next(self) -> None:
        self._flows.append(self._flows.pop(0))
        self._bring(self._flows[-1])

    def _bring(self, flow: _Flow) -> None:
        batch: list[object] = []
        end: _Ended | None = None
        with suppress(Empty):
            while not isinstance(item := flow.items.get_nowait(), _Ended):
                batch.append(item)
            end = item
        if end is not None:
            self._flows.remove(flow)
        if batch:
            _give(flow.each, batch, flow.owner)
        if end is not None:
            self._share()
            _give(flow.ended, end.error, flow.owner)
            if not self.busy:
                self.idle.emit()


def _give(call: Callable[[Any], None] | None, value: object, owner: QObject | None) -> None:
    if call is not None and (owner is None or isValid(owner)):
        call(value)
