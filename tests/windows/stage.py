"""A window over the sample Journal, of which pictures are taken."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEventLoop, QTimer

from luminair import machine
from luminair.journal import State
from luminair.shell import keys
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.journal import JournalWindow
from luminair.shell.theme import Choice, Theme
from luminair.shell.window import MainWindow
from luminair.shell.wiring import add_graph, add_review
from tests.windows.cast import make_desk

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QSize

PATIENCE_MS = 20_000


def wait(ms: int = 500) -> None:
    """Lets the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def wait_until(come: Callable[[], bool]) -> None:
    """Lets the event loop run until something has come, or patience ends."""
    clock = QElapsedTimer()
    clock.start()
    while not come() and clock.elapsed() < PATIENCE_MS:
        wait(30)


class Stage:
    """One window over the sample Journal; each public method of a child takes one picture.

    Args:
        choice: light or dark.
        size: of the window.
    """

    BARE = False
    """Whether it opens as on the first run."""

    def __init__(self, choice: Choice, size: QSize) -> None:
        keys.APPLE = machine.APPLE = True  # they are held beside pictures of a Mac
        self.theme = Theme(choice)
        self.theme.apply()
        self.failures = Failures(sys.stderr.write)
        self.failures.install()
        self.jobs = Jobs(self.failures)
        self.desk = make_desk(fresh=self.BARE)
        self.window = MainWindow(self.theme, self.jobs, self.desk, self.failures)
        self._journal = JournalWindow(self.theme, self.jobs, self.desk, self.failures)
        self.graph_face = add_graph(self.theme, self.jobs, self.desk, self._journal)
        self.reviewer = add_review(self.theme, self.jobs, self.desk, self.window, self._journal)
        self.window.menuBar().setNativeMenuBar(False)
        self.window.menuBar().hide()  # on a Mac it is not in the window
        self.window.resize(size)
        self.window.show()
        self.window.activateWindow()
        self.window.start()
        self.settle()
        self._begin_with()

    def settle(self) -> None:
        """Lets all that was begun come home."""
        wait_until(lambda: not self.jobs.busy)

    def _begin_with(self) -> None:
        """What all pictures of this stage begin with; here nothing."""

    def _open_journal(self) -> None:
        notes = self.desk.journal.listing(state=State.HIDDEN)
        path = notes[0].note.path
        journal = self._journal
        journal.menuBar().setNativeMenuBar(False)
        journal.menuBar().hide()
        journal.resize(self.window.size())
        journal.open_note(path)
        wait_until(lambda: not self.jobs.busy and journal.page.opened is not None)
        journal.showing.reveal(path)
        wait_until(lambda: not self.jobs.busy)

    def _show_journal(self) -> None:
        journal = self._journal
        journal.menuBar().setNativeMenuBar(False)
        journal.menuBar().hide()
        journal.resize(self.window.size())
        journal.show()
        journal.showing.refresh()
        self.reviewer.refresh()
        wait_until(lambda: not self.jobs.busy)

    def close(self) -> None:
        """Takes everything down."""
        self._journal.close()
        self.window.close()
        wait(100)
        self.jobs.close()
        self.failures.remove()
        self.desk.close()
        self._journal.deleteLater()
        self.window.deleteLater()
