"""Homes of older and newer versions: brought up with a copy, or refused untouched."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.cli.main import main
from luminair.config import formats
from luminair.config.formats import STEPS, Step, bring_up, must_be_known, number_of
from luminair.config.settings import Settings
from luminair.errors import HomeNewer, LockBusy, WriteFailed

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)
SETTINGS = b'{"digest.cap": 9, "of a later version": [1]}\n'


@pytest.fixture
def old_home(home: Path) -> Path:
    """A home as the builds before the number left it, open to everyone."""
    home.chmod(0o755)
    (home / "settings.json").write_bytes(SETTINGS)
    (home / "window.json").write_bytes(b'{"panes": ["a"]}\n')
    (home / "settings.json").chmod(0o644)
    session = home / "sessions" / "20261101T0900-ab12"
    session.mkdir(parents=True)
    (session / "transcript.jsonl").write_bytes(b'{"is":"session","title":"kept"}\n')
    return home


@pytest.fixture
def newer_home(home: Path) -> Path:
    """A home that a later version has used, with files whose form nobody here knows."""
    (home / "format").write_bytes(b"7\n")
    (home / "settings.json").write_bytes(b"a form of settings that is yet to come")
    (home / "sessions").mkdir()
    return home


def _tree(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(file.relative_to(root)): (file.read_bytes(), file.stat().st_mtime_ns)
        for file in sorted(root.rglob("*"))
        if file.is_file()
    }


def test_an_old_home_is_brought_up_and_copied_before(old_home) -> None:
    before = _tree(old_home)
    copies = bring_up(old_home, NOW)
    assert copies == old_home / "backups" / "form-0-20261130T091500Z"
    assert (copies / "settings.json").read_bytes() == SETTINGS
    assert (copies / "window.json").read_bytes() == b'{"panes": ["a"]}\n'
    assert number_of(old_home) == len(STEPS)
    assert stat.S_IMODE(old_home.stat().st_mode) == 0o700
    assert stat.S_IMODE((old_home / "settings.json").stat().st_mode) == 0o600
    after = _tree(old_home)
    assert {name: after[name][0] for name in before} == {name: before[name][0] for name in before}
    assert Settings(old_home / "settings.json").number("digest.cap") == 9
    assert bring_up(old_home, NOW) is None  # once
    assert len(list((old_home / "backups").iterdir())) == 1


def test_a_new_home_gets_the_number_and_no_copies(tmp_path) -> None:
    root = tmp_path / "new" / "home"
    assert bring_up(root, NOW) is None
    assert [each.name for each in root.iterdir() if each.name != "format.lock"] == ["format"]


def test_each_step_is_taken_in_order_from_where_the_home_is(old_home) -> None:
    done: list[str] = []

    def rename(root: Path) -> None:
        done.append("two")
        (root / "settings.json").replace(root / "choices.json")

    steps = (
        Step(("window.json",), lambda _: done.append("one")),
        Step(("settings.json", "missing.json"), rename),
    )
    (old_home / "format").write_bytes(b"1\n")
    copies = bring_up(old_home, NOW, steps)
    assert done == ["two"]
    assert [each.name for each in copies.iterdir()] == ["settings.json"]
    assert (old_home / "choices.json").read_bytes() == SETTINGS
    assert number_of(old_home) == 2


def test_a_step_that_fails_leaves_number_and_copies(old_home) -> None:
    def fail(_: Path) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(WriteFailed, match="the disk is full"):
        bring_up(old_home, NOW, (Step(("settings.json",), fail),))
    assert number_of(old_home) == 0
    assert (old_home / "backups" / "form-0-20261130T091500Z" / "settings.json").exists()


def test_a_newer_home_is_refused_and_untouched(newer_home, vault, capsys) -> None:
    before = _tree(newer_home)
    with pytest.raises(HomeNewer, match=r"newer Luminair \(its form is 7, this one knows 1\)"):
        must_be_known(newer_home)
    with pytest.raises(HomeNewer):
        bring_up(newer_home, NOW)
    with pytest.raises(HomeNewer):
        bootstrap.open_desk(home=str(newer_home), vault=str(vault))
    for command in (["list"], ["add", "--title", "x"], ["doctor"], ["init", str(vault / "new")]):
        assert main([*command, "--home", str(newer_home), "--vault", str(vault)]) == 1
        assert "newer Luminair" in capsys.readouterr().err
    assert _tree(newer_home) == before
    assert not list(vault.iterdir())


@pytest.mark.parametrize("word", [b"", b"x", b"-1", b"1.5", b"\xff", b"\xc2\xb2", b"9" * 40])
def test_a_number_that_is_none(home, word) -> None:
    (home / "format").write_bytes(word)
    assert number_of(home) == (int(b"9" * 20) if word.startswith(b"9") else 0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_may_only_be_read_is_read(old_home) -> None:
    old_home.chmod(0o500)
    try:
        with pytest.raises((WriteFailed, LockBusy)):
            bring_up(old_home, NOW)
        assert number_of(old_home) == 0
    finally:
        old_home.chmod(0o700)


def test_the_number_of_this_version_is_the_number_of_its_steps() -> None:
    assert len(formats.STEPS) == 1  # a new step is a new number: then mend this line and the docs
