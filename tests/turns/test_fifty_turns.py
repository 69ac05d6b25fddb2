"""A long session on an API lane, over a real Journal: what is sent, and what is stored."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.lanes.anthropic import Anthropic
from luminair.memory import JournalMemory
from luminair.sessions.library import Library
from luminair.turns import Asked, Ended, run_turn
from tests.lanes.servers import ANTHROPIC, Server, whole

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal
    from luminair.sessions.transcript import Transcript
    from tests.conftest import Clock

TURNS = 50
NOTES = 30
RULE = "Send every part of an upload with its own idempotency key."


@pytest.fixture
def journal(home: Path, vault: Path) -> Journal:
    del home  # LUMINAIR_HOME of this test
    opened = bootstrap.open_journal(vault=str(vault))
    opened.add(title="Keys on every PUT", body=RULE, kind=_kind("rule"))
    for number in range(NOTES):
        opened.add(
            title=f"Gauge {number} of the uploader",
            body=f"Gauge {number} counts the parts of shard{number} that were resumed.",
        )
    yield opened
    opened.close()


def _kind(name: str) -> object:
    from luminair.journal import Kind

    return Kind(name)


def talk(journal: Journal, transcript: Transcript, lane: Anthropic, clock: Clock) -> list[Asked]:
    """Fifty questions, each about another note."""
    memory = JournalMemory(journal, _receipts(journal), lambda: next(dice))
    dice, ids = itertools.count(1), itertools.count(1)

    async def whole_talk() -> list[Asked]:
        asked = []
        for number in range(TURNS):
            turn = run_turn(
                f"What does the gauge of shard{number % NOTES} count?",
                transcript=transcript,
                lane=lane,
                memory=memory,
                now=clock,
                new_id=lambda: f"m{next(ids)}",
            )
            async for event in turn:
                if isinstance(event, Asked):
                    asked.append(event)
                if isinstance(event, Ended):
                    assert event.way_on is None, event.message.note
        await lane.close()
        return asked

    return asyncio.run(whole_talk())


def _receipts(journal: Journal) -> object:
    from luminair.config.paths import find_home
    from luminair.journal import Receipts

    return Receipts(find_home().receipts(journal.root))


def test_fifty_turns_store_no_injected_byte_and_keep_their_prefix(
    journal: Journal, home: Path, clock: Clock
) -> None:
    dice = itertools.count(1)
    library = Library(home, now=clock, draw=lambda: next(dice))
    transcript = library.create(lane="anthropic")
    with Server(ANTHROPIC, whole(ANTHROPIC, "It counts ", "resumed parts.")) as server:
        lane = Anthropic(
            key=lambda: "sk-test", sleep=asyncio.sleep, jitter=lambda: 0.0, base_url=server.url
        )
        asked = talk(journal, transcript, lane, clock)
        bodies = [chat.body for chat in server.chats]
    assert len(bodies) == len(asked) == TURNS

    # Not one byte of what rode is stored with the session.
    stored = transcript.path.read_text("utf-8")
    messages = [json.loads(line) for line in stored.splitlines()]
    texts = [line["message"]["text"] for line in messages if line["is"] == "message"]
    assert texts[::2] == [f"What does the gauge of shard{n % NOTES} count?" for n in range(TURNS)]
    ridden = {
        line for each in asked for row in each.assembly.rows[:5] for line in row.text.split("\n")
    }
    assert any(RULE in line for line in ridden)
    assert any("shard7 that were resumed" in line for line in ridden)
    for line in ridden:
        if len(line) > len("# Journal digest"):
            assert line not in stored

    # The prefix is the same bytes in every turn, and ends in the one mark of a cache.
    prefixes = {json.dumps([body["system"], body["tools"]]) for body in bodies}
    assert len(prefixes) == 1
    assert RULE in prefixes.pop()
    assert "cache_control" in bodies[0]["system"][-1]

    # The conversation grows at its end only: what was sent once is sent so again.
    for before, after in itertools.pairwise(bodies):
        kept = before["messages"][:-1]
        assert [_words(each) for each in after["messages"][: len(kept)]] == [
            _words(each) for each in kept
        ]
    for number, body in enumerate(bodies):
        everything = json.dumps(body["messages"][:-1])
        assert "NOTES THAT MATCH" not in everything
        assert f"shard{number % NOTES} that were resumed" in json.dumps(body["messages"][-1])


def _words(message: dict[str, object]) -> object:
    """The message without marks of a cache, which move on with the conversation."""
    content = message["content"]
    if isinstance(content, str):
        return message["role"], [content]
    assert isinstance(content, list)
    return message["role"], [block["text"] for block in content]
