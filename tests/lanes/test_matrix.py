"""Every lane that speaks HTTP, against every way in which a server lets it down."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.http import Timeouts
from luminair.lanes.lane import Alive, Began, Done, Event, Failed, Text, WayOn
from luminair.messages import Image, Usage
from tests.lanes.lanes_under_test import (
    KEY,
    NAMES,
    REQUEST,
    Kind,
    Sleeper,
    assert_nothing_left,
    doings_of,
    run,
    text_of,
)
from tests.lanes.servers import Reply, Server, Wait, free_port, refusal, whole

if TYPE_CHECKING:
    from luminair.lanes.lane import Lane

PAGE = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"
SEPARATORS = "one\u2028two\u0085three\u2029four\x0bfive\x1esix"


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.param)


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


def failed(events: list[Event]) -> Failed:
    """The last event, which has to be one plain sentence about a failure."""
    last = events[-1]
    assert isinstance(last, Failed), last
    assert last.sentence.endswith(".")
    assert "\n" not in last.sentence
    assert KEY not in last.sentence
    assert "sk-" not in last.sentence
    assert "<" not in last.sentence
    return last


def answered(kind: Kind, sleeper: Sleeper, *replies: Reply) -> tuple[list[Event], Server]:
    """The events of one turn against these replies."""
    with Server(kind.speaker, *replies) as server:
        events = run(kind.make(server.url, sleep=sleeper))
        gone(server)
    return events, server


def gone(server: Server) -> None:
    """The server sees its connections end, quickly."""
    end = time.monotonic() + 2.0
    while server.open and time.monotonic() < end:
        server.left.wait(0.01)
    assert server.open == 0


# --- Good days ----------------------------------------------------------------------------------


def test_a_good_answer(kind: Kind, sleeper: Sleeper) -> None:
    events, server = answered(kind, sleeper, whole(kind.speaker, "Hello", " there."))
    assert text_of(events) == "Hello there."
    assert events[-1] == Done()
    assert len([event for event in events if isinstance(event, Began)]) == 1
    usages = [event for event in events if isinstance(event, Usage)]
    assert len(usages) == 1
    assert usages[0].input_tokens == 12_125
    assert usages[0].output_tokens == 15
    assert sleeper.slept.count(0.5) == 0
    assert len(server.chats) == 1


def test_several_turns_at_once_on_one_lane(kind: Kind, sleeper: Sleeper) -> None:
    good = [whole(kind.speaker, f"Answer {number}.") for number in range(6)]
    slow = [replace(reply, before=Wait(0.05)) for reply in good]

    async def turns(lane: Lane) -> list[str]:
        async def turn() -> str:
            return text_of([event async for event in lane.ask(REQUEST)])

        return await asyncio.gather(*(turn() for _ in slow))

    with Server(kind.speaker, *slow) as server:
        lane = kind.make(server.url, sleep=sleeper)
        asyncio.run(lane.look())  # so that no turn has to look first
        texts = asyncio.run(turns(lane))
    assert sorted(texts) == [f"Answer {number}." for number in range(6)]


def test_line_ends_that_are_none(kind: Kind, sleeper: Sleeper) -> None:
    events, _ = answered(kind, sleeper, whole(kind.speaker, SEPARATORS, SEPARATORS))
    assert text_of(events) == SEPARATORS * 2
    assert events[-1] == Done()


def test_a_line_of_ten_megabytes(kind: Kind, sleeper: Sleeper) -> None:
    long = "wörd " * 1_700_000
    events, _ = answered(kind, sleeper, whole(kind.speaker, "a ", long))
    assert text_of(events) == "a " + long
    assert events[-1] == Done()


def test_pieces_cut_anywhere(kind: Kind, sleeper: Sleeper) -> None:
    good = b"".join(whole(kind.speaker, "Größe 😀 ", "日本").steps)
    bytewise = tuple(good[at : at + 1] for at in range(len(good)))
    events, _ = answered(kind, sleeper, Reply(bytewise))
    assert text_of(events) == "Größe 😀 日本"
    assert events[-1] == Done()


# --- Keys and money -----------------------------------------------------------------------------


def test_a_refused_key(kind: Kind, sleeper: Sleeper) -> None:
    quoting = kind.speaker.refused(401, f"Incorrect API key provided: {KEY}. Find yours here.")
    events, server = answered(kind, sleeper, quoting)
    last = failed(events)
    if kind.name == "ollama":
        assert "ollama signin" in last.sentence
    else:
        assert last.sentence == (f"{kind.title} refused the key; put one that works in Settings.")
        assert last.way_on is WayOn.SETTINGS
    assert len(server.chats) == 1


def test_no_key(kind: Kind, sleeper: Sleeper) -> None:
    with Server(kind.speaker) as server:
        events = run(kind.make(server.url, sleep=sleeper, key=""))
    if kind.needs_key:
        sentence = f"No key for {kind.title} is saved; add one in Settings."
        assert events == [Failed(sentence, WayOn.SETTINGS)]
        assert server.received == []
    else:
        assert events[-1] == Done()
        assert "authorization" not in server.chats[0].headers


def test_a_pause_that_is_asked_for(kind: Kind, sleeper: Sleeper) -> None:
    slow = kind.speaker.refused(429, "Slow down.", ("retry-after", "4"))
    events, server = answered(kind, sleeper, slow, whole(kind.speaker, "Hello."))
    assert text_of(events) == "Hello."
    assert events[-1] == Done()
    assert [doing for doing in doings_of(events) if doing.startswith("Trying")] == [
        f"Trying again in {left} s…" for left in (4, 3, 2, 1)
    ]
    assert sleeper.slept.count(1.0) >= 4
    assert len(server.chats) == 2


def test_a_pause_that_is_too_long(kind: Kind, sleeper: Sleeper) -> None:
    slow = kind.speaker.refused(429, "Slow down.", ("retry-after", "3600"))
    events, server = answered(kind, sleeper, slow)
    last = failed(events)
    assert last.sentence == f"{kind.title} asks for a pause of 60 minutes; try again then."
    assert last.retry_after_s == 3600
    assert last.way_on is WayOn.RETRY
    assert len(server.chats) == 1


def test_too_many_requests_and_no_word_of_when(kind: Kind, sleeper: Sleeper) -> None:
    events, server = answered(kind, sleeper, kind.speaker.refused(429, "Too many."))
    said = "spending limit" if kind.name == "anthropic" else "takes no more requests"
    assert said in failed(events).sentence
    assert failed(events).way_on is WayOn.CHOOSE_LANE
    assert len(server.chats) == 1


@pytest.mark.parametrize(
    ("status", "text"),
    [(402, "Payment required."), (429, "You have insufficient credits."), (403, "")],
)
def test_no_money_is_never_asked_again(
    kind: Kind, sleeper: Sleeper, status: int, text: str
) -> None:
    broke = kind.speaker.refused(status, text, ("retry-after", "1"))
    if not text:  # by its name alone, whatever the status
        error = {"message": "Sorry.", "type": "insufficient_quota", "code": "insufficient_quota"}
        broke = refusal(429, {"error": error}, ("retry-after", "1"))
    events, server = answered(kind, sleeper, broke)
    assert "used up" in failed(events).sentence
    assert failed(events).way_on is WayOn.CHOOSE_LANE
    assert len(server.chats) == 1


# --- Trouble at the server ----------------------------------------------------------------------


def test_overloaded_and_then_not(kind: Kind, sleeper: Sleeper) -> None:
    full = kind.speaker.refused(529, "Overloaded")
    events, server = answered(kind, sleeper, full, full, whole(kind.speaker, "Hello."))
    assert events[-1] == Done()
    assert len(server.chats) == 3
    # Longer waits than for other trouble: two seconds, then four.
    shown = [doing for doing in doings_of(events) if doing.startswith("Trying")]
    assert [doing.split()[3] for doing in shown] == ["2", "1", "4", "3", "2", "1"]


def test_overloaded_for_good(kind: Kind, sleeper: Sleeper) -> None:
    events, server = answered(kind, sleeper, kind.speaker.refused(529, "Overloaded"))
    assert failed(events).sentence == (
        f'{kind.title} has too much to do right now: "Overloaded"; try again in a minute.'
    )
    assert failed(events).way_on is WayOn.RETRY
    assert len(server.chats) == 3


def test_a_web_page_instead_of_an_answer(kind: Kind, sleeper: Sleeper) -> None:
    events, server = answered(kind, sleeper, refusal(500, PAGE))
    assert "answered with a web page" in failed(events).sentence
    assert "status 500" in failed(events).sentence
    assert failed(events).way_on is WayOn.RETRY
    assert len(server.chats) == 3


def test_a_web_page_with_a_good_status(kind: Kind, sleeper: Sleeper) -> None:
    page = Reply((PAGE.encode(),), headers=(("content-type", "text/html; charset=utf-8"),))
    events, server = answered(kind, sleeper, page)
    assert "answered with a web page" in failed(events).sentence
    assert failed(events).way_on is WayOn.SETTINGS
    assert len(server.chats) == 1


def test_an_error_in_the_middle_under_a_good_status(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    reply = Reply((speaker.begin(), speaker.text("Half an "), speaker.error("Ran out of road.")))
    events, server = answered(kind, sleeper, reply)
    assert text_of(events) == "Half an "
    assert "Ran out of road" in failed(events).sentence
    assert len(server.chats) == 1


def test_an_error_before_any_text_is_tried_again(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    reply = Reply((speaker.begin(), speaker.error("Overloaded")))
    events, server = answered(kind, sleeper, reply, whole(speaker, "Hello."))
    assert text_of(events) == "Hello."
    assert events[-1] == Done()
    assert len([event for event in events if isinstance(event, Began)]) == 1
    assert len(server.chats) == 2


# --- Broken streams -----------------------------------------------------------------------------


@pytest.mark.parametrize("plain", [False, True], ids=["chunks", "until the end"])
@pytest.mark.parametrize("inside", [False, True], ids=["between lines", "in a line"])
def test_a_stream_that_breaks_off(kind: Kind, sleeper: Sleeper, plain: bool, inside: bool) -> None:
    speaker = kind.speaker
    torn = speaker.text(" never shown")[:-20] if inside else b""
    reply = Reply((speaker.begin(), speaker.text("Half an"), torn), cut=True, plain=plain)
    if not torn:
        reply = replace(reply, steps=reply.steps[:-1])
    events, server = answered(kind, sleeper, reply)
    assert text_of(events) == "Half an"
    assert failed(events).sentence == (
        f"The answer from {kind.title} broke off before its end; what came is kept, and trying "
        "again gets all of it."
    )
    assert failed(events).way_on is WayOn.RETRY
    assert len(server.chats) == 1


def test_a_stream_that_ends_well_but_without_its_end_mark(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    events, _ = answered(kind, sleeper, Reply((speaker.begin(), speaker.text("Half an"))))
    assert text_of(events) == "Half an"
    assert "broke off" in failed(events).sentence


def test_json_that_is_none(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    wrong = speaker.text("x").replace(b'"x"', b'"x')
    reply = Reply((speaker.begin(), speaker.text("Half an"), wrong, speaker.end()))
    events, _ = answered(kind, sleeper, reply)
    assert text_of(events) == "Half an"
    assert "not JSON" in failed(events).sentence


def test_an_answer_without_a_word(kind: Kind, sleeper: Sleeper) -> None:
    events, _ = answered(kind, sleeper, whole(kind.speaker))
    assert failed(events).sentence == f"{kind.title} ended its answer without a word; try again."


def test_an_answer_cut_at_the_longest(kind: Kind, sleeper: Sleeper) -> None:
    events, _ = answered(kind, sleeper, whole(kind.speaker, "Half an", why="length"))
    assert text_of(events) == "Half an"
    assert "was cut" in failed(events).sentence
    assert "'Go on'" in failed(events).sentence


# --- Silence ------------------------------------------------------------------------------------


def test_a_slow_first_byte(kind: Kind, sleeper: Sleeper) -> None:
    # Ollama's silence lasts until four seconds of its lane's clock are over.
    wait = sleeper.fourth if kind.name == "ollama" else Wait(0.2)
    events, _ = answered(kind, sleeper, replace(whole(kind.speaker, "Hello."), before=wait))
    assert text_of(events) == "Hello."
    assert events[-1] == Done()
    loading = [doing for doing in doings_of(events) if doing.startswith("Loading model…")]
    if kind.name == "ollama":
        assert loading[:3] == ["Loading model… 1 s", "Loading model… 2 s", "Loading model… 3 s"]
    else:
        assert loading == []


def test_a_silence_without_end(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    reply = Reply((speaker.begin(), speaker.text("Half an"), Wait()))
    with Server(speaker, reply) as server:
        lane = kind.make(server.url, sleep=sleeper, timeouts=Timeouts(read=0.2))
        events = run(lane)
        assert server.left.wait(2)
    assert text_of(events) == "Half an"
    assert "sent nothing for 0.2 s" in failed(events).sentence
    assert failed(events).way_on is WayOn.RETRY


def test_a_server_that_stops_reading(kind: Kind, sleeper: Sleeper) -> None:
    picture = Image("image/png", b"\0" * 12_000_000)
    with Server(kind.speaker, Reply(reads=False)) as server:
        lane = kind.make(server.url, sleep=sleeper, timeouts=Timeouts(write=0.3))
        events = run(lane, replace(REQUEST, model="qwen3:8b", images=(picture,)))
    assert "stopped taking your message" in failed(events).sentence
    assert failed(events).way_on is WayOn.RETRY


@pytest.mark.parametrize("name", ["anthropic", "openai", "ollama"])
def test_a_server_that_reads_slowly_but_steadily(name: str, sleeper: Sleeper) -> None:
    kind = Kind(name)
    picture = Image("image/png", b"\0" * 18_000_000)
    steady = replace(whole(kind.speaker, "Hello."), pace=0.04)
    with Server(kind.speaker, steady) as server:
        lane = kind.make(server.url, sleep=sleeper, timeouts=Timeouts(write=0.4))
        events = run(lane, replace(REQUEST, model="qwen3:8b", images=(picture,)))
    assert events[-1] == Done()  # the limit is for each piece; all of them took longer


def test_nobody_there(kind: Kind, sleeper: Sleeper) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    events = run(kind.make(url, sleep=sleeper), replace(REQUEST, model="qwen3:8b"))
    assert failed(events).sentence == (
        f"{kind.title} does not answer at 127.0.0.1:{port}; start it, then try again."
    )
    tries = [doing for doing in doings_of(events) if doing.startswith("Trying")]
    assert tries == ["Trying again in 1 s…", "Trying again in 1 s…"]


# --- Stopping -----------------------------------------------------------------------------------


def stopped_after(lane: Lane, event: type[Event] | None, server: Server) -> float:
    """Cancels a turn at an event (None: while it waits for headers); when the server knew."""

    async def turn() -> float:
        reached = asyncio.Event()

        async def listen() -> None:
            async for each in lane.ask(REQUEST):
                if event is not None and isinstance(each, event):
                    reached.set()

        task = asyncio.ensure_future(listen())
        if event is None:
            while not server.chats:
                await asyncio.sleep(0.005)
        else:
            await reached.wait()
        begun = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await assert_nothing_left()
        assert await asyncio.to_thread(server.left.wait, 2)
        return time.monotonic() - begun

    return asyncio.run(turn())


def test_stop_while_it_waits_for_headers(kind: Kind, sleeper: Sleeper) -> None:
    with Server(kind.speaker, Reply(before=Wait())) as server:
        assert stopped_after(kind.make(server.url, sleep=sleeper), None, server) < 0.5
        gone(server)


def test_stop_in_the_middle(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    with Server(speaker, Reply((speaker.begin(), speaker.text("Half an"), Wait()))) as server:
        assert stopped_after(kind.make(server.url, sleep=sleeper), Text, server) < 0.5
        gone(server)


def test_stop_during_a_pause(kind: Kind, sleeper: Sleeper) -> None:
    slow = kind.speaker.refused(429, "Slow down.", ("retry-after", "60"))
    with Server(kind.speaker, slow) as server:
        events = run(kind.make(server.url, sleep=sleeper), until=Alive)
        gone(server)
    assert not isinstance(events[-1], Failed)


def test_closing_the_generator_ends_the_connection(kind: Kind, sleeper: Sleeper) -> None:
    speaker = kind.speaker
    with Server(speaker, Reply((speaker.begin(), speaker.text("Half an"), Wait()))) as server:
        events = run(kind.make(server.url, sleep=sleeper), until=Text)
        assert server.left.wait(0.5)
        gone(server)
    assert text_of(events) == "Half an"
