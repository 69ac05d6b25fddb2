"""A fake Claude Code and the lane that speaks to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.claude import Claude
from tests.lanes.agents import QUICK, alive

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from tests.lanes.conftest import Fake


@pytest.fixture
def agent(fake: Callable[[str], Fake]) -> Fake:
    return fake("claude")


@pytest.fixture
def make(
    agent: Fake,
    ledger: Ledger,
    programs_in: Callable[..., Programs],
    new_id: Callable[[], str],
    tmp_path: Path,
) -> Callable[..., Claude]:
    def claude(**others: object) -> Claude:
        environment = {
            "ANTHROPIC_API_KEY": "sk-ant-owner",
            "CLAUDECODE": "1",
            "HTTPS_PROXY": "http://127.0.0.1:9",
        }
        given = {
            "programs": programs_in(agent.folder, environment),
            "ledger": ledger,
            "state": tmp_path / "state",
            "new_id": new_id,
            "sleep": asyncio.sleep,
            "patience": QUICK,
        }
        return Claude(**given | others)

    return claude


@pytest.fixture
def claude(make: Callable[..., Claude]) -> Claude:
    return make()


@pytest.fixture
def run(
    claude: Claude, agent: Fake, ended: Callable[..., Awaitable[None]]
) -> Callable[[Coroutine], object]:
    """Runs a test's work, closes the lane and looks that nothing is left."""

    def go(work: Coroutine) -> object:
        async def whole() -> object:
            try:
                return await work
            finally:
                await ended(claude)
                pids = agent.told("pid") + agent.told("orphan")
                assert not [pid for pid in pids if alive(pid)]

        return asyncio.run(whole())

    return go
