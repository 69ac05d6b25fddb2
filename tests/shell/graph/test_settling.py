"""A layout gives way to the owner's hand, and goes on after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from luminair.shell.graph.layout import Layout
from luminair.shell.graph.settling import Settling

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from luminair.shell.jobs import Jobs


def make() -> Layout:
    """Long enough to be met on its way."""
    paths = [f"Notes/{at}.md" for at in range(400)]
    ties = [(at, (at * 7 + 1) % 400, 0) for at in range(400)]
    return Layout(paths, ties, [2] * 400)


def test_nothing_moves_while_the_owner_moves_the_picture(
    qtbot: QtBot, jobs: Jobs, settle: Callable[[], None]
) -> None:
    parent = QObject()
    settling = Settling(jobs, parent)
    told: list[bool] = []
    settling.moved.connect(lambda _, still: told.append(still))
    settling.start(make, 400)
    qtbot.waitUntil(lambda: bool(told))
    settling.rest()
    settle()  # the slice that ran has come, and no other has begun
    count = len(told)
    assert settling.running
    for _ in range(5):
        settling.rest()  # the hand still moves
        settle()
        assert len(told) == count
    qtbot.waitUntil(lambda: told[-1], timeout=20_000)
    assert not settling.running


def test_a_layout_that_is_given_up_at_rest_does_not_come_back(
    qtbot: QtBot, jobs: Jobs, settle: Callable[[], None]
) -> None:
    parent = QObject()
    settling = Settling(jobs, parent)
    told: list[bool] = []
    settling.moved.connect(lambda _, still: told.append(still))
    settling.start(make, 400)
    qtbot.waitUntil(lambda: bool(told))
    settling.rest()
    settle()
    count = len(told)
    settling.stop()
    qtbot.waitUntil(lambda: not settling._rest.isActive())
    settle()
    assert len(told) == count
