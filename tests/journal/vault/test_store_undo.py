from __future__ import annotations

import itertools
import shutil
import threading
from datetime import UTC, datetime, timedelta

import pytest

from luminair.errors import (
    LockBusy,
    OperationUnknown,
    UndoRefused,
)
from luminair.files import lock, sha256_of
from luminair.journal.vault.operations import OperationRecord, record_of, taken_back
from luminair.journal.vault.store import Store
from tests.journal.vault.store_acts import add, edit, state


@pytest.fixture
def store(vault, clock):
    numbers = itertools.count(7)
    return Store(vault, now=clock, draw=lambda: next(numbers), by="owner", machine="mac")


# --- Undo ------------------------------------------------------------------------------------


def test_undo_goes_back_step_by_step(store, vault):
    add(store, "Notes", "a.md", b"one")
    edit(store, "Notes/a.md", b"two")
    edit(store, "Notes/a.md", b"three")
    last = store.undo()
    assert last.paths == ("Notes/a.md",)
    assert state(vault) == {"Notes/a.md": b"two"}
    report = store.undo(last.undone_by)  # an undo that is named is taken back too
    assert report.what == "undo: edit Notes/a.md"
    assert store.operations()[0].what == "redo: edit Notes/a.md"
    assert state(vault) == {"Notes/a.md": b"three"}
    for before in (b"two", b"one"):
        store.undo()
        assert state(vault) == {"Notes/a.md": before}


def test_before_the_first_step_there_is_nothing_to_take_back(store, vault):
    add(store, "Notes", "a.md", b"one")
    store.undo()
    assert state(vault) == {}
    with pytest.raises(UndoRefused, match="no Luminair operation"):
        store.undo()


def test_a_batch_is_undone_whole(store, vault):
    add(store, "", "a.md", b"a")
    add(store, "", "b.md", b"b")
    add(store, "", "c.md", b"c")
    before = state(vault)
    with store.operation("batch") as operation:
        operation.replace("a.md", b"a2", sha256_of(b"a"))
        operation.move("b.md", "Archive/b.md")
        operation.remove("c.md")
        operation.create("Notes/Deep", "d.md", b"d")
    after = state(vault)
    assert after == {"a.md": b"a2", "Archive/b.md": b"b", "Notes/Deep/d.md": b"d"}
    report = store.undo()
    assert state(vault) == before
    assert sorted(report.paths) == ["Notes/Deep/d.md", "a.md", "b.md", "c.md"]
    assert not (vault / "Notes").exists()
    store.undo(report.undone_by)
    assert state(vault) == after


def test_undo_refuses_naming_what_changed_since(store, vault):
    for name in ("a.md", "b.md", "c.md"):
        add(store, "", name, b"x")
    with store.operation("batch") as operation:
        operation.replace("a.md", b"a2", sha256_of(b"x"))
        operation.move("b.md", "Archive/b.md")
        operation.remove("c.md")
    (vault / "a.md").write_bytes(b"edited")
    (vault / "B.md").write_bytes(b"in the way")
    before = state(vault)
    with pytest.raises(UndoRefused) as caught:
        store.undo()
    assert sorted(caught.value.paths) == ["a.md", "b.md"]
    assert "'a.md'" in str(caught.value)
    assert state(vault) == before
    (vault / "a.md").write_bytes(b"a2")
    (vault / "B.md").unlink()
    store.undo()
    assert state(vault) == dict.fromkeys(("a.md", "b.md", "c.md"), b"x")


def test_undo_of_an_older_operation_by_name(store, vault):
    add(store, "", "a.md", b"a")
    edit(store, "a.md", b"a2")
    add(store, "", "b.md", b"b")
    edited = store.operations()[1].op
    store.undo(edited)
    assert state(vault) == {"a.md": b"a", "b.md": b"b"}
    with pytest.raises(UndoRefused, match="already"):
        store.undo(edited)
    store.undo(store.operations()[0].op)
    assert state(vault) == {"a.md": b"a2", "b.md": b"b"}
    store.undo(edited)
    assert state(vault) == {"a.md": b"a", "b.md": b"b"}


def test_undo_with_nothing_to_take_back(store):
    with pytest.raises(UndoRefused, match="no Luminair operation"):
        store.undo()
    with pytest.raises(OperationUnknown, match="no operation"):
        store.undo("20300101T000000000Z-0001")


def test_undo_without_the_kept_version_refuses(store, vault):
    add(store, "", "a.md", b"a")
    edit(store, "a.md", b"b")
    for kept in (vault / ".luminair/history").iterdir():
        kept.unlink()
    with pytest.raises(UndoRefused, match="no kept version") as caught:
        store.undo()
    assert caught.value.paths == ("a.md",)


def test_undo_takes_back_what_another_process_did(store, vault, clock):
    add(store, "", "a.md", b"a")
    other = Store(vault, now=clock, draw=lambda: 99, by="claude/opus", machine="other-mac")
    edit(other, "a.md", b"theirs")
    assert store.operations()[0].by == "claude/opus"
    report = store.undo()
    assert state(vault) == {"a.md": b"a"}
    other.undo(report.undone_by)
    assert state(vault) == {"a.md": b"theirs"}


def test_deleting_the_machine_folder_loses_no_note(store, vault):
    add(store, "", "a.md", b"a")
    shutil.rmtree(vault / ".luminair")
    assert state(vault) == {"a.md": b"a"}
    with pytest.raises(UndoRefused):
        store.undo()
    edit(store, "a.md", b"b")
    store.undo()
    assert state(vault) == {"a.md": b"a"}


def test_operation_ids_differ_though_clock_and_numbers_stand_still(vault):
    at = datetime(2026, 1, 1, tzinfo=UTC)
    store = Store(vault, now=lambda: at, draw=lambda: 0xFFFF, by="owner")
    for number in range(20):
        add(store, "", f"{number}.md", b"x")
    ops = [record.op for record in store.operations()]
    assert len(set(ops)) == 20
    assert [record.paths for record in store.operations(1)] == [("19.md",)]


def test_a_clock_set_back_does_not_reorder(vault, clock):
    store = Store(vault, now=clock, draw=lambda: 1, by="owner")
    add(store, "", "a.md", b"a")
    clock.now -= timedelta(days=1)
    edit(store, "a.md", b"b")
    store.undo()
    assert state(vault) == {"a.md": b"a"}


# --- Ids, lock, values -----------------------------------------------------------------------


def test_ids_are_never_drawn_twice(vault, clock):
    clock.step = timedelta(0)
    drawn = []
    for machine in ("one", "two"):
        store = Store(vault, now=clock, draw=lambda: 5, by="owner", machine=machine)
        for _ in range(3):
            with store.operation("add") as operation:
                drawn.append(operation.new_id(lambda note_id: note_id.endswith("0006")))
                drawn.append(operation.new_id(lambda _: False))
    assert len(set(drawn)) == len(drawn)
    assert not any(note_id.endswith("0006") for note_id in drawn[:1])


def test_the_list_of_drawn_ids_stays_small(store, vault):
    add(store, "", "a.md", b"a")
    file = vault / ".luminair/ids"
    file.write_text("".join(f'"20250101T0000-{n:04x}"\n' for n in range(4000)))
    with store.operation("add") as operation:
        drawn = operation.new_id(lambda _: False)
    assert file.stat().st_size < 100
    assert drawn in file.read_text()


def test_a_writer_waits_for_the_lock_with_a_bound(vault, clock):
    store = Store(vault, now=clock, draw=lambda: 1, by="owner", timeout_s=0.05)
    add(store, "", "a.md", b"a")
    with lock(vault / ".luminair/lock"), pytest.raises(LockBusy):
        add(store, "", "b.md", b"b")
    assert state(vault) == {"a.md": b"a"}


def test_threads_of_one_store_take_turns(store, vault):
    def work(who: int) -> None:
        for number in range(10):
            add(store, "Notes", "same.md", f"{who} {number}".encode())

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]  # noqa: TID251
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(state(vault).values())) == 40
    assert len(store.operations()) == 40


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"op": "x", "changes": []},
        {"op": "../../x", "changes": []},
        {"op": "20260101T000000000Z-0001", "changes": {}},
        {"op": "20260101T000000000Z-0001", "changes": [1]},
        {"op": "20260101T000000000Z-0001", "changes": [{"path": "a.md", "before": ""}]},
        {"op": "20260101T000000000Z-0001", "changes": [{}]},
        {"op": "20260101T000000000Z-0001", "changes": [], "folders": "x"},
    ],
)
def test_what_is_no_record_is_none(value):
    assert record_of(value) is None


def test_what_is_taken_back_at_the_end():
    def record(op: str, undoes: str = "") -> OperationRecord:
        return OperationRecord(op, "", "", "", "", undoes)

    assert taken_back([record("a"), record("b"), record("u", "a")]) == {"a"}
    assert taken_back([record("a"), record("u", "a"), record("r", "u")]) == {"u"}
    circle = [record("a", "b"), record("b", "a"), record("c", "a")]
    assert taken_back(circle) >= {"a"}
    assert taken_back([record("a"), record("u", "a"), record("r", "u"), record("v", "r")]) == {
        "r",
        "a",
    }
