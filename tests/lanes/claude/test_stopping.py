from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from tests.lanes.agents import (
    a_request,
    alive,
    all_of,
    failure,
    handle_of,
    shown,
    stop_after,
    until,
)

if TYPE_CHECKING:
    from luminair.lanes.lane import Event

# --- Stopping ----------------------------------------------------------------------------------


def test_a_stopped_turn_leaves_the_process_for_the_next(claude, agent, run) -> None:
    async def go() -> list[Event]:
        heard = await stop_after(claude, "slow", "word3")
        return await all_of(claude.ask(a_request("next", handle=handle_of(heard))))

    assert shown(run(go())) == "You said: next"
    assert agent.told("interrupted") == [True]
    assert len(agent.told("argv")) == 1


@pytest.mark.parametrize("prompt", ["stubborn", "deaf"])
def test_one_that_does_not_heed_a_stop_is_ended(claude, agent, run, prompt) -> None:
    async def go() -> list[Event]:
        heard = await stop_after(claude, prompt, ". ")
        begun = time.monotonic()
        after = await all_of(claude.ask(a_request("next", handle=handle_of(heard))))
        assert time.monotonic() - begun < 8.0
        return after

    assert shown(run(go())) == "You said: next"
    assert len(agent.told("argv")) == 2


@pytest.mark.parametrize("steps", range(0, 9, 2))
def test_a_stop_at_any_moment_leaves_nothing(claude, run, steps) -> None:
    async def go() -> None:
        task = asyncio.ensure_future(all_of(claude.ask(a_request("slow"))))
        for _ in range(steps):
            await asyncio.sleep(0.01)
        task.cancel()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(go())


def test_closing_ends_a_turn_that_runs(claude, agent, ended) -> None:
    async def go() -> list[Event]:
        task = asyncio.ensure_future(all_of(claude.ask(a_request("slow"))))
        await until(lambda: bool(agent.told("content")))
        await ended(claude)
        return await task

    assert "stopped before its answer was whole" in failure(asyncio.run(go())).sentence


def test_what_it_started_ends_with_it(claude, agent, run) -> None:
    async def go() -> None:
        await all_of(claude.ask(a_request("orphan")))
        assert alive(agent.told("orphan")[0])

    run(go())
    assert agent.told("orphan")
