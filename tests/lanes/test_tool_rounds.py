"""Tool calls on every lane that speaks HTTP: rounds, parallel calls, failures, the end."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from luminair.errors import NoteNotFound
from luminair.lanes.lane import Done, Event, Failed, Request, Text, ToolAnswer
from luminair.lanes.rounds import MOST_ROUNDS
from luminair.lanes.titles import tool_title
from luminair.messages import ToolState, ToolUse, Usage
from tests.lanes.lanes_under_test import NAMES, Kind, Sleeper, assert_nothing_left, run, text_of
from tests.lanes.servers import ANTHROPIC, Reply, Server, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

TOOLS = tuple(
    json.dumps({"name": name, "description": "d", "input_schema": {"type": "object"}})
    for name in ("journal_search", "journal_read")
)


class Tools:
    """Runs tools and remembers with what."""

    def __init__(self, *answers: ToolAnswer | Exception) -> None:
        self.called: list[tuple[str, Mapping[str, object]]] = []
        self._answers = answers or (ToolAnswer("3 notes."),)

    async def __call__(self, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        self.called.append((name, arguments))
        answer = self._answers[min(len(self.called), len(self._answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.param)


def request(tools: Tools | None) -> Request:
    return Request("s1", "m1", "", (), TOOLS, (), (), "What failed?", call=tools)


def calling(kind: Kind, before: str, *calls: tuple[str, str, str]) -> Reply:
    """An answer that says something and calls tools."""
    speaker = kind.speaker
    said = (speaker.text(before),) if before else ()
    return Reply((speaker.begin(), *said, speaker.calls(*calls), speaker.end("tools")))


def turn(kind: Kind, tools: Tools | None, *replies: Reply) -> tuple[list[Event], list[Any]]:
    """The events of a turn, and the bodies that reached the server."""
    with Server(kind.speaker, *replies) as server:
        events = run(kind.make(server.url, sleep=Sleeper()), request(tools))
    return events, [chat.body for chat in server.chats]


def uses(events: list[Event]) -> list[ToolUse]:
    return [event for event in events if isinstance(event, ToolUse)]


def results(body: dict[str, Any]) -> list[str]:
    """What the tools' answers in a body say, in order."""
    found = []
    for message in body["messages"]:
        if message["role"] == "tool":
            found.append(message["content"])
        elif isinstance(message["content"], list):
            blocks = [each for each in message["content"] if each["type"] == "tool_result"]
            found += [block["content"] for block in blocks]
    return found


def test_a_call_runs_and_the_answer_goes_on(kind: Kind) -> None:
    tools = Tools()
    events, bodies = turn(
        kind,
        tools,
        calling(kind, "Let me look.", ("c1", "journal_search", '{"query": "upload retries"}')),
        whole(kind.speaker, "Found", " it."),
    )
    assert tools.called == [("journal_search", {"query": "upload retries"})]
    assert text_of(events) == "Let me look.\n\nFound it."
    running, done = uses(events)
    assert running.title == "Search the Journal: upload retries"
    assert json.loads(running.detail) == {"query": "upload retries"}
    assert running.at == len("Let me look.")
    assert done == replace(running, state=ToolState.DONE, result="3 notes.")
    order = [type(event) for event in events if isinstance(event, (Text, ToolUse, Done))]
    assert order == [Text, ToolUse, ToolUse, Text, Text, Done]
    assert results(bodies[1]) == ["3 notes."]
    assert bodies[1]["messages"][0] == bodies[0]["messages"][0]
    assert bodies[1]["tools"] == bodies[0]["tools"]


def test_the_call_goes_back_to_the_model_as_it_came(kind: Kind) -> None:
    arguments = '{"query": "größe"}'
    _, bodies = turn(
        kind,
        Tools(),
        calling(kind, "Let me look.", ("c1", "journal_search", arguments)),
        whole(kind.speaker, "Done."),
    )
    message = next(each for each in bodies[1]["messages"] if each["role"] == "assistant")
    if kind.name == "anthropic":
        assert message["content"] == [
            {"type": "text", "text": "Let me look."},
            {
                "type": "tool_use",
                "id": "c1",
                "name": "journal_search",
                "input": {"query": "größe"},
            },
        ]
        return
    assert message["content"] == "Let me look."
    [call] = message["tool_calls"]
    given = call["function"]["arguments"]
    assert (given if isinstance(given, dict) else json.loads(given)) == {"query": "größe"}
    assert call["function"]["name"] == "journal_search"
    answer = bodies[1]["messages"][-1]
    if kind.name == "ollama":
        assert answer["tool_name"] == "journal_search"
    else:
        assert (call["id"], answer["tool_call_id"]) == ("c1", "c1")


def test_several_calls_at_once_run_in_order(kind: Kind) -> None:
    tools = Tools(ToolAnswer("first"), ToolAnswer("second", failed=True))
    events, bodies = turn(
        kind,
        tools,
        calling(kind, "", ("a", "journal_search", '{"query": "x"}'), ("b", "journal_read", "{}")),
        whole(kind.speaker, "Done."),
    )
    assert [name for name, _ in tools.called] == ["journal_search", "journal_read"]
    assert [(use.name, use.state) for use in uses(events)] == [
        ("journal_search", ToolState.RUNNING),
        ("journal_search", ToolState.DONE),
        ("journal_read", ToolState.RUNNING),
        ("journal_read", ToolState.FAILED),
    ]
    assert len({use.id for use in uses(events)}) == 2
    assert results(bodies[1]) == ["first", "second"]
    assert len(bodies) == 2
    assert text_of(events) == "Done."


@pytest.mark.parametrize("arguments", ['{"query": ', "[1]", '"x"'])
def test_arguments_that_are_no_object_are_told_to_the_model(kind: Kind, arguments: str) -> None:
    tools = Tools()
    events, bodies = turn(
        kind,
        tools,
        calling(kind, "", ("c1", "journal_search", arguments)),
        whole(kind.speaker, "Sorry."),
    )
    assert tools.called == []
    assert uses(events)[-1].state is ToolState.FAILED
    assert "not one JSON object" in results(bodies[1])[0]
    assert events[-1] == Done()


def test_a_tool_that_nobody_has(kind: Kind) -> None:
    tools = Tools()
    other = calling(kind, "", ("c1", "delete_all", "{}"))
    events, bodies = turn(kind, tools, other, whole(kind.speaker, "Sorry."))
    assert tools.called == []
    assert uses(events)[-1].state is ToolState.FAILED
    assert results(bodies[1]) == ["There is no tool named 'delete_all'."]
    events, bodies = turn(
        kind,
        None,
        calling(kind, "", ("c1", "journal_read", "{}")),
        whole(kind.speaker, "Sorry."),
    )
    assert results(bodies[1]) == ["There is no tool named 'journal_read'."]


def test_a_tool_that_fails_is_a_text_for_the_model(kind: Kind) -> None:
    tools = Tools(NoteNotFound("No note has the id 'x'."))
    events, bodies = turn(
        kind, tools, calling(kind, "", ("c1", "journal_read", "{}")), whole(kind.speaker, "Oh.")
    )
    assert results(bodies[1]) == ["No note has the id 'x'."]
    assert uses(events)[-1].result == "No note has the id 'x'."


def test_a_long_result_is_shown_short_and_sent_whole(kind: Kind) -> None:
    long = "x" * 9_000
    events, bodies = turn(
        kind,
        Tools(ToolAnswer(long)),
        calling(kind, "", ("c1", "journal_read", "{}")),
        whole(kind.speaker, "Done."),
    )
    assert results(bodies[1]) == [long]
    shown = uses(events)[-1].result
    assert len(shown) == 4_000
    assert shown.endswith("x…")


def test_usage_is_told_once_and_is_the_sum(kind: Kind) -> None:
    events, _ = turn(
        kind,
        Tools(),
        calling(kind, "", ("c1", "journal_read", "{}")),
        whole(kind.speaker, "Done."),
    )
    [usage] = [event for event in events if isinstance(event, Usage)]
    assert usage.input_tokens == 2 * 12_125
    assert usage.output_tokens == 2 * 15
    assert events.index(usage) == len(events) - 2
    if kind.name == "openrouter":
        assert usage.cost_usd == pytest.approx(0.025)
    if kind.name == "anthropic":
        assert usage.cache_written_tokens == 200


def test_a_model_that_never_stops_calling_is_stopped(kind: Kind) -> None:
    tools = Tools()
    events, bodies = turn(kind, tools, calling(kind, "More. ", ("c1", "journal_read", "{}")))
    assert len(tools.called) == MOST_ROUNDS
    assert len(bodies) == MOST_ROUNDS + 1
    assert isinstance(events[-1], Failed)
    assert f"{MOST_ROUNDS} times" in events[-1].sentence
    assert text_of(events).count("More. ") == MOST_ROUNDS + 1


def test_a_later_round_is_tried_again_and_what_was_said_stays(kind: Kind) -> None:
    events, bodies = turn(
        kind,
        Tools(),
        calling(kind, "Looking.", ("c1", "journal_read", "{}")),
        kind.speaker.refused(529, "Overloaded"),
        whole(kind.speaker, "Done."),
    )
    assert text_of(events) == "Looking.\n\nDone."
    assert events[-1] == Done()
    assert bodies[1] == bodies[2]


def test_a_stop_during_a_call_reaches_the_tool(kind: Kind) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    class Slow(Tools):
        async def __call__(self, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()
            return await super().__call__(name, arguments)

    async def stop(url: str) -> None:
        async def listen() -> None:
            async with aclosing(kind.make(url, sleep=Sleeper()).ask(request(Slow()))) as source:
                async for _ in source:
                    pass

        task = asyncio.ensure_future(listen())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended.is_set()
        await assert_nothing_left()

    with Server(kind.speaker, calling(kind, "", ("c1", "journal_read", "{}"))) as server:
        asyncio.run(stop(server.url))


def test_calls_and_no_word_is_an_answer(kind: Kind) -> None:
    events, _ = turn(
        kind, Tools(), calling(kind, "", ("c1", "journal_read", "{}")), whole(kind.speaker)
    )
    assert events[-1] == Done()


def test_rounds_go_over_one_connection(kind: Kind) -> None:
    first = calling(kind, "", ("c1", "journal_read", "{}"))
    with Server(kind.speaker, first, whole(kind.speaker, "Done.")) as server:
        run(kind.make(server.url, sleep=Sleeper()), request(Tools()))
    assert len(server.chats) == 2
    assert len({chat.client for chat in server.chats}) == 1


@pytest.mark.parametrize("end", ["Looking.\n", "Looking.\n\n", "Looking."])
def test_text_after_a_call_begins_a_paragraph(kind: Kind, end: str) -> None:
    events, _ = turn(
        kind,
        Tools(),
        calling(kind, end, ("c1", "journal_read", "{}")),
        whole(kind.speaker, "Done."),
    )
    assert text_of(events) == "Looking.\n\nDone."


def test_thinking_goes_back_signed_and_is_not_shown() -> None:
    speaker = ANTHROPIC
    first = Reply(
        (
            speaker.thought("Hm, the Journal."),
            speaker.begin(),
            speaker.calls(("c1", "journal_read", "{}")),
            speaker.end("tools"),
        )
    )
    events, bodies = turn(Kind("anthropic"), Tools(), first, whole(speaker, "Done."))
    assert text_of(events) == "Done."
    thinking = bodies[1]["messages"][1]["content"][-1]
    assert thinking == {"type": "thinking", "thinking": "Hm, the Journal.", "signature": "signed"}


def test_a_title_is_a_few_words() -> None:
    assert tool_title("journal_search", {"query": "a\n b"}) == "Search the Journal: a b"
    assert tool_title("journal_read", {}) == "Read a note"
    assert tool_title("fetch_page", {"n": 1, "url": "x"}) == "Fetch page: x"
    assert len(tool_title("journal_search", {"query": "x" * 500})) <= 120
