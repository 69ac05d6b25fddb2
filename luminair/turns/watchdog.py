"""The start watchdog: a turn whose lane gives no sign of life is ended, in plain words."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.lanes.lane import (
    Alive,
    Began,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Question,
    Text,
    WayOn,
)
from luminair.messages import ToolUse

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from luminair.context.block import Assembly

SHOWN_AFTER_S = 3.0
"""A shorter silence is nothing that a person needs to read of."""


@dataclass(frozen=True, slots=True)
class Watch:
    """How long a lane may be silent before its model has begun (spec 11).

    Attributes:
        hosted_s: seconds for coding agents and models on a server elsewhere.
        local_s: seconds for a server on this machine, which may have to load its model.
        tick_s: how often the wait is shown, in seconds.
    """

    hosted_s: float = 30.0
    local_s: float = 300.0
    tick_s: float = 1.0

    def limit_s(self, kind: LaneKind) -> float:
        """The longest silence of a lane of this kind."""
        return self.local_s if kind is LaneKind.LOCAL else self.hosted_s


async def watched(
    events: AsyncGenerator[Event, None], lane: LaneInfo, assembly: Assembly, watch: Watch
) -> AsyncGenerator[Event, None]:
    """The lane's events, with the wait for the first of them shown and bounded.

    Any event is a sign of life. An open question stops the clock. Once the model has begun the
    watchdog rests: a coding agent may run a tool for many minutes without a line.

    Args:
        events: the lane's; closed when this ends.
        lane: whose.
        assembly: what was sent, to say how large it was.
        watch: the limits.
    """
    doing, asking = "", False
    try:
        while True:
            waiting = asyncio.ensure_future(anext(events, None))
            try:
                async for waited in _ticks(waiting, watch.tick_s):
                    if asking:
                        continue
                    if waited >= watch.limit_s(lane.kind):
                        yield Failed(_gave_up(lane, assembly, waited), WayOn.CONTEXT)
                        return
                    if waited >= SHOWN_AFTER_S:
                        yield Alive(f"{doing or _usual(lane)} {int(waited)} s")
                event = await waiting
            finally:
                await _let_go(waiting)
            if event is None:
                return
            asking = isinstance(event, Question)
            if isinstance(event, Alive) and event.doing:
                doing = event.doing
            yield event
            if isinstance(event, (Began, Text, ToolUse)):
                break
        async for event in events:
            yield event
    finally:
        await events.aclose()


async def _ticks(
    waiting: asyncio.Future[Event | None], tick_s: float
) -> AsyncGenerator[float, None]:
    """How many seconds have gone by, at each tick until ``waiting`` is done."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    while not waiting.done():
        await asyncio.wait({waiting}, timeout=tick_s)
        if not waiting.done():
            yield loop.time() - begun


async def _let_go(waiting: asyncio.Future[Event | None]) -> None:
    if not waiting.done():
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting


def _usual(lane: LaneInfo) -> str:
    return "Loading model…" if lane.kind is LaneKind.LOCAL else "Waiting for the model…"


def _gave_up(lane: LaneInfo, assembly: Assembly, waited: float) -> str:
    ours = {row.name.partition(":")[0]: row.bytes for row in assembly.rows if row.position.ours}
    largest = max(ours, key=lambda name: ours[name], default="")
    most = f", {ours[largest] / 1024:.1f} KB of it {largest}" if ours.get(largest) else ""
    return (
        f"{lane.title} did not start in {int(waited)} s. Your prompt carries "
        f"{sum(ours.values()) / 1024:.1f} KB of injected text{most}. The turn was stopped."
    )
