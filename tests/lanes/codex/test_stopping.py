from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from tests.lanes.agents import a_request, all_of, handle_of, shown, stop_after

if TYPE_CHECKING:
    from luminair.lanes.lane import Event

# --- Stopping ----------------------------------------------------------------------------------


def test_a_stopped_turn_leaves_the_process_for_the_next(codex, agent, run) -> None:
    async def go() -> list[Event]:
        heard = await stop_after(codex, "slow", "word3")
        return await all_of(codex.ask(a_request("next", handle=handle_of(heard))))

    assert shown(run(go())) == "You said: next"
    assert agent.told("interrupted") == [True]
    assert len(agent.told("argv")) == 1


def test_one_that_does_not_heed_a_stop_is_ended(codex, agent, run) -> None:
    async def go() -> list[Event]:
        heard = await stop_after(codex, "stubborn", ". ")
        begun = time.monotonic()
        after = await all_of(codex.ask(a_request("next", handle=handle_of(heard))))
        assert time.monotonic() - begun < 8.0
        return after

    assert shown(run(go())) == "You said: next"
    assert len(agent.told("argv")) == 2


@pytest.mark.parametrize("steps", range(0, 9, 2))
def test_a_stop_at_any_moment_leaves_nothing(codex, run, steps) -> None:
    async def go() -> None:
        task = asyncio.ensure_future(all_of(codex.ask(a_request("slow"))))
        for _ in range(steps):
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(go())


def test_what_it_started_ends_with_it(codex, agent, run) -> None:
    run(all_of(codex.ask(a_request("orphan"))))
    assert agent.told("orphan")
