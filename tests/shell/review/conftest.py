"""Review over a real vault on a temp disk."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Setup, init_vault
from luminair.shell.parts.banners import Banners
from luminair.shell.review import Reviewer, ReviewFace
from tests.shell.desk import PlainDesk
from tests.shell.review.queue import ReviewDesk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


@pytest.fixture
def desk(home: Path, vault: Path, person: Path) -> Iterator[ReviewDesk]:
    init_vault(vault, ride="all")
    numbers = itertools.count(1)
    plain = PlainDesk(home)
    journal = Journal(
        Setup(
            root=vault,
            index=None,
            home=str(person),
            now=plain.now,
            draw=numbers.__next__,
        )
    )
    yield ReviewDesk(home, journal)
    journal.close()


@pytest.fixture
def face(qtbot: QtBot, theme: Theme, jobs: Jobs, desk: ReviewDesk) -> ReviewFace:
    found = ReviewFace(theme)
    qtbot.addWidget(found)
    found.resize(1100, 800)
    banners = Banners(theme, found)
    found.reviewer = Reviewer(jobs, desk, found, banners, found)
    found.said = banners
    with qtbot.waitExposed(found):
        found.show()
    return found
