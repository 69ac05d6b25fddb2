"""A lane that plays a script: for tests, and for the demo, where no model is needed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from luminair.lanes.lane import Began, Done, Event, Failed, LaneInfo, LaneKind, Model, Text
from luminair.machine import here

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

    from luminair.lanes.lane import Request

ID = "scripted"
INFO = LaneInfo(
    id=ID,
    title="Demo model",
    kind=LaneKind.LOCAL,
    models=(Model("demo", "demo", window=32_000, reply=4_000),),
    ready=True,
    state=f"Plays a script; nothing leaves {here()}.",
)

_PIECE = re.compile(r"\s*\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class Wait:
    """A silence in the script, in seconds."""

    seconds: float


Step: TypeAlias = Event | Wait


def say(markdown: str, *, model: str = "demo") -> tuple[Step, ...]:
    """A whole answer that comes word by word."""
    return (Began(model), *(Text(piece) for piece in _PIECE.findall(markdown)), Done())


class Scripted:
    """Answers each request with the next part of its script; the last part stays.

    Args:
        script: one part for each request.
        sleep: waits so many seconds; ``asyncio.sleep``, or a test's own clock.
        pace_s: silence before each piece of text, in seconds.
        info: what lists show.

    Attributes:
        asked: every request so far.
    """

    def __init__(
        self,
        script: Sequence[Sequence[Step]],
        *,
        sleep: Callable[[float], Awaitable[None]],
        pace_s: float = 0.0,
        info: LaneInfo = INFO,
    ) -> None:
        self._script = script
        self._sleep = sleep
        self._pace_s = pace_s
        self._info = info
        self.asked: list[Request] = []

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return self._info

    async def look(self) -> LaneInfo:
        """Nothing to ask: it is always there."""
        return self.info

    async def release(self, session: str) -> None:
        """Nothing is kept for a session."""

    async def close(self) -> None:
        """Nothing is open."""

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Plays the next part."""
        self.asked.append(request)
        if not self._script:
            yield Failed("The script of this lane is empty, so there is nothing to answer.")
            return
        for step in self._script[min(len(self.asked), len(self._script)) - 1]:
            match step:
                case Wait(seconds):
                    await self._sleep(seconds)
                case Text():
                    # A wait of nothing still lets a stop through between two pieces.
                    await self._sleep(self._pace_s)
                    yield step
                case _:
                    yield step
