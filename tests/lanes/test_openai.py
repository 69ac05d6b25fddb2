from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from luminair.lanes.http import Timeouts
from luminair.lanes.lane import Began, Done, Event, Failed, Request, ToolAnswer, WayOn
from luminair.lanes.openai import LM_STUDIO
from luminair.lanes.openai.lane import OpenAI
from luminair.messages import ToolUse
from tests.lanes.lanes_under_test import REQUEST, Kind, Sleeper, doings_of, run, text_of
from tests.lanes.servers import OPENAI, Reply, Server, Wait, data, refusal, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

TOOL = json.dumps({"name": "look", "description": "d", "input_schema": {"type": "object"}})


def turn(
    *replies: Reply, lane: str = "openai", request: Request = REQUEST
) -> tuple[list[Event], list[dict[str, Any]]]:
    """The events of a turn, and the bodies that reached the server."""
    kind = Kind(lane)
    with Server(kind.speaker, *replies) as server:
        events = run(kind.make(server.url, sleep=Sleeper()), request)
    return events, [chat.body for chat in server.chats]


def chunks(*deltas: object, finish: str = "stop") -> Reply:
    """An answer of these deltas."""
    return Reply((*(OPENAI.chunk(delta) for delta in deltas), OPENAI.end(finish)))


class Tools:
    """Remembers what was called."""

    def __init__(self) -> None:
        self.called: list[tuple[str, Mapping[str, object]]] = []

    async def __call__(self, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        self.called.append((name, arguments))
        return ToolAnswer("42")


def called(*deltas: object, lane: str = "openai") -> tuple[Tools, list[Event], Any]:
    """The calls that these deltas make, and the conversation as it went back."""
    tools = Tools()
    request = replace(REQUEST, tools=(TOOL,), call=tools)
    answer = chunks(*deltas, finish="tool_calls")
    events, bodies = turn(answer, whole(OPENAI, "Done."), lane=lane, request=request)
    assert events[-1] == Done()
    return tools, events, bodies[1]["messages"]


@pytest.mark.parametrize("where", ["reasoning_content", "reasoning"])
def test_thinking_is_a_sign_of_life_and_no_text(where: str) -> None:
    events, _ = turn(chunks({where: "Hm."}, {"content": "Hello."}))
    assert text_of(events) == "Hello."
    assert doings_of(events) == ["Thinking…"]


def test_thinking_in_details_and_in_tags() -> None:
    events, _ = turn(chunks({"reasoning_details": [{"text": "Hm"}]}, {"content": "Hello."}))
    assert (text_of(events), doings_of(events)) == ("Hello.", ["Thinking…"])
    events, _ = turn(chunks({"content": "<think>Hm."}, {"content": "</think>\n\nHello."}))
    assert (text_of(events), doings_of(events)) == ("Hello.", ["Thinking…"])


@pytest.mark.parametrize(
    ("lane", "at_once"),
    [("openai", True), ("gemini-api", True), ("openrouter", False), ("lmstudio", False)],
)
def test_a_model_that_thinks_without_a_byte_has_begun(lane: str, at_once: bool) -> None:
    kind = Kind(lane)
    with Server(kind.speaker, Reply((b": open\n\n", Wait()))) as server:
        timeouts = Timeouts(read=0.2)
        made = kind.make(server.url, sleep=Sleeper(), timeouts=timeouts)
        events = run(made, replace(REQUEST, model="m"))
    assert (Began("m") in events) is at_once
    events, _ = turn(lane=lane, request=replace(REQUEST, model="m"))
    assert events.count(Began("m" if at_once else "gpt-5.5")) == 1


@pytest.mark.parametrize(
    "delta",
    [
        {"content": [{"type": "text", "text": "Hello."}]},
        {"content": "", "refusal": "Hello."},
        {"content": "Hello.", "tool_calls": None, "obfuscation": "x", "reasoning": None},
    ],
)
def test_text_wherever_it_stands(delta: object) -> None:
    events, _ = turn(chunks({"role": "assistant", "content": None}, {}, delta))
    assert text_of(events) == "Hello."


def test_an_answer_that_does_not_stream() -> None:
    message = {"role": "assistant", "content": "Hello."}
    found = {"model": "m", "choices": [{"message": message, "finish_reason": "stop"}]}
    body = json.dumps(found).encode()
    events, _ = turn(Reply((body,), headers=(("content-type", "application/json"),)))
    assert text_of(events) == "Hello."
    assert events[-1] == Done()


def test_an_error_in_one_piece_under_a_good_status() -> None:
    body = json.dumps({"error": {"message": "No such thing", "code": 400}}).encode()
    events, _ = turn(Reply((body,), headers=(("content-type", "application/json"),)))
    assert isinstance(events[-1], Failed)
    assert "No such thing" in events[-1].sentence


@pytest.mark.parametrize("tail", [(), (data("[DONE]"),), (data({"usage": None, "choices": []}),)])
def test_an_end_with_and_without_what_may_follow(tail: tuple[bytes, ...]) -> None:
    steps = (OPENAI.text("Hello."), OPENAI.chunk({}, "stop"), *tail)
    events, _ = turn(Reply(steps))
    assert text_of(events) == "Hello."
    assert events[-1] == Done()
    events, _ = turn(Reply(steps, cut=True))  # broken off after its end: it is whole
    assert events[-1] == Done()


def test_done_without_a_reason_is_an_end() -> None:
    events, _ = turn(Reply((OPENAI.text("Hello."), data("[DONE]"))))
    assert events[-1] == Done()


def test_a_server_that_holds_the_line_after_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luminair.lanes.rounds.LINGER_S", 0.1)
    begun = time.monotonic()
    events, _ = turn(Reply((OPENAI.text("Hello."), OPENAI.chunk({}, "stop"), Wait())))
    assert events[-1] == Done()
    assert time.monotonic() - begun < 5


def test_a_failure_as_a_reason_of_the_end() -> None:
    choice = {"delta": {}, "finish_reason": "error", "error": {"code": 502, "message": "Gone"}}
    last = data({"choices": [choice]})
    events, _ = turn(Reply((OPENAI.text("Half"), last)), lane="openrouter")
    assert text_of(events) == "Half"
    assert isinstance(events[-1], Failed)
    assert 'status 502): "Gone"' in events[-1].sentence


def test_an_answer_that_a_filter_held_back() -> None:
    events, _ = turn(chunks({"content": "Half"}, finish="content_filter"))
    assert isinstance(events[-1], Failed)
    assert "content filter" in events[-1].sentence
    assert events[-1].way_on is WayOn.CHOOSE_LANE


@pytest.mark.parametrize(
    "pieces",
    [
        [
            {"id": "a", "function": {"name": "look", "arguments": '{"at": '}},
            {"function": {"arguments": "1}"}},
        ],
        [{"index": 0, "id": "a", "function": {"name": "look", "arguments": '{"at": 1}'}}],
        [
            {"index": 0, "id": "a", "function": {"name": "look", "arguments": ""}},
            {"index": 0, "id": "a", "function": {"name": "look", "arguments": '{"at": 1}'}},
        ],
        [{"id": "a", "function": {"name": "look", "arguments": {"at": 1}}}],
    ],
    ids=["no index", "whole", "name twice", "an object"],
)
def test_tool_calls_in_every_shape(pieces: list[dict[str, Any]]) -> None:
    tools, _, messages = called(*({"tool_calls": [piece]} for piece in pieces))
    assert tools.called == [("look", {"at": 1})]
    [call] = messages[-2]["tool_calls"]
    assert call["id"] == "a"
    assert json.loads(call["function"]["arguments"]) == {"at": 1}


def test_a_call_without_an_id_gets_one() -> None:
    piece = {"index": 0, "function": {"name": "look", "arguments": ""}}
    tools, _, messages = called({"tool_calls": [piece]})
    assert tools.called == [("look", {})]
    assert messages[-2]["tool_calls"][0]["id"] == messages[-1]["tool_call_id"] == "call_0"
    assert messages[-2]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert messages[-2]["content"] is None


def test_two_calls_that_come_mixed() -> None:
    def piece(index: int, **function: str) -> dict[str, Any]:
        return {"tool_calls": [{"index": index, "id": f"c{index}", "function": function}]}

    tools, events, messages = called(
        piece(0, name="look", arguments='{"at"'),
        piece(1, name="look", arguments='{"at"'),
        piece(0, arguments=": 1}"),
        piece(1, arguments=": 2}"),
    )
    assert [arguments["at"] for _, arguments in tools.called] == [1, 2]
    assert [each["tool_call_id"] for each in messages[-2:]] == ["c0", "c1"]
    assert len({event.id for event in events if isinstance(event, ToolUse)}) == 2


def test_what_a_provider_signs_goes_back() -> None:
    extra = {"google": {"thought_signature": "abc"}}
    piece = {"index": 0, "id": "a", "function": {"name": "look"}, "extra_content": extra}
    _, _, messages = called({"tool_calls": [piece]}, lane="gemini-api")
    assert messages[-2]["tool_calls"][0]["extra_content"] == extra
    details = {"type": "reasoning.text", "text": "Hm", "signature": "s"}
    call = {"index": 0, "id": "a", "function": {"name": "look"}}
    _, _, messages = called(
        {"reasoning_details": [details]}, {"tool_calls": [call]}, lane="openrouter"
    )
    assert messages[-2]["reasoning_details"] == [details]


@pytest.mark.parametrize(
    "refused",
    [
        refusal(
            404, {"error": {"code": 404, "message": "No endpoints found that support tool use"}}
        ),
        refusal(400, {"error": "m does not support tools"}),
    ],
)
def test_a_model_without_tools_is_asked_without_them(refused: Reply) -> None:
    request = replace(REQUEST, tools=(TOOL,), call=Tools())
    events, bodies = turn(refused, whole(OPENAI, "Hello."), lane="openrouter", request=request)
    assert events[-1] == Done()
    assert ["tools" in body for body in bodies] == [True, False]


@pytest.mark.parametrize(
    ("lane", "has_key", "title"), [("openai", True, False), ("openrouter", False, True)]
)
def test_habits_of_a_preset(lane: str, has_key: bool, title: bool) -> None:
    kind = Kind(lane)
    with Server(kind.speaker) as server:
        run(kind.make(server.url, sleep=Sleeper()))
    [chat] = server.chats
    assert (chat.body.get("prompt_cache_key") == "s1") is has_key
    assert (chat.headers.get("x-title") == "Luminair") is title


def lm_studio(server: Server, sleeper: Sleeper) -> OpenAI:
    return OpenAI(LM_STUDIO, base_url=server.url, key=str, sleep=sleeper, jitter=float)


@pytest.mark.parametrize("headers_first", [False, True])
def test_lm_studio_says_that_it_loads_a_model(headers_first: bool) -> None:
    models = [{"type": "llm", "key": "m", "loaded_instances": []}]
    good, sleeper = whole(OPENAI, "Hello."), Sleeper()
    if headers_first:
        slow = Reply((b": wait\n\n", sleeper.fourth, *good.steps))
    else:
        slow = replace(good, before=sleeper.fourth)
    with Server(OPENAI, slow, pages={"/api/v1/models": {"models": models}}) as server:
        events = run(lm_studio(server, sleeper), replace(REQUEST, model="m"))
    assert doings_of(events)[:3] == [f"Loading model… {second} s" for second in (1, 2, 3)]
    assert text_of(events) == "Hello."


def test_lm_studio_says_that_it_reads() -> None:
    instance = {"id": "m", "config": {"context_length": 8_192}}
    models = [{"type": "llm", "key": "m", "loaded_instances": [instance]}]
    sleeper = Sleeper()
    slow = replace(whole(OPENAI, "Hello."), before=sleeper.fourth)
    with Server(OPENAI, slow, pages={"/api/v1/models": {"models": models}}) as server:
        events = run(lm_studio(server, sleeper), replace(REQUEST, model="m"))
    assert doings_of(events)[0] == "Reading the prompt… 1 s"


def test_without_a_model_the_server_chooses() -> None:
    events, [body] = turn(lane="lmstudio")
    assert "model" not in body
    assert events[-1] == Done()
