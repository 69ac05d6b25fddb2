"""A key planted wherever it could come from: no file that we write holds it.

``test_keys_stay`` follows a key to its server; here it comes from the environment, a prompt, a
model, an import and a crash. What a person types stands in that session's transcript as typed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from typing import TYPE_CHECKING

import pytest

from luminair.cli.main import main
from luminair.shell.app import _log_to
from luminair.tools import run
from tests.agents.hosting import Host, settled
from tests.trust.running import tried
from tests.trust.world import make_world

if TYPE_CHECKING:
    from pathlib import Path

KEY = "sk-ant-api03-" + "Zq7wK2mVx9Lr4Tn8Bc3Hd6Yf1Jg5Ps0" * 3 + "-AbCdEfAA"
WORD = "kestrel" + "moor"
"""A password that is a plain word, so that only what stands around it gives it away."""
TOLD = (
    f"the database password is {WORD}",
    f"password: {WORD}",
    f"Passwort={WORD}",
    f"credentials: shop:{WORD}",
    f"- name: DB_PASSWORD\n  value: {WORD}",
    f"mysql -u shop -p{WORD} shop",
    f"| user | password |\n| --- | --- |\n| shop | {WORD} |",
    f"user,password\nshop,{WORD}",
    f"ALTER USER shop IDENTIFIED BY '{WORD}'",
    f'password: "ab;{WORD}"',
    f"password: |\n  {WORD}",
)
NAMES = (
    "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY",
    "OPENROUTER_API_KEY",
)  # fmt: skip


def must_be_nowhere(*folders: Path, secret: str = KEY) -> None:
    for folder in folders:
        for file in folder.rglob("*"):
            if file.is_file():
                assert secret.encode() not in file.read_bytes(), os.fspath(file)
            assert secret not in file.name, os.fspath(file)


@pytest.fixture
def made(vault: Path) -> Path:
    assert main(["--vault", str(vault), "init", str(vault)]) == 0
    return vault


def test_from_the_environment(made, home, person, tmp_path, monkeypatch) -> None:
    """Of every provider, with commands, the hook, a turn and the window."""
    for name in NAMES:
        monkeypatch.setenv(name, KEY)
    placed = ("--home", str(home), "--vault", str(made))
    for words in (
        ("add", "--title", "T", "--body", "x"),
        ("doctor",),
        ("context", "--prompt", "x"),
    ):
        tried(tmp_path, "journal", *placed, *words)
    tried(tmp_path, "turn", str(home), str(made), "journal-only", "meaning.search=off")
    tried(tmp_path, "app", *placed)
    host = Host(made, person)
    host.start()
    host.raw(b"{not json")  # it is logged
    assert settled((home / "logs" / "hook.log").is_file)
    must_be_nowhere(home, made, person)
    assert KEY not in (tmp_path / "record").read_text()


def test_from_a_prompt_that_a_hook_hears(made, home, person) -> None:
    host = Host(made, person)
    host.start()
    host.prompt(f"From now on always deploy with the key {KEY}, please.")
    assert settled(lambda: list(made.rglob("*deploy*")))
    host.event("SessionEnd")
    text = next(made.rglob("*deploy*")).read_text()
    assert "[secret:" in text
    must_be_nowhere(home, made, person)


def test_from_a_model_by_its_tools(tmp_path) -> None:
    world = make_world(tmp_path / "w" / "world")
    calls = [
        ("journal_remember", {"title": f"Key {KEY}", "body": f"It is {KEY}.", "scope": "global"}),
        (
            "journal_dead_end",
            {"title": f"{KEY}", "reason": f"{KEY} was refused.", "scope": "global"},
        ),
        ("journal_propose_rule", {"rule": f"Use {KEY}.", "reason": KEY, "scope": "global"}),
        ("journal_search", {"query": KEY}),
    ]
    with world.journal() as journal:
        place = journal.place(session="s1")[0]
        asks = [each.note.key for each in journal.listing() if each.note.kind.value == "ask"]
        calls.append(("journal_close_ask", {"id": asks[0], "outcome": f"Done with {KEY}."}))
        for name, arguments in calls:
            told = run(name, arguments, journal=journal, place=place, by="ollama/x").text
            assert KEY not in told or name == "journal_search"
    must_be_nowhere(world.place)


def test_from_an_import(made, home, tmp_path, capsys) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "note.md").write_text(f"---\ntitle: {KEY}\nsummary: {KEY}\n---\nKey {KEY}.\n")
    (source / "CLAUDE.md").write_text(f"Always deploy with {KEY}.\n")
    talk = {
        "title": f"About {KEY}",
        "id": "t1",
        "current_node": "b",
        "mapping": {
            "a": {"id": "a", "children": ["b"], "message": {
                "author": {"role": "user"}, "content": {"parts": [f"Use {KEY}"]}}},
            "b": {"id": "b", "parent": "a", "message": {
                "author": {"role": "assistant"}, "content": {"parts": [f"I used {KEY}"]}}},
        },
    }  # fmt: skip
    (tmp_path / "conversations.json").write_text(json.dumps([talk]))
    for path in (source, tmp_path / "conversations.json"):
        assert main(["--vault", str(made), "import", str(path), "--yes"]) == 0
    told = capsys.readouterr()
    assert "Masked before writing" in told.out
    must_be_nowhere(made, home)


@pytest.mark.parametrize("told", TOLD[::2])
def test_a_password_of_a_plain_word_from_a_prompt(made, home, person, told) -> None:
    """Not in the note, its title or its file's name, a receipt, the index or a log."""
    host = Host(made, person)
    host.start()
    host.prompt(f"From now on always deploy to the harbor staging box with this:\n\n{told}\n")
    assert settled(lambda: list(made.rglob("*harbor*")))
    host.event("SessionEnd")
    must_be_nowhere(home, made, person, secret=WORD)


def test_a_password_of_a_plain_word_from_a_model_by_its_tools(tmp_path) -> None:
    world = make_world(tmp_path / "w" / "world")
    with world.journal() as journal:
        place = journal.place(session="s1")[0]
        asks = [each.note.key for each in journal.listing() if each.note.kind.value == "ask"]
        for number, told in enumerate(TOLD):
            for name, arguments in (
                ("journal_remember", {"title": told, "body": told, "scope": "global"}),
                ("journal_dead_end", {"title": told, "reason": told, "scope": "global"}),
                ("journal_propose_rule", {"rule": told, "reason": told, "scope": "global"}),
            ):
                answer = run(name, arguments, journal=journal, place=place, by="ollama/x").text
                assert WORD not in answer
            if number == 0:
                closed = {"id": asks[0], "outcome": f"Done, {told}."}
                run("journal_close_ask", closed, journal=journal, place=place, by="ollama/x")
        labelled = {"title": "Harbor password", "body": WORD, "scope": "global"}
        run("journal_remember", labelled, journal=journal, place=place, by="ollama/x")
    must_be_nowhere(world.place, secret=WORD)


def test_a_password_of_a_plain_word_from_an_import(made, home, tmp_path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for number, told in enumerate(TOLD):
        (source / f"note{number}.md").write_text(f"# Note {number}\n\n{told}\n")
    (source / "titled.md").write_text(f"---\ntitle: the password is {WORD}\n---\nText.\n")
    (source / "Harbor password.md").write_text(f"{WORD}\n")
    (source / f"the password is {WORD}").mkdir()
    (source / f"the password is {WORD}" / f"password={WORD}.md").write_text("Text.\n")
    (source / "CLAUDE.md").write_text(f"Log in with user shop and password {WORD}.\n")
    assert main(["--vault", str(made), "import", str(source), "--yes"]) == 0
    assert main(["--vault", str(made), "search", "database password"]) == 0
    must_be_nowhere(made, home, secret=WORD)


def test_from_a_crash(home, tmp_path) -> None:
    """What goes wrong is kept with its traceback, in the app and in a command."""
    error = RuntimeError(f"401 for key {KEY}")
    _log_to(home / "logs")("".join(traceback.format_exception(error)))
    assert "401 for key [secret:" in (home / "logs" / "luminair.jsonl").read_text()
    code = f"""
import sys
from luminair.cli import notes, main
def broken(call): raise RuntimeError({KEY!r})
notes.COMMANDS["list"] = broken
sys.exit(main.main(["--vault", {str(tmp_path)!r}, "list"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert KEY not in done.stdout + done.stderr
    must_be_nowhere(home)
