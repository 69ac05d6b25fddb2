from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.gemini import Gemini
from luminair.lanes.lane import Began, Done, Forgot, Kept, Said, Text, ToolServer
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import a_request, all_of, failure, handle_of, shown
from tests.lanes.real.loopback import JOURNAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Event
    from tests.lanes.real.loopback import Loopback

pytestmark = pytest.mark.timeout(120)

MODEL = "gemini-2.5-flash"  # without one it asks a router, which the loopback does not play
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def state() -> Iterator[Path]:
    """A folder that no other can write to, nor to any above it: Gemini CLI wants that."""
    (ROOT / "build").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=ROOT / "build"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def gemini(
    loopback: Loopback,
    ledger: Ledger,
    programs_in: Callable[..., Programs],
    person: Path,
    state: Path,
) -> Gemini:
    (person / ".gemini").mkdir()
    (person / ".gemini" / "settings.json").write_text(
        '{"security": {"auth": {"selectedType": "gemini-api-key"}}}'
    )
    environment = {
        "GEMINI_API_KEY": "loopback",
        "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{loopback.port}",
    }
    return Gemini(
        programs=programs_in(loopback.bin, environment),
        ledger=ledger,
        state=state,
        home=person,
        environment=environment,
    )


def our_text(body: dict) -> str:
    """The owner's last message."""
    return [each for each in body["contents"] if each["role"] == "user"][-1]["parts"][-1]["text"]


def test_an_answer_streams_and_the_conversation_goes_on(gemini: Gemini, loopback, ended) -> None:
    async def go() -> None:
        first = await all_of(
            gemini.ask(a_request("hello there", model=MODEL, system=("Be brief.\n\n",)))
        )
        assert shown(first) == "You said: hello there"
        assert sum(isinstance(event, Text) for event in first) > 1
        assert Began(MODEL) in first
        assert Usage(100, 0, 5) in first
        assert first[-1] == Done()
        second = await all_of(
            gemini.ask(a_request("two", model=MODEL, handle=handle_of(first), system_heard=True))
        )
        assert shown(second) == "You said: two"
        assert handle_of(second) == handle_of(first)
        await ended(gemini)

    asyncio.run(go())
    bodies = loopback.requests("streamGenerate")
    assert our_text(bodies[0]) == "Be brief.\n\nhello there"
    assert our_text(bodies[-1]) == "two"
    assert "You said: hello there" in str(bodies[-1]["contents"])


def test_a_note_cannot_pull_a_file_in(gemini: Gemini, loopback, ended, tmp_path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.txt").write_text("what stands in the file")
    request = a_request(
        "mine", model=MODEL, folder=str(project), riding=("see @a.txt, me@example.com\n\n",)
    )

    async def go() -> None:
        assert shown(await all_of(gemini.ask(request))) == "You said: mine"
        await ended(gemini)

    asyncio.run(go())
    assert "what stands in the file" not in str(loopback.requests("streamGenerate"))


def test_a_stopped_answer_leaves_nothing(gemini: Gemini, ended) -> None:
    async def go() -> None:
        heard: list[Event] = []
        async with aclosing(gemini.ask(a_request("[slow]", model=MODEL))) as events:
            async for event in events:
                heard.append(event)
                if isinstance(event, Text) and "word3" in event.delta:
                    break
        await ended(gemini)
        handle = handle_of(heard)
        after = await all_of(gemini.ask(a_request("next", model=MODEL, handle=handle)))
        assert shown(after) == "You said: next"

    asyncio.run(go())


def test_a_conversation_that_it_forgot_begins_anew(gemini: Gemini, loopback, ended) -> None:
    said = (Said(Role.USER, "We use WAL."), Said(Role.ASSISTANT, "Noted."))
    gone = "00000000-0000-4000-8000-00000000dead"

    async def go() -> None:
        events = await all_of(gemini.ask(a_request("go on", model=MODEL, handle=gone, said=said)))
        assert shown(events) == "You said: go on"
        assert events[events.index(Kept(handle_of(events))) + 1] == Forgot()
        await ended(gemini)

    asyncio.run(go())
    assert "We use WAL." in our_text(loopback.requests("streamGenerate")[-1])


def test_the_journal_is_called_without_a_question(gemini: Gemini, ended) -> None:
    server = ToolServer("journal", sys.executable, (str(JOURNAL),), (("LUMINAIR_SESSION", "s1"),))
    prompt = '[tool mcp_journal_journal_search {"query": "wal"}]'

    async def go() -> None:
        events = await all_of(gemini.ask(a_request(prompt, model=MODEL, server=server)))
        uses = [event for event in events if isinstance(event, ToolUse)]
        assert [use.state for use in uses] == [ToolState.RUNNING, ToolState.DONE], uses
        assert uses[1].name == "journal_search"
        assert uses[1].result == "s1 knows wal"
        await ended(gemini)

    asyncio.run(go())


def test_a_refusal_is_one_sentence(gemini: Gemini, ended) -> None:
    async def go() -> None:
        events = await all_of(gemini.ask(a_request("[status 401]", model=MODEL)))
        assert "not logged in" in failure(events).sentence
        await ended(gemini)

    asyncio.run(go())


def test_look_says_whether_a_login_was_chosen(gemini: Gemini) -> None:
    info = asyncio.run(gemini.look())
    assert info.ready
    assert info.state.startswith("Gemini CLI 0.")
