from __future__ import annotations

import asyncio
import json
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.claude import Claude
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Failed,
    Forgot,
    Kept,
    Question,
    Said,
    Text,
    ToolServer,
    WayOn,
)
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import (
    DOT,
    a_request,
    alive,
    all_of,
    failure,
    handle_of,
    shown,
    until,
)
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
def claude(
    loopback: Loopback,
    ledger: Ledger,
    programs_in: Callable[..., Programs],
    new_id: Callable[[], str],
    tmp_path: Path,
) -> Claude:
    environment = {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{loopback.port}",
        "ANTHROPIC_API_KEY": "sk-ant-loopback",
        "CLAUDE_CODE_MAX_RETRIES": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    return Claude(
        programs=programs_in(loopback.bin, environment),
        ledger=ledger,
        state=tmp_path / "state",
        new_id=new_id,
        sleep=asyncio.sleep,
        own_key=True,
    )


def our_texts(body: dict) -> list[str]:
    """The text blocks of the owner's last message that the agent did not add."""
    content = [each["content"] for each in body["messages"] if each["role"] == "user"][-1]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    texts = [block["text"] for block in blocks if block["type"] == "text"]
    return [text for text in texts if not text.startswith("<system-reminder>")]


def test_an_answer_streams_and_the_process_stays(claude: Claude, loopback, ended) -> None:
    async def go() -> None:
        system = ("Be brief.\n\n",)
        first = await all_of(claude.ask(a_request("hello there", system=system)))
        assert shown(first) == "You said: hello there"
        assert sum(isinstance(event, Text) for event in first) > 1
        assert any(isinstance(event, Began) for event in first)
        assert first[-1] == Done()
        used = next(event for event in first if isinstance(event, Usage))
        begun = children(claude)
        second = await all_of(
            claude.ask(a_request("again", system=system, handle=handle_of(first)))
        )
        assert children(claude) == begun
        again = next(event for event in second if isinstance(event, Usage))
        assert used.input_tokens > 1000
        assert used.cost_usd is not None
        assert again.cost_usd is not None
        assert 0 < again.cost_usd < 1.5 * used.cost_usd  # this turn's, not the sum
        adds = await claude.adds("s1")
        assert adds is not None
        assert 1000 < adds < used.input_tokens
        assert claude.info.models[0].window == 200_000 or claude.info.models[0].window == 1_000_000
        await ended(claude)

    asyncio.run(go())
    bodies = loopback.requests("/messages?")
    assert len(bodies) == 2
    assert "Be brief." in str(bodies[0]["system"])
    assert our_texts(bodies[1]) == ["again"]


def children(claude: Claude) -> list[int]:
    return [living.child.pid for living in claude._household._living.values()]


def test_every_text_is_a_block_of_its_own(claude: Claude, loopback, ended) -> None:
    said = (Said(Role.USER, "First?"), Said(Role.ASSISTANT, "First."))
    request = a_request("last", unheard=said, said=said, riding=("[note]\n| x\n\n",), images=(DOT,))

    async def go() -> None:
        assert shown(await all_of(claude.ask(request))) == "You said: last"
        await ended(claude)

    asyncio.run(go())
    body = loopback.requests("/messages?")[0]
    texts = our_texts(body)
    assert texts[-2:] == ["[note]\n| x\n\n", "last"]
    assert "First?" in texts
    assert "First." in texts
    assert str(body["messages"]).count("'type': 'image'") == 1


def test_a_stopped_answer_leaves_the_process_for_the_next_turn(claude: Claude, ended) -> None:
    async def go() -> None:
        heard: list[Event] = []
        async with aclosing(claude.ask(a_request("[slow]"))) as events:
            async for event in events:
                heard.append(event)
                if isinstance(event, Text) and "word3" in event.delta:
                    break
        begun = children(claude)
        after = await all_of(claude.ask(a_request("next", handle=handle_of(heard))))
        assert shown(after) == "You said: next"
        assert children(claude) == begun
        await ended(claude)

    asyncio.run(go())


def test_stopped_before_it_began(claude: Claude, ended) -> None:
    async def go() -> None:
        task = asyncio.ensure_future(all_of(claude.ask(a_request("[slow]"))))
        await until(lambda: bool(claude._household._living))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert shown(await all_of(claude.ask(a_request("next")))) == "You said: next"
        await ended(claude)

    asyncio.run(go())


def test_a_conversation_goes_on_in_another_process(claude: Claude, loopback, ended) -> None:
    async def go() -> None:
        first = await all_of(claude.ask(a_request("one")))
        await claude.release("s1")
        second = await all_of(
            claude.ask(a_request("two", handle=handle_of(first), system=("New law.\n\n",)))
        )
        assert shown(second) == "You said: two"
        assert handle_of(second) == handle_of(first)
        assert not any(isinstance(event, Forgot) for event in second)
        await ended(claude)

    asyncio.run(go())
    body = loopback.requests("/messages?")[-1]
    assert "You said: one" in str(body["messages"])
    assert "New law." in str(body["system"])


def test_a_conversation_that_it_forgot_begins_anew(claude: Claude, loopback, ended) -> None:
    gone = "00000000-0000-4000-8000-00000000dead"
    said = (Said(Role.USER, "We use WAL."), Said(Role.ASSISTANT, "Noted."))

    async def go() -> None:
        events = await all_of(claude.ask(a_request("go on", handle=gone, said=said)))
        assert shown(events) == "You said: go on"
        assert events[-1] == Done()
        assert handle_of(events) != gone
        kept = next(at for at, event in enumerate(events) if isinstance(event, Kept))
        assert events[kept + 1] == Forgot()
        await ended(claude)

    asyncio.run(go())
    assert "We use WAL." in our_texts(loopback.requests("/messages?")[-1])


def test_the_journal_is_called_without_a_question(claude: Claude, ended) -> None:
    server = ToolServer("journal", sys.executable, (str(JOURNAL),), (("LUMINAIR_SESSION", "s1"),))
    prompt = '[tool mcp__journal__journal_search {"query": "wal"}]'

    async def go() -> None:
        events = await all_of(claude.ask(a_request(prompt, server=server)))
        assert shown(events) == "The tool said: s1 knows wal"
        uses = [event for event in events if isinstance(event, ToolUse)]
        assert [use.state for use in uses] == [ToolState.RUNNING, ToolState.DONE]
        assert uses[1].name == "journal_search"
        assert uses[1].result == "s1 knows wal"
        await ended(claude)

    asyncio.run(go())


@pytest.mark.parametrize("leave", [True, False, None])
def test_leave_is_asked_for_a_command(claude: Claude, ended, tmp_path, leave) -> None:
    project = tmp_path / "project"
    project.mkdir()
    asked: list[Question] = []

    async def allow(question: Question) -> bool:
        asked.append(question)
        return bool(leave)

    prompt = '[tool Bash {"command": "touch made.txt", "description": "make"}]'
    request = a_request(prompt, folder=str(project), allow=None if leave is None else allow)

    async def go() -> None:
        events = await all_of(claude.ask(request))
        assert events[-1] == Done()
        use = [event for event in events if isinstance(event, ToolUse)][-1]
        assert use.state is (ToolState.DONE if leave else ToolState.FAILED)
        assert [event for event in events if isinstance(event, Question)] == asked
        await ended(claude)

    asyncio.run(go())
    assert (project / "made.txt").exists() is bool(leave)
    assert len(asked) == (0 if leave is None else 1)
    assert all(question.detail == "touch made.txt" for question in asked)


def test_a_shell_that_it_started_ends_with_it(claude: Claude, ended, tmp_path) -> None:
    mark = tmp_path / "pid"
    command = f"echo $$ > {mark}; sleep 300"

    async def allow(_question: Question) -> bool:
        return True

    async def go() -> None:
        prompt = f"[tool Bash {json.dumps({'command': command, 'description': 'wait'})}]"
        task = asyncio.ensure_future(all_of(claude.ask(a_request(prompt, allow=allow))))
        await until(lambda: mark.exists() and bool(mark.read_text().strip()), 30.0)
        shell = int(mark.read_text())
        assert alive(shell)
        await ended(claude)
        assert not alive(shell)
        assert isinstance((await task)[-1], (Done, Failed))  # it may still say that it was ended

    asyncio.run(go())


@pytest.mark.parametrize(
    ("status", "words", "way_on"),
    [
        (401, "not logged in", WayOn.RETRY),
        (429, "reached a limit", WayOn.RETRY),
        (529, "overloaded", WayOn.RETRY),
    ],
)
def test_a_refusal_is_one_sentence(claude: Claude, ended, status, words, way_on) -> None:
    async def go() -> None:
        events = await all_of(claude.ask(a_request(f"[status {status}]")))
        failed = failure(events)
        assert words in failed.sentence
        assert failed.way_on is way_on
        assert any("Trying again" in event.doing for event in events if isinstance(event, Alive))
        await ended(claude)

    asyncio.run(go())


def test_text_of_a_stream_that_broke_is_taken_back(claude: Claude, ended) -> None:
    async def go() -> None:
        events = await all_of(claude.ask(a_request("[cut] one two three")))
        assert shown(events) == "You said: [cut] one two three"
        assert events[-1] == Done()
        await ended(claude)

    asyncio.run(go())


def test_a_long_system_text_goes_by_a_file(claude: Claude, loopback, ended) -> None:
    async def go() -> None:
        system = ("A law of the house. " * 8000 + "\n\n",)
        assert shown(await all_of(claude.ask(a_request("hi", system=system)))) == "You said: hi"
        await ended(claude)

    asyncio.run(go())
    assert "A law of the house." in str(loopback.requests("/messages?")[0]["system"])


def test_look_says_whether_somebody_is_logged_in(claude: Claude) -> None:
    info = asyncio.run(claude.look())
    assert info.ready
    assert info.state.startswith("Claude Code 2.")
    assert info.state.endswith("is ready.")
