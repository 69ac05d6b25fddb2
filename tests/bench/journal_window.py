"""How quick the Journal window is, and whether it ever stands still.

    python -m tests.bench.journal_window [--notes N …] [--kind alike|apart]

For each size it makes a vault in a folder that is removed afterwards: notes that are nearly
alike (the worst case of precedence, since each may hide the next) and notes of made-up words.
Then it opens the window and prints how long each step took, the longest time for which the
window's thread did nothing else, and the most work that it did in one go: that one does not grow
when other programs want the processor too. A bare ``QListView`` over the same rows stands beside
it, for machines differ and the ratio does not.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEvent, QEventLoop, QObject, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QApplication, QListView, QWidget
from typing_extensions import override

from luminair.bootstrap import clock, open_journal
from luminair.sessions.library import Library
from luminair.shell.failures import Failures
from luminair.shell.garbage import Garbage
from luminair.shell.jobs import Jobs
from luminair.shell.journal import JournalWindow
from luminair.shell.journal.reading import Shelf, View
from luminair.shell.theme import Choice, Theme
from tests.bench.index_speed import make_vault, say

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S = 120.0
QUIET_MS = 150
"""How long nothing may happen before a step counts as over."""
SCROLLS = 300
_ALIKE = (
    "Retry an upload three times and then say so. Wait longer each time and add jitter, so that "
    "clients do not come back together. Part {number} of the plan says the same in {word} words."
)


def make_alike(root: Path, count: int) -> None:
    """Notes that differ in a number and a word: every pair is a candidate for precedence."""
    chance = random.Random(3)  # noqa: S311 test data
    words = [f"{a}{b}{c}" for a in "bdfglmnprst" for b in "aeiou" for c in "lmnrst"]
    folder = root / "Notes" / "uploads"
    folder.mkdir(parents=True)
    for number in range(count):
        day = f"2026-10-{number % 28 + 1:02d}T10:00:00.000Z"
        text = _ALIKE.format(number=number, word=chance.choice(words))
        link = f"See [[Retry {number - 1}]].\n" if number % 10 == 0 and number else ""
        (folder / f"Retry {number}.md").write_text(
            f"---\nid: 20261001T{number // 65536:04d}-{number % 65536:04x}\nkind: note\n"
            f'scope: global\ntitle: "Retry {number}"\ncreated: "{day}"\nupdated: "{day}"\n---\n'
            f"{text}\n{link}",
            encoding="utf-8",
        )


def spread(name: str, took: list[float], wanted: int) -> float:
    """Prints the spread of some times and how many are over what is wanted; the median, ms."""
    took = sorted(took)
    late = sum(each > wanted for each in took)
    say(
        f"  {name:<34} median {took[len(took) // 2]:6.1f}, p95 {took[int(len(took) * 0.95)]:6.1f}, "
        f"longest {took[-1]:6.1f} ms; over {wanted} ms: {late} of {len(took)}"
    )
    return took[len(took) // 2]


class Pulse(QObject):
    """Beats as often as the event loop lets it; keeps the longest silence and the most work."""

    def __init__(self) -> None:
        super().__init__()
        self.begin()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.worst_ms = max(self.worst_ms, (now - self._last) * 1000)
        self.work_ms = max(self.work_ms, (worked - self._worked) * 1000)
        self._last, self._worked = now, worked

    def begin(self) -> None:
        """Forgets what was."""
        self.worst_ms = self.work_ms = 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()


def wait_until(come: Callable[[], bool]) -> float:
    """Lets the event loop run until something has come; how many ms that took."""
    began = time.perf_counter()
    loop = QEventLoop()
    look = QTimer()
    look.setInterval(1)
    look.timeout.connect(lambda: loop.quit() if come() else None)
    look.start()
    QTimer.singleShot(int(PATIENCE_S * 1000), loop, lambda: loop.exit(1))
    if not come() and loop.exec():
        raise TimeoutError(f"nothing came within {PATIENCE_S:.0f} s")
    return (time.perf_counter() - began) * 1000


def rest(jobs: Jobs) -> None:
    """Waits until nothing has run for a while: layouts and paints that a step left behind."""
    calm = QElapsedTimer()
    calm.start()

    def still() -> bool:
        if jobs.busy:
            calm.restart()
        return calm.elapsed() > QUIET_MS

    wait_until(still)


class Painted(QObject):
    """Whether a widget has been painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.painted = False
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.painted = self.painted or event.type() == QEvent.Type.Paint
        return False


class VaultDesk:
    """The part of a desk that the Journal window uses, over one vault."""

    def __init__(self, home: Path, vault: Path) -> None:
        self.journal = open_journal(home=str(home), vault=str(vault))
        self.journal.warm()
        self.now = clock
        self.library = Library(home, now=clock, draw=itertools.count(1).__next__)

    def undo(self, operation: str) -> str:
        return self.journal.undo(operation).what

    def project_name(self, folder: str) -> str:
        return folder.rpartition("/")[2]

    def close(self) -> None:
        self.journal.close()


class Stage:
    """One window over one vault."""

    def __init__(self, base: Path, vault: Path) -> None:
        home = base / "home"
        self.theme = Theme(Choice.LIGHT, motion=False)
        self.theme.apply()
        self.failures = Failures(sys.stderr.write)
        self.jobs = Jobs(self.failures)
        began = time.perf_counter()
        self.desk = VaultDesk(home, vault)
        say(f"  index made, s: {time.perf_counter() - began:.1f}")
        self.pulse = Pulse()
        self.window: JournalWindow | None = None
        self._step = 0.0

    def step(self, name: str, act: Callable[[], None], come: Callable[[], bool]) -> float:
        """Does something, waits for what it brings and until all is calm, prints both figures."""
        self.pulse.begin()
        began = time.perf_counter()
        act()
        wait_until(come)
        took = (time.perf_counter() - began) * 1000
        rest(self.jobs)
        whole = (time.perf_counter() - began) * 1000 - QUIET_MS
        say(
            f"  {name:<34} {took:8.0f} ms; all calm {whole:8.0f} ms; "
            f"longest silence {self.pulse.worst_ms:6.0f} ms, of work {self.pulse.work_ms:6.0f} ms"
        )
        return took

    def bare(self, titles: list[str]) -> float:
        """A list view over these titles and nothing else, shown and painted; ms."""
        self.pulse.begin()
        began = time.perf_counter()
        view = QListView()
        view.setModel(QStringListModel(titles, view))
        view.resize(336, 800)
        view.show()
        QApplication.processEvents()
        took = (time.perf_counter() - began) * 1000
        rest(self.jobs)
        say(f"  {'bare QListView, same rows':<34} {took:8.0f} ms")
        step = self.scrolling(view, "a step of scrolling it")
        say(f"  scrolling, times a bare view: {self._step / step:.1f}")
        view.close()
        view.deleteLater()
        return took

    def typing(self, window: JournalWindow) -> None:
        """A search typed letter by letter: from each word to its results in the list."""
        title = window.notes.model.rows[0].note.title
        window.bar.search.edit.clear()
        rest(self.jobs)
        took = []
        for end in range(1, len(title.split()) * 3):
            words = " ".join(title.split()[: -(-end // 3)]) + " " * (end % 3)
            began = time.perf_counter()
            window.bar.search.edit.setText(words)
            wait_until(lambda words=words: _found(window) == words)
            took.append((time.perf_counter() - began) * 1000)
        spread("results for each letter typed", took, 50)

    def scrolling(self, view: QListView, name: str = "a step of scrolling") -> float:
        """Through the whole list, pages at a time: from each step until it is painted; ms."""
        bar, took = view.verticalScrollBar(), []
        for at in range(SCROLLS):
            value = bar.maximum() * at // SCROLLS
            began = time.perf_counter()
            bar.setValue(value)
            QApplication.processEvents()
            took.append((time.perf_counter() - began) * 1000)
        return spread(name, took, 16)

    def run(self) -> None:
        """All steps."""
        self.window = window = JournalWindow(self.theme, self.jobs, self.desk, self.failures)
        model = window.notes.model
        first = self.step("first list, unseen", window.prepare, lambda: bool(model.rowCount()))
        seen = Painted(window.notes.view.viewport())
        self.step("opened by its key", lambda: window.open_session_note(""), lambda: seen.painted)
        rows = [row.key for row in model.rows]
        self.step("look again, nothing changed", window.showing.refresh, lambda: True)
        for way, at in (("open a note", len(rows) // 2), ("open the next", len(rows) // 2 + 1)):
            path = rows[at]
            self.step(way, lambda path=path: window.showing.open(path), lambda: _shown(window))
        self.step("arrow down, 20 rows", lambda: _walk(window), lambda: _shown(window))
        pinned = Shelf(View.PINNED, "Pinned")
        self.step("to an empty shelf", lambda: _go(window, pinned), lambda: not model.rowCount())
        notes = Shelf(View.FOLDER, "Notes", "Notes")
        self.step("and back", lambda: _go(window, notes), lambda: bool(model.rowCount()))
        self.step(
            "search",
            lambda: window.bar.search.edit.setText(model.rows[0].note.title),
            lambda: window.notes.title.text == "Found" or not window.bar.search.text,
        )
        self.typing(window)
        self.step("out of the search", window.bar.search.edit.clear, lambda: bool(model.rowCount()))
        self.step("wider", lambda: window.split.setSizes([240, 460, 740]), lambda: True)
        self._step = self.scrolling(window.notes.view)
        self.step("to the end of the list", window.notes.view.scrollToBottom, lambda: True)
        window.showing.open(rows[3])
        wait_until(lambda: _shown(window))
        self.step("pin", window.filing.toggle_pin, lambda: _pinned(window))
        self.step("undo it", window.filing.undo, lambda: not _pinned(window))
        bare = self.bare([row.note.title for row in model.rows])
        say(f"  first list, times a bare view: {first / bare:.1f}")

    def close(self) -> None:
        """Takes everything down."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
        self.jobs.close()
        self.desk.close()
        QApplication.processEvents()


def _shown(window: JournalWindow) -> bool:
    opened = window.page.opened
    return opened is not None and opened.note.path == window.showing.path


def _found(window: JournalWindow) -> str:
    answer = window.showing.answer
    return "" if answer is None else answer.query


def _pinned(window: JournalWindow) -> bool:
    opened = window.page.opened
    return opened is not None and opened.note.pinned


def _walk(window: JournalWindow) -> None:
    for _ in range(20):
        window.notes.step(1)
        QApplication.processEvents()


def _go(window: JournalWindow, shelf: Shelf) -> None:
    window.tree.setCurrentIndex(window.tree.rows.find(shelf))


def main() -> None:
    """Makes the vaults and measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--notes", type=int, nargs="+", default=[3_000, 10_000])
    parser.add_argument("--kind", choices=["alike", "apart"], nargs="+", default=["alike", "apart"])
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # noqa: TID251 - Qt takes it from there
    app = QApplication.instance() or QApplication([])
    garbage = Garbage(lambda: False, lambda: False)
    garbage.start()  # as the app does
    for kind in options.kind:
        for count in options.notes:
            say(f"{count:,} notes, {kind}")
            with tempfile.TemporaryDirectory() as folder:
                base = Path(folder)
                make = make_alike if kind == "alike" else make_vault
                make(base / "vault", count)
                stage = Stage(base, base / "vault")
                stage.run()
                stage.close()
    garbage.stop()
    app.processEvents()


if __name__ == "__main__":
    main()
