from __future__ import annotations

import asyncio
import itertools
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.context.block import Assembly, Harness, Position, RowName
from luminair.errors import LuminairError, UsageError, VaultMissing, WriteFailed
from luminair.keeping.capture.capturing import Captured
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Model,
    Request,
    Said,
    Text,
    WayOn,
)
from luminair.lanes.scripted import Scripted, Step, Wait, say
from luminair.messages import Message, MessageState, Role, Usage
from luminair.sessions.session import Session
from luminair.sessions.transcript import Transcript
from luminair.turns import (
    BROKE_OFF,
    STOPPED,
    Asked,
    Ended,
    TurnEvent,
    expand,
    prepare,
    request_of,
    run_turn,
    target_of,
)
from tests.context.digests import HEADING, make_digest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from luminair.journal.digest_items import Digest

FULL = make_digest(
    rules=["- [global] Never retry a PUT."], pins=["| pin"], asks=["| ask"], notes=["| note"]
)


class FakeMemory:
    """A Journal that is a few values, and keeps what it was asked."""

    def __init__(self, digest: Digest = FULL) -> None:
        self.made = digest
        self.fault: LuminairError | None = None
        self.receipt_fault: LuminairError | None = None
        self.prompts: list[str] = []
        self.receipts: list[str] = []

    def harness(self) -> Harness:
        return Harness("How to read the digest.", 1)

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:
        assert session.id
        assert now.tzinfo is not None
        self.prompts.append(prompt)
        if self.fault is not None:
            raise self.fault
        return self.made

    def summaries(self, session: Session) -> tuple[str, ...]:
        return ("Summary of an old talk.",) if session.folder else ()

    def tools(self) -> tuple[str, ...]:
        return ()

    def heard(self, session: Session, prompt: str, lane: str, now: datetime) -> Captured:
        del session, prompt, lane, now
        return Captured()

    def keep_receipt(
        self, *, session: Session, message: str, digest: Digest, assembly: Assembly, now: datetime
    ) -> str:
        assert digest is self.made
        if self.receipt_fault is not None:
            raise self.receipt_fault
        self.receipts.append(message)
        return f"receipt of {message} at {now:%H:%M} with {len(assembly.rows)} in {session.id}"


class House:
    """A session on disk with a clock of its own, and turns run to their end."""

    def __init__(self, folder: Path) -> None:
        self.transcript = Transcript.create(
            folder / "transcript.jsonl", Session("s1", folder="/work/harbor")
        )
        self.memory = FakeMemory()
        self.at = datetime(2026, 9, 17, 10, 58, tzinfo=UTC)
        self.ids = (f"m{number}" for number in itertools.count(1))
        self.slept: list[float] = []

    def now(self) -> datetime:
        self.at += timedelta(milliseconds=100)
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def scripted(self, *script: tuple[Step, ...]) -> Scripted:
        return Scripted(script, sleep=self.sleep)

    def turn(
        self, lane: Scripted | OddLane, prompt: str = "Fix it.", instead_of: str = ""
    ) -> AsyncGenerator[TurnEvent, None]:
        return run_turn(
            prompt,
            transcript=self.transcript,
            lane=lane,
            memory=self.memory,
            now=self.now,
            new_id=lambda: next(self.ids),
            instead_of=instead_of,
        )

    def run(
        self, lane: Scripted | OddLane, prompt: str = "Fix it.", instead_of: str = ""
    ) -> list[TurnEvent]:
        async def whole() -> list[TurnEvent]:
            return [event async for event in self.turn(lane, prompt, instead_of)]

        return asyncio.run(whole())

    def reopened(self) -> tuple[Message, ...]:
        return Transcript.open(self.transcript.path, "s1").messages


class OddLane:
    """A lane that does what its function says, and knows whether it was closed."""

    def __init__(self, act: Callable[[Request], AsyncGenerator[Event, None]]) -> None:
        self.act = act
        self.info = LaneInfo("odd", "Odd", LaneKind.API, (Model("m", "M", 1_000),), True, "Ready.")
        self.closed = False

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        try:
            async for event in self.act(request):
                yield event
        finally:
            self.closed = True


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_turn_from_prompt_to_transcript(house: House) -> None:
    usage = Usage(10, 5, 2)
    script = (Began("demo"), Alive("Loading model…"), Text("It is "), Text("late."), usage, Done())
    events = house.run(house.scripted(script), "Where is part 7?\n")
    asked, *middle, ended = events
    assert isinstance(asked, Asked)
    assert isinstance(ended, Ended)
    assert middle == list(script[:-1])
    assert ended.way_on is None
    question, answer = house.reopened()
    assert question == asked.message
    assert answer == ended.message
    assert (question.text, question.role, question.lane) == (
        "Where is part 7?",
        Role.USER,
        "scripted",
    )
    assert question.riders == asked.assembly.riders
    assert question.receipt.startswith("receipt of m1")
    assert (answer.id, answer.text, answer.state) == (
        asked.answer,
        "It is late.",
        MessageState.WHOLE,
    )
    assert (answer.model, answer.usage) == ("demo", usage)


def test_the_message_is_on_disk_before_the_lane_runs(house: House) -> None:
    seen: list[tuple[Message, ...]] = []

    async def act(_request: Request) -> AsyncGenerator[Event, None]:
        seen.append(house.reopened())
        yield Done()

    house.run(OddLane(act))
    assert [message.text for message in seen[0]] == ["Fix it.", ""]


def test_the_digest_is_never_in_the_transcript(house: House) -> None:
    house.run(house.scripted(say("Done.")))
    raw = house.transcript.path.read_text()
    assert "Never retry a PUT." not in raw
    assert "How to read the digest." not in raw


def test_the_request_is_the_rows_and_nothing_else(house: House) -> None:
    lane = house.scripted(say("First answer."), say("Second."))
    house.run(lane, "first")
    events = house.run(lane, "second")
    (request,) = lane.asked[1:]
    assert isinstance(events[0], Asked)
    assembly = events[0].assembly
    assert request.said == (Said(Role.USER, "first"), Said(Role.ASSISTANT, "First answer."))
    assert request.prompt == "second"
    title, _, fence = HEADING.partition("\n")
    assert request.system == (
        "How to read the digest.\n\n",
        f"{title}\n\nRULES\n- [global] Never retry a PUT.\n\n",
        f"{fence}\n\nPINS\n| pin\n\n",
        "Summary of an old talk.\n\n",
    )
    assert request.riding[0].startswith(HEADING)
    texts = [
        *request.system,
        *request.tools,
        *(said.text for said in request.said),
        *request.riding,
        request.prompt,
    ]
    assert sorted("".join(texts)) == sorted("".join(row.text for row in assembly.rows))
    assert sum(len(text.encode()) for text in texts) == assembly.total_bytes
    assert (request.session, request.folder, request.model) == ("s1", "/work/harbor", "demo")


def test_the_sheet_shows_what_the_turn_sends(house: House) -> None:
    lane = house.scripted(say("Yes."))
    house.run(lane, "first")
    session, history = house.transcript.session, house.transcript.messages
    shown = prepare(
        "second",
        session=session,
        history=history,
        lane=lane.info,
        memory=house.memory,
        now=house.now(),
    )
    (asked, *_) = house.run(lane, "second")
    assert isinstance(asked, Asked)
    assert asked.assembly.rows == shown.assembly.rows
    assert lane.asked[1] == request_of(shown, session, history)


def test_the_tick_of_the_session_counts(house: House) -> None:
    house.transcript.change(include_optional=False)
    lane = house.scripted(say("Yes."))
    (asked, *_) = house.run(lane)
    assert isinstance(asked, Asked)
    assert asked.message.riders is not None
    assert [len(asked.message.riders.rules), asked.message.riders.count] == [1, 2]
    everything = "".join((*lane.asked[0].system, *lane.asked[0].riding))
    assert "| note" not in everything
    assert "| ask" not in everything
    assert "Summary" not in everything


def test_sizes_are_kept_and_sudden_growth_is_said(house: House) -> None:
    lane = house.scripted(say("Yes."))
    house.run(lane)
    assert house.transcript.session.sizes[RowName.PROMPT] == len("Fix it.")
    house.memory.made = make_digest(notes=["x" * 10_000])
    (asked, *_) = house.run(lane)
    assert isinstance(asked, Asked)
    assert any("'Journal notes' grew" in warning for warning in asked.assembly.warnings)


def test_a_failure_is_one_sentence_and_keeps_what_came(house: House) -> None:
    script = (Began(), Text("Half"), Failed("The server is overloaded.", WayOn.RETRY, 20.0))
    *_, ended = house.run(house.scripted(script))
    assert isinstance(ended, Ended)
    assert (ended.way_on, ended.retry_after_s) == (WayOn.RETRY, 20.0)
    kept = house.reopened()[1]
    assert (kept.text, kept.state) == ("Half", MessageState.FAILED)
    assert kept.note == "The server is overloaded."


def test_a_stream_that_just_ends_was_cut(house: House) -> None:
    *_, ended = house.run(house.scripted((Began(), Text("Half"))))
    assert isinstance(ended, Ended)
    assert (ended.message.state, ended.message.note) == (MessageState.FAILED, BROKE_OFF)
    assert ended.way_on is WayOn.RETRY


def test_an_expected_error_of_a_lane_is_a_failure(house: House) -> None:
    async def act(_request: Request) -> AsyncGenerator[Event, None]:
        yield Text("x")
        raise UsageError("The key is refused.")

    lane = OddLane(act)
    *_, ended = house.run(lane)
    assert isinstance(ended, Ended)
    assert ended.message.note == "The key is refused."
    assert lane.closed


def test_a_bug_in_a_lane_is_raised_and_the_answer_is_closed(house: House) -> None:
    async def act(_request: Request) -> AsyncGenerator[Event, None]:
        yield Text("x")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        house.run(OddLane(act))
    assert house.reopened()[1].state is MessageState.FAILED
    assert house.transcript.messages[1].note == BROKE_OFF


def test_what_follows_the_end_is_not_awaited(house: House) -> None:
    async def act(_request: Request) -> AsyncGenerator[Event, None]:
        yield Done()
        raise AssertionError

    lane = OddLane(act)
    *_, ended = house.run(lane)
    assert isinstance(ended, Ended)
    assert ended.message.state is MessageState.WHOLE
    assert lane.closed


def test_stop_by_cancelling_keeps_what_came(house: House) -> None:
    reached = asyncio.Event()

    async def act(_request: Request) -> AsyncGenerator[Event, None]:
        yield Text("Half")
        reached.set()
        await asyncio.sleep(60)

    lane = OddLane(act)
    events: list[TurnEvent] = []

    async def consume() -> None:
        async with aclosing(house.turn(lane)) as turn:
            async for event in turn:
                events.append(event)  # noqa: PERF401

    async def stop() -> None:
        task = asyncio.create_task(consume())
        await reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(stop())
    kept = house.reopened()[1]
    assert (kept.text, kept.state, kept.note) == ("Half", MessageState.STOPPED, STOPPED)
    assert lane.closed
    assert not any(isinstance(event, Ended) for event in events)
    # The session takes the next prompt, and the model sees what was kept.
    next_lane = house.scripted(say("Yes."))
    house.run(next_lane, "go on")
    assert Said(Role.ASSISTANT, "Half") in next_lane.asked[0].said


def test_stop_by_closing_keeps_what_came(house: House) -> None:
    async def stop() -> None:
        async with aclosing(house.turn(house.scripted(say("one two three")))) as turn:
            async for event in turn:
                if isinstance(event, Text):
                    break

    asyncio.run(stop())
    kept = house.reopened()[1]
    assert (kept.text, kept.state) == ("one ", MessageState.STOPPED)


def test_without_the_journal_nothing_is_sent_and_the_message_stays(house: House) -> None:
    house.memory.fault = VaultMissing("The vault at /v is gone; connect its disk.")
    lane = house.scripted(say("Yes."))
    (ended,) = house.run(lane, "precious words")
    assert isinstance(ended, Ended)
    assert lane.asked == []
    (kept,) = house.reopened()
    assert (kept.text, kept.state) == ("precious words", MessageState.FAILED)
    assert kept.note == "Your message was not sent. The vault at /v is gone; connect its disk."
    house.memory.fault = None
    house.run(lane, "precious words", instead_of=kept.id)
    assert [message.state for message in house.reopened()] == [MessageState.WHOLE] * 2


def test_a_receipt_that_cannot_be_kept_stops_nothing(house: House) -> None:
    house.memory.receipt_fault = WriteFailed("Disk full.")
    house.run(house.scripted(say("Yes.")))
    question, answer = house.reopened()
    assert question.receipt == ""
    assert answer.state is MessageState.WHOLE


def test_retry_and_edit_take_the_place_of_what_was(house: House) -> None:
    lane = house.scripted(say("one"), say("two"), say("three"))
    house.run(lane, "first")
    house.run(lane, "second")
    question = house.transcript.messages[2].id
    house.run(lane, "second, better", instead_of=question)
    assert [message.text for message in house.reopened()] == [
        "first",
        "one",
        "second, better",
        "three",
    ]
    assert [said.text for said in lane.asked[2].said] == ["first", "one"]


def test_one_turn_at_a_time(house: House) -> None:
    async def twice() -> None:
        async with aclosing(house.turn(house.scripted((Began(), Wait(1), Text("x"))))) as turn:
            await anext(turn)
            with pytest.raises(UsageError, match="still answering"):
                await anext(house.turn(house.scripted(say("no"))))

    asyncio.run(twice())
    assert len(house.reopened()) == 2


def test_a_disk_that_refuses_the_message_sends_nothing(house: House, tmp_path: Path) -> None:
    house.transcript.path.rename(tmp_path / "aside")
    house.transcript.path.mkdir()
    lane = house.scripted(say("Yes."))
    with pytest.raises(WriteFailed):
        house.run(lane)
    assert lane.asked == []
    assert house.transcript.messages == ()


def test_a_disk_that_fills_up_while_answering_is_said(house: House, tmp_path: Path) -> None:
    async def act(_request: Request) -> AsyncGenerator[Event, None]:
        house.transcript.path.rename(tmp_path / "aside")
        house.transcript.path.mkdir()
        yield Text("All of it")
        yield Done()

    *_, ended = house.run(OddLane(act))
    assert isinstance(ended, Ended)
    assert ended.message.text == "All of it"
    assert ended.message.note.startswith("This answer is not saved: ")


@pytest.mark.parametrize("prompt", ["", " ", "\n\n\t\n"])
def test_an_empty_prompt_is_no_message(house: House, prompt: str) -> None:
    with pytest.raises(UsageError):
        house.run(house.scripted(say("x")), prompt)
    assert house.reopened() == ()
    assert house.memory.prompts == []


def test_the_prompt_as_it_is_sent() -> None:
    assert expand("\n\n  indented\r\nnext\rlast \n\n") == "  indented\nnext\nlast "
    assert expand("a\ud83d\ude00") == "a😀"


@given(st.text(alphabet=st.characters(exclude_categories=()), min_size=1, max_size=30))
def test_any_prompt_is_utf8_and_stays_so(prompt: str) -> None:
    try:
        sent = expand(prompt)
    except UsageError:
        assert not prompt.strip()
    else:
        sent.encode()
        assert expand(sent) == sent


def test_the_target_is_the_lanes_model() -> None:
    info = LaneInfo(
        "claude",
        "Claude CLI",
        LaneKind.CLI,
        (Model("sonnet", "sonnet", 200_000, 16_000),),
        True,
        "",
    )
    target = target_of(info, "")
    assert (target.model, target.window, target.reply, target.cli) == (
        "sonnet",
        200_000,
        16_000,
        True,
    )
    assert target_of(info, "new").window == 0


def test_a_cli_row_is_nothing_that_we_send(house: House) -> None:
    info = LaneInfo("claude", "Claude CLI", LaneKind.CLI, (), True, "")
    assembly = prepare(
        "x",
        session=house.transcript.session,
        history=(),
        lane=info,
        memory=house.memory,
        now=house.now(),
    ).assembly
    assert assembly.row(RowName.CLI).position is Position.ELSEWHERE
    assert assembly.texts(Position.ELSEWHERE) == ()
    assert not assembly.exact
