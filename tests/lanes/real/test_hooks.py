"""The real coding agents with the hook that `hooks install` gave them: what reaches the model."""

from __future__ import annotations

import json
import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.agents.host import Hosts
from luminair.config.paths import Home
from luminair.journal import Kind, Scope
from tests.lanes.real.hosted import Agent

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal

pytestmark = pytest.mark.timeout(180)

PROMPT = "why does the uploader give up?"


@pytest.fixture
def agent(client, loopback, person, home, vault, tmp_path) -> Agent:
    folder = tmp_path / "harbor"
    folder.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    bootstrap.init(str(vault), home=str(home), vault=None, ride="none")
    made = Agent(client, loopback, person, home, vault, folder)
    done = made.journal("hooks", "install", client, "--yes")
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture
def journal(request, home, vault):
    request.getfixturevalue("agent")  # it makes the vault
    opened = bootstrap.open_journal(home=str(home), vault=str(vault))
    yield opened
    opened.close()


@pytest.fixture
def notes(journal: Journal, agent: Agent, tmp_path: Path) -> dict[str, str]:
    """What the Journal knows: of this project, and of another that must not be told here."""
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)

    def add(title: str, body: str, kind: Kind, folder: Path | None) -> str:
        scope = Scope.GLOBAL if folder is None else Scope.FOLDER
        cwd = "" if folder is None else str(folder)
        return journal.add(title=title, body=body, kind=kind, scope=scope, cwd=cwd).note.key

    return {
        "law": add("Use UTC", "All times are UTC.", Kind.RULE, None),
        "end": add("WAL on NFS", "WAL on NFS corrupts the file.", Kind.RULEDOUT, agent.folder),
        "note": add("Uploader", "The uploader gives up on ECONNRESET.", Kind.NOTE, agent.folder),
        "elsewhere": add("Uploader elsewhere", "The uploader is blue.", Kind.NOTE, other),
    }


ALL = pytest.mark.parametrize("client", ["claude", "codex", "gemini"])


@ALL
def test_the_request_holds_what_the_journal_knows(agent: Agent, notes) -> None:
    request = agent.ask(PROMPT)
    assert request.count("Luminair Journal, part 1 of 1.") == 1
    assert "Reading the Journal" in request  # the Harness
    assert request.count("All times are UTC.") == 1
    assert request.count(notes["end"]) == 1
    assert request.count(notes["note"]) == 1
    assert notes["elsewhere"] not in request
    assert "persisted-output" not in request
    assert "tokens truncated" not in request


@pytest.mark.parametrize("client", ["claude"])
def test_a_resume_and_a_fork_are_given_only_what_changed(agent, notes, journal) -> None:
    agent.ask(PROMPT)
    first = agent.session
    journal.add(title="New", body="Never force-push.", kind=Kind.RULE, scope=Scope.GLOBAL)
    request = agent.ask(f"{PROMPT} again", f"--resume={first}")
    assert request.count("All times are UTC.") == 1
    assert request.count("Never force-push.") == 1
    assert request.count(notes["note"]) == 1
    journal.add(title="Newer", body="Squash merges.", kind=Kind.RULE, scope=Scope.GLOBAL)
    fork = agent.ask(f"{PROMPT} forked", f"--resume={first}", "--fork-session")
    assert agent.session != first
    for words in ("All times are UTC.", "Never force-push.", "Squash merges.", notes["note"]):
        assert fork.count(words) == 1


@ALL
def test_large_standing_text_arrives_whole(agent: Agent, journal: Journal) -> None:
    for number in range(12):
        journal.add(
            title=f"Law {number}",
            body=f"Law number {number}: {'word ' * 580}end{number}.",
            kind=Kind.RULE,
            scope=Scope.GLOBAL,
        )
    request = agent.ask(PROMPT)
    for number in range(12):
        assert request.count(f"Law number {number}: ") == 1
        assert request.count(f"end{number}.") == 1
    assert "persisted-output" not in request
    assert "tokens truncated" not in request


@ALL
def test_a_request_in_a_prompt_is_kept(agent: Agent, vault: Path) -> None:
    agent.ask("Please add a test for the retry limit of the uploader tomorrow.")
    folder = vault / "Notes" / "harbor"
    until = time.monotonic() + 20
    while not list(folder.glob("*.md")) and time.monotonic() < until:
        os.sched_yield()
    (file,) = folder.glob("*.md")
    text = file.read_text("utf-8")
    assert "kind: ask" in text
    assert f"{agent.client}:{agent.session}" in text
    assert "hook_context" not in text


@ALL
@pytest.mark.usefixtures("notes")
def test_status_finds_that_it_arrived(agent: Agent, home: Path) -> None:
    agent.ask(PROMPT)
    until = time.monotonic() + 20
    while Hosts(Home(home).hosts).newest(agent.client) is None and time.monotonic() < until:
        os.sched_yield()
    done = agent.journal("hooks", "status", agent.client, "--json")
    (told,) = json.loads(done.stdout)["hooks"]
    assert told["arrived"] is True, told
    assert told["problems"] == []


@ALL
@pytest.mark.usefixtures("notes")
def test_in_a_lane_of_ours_nothing_rides_twice(agent: Agent) -> None:
    agent.environ["LUMINAIR_LANE"] = "1"
    assert "Luminair Journal" not in agent.ask(PROMPT)


@ALL
@pytest.mark.usefixtures("notes")
def test_a_vault_that_is_gone_breaks_no_prompt(agent: Agent, vault: Path) -> None:
    vault.rename(vault.with_name(f"{vault.name}-away"))
    assert "Luminair Journal" not in agent.ask(PROMPT)
