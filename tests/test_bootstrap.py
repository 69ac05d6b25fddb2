"""What the composition root keeps in the home."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.journal import init_vault
from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from pathlib import Path


def machine_of(home: Path, vault: Path) -> str:
    journal = bootstrap.open_journal(home=str(home), vault=str(vault))
    journal.close()
    return journal.setup.machine


@pytest.mark.parametrize("raw", [b"\xff\n", b"", b"\0\0", b"../up\n", b"two words\n", b"x" * 5000])
def test_a_machines_name_that_is_none_is_drawn_anew(home: Path, vault: Path, raw: bytes) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "machine").write_bytes(raw)
    name = machine_of(home, vault)
    assert len(name) == 8
    assert (home / "machine").read_bytes() == f"{name}\n".encode()
    assert machine_of(home, vault) == name


def test_a_machines_name_stays(home: Path, vault: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "machine").write_bytes(b"studio-mac.2\n")
    assert machine_of(home, vault) == "studio-mac.2"


def test_a_home_that_may_not_be_looked_at_keeps_nobody_from_the_journal(
    home: Path, vault: Path
) -> None:
    init_vault(vault, ride="all")
    closed = Fault("closed", errno.EACCES, frozenset({"stat", "open", "mkdir"}))
    with Disk(home, closed, 1).failing():
        journal = bootstrap.open_journal(home=str(home), vault=str(vault))
        journal.add(title="Tea", body="At four.\n")
        assert [each.note.title for each in journal.listing()] == ["Tea"]
        journal.close()
