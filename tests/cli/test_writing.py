from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Terminal


def test_add_says_what_it_made(run: Terminal) -> None:
    made = run.json("add", "--title", "Use tabs", "--kind", "rule", "--body", "Tabs.", "--pinned")
    assert made.keys() >= {"id", "path", "kind", "scope", "said"}
    assert (made["kind"], made["scope"], made["said"]) == ("rule", "global", None)
    assert made["path"] == "Notes/Use tabs.md"
    assert made["pinned"]


@pytest.mark.usefixtures("project")
def test_scope_by_default(run: Terminal) -> None:
    def scope(*arguments: str) -> str:
        return run.json("add", "--title", "T", *arguments)["scope"]

    assert scope() == "global"
    assert scope("--cwd", ".") == "folder"
    assert scope("--cwd", ".", "--session", "s") == "session"
    assert scope("--cwd", ".", "--session", "s", "--scope", "global") == "global"


def test_a_doc_does_not_go_into_harness(run: Terminal) -> None:
    made = run.json("add", "--title", "Big", "--kind", "doc", "--folder", "Harness")
    assert made["path"] == "Notes/Big.md"
    assert "Harness" in made["said"]


def test_a_body_from_standard_input(run: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO("\ufeff日本語 → café\n".encode()), "cp932")
    monkeypatch.setattr("sys.stdin", stdin)
    note = run.add("T", "--body", "-")
    assert run.json("show", note)["body"].strip() == "日本語 → café"


@pytest.mark.parametrize("stdin", [None, io.TextIOWrapper(io.BytesIO(b"caf\xe9"))])
def test_no_body_to_be_had(
    run: Terminal, monkeypatch: pytest.MonkeyPatch, stdin: io.TextIOWrapper | None
) -> None:
    monkeypatch.setattr("sys.stdin", stdin)
    assert "Standard input" in run("add", "--title", "T", "--body", "-").sentence
    assert run.json("list") == []


def test_lone_surrogates_do_no_harm(run: Terminal) -> None:
    note = run.add("a\udcffb\ud800", "--body", "c\ud800", "--summary", "\udcff")
    assert run("show", note).code == 0
    assert run("search", "\ud800").code == 0
    assert run("digest", "--prompt", "\ud800 b").code == 0


def test_edit_changes_what_is_given(run: Terminal) -> None:
    note = run.add("Old", "--kind", "ask", "--body", "Text.")
    changed = run.json(
        "edit", note, "--title", "New", "--summary", "S.", "--status", "dropped",
        "--set", "color=blue", "--set", "overrides=20260101T0000-aaaa, b",
    )  # fmt: skip
    assert changed.keys() >= {"id", "path"}
    assert (changed["id"], changed["title"], changed["status"]) == (note, "New", "dropped")
    assert changed["overrides"] == ["20260101T0000-aaaa", "b"]
    raw = (run.vault / changed["path"]).read_text("utf-8")
    assert "color: blue\n" in raw
    assert "color" not in run("edit", note, "--set", "color=").out
    assert "color" not in (run.vault / changed["path"]).read_text("utf-8")


def test_pin_and_unpin_leave_the_same_bytes(run: Terminal) -> None:
    run.write("a.md", b"# A\r\n\r\ntext  \r\nno end")
    for _ in range(2):
        assert run.json("pin", "a.md")["pinned"]
    assert run.json("unpin", "a.md")["path"] == "a.md"
    assert (run.vault / "a.md").read_bytes() == b"# A\r\n\r\ntext  \r\nno end"


def test_close_an_ask(run: Terminal) -> None:
    ask = run.add("Fix it", "--kind", "ask")
    assert run.json("close", ask, "--outcome", "Done in v2")["status"] == "done"
    assert "Done in v2" in run.json("show", ask)["body"]
    assert "only asks" in run("close", run.add("Other")).sentence


@pytest.mark.parametrize(
    "arguments",
    [
        ("add",),
        ("add", "--title", " "),
        ("add", "--title", "T", "--scope", "session"),
        ("add", "--title", "T", "--folder", "../out"),
        ("add", "--title", "T", "--source", ""),
        ("edit", "x"),
        ("edit", "x", "--set", "novalue"),
        ("edit", "x", "--set", "a:b=c"),
        ("edit", "x", "--set", "Kind=rule"),
        ("edit", "x", "--title", ""),
        ("edit", "x", "--status", "closed"),
    ],
)
def test_wrong_usage_writes_nothing(run: Terminal, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.sentence
    assert done.code in {1, 2}
    assert run.json("list") == []


def test_broken_yaml_is_left_as_it_is(run: Terminal) -> None:
    data = b"---\ntitle: [never closed\n  - x: {\n---\nbody\n---\n"
    run.write("bad.md", data)
    run("list")
    done = run("edit", "bad.md", "--summary", "S")
    assert done.code in {0, 1}
    if done.code == 1:
        assert done.sentence
        assert (run.vault / "bad.md").read_bytes() == data
    else:
        assert b"[never closed\n  - x: {\n" in (run.vault / "bad.md").read_bytes()


def test_a_home_folder_is_refused_in_whole_sentences(
    run: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    told = run("add", "--title", "T", "--scope", "folder", "--cwd", str(tmp_path)).sentence
    assert told.startswith(f"'{tmp_path}' is never a project. Give a project folder")


def test_a_folders_note_is_of_the_folder_one_stands_in(run: Terminal, project: Path) -> None:
    made = run.json("add", "--title", "T", "--scope", "folder")
    assert (made["scope"], made["cwd"]) == ("folder", str(project))
    refused = run("add", "--title", "U", "--scope", "folder", "--cwd", "/nonexist")
    assert refused.code == 2
    assert refused.sentence == "There is no folder '/nonexist'; check --cwd."
    assert len(run.json("list")) == 1


def test_a_folder_that_is_not_there_is_never_taken(run: Terminal) -> None:
    for command in (
        ("add", "--title", "T", "--cwd", "/nonexist"),
        ("add", "--title", "T", "--cwd", "/nonexist", "--session", "s"),
        ("edit", run.add("U"), "--scope", "folder", "--cwd", "/nonexist"),
    ):
        done = run(*command)
        assert done.code == 2
        assert done.sentence == "There is no folder '/nonexist'; check --cwd."
    assert [each["title"] for each in run.json("list")] == ["U"]


_TOKEN = "ghp_" + "R4nD0mL3tt3rsAndD1g1ts" + "ForAT3stOnly16"


def test_a_secret_of_the_owners_stays_and_is_named(run: Terminal) -> None:
    done = run("add", "--title", "Deploy", "--body", f"The token is {_TOKEN}.", "--json")
    key = done.json["id"]
    assert done.err.count("\n") == 1
    assert done.err.startswith("This looks like it holds a secret (GitHub token)")
    assert f"luminair-journal edit {key} --body -" in done.err
    assert _TOKEN in run.json("show", key)["body"]
    assert run("edit", key, "--body", "The token is in the keychain.").err == ""
    assert "a secret (GitHub token)" in run("edit", key, "--summary", _TOKEN).err
    assert "a secret (" in run("add", "--title", "Staging password", "--body", "tulip-7-Osprey").err
    assert run("add", "--title", "Plain", "--body", "Tokens go to the keychain.").err == ""


def test_a_title_names_a_note_for_every_command(run: Terminal) -> None:
    key = run.add("Use UTC", "--kind", "ask", "--body", "All times.")
    other = run.add("Use local time", "--body", "Some times.")
    assert run.json("show", "use utc")["id"] == key
    assert run("show", "Use UTC", "--raw").out.endswith("All times.\n")
    assert run.json("pin", "Use UTC")["pinned"]
    assert not run.json("unpin", "Use UTC")["pinned"]
    assert run.json("edit", "Use UTC", "--summary", "S")["summary"] == "S"
    assert run.json("close", "Use UTC")["status"] == "done"
    version = run.json("history", "Use UTC")[-1]["version"]
    assert run.json("restore", "Use UTC", "--version", version)["id"] == key
    assert run.json("archive", "Use UTC")["id"] == key
    assert run.json("unarchive", "Use UTC")["id"] == key
    assert run.json("merge", "Use local time", "Use UTC")["id"] == other
    done = run("show", "Use nothing")
    assert done.code == 1
    assert done.sentence.startswith("No note has the id, path or title 'Use nothing'")


def test_of_several_notes_with_one_title_each_is_named(run: Terminal) -> None:
    one, two = run.add("Use UTC"), run.add("Use UTC", "--folder", "Elsewhere")
    done = run("pin", "Use UTC")
    assert done.code == 2
    assert done.sentence == (
        f"Several notes are called 'Use UTC'; give the id of one: {two} (Elsewhere/Use UTC.md), "
        f"{one} (Notes/Use UTC.md)."
    )
    assert not any(each["pinned"] for each in run.json("list"))
