"""Whether the app is there at once, opens long sessions at once, and writes as one types.

    python -m tests.bench.shell_speed [start] [open] [type] [--notes N] [--sessions N] [--runs N]
        [--messages N] [--seconds S]

``start``: from the start of the process until the first window is painted, and until the main one
is, over a vault of 10,000 notes and 500 sessions, beside a bare PySide6 window in the same run,
taken in turns.
``open``: from the click on a session of 5,000 messages until its end is painted, beside a bare
``QTextBrowser`` that is given the same last messages as Markdown.
``type``: from the moment a key is due until the letter is painted, while two panes stream 200
tokens a second each, beside a bare text field next to two labels that get the same words.

Machines differ and the ratio does not: each figure stands beside its peer's. On a machine that
others use too, what the process itself computed in that time ('busy') says more than the clock.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.shell.failures import Failures
from luminair.shell.garbage import Garbage
from luminair.shell.jobs import Jobs
from luminair.shell.theme import Choice, Theme
from luminair.shell.window import MainWindow
from tests.bench.index_speed import say
from tests.bench.shell_start import measure_start
from tests.bench.streaming import Fast, answer, talked, wait, wait_until
from tests.shell.desk import PlainDesk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.shell.panes.transcript_view import TranscriptView

KEY_MS = 45
"""A quick typist: some 22 letters a second."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the figures that were asked for, all without a word."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", help="start, open, type; all of them where none is")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--messages", type=int, default=5_000)
    parser.add_argument("--seconds", type=float, default=15.0)
    options = parser.parse_args(arguments)
    wanted = options.what or ["start", "open", "type"]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # noqa: TID251 - Qt takes it from there
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        if "start" in wanted:
            measure_start(options, base)
        app = QApplication.instance() or QApplication([])
        if "open" in wanted:
            measure_opening(options, base / "open")
        if "type" in wanted:
            measure_typing(options, base / "type")
        app.processEvents()


# The first window.


# A long session.


class Painted(QObject):
    """Calls once a widget has been painted."""

    def __init__(self, widget: QWidget, told: Callable[[], None]) -> None:
        super().__init__(widget)
        self._told = told
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._told)
        return False


class Stage:
    """The main window over a desk of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        theme = Theme(Choice.LIGHT)
        theme.apply()
        self.jobs = Jobs(Failures(sys.stderr.write))
        self.desk = PlainDesk(folder)
        self.window = MainWindow(theme, self.jobs, self.desk, Failures(sys.stderr.write))
        self.window.resize(QSize(1440, 900))
        self.window.show()
        self.window.start()
        wait_until(lambda: not self.jobs.busy)
        self.garbage = Garbage(lambda: self.jobs.busy, lambda: False)
        self.garbage.start()  # as the app does

    def close(self) -> None:
        self.garbage.stop()
        self.window.close()
        wait(100)
        self.jobs.close()
        self.window.deleteLater()
        wait(50)


def measure_opening(options: argparse.Namespace, folder: Path) -> None:
    """A session of 5,000 messages, five times, another between."""
    stage = Stage(folder)
    long, short = talked(stage.desk, options.messages), talked(stage.desk, 4)
    stage.window.sidebar.refresh()
    wait_until(lambda: not stage.jobs.busy)
    pane, ours, busy = stage.window.board.active, list[float](), list[float]()
    for _ in range(5):
        pane.open_session(short)
        wait_until(lambda: not stage.jobs.busy and len(pane.transcript.messages) == 4)
        wait(300)
        began, seen = time.perf_counter(), list[float]()
        computed = time.process_time()

        def painted(seen: list[float] = seen) -> None:
            if not seen and ends_in_view(pane.transcript, options.messages):
                seen.extend((time.perf_counter(), time.process_time()))

        def come(seen: list[float] = seen, painted: Callable[[], None] = painted) -> bool:
            # An answer set in place after the last paint around it has painted itself alone.
            if not seen and ends_in_view(pane.transcript, options.messages):
                pane.transcript.viewport().repaint()
                painted()
            return bool(seen)

        watch = Painted(pane.transcript.viewport(), painted)
        pane.open_session(long)
        wait_until(come)
        ours.append((seen[0] - began) * 1000)
        busy.append((seen[1] - computed) * 1000)
        pane.transcript.viewport().removeEventFilter(watch)
        wait(300)
    stage.close()
    bare = bare_opening()
    say(
        f"open {options.messages:,}  {statistics.median(ours):6.0f} ms (worst {max(ours):.0f}; "
        f"busy {statistics.median(busy):.0f}, worst {max(busy):.0f}), "
        f"60 of them in a bare QTextBrowser {bare:.0f} ms"
    )


def ends_in_view(transcript: TranscriptView, messages: int) -> bool:
    """Whether all messages are there and the last of them can be seen."""
    widgets = transcript.find_widgets()
    if len(transcript.messages) != messages or not widgets:
        return False
    return widgets[-1].isVisible() and not widgets[-1].visibleRegion().isEmpty()


def bare_opening() -> float:
    """The last 60 messages as Markdown in a bare browser, painted; median of five, ms."""
    chance, found = random.Random(1), list[float]()  # noqa: S311 test data
    text = "\n\n".join(answer(chance, 1500) for _ in range(60))
    for _ in range(5):
        browser = QTextBrowser()
        browser.resize(900, 800)
        browser.show()
        wait(50)
        began = time.perf_counter()
        browser.setMarkdown(text)
        browser.repaint()
        found.append((time.perf_counter() - began) * 1000)
        browser.deleteLater()
    return statistics.median(found)


# Typing while answers stream.


class Typist(QObject):
    """Types a letter at a steady rate and keeps how long each took to be seen."""

    def __init__(self, field: QPlainTextEdit) -> None:
        super().__init__(field)
        self.took_ms: list[float] = []
        self.busy_ms: list[float] = []
        self._busy = 0.0
        self._field, self._due = field, 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._look)
        self._waits = False
        field.viewport().installEventFilter(self)

    def start(self) -> None:
        self._due = time.perf_counter() + KEY_MS / 1000
        self._busy = time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        if self._waits:
            return
        if time.perf_counter() < self._due:
            self._busy = time.thread_time()
            return
        self._waits = True
        letter = "a" if len(self.took_ms) % 6 else " "
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            key = Qt.Key.Key_A if letter == "a" else Qt.Key.Key_Space
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter)
            QApplication.sendEvent(self._field, event)
        self._field.viewport().update()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._waits and event.type() == QEvent.Type.Paint:
            self._waits = False
            self.took_ms.append((time.perf_counter() - self._due) * 1000)
            self.busy_ms.append((time.thread_time() - self._busy) * 1000)
            self._due = time.perf_counter() + KEY_MS / 1000
            self._busy = time.thread_time()
        return False

    def words(self) -> str:
        """One line."""
        said = []
        for name, values in (("", self.took_ms), ("busy ", self.busy_ms)):
            took = sorted(values)
            p99 = took[min(int(len(took) * 0.99), len(took) - 1)]
            middle = statistics.median(took)
            said.append(f"{name}p50 {middle:4.1f}, p99 {p99:5.1f}, worst {took[-1]:5.1f}")
        return "; ".join(said) + " ms"


def measure_typing(options: argparse.Namespace, folder: Path) -> None:
    """Into the first composer while both panes answer."""
    stage = Stage(folder)
    sessions = [talked(stage.desk, 500) for _ in range(2)]
    stage.desk.roster.lane("claude")
    stage.desk.roster._made["claude"] = Fast(200, options.seconds + 2, "mixed")
    stage.window.set_panes(2)
    wait_until(lambda: not stage.jobs.busy)
    for pane, session in zip(stage.window.board.panes, sessions, strict=True):
        pane.open_session(session)
    wait_until(lambda: not stage.jobs.busy)
    wait(1500)
    for pane in stage.window.board.panes:
        pane.talk.send("Go on.")
    wait(1000)
    stage.window.board.activate(0)
    stage.window.board.active.take_focus()
    typist = Typist(stage.window.board.active.composer.edit)
    typist.start()
    wait(int(options.seconds * 1000))
    typist.stop()
    wait_until(lambda: not any(pane.streaming for pane in stage.window.board.panes))
    stage.close()
    bare = bare_typing(options)
    say(f"typing  {typist.words()} ({len(typist.took_ms)} keys)\n  bare  {bare.words()}")


def bare_typing(options: argparse.Namespace) -> Typist:
    """The same beside two plain labels that get the same words."""
    window = QWidget()
    column, row = QVBoxLayout(window), QHBoxLayout()
    labels = []
    for _ in range(2):
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(label)
        row.addWidget(area)
        labels.append(label)
    field = QPlainTextEdit()
    field.setFixedHeight(80)
    column.addLayout(row, 1)
    column.addWidget(field)
    window.resize(1440, 900)
    window.show()
    wait(200)
    text = answer(random.Random(7), round(200 * options.seconds * 4))  # noqa: S311 test data
    began, typist = time.perf_counter(), Typist(field)
    timer = QTimer(window)
    timer.setInterval(33)

    def flush() -> None:
        came = int((time.perf_counter() - began) * 200) * 4
        for label in labels:
            label.setText(text[:came])

    timer.timeout.connect(flush)
    timer.start()
    typist.start()
    wait(int(options.seconds * 1000))
    typist.stop()
    timer.stop()
    window.deleteLater()
    return typist


if __name__ == "__main__":
    main()
