from __future__ import annotations

import itertools
import os
import stat
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from luminair.errors import (
    LuminairError,
    NoteChanged,
    NoteDamaged,
    NoteNotFound,
    Refused,
    VaultMissing,
    VaultNotAFolder,
)
from luminair.files import append_line, sha256_of
from luminair.journal.vault.store import Store
from tests.journal.vault.store_acts import add, edit, move, remove, state

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def store(vault, clock):
    numbers = itertools.count(7)
    return Store(vault, now=clock, draw=lambda: next(numbers), by="owner", machine="mac")


# --- Writing ---------------------------------------------------------------------------------


def test_nothing_is_written_by_looking(store, vault):
    assert store.operations() == []
    assert store.versions("a.md") == []
    assert not store.half_done
    with pytest.raises(NoteNotFound):
        store.read("a.md")
    assert list(vault.iterdir()) == []


def test_a_new_note_has_the_very_bytes(store, vault):
    raw = b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\nno last newline"
    assert add(store, "Notes/Harbor", "A.md", raw) == "Notes/Harbor/A.md"
    assert (vault / "Notes/Harbor/A.md").read_bytes() == raw
    assert store.read("Notes/Harbor/A.md") == raw


def test_an_operation_that_raises_leaves_no_trace(store, vault):
    def fail() -> None:
        with store.operation("half") as operation:
            operation.create("", "a.md", b"a")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert state(vault) == {}
    assert store.operations() == []


def test_an_operation_that_changes_nothing_leaves_no_trace(store, vault):
    add(store, "", "a.md", b"a")
    with store.operation("nothing") as operation:
        operation.replace("a.md", b"a", sha256_of(b"a"))
        operation.create("", "b.md", b"b")
        operation.remove("b.md")
        operation.move("a.md", "a.md")
    assert operation.record is None
    assert state(vault) == {"a.md": b"a"}
    assert len(store.operations()) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Rules.md", "rules.md"),
        ("café.md", unicodedata.normalize("NFD", "café.md")),
        ("STRASSE.md", "straße.md"),
    ],
)
def test_names_that_a_disk_may_take_for_one_do_not_meet(store, vault, first, second):
    (vault / first).write_bytes(b"theirs")
    path = add(store, "", second, b"ours")
    assert path == unicodedata.normalize("NFC", second.replace(".md", " 2.md"))
    assert add(store, "", first, b"more").endswith(" 3.md")
    assert (vault / first).read_bytes() == b"theirs"


def test_within_one_operation_names_do_not_meet_either(store, vault):
    with store.operation("two") as operation:
        assert operation.create("Notes", "A.md", b"1") == "Notes/A.md"
        assert operation.create("notes", "a.md", b"2") == "Notes/a 2.md"
        operation.remove("Notes/A.md")
        assert operation.create("NOTES", "a.md", b"3") == "Notes/a 3.md"
    assert state(vault) == {"Notes/a 2.md": b"2", "Notes/a 3.md": b"3"}
    assert operation.record.folders == ("Notes",)


def test_a_folder_in_another_case_is_the_same_folder(store, vault):
    (vault / "Notes" / unicodedata.normalize("NFD", "Café")).mkdir(parents=True)
    path = add(store, "notes/café", "a.md", b"a")
    assert path == "Notes/" + unicodedata.normalize("NFD", "Café") + "/a.md"


def test_a_note_is_found_in_another_unicode_form(store, vault):
    spelled = unicodedata.normalize("NFD", "é.md")
    (vault / spelled).write_bytes(b"old")
    edit(store, "é.md", b"new")
    assert (vault / spelled).read_bytes() == b"new"
    assert len(list(vault.glob("*.md"))) == 1


def test_replacing_needs_the_bytes_that_were_read(store, vault):
    path = add(store, "", "a.md", b"one")
    (vault / path).write_bytes(b"edited in Obsidian")

    def save() -> None:
        with store.operation("save") as operation:
            operation.create("", "b.md", b"b")
            operation.replace(path, b"ours", sha256_of(b"one"))

    with pytest.raises(NoteChanged) as caught:
        save()
    assert state(vault) == {path: b"edited in Obsidian"}
    assert caught.value.path == path
    assert (vault / caught.value.kept).read_bytes() == b"ours"
    assert caught.value.kept in str(caught.value)


def test_replacing_a_note_that_is_gone_keeps_the_text(store, vault):
    path = add(store, "", "a.md", b"one")
    (vault / path).unlink()
    with pytest.raises(NoteChanged) as caught, store.operation("save") as operation:
        operation.replace(path, b"ours", sha256_of(b"one"))
    assert (vault / caught.value.kept).read_bytes() == b"ours"


def test_the_same_edit_made_twice_is_no_conflict(store, vault):
    path = add(store, "", "a.md", b"one")
    (vault / path).write_bytes(b"two")
    with store.operation("save") as operation:
        operation.replace(path, b"two", sha256_of(b"one"))
    assert operation.record is None


def test_an_edit_between_collecting_and_writing_is_not_overwritten(store, vault):
    path = add(store, "", "a.md", b"one")
    add(store, "", "b.md", b"b")

    def save() -> None:
        with store.operation("save") as operation:
            operation.replace("b.md", b"b2", sha256_of(b"b"))
            operation.create("", "c.md", b"c")
            operation.replace(path, b"ours", sha256_of(b"one"))
            (vault / path).write_bytes(b"theirs")

    with pytest.raises(NoteChanged) as caught:
        save()
    assert state(vault) == {path: b"theirs", "b.md": b"b"}
    assert (vault / caught.value.kept).read_bytes() == b"ours"
    assert not store.half_done
    assert len(store.operations()) == 2


def test_a_file_that_appears_between_is_not_overwritten(store, vault):
    def save() -> None:
        with store.operation("add") as operation:
            operation.create("", "a.md", b"ours")
            (vault / "a.md").write_bytes(b"theirs")

    with pytest.raises(NoteChanged):
        save()
    assert state(vault) == {"a.md": b"theirs"}


def test_permission_bits_of_a_note_stay(store, vault):
    path = add(store, "", "a.md", b"one")
    (vault / path).chmod(0o600)
    edit(store, path, b"two")
    assert stat.S_IMODE((vault / path).stat().st_mode) == 0o600
    kept = vault / ".luminair/history" / sha256_of(b"one")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    store.undo()
    assert stat.S_IMODE((vault / path).stat().st_mode) == 0o600


def test_renaming_to_another_case_keeps_the_note(store, vault):
    add(store, "Notes", "foo.md", b"x")
    assert move(store, "Notes/foo.md", "Notes/Foo.md") == "Notes/Foo.md"
    assert state(vault) == {"Notes/Foo.md": b"x"}
    store.undo()
    assert state(vault) == {"Notes/foo.md": b"x"}


def test_moving_never_overwrites(store, vault):
    add(store, "", "a.md", b"a")
    add(store, "Archive", "A.md", b"old")
    assert move(store, "a.md", "archive/a.md") == "Archive/a 2.md"
    assert state(vault) == {"Archive/A.md": b"old", "Archive/a 2.md": b"a"}


def test_edit_and_move_are_one_change(store, vault):
    path = add(store, "", "a.md", b"one")
    with store.operation("archive") as operation:
        operation.replace(path, b"two", sha256_of(b"one"))
        operation.move(path, "Archive/a.md")
        assert operation.read("Archive/a.md") == b"two"
        with pytest.raises(NoteNotFound):
            operation.read(path)
        operation.replace("Archive/a.md", b"three", sha256_of(b"two"))
    assert state(vault) == {"Archive/a.md": b"three"}
    (change,) = operation.record.changes
    assert (change.path, change.to) == (path, "Archive/a.md")
    store.undo()
    assert state(vault) == {"a.md": b"one"}
    assert not (vault / "Archive").exists()


def test_a_removed_note_lies_in_the_trash(store, vault):
    path = add(store, "Notes", "a.md", b"a")
    remove(store, path)
    assert state(vault) == {}
    assert [p.read_bytes() for p in (vault / ".luminair/trash").rglob("a.md")] == [b"a"]


# --- What leads out of the vault -------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "../x.md",
        "/etc/x.md",
        "a/../../x.md",
        ".obsidian/x.md",
        "a//x.md",
        "",
        ".",
        "a\0.md",
        "\udfff\ud800.md",
    ],
)
def test_paths_that_lead_out_or_are_none_are_refused(store, vault, path):
    with pytest.raises(Refused):
        store.read(path)
    with pytest.raises(Refused), store.operation("x") as operation:
        operation.create("", path, b"x")
    add(store, "", "ok.md", b"ok")
    with pytest.raises(Refused), store.operation("x") as operation:
        operation.move("ok.md", path)
    assert state(vault) == {"ok.md": b"ok"}


def test_a_name_with_a_folder_in_it_is_refused(store):
    with pytest.raises(Refused, match="no file name"), store.operation("x") as operation:
        operation.create("", "a/b.md", b"x")


def test_links_that_lead_out_are_refused(store, vault, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_bytes(b"secret")
    (vault / "Linked").symlink_to(outside)
    (vault / "one.md").symlink_to(outside / "secret.md")
    for act in (
        lambda: store.read("Linked/secret.md"),
        lambda: store.read("one.md"),
        lambda: add(store, "Linked", "new.md", b"x"),
        lambda: edit(store, "one.md", b"x"),
        lambda: remove(store, "one.md"),
    ):
        with pytest.raises(Refused, match="symbolic link"):
            act()
    assert [path.name for path in outside.iterdir()] == ["secret.md"]


def test_a_link_within_the_vault_is_written_through(store, vault):
    path = add(store, "Notes", "a.md", b"one")
    (vault / "b.md").symlink_to(vault / path)
    edit(store, "b.md", b"two")
    assert (vault / "b.md").is_symlink()
    assert (vault / path).read_bytes() == b"two"
    with pytest.raises(Refused, match="symbolic link"):
        move(store, "b.md", "c.md")


def test_machine_folders_that_are_links_are_refused(store, vault, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (vault / ".luminair").mkdir()
    (vault / ".luminair/history").symlink_to(outside)
    with pytest.raises(Refused, match="symbolic link"):
        add(store, "", "a.md", b"a")
    assert state(vault) == {}
    assert list(outside.iterdir()) == []


def test_a_log_from_strangers_writes_nothing_outside(store, vault, tmp_path):
    add(store, "", "a.md", b"a")
    victim = tmp_path / "victim.md"
    victim.write_bytes(b"x")
    sha = sha256_of(b"x")
    record = {"op": "20300101T000000000Z-0001", "at": "2030-01-01T00:00:00.000Z", "what": "evil"}
    escape = os.path.relpath(victim, vault)
    change = {"path": "", "to": escape, "before": "", "after": sha}
    append_line(vault / ".luminair/operations/evil.jsonl", record | {"changes": [change]})
    with pytest.raises(LuminairError):
        store.undo()
    assert victim.read_bytes() == b"x"


# --- A vault that is gone --------------------------------------------------------------------


def test_a_vault_that_is_gone_is_not_made_anew(store, vault):
    add(store, "", "a.md", b"a")
    vault.rename(vault.with_name(vault.name + "-moved"))
    for act in (lambda: add(store, "", "b.md", b"b"), store.undo, lambda: store.read("a.md")):
        with pytest.raises(VaultMissing, match="bring it back"):
            act()
    assert not vault.exists()


def test_an_empty_mount_point_is_not_taken_for_the_vault(store, vault):
    add(store, "", "a.md", b"a")
    vault.rename(vault.with_name(vault.name + "-moved"))
    vault.mkdir()
    with pytest.raises(VaultMissing):
        add(store, "", "b.md", b"b")
    assert list(vault.iterdir()) == []


def test_a_file_in_the_place_of_the_vault(tmp_path, clock):
    (tmp_path / "vault").write_bytes(b"")
    store = Store(tmp_path / "vault", now=clock, draw=lambda: 1, by="owner")
    with pytest.raises(VaultNotAFolder):
        add(store, "", "b.md", b"b")


def test_a_folder_in_the_place_of_a_note(store, vault):
    (vault / "a.md").mkdir()
    with pytest.raises(NoteNotFound):
        store.read("a.md")
    assert add(store, "", "a.md", b"a") == "a 2.md"


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_a_note_that_may_not_be_read(store, vault):
    (vault / "a.md").write_bytes(b"a")
    (vault / "a.md").chmod(0)
    with pytest.raises(NoteDamaged, match="cannot be read"):
        store.read("a.md")


def test_where_history_cannot_be_kept_nothing_is_written(vault):
    (vault / "a.md").write_bytes(b"old")
    (vault / ".luminair").mkdir()
    vault.chmod(0o777)
    (vault / "a.md").chmod(0o666)
    (vault / ".luminair").chmod(0o555)
    for parent in vault.parents:
        if parent.stat().st_uid == os.getuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)
    code = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from luminair.errors import WriteFailed
from luminair.files import sha256_of
from luminair.journal.vault.store import Store
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)
store = Store(
    Path(sys.argv[1]), now=lambda: datetime(2026, 1, 1, tzinfo=UTC), draw=lambda: 1, by="owner"
)
print(store.read("a.md"), store.operations(), store.versions("a.md"))
try:
    with store.operation("edit") as operation:
        operation.replace("a.md", b"new", sha256_of(b"old"))
except WriteFailed as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(vault)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    (vault / ".luminair").chmod(0o755)
    assert done.stdout.startswith("b'old' [] []"), done.stderr
    assert "no permission" in done.stdout
    assert (vault / "a.md").read_bytes() == b"old"
