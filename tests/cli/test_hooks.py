"""`luminair-journal hooks`: shown, asked, written, tried, taken out."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest

from luminair.agents.host import Hosts, Process, Record
from luminair.cli.main import main
from luminair.config.paths import Home

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def claude(person: Path) -> Path:
    file = person / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text('{\n  "model": "opus"\n}\n')
    return file


class Person(io.StringIO):
    """Somebody who sits at standard input."""

    def isatty(self) -> bool:
        return True


def test_nothing_is_written_without_a_yes(run, claude, home) -> None:
    before = claude.read_bytes()
    done = run("hooks", "install", "claude")
    assert done.code == 2
    assert "--yes" in done.err
    assert '+  "hooks"' in done.out  # what it would do is shown
    assert "\nA session's start has six entries because " in done.out
    assert claude.read_bytes() == before
    assert not (home / "bin").exists()


@pytest.mark.parametrize(("said", "writes"), [("yes\n", True), ("\n", False), ("no\n", False)])
def test_the_person_is_asked(run, claude, monkeypatch, said, writes) -> None:
    monkeypatch.setattr("sys.stdin", Person(said))
    done = run("hooks", "install", "claude")
    assert done.code == (0 if writes else 1)
    assert f"Write this to '{claude}'? Type yes" in done.err
    assert ("luminair-journal hook" in claude.read_text()) is writes
    if not writes:
        assert "Nothing was written." in done.err


def test_install_and_remove(run, claude, home) -> None:
    before = claude.read_bytes()
    told = run.json("hooks", "install", "claude", "--yes")["hooks"]
    assert [each["client"] for each in told] == ["claude"]
    assert told[0]["changed"]
    assert Path(told[0]["copy"]).read_bytes() == before
    assert told[0]["diff"].count("\n+") > 40
    assert os.access(home / "bin" / "luminair-journal", os.X_OK)
    again = run("hooks", "install", "claude", "--yes")
    assert again.out == "Claude Code has the hook already.\n"
    assert run.json("hooks", "remove", "claude", "--yes")["hooks"][0]["restored"]
    assert claude.read_bytes() == before
    assert run("hooks", "remove", "claude").out == "Claude Code has no hook of the Journal.\n"


@pytest.mark.parametrize(
    ("command", "until"),
    [("hooks", "the hook says nothing."), ("mcp", "its tools can do nothing.")],
)
@pytest.mark.usefixtures("claude", "home")
def test_without_a_journal_it_is_installed_and_says_what_lacks(
    tmp_path, capsys, command, until
) -> None:
    nowhere = tmp_path / "no journal"
    assert main([command, "install", "claude", "--yes", "--vault", str(nowhere)]) == 0
    said = capsys.readouterr().err
    assert said.startswith(f"There is no Journal at '{nowhere}'; make one with ")
    assert said.endswith(f" Until then {until}\n")
    assert main([command, "status", "claude", "--vault", str(nowhere)]) == 1
    told = capsys.readouterr().out
    assert f"\n  There is no Journal at '{nowhere}'; " in told
    assert "hook.log" not in told
    assert main([command, "remove", "claude", "--yes", "--vault", str(nowhere)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("claude")
def test_without_a_name_those_that_are_there(run, person) -> None:
    (person / ".codex").mkdir()
    told = run.json("hooks", "install", "--yes")["hooks"]
    assert [each["client"] for each in told] == ["claude", "codex"]
    done = run("hooks", "remove", "--yes")
    assert done.code == 0
    assert not (person / ".codex" / "hooks.json").exists()
    assert not (person / ".gemini").exists()


def test_codex_has_to_be_told_to_trust_it(run, person) -> None:
    (person / ".codex").mkdir()
    assert "/hooks" in run("hooks", "install", "codex", "--yes").err


def test_no_agent_is_there(run) -> None:
    done = run("hooks", "install", "--yes")
    assert done.code == 1
    assert "hooks install claude" in done.sentence


def test_one_bad_file_leaves_all_as_they_are(run, claude, person) -> None:
    bad = person / ".codex" / "hooks.json"
    bad.parent.mkdir()
    bad.write_text("{")
    before = claude.read_bytes()
    assert "not valid JSON" in run("hooks", "install", "--yes").sentence
    assert claude.read_bytes() == before


@pytest.mark.parametrize(
    "arguments", [("hooks",), ("hooks", "enable"), ("hooks", "install", "cursor"),
                  ("hooks", "install", "claude", "codex")],
)  # fmt: skip
def test_wrong_words(run, arguments) -> None:
    assert run(*arguments).code == 2


def test_hook_by_hand_says_what_it_is(run) -> None:
    assert "hooks install" in run("hook").err


# --- Status --------------------------------------------------------------------------------------


@pytest.fixture
def living(request, vault, monkeypatch) -> None:
    """The hook's processes find this test's vault."""
    request.getfixturevalue("project")
    monkeypatch.setenv("LUMINAIR_VAULT", str(vault))


@pytest.mark.usefixtures("living")
@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_status_tries_the_real_hook(run, home, vault, client) -> None:
    run.add("Use UTC", "--kind", "rule", "--scope", "global", "--body", "All times are UTC.")
    run("hooks", "install", client, "--yes")
    (told,) = run.json("hooks", "status", client)["hooks"]
    assert told["installed"]
    assert told["problems"] == []
    events = [each["event"] for each in told["answers"]]
    assert events[:6] == ["SessionStart"] * 6
    assert len(events) == 7
    first = told["answers"][0]
    assert 1000 < first["bytes"] <= 9500
    assert 0 < first["ms"] < 5000
    assert told["arrived"] is None
    # It leaves nothing behind: no session, no ask, no turn.
    state = Home(home).state(vault)
    assert not list((state / "hook").glob("*.json"))
    assert not (state / "turns").exists()
    assert not [each for each in vault.rglob("*.md") if "hook" in each.name]


def test_status_of_all_says_what_is_not_there(run, person, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (person / ".codex").mkdir()
    done = run("hooks", "status")
    assert done.code == 0
    assert done.out == (
        "Claude Code: is not on this machine.\n"
        "Codex: not installed; `luminair-journal hooks install codex` sets it up.\n"
        "Gemini CLI: is not on this machine.\n"
    )


@pytest.mark.usefixtures("living", "claude")
def test_status_says_that_the_vault_is_gone(run, vault) -> None:
    run("hooks", "install", "claude", "--yes")
    vault.rename(vault.with_name(f"{vault.name}-moved"))
    done = run("hooks", "status", "claude", "--json")
    assert done.code == 1
    (told,) = done.json["hooks"]
    (problem,) = told["problems"]
    assert "is not there any more" in problem


def test_status_judges_as_the_host_does() -> None:
    from luminair.agents.checking import try_commands

    def tried(line: str, **environ: str):
        (only,) = try_commands(
            {"SessionStart": [line]}, session="s", folder="/", prompt="p", environ=environ
        )
        return only

    def said(text: str, event: str = "SessionStart") -> str:
        inner = {"hookEventName": event, "additionalContext": text}
        return json.dumps({"hookSpecificOutput": inner})

    assert tried("exit 2").problem.startswith("It ended with exit code 2")
    assert "standard error" in tried("echo oops >&2").problem
    assert "not the JSON" in tried("echo plain words").problem
    assert "another event" in tried(f"echo '{said('x', 'Stop')}'").problem
    assert "the host cuts it" in tried(f"echo '{said('x' * 9501)}'").problem
    assert tried(f"echo '{said('x' * 9500)}'").problem == ""
    assert tried("true").problem == ""
    assert tried("echo {}").problem == ""
    assert "1.5 s are allowed" in tried("sleep 1.7").problem
    # As bare as a host leaves it.
    shown = 'printf \'{"hookSpecificOutput":{"hookEventName":"SessionStart",\''
    shown += "'\"additionalContext\":\"%s\"}}' \"$(env | cut -d= -f1 | sort | tr '\\n' ' ')\""
    names = set(tried(shown, HOME="/h", SECRET_TOKEN="x").text.split())
    assert {"HOME", "LC_ALL", "PATH"} <= names
    assert "SECRET_TOKEN" not in names


@pytest.mark.usefixtures("living", "claude")
@pytest.mark.parametrize("arrives", [True, False])
def test_status_looks_into_the_hosts_own_file(run, home, tmp_path, arrives) -> None:
    transcript = tmp_path / "talk.jsonl"
    words = "Luminair Journal, part 1 of 1." if arrives else "nothing of ours"
    transcript.write_text(json.dumps({"attachment": {"stdout": words}}) + "\n")
    record = Record("claude:x", "/code", transcript=str(transcript))
    Hosts(Home(home).hosts).note(Process(4_000_001, "1", "claude", 1), record)
    run("hooks", "install", "claude", "--yes")
    done = run("hooks", "status", "claude", "--json")
    (told,) = done.json["hooks"]
    assert told["arrived"] is arrives
    assert done.code == (0 if arrives else 1)
    said = run("hooks", "status", "claude").out
    assert ("It arrives" in said) is arrives
    verdict = said.partition("\n")[0]
    good = re.fullmatch(r"Claude Code: the hook answers, in \d+ ms\.", verdict) is not None
    assert good is arrives
    assert ("something is wrong" in verdict) is not arrives


@pytest.mark.usefixtures("living")
def test_status_of_entries_that_are_not_ours_as_of_now(run, claude) -> None:
    run("hooks", "install", "claude", "--yes")
    text = claude.read_text().replace(" --part 6", " --part 5")
    claude.write_text(text)
    (told,) = run("hooks", "status", "claude", "--json").json["hooks"]
    assert "install it again" in told["problems"][0]
