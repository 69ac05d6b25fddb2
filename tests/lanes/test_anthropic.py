from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from luminair.lanes.anthropic import INFO, Anthropic
from luminair.lanes.lane import Alive, Done, Event, Failed, Request, Text, WayOn
from luminair.messages import Usage
from tests.lanes.lanes_under_test import KEY, REQUEST, Sleeper, doings_of, run, text_of
from tests.lanes.servers import ANTHROPIC, Reply, Server, event, whole

if TYPE_CHECKING:
    from collections.abc import Sequence


def turn(
    *replies: Reply,
    request: Request = REQUEST,
    models: Sequence[dict[str, object]] | None = None,
    turns: int = 1,
) -> tuple[list[Event], list[dict[str, Any]]]:
    """The events of the last turn, and the bodies that reached the server."""
    pages = {"/v1/models": {"data": models, "has_more": False}} if models else None
    events: list[Event] = []
    with Server(ANTHROPIC, *replies, pages=pages) as server:
        lane = Anthropic(key=lambda: KEY, base_url=server.url, sleep=Sleeper(), jitter=float)
        if models:
            assert asyncio.run(lane.look()).ready
        for _ in range(turns):
            events = run(lane, request)
    return events, [chat.body for chat in server.chats]


def stopped(why: str, **more: object) -> Reply:
    """An answer that ended for a reason of its own."""
    delta = {"stop_reason": why, **more}
    last = event("message_delta", delta=delta, usage={"output_tokens": 3}) + event("message_stop")
    return Reply((ANTHROPIC.begin(), ANTHROPIC.text("Half an"), last))


@pytest.mark.parametrize(
    ("model", "thinks"),
    [
        ("claude-sonnet-5", True),
        ("claude-fable-5-1", True),
        ("claude-opus-4-6", True),
        ("claude-opus-4-5-20251101", False),
        ("claude-haiku-4-5-20251001", False),
        ("claude-sonnet-4-20250514", False),
        ("claude-3-5-sonnet-20241022", False),
        ("somebody-elses", False),
    ],
)
def test_only_models_that_take_it_are_asked_to_think(model: str, thinks: bool) -> None:
    _, [body] = turn(request=replace(REQUEST, model=model))
    assert body["model"] == model
    assert ("thinking" in body) is thinks
    assert not {"temperature", "top_p", "top_k"} & set(body)
    if thinks:
        assert body["thinking"] == {"type": "adaptive", "display": "summarized"}


def test_what_the_server_says_of_thinking_goes_before_the_name() -> None:
    def model(name: str, adaptive: bool) -> dict[str, object]:
        types = {"adaptive": {"supported": adaptive}}
        return {"id": name, "capabilities": {"thinking": {"types": types}}}

    models = [model("claude-old-1", True), model("claude-sonnet-9", False)]
    _, [one] = turn(models=models, request=replace(REQUEST, model="claude-old-1"))
    _, [two] = turn(models=models, request=replace(REQUEST, model="claude-sonnet-9"))
    assert ("thinking" in one, "thinking" in two) == (True, False)


def test_the_answer_may_be_as_long_as_the_budget_keeps_for_it() -> None:
    sizes = {"id": "claude-sonnet-9", "max_input_tokens": 200_000, "max_tokens": 8_000}
    _, [body] = turn(models=[sizes])
    assert (body["model"], body["max_tokens"]) == ("claude-sonnet-9", 8_000)
    _, [body] = turn(request=replace(REQUEST, model="claude-unheard-of"))
    assert body["max_tokens"] == 16_000
    _, [body] = turn()
    assert body["max_tokens"] == INFO.models[0].reply == 32_000


def test_what_a_model_refuses_is_left_out_and_remembered() -> None:
    no_thinking = ANTHROPIC.refused(400, "adaptive thinking is not supported on this model")
    no_length = ANTHROPIC.refused(400, "max_tokens: 32000 > 4096, which is the most")
    events, bodies = turn(no_thinking, no_length, whole(ANTHROPIC, "Hello."), turns=2)
    assert events[-1] == Done()
    assert [("thinking" in body, body["max_tokens"]) for body in bodies] == [
        (True, 32_000),
        (False, 32_000),
        (False, 4_096),
        (False, 4_096),
    ]


def test_a_refusal_that_stays_is_not_asked_for_ever() -> None:
    events, bodies = turn(ANTHROPIC.refused(400, "thinking and max_tokens: both are wrong"))
    assert isinstance(events[-1], Failed)
    assert "both are wrong" in events[-1].sentence
    assert len(bodies) == 3


def test_input_is_everything_that_was_read() -> None:
    events, _ = turn()
    assert Usage(25 + 100 + 12_000, 12_000, 15, cache_written_tokens=100) in events


def test_later_counts_replace_earlier_ones() -> None:
    usage = {"output_tokens": 7, "input_tokens": 30, "cache_read_input_tokens": None}
    last = event("message_delta", delta={"stop_reason": "end_turn"}, usage=usage)
    reply = Reply((ANTHROPIC.begin(), ANTHROPIC.text("Hi"), last, event("message_stop")))
    events, _ = turn(reply)
    assert Usage(30 + 100, 0, 7, cache_written_tokens=100) in events


def test_usage_is_told_of_an_answer_that_broke_off() -> None:
    events, _ = turn(Reply((ANTHROPIC.begin(), ANTHROPIC.text("Half")), cut=True))
    assert Usage(12_125, 12_000, 1, cache_written_tokens=100) in events
    assert isinstance(events[-1], Failed)


def test_pings_and_thinking_are_signs_of_life_and_no_text() -> None:
    reply = Reply((ANTHROPIC.thought("Hm."), *whole(ANTHROPIC, "Hello.").steps))
    events, _ = turn(reply)
    assert text_of(events) == "Hello."
    assert doings_of(events) == ["Thinking…"]
    assert events.count(Alive()) >= 2


def test_events_that_nobody_knows_are_skipped() -> None:
    strange = event("weather", sun=True) + b"event: x\ndata: {}\n\n" + b"event: y\n\n"
    odd = event("content_block_delta", index=0, delta={"type": "citations_delta"})
    lost = event("content_block_stop", index=44) + event("content_block_start")
    reply = Reply((ANTHROPIC.begin(), strange, odd, lost, *whole(ANTHROPIC, "Hello.").steps))
    events, _ = turn(reply)
    assert text_of(events) == "Hello."
    assert events[-1] == Done()


def test_a_refusal_to_answer_says_why() -> None:
    details = {"category": "cyber", "explanation": "That would\n do harm. More."}
    events, _ = turn(stopped("refusal", stop_details=details))
    assert events[-1] == Failed(
        'claude-sonnet-5 refuses to answer this: "That would do harm"; ask in another way, or '
        "choose another model.",
        WayOn.CHOOSE_LANE,
    )
    events, _ = turn(stopped("refusal"))
    assert isinstance(events[-1], Failed)
    assert "refuses to answer this; ask" in events[-1].sentence


def test_a_full_window_leads_to_the_budget() -> None:
    events, _ = turn(stopped("model_context_window_exceeded"))
    assert isinstance(events[-1], Failed)
    assert events[-1].way_on is WayOn.CONTEXT


def test_too_long_a_prompt_leads_to_the_budget() -> None:
    events, bodies = turn(ANTHROPIC.refused(400, "prompt is too long: 9 tokens > 5 maximum"))
    assert isinstance(events[-1], Failed)
    assert events[-1].way_on is WayOn.CONTEXT
    assert len(bodies) == 1


def test_a_pause_of_the_model_goes_on_with_what_it_said() -> None:
    events, bodies = turn(stopped("pause_turn"), whole(ANTHROPIC, " answer."))
    assert text_of(events) == "Half an answer."
    assert events[-1] == Done()
    assert bodies[1]["messages"] == [
        *bodies[0]["messages"],
        {"role": "assistant", "content": [{"type": "text", "text": "Half an"}]},
    ]


def test_a_tool_call_that_was_cut_is_not_run() -> None:
    call = ANTHROPIC.calls(("c1", "journal_read", '{"id": "2026'))
    reply = Reply((ANTHROPIC.begin(), ANTHROPIC.text("I"), call, ANTHROPIC.end("length")))
    events, bodies = turn(reply)
    assert isinstance(events[-1], Failed)
    assert "was cut" in events[-1].sentence
    assert len(bodies) == 1


def test_words_for_a_spending_limit_and_for_a_pause() -> None:
    events, _ = turn(ANTHROPIC.refused(429, "This would exceed your limit."))
    assert events[-1] == Failed(
        "The spending limit of this key at Anthropic is reached; raise it there, or choose "
        "another lane.",
        WayOn.CHOOSE_LANE,
    )


def test_the_usual_model_answers_where_none_is_named() -> None:
    events, [body] = turn()
    assert body["model"] == INFO.models[0].id
    assert [each.delta for each in events if isinstance(each, Text)] == ["Hello."]
