from __future__ import annotations

import asyncio

from luminair.lanes.lane import Began, Done, Event, Failed, Request, Text
from luminair.lanes.scripted import INFO, Scripted, Wait, say

REQUEST = Request("s1", "demo", "", (), (), (), (), "hello")


class Sleeper:
    def __init__(self) -> None:
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)


async def play(lane: Scripted) -> list[Event]:
    return [event async for event in lane.ask(REQUEST)]


def test_it_plays_its_script_and_keeps_what_it_was_asked() -> None:
    sleeper = Sleeper()
    script = [say("one two\n\nthree"), [Began(), Wait(3), Text("later"), Failed("No.")]]
    lane = Scripted(script, sleep=sleeper, pace_s=0.02)
    first = asyncio.run(play(lane))
    assert [event for event in first if isinstance(event, Text)] == [
        Text("one "),
        Text("two\n\n"),
        Text("three"),
    ]
    assert (first[0], first[-1]) == (Began("demo"), Done())
    assert sleeper.slept == [0.02] * 3
    second = asyncio.run(play(lane))
    assert second == [Began(), Text("later"), Failed("No.")]
    assert sleeper.slept[3:] == [3, 0.02]
    assert asyncio.run(play(lane)) == second
    assert lane.asked == [REQUEST] * 3
    assert lane.info is INFO


def test_an_empty_script_fails_in_one_sentence() -> None:
    (event,) = asyncio.run(play(Scripted([], sleep=Sleeper())))
    assert isinstance(event, Failed)


def test_no_character_of_an_answer_is_lost() -> None:
    for text in ("", " ", "  lead", "a\n\n```py\n  x = 1\n```\n", "日本語 です"):
        said = "".join(step.delta for step in say(text) if isinstance(step, Text))
        assert said == text
