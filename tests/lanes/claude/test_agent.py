from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.lane import Alive, Began, Done, Forgot, Kept, Said, Withdrawn
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import JOURNAL, a_request, all_of, handle_of, shown, until

if TYPE_CHECKING:
    from luminair.lanes.claude import Claude
    from luminair.lanes.lane import Event

# --- Answers -----------------------------------------------------------------------------------


def test_an_answer_streams_to_its_end(claude: Claude, run) -> None:
    events = run(all_of(claude.ask(a_request("hello there"))))
    assert shown(events) == "You said: hello there"
    assert events[0] == Alive("Starting Claude Code…")
    assert Kept("00000000-0000-4000-8000-000000000001") in events
    assert Began("claude-fake") in events
    assert events[-2:] == [Usage(115, 100, 7, 0.25, 5), Done()]
    assert not any(isinstance(event, Withdrawn) for event in events)


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("separators", "one\u2028two\u0085three\u2029four\x0bfive"),
        ("withdrawn", "Good morning."),
        ("corrected", "First. \n\nThe answer is 42."),
        ("restarted", "And this one is whole."),
        ("garbage", "Still here."),
        ("helper", "The answer."),
        ("local", "Total cost: $0.01"),
        ("forms", "error"),
    ],
)
def test_the_answer_is_what_the_agent_meant(claude: Claude, run, prompt, answer) -> None:
    events = run(all_of(claude.ask(a_request(prompt))))
    assert shown(events) == answer
    assert events[-1] == Done()


def test_only_what_differs_is_taken_back(claude: Claude, run) -> None:
    events = run(all_of(claude.ask(a_request("corrected"))))
    assert [each for each in events if isinstance(each, Withdrawn)] == [Withdrawn(1)]


def test_a_line_of_ten_megabytes(claude: Claude, run) -> None:
    events = run(all_of(claude.ask(a_request("huge"))))
    assert len(shown(events)) == 10_000_000
    assert events[-1] == Done()


def test_a_retry_is_a_sign_of_life_with_words(claude: Claude, run) -> None:
    events = run(all_of(claude.ask(a_request("retry"))))
    assert Alive("Trying again (2 of 10): the model is overloaded…") in events
    assert shown(events) == "At last."


def test_a_compaction_is_told(claude: Claude, run) -> None:
    events = run(all_of(claude.ask(a_request("compact"))))
    assert Forgot() in events
    assert Alive("Compacting the conversation…") in events


def test_tool_calls_stand_where_they_were_made(claude: Claude, run) -> None:
    events = run(all_of(claude.ask(a_request("tools"))))
    search, found, listing, failed = [e for e in events if isinstance(e, ToolUse)]
    assert (search.name, search.title) == ("journal_search", "Search the Journal: wal")
    assert (search.state, search.at) == (ToolState.RUNNING, len("Looking. "))
    assert found.state is ToolState.DONE
    assert len(found.result) == 4000
    assert (listing.name, listing.title, listing.detail) == ("Bash", "Run: ls", "ls")
    assert (failed.state, failed.result) == (ToolState.FAILED, "no such file")


# --- What is sent ------------------------------------------------------------------------------


def test_each_text_is_a_block_and_the_quotation_comes_first(claude, agent, run) -> None:
    said = (Said(Role.USER, "First?"), Said(Role.ASSISTANT, "First."))
    request = a_request("now", unheard=said, riding=("[note]\n\n",), system=("Law.\n\n",))
    run(all_of(claude.ask(request)))
    texts = [block["text"] for block in agent.told("content")[0]]
    assert texts[2] == "First?"
    assert texts[4:] == ["First.", "\n\n[End of the quotation of 2]\n\n", "[note]\n\n", "now"]
    assert all(text.strip() for text in texts)
    assert "--append-system-prompt=Law.\n\n" in agent.told("argv")[0]


def test_the_environment_is_the_owners_without_what_would_mislead(claude, agent, run) -> None:
    run(all_of(claude.ask(a_request())))
    environment = agent.told("environment")[0]
    assert "ANTHROPIC_API_KEY" not in environment
    assert "CLAUDECODE" not in environment
    assert environment["LUMINAIR_LANE"] == "1"
    assert environment["HTTPS_PROXY"] == "http://127.0.0.1:9"
    assert environment["DISABLE_AUTOUPDATER"] == "1"


def test_the_owners_key_is_used_where_they_chose_it(make, agent, ended) -> None:
    claude = make(own_key=True)

    async def go() -> None:
        await all_of(claude.ask(a_request()))
        await ended(claude)

    asyncio.run(go())
    assert agent.told("environment")[0]["ANTHROPIC_API_KEY"] == "sk-ant-owner"


def test_the_session_wants_model_folder_and_tools(make, agent, ended, tmp_path) -> None:
    claude = make(permission_mode="plan")
    project = tmp_path / "project"
    project.mkdir()

    async def go() -> None:
        await all_of(claude.ask(a_request(model="opus", folder=str(project), server=JOURNAL)))
        await ended(claude)

    asyncio.run(go())
    given = agent.told("argv")[0]
    assert "--model=opus" in given
    assert "--permission-mode=plan" in given
    assert "--allowedTools=mcp__journal" in given
    config = next(each for each in given if each.startswith("--mcp-config="))
    assert '"command": "/bin/luminair-journal"' in config
    assert '"LUMINAIR_SESSION": "s1"' in config
    assert agent.told("cwd") == [str(project)]


# --- One process for a session -----------------------------------------------------------------


def test_the_process_stays_for_the_next_turn_and_costs_are_its_own(claude, agent, run) -> None:
    async def go() -> list[Event]:
        first = await all_of(claude.ask(a_request("one")))
        return await all_of(claude.ask(a_request("two", handle=handle_of(first))))

    second = run(go())
    assert len(agent.told("argv")) == 1
    assert [e.cost_usd for e in second if isinstance(e, Usage)] == [0.25]
    assert claude.info.models[0].window == 123_000


def test_the_size_of_its_model_is_known_at_the_next_start(make, run) -> None:
    before, after = make(), make()

    async def go() -> None:
        await all_of(before.ask(a_request("one")))
        await before.close()
        await after.look()
        await after.close()

    run(go())
    assert after.info.models[0].window == 123_000


@pytest.mark.parametrize(
    "change", [{"system": ("New law.\n\n",)}, {"model": "haiku"}, {"server": JOURNAL}]
)
def test_another_wish_begins_another_process_that_goes_on(claude, agent, run, change) -> None:
    async def go() -> list[Event]:
        first = await all_of(claude.ask(a_request("one")))
        return await all_of(claude.ask(a_request("two", handle=handle_of(first), **change)))

    second = run(go())
    assert shown(second) == "You said: two"
    assert len(agent.told("argv")) == 2
    assert f"--resume={handle_of(second)}" in agent.told("argv")[1]
    assert Forgot() not in second


def test_another_conversation_begins_another_process(claude, run) -> None:
    async def go() -> list[Event]:
        await all_of(claude.ask(a_request("one")))
        return await all_of(claude.ask(a_request("two")))  # edited: nothing to go on with

    assert handle_of(run(go())) == "00000000-0000-4000-8000-000000000002"


def test_a_conversation_that_it_forgot_begins_anew(claude, agent, run) -> None:
    said = (Said(Role.USER, "We use WAL."), Said(Role.ASSISTANT, "Noted."))
    request = a_request("go on", handle="11111111-0000-4000-8000-000000000000", said=said)
    events = run(all_of(claude.ask(request)))
    assert shown(events) == "You said: go on"
    assert events[events.index(Kept(handle_of(events))) + 1] == Forgot()
    assert handle_of(events) != request.handle
    assert "We use WAL." in [block["text"] for block in agent.told("content")[-1]]


def test_a_process_that_ended_meanwhile_is_started_again(claude, run) -> None:
    async def go() -> list[Event]:
        first = await all_of(claude.ask(a_request("one")))
        living = claude._household.of("s1")
        living.child._signal(9)
        await until(lambda: living.child.code is not None)
        return await all_of(claude.ask(a_request("two", handle=handle_of(first))))

    assert shown(run(go())) == "You said: two"


def test_a_process_that_nobody_asks_ends(make, ended) -> None:
    waits: list[float] = []
    over = asyncio.Event()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await over.wait()

    claude = make(sleep=sleep, idle_s=7.0)

    async def go() -> None:
        await all_of(claude.ask(a_request("one")))
        child = claude._household.of("s1").child
        await until(lambda: waits == [7.0])
        over.set()
        await until(lambda: child.code is not None)
        assert claude._household.of("s1") is None
        await ended(claude)

    asyncio.run(go())
