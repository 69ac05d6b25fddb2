"""Real vaults in temp folders, for tests of the Journal's door."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Setup, init_vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


@pytest.fixture
def opened(vault: Path, home: Path, person: Path) -> Iterator[Callable[[], Journal]]:
    """Opens the vault, as often as a test likes."""
    init_vault(vault, ride="all")
    numbers = itertools.count(1)
    made: list[Journal] = []

    def open_it() -> Journal:
        found = Journal(
            Setup(
                root=vault,
                index=home / "index",
                home=str(person),
                now=lambda: NOW,
                draw=lambda: next(numbers) * 7919,
            )
        )
        made.append(found)
        return found

    yield open_it
    for each in made:
        each.close()


@pytest.fixture
def journal(opened: Callable[[], Journal]) -> Journal:
    return opened()
