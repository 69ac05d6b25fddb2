"""What the index does where the disk refuses, a note goes away, or it is torn."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from luminair.errors import NoteNotFound, WriteFailed
from luminair.journal.vault import (
    catalogue_file,
    commit,
    findings,
    freshness,
    refreshing,
    tree,
)
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.comparing import Comparing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.journal import Journal


@pytest.fixture
def catalogue(apple: Catalogue) -> Catalogue:
    return apple


def test_a_note_that_went_away_since_it_was_found(catalogue: Catalogue) -> None:
    catalogue.note = lambda _path: None  # type: ignore[method-assign]
    with pytest.raises(NoteNotFound, match=r"'a\.md' is gone"):
        catalogue.find("a.md")


def test_two_files_with_one_id_stay_two_where_one_changed(
    catalogue: Catalogue, vault: Path
) -> None:
    for name in ("a.md", "b.md"):
        (vault / name).write_text("---\nid: 20260825T2009-0a1b\n---\nOne.\n")
    catalogue.refresh()
    clashing = next(note for note in catalogue.notes() if note.clash)
    (vault / clashing.path).write_text("---\nid: 20260825T2009-0a1b\n---\nTwo.\n")
    assert catalogue.load(clashing.path).note.clash == clashing.clash


def test_an_index_that_breaks_while_it_is_read_again_is_made_anew(
    catalogue: Catalogue, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "b.md").write_text("berry\n")
    real = catalogue._refresher.touched

    def touched(_paths: list[str]) -> object:
        monkeypatch.setattr(catalogue._refresher, "touched", real)
        raise catalogue_file.IndexDamagedError("torn")

    monkeypatch.setattr(catalogue._refresher, "touched", touched)
    catalogue.touched(["b.md"])
    assert [note.path for note in catalogue.notes()] == ["a.md", "b.md"]


def test_an_index_of_other_words_is_made_anew(catalogue: Catalogue) -> None:
    catalogue._file._con.execute("INSERT OR REPLACE INTO stamp VALUES ('words', 'other')")
    catalogue._postings = None
    assert catalogue.postings.count == 1
    assert catalogue.postings.length(catalogue.postings.of("appl")[0][0]) > 0


def test_a_moment_of_a_torn_index_cannot_be_held(catalogue: Catalogue) -> None:
    catalogue._file.unpin()
    catalogue._file._con.execute("DROP TABLE state")
    with pytest.raises(catalogue_file.IndexDamagedError):
        catalogue._file.pin()
    catalogue.refresh()
    assert [note.path for note in catalogue.notes()] == ["a.md"]


def test_an_index_on_a_disk_that_is_only_read_goes_on_in_memory(
    vault: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "a.md").write_text("apple\n")
    first = Catalogue.open(vault, home / "index")
    first.refresh()
    first._file.unpin()
    first._file._con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    first.close()
    connect = catalogue_file._connect

    def refuses(path: Path | None) -> sqlite3.Connection:
        if path is not None:
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY
            raise error
        return connect(path)

    monkeypatch.setattr(catalogue_file, "_connect", refuses)
    second = Catalogue.open(vault, home / "index")
    try:
        assert not second._file.on_disk
        assert [note.path for note in second.notes()] == ["a.md"]  # copied, not read again
        second._file.to_memory()
        assert [note.path for note in second.notes()] == ["a.md"]
        assert second._file._copied_to_memory() is not None
        second._file._path = None
        assert second._file._copied_to_memory() is None
    finally:
        second.close()


def test_what_cannot_be_copied_into_memory_is_made_anew_there(catalogue: Catalogue) -> None:
    catalogue._file._con.execute("DELETE FROM stamp")
    catalogue._file.to_memory()
    catalogue.refresh()
    assert [note.path for note in catalogue.notes()] == ["a.md"]
    catalogue._file._con.close()
    catalogue._file.to_memory()
    catalogue.refresh()
    assert [note.path for note in catalogue.notes()] == ["a.md"]


def test_a_file_of_another_kind_among_the_index_is_left_in_it(vault: Path, home: Path) -> None:
    (home / "index").mkdir()
    made = Catalogue.open(vault, home / "index")
    made._file._con.execute("CREATE TABLE mine (x)")
    made._file.start_over()
    names = {name for (name,) in made._file.ask("SELECT name FROM sqlite_master")}
    assert {"mine", "state"} <= names
    made.close()


def test_too_many_verdicts_are_forgotten_again(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "MOST", 3)
    for number in range(8):
        catalogue.keep_verdict(f"{number:064x}", "f" * 64, same=True, rule="r")
        catalogue._findings.store()
    ((held,),) = catalogue._file.ask("SELECT count(*) FROM verdicts")
    assert held < 8


# --- Between two looks -----------------------------------------------------------------------


def test_a_path_that_never_was_changes_nothing(catalogue: Catalogue) -> None:
    changes = catalogue.touched(["never.md"])
    assert (changes.added, changes.changed, changes.removed) == ((), (), ())


def test_a_note_that_goes_while_it_is_read_is_gone(
    catalogue: Catalogue, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "b.md").write_text("berry\n")
    (vault / "a.md").write_text("apricot\n")
    real = refreshing.read_file

    def read(root: str, path: str, clock: Callable[[], int]) -> freshness.FileBytes:
        if path == "a.md":
            return freshness.FileBytes(None, freshness.NO_SIGN, 0, 0)
        return real(root, path, clock)

    monkeypatch.setattr(refreshing, "read_file", read)
    changes = catalogue.refresh()
    assert (changes.added, changes.removed) == (("b.md",), ("a.md",))


def test_words_of_the_index_are_counted_before_any_was_asked_for(catalogue: Catalogue) -> None:
    doc = catalogue.postings.of("appl")[0][0]
    catalogue._postings = None
    assert catalogue.postings.length(doc) > 0


def test_what_was_found_out_is_kept_in_memory_where_the_index_refuses(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue.keep_verdict("a" * 64, "b" * 64, same=True, rule="r")

    def refuses() -> None:
        raise catalogue_file.IndexNotWritableError("full")

    monkeypatch.setattr(catalogue._file, "writing", refuses)
    catalogue._findings.store()
    assert catalogue.verdict("a" * 64, "b" * 64, "r") is True
    catalogue._findings._moment = (-1, -1)
    catalogue._findings.keep_company({(1, 2): ()})  # type: ignore[dict-item]
    assert not catalogue._findings._company


def test_of_a_file_that_went_away_nothing_is_said_to_be_the_same(
    catalogue: Catalogue, vault: Path
) -> None:
    (vault / "b.md").write_text("berry\n")
    catalogue.refresh()
    one, other = catalogue.notes()
    comparing = Comparing(catalogue, nullcontext(), {})
    (vault / "b.md").unlink()
    assert not comparing.same(one, other)
    assert not comparing.versions(one, other)
    comparing._find_out([other])
    assert other.sha256 not in comparing._known


def test_a_folder_that_went_away_is_neither_shut_nor_synced(vault: Path) -> None:
    seen = tree.Look()
    tree._shut("Notes", FileNotFoundError(), seen, str(vault))
    assert seen.unreadable == []
    commit._sync_all([vault / "gone", vault])


def test_a_call_that_fails_under_the_lock_is_one_sentence(journal: Journal) -> None:
    with pytest.raises(WriteFailed, match="Notes"), journal._store._locked():
        raise OSError(errno.EIO, "Input/output error", "Notes")
