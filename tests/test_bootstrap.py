"""What the composition root keeps in the home."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap

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
