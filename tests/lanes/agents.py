"""What tests of the coding agents' lanes share: requests, answers as shown, processes."""

from __future__ import annotations

import asyncio
import os
from contextlib import aclosing
from typing import TYPE_CHECKING

from luminair.lanes.child.process import Patience
from luminair.lanes.lane import Failed, Kept, Request, Text, ToolServer, Withdrawn
from luminair.messages import Image

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from luminair.lanes.lane import Event, Lane

DOT = Image(
    "image/png",
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c494441"
        "54789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
    ),
)
"""A picture of one dot."""
JOURNAL = ToolServer("journal", "/bin/luminair-journal", ("mcp",), (("LUMINAIR_SESSION", "s1"),))
QUICK = Patience(input_s=0.3, term_s=0.3, kill_s=0.5)


def a_request(prompt: str = "hello", **others: object) -> Request:
    """A turn of the session 's1' with nothing in it but a prompt."""
    empty = {"model": "", "folder": "", "system": (), "tools": (), "said": (), "riding": ()}
    return Request(**{"session": "s1", "prompt": prompt, **empty, **others})


async def all_of(events: AsyncGenerator[Event, None]) -> list[Event]:
    """Every event of a turn."""
    async with aclosing(events) as stream:
        return [event async for event in stream]


def shown(events: Iterable[Event]) -> str:
    """The answer as the window would show it."""
    text = ""
    for event in events:
        match event:
            case Text(delta):
                text += delta
            case Withdrawn(characters):
                text = text[: len(text) - characters]
            case _:
                pass
    return text


def failure(events: list[Event]) -> Failed:
    """The failure that a turn ended with; one sentence."""
    last = events[-1]
    assert isinstance(last, Failed), events
    assert last.sentence.endswith("."), last.sentence
    assert "\n" not in last.sentence
    return last


def handle_of(events: Iterable[Event]) -> str:
    """The conversation's id at the agent."""
    return next(event.handle for event in events if isinstance(event, Kept))


async def stop_after(lane: Lane, prompt: str, words: str) -> list[Event]:
    """Closes the turn's generator once the answer holds some words."""
    heard: list[Event] = []
    async with aclosing(lane.ask(a_request(prompt))) as events:
        async for event in events:
            heard.append(event)
            if words in shown(heard):
                break
    return heard


async def until(holds: Callable[[], bool], limit_s: float = 10.0) -> None:
    """Waits for something that another process does."""
    async with asyncio.timeout(limit_s):
        while not holds():
            await asyncio.sleep(0.01)


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        if os.path.isdir("/proc"):  # noqa: PTH112
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
