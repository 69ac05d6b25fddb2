"""The Bin of a vault: what is in it, what comes back, and what is deleted for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import open_journal
from luminair.errors import NoteNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.journal import Journal


@pytest.fixture
def journal(home: Path, vault: Path) -> Iterator[Journal]:
    found = open_journal(home=str(home), vault=str(vault))
    yield found
    found.close()


def titles(journal: Journal) -> list[str]:
    return [each.note.title for each in journal.bin.listing()]


def test_what_is_removed_lies_in_the_bin_and_comes_back_with_its_bytes(journal: Journal) -> None:
    note = journal.add(title="Gone", body="Words.  \n", folder="Notes/deep").note
    before = journal.file_bytes(note.path)
    journal.remove([note.path])
    [entry] = journal.bin.listing()
    assert (entry.note.title, entry.note.path) == ("Gone", note.path)
    assert entry.at.endswith("Z")
    operation, paths = journal.bin.bring_back([entry])
    assert paths == [note.path]
    assert journal.file_bytes(note.path) == before
    assert journal.find(note.id or "").path == note.path
    assert journal.bin.listing() == []
    journal.undo(operation)
    assert titles(journal) == ["Gone"]


def test_an_undo_takes_it_out_of_the_bin_and_a_redo_puts_it_back(journal: Journal) -> None:
    note = journal.add(title="Gone").note
    operation = journal.remove([note.path])
    undone = journal.undo(operation).undone_by
    assert titles(journal) == []
    journal.undo(undone)
    assert titles(journal) == ["Gone"]


def test_a_file_without_an_id_is_known_by_its_path_and_bytes(journal: Journal) -> None:
    file = journal.root / "Plain.md"
    file.write_text("# Plain\n", encoding="utf-8")
    journal.refresh()
    journal.remove(["Plain.md"])
    assert titles(journal) == ["Plain"]
    file.write_text("# Another\n", encoding="utf-8")
    journal.refresh()
    [entry] = journal.bin.listing()
    _, paths = journal.bin.bring_back([entry])
    assert paths == ["Plain 2.md"]
    assert file.read_text("utf-8") == "# Another\n"
    assert journal.bin.listing() == []


def test_several_come_back_in_one_step(journal: Journal) -> None:
    notes = [journal.add(title=f"Note {at}").note.path for at in range(3)]
    journal.remove(notes)
    operation, _ = journal.bin.bring_back(journal.bin.listing())
    assert sorted(each.note.title for each in journal.listing()) == ["Note 0", "Note 1", "Note 2"]
    journal.undo(operation)
    assert len(journal.bin.listing()) == 3


def test_emptying_deletes_and_leaves_no_folder(journal: Journal) -> None:
    one, two = (journal.add(title=title).note.path for title in ("One", "Two"))
    journal.remove([one])
    journal.remove([two])
    newest, oldest = journal.bin.listing()
    assert [newest.note.title, oldest.note.title] == ["Two", "One"]
    assert journal.bin.empty([newest]) == 1
    assert titles(journal) == ["One"]
    assert journal.bin.empty([newest, oldest]) == 1
    assert list((journal.root / ".luminair/trash").iterdir()) == []
    with pytest.raises(NoteNotFound, match="not in the Bin any more"):
        journal.bin.bring_back([oldest])
    assert journal.listing() == []


def test_nothing_outside_of_the_bin_is_read_or_deleted(journal: Journal, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "Secret.md").write_text("# Secret\n", encoding="utf-8")
    journal.remove([journal.add(title="Gone").note.path])
    trash = journal.root / ".luminair/trash"
    op = next(trash.iterdir())
    (op / "Notes" / "Linked.md").symlink_to(outside / "Secret.md")
    (op / "Folder").symlink_to(outside)
    (trash / "20260101T000000000Z-0000").symlink_to(outside)
    (trash / "no operation").mkdir()
    (trash / "no operation" / "Odd.md").write_text("# Odd\n", encoding="utf-8")
    assert titles(journal) == ["Gone"]
    journal.bin.empty(journal.bin.listing())
    assert (outside / "Secret.md").exists()


def test_a_file_that_is_no_note_is_in_the_bin_too(journal: Journal) -> None:
    (journal.root / "Bytes.md").write_bytes(b"caf\xe9")
    journal.refresh()
    journal.remove(["Bytes.md"])
    [entry] = journal.bin.listing()
    assert entry.note.damage
    journal.bin.bring_back([entry])
    assert (journal.root / "Bytes.md").read_bytes() == b"caf\xe9"
