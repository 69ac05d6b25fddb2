from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.codex import Codex
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Forgot,
    Kept,
    Question,
    Said,
    Text,
    ToolServer,
)
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import DOT, a_request, all_of, failure, handle_of, shown
from tests.lanes.real.loopback import JOURNAL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Event
    from tests.lanes.real.loopback import Loopback

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def codex(
    loopback: Loopback,
    ledger: Ledger,
    programs_in: Callable[..., Programs],
    tmp_path: Path,
) -> Codex:
    home = tmp_path / "codex"
    home.mkdir()
    (home / "config.toml").write_text(
        'model = "loopback"\nmodel_provider = "loopback"\n'
        '[model_providers.loopback]\nname = "loopback"\n'
        f'base_url = "http://127.0.0.1:{loopback.port}/v1"\n'
        'env_key = "LOOPBACK_KEY"\nwire_api = "responses"\n'
        "[analytics]\nenabled = false\n"
        f'[mcp_servers.other]\ncommand = "{sys.executable}"\nargs = ["{JOURNAL}"]\n'
        'env = { LUMINAIR_SESSION = "other" }\n'
    )
    return Codex(
        programs=programs_in(loopback.bin, {"CODEX_HOME": str(home), "LOOPBACK_KEY": "x"}),
        ledger=ledger,
        state=tmp_path / "state",
        version="1",
        sleep=asyncio.sleep,
    )


def children(codex: Codex) -> list[int]:
    return [living.child.pid for living in codex._household._living.values()]


def our_texts(body: dict) -> list[str]:
    """The texts of the owner's last message."""
    asked = [each for each in body["input"] if each.get("role") == "user"][-1]
    return [part["text"] for part in asked["content"] if part["type"] == "input_text"]


def test_an_answer_streams_and_the_process_stays(codex: Codex, loopback, ended) -> None:
    async def go() -> None:
        system = ("Be brief.\n\n",)
        first = await all_of(codex.ask(a_request("hello there", system=system)))
        assert shown(first) == "You said: hello there"
        assert sum(isinstance(event, Text) for event in first) > 1
        assert Began("loopback") in first
        assert first[-1] == Done()
        begun = children(codex)
        second = await all_of(
            codex.ask(a_request("again", system=system, system_heard=True, handle=handle_of(first)))
        )
        assert shown(second) == "You said: again"
        assert children(codex) == begun
        used = [event for event in [*first, *second] if isinstance(event, Usage)]
        assert [each.output_tokens for each in used] == [5, 5]
        assert used[1].input_tokens < 1.5 * used[0].input_tokens
        assert codex.info.models[0].window > 100_000
        await ended(codex)

    asyncio.run(go())
    bodies = loopback.requests("/responses")
    assert our_texts(bodies[0]) == ["Be brief.\n\n", "hello there"]
    assert our_texts(bodies[1]) == ["again"]


def test_every_text_is_a_part_of_its_own(codex: Codex, loopback, ended) -> None:
    said = (Said(Role.USER, "First?"), Said(Role.ASSISTANT, "First."))
    request = a_request("last", unheard=said, riding=("[note]\n| x\n\n",), images=(DOT,))

    async def go() -> None:
        assert shown(await all_of(codex.ask(request))) == "You said: last"
        await ended(codex)

    asyncio.run(go())
    body = loopback.requests("/responses")[0]
    texts = our_texts(body)
    assert "First?" in texts
    assert "First." in texts
    assert texts.index("[note]\n| x\n\n") + 1 == texts.index("last")
    assert "input_image" in str(body["input"])


def test_a_stopped_answer_leaves_the_process_for_the_next_turn(codex: Codex, ended) -> None:
    async def go() -> None:
        heard: list[Event] = []
        async with aclosing(codex.ask(a_request("[slow]"))) as events:
            async for event in events:
                heard.append(event)
                if isinstance(event, Text) and "word3" in event.delta:
                    break
        begun = children(codex)
        after = await all_of(codex.ask(a_request("next", handle=handle_of(heard))))
        assert shown(after) == "You said: next"
        assert children(codex) == begun
        await ended(codex)

    asyncio.run(go())


def test_a_thread_goes_on_in_another_process(codex: Codex, loopback, ended) -> None:
    async def go() -> None:
        first = await all_of(codex.ask(a_request("one")))
        await codex.release("s1")
        second = await all_of(codex.ask(a_request("two", handle=handle_of(first))))
        assert shown(second) == "You said: two"
        assert handle_of(second) == handle_of(first)
        used = [event for event in second if isinstance(event, Usage)]
        assert [each.output_tokens for each in used] == [5]
        await ended(codex)

    asyncio.run(go())
    assert "You said: one" in str(loopback.requests("/responses")[-1]["input"])


@pytest.mark.parametrize("gone", ["01a22b62-c504-73a3-80f4-c834a812c000", "nonsense"])
def test_a_thread_that_it_forgot_begins_anew(codex: Codex, loopback, ended, gone) -> None:
    said = (Said(Role.USER, "We use WAL."), Said(Role.ASSISTANT, "Noted."))
    request = a_request("go on", handle=gone, said=said, system=("Law.\n\n",), system_heard=True)

    async def go() -> None:
        events = await all_of(codex.ask(request))
        assert shown(events) == "You said: go on"
        assert handle_of(events) != gone
        assert events[events.index(Kept(handle_of(events))) + 1] == Forgot()
        await ended(codex)

    asyncio.run(go())
    texts = our_texts(loopback.requests("/responses")[-1])
    assert texts[0] == "Law.\n\n"
    assert "We use WAL." in texts


def test_the_journal_is_called_without_a_question(codex: Codex, ended) -> None:
    server = ToolServer("journal", sys.executable, (str(JOURNAL),), (("LUMINAIR_SESSION", "s1"),))
    asked: list[Question] = []

    async def allow(question: Question) -> bool:
        asked.append(question)
        return False

    async def go() -> None:
        prompt = '[tool mcp__journal__journal_search {"query": "wal"}]'
        events = await all_of(codex.ask(a_request(prompt, server=server, allow=allow)))
        assert shown(events).endswith("s1 knows wal")
        uses = [event for event in events if isinstance(event, ToolUse)]
        assert [use.state for use in uses] == [ToolState.RUNNING, ToolState.DONE]
        assert uses[1].result == "s1 knows wal"
        used = [event for event in events if isinstance(event, Usage)]
        assert [each.output_tokens for each in used] == [10]  # two requests of one turn
        assert not asked
        other = '[tool mcp__other__journal_search {"query": "wal"}]'
        refused = await all_of(
            codex.ask(a_request(other, server=server, allow=allow, handle=handle_of(events)))
        )
        assert [question.tool for question in asked] == ["journal_search"]
        assert [e for e in refused if isinstance(e, ToolUse)][-1].state is ToolState.FAILED
        await ended(codex)

    asyncio.run(go())


@pytest.mark.parametrize("leave", [True, False, None])
def test_leave_is_asked_for_a_command(codex: Codex, ended, tmp_path, leave) -> None:
    project = tmp_path / "project"
    project.mkdir()
    asked: list[Question] = []

    async def allow(question: Question) -> bool:
        asked.append(question)
        return bool(leave)

    prompt = (
        '[tool exec_command {"cmd": "touch made.txt", "justification": "to try", '
        '"sandbox_permissions": "require_escalated"}]'
    )
    request = a_request(prompt, folder=str(project), allow=None if leave is None else allow)

    async def go() -> None:
        events = await all_of(codex.ask(request))
        assert events[-1] == Done()
        assert [event for event in events if isinstance(event, Question)] == asked
        await ended(codex)

    asyncio.run(go())
    assert (project / "made.txt").exists() is bool(leave)
    assert len(asked) == (0 if leave is None else 1)
    assert all("touch made.txt" in question.detail for question in asked)


@pytest.mark.parametrize(("status", "words"), [(401, "not logged in"), (429, "reached a limit")])
def test_a_refusal_is_one_sentence(codex: Codex, ended, status, words) -> None:
    async def go() -> None:
        events = await all_of(codex.ask(a_request(f"[status {status}]")))
        assert words in failure(events).sentence
        assert any("Trying again" in event.doing for event in events if isinstance(event, Alive))
        await ended(codex)

    asyncio.run(go())


def test_exec_answers_where_there_is_no_app_server(codex: Codex, loopback, ended) -> None:
    codex._without_server.add(str(loopback.bin / "codex"))
    server = ToolServer("journal", sys.executable, (str(JOURNAL),), (("LUMINAIR_SESSION", "s1"),))

    async def go() -> None:
        first = await all_of(codex.ask(a_request("one", system=("Law.\n\n",), server=server)))
        assert shown(first) == "You said: one"
        assert first[-1] == Done()
        handle = handle_of(first)
        second = await all_of(codex.ask(a_request("two", handle=handle, server=server)))
        assert shown(second) == "You said: two"
        used = [event for event in [*first, *second] if isinstance(event, Usage)]
        assert [each.output_tokens for each in used] == [5, 5]
        gone = "01a22b62-c504-73a3-80f4-c834a812c000"
        said = (Said(Role.USER, "We use WAL."),)
        third = await all_of(codex.ask(a_request("three", handle=gone, said=said)))
        assert shown(third) == "You said: three"
        assert Forgot() in third
        await ended(codex)

    asyncio.run(go())
    assert "We use WAL." in our_texts(loopback.requests("/responses")[-1])[0]


def test_a_stopped_exec_leaves_nothing(codex: Codex, loopback, ended) -> None:
    codex._without_server.add(str(loopback.bin / "codex"))

    async def go() -> None:
        task = asyncio.ensure_future(all_of(codex.ask(a_request("[slow]"))))
        async with asyncio.timeout(30):
            while not loopback.requests("/responses"):
                await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await ended(codex)

    asyncio.run(go())


def test_look_lists_its_models(codex: Codex) -> None:
    info = asyncio.run(codex.look())
    assert info.ready
    assert info.state.startswith("Codex 0.")
    assert len(info.models) > 1
