"""The folder that a look ahead is at is the one that the command opens."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from luminair.cli.looking import vault_of
from luminair.cli.main import main
from luminair.config.paths import find_home, find_vault
from luminair.config.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("settings", [None, "{", "[]", {"vault": 7}, {}, {"vault": "/set here"}])
@pytest.mark.parametrize("named", [None, "/by variable"])
@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["digest", "--prompt", "x"], None),
        (["digest", "--vault", "/asked for", "--prompt", "x"], "/asked for"),
        (["--vault=/asked for", "digest"], "/asked for"),
        (["digest", "--vault", "~/mine"], "~/mine"),
        (["digest", "--vault", "here/below"], "here/below"),
    ],
)
def test_it_is_the_vault_that_is_opened(
    arguments: list[str],
    given: str | None,
    named: str | None,
    settings: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LUMINAIR_HOME", str(tmp_path))
    monkeypatch.delenv("LUMINAIR_VAULT", raising=False)
    if named is not None:
        monkeypatch.setenv("LUMINAIR_VAULT", named)
    if settings is not None:
        text = settings if isinstance(settings, str) else json.dumps(settings)
        (tmp_path / "settings.json").write_text(text, encoding="utf-8")
    home = find_home(None)
    root, _ = find_vault(given, Settings(home.settings_file).text("vault"))
    assert vault_of(arguments) == str(root)


def test_a_home_that_is_named_has_settings_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUMINAIR_VAULT", raising=False)
    (tmp_path / "settings.json").write_text('{"vault": "/set here"}', encoding="utf-8")
    assert vault_of(["digest", "--home", str(tmp_path)]) == "/set here"
    assert vault_of(["digest", f"--home={tmp_path}", "--", "--vault", "/x"]) == "/set here"


@pytest.mark.usefixtures("person")
def test_a_home_that_cannot_be_read_is_no_missing_journal(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LUMINAIR_VAULT", raising=False)
    (home / "settings.json").mkdir()  # what nobody can read as a file
    assert main(["search", "x"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"Luminair's own folder '{home}' may not be read (")
    assert "or name the Journal with --vault." in said
