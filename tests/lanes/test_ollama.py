from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from luminair.lanes.lane import Done, Event, Failed, Request, ToolAnswer, WayOn
from luminair.lanes.ollama import Ollama
from luminair.lanes.waiting import ASK_EVERY_S, Beat
from tests.lanes.lanes_under_test import REQUEST, Sleeper, doings_of, run, text_of
from tests.lanes.servers import OLLAMA, Reply, Server, Wait, refusal, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMED = replace(REQUEST, model="qwen3:8b")
TOOL = json.dumps({"name": "look", "description": "d", "input_schema": {"type": "object"}})


def lane_on(server: Server, sleep: Sleeper | None = None, **more: Any) -> Ollama:
    return Ollama(base_url=server.url, sleep=sleep or Sleeper(), jitter=float, **more)


def turn(
    *replies: Reply,
    request: Request = NAMED,
    looked: bool = False,
    pages: dict[str, object] | None = None,
    **more: Any,
) -> tuple[list[Event], list[dict[str, Any]]]:
    """The events of a turn, and the bodies that reached the server."""
    with Server(OLLAMA, *replies, pages=pages) as server:
        lane = lane_on(server, **more)
        if looked:
            asyncio.run(lane.look())
        events = run(lane, request)
    return events, [chat.body for chat in server.chats]


def test_the_context_is_always_said() -> None:
    _, [body] = turn()
    assert body["options"] == {"num_ctx": 16_384}
    assert body["keep_alive"] == "10m"
    _, [body] = turn(context=4_096, keep_alive="1h")
    assert body["options"] == {"num_ctx": 4_096}
    assert body["keep_alive"] == "1h"


def test_the_context_is_the_window_that_the_budget_counts_against() -> None:
    loaded = {"/api/ps": {"models": [{"name": "qwen3:8b", "context_length": 8_192}]}}
    with Server(OLLAMA, pages=loaded) as server:
        lane = lane_on(server)
        info = asyncio.run(lane.look())
        run(lane, NAMED)
    assert info.model("qwen3:8b").window == 8_192
    assert server.chats[0].body["options"] == {"num_ctx": 8_192}


def test_what_does_not_fit_is_said_before_it_is_lost() -> None:
    events, bodies = turn(request=replace(NAMED, riding=("wörter " * 20_000,)))
    [failed] = events
    assert isinstance(failed, Failed)
    assert "more than the 16,384 tokens" in failed.sentence
    assert failed.way_on is WayOn.CONTEXT
    assert bodies == []
    events, _ = turn(request=replace(NAMED, riding=("word " * 12_000,)))
    assert events[-1] == Done()


def test_only_models_that_think_are_asked_to() -> None:
    _, [body] = turn()
    assert "think" not in body
    _, [body] = turn(looked=True)
    assert body["think"] is True
    gpt = {"/api/tags": {"models": [{"name": "gpt-oss:20b"}]}}
    _, [body] = turn(looked=True, pages=gpt, request=replace(REQUEST, model="gpt-oss:20b"))
    assert body["think"] == "medium"


def test_thinking_or_tools_that_are_refused_are_left_out() -> None:
    async def call(_name: str, _arguments: Mapping[str, object]) -> ToolAnswer:
        raise AssertionError

    request = replace(NAMED, tools=(TOOL,), call=call)
    events, bodies = turn(
        OLLAMA.refused(400, '"qwen3:8b" does not support thinking'),
        OLLAMA.refused(400, "registry.ollama.ai/library/qwen3:8b does not support tools"),
        whole(OLLAMA, "Hello."),
        request=request,
        looked=True,
    )
    assert events[-1] == Done()
    assert [("think" in body, "tools" in body) for body in bodies] == [
        (True, True),
        (False, True),
        (False, False),
    ]


def test_thinking_is_a_sign_of_life_and_goes_back_in_the_turn() -> None:
    async def call(_name: str, _arguments: Mapping[str, object]) -> ToolAnswer:
        return ToolAnswer("42")

    thought = (OLLAMA.thought("Hm. "), OLLAMA.thought("So."))
    first = Reply((*thought, OLLAMA.calls(("", "look", "{}")), OLLAMA.end()))
    request = replace(NAMED, tools=(TOOL,), call=call)
    events, bodies = turn(first, whole(OLLAMA, "Hello."), request=request)
    assert text_of(events) == "Hello."
    assert doings_of(events).count("Thinking…") == 2
    assert bodies[1]["messages"][-2:] == [
        {
            "role": "assistant",
            "content": "",
            "thinking": "Hm. So.",
            "tool_calls": [{"function": {"name": "look", "arguments": {}}}],
        },
        {"role": "tool", "tool_name": "look", "content": "42"},
    ]


@pytest.mark.parametrize(
    ("status", "text", "words", "way_on"),
    [
        (404, "model 'qwen3:8b' not found", "`ollama pull qwen3:8b`", WayOn.CHOOSE_LANE),
        (
            404,
            'model "qwen3:8b" not found, try pulling it first',
            "`ollama pull qwen3:8b`",
            WayOn.CHOOSE_LANE,
        ),
        (
            500,
            "model requires more system memory (9.9 GiB) than is available (3.1 GiB)",
            "too little free memory",
            WayOn.CHOOSE_LANE,
        ),
        (400, '"qwen3:8b" does not support chat', "only makes embeddings", WayOn.CHOOSE_LANE),
        (401, "unauthorized", "`ollama signin`", WayOn.RETRY),
    ],
)
def test_words_that_only_ollama_needs(status: int, text: str, words: str, way_on: WayOn) -> None:
    events, bodies = turn(OLLAMA.refused(status, text))
    assert isinstance(events[-1], Failed)
    assert words in events[-1].sentence
    assert events[-1].way_on is way_on
    assert len(bodies) == 1  # nothing that asking again would change


def test_busy_is_asked_again() -> None:
    busy = OLLAMA.refused(503, "server busy, please try again.  maximum pending requests exceeded")
    events, bodies = turn(busy, whole(OLLAMA, "Hello."))
    assert events[-1] == Done()
    assert len(bodies) == 2


def test_a_full_context_leads_to_the_budget() -> None:
    events, _ = turn(whole(OLLAMA, "Half an", why="length"))
    assert isinstance(events[-1], Failed)
    assert events[-1].way_on is WayOn.CONTEXT


def test_a_model_that_is_loaded_reads_the_prompt() -> None:
    loaded = {"/api/ps": {"models": [{"name": "qwen3:latest"}]}}
    sleeper = Sleeper()
    slow = replace(whole(OLLAMA, "Hello."), before=sleeper.fourth)
    events, _ = turn(slow, sleep=sleeper, pages=loaded, request=replace(REQUEST, model="qwen3"))
    assert doings_of(events)[0] == "Reading the prompt… 1 s"


def test_a_server_that_answers_nothing_any_more_is_no_sign_of_life() -> None:
    sleeper = Sleeper()
    slow = replace(whole(OLLAMA, "Hello."), before=sleeper.fourth)
    events, _ = turn(slow, sleep=sleeper, pages={"/api/ps": refusal(500, "x")})
    assert doings_of(events) == []
    assert text_of(events) == "Hello."


def test_a_beat_counts_and_asks_now_and_then() -> None:
    words = ["Loading model…", "Loading model…", "", "Reading the prompt…"]
    asked: list[str] = []

    async def doing() -> str:
        asked.append(words[len(asked)])
        return asked[-1]

    async def beats() -> list[str]:
        sleeper = Sleeper()
        beat = Beat(doing, sleeper)
        found = [await beat() for _ in range(3 * ASK_EVERY_S + 1)]
        assert sleeper.slept == [1.0] * len(found)
        return found

    found = asyncio.run(beats())
    assert found[:10] == [f"Loading model… {second} s" for second in range(1, 11)]
    assert found[10:15] == ["Waiting for the model…", "", "", "", ""]
    assert found[15] == "Reading the prompt… 16 s"
    assert len(asked) == 4


def test_without_a_model_the_lane_looks_first() -> None:
    events, [body] = turn(request=REQUEST)
    assert events[-1] == Done()
    assert body["model"] == "qwen3:8b"
    events, bodies = turn(request=REQUEST, pages={"/api/tags": {"models": []}})
    assert bodies == []
    assert isinstance(events[-1], Failed)
    assert events[-1].way_on is WayOn.CHOOSE_LANE


def test_warming_up_loads_with_the_context_of_turns() -> None:
    loaded = b'{"model":"qwen3:8b","done":true,"done_reason":"load"}\n'
    with Server(OLLAMA, Reply((loaded,))) as server:
        assert asyncio.run(lane_on(server).warm_up("qwen3:8b"))
    assert server.chats[0].body == {
        "model": "qwen3:8b",
        "messages": [],
        "options": {"num_ctx": 16_384},
        "keep_alive": "10m",
    }


@pytest.mark.parametrize(
    "reply", [OLLAMA.refused(404, "model 'x' not found"), Reply((OLLAMA.error("no"),)), Reply()]
)
def test_warming_up_that_fails_says_so(reply: Reply) -> None:
    with Server(OLLAMA, reply) as server:
        assert asyncio.run(lane_on(server).warm_up("x")) is False


def test_warming_up_can_be_stopped() -> None:
    async def stop(lane: Ollama, server: Server) -> None:
        task = asyncio.ensure_future(lane.warm_up("x"))
        while not server.chats:
            await asyncio.sleep(0.005)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Server(OLLAMA, Reply(before=Wait())) as server:
        asyncio.run(stop(lane_on(server), server))
        assert server.left.wait(1)


def test_models_are_asked_after_once_for_each_digest() -> None:
    names = [{"name": "a:1", "digest": "x"}, {"name": "b:1", "digest": "y"}]
    with Server(OLLAMA, pages={"/api/tags": {"models": names}}) as server:
        lane = lane_on(server)
        asyncio.run(lane.look())
        asyncio.run(lane.look())
    assert [each.path for each in server.received].count("/api/show") == 2


def test_where_the_address_is_none_nobody_is_asked() -> None:
    with Server(OLLAMA) as server:
        lane = lane_on(server, fault="Ollama is not asked.")
        info = asyncio.run(lane.look())
        assert (info.ready, info.here, info.state) == (False, False, "Ollama is not asked.")
        assert run(lane, NAMED) == [Failed("Ollama is not asked.", WayOn.SETTINGS)]
        assert not asyncio.run(lane.warm_up("qwen3:8b"))
    assert server.chats == []
