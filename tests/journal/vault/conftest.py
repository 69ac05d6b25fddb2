"""A catalogue, and a folder for repositories, as these tests need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.repositories import Found, find_project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def catalogue(vault: Path, index: Path) -> Iterator[Catalogue]:
    made = Catalogue.open(vault, index)
    yield made
    made.close()


@pytest.fixture
def apple(vault: Path, home: Path) -> Iterator[Catalogue]:
    """A catalogue of one note, which says 'apple'."""
    (vault / "a.md").write_text("apple\n")
    made = Catalogue.open(vault, home / "index")
    made.refresh()
    yield made
    made.close()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = (tmp_path / "work").resolve()
    folder.mkdir()
    return folder


@pytest.fixture
def find(person: Path):
    def ask(folder: Path | str, **values: object) -> Found:
        return find_project(str(folder), home=str(person), **values)

    return ask
