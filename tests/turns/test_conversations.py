"""What a coding agent's CLI holds of a session, and what it is therefore not sent again."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.context.block import Harness, Position, RowName
from luminair.keeping.capture.capturing import Captured
from luminair.lanes.lane import (
    Began,
    Done,
    Event,
    Failed,
    Forgot,
    Kept,
    LaneInfo,
    LaneKind,
    Model,
    Request,
    Said,
    Text,
    Withdrawn,
)
from luminair.messages import Attachment, Image, Role, ToolState, ToolUse, Usage
from luminair.sessions.session import Session
from luminair.sessions.transcript import Transcript
from luminair.turns import Asked, Ended, Helpers, TurnEvent, run_turn
from tests.context.digests import make_digest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping, Sequence
    from pathlib import Path

    from luminair.context.block import Assembly
    from luminair.journal.digest_items import Digest

CLI = LaneInfo("claude", "Claude CLI", LaneKind.CLI, (Model("opus", "opus"),), True, "")
API = LaneInfo(
    "anthropic", "Anthropic", LaneKind.API, (Model("m", "M", 9_000, tools=True),), True, ""
)
TOOL = '{"name":"journal_search"}'


class Memory:
    def __init__(self) -> None:
        self.made = make_digest(
            rules=["- [global] Never retry a PUT."], notes=["| one", "| two"], left_out=["3 more"]
        )

    def harness(self) -> Harness:
        return Harness("How to read.", 1)

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:
        del prompt, session, now
        return self.made

    def summaries(self, session: Session) -> tuple[str, ...]:
        del session
        return ()

    def tools(self) -> tuple[str, ...]:
        return (TOOL,)

    def heard(self, session: Session, prompt: str, lane: str, now: datetime) -> Captured:
        del session, prompt, lane, now
        return Captured()

    def keep_receipt(
        self, *, session: Session, message: str, digest: Digest, assembly: Assembly, now: datetime
    ) -> str:
        del session, message, digest, assembly, now
        return ""

    def change(self, number: int, sha256: str) -> None:
        """Another version of the note of this number."""
        blocks = list(self.made.blocks)
        at = next(place for place, block in enumerate(blocks) if block.name.value == "notes")
        items = list(blocks[at].items)
        items[number] = replace(items[number], note=replace(items[number].note, sha256=sha256))
        blocks[at] = replace(blocks[at], items=tuple(items))
        self.made = replace(self.made, blocks=tuple(blocks))


class Played:
    """A lane that plays events and keeps the requests."""

    def __init__(self, info: LaneInfo, *turns: Sequence[Event]) -> None:
        self.info = info
        self.turns = iter(turns)
        self.asked: list[Request] = []

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self.asked.append(request)
        for event in next(self.turns):
            yield event

    async def look(self) -> LaneInfo:
        return self.info

    async def release(self, session: str) -> None: ...

    async def close(self) -> None: ...


class House:
    def __init__(self, folder: Path) -> None:
        self.transcript = Transcript.create(folder / "transcript.jsonl", Session("s1"))
        self.memory = Memory()
        self.at = datetime(2026, 11, 30, tzinfo=UTC)
        self.ids = (f"m{number}" for number in itertools.count(1))

    def now(self) -> datetime:
        self.at += timedelta(seconds=2)
        return self.at

    def ask(
        self,
        lane: Played,
        prompt: str = "Fix it.",
        *,
        instead_of: str = "",
        attachments: Sequence[Attachment] = (),
        helpers: Helpers | None = None,
    ) -> list[TurnEvent]:
        async def whole() -> list[TurnEvent]:
            turn = run_turn(
                prompt,
                transcript=self.transcript,
                lane=lane,
                memory=self.memory,
                now=self.now,
                new_id=lambda: next(self.ids),
                instead_of=instead_of,
                attachments=attachments,
                helpers=helpers,
            )
            return [event async for event in turn]

        return asyncio.run(whole())

    def reopen(self) -> None:
        self.transcript = Transcript.open(self.transcript.path, "s1")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def answer(text: str, *before: Event) -> tuple[Event, ...]:
    return (*before, Began("opus"), Text(text), Done())


def test_a_cli_is_told_each_thing_once(house: House) -> None:
    lane = Played(CLI, answer("One.", Kept("h1")), answer("Two."), answer("Three."))
    house.ask(lane, "first")
    house.reopen()
    house.ask(lane, "second")
    first, second = lane.asked
    assert (first.handle, first.system_heard, first.unheard) == ("", False, ())
    assert "| one" in "".join(first.riding)
    assert (second.handle, second.system_heard, second.unheard) == ("h1", True, ())
    assert second.riding == ()
    assert [said.text for said in second.said] == ["first", "One."]
    house.memory.change(1, "f" * 64)
    house.ask(lane, "third")
    riding = "".join(lane.asked[2].riding)
    assert "| two" in riding
    assert "replaces the version" in riding
    assert "| one" not in riding


def test_the_sheet_says_what_the_cli_sends_itself(house: House) -> None:
    lane = Played(CLI, answer("One.", Kept("h1")), answer("Two."))
    house.ask(lane, "first")
    asked, *_ = house.ask(lane, "second")
    assert isinstance(asked, Asked)
    row = asked.assembly.row(RowName.TRANSCRIPT)
    assert [child.position for child in row.rows] == [Position.ELSEWHERE] * 2
    assert "kept by the CLI" in row.why
    assert asked.assembly.texts(Position.TRANSCRIPT) == ()


def test_what_was_said_on_another_lane_meanwhile_is_told(house: House) -> None:
    cli = Played(CLI, answer("One.", Kept("h1")), answer("Three."))
    api = Played(API, answer("Two."))
    house.ask(cli, "first")
    house.ask(api, "second")
    house.ask(cli, "third")
    assert cli.asked[1].handle == "h1"
    assert cli.asked[1].unheard == (Said(Role.USER, "second"), Said(Role.ASSISTANT, "Two."))


def test_an_edited_message_begins_a_conversation_of_its_own(house: House) -> None:
    lane = Played(CLI, answer("One.", Kept("h1")), answer("Two."), answer("Again.", Kept("h2")))
    house.ask(lane, "first")
    house.ask(lane, "second")
    second = house.transcript.messages[2].id
    house.ask(lane, "second, better", instead_of=second)
    request = lane.asked[2]
    assert request.handle == ""
    assert [said.text for said in request.unheard] == ["first", "One."]
    assert "| one" in "".join(request.riding)
    assert house.transcript.session.conversations["claude"].handle == "h2"


def test_a_changed_rule_is_standing_text_that_was_not_heard(house: House) -> None:
    lane = Played(CLI, answer("One.", Kept("h1")), answer("Two."))
    house.ask(lane, "first")
    house.memory.made = make_digest(rules=["- [global] Retry with care."])
    house.ask(lane, "second")
    assert lane.asked[1].handle == "h1"
    assert not lane.asked[1].system_heard


def test_after_a_compaction_everything_is_told_again(house: House) -> None:
    lane = Played(CLI, answer("One.", Kept("h1")), answer("Two.", Forgot()), answer("Three."))
    house.ask(lane, "first")
    house.ask(lane, "second")
    house.ask(lane, "third")
    assert lane.asked[2].handle == "h1"
    assert not lane.asked[2].system_heard
    assert "| one" in "".join(lane.asked[2].riding)


def test_on_an_api_lane_all_of_it_rides_each_time(house: House) -> None:
    lane = Played(API, answer("One."), answer("Two."))
    house.ask(lane, "first")
    house.ask(lane, "second")
    assert lane.asked[0].riding == lane.asked[1].riding
    assert lane.asked[0].system == lane.asked[1].system
    assert lane.asked[1].tools == (TOOL,)


def test_text_that_is_taken_back_is_gone_from_disk_too(house: House) -> None:
    lane = Played(
        CLI,
        (Began(), Text("Kept. "), Text("x" * 5000), Withdrawn(5000), Text("Real."), Done()),
    )
    ended = house.ask(lane)[-1]
    assert isinstance(ended, Ended)
    assert ended.message.text == "Kept. Real."
    house.reopen()
    assert house.transcript.messages[-1].text == "Kept. Real."


def test_a_tool_call_stands_where_it_happened_and_never_runs_for_ever(house: House) -> None:
    running = ToolUse("t1", "Bash", "Run: ls", "ls")
    lane = Played(
        CLI,
        (
            Text("Looking. "),
            running,
            replace(running, state=ToolState.DONE, result="a.txt"),
            Text("Found."),
            ToolUse("t2", "Bash", "Run: sleep", "sleep"),
            Failed("It broke."),
        ),
    )
    events = house.ask(lane)
    assert [event.at for event in events if isinstance(event, ToolUse)] == [9, 9, 15]
    house.reopen()
    first, second = house.transcript.messages[-1].tools
    assert (first.at, first.state, first.result) == (9, ToolState.DONE, "a.txt")
    assert second.state is ToolState.FAILED


def test_a_price_is_filled_in_where_the_protocol_names_none(house: House) -> None:
    used = Usage(1000, 0, 100)
    lane = Played(API, (used, Done()), (replace(used, cost_usd=0.5), Done()))
    prices = {("anthropic", "m", 1000): 0.25}
    helpers = Helpers(cost=lambda lane, model, used: prices.get((lane, model, used.input_tokens)))
    for cost in (0.25, 0.5):
        ended = house.ask(lane, helpers=helpers)[-1]
        assert isinstance(ended, Ended)
        assert ended.message.usage == replace(used, cost_usd=cost)


def test_attached_files_ride_with_the_message_and_in_later_turns(house: House) -> None:
    text = Attachment("log.txt", "text/plain", 9, text="a ``` b\n")
    picture = Attachment("shot.png", "image/png", 3, file="abc.png")

    def pictures(attachments: Sequence[Attachment]) -> tuple[Image, ...]:
        return tuple(Image(each.media_type, b"png") for each in attachments if each.file)

    lane = Played(API, answer("One."), answer("Two."))
    helpers = Helpers(pictures=pictures)
    asked, *_ = house.ask(lane, "See this.", attachments=(text, picture), helpers=helpers)
    house.ask(lane, "And now?", helpers=helpers)
    whole = "See this.\n\nAttached file log.txt:\n````\na ``` b\n````"
    assert lane.asked[0].prompt == whole
    assert lane.asked[0].images == (Image("image/png", b"png"),)
    assert lane.asked[1].said[0] == Said(Role.USER, whole, (Image("image/png", b"png"),))
    assert lane.asked[1].images == ()
    assert isinstance(asked, Asked)
    assert asked.message.text == "See this."
    assert asked.assembly.row(RowName.PROMPT).text == whole


def test_tools_run_only_where_they_are_offered(house: House) -> None:
    async def call(name: str, arguments: Mapping[str, object]) -> None:
        raise AssertionError((name, arguments))

    helpers = Helpers(call=call)  # type: ignore[arg-type]
    without = replace(API, models=(Model("m", "M"),))
    lane, other = Played(API, answer("One.")), Played(without, answer("Two."))
    house.ask(lane, helpers=helpers)
    house.ask(other, helpers=helpers)
    assert lane.asked[0].call is call
    assert (other.asked[0].call, other.asked[0].tools) == (None, ())
