from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Terminal

MARKS = ("CLAUDECODE", "AI_AGENT", "GEMINI_CLI", "CODEX_SANDBOX", "LUMINAIR_LANE")


@pytest.fixture
def made(run: Terminal) -> dict[str, str]:
    return {
        "note": run.add("Note", "--body", "The owner's words."),
        "rule": run.add("Rule", "--kind", "rule"),
        "pin": run.add("Pin", "--pinned"),
        "harness": run.add("Brain", "--folder", "Harness"),
        "ask": run.add("Ask", "--kind", "ask"),
    }


REFUSED = [
    ("add", "--title", "R", "--pinned"),
    ("add", "--title", "R", "--kind", "Rule", "--pinned"),
    ("add", "--title", "R", "--kind", "rule", "--folder", "Harness"),
    ("add", "--title", "R", "--folder", "Harness"),
    ("add", "--title", "R", "--folder", "./harness/deep"),
    ("pin", "{note}"),
    ("unpin", "{pin}"),
    ("edit", "{note}", "--kind", "rule"),
    ("edit", "{note}", "--set", "overrides=x"),
    ("edit", "{note}", "--set", "Source=owner"),
    ("edit", "{note}", "--body", "not the owner's words"),
    ("edit", "{rule}", "--body", "x"),
    ("edit", "{harness}", "--title", "x"),
    ("archive", "{rule}"),
    ("archive", "--folder", "Harness"),
    ("restore", "{note}", "--version", "a"),
    ("undo",),
    ("edit", "{ask}", "--set", "held="),
    ("review", "--approve", "12345678"),
    ("review", "--refuse", "12345678"),
    ("review", "--later", "12345678"),
    ("review", "--put-back", "12345678"),
]


@pytest.mark.parametrize("arguments", REFUSED)
@pytest.mark.parametrize("by", ["mark", "source"])
def test_no_command_leads_from_a_model_to_law(
    run: Terminal,
    made: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    by: str,
) -> None:
    before = {file: file.read_bytes() for file in run.vault.rglob("*.md")}
    words = [word.format(**made) for word in arguments]
    if by == "mark":
        monkeypatch.setenv("CLAUDECODE", "1")
    else:
        words += ["--source", "claude/opus"]
    done = run(*words)
    assert done.sentence.startswith("Only the owner can ")
    assert done.sentence.endswith("nothing was written.")
    assert done.code == 1
    assert {file: file.read_bytes() for file in run.vault.rglob("*.md")} == before


@pytest.mark.parametrize("name", ["null", " NULL ", "~", ""])
@pytest.mark.parametrize("mark", ["CLAUDECODE", ""])
def test_nobody_is_no_name(
    run: Terminal, monkeypatch: pytest.MonkeyPatch, name: str, mark: str
) -> None:
    if mark:
        monkeypatch.setenv(mark, "1")
    refused = run("add", "--title", "S", "--source", name)
    assert (refused.code, refused.sentence.count("--source")) == (2, 1)
    assert run.json("list") == []


def test_a_linked_folder_leads_nowhere(run: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    run.add("Brain", "--folder", "Harness")
    note = run.add("Note", "--folder", "My stuff")
    (run.vault / "My stuff/rules").symlink_to("../Harness")
    before = sorted(run.vault.rglob("*.md"))
    for mark in ("", "CLAUDECODE"):
        monkeypatch.setenv("CLAUDECODE", mark)
        for folder in ("My stuff/rules", "my stuff/Rules/deep"):
            refused = run("add", "--title", "Law", "--folder", folder).sentence
            assert "symbolic link" in refused
            assert "nothing was written" in refused
    assert sorted(run.vault.rglob("*.md")) == before
    assert run.json("show", note)["path"] == "My stuff/Note.md"


@pytest.mark.parametrize("mark", MARKS)
def test_under_an_agent_a_note_is_a_models(
    run: Terminal, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    monkeypatch.setenv(mark, "1")
    made = run.json("add", "--title", "T", "--source", "Owner")
    assert made["trust"] == "filed by a model"
    assert mark in made["said"]
    assert run.json("add", "--title", "T")["source"].endswith("/unknown")
    rule = run.json("add", "--title", "Use pnpm", "--kind", "rule")
    assert (rule["id"], rule["path"], rule["kind"], rule["scope"]) == (None, None, "rule", "global")
    assert f"proposal {rule['proposal']} (waiting)" in rule["said"]
    assert [each["title"] for each in run.json("list")] == ["T", "T"]
    (waits,) = run.json("review")["proposals"]
    assert (waits["id"], waits["text"], waits["kind"]) == (rule["proposal"], "Use pnpm", "rule")


def test_a_model_may_mend_its_own_note_and_close_an_ask(
    run: Terminal, made: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_SANDBOX", "1")
    own = run.json("add", "--title", "Own", "--source", "codex/gpt-5")
    assert own["source"] == "codex/gpt-5"
    assert run.json("edit", own["id"], "--body", "Better.")["id"] == own["id"]
    assert run.json("archive", own["id"])["count"] == 1
    assert run.json("close", made["ask"])["status"] == "done"


@pytest.mark.parametrize("source", ["owner # x", '"owner"', "'owner'", "owner:", "|", "own\u0435r"])
def test_a_source_cannot_pass_for_the_owner(run: Terminal, source: str) -> None:
    note = run.add("T", "--source", source)
    assert run.json("show", note)["trust"] == "filed by a model"


LAW = b"---\nkind: rule\n---\n# Push\n\nPush to main.\n"


def test_law_planted_before_the_first_look_is_announced(run: Terminal) -> None:
    """Who uses only the terminal has looked at nothing yet; `init` knew what stood there."""
    run.write("Notes/evil.md", LAW)
    waiting = run.json("review")["proposals"]
    assert [each["title"] for each in waiting] == ["The rule “Push” appeared outside the app"]


def test_law_that_the_owner_brings_along_is_known(run: Terminal, tmp_path: Path) -> None:
    run.vault = tmp_path / "own notes"
    run.write("law.md", LAW)
    assert run("init", "--ride", "all").code == 0
    assert run.json("review")["proposals"] == []
    run.write("other.md", LAW.replace(b"Push", b"Pull"))
    assert len(run.json("review")["proposals"]) == 1
