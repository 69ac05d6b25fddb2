"""A Journal as the terminal makes it, for what speaks to coding agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.journal import Journal


@pytest.fixture
def journal(home: Path, vault: Path) -> Iterator[Journal]:
    """An empty Journal at ``vault``, which is the default of ``home``."""
    bootstrap.init(str(vault), home=str(home), vault=None, ride="none")
    opened = bootstrap.open_journal(home=str(home), vault=str(vault))
    yield opened
    opened.close()
