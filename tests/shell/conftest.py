"""Real windows on a temp home, with scripted lanes and a Journal in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.theme import Choice, Theme
from luminair.shell.window import MainWindow
from tests.shell.desk import PlainDesk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def theme(qapp: QApplication) -> Theme:  # noqa: ARG001 - fonts need an application
    """The light theme, without movement, put on the application."""
    found = Theme(Choice.LIGHT, motion=False)
    found.apply()
    return found


@pytest.fixture
def failures(qapp: QApplication) -> Failures:  # noqa: ARG001 - signals need one too
    """Shows nothing; keeps tracebacks in ``failures.logged``."""
    logged: list[str] = []
    found = Failures(logged.append)
    found.logged = logged
    return found


@pytest.fixture
def jobs(failures: Failures) -> Iterator[Jobs]:
    """The door to threads, closed after the test."""
    found = Jobs(failures)
    yield found
    assert found.close(2000)


@pytest.fixture
def desk(home: Path) -> PlainDesk:
    """A desk with the notes of one project."""
    return PlainDesk(home)


@pytest.fixture
def settle(qtbot: QtBot, jobs: Jobs) -> Callable[[], None]:
    """Waits until no job and no stream is running, and what they brought has been taken."""

    def wait() -> None:
        qtbot.waitUntil(lambda: not jobs.busy, timeout=25_000)

    return wait


@pytest.fixture
def window(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    desk: PlainDesk,
    failures: Failures,
    settle: Callable[[], None],
) -> MainWindow:
    """The main window, shown, with one new session in its one pane."""
    found = MainWindow(theme, jobs, desk, failures)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    found.start()
    settle()
    return found
