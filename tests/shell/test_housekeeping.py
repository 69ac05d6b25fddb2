"""Keeping house: what is folded shows how far it is, and can be told that it is enough."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, Qt

from luminair.errors import LuminairError
from luminair.shell.housekeeping import Folding, Housekeeper
from luminair.shell.review.folding import FoldingStrip

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


class Folds:
    """A desk with sessions to fold; each takes until a test lets it go on."""

    def __init__(self, titles: list[str]) -> None:
        self.titles = titles
        self.folded: list[str] = []
        self.go_on = threading.Semaphore(0)
        self.review = self
        self.tended = threading.Event()
        self.there = True

    def distill_quiet(
        self, *, progress: Callable[[int, int, str], None], cancelled: Callable[[], bool]
    ) -> None:
        if not self.there:
            raise LuminairError("There is no Journal.")
        for at, title in enumerate(self.titles):
            progress(at, len(self.titles), title)
            while not self.go_on.acquire(timeout=0.01):
                if cancelled():
                    return
            self.folded.append(title)

    def tend_apart(self, _stopped: object, _wait: object) -> None:
        self.tended.set()


@pytest.fixture
def desk() -> Folds:
    return Folds(["Seed the staging bucket", "Negative queue depth", "Old clients"])


@pytest.fixture
def keeper(qapp: QObject, jobs: Jobs, desk: Folds) -> Housekeeper:
    found = Housekeeper(desk, qapp)
    jobs.stay(found.work, each=found.hear)
    return found


@pytest.fixture
def strip(qtbot: QtBot, theme: Theme, keeper: Housekeeper) -> FoldingStrip:
    found = FoldingStrip(theme)
    qtbot.addWidget(found)
    keeper.folding.connect(found.show_folding)
    found.stop_wanted.connect(keeper.stop)
    return found


def test_the_strip_says_how_far_it_is_and_goes(
    qtbot: QtBot, keeper: Housekeeper, desk: Folds, strip: FoldingStrip
) -> None:
    qtbot.waitUntil(strip.isVisible)
    assert strip.title.text == "Distilling “Seed the staging bucket”"
    assert strip.count.text == "1 of 3 sessions"
    desk.go_on.release()
    qtbot.waitUntil(lambda: strip.count.text == "2 of 3 sessions")
    assert strip.line.share == pytest.approx(1 / 3)
    with qtbot.waitSignal(keeper.tended):
        desk.go_on.release(2)
    qtbot.waitUntil(lambda: not strip.isVisible())
    assert desk.folded == desk.titles


def test_stop_leaves_the_rest_for_another_time(
    qtbot: QtBot, keeper: Housekeeper, desk: Folds, strip: FoldingStrip
) -> None:
    qtbot.waitUntil(strip.isVisible)
    desk.go_on.release()
    qtbot.waitUntil(lambda: len(desk.folded) == 1)
    with qtbot.waitSignal(keeper.tended):
        qtbot.mouseClick(strip.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not strip.isVisible())
    assert desk.folded == desk.titles[:1]
    qtbot.waitUntil(desk.tended.is_set)  # the rest of the house is kept all the same


def test_what_takes_a_moment_is_not_shown(
    qtbot: QtBot, jobs: Jobs, desk: Folds, theme: Theme
) -> None:
    desk.go_on.release(3)
    found, told = Housekeeper(desk, jobs), []
    found.folding.connect(told.append)
    with qtbot.waitSignals([found.tended, found.tended]):
        jobs.stay(found.work, each=found.hear)
    assert told == []
    strip = FoldingStrip(theme)
    qtbot.addWidget(strip)
    strip.show_folding(Folding("Old clients", 2, 3))
    assert strip.count.text == "3 of 3 sessions"


def test_without_a_journal_it_waits(qtbot: QtBot, jobs: Jobs, desk: Folds) -> None:
    desk.there = False
    found = Housekeeper(desk, jobs)
    with qtbot.waitSignals([found.tended, found.tended]):
        jobs.stay(found.work, each=found.hear)
    assert desk.tended.is_set()
