from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from luminair.context.assemble import assemble
from luminair.context.block import Assembly, Harness, Target
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Question,
    Text,
    WayOn,
)
from luminair.turns.watchdog import Watch, watched
from tests.context.digests import make_digest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

WATCH = Watch(hosted_s=0.08, local_s=0.4, tick_s=0.01)


def info(kind: LaneKind = LaneKind.API) -> LaneInfo:
    return LaneInfo("api", "Some API", kind, (), True, "")


def sent() -> Assembly:
    return assemble(
        prompt="Fix it.",
        harness=Harness("x" * 2048, 1),
        digest=make_digest(),
        history=(),
        target=Target("api"),
        include_optional=True,
    )


class Silent:
    """A lane that says its events, each after a silence, and knows that it was closed."""

    def __init__(self, *steps: tuple[float, Event]) -> None:
        self.steps = steps
        self.closed = False

    async def events(self) -> AsyncGenerator[Event, None]:
        try:
            for silence, event in self.steps:
                await asyncio.sleep(silence)
                yield event
            await asyncio.sleep(0)
        finally:
            self.closed = True


def heard(lane: Silent, kind: LaneKind = LaneKind.API, watch: Watch = WATCH) -> Sequence[Event]:
    async def whole() -> list[Event]:
        return [event async for event in watched(lane.events(), info(kind), sent(), watch)]

    return asyncio.run(whole())


def test_what_comes_in_time_goes_through_as_it_is() -> None:
    steps = (Began("m"), Text("a"), Text("b"), Done())
    lane = Silent(*((0.0, step) for step in steps))
    assert heard(lane) == list(steps)
    assert lane.closed


def test_a_silent_lane_is_ended_with_the_size_of_what_was_added() -> None:
    lane = Silent((60.0, Text("never")))
    (failed,) = heard(lane)
    assert isinstance(failed, Failed)
    assert failed.sentence.startswith("Some API did not start in 0 s. Your prompt carries 2.0 KB")
    assert "2.0 KB of it Harness" in failed.sentence
    assert failed.way_on is WayOn.CONTEXT
    assert lane.closed


def test_any_event_is_a_sign_of_life() -> None:
    lane = Silent(*[(0.05, Alive())] * 6, (0.05, Text("late but there")))
    assert heard(lane)[-1] == Text("late but there")


def test_a_local_server_may_load_longer() -> None:
    steps = ((0.2, Began("m")), (0.0, Done()))
    assert isinstance(heard(Silent(*steps))[-1], Failed)
    assert heard(Silent(*steps), LaneKind.LOCAL)[-1] == Done()


def test_an_open_question_stops_the_clock() -> None:
    question = Question("q", "Bash", "Run a command?", "ls")
    lane = Silent((0.0, question), (0.3, Began("m")), (0.0, Done()))
    assert heard(lane) == [question, Began("m"), Done()]


def test_once_begun_a_long_silence_is_no_failure() -> None:
    lane = Silent((0.0, Began("m")), (0.3, Text("after a long tool")), (0.0, Done()))
    assert heard(lane)[-1] == Done()


def test_the_wait_is_shown_with_what_the_lane_said_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("luminair.turns.watchdog.SHOWN_AFTER_S", 0.0)
    lane = Silent((0.0, Alive("Trying again…")), (0.05, Began("m")))
    shown = [event for event in heard(lane, LaneKind.LOCAL) if isinstance(event, Alive)]
    assert shown[0] == Alive("Trying again…")
    assert shown[1] == Alive("Trying again… 0 s")
    unsaid = heard(Silent((0.05, Began("m"))), LaneKind.LOCAL)
    assert unsaid[0] == Alive("Loading model… 0 s")


def test_a_stop_in_the_wait_closes_the_lane() -> None:
    lane = Silent((60.0, Text("never")))

    async def stopped() -> None:
        events = watched(lane.events(), info(), sent(), Watch())
        task = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await events.aclose()

    asyncio.run(stopped())
    assert lane.closed
