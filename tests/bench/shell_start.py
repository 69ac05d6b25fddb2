"""How soon the first windows are painted, for ``shell_speed start``."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, TypeAlias

from luminair.messages import Message, Role
from luminair.sessions.library import Library
from tests.bench.index_speed import make_vault, say
from tests.bench.streaming import AT

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path


_PAINTED = """
import importlib, sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
class Painted(QObject):
    def __init__(self, widget, told):
        super().__init__(widget)
        self.told = told
        widget.installEventFilter(self)
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and self.told:
            self.told, told = None, self.told
            print(time.time(), time.process_time(), flush=True)
            told()
        return False
"""
BARE = (
    _PAINTED
    + """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
app = QApplication([])
window = QMainWindow()
window.setCentralWidget(QLabel("Luminair"))
watch = Painted(window.centralWidget(), lambda: QTimer.singleShot(0, app.quit))
window.resize(1440, 900)
window.show()
app.exec()
"""
)
OURS = (
    _PAINTED
    + """
from luminair.shell import main
from luminair.shell.curtain import Curtain
shown = Curtain.show
def show(curtain):
    curtain.watch = Painted(curtain, lambda: None)
    shown(curtain)
Curtain.show = show
load = importlib.import_module
def watched(name, *more):
    found = load(name, *more)
    if name == main._APP:
        start = found.MainWindow.start
        def first(window):
            window.watch = Painted(window.board, lambda: QTimer.singleShot(300, window.close))
            start(window)
        found.MainWindow.start = first
    return found
importlib.import_module = watched
sys.exit(main.run(sys.argv[1:]))
"""
)


def measure_start(options: argparse.Namespace, base: Path) -> None:
    """First window of the app over a large home, and of a bare program, in turns."""
    vault, home = base / "vault", base / "home"
    make_vault(vault, options.notes)
    fill(home, options.sessions)
    own = ["--home", str(home), "--vault", str(vault)]
    started(OURS, own)  # the first start makes the word index, once
    bare, first, whole = list[Shown](), list[Shown](), list[Shown]()
    for _ in range(options.runs):
        bare += started(BARE, [])
        curtain, main_window = started(OURS, own)
        first.append(curtain)
        whole.append(main_window)
    parts = []
    for name, at in (("", 0), ("busy ", 1)):
        low, high, all_of_it = (
            statistics.median(each[at] for each in shown) for shown in (bare, first, whole)
        )
        parts.append(
            f"{name}{high:.0f} ms, a bare window {low:.0f} ms: {high / low:.2f} x; "
            f"the main one {all_of_it:.0f} ms, {all_of_it / low:.2f} x"
        )
    told = f"({options.notes:,} notes, {options.sessions:,} sessions)"
    say(f"first window  {parts[0]} {told}\n  {parts[1]}")


def fill(home: Path, sessions: int) -> None:
    """Sessions of a few messages each."""
    numbers = iter(range(1, sessions + 1))
    from luminair.bootstrap import clock

    library = Library(home, now=clock, draw=lambda: next(numbers))
    for number in range(sessions):
        transcript = library.create(lane="journal-only", folder=f"/code/project-{number % 12}")
        for at in range(4):
            role = Role.USER if at % 2 == 0 else Role.ASSISTANT
            transcript.add(Message(f"m{at}", role, f"Words of session {number}.", AT, "claude"))


Shown: TypeAlias = tuple[float, float]
"""Milliseconds until a window is painted: by the clock, and what the process computed in them."""


def started(script: str, arguments: Sequence[str]) -> list[Shown]:
    """When each window of a process is painted, from its start on."""
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    lines = [[float(part) for part in line.split()] for line in done.stdout.splitlines()]
    return [((at - began) * 1000, busy * 1000) for at, busy in lines]
