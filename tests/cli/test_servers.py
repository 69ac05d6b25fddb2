"""`luminair-journal mcp install`: shown, asked, written, tried, taken out."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def codex(person: Path) -> Path:
    file = person / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text('model = "gpt"\n')
    return file


def test_nothing_is_written_without_a_yes(run, codex, home) -> None:
    before = codex.read_bytes()
    done = run("mcp", "install", "codex")
    assert done.code == 2
    assert "--yes" in done.err
    assert "+[mcp_servers.journal]" in done.out
    assert codex.read_bytes() == before
    assert not (home / "bin").exists()


def test_install_status_and_remove(run, codex, home) -> None:
    before = codex.read_bytes()
    told = run.json("mcp", "install", "codex", "--yes")["mcp"]
    assert told[0]["changed"]
    assert Path(told[0]["copy"]).read_bytes() == before
    assert os.access(home / "bin" / "luminair-journal", os.X_OK)
    assert run("mcp", "install", "codex", "--yes").out == "Codex has the Journal's tools already.\n"
    status = run.json("mcp", "status", "codex")["mcp"][0]
    assert status["installed"]
    assert len(status["tools"]) == 6
    assert status["ms"] > 0
    assert run.json("mcp", "remove", "codex", "--yes")["mcp"][0]["restored"]
    assert codex.read_bytes() == before
    assert run("mcp", "remove", "codex").out == "Codex has none of the Journal's tools.\n"


@pytest.mark.usefixtures("codex")
def test_status_of_what_is_not_there(run, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # an agent could be on this machine
    done = run("mcp", "status")
    assert done.code == 0
    claude, codex, gemini = done.out.splitlines()
    assert claude == "Claude Code: is not on this machine."
    assert codex.startswith("Codex: no tools of the Journal; `luminair-journal mcp install codex`")
    assert gemini == "Gemini CLI: is not on this machine."
    assert not run.json("mcp", "status", "claude")["mcp"][0]["installed"]


def test_status_of_another_programs_server(run, person) -> None:
    text = json.dumps({"mcpServers": {"journal": {"command": "/bin/true", "args": []}}})
    (person / ".claude.json").write_text(text)
    done = run("mcp", "status", "claude")
    assert done.code == 1
    assert "not the Journal's" in done.out


def test_a_wrong_word_is_answered_in_a_sentence(run) -> None:
    assert "`mcp` does not know 'add'" in run("mcp", "add").sentence
    assert "type claude, codex or gemini" in run("mcp", "install", "cursor").sentence
