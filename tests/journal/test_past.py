"""A past message's blocks, from its receipt and the versions that were kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal import Kind, Scope
from luminair.journal.past import LOST
from luminair.journal.vault.receipts import Receipt, ReceiptRow

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal
    from luminair.journal.notes.note import Note


def receipt(*rows: ReceiptRow) -> Receipt:
    return Receipt("r1", "2026-09-17T11:00:00.000Z", "s1", "", "claude", "x", "", rows, 0, 0, 0)


def row(note: Note, block: str, **more: object) -> ReceiptRow:
    return ReceiptRow(note.key, note.path, note.sha256, note.title, block, **{"rode": True, **more})


def test_what_rode_is_built_again_in_the_versions_of_that_day(journal: Journal) -> None:
    law = journal.add(title="UTC", body="All times are UTC.\n", kind=Kind.RULE, scope=Scope.GLOBAL)
    pin = journal.pin(journal.add(title="Map", body="North is up.\n").note.key)
    note = journal.add(title="Tides", body="High at noon.\n", summary="High at noon.")
    lost = row(journal.add(title="Reef", body="Deep.\n").note, "notes", rode=True)
    then = receipt(
        row(law.note, "rules"),
        row(pin.note, "pins"),
        row(note.note, "notes"),
        ReceiptRow(lost.key, "Notes/gone.md", "0" * 64, "Reef", "notes"),
        row(note.note, "asks", rode=False),
    )
    before = journal.rode(then)
    for words in ("All times are UTC.", "North is up.", "High at noon.", f"Reef {LOST}"):
        assert words in before
    assert "\n| Map\n| North is up." in before, "a pin rides with its title"
    assert before.index("UTC") < before.index("North") < before.index("noon")
    journal.edit(law.note.key, body="All times are local.\n")
    journal.edit(note.note.key, title="Ebb")
    assert journal.rode(then) == before


def test_a_note_that_rode_as_its_title_is_told_so(journal: Journal, vault: Path) -> None:
    note = journal.add(title="Tides", body="High at noon.\n", summary="High at noon.").note
    long = journal.rode(receipt(row(note, "notes")))
    texts = {journal.rode(receipt(row(note, "notes", tokens=count))) for count in range(1, 40)}
    assert long in texts
    assert len(texts) == 2
    (vault / note.path).unlink()
    assert LOST in journal.rode(receipt(ReceiptRow(note.key, note.path, "", "Tides", "notes")))
