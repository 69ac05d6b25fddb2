"""The real coding agents with the tools that `mcp install` gave them: they find, file and close."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.journal import Kind, Scope, Status
from tests.lanes.real.hosted import Agent

if TYPE_CHECKING:
    from luminair.journal import Journal

pytestmark = pytest.mark.timeout(240)

MAY = {
    "claude": ["--allowedTools", "mcp__journal"],
    "codex": ["--dangerously-bypass-approvals-and-sandbox"],
    "gemini": ["--approval-mode", "yolo"],
}
NAMES = {"claude": "mcp__journal__{}", "codex": "mcp__journal__{}", "gemini": "mcp_journal_{}"}
ALL = pytest.mark.parametrize("client", ["claude", "codex", "gemini"])


@pytest.fixture
def agent(client, loopback, person, home, vault, tmp_path) -> Agent:
    folder = tmp_path / "harbor"
    folder.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    bootstrap.init(str(vault), home=str(home), vault=None, ride="none")
    made = Agent(client, loopback, person, home, vault, folder)
    for words in (("hooks", "install"), ("mcp", "install")):
        done = made.journal(*words, client, "--yes")
        assert done.returncode == 0, done.stderr
    return made


@pytest.fixture
def journal(agent: Agent) -> Journal:
    opened = bootstrap.open_journal(home=str(agent.home), vault=str(agent.vault))
    yield opened
    opened.close()


def call(agent: Agent, tool: str, **arguments: object) -> str:
    """Lets the model call a tool in the first turn of a new conversation; what it gave back."""
    name = NAMES[agent.client].format(tool)
    return agent.ask(f"[tool {name} {json.dumps(arguments)}]", *MAY[agent.client])


@ALL
def test_a_note_with_default_scope_belongs_to_the_right_session(agent, journal) -> None:
    call(agent, "journal_remember", title="Retries", body="The uploader tries three times.")
    journal.refresh()
    (note,) = [each.note for each in journal.listing() if each.note.title == "Retries"]
    assert note.scope is Scope.SESSION
    assert note.session == f"{agent.client}:{agent.session}"
    assert note.source.startswith(f"{agent.client}/")
    assert note.cwd == str(agent.folder)
    first = agent.session
    call(agent, "journal_remember", title="Backoff", body="It waits two seconds.")
    journal.refresh()
    (other,) = [each.note for each in journal.listing() if each.note.title == "Backoff"]
    assert agent.session != first
    assert other.session == f"{agent.client}:{agent.session}"


@ALL
def test_they_find_and_close(agent, journal) -> None:
    found = journal.add(
        title="WAL on NFS", body="It corrupts the file.", scope=Scope.FOLDER, cwd=str(agent.folder)
    ).note
    ask = journal.add(
        title="Add a retry test", kind=Kind.ASK, scope=Scope.FOLDER, cwd=str(agent.folder)
    ).note
    request = call(agent, "journal_search", query="wal nfs")
    assert len(re.findall(re.escape(str(found.id)), request)) >= 1
    assert "corrupts the file" in request
    call(agent, "journal_close_ask", id=ask.id, outcome="Done in test_retry.py.")
    journal.refresh()
    closed = journal.find(str(ask.id))
    assert closed.status is Status.DONE
    assert "Done in test_retry.py." in journal.load(closed.path).body


@ALL
def test_taken_out_again_the_settings_are_as_they_were(agent) -> None:
    agent.ask("hello")
    done = agent.journal("mcp", "status", agent.client, "--json")
    (told,) = json.loads(done.stdout)["mcp"]
    assert told["installed"]
    assert len(told["tools"]) == 6
    for words in (("mcp", "remove"), ("hooks", "remove")):
        assert agent.journal(*words, agent.client, "--yes").returncode == 0
    settings = [agent.person / ".claude.json", agent.person / ".codex" / "config.toml",
                agent.person / ".gemini" / "settings.json"]  # fmt: skip
    for file in settings:
        if file.exists():
            assert "luminair" not in file.read_text("utf-8")
