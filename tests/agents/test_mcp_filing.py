"""The tools that write, over MCP: whose notes they are, and where they go."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from luminair.agents.journal_tools import JournalTools
from luminair.agents.mcp import serve
from luminair.agents.session import Speaker
from luminair.journal import Journal, Kind, Scope, Setup, Status, init_vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "harbor"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def opened(vault: Path, person: Path, clock) -> Iterator[Callable[[], Journal]]:
    init_vault(vault, ride=None)
    numbers = iter(range(1, 10_000))
    made: list[Journal] = []

    def open_one() -> Journal:
        setup = Setup(vault, None, str(person), now=clock, draw=lambda: next(numbers))
        made.append(Journal(setup))
        return made[-1]

    yield open_one
    for each in made:
        each.close()


def converse(
    tools: JournalTools, client: object, *calls: tuple[str, dict[str, object]]
) -> list[tuple[str, bool]]:
    """What each call answered, and whether it failed."""
    hello: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": {}}
    if client is not None:
        hello["clientInfo"] = client
    messages = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}]
    messages += [
        {"jsonrpc": "2.0", "id": n, "method": "tools/call",
         "params": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(calls, start=1)
    ]  # fmt: skip
    sink = io.BytesIO()
    lines = b"".join(json.dumps(each).encode() + b"\n" for each in messages)
    assert serve(io.BytesIO(lines), sink, tools, version="1")
    answers = {each["id"]: each for each in map(json.loads, sink.getvalue().splitlines())}
    told = [answers[n]["result"] for n in range(1, len(calls) + 1)]
    return [(each["content"][0]["text"], each["isError"]) for each in told]


REMEMBER = ("journal_remember", {"title": "Parts are 8 MB", "body": "Measured."})


def test_all_that_write(opened, project: Path) -> None:
    journal = opened()
    ask = journal.add(title="Fix it", kind=Kind.ASK, scope=Scope.FOLDER, cwd=str(project)).note
    tools = JournalTools(opened, lambda: Speaker("claude:abc", str(project)))
    answers = converse(
        tools,
        {"name": "claude-code", "version": "2.1.3"},
        REMEMBER,
        ("journal_dead_end", {"title": "T", "reason": "R fails.", "scope": "folder"}),
        ("journal_close_ask", {"id": ask.id, "outcome": "Fixed."}),
        ("journal_propose_rule", {"rule": "Use UTC.", "reason": "Owner said."}),
        REMEMBER,
    )
    assert [failed for _, failed in answers] == [False] * 5, answers
    assert "filed already" in answers[4][0]
    journal.refresh()
    note = journal.find(re.search(r"\d{8}T\d{4}-\w{4}", answers[0][0])[0])
    assert (note.source, note.session) == ("claude/2.1.3", "claude:abc")
    assert journal.find(ask.id).status is Status.DONE
    assert journal.proposals.all()[0].by == "claude/2.1.3"
    assert journal.standing() == []


@pytest.mark.parametrize(
    ("client", "by"),
    [
        ({"name": "codex-mcp-client", "version": "0.9"}, "codex/0.9"),
        ({"name": "My Agent", "version": ""}, "My-Agent/unknown"),
        ({"name": "owner", "version": ["x"]}, "owner/x"),
        ({}, "agent/unknown"),
        (None, "agent/unknown"),
        ([], "agent/unknown"),
    ],
)
def test_the_client_names_its_notes(opened, project: Path, client: object, by: str) -> None:
    tools = JournalTools(opened, lambda: Speaker("x:1", str(project)))
    converse(tools, client, REMEMBER)
    journal = opened()
    assert [each.note.source for each in journal.listing()] == [by]


def test_a_session_of_the_app_names_its_model(opened, project: Path) -> None:
    speaker = Speaker("s1", str(project), (), "claude/opus")
    tools = JournalTools(opened, lambda: speaker)
    converse(tools, {"name": "claude-code", "version": "2"}, REMEMBER)
    assert [each.note.source for each in opened().listing()] == ["claude/opus"]


def test_where_no_session_is_known_it_is_the_folders_and_says_so(opened, project: Path) -> None:
    tools = JournalTools(opened, lambda: Speaker("", str(project)))
    ((text, failed),) = converse(tools, {"name": "gemini-cli", "version": "1"}, REMEMBER)
    assert not failed
    assert "It has folder scope, because the session is not known here." in text
    assert opened().listing()[0].note.scope is Scope.FOLDER
