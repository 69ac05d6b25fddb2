"""A model on each lane that speaks HTTP uses the Journal's six tools on a real vault."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Kind, Receipts, Scope, Setup, Status, init_vault
from luminair.lanes.lane import Request, ToolAnswer
from luminair.memory import JournalMemory
from luminair.sessions.session import Session
from tests.lanes.lanes_under_test import NAMES, Sleeper, run
from tests.lanes.lanes_under_test import Kind as LaneUnderTest
from tests.lanes.servers import Reply, Server, whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@pytest.fixture
def journal(vault: Path, person: Path, clock) -> Iterator[Journal]:
    init_vault(vault, ride=None)
    numbers = iter(range(1, 10_000))
    setup = Setup(vault, None, str(person), now=clock, draw=lambda: next(numbers))
    found = Journal(setup)
    yield found
    found.close()


@pytest.mark.parametrize("name", NAMES)
def test_every_tool_on_every_lane(name: str, journal: Journal, home: Path, tmp_path: Path) -> None:
    project = tmp_path / "harbor"
    (project / ".git").mkdir(parents=True)
    ask = journal.add(title="Fix the clock", kind=Kind.ASK, scope=Scope.FOLDER, cwd=str(project))
    memory = JournalMemory(journal, Receipts(home / "receipts"), journal.setup.draw)
    session = Session(id="s1", title="", lane=name, model="small", folder=str(project))
    lane = LaneUnderTest(name)
    calls = [
        ("journal_remember", {"title": "Parts are 8 MB", "body": "Measured.", "scope": "folder"}),
        ("journal_dead_end", {"title": "A longer timeout", "reason": "The proxy cuts at 60 s."}),
        ("journal_close_ask", {"id": ask.note.id, "outcome": "Fixed."}),
        ("journal_propose_rule", {"rule": "All times in UTC.", "reason": "The owner said so."}),
        ("journal_search", {"query": "parts measured"}),
        ("journal_read", {"id": ask.note.id}),
    ]
    answers: list[ToolAnswer] = []

    async def call(tool: str, arguments: Mapping[str, object]) -> ToolAnswer:
        answers.append(memory.call(session, tool, arguments))
        return answers[-1]

    speaker = lane.speaker
    replies = [
        Reply((speaker.begin(), speaker.calls((f"c{n}", *asked)), speaker.end("tools")))
        for n, asked in enumerate((tool, json.dumps(given)) for tool, given in calls)
    ]
    with Server(speaker, *replies, whole(speaker, "Done", ".")) as server:
        run(
            lane.make(server.url, sleep=Sleeper()),
            Request("s1", "m1", "", (), memory.tools(), (), (), "Go on.", call=call),
        )
    assert [answer.failed for answer in answers] == [False] * 6, answers
    offered = json.dumps(server.chats[0].body["tools"])
    assert all(tool in offered for tool, _ in calls)
    note, dead_end = (
        journal.find(re.search(r"\d{8}T\d{4}-[0-9a-f]{4}", each.text)[0]) for each in answers[:2]
    )
    assert (note.source, note.scope, note.cwd) == (f"{name}/small", Scope.FOLDER, str(project))
    assert (dead_end.kind, dead_end.scope, dead_end.session) == (
        Kind.RULEDOUT,
        Scope.SESSION,
        "s1",
    )
    assert journal.find(ask.note.id).status is Status.DONE
    assert [each.by for each in journal.proposals.all()] == [f"{name}/small"]
    assert note.id in answers[4].text
    assert "| Outcome: Fixed." in answers[5].text
    assert not journal.standing()
