"""Many hours' worth of use in minutes: does the app stay as small and as quick as it began?

    python -m tests.trust.soak [--turns N] [--writes N] [--opens N]

Runs the real windows over a throw-away home, without a screen: turns are typed and sent in the
composer, notes are edited behind the app's back, the Journal, the Context budget and the settings
are opened and closed. The lane plays a short script. It prints, for each tenth of the way, memory,
open files, threads, widgets, files of the home, and milliseconds of a turn, a write and an
opening; and says at the end which of them grew from the third tenth on. Exit code 1 when one did.

Every fiftieth turn begins a new session, as people do; what a session holds on screen is not
counted as growth, since each tenth ends on a new one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.bootstrap import clock, draw, journal_at, locate
from luminair.config.keys import Keys
from luminair.desk import OwnDesk
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import INFO, Scripted, say
from luminair.shell.app import Windows
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.theme import Choice, Theme
from luminair.vaults import Vaults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOTES = 50
A_SESSION = 50
"""Turns of one session."""
TENTHS = 10
SETTLED = 3
"""The tenth from which nothing may grow: caches and pools are full by then."""
PER_SESSION = {"sessions", "turns"}
"""Folders with something for each session, which grow as sessions do."""
PATIENCE_S = 60.0
ANSWER = "The manifest is flushed **before** the request.\n\n```python\nmanifest.flush()\n```\n"


@dataclass(frozen=True, slots=True)
class Sample:
    """What stood after a tenth.

    Attributes:
        memory: resident, in MB.
        descriptors: open files and sockets.
        threads: of Python and of Qt.
        widgets: that Qt knows.
        files: files under the home, without those that each session has.
        turn_ms: median of a turn.
        write_ms: median of an edit of a note.
        open_ms: median of opening and closing a window.
    """

    memory: float
    descriptors: int
    threads: int
    widgets: int
    files: int
    turn_ms: float
    write_ms: float
    open_ms: float


@dataclass
class Times:
    """Milliseconds of this tenth, by kind."""

    turn: list[float] = field(default_factory=list)
    write: list[float] = field(default_factory=list)
    open: list[float] = field(default_factory=list)


class Soak:
    """The app, driven.

    Args:
        root: an empty folder, for its home and its Journal.
    """

    def __init__(self, root: Path) -> None:
        home, settings, place, named_by = locate(str(root / "home"), str(root / "vault"))
        vaults = Vaults(
            home,
            settings,
            place,
            named_by,
            open_at=lambda at, by: journal_at(home, settings, at, by),
        )
        vaults.make(place, None)
        self._home = home.root
        # The lane forgets what it was asked: its list is a test's own, and would grow.
        lane = Scripted((say(ANSWER),), sleep=asyncio.sleep)
        self._asked = lane.asked
        self._jobs = Jobs(Failures(sys.stderr.write))
        self._desk = OwnDesk(
            home,
            settings,
            vaults,
            now=clock,
            draw=draw,
            lanes=[Entry(INFO, lambda: lane)],
            keys=Keys(lambda: None, environ={}),
        )
        self._notes = [
            self._desk.journal.add(
                title=f"Manifest part {number}", body=f"Part {number} is sent after its manifest."
            ).note.path
            for number in range(NOTES)
        ]
        theme = Theme(Choice.LIGHT, motion=False)
        theme.apply()
        self._windows = Windows(theme, self._jobs, self._desk, Failures(sys.stderr.write))
        self._windows.open()
        self._turns = self._writes = self._opens = 0
        self._times = Times()
        self.settle()

    def settle(self) -> None:
        """Waits until nothing runs."""
        self.until(lambda: not self._jobs.busy)

    def until(self, reached: Callable[[], bool]) -> None:
        """Lets the app go on until something holds.

        Raises:
            TimeoutError: it did not within a minute.
        """
        loop, beat = QEventLoop(), QTimer()
        end = time.monotonic() + PATIENCE_S
        beat.timeout.connect(lambda: loop.quit() if reached() or time.monotonic() > end else None)
        beat.start(2)
        # What held when the loop was told to end may be over before it ends.
        while not reached() and time.monotonic() < end:
            loop.exec()
        beat.stop()
        if not reached():
            raise TimeoutError("The app did not come to rest within a minute.")

    def turn(self) -> None:
        """Types a message, sends it, and waits for the whole answer."""
        main = self._windows.main
        if self._turns % A_SESSION == 0:
            main.sessions.begin()
            self.settle()
        self._turns += 1
        with _timed(self._times.turn):
            edit = main.board.active.composer.edit
            QTest.keyClicks(edit, f"What of part {self._turns % NOTES}?")
            before = len(self._asked)
            QTest.keyClick(edit, Qt.Key.Key_Return)
            self.until(lambda: len(self._asked) > before and not main.board.active.streaming)
            self.settle()
        self._asked.clear()

    def write(self) -> None:
        """Edits a note as another program would, and lets the windows take it in."""
        self._writes += 1
        path = self._desk.vault / self._notes[self._writes % NOTES]
        with _timed(self._times.write):
            head, found, rest = path.read_text("utf-8").rpartition("\nEdited ")
            kept = head if found else rest.rstrip("\n")
            path.write_text(f"{kept}\nEdited {self._writes} times.\n", "utf-8")
            self._desk.journal.refresh()
            self._windows.show_edits()
            self.settle()

    def open(self) -> None:
        """Opens one of the windows, waits until it shows what it shows, and closes it."""
        suite, main = self._windows.suite, self._windows.main
        self._opens += 1
        with _timed(self._times.open):
            match self._opens % 3:
                case 0:
                    main.open_journal()
                    self.settle()
                    suite.journal.close()
                case 1:
                    main.budget.open(main.board.active)
                    self.until(lambda: main.budget.sheet is not None)
                    if main.budget.sheet is not None:
                        main.budget.sheet.dismiss()
                case _:
                    suite.open_settings()
                    self.settle()
                    suite.settings.close()
            self.settle()

    def sample(self) -> Sample:
        """Begins a session, throws away what is thrown away, and counts."""
        self._windows.main.sessions.begin()
        self._turns = 0
        self.settle()
        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QCoreApplication.processEvents()
            gc.collect()
        times, self._times = self._times, Times()
        return Sample(
            _memory_mb(),
            _count("/proc/self/fd"),
            _threads(),
            len(QApplication.allWidgets()),
            sum(
                1
                for each in self._home.rglob("*")
                if each.is_file() and not PER_SESSION & set(each.relative_to(self._home).parts)
            ),
            *(statistics.median(each or [0.0]) for each in (times.turn, times.write, times.open)),
        )

    def close(self) -> None:
        """Quits as a person would."""
        self._windows.close()
        self.settle()
        self._windows.delete()
        self._jobs.close(5000)
        self._desk.close()


def soak(
    turns: int, writes: int, opens: int, *, tell: Callable[[Sample], None] = lambda _: None
) -> list[Sample]:
    """Uses the app as said, evenly mixed; what stood after each tenth."""
    with tempfile.TemporaryDirectory(prefix="luminair-soak-") as folder:
        app = Soak(Path(folder))
        try:
            samples = []
            for _ in range(TENTHS):
                _tenth(app, turns // TENTHS, writes // TENTHS, opens // TENTHS)
                samples.append(app.sample())
                tell(samples[-1])
            return samples
        finally:
            app.close()


def _tenth(app: Soak, turns: int, writes: int, opens: int) -> None:
    steps = [
        *((place / turns, app.turn) for place in range(turns)),
        *((place / writes, app.write) for place in range(writes)),
        *((place / opens, app.open) for place in range(opens)),
    ]
    for _, step in sorted(steps, key=lambda each: each[0]):
        step()


def growth(samples: list[Sample], *, times: bool = True) -> list[str]:
    """What grew after the app had settled, a few words each.

    Args:
        samples: one for each tenth.
        times: whether what takes longer counts; not where others use the machine.
    """
    settled, last = samples[SETTLED - 1], samples[-1]
    rows = [
        ("memory", settled.memory, last.memory, 1.05, 8.0),
        ("open files", settled.descriptors, last.descriptors, 1.0, 3.0),
        ("threads", settled.threads, last.threads, 1.0, 3.0),
        ("widgets", settled.widgets, last.widgets, 1.0, 60.0),
        ("files", settled.files, last.files, 1.0, 4.0),
    ]
    if times:
        rows += [
            ("milliseconds of a turn", settled.turn_ms, last.turn_ms, 1.5, 5.0),
            ("milliseconds of a write", settled.write_ms, last.write_ms, 1.5, 5.0),
            ("milliseconds of an opening", settled.open_ms, last.open_ms, 1.5, 10.0),
        ]
    return [
        f"{what} grew from {before:.0f} to {after:.0f}"
        for what, before, after, factor, more in rows
        if after > before * factor + more
    ]


@contextmanager
def _timed(into: list[float]) -> Iterator[None]:
    start = time.perf_counter()
    yield
    into.append((time.perf_counter() - start) * 1000)


def _memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _count(folder: str) -> int:
    return sum(1 for _ in Path(folder).iterdir())


def _threads() -> int:
    # Those of the pools end by themselves after half a minute of rest: they come and go.
    return max(threading.active_count(), _count("/proc/self/task"))


def _tell(sample: Sample) -> None:
    sys.stdout.write(
        f"{sample.memory:7.1f} MB {sample.descriptors:4d} open {sample.threads:3d} threads "
        f"{sample.widgets:5d} widgets {sample.files:5d} files {sample.turn_ms:6.1f} ms a turn "
        f"{sample.write_ms:6.1f} a write {sample.open_ms:6.1f} an opening\n"
    )
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Soaks and says what grew."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.soak")
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--writes", type=int, default=10_000)
    parser.add_argument("--opens", type=int, default=2_000)
    parser.add_argument("--no-times", action="store_true", help="pass over what takes longer")
    given = parser.parse_args(arguments)
    app = QApplication.instance() or QApplication(["luminair", "-platform", "offscreen"])
    app.setQuitOnLastWindowClosed(False)
    found = growth(
        soak(given.turns, given.writes, given.opens, tell=_tell), times=not given.no_times
    )
    sys.stdout.write("Nothing grew.\n" if not found else "; ".join(found).capitalize() + ".\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
