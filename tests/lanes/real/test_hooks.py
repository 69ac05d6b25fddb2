"""The real coding agents with the hook that `hooks install` gave them: what reaches the model."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.agents.host import Hosts
from luminair.config.paths import Home
from luminair.journal import Kind, Scope

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal
    from tests.lanes.real.loopback import Loopback

pytestmark = pytest.mark.timeout(180)

PROMPT = "why does the uploader give up?"


class Agent:
    """A coding agent with our hook, in a home and a project of its own."""

    def __init__(
        self, client: str, loopback: Loopback, person: Path, home: Path, vault: Path, folder: Path
    ) -> None:
        self.client, self.loopback, self.folder = client, loopback, folder
        self.person, self.home, self.vault = person, home, vault
        self.environ = {
            "PATH": os.environ["PATH"],  # noqa: TID251
            "HOME": str(person),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "LUMINAIR_HOME": str(home),
            "LUMINAIR_VAULT": str(vault),
            **self._own(loopback.port),
        }
        self.session = ""

    def _own(self, port: int) -> dict[str, str]:
        address = f"http://127.0.0.1:{port}"
        if self.client == "claude":
            return {
                "ANTHROPIC_BASE_URL": address,
                "ANTHROPIC_API_KEY": "sk-ant-loopback",
                "CLAUDE_CODE_MAX_RETRIES": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
            }
        if self.client == "codex":
            place = self.person / ".codex"
            place.mkdir()
            (place / "config.toml").write_text(
                'model = "loopback"\nmodel_provider = "loopback"\n'
                "[model_providers.loopback]\n"
                f'name = "loopback"\nbase_url = "{address}/v1"\nenv_key = "LOOPBACK_KEY"\n'
                'wire_api = "responses"\n[analytics]\nenabled = false\n'
            )
            return {"LOOPBACK_KEY": "x"}
        place = self.person / ".gemini"
        place.mkdir()
        told = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        (place / "settings.json").write_text(json.dumps(told, indent=2))
        return {
            "GEMINI_API_KEY": "loopback",
            "GOOGLE_GEMINI_BASE_URL": address,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        }

    def journal(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "luminair.cli.main", *words],
            env=self.environ,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(self, prompt: str, *more: str) -> str:
        """Runs the agent once; the whole of its last request to the model, as JSON text."""
        words = {
            "claude": ["-p", prompt, "--output-format", "json", *more],
            "codex": ["exec", "--json", "--skip-git-repo-check",
                      "--dangerously-bypass-hook-trust", *more, "--", prompt],
            "gemini": ["-m", "gemini-2.5-flash", "-p", prompt, "--output-format", "json", *more],
        }[self.client]  # fmt: skip
        done = subprocess.run(
            [str(self.loopback.bin / self.client), *words],
            env=self.environ,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=90,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        found = re.search(r'"(?:session_id|thread_id)"\s*:\s*"([^"]+)"', done.stdout)
        assert found is not None, done.stdout
        self.session = found[1]
        path = {"claude": "/messages?", "codex": "/responses", "gemini": ":streamGenerate"}
        bodies = self.loopback.requests(path[self.client])
        # Agents ask smaller questions of their own meanwhile, such as for a title.
        own = [json.dumps(body, ensure_ascii=False) for body in bodies]
        return [body for body in own if prompt in body][-1]


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
