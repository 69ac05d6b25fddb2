"""What is cleared away in time is cleared by what is known: a part unread, and nothing goes.

A folder stands in a file's place; that reads like a file on a disk that has a fault.
"""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.errors import VaultUnreadable
from luminair.journal.vault.store import Store
from tests.trust.world import RECEIPT, World, make_world

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("world") / "world")


def aged(vault: Path) -> list[Path]:
    """The earlier versions, all of them long there."""
    kept = sorted((vault / ".luminair" / "history").iterdir())
    for file in kept:
        os.utime(file, (1, 1))
    assert kept
    return kept


@pytest.mark.parametrize("name", ["operations/other.jsonl", "kept/other.json"])
def test_no_version_goes_where_what_needs_it_cannot_be_read(template: World, name: str) -> None:
    world = template.fresh()
    kept = aged(world.vault)
    unread = world.vault / ".luminair" / name
    unread.mkdir(parents=True)
    store = Store(
        world.vault,
        now=lambda: world.now() + timedelta(days=90),
        draw=world.draw,
        by="owner",
        machine="mac",
    )
    with pytest.raises(VaultUnreadable, match="nothing was changed"):
        store.prune(set())
    assert all(file.exists() for file in kept)
    unread.rmdir()
    store.prune(set())
    assert not any(file.exists() for file in kept)


def test_an_earlier_version_is_not_said_to_be_gone_where_it_cannot_be_read(
    template: World,
) -> None:
    world = template.fresh()
    unread = world.vault / ".luminair" / "operations" / "other.jsonl"
    with world.journal() as journal:
        unread.mkdir()
        with pytest.raises(VaultUnreadable, match="cannot be read"):
            journal.history("Notes/Lamp oil.md")
        with pytest.raises(VaultUnreadable, match="nothing was changed"):
            journal.undo()
        unread.rmdir()
        (version,) = journal.history("Notes/Lamp oil.md")
        file = world.vault / ".luminair" / "history" / version.sha256
        file.unlink()
        file.symlink_to(file.name)  # a link that leads to itself
        with pytest.raises(VaultUnreadable, match="cannot be read"):
            journal.history("Notes/Lamp oil.md")


def test_no_receipt_goes_where_receipts_cannot_be_read(template: World) -> None:
    world = template.fresh()
    receipts = world.receipts()
    unread = receipts.folder / "2026-08-24.jsonl"
    unread.mkdir()
    with pytest.raises(VaultUnreadable, match=r"receipts in .* cannot be read"):
        receipts.prune(world.now(), age=timedelta(days=0), most=0)
    with pytest.raises(VaultUnreadable, match=r"receipts in .* cannot be read"):
        receipts.versions_named()
    assert receipts.read(RECEIPT.id).rows
    unread.rmdir()
    assert receipts.versions_named() == {"a" * 64}
