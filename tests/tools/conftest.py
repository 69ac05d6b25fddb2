"""A Journal that tools work on, and a model that calls them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Place, Setup, init_vault
from luminair.tools import Answer, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class Model:
    """Calls tools from one place.

    Attributes:
        journal: the vault.
        place: where its session stands.
        by: who it is.
    """

    journal: Journal
    place: Place
    by: str = "anthropic/opus"

    def __call__(self, name: str, **arguments: object) -> Answer:
        self.journal.refresh()
        return run(name, arguments, journal=self.journal, place=self.place, by=self.by)

    def told(self, name: str, **arguments: object) -> str:
        answer = self(name, **arguments)
        assert not answer.failed, answer.text
        return answer.text

    def refused(self, name: str, **arguments: object) -> str:
        """The one sentence of a call that came to nothing."""
        answer = self(name, **arguments)
        assert answer.failed, answer.text
        assert "\n" not in answer.text
        assert answer.text.endswith(".")
        return answer.text

    def write(self, path: str, text: str) -> None:
        """Puts a file into the vault as another program would."""
        file = self.journal.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "harbor"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def model(vault: Path, project: Path, person: Path, clock) -> Iterator[Model]:
    """A model in session ``s1``, in the project."""
    init_vault(vault, ride=None)
    numbers = iter(range(1, 10_000))
    journal = Journal(
        Setup(root=vault, index=None, home=str(person), now=clock, draw=lambda: next(numbers))
    )
    place, said = journal.place(session="s1", cwd=str(project))
    assert said == ""
    yield Model(journal, place)
    journal.close()
