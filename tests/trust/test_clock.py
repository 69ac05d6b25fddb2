"""A clock that is set back, stands still, or jumps: order, ids and undo do not follow it."""

from __future__ import annotations

import itertools
import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Decision
from luminair.messages import Message, MessageState, Role
from luminair.sessions.library import Library
from tests.trust.world import BEGAN, PROPOSAL, SESSION, World, make_world

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

STEPS = {
    "a second back each time": lambda n: BEGAN - timedelta(seconds=n),
    "a year back each time": lambda n: BEGAN - timedelta(days=365 * n),
    "still": lambda _n: BEGAN,
    "to and fro": lambda n: BEGAN + timedelta(days=(400 if n % 2 else -400)),
    "before 1970": lambda n: BEGAN.replace(year=1950) + timedelta(seconds=n),
    "far ahead": lambda n: BEGAN.replace(year=9000) - timedelta(days=n),
}


@pytest.fixture(params=list(STEPS))
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    made = make_world(tmp_path_factory.mktemp("clock") / "world")
    made.now = _clock(STEPS[request.param])  # type: ignore[method-assign]
    return made


def _clock(step: Callable[[int], datetime]) -> Callable[[], datetime]:
    ticks = itertools.count()
    return lambda: step(next(ticks))


def test_undo_takes_back_what_was_done_last(world: World) -> None:
    before = world.notes()
    with world.journal() as journal:
        for number in range(4):
            journal.add(title=f"New {number}", body="New.\n")
        journal.edit("Notes/New 3.md", body="Edited.\n")
        journal.archive(["Notes/Harbor.md"])
        ids = [each.note.id for each in journal.listing() if each.note.id]
        assert len(ids) == len(set(ids))
        assert "Archive/Notes/Harbor.md" in world.notes()
        done = [each.op for each in journal.operations(6)]
        for op in done:
            assert journal.undo(op).op == op
        assert world.notes() == before
        kept = world.kept()
    assert set(before.values()) <= kept | set(world.notes().values())


def test_what_was_said_stays_in_order(world: World) -> None:
    library = Library(world.home.root, now=world.now, draw=world.draw)
    transcript = library.open(SESSION)
    held = len(transcript.messages)
    for number in range(5):
        at = world.now()
        stamp = at.isoformat()
        transcript.add(
            Message(f"n{number}", Role.ASSISTANT, "", stamp, state=MessageState.STREAMING)
        )
        for piece in ("One ", "two ", "three."):
            transcript.grow(f"n{number}", piece, world.now())
        transcript.end(f"n{number}", MessageState.WHOLE, world.now())
    opened = Library(world.home.root, now=world.now, draw=world.draw).open(SESSION)
    assert [each.id for each in opened.messages[held:]] == [f"n{number}" for number in range(5)]
    assert {each.text for each in opened.messages[held:]} == {"One two three."}
    ids = {library.create().id for _ in range(5)}
    assert len(ids) == 5
    assert not library.listing().unreadable


def test_an_answer_in_review_holds(world: World) -> None:
    with world.journal() as journal:
        (waiting,) = journal.proposals.all()
        journal.proposals.answer(waiting.id, Decision.NEVER, world.now())
        assert journal.proposals.all()[0].answer is Decision.NEVER
        assert journal.proposals.propose([PROPOSAL], world.now()) == []
        journal.proposals.answer(waiting.id, Decision.WAITING, world.now())
        assert journal.proposals.all()[0].answer is Decision.WAITING


def test_a_clock_that_jumped_ahead_takes_no_version_away(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A dead battery or a virtual machine: at the first start the year is another one."""
    made = make_world(tmp_path_factory.mktemp("jump") / "world")
    at = [BEGAN + timedelta(days=3)]
    made.now = lambda: at[0]  # type: ignore[method-assign]
    kept = made.kept()
    for file in (made.vault / ".luminair" / "history").iterdir():
        os.utime(file, (1, 1))
    with made.journal() as journal:
        journal.tidy(set)
        at[0] = BEGAN.replace(year=2090)
        journal.tidy(set)
        assert made.kept() == kept
        at[0] = BEGAN + timedelta(days=4)  # set right: tidying goes on
        journal.tidy(set)
        assert made.kept() == kept
        at[0] = BEGAN + timedelta(days=33)
        journal.tidy(set)
    assert made.kept() < kept
