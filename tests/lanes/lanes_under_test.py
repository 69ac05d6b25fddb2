"""Every lane that speaks HTTP, made against a loopback server, and what runs a turn on it."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.lanes.anthropic import Anthropic
from luminair.lanes.lane import Alive, Event, Lane, Request, Text
from luminair.lanes.ollama import Ollama
from luminair.lanes.openai import GEMINI, LM_STUDIO, OPENAI, OPENROUTER, SERVER
from luminair.lanes.openai.lane import OpenAI
from tests.lanes import servers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from luminair.lanes.http import Timeouts
    from tests.lanes.servers import Speaker

KEY = "sk-sentinel-9f8e7d6c5b4a"
REQUEST = Request("s1", "", "", (), (), (), (), "Where is the manifest?")

PRESETS = {
    "openai": OPENAI,
    "openrouter": OPENROUTER,
    "gemini-api": GEMINI,
    "lmstudio": LM_STUDIO,
    "server": SERVER,
}
NAMES = ("anthropic", *PRESETS, "ollama")


class Sleeper:
    """Waits a hundredth of what it is asked to, and remembers.

    Attributes:
        slept: what it was asked for, in seconds.
        fourth: a silence of a server that is over with the fourth wait.
    """

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.fourth = servers.Wait()

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(seconds / 100)
        if len(self.slept) == 4:
            self.fourth.over.set()


@dataclass(frozen=True)
class Kind:
    """One lane, as a matrix names it.

    Attributes:
        name: its id.
        title: as its sentences name it.
        needs_key: whether it asks nobody without a key.
    """

    name: str

    @property
    def speaker(self) -> Speaker:
        spoken = {"anthropic": servers.ANTHROPIC, "ollama": servers.OLLAMA}
        return spoken.get(self.name, servers.OPENAI)

    @property
    def title(self) -> str:
        preset = PRESETS.get(self.name)
        return preset.title if preset else self.name.title()

    @property
    def needs_key(self) -> bool:
        preset = PRESETS.get(self.name)
        return preset.needs_key if preset else self.name == "anthropic"

    def make(
        self,
        url: str,
        *,
        sleep: Callable[[float], Awaitable[None]],
        key: str = KEY,
        timeouts: Timeouts | None = None,
    ) -> Lane:
        """The lane, against a server of ours."""

        def no_jitter() -> float:
            return 0.0

        if self.name == "ollama":
            return Ollama(
                base_url=url, sleep=sleep, jitter=no_jitter, key=lambda: key, timeouts=timeouts
            )
        if self.name == "anthropic":
            return Anthropic(
                base_url=url, sleep=sleep, jitter=no_jitter, key=lambda: key, timeouts=timeouts
            )
        return OpenAI(
            PRESETS[self.name],
            base_url=url,
            sleep=sleep,
            jitter=no_jitter,
            key=lambda: key,
            timeouts=timeouts,
        )


def run(lane: Lane, request: Request = REQUEST, *, until: type[Event] | None = None) -> list[Event]:
    """One turn's events, each step in a task of its own as the app runs them.

    Args:
        lane: runs it.
        request: what is asked.
        until: closes the turn at the first event of this type.
    """

    async def turn() -> list[Event]:
        events: list[Event] = []
        async with aclosing(lane.ask(request)) as source:
            while True:
                event = await asyncio.ensure_future(anext(source, None))
                if event is None:
                    break
                events.append(event)
                if until is not None and isinstance(event, until):
                    break
        await assert_nothing_left()
        return events

    return asyncio.run(turn())


async def assert_nothing_left() -> None:
    """Fails if a task of this loop is still there, but the one that asks.

    httpx leaves generators inside generators; asyncio closes them in the loop's next rounds.
    """
    for _ in range(10):
        await asyncio.sleep(0)
    left = asyncio.all_tasks() - {asyncio.current_task()}
    assert not left, left


def text_of(events: list[Event]) -> str:
    """What the events say."""
    return "".join(event.delta for event in events if isinstance(event, Text))


def doings_of(events: list[Event]) -> list[str]:
    """What is shown while nothing is said."""
    return [event.doing for event in events if isinstance(event, Alive) and event.doing]
