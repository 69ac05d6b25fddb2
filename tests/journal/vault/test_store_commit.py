"""The corners of carrying out and of repair that the crash tests reach only in other processes."""

from __future__ import annotations

import errno
import itertools
import json
import os
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from luminair.errors import (
    NoteChanged,
    NoteDamaged,
    Refused,
    UndoRefused,
    VaultMissing,
    VaultUnreadable,
    WriteFailed,
)
from luminair.files import sha256_of
from luminair.journal.vault import at_once, commit
from luminair.journal.vault.operations import Change, OperationRecord
from luminair.journal.vault.store import Store


@pytest.fixture
def store(vault, clock):
    clock.step = timedelta(milliseconds=1)
    numbers = itertools.count(7)
    store = Store(vault, now=clock, draw=lambda: next(numbers), by="owner", machine="mac")
    with store.operation("begin") as operation:
        operation.create("", "a.md", b"a")
        operation.create("", "b.md", b"b")
        operation.create("", "c.md", b"c")
    return store


BEGIN = {"a.md": b"a", "b.md": b"b", "c.md": b"c"}
AFTER = {"Deep/a.md": b"a2", "b.md": b"b2", "new.md": b"new"}


def batch(store: Store) -> None:
    with store.operation("batch") as operation:
        operation.replace("a.md", b"a2", sha256_of(b"a"))
        operation.move("a.md", "Deep/a.md")
        operation.replace("b.md", b"b2", sha256_of(b"b"))
        operation.remove("c.md")
        operation.create("", "new.md", b"new")


def state(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    return {path: data for path, data in found.items() if not path.startswith(".")}


def pend(store: Store, *changes: Change, sources: dict[str, str] | None = None, **more) -> Path:
    """Leaves an operation as a killed process would."""
    op = "20260825T200900000Z-abcd"
    record = OperationRecord(
        op, "2026-08-25T20:09:00.000Z", "owner", "pending", "mac", changes=changes, **more
    )
    file = store.root / ".luminair/tmp" / f"{op}.pending"
    value = {"record": record.as_json(), "sources": sources or {}}
    file.write_bytes(json.dumps(value).encode())
    return file


def other_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each folder of the vault were a disk of its own."""
    replace, rename_new = os.replace, commit.rename_new

    def check(source: object, target: object) -> None:
        if Path(str(source)).parent != Path(str(target)).parent:
            raise OSError(errno.EXDEV, "Invalid cross-device link")

    def replace_here(source: object, target: object) -> None:
        check(source, target)
        replace(str(source), str(target))

    def rename_here(source: Path, target: Path) -> None:
        check(source, target)
        rename_new(source, target)

    monkeypatch.setattr(os, "replace", replace_here)
    monkeypatch.setattr(commit, "rename_new", rename_here)


def test_folders_on_several_disks(store, vault, monkeypatch):
    other_disk(monkeypatch)
    batch(store)
    assert state(vault) == AFTER
    report = store.undo()
    assert state(vault) == BEGIN
    store.undo(report.undone_by)
    assert state(vault) == AFTER


@pytest.mark.parametrize("code", [errno.EIO, errno.EACCES])
def test_renames_that_are_refused_take_nothing_away(store, vault, monkeypatch, code):
    real = commit.rename_new
    calls = itertools.count(1)

    def refuse(source: Path, target: Path) -> None:
        if next(calls) == 2:
            raise OSError(code, os.strerror(code))
        real(source, target)

    monkeypatch.setattr(commit, "rename_new", refuse)
    with pytest.raises(WriteFailed, match=r"new\.md"):
        batch(store)
    assert state(vault) == BEGIN
    assert not store.half_done


@pytest.mark.parametrize("word", ["rename", "replace"])
def test_other_refusals_of_a_rename_are_told(store, vault, monkeypatch, word):
    def refuse(*_arguments: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        if word == "rename":
            patch.setattr(commit, "rename_new", refuse)
        else:
            real = os.replace
            patch.setattr(
                os, "replace",
                lambda a, b: refuse() if "/.luminair/" not in str(b) else real(a, b),
            )  # fmt: skip
        with pytest.raises(WriteFailed, match="reports an error"):
            batch(store)
    store.recover()
    assert state(vault) == BEGIN


def test_a_removal_that_is_refused_is_told(store, vault, monkeypatch):
    real = os.replace

    def refuse(source: object, target: object) -> None:
        if "/trash/" in str(target):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(str(source), str(target))

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(WriteFailed):
        batch(store)
    assert state(vault) == BEGIN


def test_a_note_that_vanishes_while_it_is_saved_keeps_the_text(store, vault):
    def save() -> None:
        with store.operation("save") as operation:
            operation.replace("a.md", b"mine", sha256_of(b"a"))
            (vault / "a.md").unlink()

    with pytest.raises(NoteChanged) as caught:
        save()
    assert (vault / caught.value.kept).read_bytes() == b"mine"


def test_a_note_that_changes_while_it_is_moved_is_left_alone(store, vault):
    def save() -> None:
        with store.operation("move") as operation:
            operation.move("a.md", "Deep/a.md")
            (vault / "a.md").write_bytes(b"theirs")

    with pytest.raises(NoteChanged) as caught:
        save()
    assert caught.value.kept == ""
    assert state(vault) == BEGIN | {"a.md": b"theirs"}


def test_what_appears_at_the_very_last_moment_is_not_overwritten(store, vault, monkeypatch):
    real = commit.rename_new

    def late(source: Path, target: Path) -> None:
        if target.name == "new.md" and not target.exists():
            target.write_bytes(b"theirs")
        real(source, target)

    monkeypatch.setattr(commit, "rename_new", late)
    with pytest.raises(NoteChanged) as caught:
        batch(store)
    assert (vault / caught.value.kept).read_bytes() == b"new"
    assert state(vault) == BEGIN | {"new.md": b"theirs"}


def test_on_a_disk_that_does_not_tell_case_apart(store, vault):
    """Such a disk shows one file under both spellings, as two names of one file do here."""
    os.link(vault / "a.md", vault / "A.md")
    sha = sha256_of(b"a")
    pend(store, Change("a.md", "A.md", sha, sha))
    store.recover()
    assert not store.half_done
    assert (vault / "A.md").read_bytes() == b"a"


def test_repair_of_a_text_whose_copy_is_gone(store, vault):
    old, new = sha256_of(b"a"), sha256_of(b"lost")
    pend(
        store, Change("a.md", "a.md", old, new), Change("", "x.md", "", new), sources={"x.md": "x"}
    )
    store.recover()
    assert state(vault) == BEGIN
    assert store.operations()[0].what == "begin"


def test_repair_takes_no_text_from_elsewhere(store, vault, tmp_path):
    (tmp_path / "secret").write_bytes(b"secret")
    (vault / ".luminair/tmp/link").symlink_to(tmp_path / "secret")
    sha = sha256_of(b"secret")
    sources = {"x.md": "../../../secret", "y.md": "link"}
    pend(store, Change("", "x.md", "", sha), Change("", "y.md", "", sha), sources=sources)
    store.recover()
    assert state(vault) == BEGIN


def test_repair_of_moves_that_no_longer_fit(store, vault):
    a, b, c = (sha256_of(text) for text in (b"a", b"b", b"c"))
    (vault / "in the way.md").write_bytes(b"theirs")
    pend(
        store,
        Change("a.md", "in the way.md", a, a),
        Change("b.md", "moved.md", c, c),
        Change("gone.md", "moved.md", b, b),
        Change("c.md", "", a, ""),
    )
    store.recover()
    assert state(vault) == BEGIN | {"in the way.md": b"theirs"}


def test_repair_makes_a_text_anew_from_the_history(store, vault):
    with store.operation("edit") as operation:
        operation.replace("a.md", b"a2", sha256_of(b"a"))
    pend(store, Change("", "Deep/x.md", "", sha256_of(b"a")), folders=("Deep",))
    store.recover()
    assert (vault / "Deep/x.md").read_bytes() == b"a"
    store.undo()
    assert not (vault / "Deep").exists()


def test_a_disk_that_refuses_the_repair_refuses_the_next_write(store, vault, monkeypatch):
    sha = sha256_of(b"a")
    file = pend(store, Change("a.md", "Deep/a.md", sha, sha))

    def refuse(_source: Path, _target: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(commit, "rename_new", refuse)
        with pytest.raises(WriteFailed, match="the disk is full"):
            batch(store)
    assert file.exists()
    store.recover()
    assert state(vault) == {"Deep/a.md": b"a", "b.md": b"b", "c.md": b"c"}


def test_a_disk_that_refuses_the_history(store, vault, monkeypatch):
    def refuse(*_arguments: object, **_named: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("luminair.journal.vault.history.sync_folder", refuse)
    with pytest.raises(WriteFailed, match="reports an error"):
        batch(store)
    assert state(vault) == BEGIN


def test_a_vault_that_the_system_does_not_show(store, vault, monkeypatch):
    codes = iter([errno.EACCES, errno.EIO])
    real = Path.stat

    def refuse(path: Path, **named: bool) -> os.stat_result:
        if path == vault:
            code = next(codes)
            raise OSError(code, os.strerror(code))
        return real(path, **named)

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(VaultUnreadable, match="permission"):
        store.recover()
    with pytest.raises(VaultMissing, match="is not there"):
        store.recover()


def test_a_link_into_a_hidden_folder_is_refused(store, vault):
    (vault / "Settings").symlink_to(vault / ".luminair")
    with pytest.raises(Refused, match="hidden folder"), store.operation("x") as operation:
        operation.create("Settings", "x.md", b"x")


def test_an_undo_that_leaves_nothing_to_do(store):
    sha = sha256_of(b"a")
    nothing = Change("a.md", "a.md", sha, sha)
    pend(store, nothing)
    store.recover()
    with pytest.raises(UndoRefused, match="nothing to take back"):
        store.undo()


def test_a_file_in_the_place_of_a_machine_folder(store, vault):
    (vault / ".luminair/conflicts").write_bytes(b"")
    with pytest.raises(WriteFailed, match="in the way"), store.operation("x") as operation:
        operation.replace("a.md", b"x", sha256_of(b"never read"))


def test_a_note_that_the_disk_cannot_read_is_damaged(store, vault, monkeypatch):
    real = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "a.md":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(NoteDamaged, match="cannot be read"):
        store.read("a.md")
    with store.operation("other notes") as operation:
        operation.replace("b.md", b"b2", sha256_of(b"b"))
    assert (vault / "b.md").read_bytes() == b"b2"


def many(store: Store, count: int = 2 * at_once.MANY) -> dict[str, bytes]:
    texts = {f"Many/{number}.md": b"%d" % number for number in range(count)}
    with store.operation("many") as operation:
        for path, data in texts.items():
            operation.create("Many", path.removeprefix("Many/"), data)
    return texts


def test_the_files_of_a_large_batch_wait_for_the_disk_together(store, vault, monkeypatch):
    real, met, tickets = os.fsync, threading.Barrier(2), itertools.count()

    def fsync(descriptor):
        aside = threading.current_thread() is not threading.main_thread()
        if aside and next(tickets) < met.parties:
            met.wait(10)  # alone, it would wait in vain
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    texts = many(store)
    assert next(tickets) > met.parties
    assert state(vault) == {**BEGIN, **texts}
    store.undo()
    assert state(vault) == BEGIN


@pytest.mark.parametrize("at", [1, at_once.MANY, 2 * at_once.MANY])
def test_a_large_batch_that_fails_leaves_nothing(store, vault, monkeypatch, at):
    real, count = commit.write_temporary, itertools.count(1)

    def write_temporary(*given, **named):
        if next(count) == at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*given, **named)

    monkeypatch.setattr(commit, "write_temporary", write_temporary)
    with pytest.raises(WriteFailed, match="/Many'"):
        many(store)
    assert state(vault) == BEGIN
    assert [*(vault / ".luminair/tmp").iterdir()] == []
    monkeypatch.undo()
    many(store)
