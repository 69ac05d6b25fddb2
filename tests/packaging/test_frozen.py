"""The built programs, started as other programs start them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import contents
import mac
import pytest

from tests.bench import frozen

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = {
    "journal_search",
    "journal_read",
    "journal_remember",
    "journal_dead_end",
    "journal_close_ask",
    "journal_propose_rule",
}


class Journal:
    """The frozen `luminair-journal` with a vault and a home of its own."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.program = programs / contents.JOURNAL
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin",  # as in the Finder
            "HOME": str(folder),
            "LUMINAIR_HOME": str(folder / "home"),
            "LUMINAIR_VAULT": str(folder / "vault"),
            "LC_ALL": "C",
        }

    def __call__(self, *words: str, given: str = "", **more: str) -> str:
        done = subprocess.run(
            [str(self.program), *words],
            input=given.encode(),
            capture_output=True,
            cwd=self.folder,
            env={**self.environment, **more},
            timeout=50,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert done.stderr == b""
        return done.stdout.decode("utf-8")


@pytest.fixture
def journal(programs, tmp_path) -> Journal:
    made = Journal(programs, tmp_path)
    made("init", str(tmp_path / "vault"))
    return made


@pytest.mark.timeout(180)
def test_it_has_all_that_is_found_at_run_time(programs) -> None:
    told = mac.self_test(programs)
    assert told["frozen"] is True
    assert told["missing"] == {}
    assert set(told["keychain modules"]) <= set(contents.keyrings())
    assert len(told["keychain modules"]) == (1 if sys.platform == "darwin" else 3)


def test_it_keeps_to_its_budget(programs) -> None:
    inside = programs.parents[1] if programs.name == "MacOS" else programs
    assert mac.weigh(inside) > 100


def test_the_part_without_windows_carries_no_window(programs) -> None:
    """Its own modules are in the program, so a look at the names in it is enough."""
    program = (programs / contents.JOURNAL).read_bytes()
    assert b"PySide6.QtWidgets" not in program
    assert b"pyi_rth_" not in program


def test_it_speaks_utf_8_in_any_locale(journal) -> None:
    made = json.loads(journal("add", "--json", "--title", "Größe 寸法", "--body", "ü"))
    assert (journal.folder / "vault" / made["path"]).is_file()
    assert "Größe 寸法" in journal("list")
    found = json.loads(journal("search", "寸法", "--json", LC_ALL="POSIX"))
    assert [each["id"] for each in found["results"]] == [made["id"]]


def test_it_runs_through_a_link(journal, tmp_path) -> None:
    link = tmp_path / "journal-link"
    link.symlink_to(journal.program)
    journal.program = link
    assert journal("--version") == journal("--version", PYTHONPATH="/nowhere", PYTHONHOME="/no")
    assert json.loads(journal("harness", "--json"))[0]["bundled"] is True


def test_an_agent_is_served_by_mcp(journal) -> None:
    asked = [
        {
            "method": "initialize",
            "id": 1,
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        {"method": "tools/list", "id": 2},
    ]
    given = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in asked)
    answers = [json.loads(line) for line in journal("mcp", given=given).splitlines()]
    listed = next(each["result"]["tools"] for each in answers if each.get("id") == 2)
    assert {tool["name"] for tool in listed} == TOOLS


def test_it_likens_texts(journal) -> None:
    """scikit-learn's corner is there in the program without windows, too."""
    body = "The upload is tried again after a pause when the server answers that it is busy"
    for title in ("Retry uploads", "Retry of uploads"):
        journal("add", "--title", title, "--scope", "global", "--body", body + ".")
    told = json.loads(journal("merge", "--dry-run", "--json"))
    assert [each["kind"] for each in told["proposals"]] == ["merge"]


def test_a_child_of_it_gets_its_own_libraries(journal, tmp_path) -> None:
    """A `git` that tells what it was given: the loader's path is not the bundle's."""
    told = tmp_path / "told.txt"
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text(f"#!/bin/sh\nenv > '{told}'\nexit 1\n", encoding="utf-8")
    git.chmod(0o755)
    repository = tmp_path / "repository"
    (repository / ".git" / "objects").mkdir(parents=True)
    (repository / ".git" / "refs").mkdir()
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    # A note from another machine: only git can say whether this is its repository.
    note = f"---\nkind: rule\nscope: folder\ncwd: /gone\nproject: {'ab' * 20}\n---\nUse tabs.\n"
    (tmp_path / "vault" / "Elsewhere.md").write_text(note, encoding="utf-8")
    path = f"{git.parent}:/usr/bin:/bin"
    words = ("digest", "--prompt", "tabs", "--cwd", str(repository))
    journal(*words, PATH=path, LD_LIBRARY_PATH="/opt/of-the-owner")
    seen = dict(line.split("=", 1) for line in told.read_text().splitlines() if "=" in line)
    assert seen["LD_LIBRARY_PATH"] == "/opt/of-the-owner"
    assert [name for name in seen if name.startswith("_PYI_") or name.endswith("_ORIG")] == []


@pytest.mark.timeout(240)
def test_a_prompt_does_not_wait_for_the_freezing(programs, tmp_path_factory) -> None:
    folder = tmp_path_factory.mktemp("hook")
    figures = frozen.measure(programs, folder, runs=11)
    assert figures.times <= frozen.MOST_TIMES, figures
    assert figures.more <= figures.allowed, figures
