"""A Journal as the terminal makes it, for what speaks to coding agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from tests.agents.hosting import Host

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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project's folder."""
    folder = tmp_path / "harbor"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def host(request: pytest.FixtureRequest, vault: Path, project: Path) -> Host:
    """A coding agent at work in the project."""
    request.getfixturevalue("journal")  # it makes the vault
    return Host(vault, project)
