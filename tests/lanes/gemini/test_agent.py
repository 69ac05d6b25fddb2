from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.gemini import Gemini
from luminair.lanes.lane import Alive, Began, Done, Forgot, Kept, Said, WayOn
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import (
    DOT,
    JOURNAL,
    a_request,
    alive,
    all_of,
    failure,
    handle_of,
    shown,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Event
    from tests.lanes.conftest import Fake


@pytest.fixture
def agent(fake: Callable[[str], Fake]) -> Fake:
    return fake("gemini")


@pytest.fixture
def gemini(
    agent: Fake,
    ledger: Ledger,
    programs_in: Callable[..., Programs],
    tmp_path: Path,
    person: Path,
) -> Gemini:
    return Gemini(
        programs=programs_in(agent.folder),
        ledger=ledger,
        state=tmp_path / "state",
        home=person,
        environment={},
    )


@pytest.fixture
def run(
    gemini: Gemini, agent: Fake, ended: Callable[..., Awaitable[None]]
) -> Callable[[Coroutine], object]:
    """Runs a test's work, closes the lane and looks that nothing is left."""

    def go(work: Coroutine) -> object:
        async def whole() -> object:
            try:
                return await work
            finally:
                await ended(gemini)
                pids = agent.told("pid") + agent.told("orphan")
                assert not [pid for pid in pids if alive(pid)]

        return asyncio.run(whole())

    return go


def test_an_answer_streams_to_its_end(gemini, run) -> None:
    events = run(all_of(gemini.ask(a_request("hello there"))))
    assert shown(events) == "You said: hello there"
    assert Kept("g1") in events
    assert Began("gemini-fake") in events
    assert events[-2:] == [Usage(100, 20, 10), Done()]


def test_separators_in_json_and_ten_megabytes(gemini, run) -> None:
    async def go() -> list[str]:
        prompts = ("separators", "huge")
        return [shown(await all_of(gemini.ask(a_request(prompt)))) for prompt in prompts]

    separators, huge = run(go())
    assert separators == "one\u2028two\u0085three\u2029four\x0bfive"
    assert len(huge) == 10_000_000


def test_standard_error_is_the_sign_of_life_while_it_tries_again(gemini, run) -> None:
    events = run(all_of(gemini.ask(a_request("busy"))))
    assert Alive("Trying again (attempt 1 failed, status 429)…") in events
    assert shown(events) == "At last."


def test_tool_calls(gemini, run) -> None:
    events = run(all_of(gemini.ask(a_request("tools"))))
    assert shown(events) == "Looking.\n\nFound it."
    search, found, reading, failed = [e for e in events if isinstance(e, ToolUse)]
    assert (search.name, search.title, search.at) == (
        "journal_search",
        "Search the Journal: wal",
        8,
    )
    assert (found.state, found.result) == (ToolState.DONE, "a note")
    assert reading.title == "Read: a"
    assert (failed.state, failed.result) == (ToolState.FAILED, "none")


def test_what_is_sent_is_one_text(gemini, agent, run) -> None:
    said = (Said(Role.USER, "Mail me@example.com."), Said(Role.ASSISTANT, "Done."))
    request = a_request(
        "see @mine.txt",
        unheard=said,
        riding=("[note] @theirs.txt\n\n",),
        system=("Law.\n\n",),
        images=(DOT,),
        model="gemini-2.5-pro",
        server=JOURNAL,
    )
    run(all_of(gemini.ask(request)))
    sent = agent.told("prompt")[0]
    assert sent.startswith("Law.\n\n")
    assert sent.endswith("[note] \\@theirs.txt\n\nsee @mine.txt")
    assert "Mail me\\@example.com." in sent
    assert agent.told("argv")[0][-2:] == ["--model", "gemini-2.5-pro"]
    tools = agent.told("tools")[0]["mcpServers"]["journal"]
    assert tools["command"] == "/bin/luminair-journal"
    assert tools["env"] == {"LUMINAIR_SESSION": "s1"}
    assert agent.told("environment")[0]["LUMINAIR_LANE"] == "1"


def test_the_conversation_goes_on(gemini, agent, run) -> None:
    async def go() -> list[Event]:
        first = await all_of(gemini.ask(a_request("one", system=("Law.\n\n",))))
        return await all_of(
            gemini.ask(
                a_request("two", handle=handle_of(first), system=("Law.\n\n",), system_heard=True)
            )
        )

    assert shown(run(go())) == "You said: two"
    assert agent.told("prompt") == ["Law.\n\none", "two"]
    assert agent.told("argv")[1][-2:] == ["--resume", "g1"]


def test_a_conversation_that_it_forgot_begins_anew(gemini, agent, run) -> None:
    said = (Said(Role.USER, "We use WAL."),)
    events = run(all_of(gemini.ask(a_request("go on", handle="gone", said=said))))
    assert shown(events) == "You said: go on"
    assert events[events.index(Kept("g1")) + 1] == Forgot()
    assert "We use WAL." in agent.told("prompt")[-1]


@pytest.mark.parametrize("prompt", ["slow", "silent"])
def test_a_stop_ends_it_at_once(gemini, agent, run, prompt) -> None:
    async def go() -> None:
        task = asyncio.ensure_future(all_of(gemini.ask(a_request(prompt))))
        await until(lambda: bool(agent.told("prompt")))
        begun = time.monotonic()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert time.monotonic() - begun < 2.0
        assert not alive(agent.told("pid")[0])

    run(go())


def test_closing_the_generator_ends_it(gemini, run) -> None:
    async def go() -> None:
        async with aclosing(gemini.ask(a_request("slow"))) as events:
            async for event in events:
                if isinstance(event, Began):
                    break

    run(go())


def test_what_it_started_ends_with_it(gemini, agent, run) -> None:
    run(all_of(gemini.ask(a_request("orphan"))))
    assert agent.told("orphan")


@pytest.mark.parametrize(
    ("prompt", "words", "way_on"),
    [
        ("error 401 API keys are not supported", "not logged in", WayOn.RETRY),
        ("error 429 Resource has been exhausted (e.g. check quota).", "a limit", WayOn.RETRY),
        ("error 503 The model is overloaded.", "overloaded", WayOn.RETRY),
        ("error 404 models/x is not found", "cannot use this model", WayOn.CHOOSE_LANE),
        ("error 400 The input token count exceeds: too many tokens", "longer", WayOn.CONTEXT),
        ("blocked", "Not on a Friday", WayOn.RETRY),
        ("cut", "stopped before its answer was whole", WayOn.RETRY),
        ("exit 41", "not logged in", WayOn.RETRY),
        ("exit 42", "did not take this message", WayOn.RETRY),
        ("exit 52", "settings", WayOn.RETRY),
        ("exit 53", "limit of rounds", WayOn.RETRY),
        ("exit 7", "exit code 7", WayOn.RETRY),
    ],
)
def test_a_failure_is_one_sentence_with_a_way_on(gemini, run, prompt, words, way_on) -> None:
    failed = failure(run(all_of(gemini.ask(a_request(prompt)))))
    assert words in failed.sentence
    assert failed.way_on is way_on
    assert "verysecretkey" not in failed.sentence


def test_look_finds_version_and_login(gemini, run, person) -> None:
    async def go() -> None:
        assert not (await gemini.look()).ready
        assert gemini.info.here
        assert "run 'gemini'" in gemini.info.state
        (person / ".gemini").mkdir()
        (person / ".gemini" / "oauth_creds.json").write_text("{}")
        assert (await gemini.look()).state == "Gemini CLI 0.61.0 is ready."

    run(go())
