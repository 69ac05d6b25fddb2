"""The command line as a test uses it: in this process, with what it printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from luminair.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code in {0, 1}, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """What went wrong: one line, never a traceback."""
        assert self.code in {1, 2}
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        assert self.err.rstrip().endswith((".", "?"))
        return self.err.strip()


class Terminal:
    """Runs commands on one vault."""

    def __init__(self, vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault = vault
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Done:
        code = main(["--vault", str(self.vault), *arguments])
        out, err = self._capsys.readouterr()
        return Done(code, out, err)

    def json(self, *arguments: str) -> Any:
        return self(*arguments, "--json").json

    def add(self, title: str, *arguments: str) -> str:
        """Files a note; its id."""
        return self.json("add", "--title", title, *arguments)["id"]

    def write(self, path: str, data: bytes) -> None:
        """Puts a file into the vault as another program would."""
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


@pytest.fixture
def run(vault: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """The command line on an empty vault that ``init`` made."""
    terminal = Terminal(vault, capsys)
    assert terminal("init", str(vault)).code == 0
    return terminal


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository, and the current folder."""
    folder = tmp_path / "harbor"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder
