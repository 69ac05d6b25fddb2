"""What the vault's own parts do where the disk refuses, a file goes away, or a store is torn."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, NoteNotFound, VaultUnreadable, WriteFailed
from luminair.journal.vault import (
    catalogue_file,
    commit,
    findings,
    freshness,
    git_folders,
    refreshing,
    tree,
)
from luminair.journal.vault import vector_file as vectors
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.comparing import Comparing
from luminair.journal.vault.embedder_rest import FILE, EmbedderRest
from luminair.journal.vault.folders import empty_folders, make_folder
from luminair.journal.vault.freshness import read_file
from luminair.journal.vault.pending import may_be_there
from luminair.journal.vault.repositories import Repositories
from luminair.journal.vault.store import _place_of
from luminair.journal.vault.vector_rows import _short, open_rows
from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from luminair.journal import Journal

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


def refusing(
    root: Path, *calls: str, code: int = errno.EIO, at: int = 1, once: bool = False
) -> AbstractContextManager[Disk]:
    """The disk below ``root`` refuses these calls."""
    return Disk(root, Fault("broken", code, frozenset(calls), once=once), at).failing()


@pytest.fixture
def catalogue(vault: Path, home: Path) -> Iterator[Catalogue]:
    (vault / "a.md").write_text("apple\n")
    made = Catalogue.open(vault, home / "index")
    made.refresh()
    yield made
    made.close()


# --- Files and folders -----------------------------------------------------------------------


def test_a_folder_that_cannot_be_made_is_said(vault: Path) -> None:
    with refusing(vault, "mkdir"), pytest.raises(WriteFailed):
        make_folder(vault, "Notes/new")


def test_a_folder_that_cannot_be_listed_is_not_told_empty(vault: Path) -> None:
    (vault / "Empty").mkdir()
    assert empty_folders(vault) == ["Empty"]
    with refusing(vault, "scandir"):
        assert empty_folders(vault) == []


def test_a_note_that_cannot_be_read_just_now_keeps_its_times(vault: Path) -> None:
    (vault / "a.md").write_text("apple\n")
    with refusing(vault, "read", code=errno.EACCES, once=True):
        found = read_file(str(vault), "a.md", lambda: 0)
    assert (found.raw, found.reason) == (None, "cannot be read (permission denied)")
    assert found.mtime_ns == (vault / "a.md").stat().st_mtime_ns
    with refusing(vault, "read", "lstat", code=errno.EACCES):
        found = read_file(str(vault), "a.md", lambda: 0)
    assert (found.mtime_ns, found.reason) == (0, "cannot be read (permission denied)")
    assert read_file(str(vault), "gone.md", lambda: 0).reason == ""


def test_a_file_that_is_written_all_the_time_is_taken_as_it_is(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = vault / "a.md"
    file.write_bytes(b"x")
    pieces = freshness._pieces

    def grows(handle: int, size: int) -> Iterator[bytes]:
        yield from pieces(handle, size)
        with file.open("ab") as more:
            more.write(b"y")

    monkeypatch.setattr(freshness, "_pieces", grows)
    found = read_file(str(vault), "a.md", lambda: 0)
    assert found.raw is not None
    assert found.raw.startswith(b"xy")
    assert found.sign == freshness.NO_SIGN


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="this system tells no handle's name")
def test_a_listing_that_breaks_off_is_a_folder_that_cannot_be_read(vault: Path) -> None:
    (vault / "Notes").mkdir()
    (vault / "Notes" / "a.md").write_text("a\n")
    real = os.scandir
    broken = {"Notes"}

    def scandir(handle: int) -> object:
        if Path(f"/proc/self/fd/{handle}").readlink().name in broken:
            raise OSError(errno.EIO, "Input/output error")
        return real(handle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "scandir", scandir)
        assert tree.look(str(vault)).unreadable == [
            ("Notes", "the folder cannot be read (input/output error)")
        ]
        broken.add(vault.name)
        with pytest.raises(VaultUnreadable, match="check the folder's permissions"):
            tree.look(str(vault))


def test_a_file_that_goes_between_listing_and_look_is_gone(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.md", "b.md"):
        (vault / name).write_text("x\n")
    real = os.stat

    def stat(path: object, *words: object, **named: object) -> object:
        if path == "a.md":
            raise FileNotFoundError(errno.ENOENT, "gone")
        return real(path, *words, **named)

    monkeypatch.setattr(os, "stat", stat)
    assert [sign.path for sign in tree.look(str(vault)).files] == ["b.md"]


def test_numbers_of_a_network_disk_are_cut_to_what_an_index_holds() -> None:
    state = SimpleNamespace(st_mtime_ns=1 << 64, st_ctime_ns=7, st_size=5, st_ino=(1 << 64) - 1)
    assert all(abs(number) < 1 << 63 for number in tree.sign_of(state))  # type: ignore[arg-type]


def test_a_note_that_icloud_keeps_away_is_named(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "a.md").write_text("x\n")
    monkeypatch.setattr(tree, "_ASKS_CLOUD", True)
    monkeypatch.setattr(tree, "_SF_DATALESS", 1)

    class State:
        """As a Mac tells a file whose bytes are in iCloud."""

        st_flags = 1
        st_mode = 0o100644

    real = os.stat

    def stat(path: object, *words: object, **named: object) -> object:
        return State() if path == "a.md" else real(path, *words, **named)

    monkeypatch.setattr(os, "stat", stat)
    assert tree.look(str(vault)).unreadable == [("a.md", tree._IN_CLOUD)]
    seen = tree.Look()
    tree._take("Notes/a.md", State(), seen)  # type: ignore[arg-type]
    assert seen.unreadable == [("Notes/a.md", tree._IN_CLOUD)]
    assert not seen.folders


# --- Operations and the Bin ------------------------------------------------------------------


def test_what_is_pending_is_believed_to_be_there_unless_it_is_not(tmp_path: Path) -> None:
    pending = tmp_path / "op.json"
    assert not may_be_there(pending)
    pending.touch()
    assert may_be_there(pending)


def test_a_refusal_names_the_file_where_the_system_does(tmp_path: Path) -> None:
    assert _place_of(OSError(errno.EIO, "x", "a/b"), tmp_path) == tmp_path / "a/b"
    assert _place_of(OSError(errno.EIO, "x"), tmp_path) == tmp_path


def test_the_bin_is_empty_where_it_cannot_be_read(journal: Journal, vault: Path) -> None:
    note = journal.add(title="Gone").note
    journal.remove([note.path])
    [entry] = journal.bin.listing()
    assert entry.key.endswith(note.path)
    with refusing(vault, "unlink", "remove"), pytest.raises(WriteFailed):
        journal.bin.empty([entry])
    assert journal.bin.listing() == [entry]
    with refusing(vault, "scandir", "listdir"):
        assert journal.bin.listing() == []
    journal._made_bin = None  # one that has not read it yet
    with refusing(vault, "read"):
        assert journal.bin.listing() == []
    trash = vault / ".luminair" / "trash"
    trash.rename(vault / "elsewhere")
    trash.symlink_to(vault / "elsewhere")
    assert journal.bin.listing() == []


def test_an_unfinished_operation_cannot_be_looked_for(journal: Journal, vault: Path) -> None:
    journal.add(title="One")
    with refusing(vault, "listdir", "scandir"), pytest.raises(LuminairError) as said:
        journal.add(title="Two")
    assert str(said.value).endswith(".")


def test_operations_that_cannot_be_listed_are_none_for_a_listing(
    journal: Journal, vault: Path
) -> None:
    journal.add(title="One")
    log = journal._store._log
    with refusing(vault, "listdir"):
        assert log.records() == []
        with pytest.raises(VaultUnreadable):
            log.all_records()
    with refusing(vault, "read"):
        assert log.records() == []
        with pytest.raises(VaultUnreadable):
            log.all_records()


# --- The index -------------------------------------------------------------------------------


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


# --- Meaning ---------------------------------------------------------------------------------


def test_the_embedders_rest_is_remembered_also_without_a_folder(tmp_path: Path) -> None:
    for rest in (EmbedderRest(None), EmbedderRest(tmp_path / "index")):
        assert rest.said(NOW) == ""
        rest.begin(NOW, "it is cold")
        assert rest.said(NOW + timedelta(seconds=9)) == "it is cold (since 11:00)"
        rest.end()
        assert rest.said(NOW) == ""


@pytest.mark.parametrize("text", ["{", "[]", '{"since": "x"}', '{"since": 1e400, "last": 1}'])
def test_a_torn_memory_of_the_rest_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert EmbedderRest(tmp_path).said(NOW) == ""


def test_a_rest_since_no_known_time_says_so(tmp_path: Path) -> None:
    held = {"since": 1e18, "last": NOW.timestamp(), "why": "it is cold"}
    (tmp_path / FILE).write_text(json.dumps(held))
    assert EmbedderRest(tmp_path).said(NOW) == "it is cold (since some time)"


def test_vectors_too_large_to_read_are_said(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_LARGEST_BYTES", 3)
    file = vault / "vectors.json"
    file.write_text("{}  ")
    found = vectors._read(file)
    assert (found.problem, found.advice) == ("is larger than 1 GB", "move it away")


def test_rows_that_cannot_be_read_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows"
    file.write_bytes(bytes(4096))

    def refuses(*_words: object, **_named: object) -> None:
        raise OSError(errno.ENODEV, "no such device")

    monkeypatch.setattr("luminair.journal.vault.vector_rows.mmap.mmap", refuses)
    assert open_rows(file, model="m", sign=(0, 0, 0, 0)) is None
    assert _short("no hex") == bytes(len(_short("00")))


# --- Repositories ----------------------------------------------------------------------------


def test_git_that_does_not_answer_names_no_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_folders, "GIT", ("/nowhere/git",))
    assert git_folders.root_commit(tmp_path) == ""
    assert git_folders.repository_at(tmp_path) is None


def test_a_git_folder_whose_work_tree_is_gone_stands_for_itself(tmp_path: Path) -> None:
    bare = tmp_path / "store"
    for name in ("objects", "refs"):
        (bare / name).mkdir(parents=True)
    (bare / "HEAD").write_text("ref: refs/heads/main\n")
    (bare / "config").write_text(f"[core]\n\tworktree = {tmp_path}/gone\n")
    found = git_folders.repository_at(bare)
    assert found is not None
    assert found.main_worktree == bare


def test_a_repository_whose_main_work_tree_is_the_home_folder_is_no_project(
    tmp_path: Path, person: Path
) -> None:
    git = person / ".git"
    for name in ("objects", "refs", "worktrees/side"):
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text("")
    side = git / "worktrees" / "side"
    (side / "HEAD").write_text("ref: refs/heads/side\n")
    (side / "commondir").write_text("../..\n")
    work = tmp_path / "side"
    work.mkdir()
    (work / ".git").write_text(f"gitdir: {side}\n")
    found = Repositories(home=str(person)).find(str(work))
    assert found.project is not None
    assert not found.project.is_git
    assert found.said.endswith("is never a project")


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
