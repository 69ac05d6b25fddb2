from __future__ import annotations

import errno
import json
import multiprocessing
import os
import resource
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair import files
from luminair.errors import LockBusy, WriteFailed

ROOT = Path(__file__).resolve().parents[1]


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".luminair-")]


def test_atomic_write_makes_and_replaces(tmp_path):
    file = tmp_path / "a.json"
    files.write_atomic(file, b"one")
    files.write_atomic(file, b"two", full=True)
    assert file.read_bytes() == b"two"
    assert leftovers(tmp_path) == []


def test_an_empty_file_can_be_written(tmp_path):
    files.write_atomic(tmp_path / "empty", b"")
    assert (tmp_path / "empty").read_bytes() == b""


def test_permission_bits_stay_as_they_were(tmp_path):
    file = tmp_path / "a"
    files.write_atomic(file, b"one", mode=0o600)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o640)
    files.write_atomic(file, b"two")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.skipif(sys.platform != "linux", reason="the calls for attributes are Linux's here")
def test_extended_attributes_stay(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"one")
    try:
        os.setxattr(file, "user.tag", b"red")
    except OSError:
        pytest.skip("this disk keeps no attributes")
    files.write_atomic(file, b"two")
    assert os.getxattr(file, "user.tag") == b"red"


def test_a_link_is_replaced_and_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.write_bytes(b"theirs")
    link = tmp_path / "link"
    link.symlink_to(outside)
    files.write_atomic(link, b"ours")
    assert outside.read_bytes() == b"theirs"
    assert not link.is_symlink()


def test_a_log_that_is_a_link_is_refused(tmp_path):
    outside = tmp_path / "outside"
    outside.write_bytes(b"theirs\n")
    (tmp_path / "log").symlink_to(outside)
    with pytest.raises(WriteFailed, match="link"):
        files.append_line(tmp_path / "log", 1)
    assert outside.read_bytes() == b"theirs\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x" * 300, "shorter name"),
        ("gone/a.json", "its folder is gone"),
        ("file/a", "a file stands"),
    ],
)
def test_what_the_disk_refuses_is_one_sentence(tmp_path, name, words):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WriteFailed, match=words) as caught:
        files.write_atomic(tmp_path / name, b"x")
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "used up"),
        (errno.EROFS, "only be read"),
        (errno.EIO, "reports an error"),
        (errno.EACCES, "permission"),
        (errno.EXDEV, "cross-device"),
    ],
)
def test_each_refusal_has_a_reason(code, words):
    error = files.write_failed(OSError(code, os.strerror(code)), Path("/a/b.md"))
    assert words in str(error).lower()
    assert "b.md" in str(error)


def in_child(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_a_file_too_large_for_the_disk_leaves_the_old_one(tmp_path):
    file = tmp_path / "note"
    file.write_bytes(b"old")
    code = """
import resource, sys
from pathlib import Path
from luminair.errors import WriteFailed
from luminair.files import write_atomic
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    write_atomic(Path(sys.argv[1]), b"x" * 200_000)
except WriteFailed as error:
    print(error)
"""
    done = in_child(code, str(file))
    assert "larger than this disk allows" in done.stdout, done.stderr
    assert file.read_bytes() == b"old"
    assert leftovers(tmp_path) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 100_000


def test_without_permission_the_old_file_stays(tmp_path):
    folder = tmp_path / "locked"
    folder.mkdir()
    (folder / "note").write_bytes(b"old")
    folder.chmod(0o555)
    for parent in (tmp_path, *tmp_path.parents):
        if parent.stat().st_uid == os.getuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)
    code = """
import json, os, sys, threading  # loaded while the library may be read
from pathlib import Path
from luminair.errors import WriteFailed
from luminair.files import append_line, lock, write_atomic
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)
folder = Path(sys.argv[1])
def held():
    with lock(folder / "lock"):
        pass
for act in (
    lambda: write_atomic(folder / "note", b"new"), lambda: append_line(folder / "log", 1), held
):
    try:
        act()
    except WriteFailed as error:
        print(error)
"""
    done = in_child(code, str(folder))
    folder.chmod(0o755)
    assert done.stdout.count("no permission") == 3, done.stdout + done.stderr
    assert [path.name for path in folder.iterdir()] == ["note"]
    assert (folder / "note").read_bytes() == b"old"


def test_rename_new_never_overwrites(tmp_path):
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    with pytest.raises(FileExistsError):
        files.rename_new(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == b"b"
    files.rename_new(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c").read_bytes() == b"a"


def test_rename_new_where_the_disk_has_no_such_call(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_rename_exclusive", lambda _old, _new: errno.EINVAL)
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        files.rename_new(tmp_path / "a", tmp_path / "b")
    files.rename_new(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c").read_bytes() == b"a"


def test_sweep_takes_old_leftovers_only(tmp_path):
    old = tmp_path / ".luminair-1-1.tmp"
    new = tmp_path / ".luminair-1-2.tmp"
    other = tmp_path / ".luminair-notes"
    for file in (old, new, other):
        file.write_bytes(b"")
        os.utime(file, (1000, 1000))
    os.utime(new, (5000, 5000))
    files.sweep(tmp_path, before=3000)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([new.name, other.name])
    files.sweep(tmp_path / "none", before=3000)


# --- JSON Lines ------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)
)


@given(values=st.lists(JSON, max_size=5), cut=st.integers(0, 60), after=st.lists(JSON, max_size=3))
def test_a_log_cut_at_any_byte_keeps_its_other_lines(tmp_path_factory, values, cut, after):
    file = tmp_path_factory.mktemp("log") / "log.jsonl"
    for value in values:
        files.append_line(file, value)
    raw = file.read_bytes() if values else b""
    file.write_bytes(raw[: max(0, len(raw) - cut)])
    whole = files.read_lines(file)
    for value in after:
        files.append_line(file, value)
    found = files.read_lines(file)
    # What was cut may still be JSON by chance ('12' of '123'); what was whole is still there.
    assert found[len(found) - len(after) :] == after
    assert found[: len(whole)] == whole
    kept = raw[: max(0, len(raw) - cut)].count(b"\n")
    assert found[:kept] == values[:kept]


def test_lines_that_are_no_json_are_skipped(tmp_path):
    file = tmp_path / "log"
    file.write_bytes(b'{"a":1}\n\xff\xfe\n\nnot json\n' + b"[" * 100_000 + b'\n\x00\n2\n{"b":')
    assert files.read_lines(file) == [{"a": 1}, 2]
    files.append_line(file, {"c": "\ud800"})
    assert files.read_lines(file)[-1] == {"c": "\ud800"}
    file.read_bytes()[-10:].decode()


def test_a_missing_log_is_empty(tmp_path):
    assert files.read_lines(tmp_path / "none") == []
    assert files.read_lines(tmp_path / "none" / "none") == []


def test_lines_are_readable_text(tmp_path):
    files.append_line(tmp_path / "log", {"title": "日本語"})
    assert (tmp_path / "log").read_text(encoding="utf-8") == '{"title":"日本語"}\n'
    files.write_lines(tmp_path / "log", [1, "é"])
    assert files.read_lines(tmp_path / "log") == [1, "é"]


def append_many(path: str, who: int) -> None:
    for number in range(50):
        files.append_line(Path(path), {"who": who, "number": number, "text": "x" * 3000})


def test_lines_of_many_processes_do_not_mix(tmp_path):
    context = multiprocessing.get_context("spawn")
    log = str(tmp_path / "log")
    writers = [context.Process(target=append_many, args=(log, who)) for who in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = files.read_lines(tmp_path / "log")
    assert len(found) == 150
    assert json.loads((tmp_path / "log").read_bytes().splitlines()[0])["number"] == 0


# --- The lock --------------------------------------------------------------------------------


def test_the_lock_keeps_threads_apart(tmp_path):
    inside: list[int] = []
    overlaps: list[int] = []

    def work(number: int) -> None:
        for _ in range(20):
            with files.lock(tmp_path / "lock"):
                inside.append(number)
                if len(inside) > 1:
                    overlaps.append(number)
                inside.remove(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]  # noqa: TID251
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert overlaps == []


def test_the_lock_keeps_processes_apart_and_ends_with_its_holder(tmp_path):
    code = """
import sys
from pathlib import Path
from luminair.files import lock
with lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "lock")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == b"held\n"
    with (
        pytest.raises(LockBusy, match="Another program has held"),
        files.lock(tmp_path / "lock", 0.05),
    ):
        pytest.fail("two holders")
    holder.kill()
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    with files.lock(tmp_path / "lock", 5):
        pass


def test_a_second_hold_in_one_thread_ends_in_a_sentence(tmp_path):
    with files.lock(tmp_path / "lock"):  # noqa: SIM117 - the order is the point
        with pytest.raises(LockBusy), files.lock(tmp_path / "lock", 0.02):
            pytest.fail("held twice")


def test_a_lock_file_that_was_removed_is_made_anew(tmp_path):
    with files.lock(tmp_path / "lock"):
        (tmp_path / "lock").unlink()
    with files.lock(tmp_path / "lock", 0.5):
        assert (tmp_path / "lock").exists()


def no_flock(_descriptor: int, _operation: int) -> None:
    raise OSError(errno.ENOTSUP, "Operation not supported")


def test_where_the_disk_has_no_locks_a_file_stands_for_one(tmp_path, monkeypatch):
    monkeypatch.setattr(files.fcntl, "flock", no_flock)
    held = tmp_path / "lock.held"
    with files.lock(tmp_path / "lock"):
        assert held.read_text().endswith(f" {os.getpid()}")
    assert not held.exists()
    held.write_text("another-host 1")
    with pytest.raises(LockBusy), files.lock(tmp_path / "lock", 0.02):
        pytest.fail("two holders")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    held.write_text(f"{os.uname().nodename} {dead.pid}")
    with files.lock(tmp_path / "lock", 1):
        pass


# --- What only other systems and disks do ----------------------------------------------------


def refuse(code: int):
    def call(*_arguments: object, **_named: object) -> None:
        raise OSError(code, os.strerror(code))

    return call


def test_on_macos_order_is_kept_cheaply_and_the_cache_emptied_on_request(tmp_path, monkeypatch):
    asked: list[int] = []

    def control(_descriptor: int, command: int) -> None:
        asked.append(command)
        if command == 85 and len(asked) > 1:
            raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(files.sys, "platform", "darwin")
    monkeypatch.setattr(files.fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(files.fcntl, "fcntl", control)
    with (tmp_path / "a").open("wb") as file:
        files.sync(file.fileno())
        assert asked == [85]
        files.sync(file.fileno())  # a disk without barriers
        files.sync(file.fileno(), full=True)
        assert asked == [85, 85, 51, 51]
        monkeypatch.setattr(files.fcntl, "fcntl", refuse(errno.ENOTSUP))
        files.sync(file.fileno(), full=True)


def test_a_disk_that_cannot_sync_folders_is_no_error(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", refuse(errno.EINVAL))
    files.sync_folder(tmp_path)
    monkeypatch.setattr(os, "fsync", refuse(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        files.sync_folder(tmp_path)
    monkeypatch.setattr(os, "open", refuse(errno.EACCES))
    files.sync_folder(tmp_path)


def test_a_replace_that_fails_leaves_no_temporary_file(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(WriteFailed, match="a folder stands in its place"):
        files.write_atomic(tmp_path / "a", b"x")
    assert leftovers(tmp_path) == []


def test_a_name_left_by_a_killed_process_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_numbers", iter([1, 2]))
    left = tmp_path / f".luminair-{os.getpid()}-1.tmp"
    left.write_bytes(b"left")
    files.write_atomic(tmp_path / "a", b"x")
    assert left.read_bytes() == b"left"


def test_a_system_without_an_exclusive_rename(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_c_library", object)
    (tmp_path / "a").write_bytes(b"a")
    files.rename_new(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == b"a"


def test_a_lock_that_the_system_breaks_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(files.fcntl, "flock", refuse(errno.EIO))
    with pytest.raises(WriteFailed, match="reports an error"), files.lock(tmp_path / "lock"):
        pytest.fail("not held")


def test_a_lock_file_that_may_only_be_read_is_enough(tmp_path, monkeypatch):
    with files.lock(tmp_path / "lock"):
        pass
    real = os.open

    def not_for_writing(path: Path, flags: int, *rest: int) -> int:
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", not_for_writing)
    with files.lock(tmp_path / "lock"):
        pass
