"""All windows of the app over a desk of its own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import clock, draw, journal_at, locate
from luminair.config.keys import Keys
from luminair.desk import OwnDesk
from luminair.shell.app import Windows
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.theme import Choice, Theme
from luminair.vaults import Vaults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from luminair.lanes.roster import Entry


@pytest.fixture
def desk_with(home: Path) -> Iterator[Callable[[Sequence[Entry]], OwnDesk]]:
    """Makes a desk without a Journal yet, with these lanes."""
    made: list[OwnDesk] = []

    def make(lanes: Sequence[Entry]) -> OwnDesk:
        found, settings, place, named_by = locate(str(home), None)
        vaults = Vaults(
            found,
            settings,
            place,
            named_by,
            open_at=lambda root, by: journal_at(found, settings, root, by),
        )
        keys = Keys(lambda: None, environ={})
        made.append(OwnDesk(found, settings, vaults, now=clock, draw=draw, lanes=lanes, keys=keys))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def jobs(qapp) -> Iterator[Jobs]:  # noqa: ARG001 signals need an application
    found = Jobs(Failures(sys.stderr.write))
    yield found
    assert found.close(5000)


@pytest.fixture
def settle(qtbot, jobs: Jobs) -> Callable[[], None]:
    return lambda: qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)


@pytest.fixture
def windows(qtbot, desk: OwnDesk, jobs: Jobs, settle: Callable[[], None]) -> Iterator[Windows]:
    """The main window in front, as it opens for the first time; the test's own ``desk``."""
    theme = Theme(Choice.LIGHT, motion=False)
    theme.apply()
    found = Windows(theme, jobs, desk, Failures(sys.stderr.write))
    with qtbot.waitActive(found.main):
        found.open()
        found.main.activateWindow()
    settle()
    yield found
    found.close()
    settle()
    found.delete()
