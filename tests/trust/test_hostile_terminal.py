"""Whatever a note is called: no command lets it steer the owner's terminal, or breaks by it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from luminair.cli.main import main
from tests.trust.hostile import SIGN, STEERING, TEXTS, plant

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = ("terminal", "unseen", "line breaks", "format", "our head")
COMMANDS = [
    ["list"],
    ["list", "--state", "all"],
    ["list", "--state", "held"],
    ["search", SIGN],
    ["search", SIGN, "--explain", "--archived"],
    ["digest", "--prompt", f"the {SIGN}", "--explain"],
    ["context", "--prompt", f"the {SIGN}"],
    ["harness"],
    ["doctor"],
    ["doctor", "--exam"],
    ["stale"],
    ["promote"],
    ["distill", "--dry-run"],
    ["review"],
    ["embed", "--status"],
    ["hooks", "status", "claude"],
    ["archive", "--folder", "Notes", "--dry-run"],
]


@pytest.fixture
def planted(vault: Path, request: pytest.FixtureRequest) -> Path:
    assert main(["--vault", str(vault), "init", str(vault), "--ride", "all"]) == 0
    text = TEXTS[request.param]
    plant(vault, text)
    (vault / "Harness").mkdir()
    (vault / "Harness" / "h.md").write_text(text + "\n", "utf-8", errors="replace")
    quoted = json.dumps(text)
    law = f"---\nkind: rule\nscope: global\ntitle: {quoted}\nsummary: {quoted}\n---\n{text}\n"
    (vault / "Law.md").write_text(law, "utf-8", errors="replace")
    broken = f"---\ntitle: {quoted}\n---\n---\ntitle: x\n---\n".encode("utf-8", "replace")
    (vault / "Broken.md").write_bytes(broken)
    return vault


def ran(vault: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> str:
    capsys.readouterr()
    code = main(["--vault", str(vault), *words])
    out, err = capsys.readouterr()
    assert code in {0, 1, 2}, (words, err)
    assert "Traceback" not in err
    steering = STEERING.intersection(out + err)
    assert not steering, (words, sorted(map(ascii, steering)), ascii(out + err)[:400])
    return out


@pytest.mark.parametrize("planted", HOSTILE, indirect=True)
def test_no_command_that_prints_lets_a_note_steer_the_terminal(planted, capsys) -> None:
    notes = json.loads(ran(planted, capsys, ["list", "--state", "all", "--json"]))
    assert len(notes) >= 7
    for words in COMMANDS:
        ran(planted, capsys, words)
        out = ran(planted, capsys, [*words, "--json"])
        for line in out.splitlines():
            json.loads(line)
    for note in notes:
        for words in (["show"], ["history"]):
            ran(planted, capsys, [*words, note["path"]])
            ran(planted, capsys, [*words, note["path"], "--json"])


@pytest.mark.parametrize("planted", HOSTILE, indirect=True)
def test_no_command_that_writes_does_either(planted, capsys) -> None:
    text = TEXTS["terminal"].replace("\0", "") + "\u202e"
    ran(planted, capsys, ["add", "--title", text, "--summary", text, "--body", text])
    paths = [each["path"] for each in json.loads(ran(planted, capsys, ["list", "--json"]))]
    note = next(path for path in paths if "/note" in path and "pin" not in path)
    other = next(path for path in paths if "/doc" in path)
    for words in (
        ["pin", note],
        ["unpin", note],
        ["edit", note, "--title", text],
        ["close", next(path for path in paths if "/ask" in path), "--outcome", text],
        ["merge", note, other],
        ["archive", next(path for path in paths if "/ruledout" in path)],
        ["undo"],
        ["undo"],
        ["show", text],
        ["history", text],
        ["review", "--approve", text],
        ["import", str(planted), "--dry-run"],
        ["add", "--title", "x", "--folder", f"../{text}"],
        ["search", text],
        ["show", note[:6]],
    ):
        ran(planted, capsys, words)


def test_json_says_the_same_though_it_is_escaped(planted_json, capsys) -> None:
    vault, title = planted_json
    (note,) = json.loads(ran(vault, capsys, ["list", "--json"]))
    assert note["title"] == title


@pytest.fixture
def planted_json(vault: Path) -> tuple[Path, str]:
    assert main(["--vault", str(vault), "init", str(vault), "--ride", "all"]) == 0
    title = "a\u202eb\u2066 é 日本"
    (vault / "n.md").write_text(f"---\ntitle: {json.dumps(title)}\n---\nText.\n", "utf-8")
    return vault, title
