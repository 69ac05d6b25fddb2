from __future__ import annotations

import io
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Terminal


@pytest.mark.usefixtures("project")
def test_digest_has_every_field(run: Terminal) -> None:
    rule = run.add("Always test", "--kind", "rule", "--body", "Run the tests.")
    note = run.add("Tides", "--cwd", ".", "--body", "The tide table is in data/tides.csv.")
    digest = run.json("digest", "--prompt", "where is the tide table")
    assert digest.keys() >= {"text", "tokens", "bytes", "blocks", "left_out", "took_ms"}
    assert digest["bytes"] == len(digest["text"].encode())
    blocks = {block["name"]: block for block in digest["blocks"]}
    for block in blocks.values():
        assert block.keys() >= {"name", "text", "tokens", "bytes", "notes"}
        assert block["text"] in digest["text"]
    assert [each["id"] for each in blocks["rules"]["notes"]] == [rule]
    assert [each["id"] for each in blocks["notes"]["notes"]] == [note]
    assert run("digest", "--prompt", "where is the tide table").out == digest["text"]


def test_a_digest_loads_neither_meaning_nor_likeness(run: Terminal, project: Path) -> None:
    run.add("Tides", "--cwd", ".", "--body", "The tide table is in data/tides.csv.")
    command = ["digest", "--prompt", "tide table", "--vault", str(run.vault), "--cwd", str(project)]
    script = (
        "import sys; before = set(sys.modules); from luminair.cli.main import main;"
        "main(sys.argv[1:]); print(*(set(sys.modules) - before))"
    )
    ask = [sys.executable, "-c", script, *command]
    # A note that was written just now is read once more before its sign can be believed.
    for _ in range(2):
        done = subprocess.run(ask, capture_output=True, text=True, check=True)
    text, _, modules = done.stdout.rstrip().rpartition("\n")
    assert "The tide table is in" in text
    unwanted = (
        "luminair.embedding",
        "luminair.journal.ranking.likeness",
        "luminair.journal.answers",
        "luminair.journal.vault.catalogue_segments",
        "luminair.journal.vault.inside",
        "luminair.journal.writes",
        # Each takes as long as some hundred notes; `bare`, `dates` and `late_path` stand in.
        "datetime",
        "json",
        "pathlib",
        "sqlite3",
        "threading",
        "typing",
    )
    assert not [name for name in modules.split() if name.startswith(unwanted)]


@pytest.mark.usefixtures("project")
def test_digest_takes_the_current_folder(run: Terminal, tmp_path: Path) -> None:
    run.add("Tides", "--cwd", ".", "--kind", "ruledout")
    assert "Tides" in run.json("digest", "--prompt", "hm")["text"]
    other = tmp_path / "other"
    other.mkdir()
    assert run.json("digest", "--prompt", "hm", "--cwd", str(other))["text"] == ""


def test_digest_where_the_current_folder_is_gone(run: Terminal, project: Path) -> None:
    run.add("Rule", "--kind", "rule")
    (project / ".git").rmdir()
    project.rmdir()
    assert "Rule" in run("digest", "--prompt", "x").out


def test_an_empty_vault_gives_an_empty_digest(run: Terminal) -> None:
    assert run("digest", "--prompt", "anything").out == ""
    assert run.json("digest", "--prompt", "anything")["blocks"] == []


@pytest.mark.usefixtures("project")
def test_digest_explains(run: Terminal) -> None:
    run.add("Tides", "--body", "The tide table.")
    done = run("digest", "--prompt", "tide table", "--explain").out
    assert "Why (" in done
    assert "rank 1" in done


def test_a_prompt_from_standard_input(run: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    note = run.add("潮位表", "--body", "日本語 café")
    stdin = io.TextIOWrapper(io.BytesIO('日本語" → café \xff'.encode() + b"\xff"), "cp932")
    monkeypatch.setattr("sys.stdin", stdin)
    blocks = run.json("digest", "--prompt", "-")["blocks"]
    assert note in [each["id"] for block in blocks for each in block["notes"]]


@pytest.mark.usefixtures("project")
def test_context_has_every_field(run: Terminal) -> None:
    run.add("Always test", "--kind", "rule", "--body", "Run the tests.")
    sheet = run.json("context", "--prompt", "hello")
    assert sheet.keys() >= {"window", "total_tokens", "total_bytes", "rows", "harness_left_out"}
    fields = {"name", "tokens", "exact", "bytes", "share", "built", "optional", "text", "rows"}
    assert all(row.keys() >= fields for row in sheet["rows"])
    assert sum(row["tokens"] for row in sheet["rows"]) == sheet["total_tokens"]
    assert sum(row["bytes"] for row in sheet["rows"]) == sheet["total_bytes"]
    table = run("context", "--prompt", "hello").out
    for row in sheet["rows"]:
        assert row["name"] in table
    assert run("context", "--prompt", "x", "--lane", "no such lane").sentence


def test_harness(run: Terminal) -> None:
    bundled = run.json("harness")
    assert bundled
    assert all(file["bundled"] and file["verdict"] == "rides" for file in bundled)
    run.write("Harness/a.md", b"Be brief.")
    run.write("Harness/b.md", b"---\nkind: DOC\n---\nReference.")
    run.write("Harness/c.md", b"x" * (24 * 1024 + 1))
    run.write("Harness/d.md", b"---\nid: x\n---\n")
    run.write("Harness/e.md", b"\xff")
    files = run.json("harness")
    assert all(file.keys() >= {"path", "verdict", "bytes", "bundled"} for file in files)
    assert [file["verdict"] for file in files] == ["rides", "doc", "oversized", "empty", "damaged"]
    assert "oversized" in run("harness").out


def test_a_prompt_is_needed(run: Terminal) -> None:
    assert run("digest").code == 2
    assert run("context").code == 2


def test_what_a_message_carries_is_told_without_what_only_a_turn_needs(
    run: Terminal, project: Path
) -> None:
    run.add("Tides", "--cwd", ".", "--body", "The tide table is in data/tides.csv.")
    script = (
        "import sys; from luminair.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    )
    command = ["context", "--prompt", "tides", "--vault", str(run.vault), "--cwd", str(project)]
    done = subprocess.run(
        [sys.executable, "-c", script, *command], capture_output=True, text=True, check=True
    )
    text, _, modules = done.stdout.rstrip().rpartition("\n")
    assert text.startswith("Context budget: ")
    unwanted = (
        "httpx",
        "luminair.desk",
        "luminair.keeping.capture_",
        "luminair.keeping.distill.text",
        "luminair.keeping.secrets.masking",
        "luminair.lanes.http",
        "luminair.lanes.openai",
        "luminair.reviewing",
    )
    assert not [name for name in modules.split() if name.startswith(unwanted)]
