from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.lane import Forgot, Said
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import JOURNAL, a_request, all_of, failure, handle_of, shown, until

if TYPE_CHECKING:
    from luminair.lanes.lane import Event

# --- Without an app-server ---------------------------------------------------------------------


def test_exec_answers_where_there_is_no_app_server(codex, old, run) -> None:
    async def go() -> list[list[Event]]:
        first = await all_of(codex.ask(a_request("one", system=("Law.\n\n",), server=JOURNAL)))
        return [first, await all_of(codex.ask(a_request("two", handle=handle_of(first))))]

    first, second = run(go())
    assert [shown(first), shown(second)] == ["You said: one", "You said: two"]
    assert [e for e in first if isinstance(e, Usage)] == [Usage(100, 0, 10)]
    assert [e for e in second if isinstance(e, Usage)] == [Usage(100, 0, 10)]  # of a sum of 200
    assert [e.state for e in first if isinstance(e, ToolUse)] == [ToolState.RUNNING, ToolState.DONE]
    assert old.told("prompt") == ["Law.\n\none", "two"]
    given = old.told("argv")
    assert [each[0] for each in given] == ["app-server", "exec", "exec"]  # asked for once
    assert any(each.startswith("mcp_servers.journal={") for each in given[1])
    assert given[2][-3:] == ["resume", "t1", "-"]


def test_exec_begins_anew_where_it_forgot(codex, old, run) -> None:
    said = (Said(Role.USER, "We use WAL."),)
    events = run(all_of(codex.ask(a_request("go on", handle="gone", said=said))))
    assert shown(events) == "You said: go on"
    assert Forgot() in events
    assert "We use WAL." in old.told("prompt")[-1]


def test_exec_says_nothing_of_usage_that_it_cannot_know(codex, old, run) -> None:
    (old.home / "thread-t7").write_text("xxx")
    events = run(all_of(codex.ask(a_request("go on", handle="t7"))))
    assert not any(isinstance(event, Usage) for event in events)


@pytest.mark.parametrize(("prompt", "words"), [("refuse", "not logged in"), ("blocked", "a hook")])
def test_exec_fails_in_one_sentence(codex, old, run, prompt, words) -> None:
    assert words in failure(run(all_of(codex.ask(a_request(prompt))))).sentence
    assert old.told("prompt") == [prompt]


def test_a_stopped_exec_leaves_nothing(codex, old, run) -> None:
    async def go() -> None:
        task = asyncio.ensure_future(all_of(codex.ask(a_request("slow"))))
        await until(lambda: bool(old.told("prompt")))
        task.cancel()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(go())
