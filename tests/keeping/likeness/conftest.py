"""A real vault in a temp folder, opened as the house opens it, for tests of likeness."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Setup, init_vault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


@pytest.fixture
def journal(vault: Path, home: Path, person: Path) -> Iterator[Journal]:
    """The vault of this test, empty."""
    init_vault(vault, ride="all")
    numbers = itertools.count(1)
    found = Journal(
        Setup(
            root=vault,
            index=home / "index",
            home=str(person),
            now=lambda: NOW,
            draw=lambda: next(numbers) * 7919,
            machine="here",
        )
    )
    yield found
    found.close()


@pytest.fixture
def every_byte(vault: Path):
    """Answers all the owner's files of the vault with their bytes, machine files aside."""

    def look() -> dict[str, bytes]:
        return {
            file.relative_to(vault).as_posix(): file.read_bytes()
            for file in sorted(vault.rglob("*"))
            if file.is_file() and ".luminair" not in file.parts
        }

    return look
