"""Where the environment names no home folder, nothing is written in the root of the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from luminair.config.paths import find_home, find_vault, person
from luminair.errors import LuminairError

CLAIMED = ("HOME", "LUMINAIR_HOME", "LUMINAIR_VAULT", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR")
AT_ROOT = (".claude", ".claude.json", ".codex", ".gemini", ".local", "Documents")
OURS = ("hooks install claude --yes", "mcp install claude --yes", "hooks status", "mcp status")


def journal(words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in CLAIMED}  # noqa: TID251
    return subprocess.run(
        [sys.executable, "-m", "luminair.cli.main", *words.split()],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(Path(__file__).resolve().parents[2]), **more},
        input="{}",
        capture_output=True,
        text=True,
        check=False,
    )


def at_root() -> set[str]:
    return {name for name in AT_ROOT if Path("/", name).exists()}


@pytest.mark.parametrize("home", ["", "here"])
@pytest.mark.parametrize("words", [*OURS, "list", "init", "digest --prompt x", "import x"])
def test_a_command_says_one_sentence_and_writes_nothing(
    words: str, home: str, tmp_path: Path
) -> None:
    before = at_root()
    done = journal(words, tmp_path, HOME=home)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert f"The variable HOME is '{home}'" in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert at_root() == before


@pytest.mark.parametrize("words", OURS)
def test_settings_of_an_agent_are_left_alone_also_where_our_own_home_is_named(
    words: str, tmp_path: Path
) -> None:
    before = at_root()
    done = journal(words, tmp_path, HOME="", LUMINAIR_HOME=str(tmp_path / "home"))
    assert done.returncode == 1
    assert "The variable HOME is ''" in done.stderr
    assert at_root() == before


def test_what_needs_no_home_folder_works_all_the_same(tmp_path: Path) -> None:
    named = {"LUMINAIR_HOME": str(tmp_path / "home"), "LUMINAIR_VAULT": str(tmp_path / "vault")}
    for words in ("init", "add --title Tides --scope global --body High.", "search tides"):
        done = journal(words, tmp_path, HOME="", **named)
        assert (done.returncode, done.stderr) == (0, "")
    assert "Tides" in done.stdout


def test_the_hook_says_nothing_and_holds_nothing_up(tmp_path: Path) -> None:
    done = journal("hook --client claude", tmp_path, HOME="")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_the_app_does_not_open(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "luminair.shell.main"],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "HOME": "", "LUMINAIR_HOME": str(tmp_path)},  # noqa: TID251
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("luminair: The variable HOME is ''")
    assert list(tmp_path.iterdir()) == []


def test_a_tilde_needs_a_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert person() == tmp_path
    assert find_home("~/own").root == tmp_path / "own"
    monkeypatch.setenv("HOME", "")
    for ask in (
        lambda: find_home("~/own"),
        lambda: find_vault("~", ""),
        lambda: find_vault("", ""),
    ):
        with pytest.raises(LuminairError, match="The variable HOME"):
            ask()
    monkeypatch.delenv("HOME")
    assert person() == Path.home()
