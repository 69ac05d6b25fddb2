"""A fake Codex and the lane that speaks to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.codex import Codex
from tests.lanes.agents import QUICK, alive

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from tests.lanes.conftest import Fake


@pytest.fixture
def agent(fake: Callable[[str], Fake]) -> Fake:
    return fake("codex")


@pytest.fixture
def old(agent: Fake) -> Fake:
    """The agent without an app-server."""
    (agent.home / "no-server").touch()
    return agent


@pytest.fixture
def codex(
    agent: Fake, ledger: Ledger, programs_in: Callable[..., Programs], tmp_path: Path
) -> Codex:
    return Codex(
        programs=programs_in(agent.folder, {"CODEX_THREAD_ID": "outer", "CODEX_HOME": "/mine"}),
        ledger=ledger,
        state=tmp_path / "state",
        version="1.2",
        sleep=asyncio.sleep,
        patience=QUICK,
    )


@pytest.fixture
def run(
    codex: Codex, agent: Fake, ended: Callable[..., Awaitable[None]]
) -> Callable[[Coroutine], object]:
    """Runs a test's work, closes the lane and looks that nothing is left."""

    def go(work: Coroutine) -> object:
        async def whole() -> object:
            try:
                return await work
            finally:
                await ended(codex)
                pids = agent.told("pid") + agent.told("orphan")
                assert not [pid for pid in pids if alive(pid)]

        return asyncio.run(whole())

    return go
