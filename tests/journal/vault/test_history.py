from __future__ import annotations

import itertools
import json
import os
from collections import Counter
from datetime import timedelta

import pytest

from luminair.errors import NoteNotFound, UsageError, VaultMissing
from luminair.files import append_line, sha256_of
from luminair.journal.vault.pruning import Limits
from luminair.journal.vault.store import Store

ID = "20260825T2009-3fa8"


def note(text: str, note_id: str = ID) -> bytes:
    return f"---\nid: {note_id}\n---\n{text}\n".encode()


@pytest.fixture
def store(vault, clock):
    numbers = itertools.count(7)
    return Store(vault, now=clock, draw=lambda: next(numbers), by="owner", machine="mac")


def add(store: Store, folder: str, name: str, data: bytes) -> str:
    with store.operation("add") as operation:
        return operation.create(folder, name, data)


def edit(store: Store, path: str, data: bytes, by: str = "") -> None:
    with store.operation("edit", by=by) as operation:
        operation.replace(path, data, sha256_of(operation.read(path)))


def move(store: Store, path: str, to: str) -> str:
    with store.operation("move") as operation:
        return operation.move(path, to)


def texts(store: Store, path: str, note_id: str = "") -> list[bytes]:
    versions = store.versions(path, note_id)
    return [store.version_bytes(path, version.version, note_id) for version in versions]


# --- Versions --------------------------------------------------------------------------------


def test_a_new_note_has_no_version_before(store):
    assert store.versions(add(store, "", "a.md", b"one")) == []


def test_versions_tell_who_and_when(store):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"twoo", by="claude/opus")
    edit(store, path, b"three")
    second, first = store.versions(path)
    assert (second.by, second.bytes, first.by, first.bytes) == ("claude/opus", 4, "owner", 3)
    assert second.at > first.at
    assert second.version == sha256_of(b"twoo")[:12]
    assert first.at == store.operations()[-1].at


def test_a_version_made_outside_says_so(store, vault):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    (vault / path).write_bytes(b"in Obsidian")
    os.utime(vault / path, (1_700_000_000, 1_700_000_000))
    edit(store, path, b"three")
    outside, first = store.versions(path)
    assert (outside.by, outside.at) == ("outside", "2023-11-14T22:13:20.000Z")
    assert first.sha256 == sha256_of(b"one")  # b"two" was overwritten by another program


def test_each_content_is_listed_once_and_never_the_present_one(store):
    path = add(store, "", "a.md", b"one")
    for data in (b"two", b"one", b"two", b"three", b"one"):
        edit(store, path, data)
    assert texts(store, path) == [b"three", b"two"]


def test_versions_follow_a_note_through_moves(store):
    path = add(store, "", "a.md", note("one"))
    edit(store, path, note("two"))
    path = move(store, path, "Notes/b.md")
    edit(store, path, note("three"))
    path = move(store, path, "Archive/c.md")
    assert texts(store, path) == [note("two"), note("one")]
    assert [version.path for version in store.versions(path)] == ["a.md", "a.md"]


def test_versions_follow_an_id_through_a_rename_made_outside(store, vault):
    path = add(store, "", "a.md", note("one"))
    edit(store, path, note("two"))
    (vault / path).rename(vault / "renamed.md")
    assert store.versions("renamed.md") == []
    assert texts(store, "renamed.md", ID) == [note("one")]
    edit(store, "renamed.md", note("three"))
    assert texts(store, "renamed.md", ID) == [note("two"), note("one")]


def test_another_note_at_an_old_path_has_its_own_history(store):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    moved = move(store, path, "b.md")
    add(store, "", "a.md", b"new")
    edit(store, "a.md", b"newer")
    assert texts(store, "a.md") == [b"new"]
    assert texts(store, moved) == [b"one"]


def test_by_id_a_note_that_took_over_the_path_is_not_ours(store):
    path = add(store, "", "a.md", note("one"))
    edit(store, path, note("two"))
    moved = move(store, path, "b.md")
    add(store, "", "a.md", note("other", "20260825T2010-0001"))
    edit(store, "a.md", note("other 2", "20260825T2010-0001"))
    assert texts(store, moved, ID) == [note("one")]
    assert texts(store, "a.md", "20260825T2010-0001") == [note("other", "20260825T2010-0001")]


def test_a_removed_note_still_has_its_versions(store):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    with store.operation("remove") as operation:
        operation.remove(path)
    assert texts(store, path) == [b"two", b"one"]


def test_undo_and_redo_are_versions_too(store):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    store.undo()
    assert texts(store, path) == [b"two"]


def test_a_version_is_restored_by_an_ordinary_edit(store, vault):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    edit(store, path, store.version_bytes(path, store.versions(path)[0].version))
    assert (vault / path).read_bytes() == b"one"
    store.undo()
    assert (vault / path).read_bytes() == b"two"


def test_versions_by_unclear_or_wrong_names(store):
    path = add(store, "", "a.md", b"0")
    for number in range(1, 40):
        edit(store, path, str(number).encode())
    firsts = Counter(version.version[0] for version in store.versions(path))
    shared = firsts.most_common(1)[0][0]  # 39 versions, 16 digits
    with pytest.raises(UsageError, match="several"):
        store.version_bytes(path, shared)
    for wrong in ("", "nothing", "ffffffffffffffff"):
        with pytest.raises(NoteNotFound, match="no version"):
            store.version_bytes(path, wrong)
    whole = sha256_of(b"7")
    assert store.version_bytes(path, whole) == store.bytes_of(whole) == b"7"


def test_a_damaged_copy_is_not_given_out(store, vault):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    kept = vault / ".luminair/history" / sha256_of(b"one")
    kept.write_bytes(b"xne")
    assert store.bytes_of(sha256_of(b"one")) is None
    with pytest.raises(NoteNotFound):
        store.version_bytes(path, store.versions(path)[0].version)


def test_garbage_in_the_log_is_skipped(store, vault):
    path = add(store, "", "a.md", b"one")
    log = vault / ".luminair/operations/mac.jsonl"
    with log.open("ab") as file:
        file.write(b'{"op": "20260825T200900000Z-ffff", "chan')
    edit(store, path, b"two")
    append_line(log, {"op": 1})
    assert texts(store, path) == [b"one"]
    assert len(store.operations()) == 2


# --- Keeping and pruning ---------------------------------------------------------------------


def test_a_version_that_rode_survives_an_edit_outside(store, vault, clock):
    path = add(store, "", "a.md", b"rode")
    store.keep([path])
    (vault / path).write_bytes(b"edited outside")
    assert store.bytes_of(sha256_of(b"rode")) == b"rode"
    clock.forward(days=365)
    store.prune({sha256_of(b"rode")})
    assert store.bytes_of(sha256_of(b"rode")) == b"rode"
    for days in (365, 1):  # the first after so long takes nothing: the clock may be wrong
        assert store.bytes_of(sha256_of(b"rode")) == b"rode"
        clock.forward(days=days)
        store.prune(set())
    assert store.bytes_of(sha256_of(b"rode")) is None


def age_files(vault, seconds: float) -> None:
    for file in (vault / ".luminair/history").iterdir():
        os.utime(file, (seconds, seconds))


def test_old_versions_go_and_named_ones_stay(store, vault, clock):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    edit(store, path, b"three")
    age_files(vault, clock.now.timestamp())
    clock.forward(days=29)
    assert store.prune(set()) == 0
    edit(store, path, b"four")
    clock.forward(days=2)
    assert store.prune({sha256_of(b"one")}) == len(b"two")
    assert texts(store, path) == [b"three", b"one"]
    assert len(store.operations()) == 2
    store.undo()
    assert (vault / path).read_bytes() == b"three"


def test_a_version_replaced_lately_stays_however_old_it_is(store, vault, clock):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    edit(store, path, b"one")
    age_files(vault, 1000)
    clock.forward(days=100)
    edit(store, path, b"three")
    store.prune(set())
    assert texts(store, path) == [b"one"]


def test_bounds_on_number_and_size(store, vault, clock):
    path = add(store, "", "a.md", b"0" * 100)
    for number in range(1, 10):
        edit(store, path, str(number).encode() * 100)
    age_files(vault, 1000)
    clock.forward(hours=1)
    store.prune(set(), Limits(operations=6))
    assert len(store.operations()) == 6
    assert len(store.versions(path)) == 6
    store.prune(set(), Limits(size_bytes=350))
    assert len(store.versions(path)) == 3
    store.undo()
    assert (vault / path).read_bytes() == b"8" * 100


def test_the_trash_is_emptied_in_time(store, vault, clock):
    for name in ("old.md", "new.md"):
        path = add(store, "", name, name.encode())
        with store.operation("remove") as operation:
            operation.remove(path)
        clock.forward(days=20)
    store.prune(set())
    left = [path.name for path in (vault / ".luminair/trash").rglob("*.md")]
    assert left == ["new.md"]


def test_one_machine_does_not_prune_what_anothers_receipts_name(store, vault, clock):
    other = Store(vault, now=clock, draw=lambda: 1, by="owner", machine="other")
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    age_files(vault, 1000)
    other.prune({sha256_of(b"one")})
    clock.forward(days=60)
    store.prune(set())
    assert store.bytes_of(sha256_of(b"one")) == b"one"
    clock.forward(days=200)
    store.prune(set())  # so long after the last time nothing goes: the clock may be wrong
    assert store.bytes_of(sha256_of(b"one")) == b"one"
    clock.forward(days=1)
    store.prune(set())
    assert store.bytes_of(sha256_of(b"one")) is None


def test_pruning_is_due_once_a_day_on_each_machine(store, vault, clock):
    assert store.prune_due()
    store.prune(set())
    assert not store.prune_due()
    other = Store(vault, now=clock, draw=lambda: 1, by="owner", machine="other")
    assert other.prune_due()
    clock.forward(days=1, hours=1)
    assert store.prune_due()
    for damaged in (b"{", b"[]", b'{"at": 1, "versions": []}', b'{"at": "x", "versions": {}}'):
        (vault / ".luminair/kept/mac.json").write_bytes(damaged)
        assert store.prune_due()
    store.prune({"b", "a"})
    assert json.loads((vault / ".luminair/kept/mac.json").read_bytes())["versions"] == ["a", "b"]


def test_pruning_a_vault_that_is_gone(store, vault):
    vault.rmdir()
    with pytest.raises(VaultMissing):
        store.prune(set())


def test_age_is_a_limit_that_can_be_set(store, clock):
    path = add(store, "", "a.md", b"one")
    edit(store, path, b"two")
    clock.forward(days=3)
    store.prune(set(), Limits(age=timedelta(days=2)))
    assert store.operations() == []
