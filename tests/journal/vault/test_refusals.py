"""What the vault's own parts do where the disk refuses, a file goes away, or a store is torn."""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, VaultUnreadable, WriteFailed
from luminair.journal.vault import (
    freshness,
    git_folders,
    tree,
)
from luminair.journal.vault import vector_file as vectors
from luminair.journal.vault.embedder_rest import FILE, EmbedderRest
from luminair.journal.vault.folders import empty_folders, make_folder
from luminair.journal.vault.freshness import read_file
from luminair.journal.vault.pending import may_be_there
from luminair.journal.vault.repositories import Repositories
from luminair.journal.vault.store import _place_of
from luminair.journal.vault.vector_rows import _short, open_rows
from tests.journal.vault.refusing import refusing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.journal import Journal
    from luminair.journal.vault.catalogue import Catalogue

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


@pytest.fixture
def catalogue(apple: Catalogue) -> Catalogue:
    return apple


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


# --- Meaning ---------------------------------------------------------------------------------


def test_the_embedders_rest_is_remembered_also_without_a_folder(tmp_path: Path) -> None:
    for rest in (EmbedderRest(None), EmbedderRest(tmp_path / "index")):
        assert rest.said(lambda: NOW) == ""
        rest.begin(NOW, "it is cold")
        assert rest.said(lambda: NOW + timedelta(seconds=9)) == "it is cold (since 11:00)"
        rest.end()
        assert rest.said(lambda: NOW) == ""


@pytest.mark.parametrize("text", ["{", "[]", '{"since": "x"}', '{"since": 1e400, "last": 1}'])
def test_a_torn_memory_of_the_rest_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert EmbedderRest(tmp_path).said(lambda: NOW) == ""


def test_a_rest_since_no_known_time_says_so(tmp_path: Path) -> None:
    held = {"since": 1e18, "last": NOW.timestamp(), "why": "it is cold"}
    (tmp_path / FILE).write_text(json.dumps(held))
    assert EmbedderRest(tmp_path).said(lambda: NOW) == "it is cold (since some time)"


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
    assert found.said.endswith("is never a project.")
