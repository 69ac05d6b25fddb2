from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from luminair.errors import VaultMissing, VaultNotAFolder, VaultUnreadable
from luminair.journal.vault.tree import FileSign, look, look_at


def sees_all():
    """Whether permissions mean nothing to whoever runs this test."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).chmod(0)
        return os.access(file.name, os.R_OK)


SEES_ALL = sees_all()


def write(vault, path, text="text\n"):
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def paths(vault):
    return [sign.path for sign in look(str(vault)).files]


def test_notes_of_all_folders_come_by_path_with_the_sign_that_the_disk_has(vault):
    file = write(vault, "Notes/deep/er/b.md")
    write(vault, "a.MD")
    write(vault, "Notes/picture.png")
    state = file.stat()

    files = look(str(vault)).files

    assert [sign.path for sign in files] == ["Notes/deep/er/b.md", "a.MD"]
    times = (state.st_mtime_ns, state.st_ctime_ns)
    assert files[0] == FileSign("Notes/deep/er/b.md", *times, state.st_size, state.st_ino)


def test_dot_folders_and_dot_files_are_passed_by(vault):
    for path in (".luminair/history/a.md", ".obsidian/b.md", "Notes/.trash/c.md", ".d.md"):
        write(vault, path)
    write(vault, "e.md")

    assert paths(vault) == ["e.md"]


def test_links_are_never_followed_wherever_they_lead(vault, tmp_path):
    write(tmp_path, "outside/secret.md")
    write(vault, "in/a.md")
    (vault / "out").symlink_to(tmp_path / "outside")
    (vault / "out.md").symlink_to(tmp_path / "outside/secret.md")
    (vault / "again").symlink_to(vault / "in")
    (vault / "in/loop").symlink_to(vault)
    (vault / "again.md").symlink_to(vault / "in/a.md")
    (vault / "broken.md").symlink_to(vault / "gone.md")

    seen = look(str(vault))

    assert [sign.path for sign in seen.files] == ["in/a.md"]
    assert seen.unreadable == []


def test_a_folder_named_like_a_note_is_a_folder_and_a_pipe_is_no_note(vault):
    write(vault, "odd.md/inside.md")
    os.mkfifo(vault / "pipe.md")

    assert paths(vault) == ["odd.md/inside.md"]


@pytest.mark.skipif(SEES_ALL, reason="the administrator may read everything")
def test_a_folder_that_may_not_be_listed_is_named_with_the_reason(vault):
    write(vault, "shut/a.md")
    write(vault, "b.md")
    (vault / "shut").chmod(0)
    try:
        seen = look(str(vault))
    finally:
        (vault / "shut").chmod(stat.S_IRWXU)

    assert [sign.path for sign in seen.files] == ["b.md"]
    assert seen.unreadable == [("shut", "the folder cannot be read (permission denied)")]


def test_a_name_that_is_not_utf_8_is_named_and_stops_nothing(vault):
    try:
        (vault / os.fsdecode(b"caf\xe9.md")).write_text("x")
    except OSError:
        pytest.skip("this disk takes UTF-8 names only")
    write(vault, "b.md")

    seen = look(str(vault))

    assert [sign.path for sign in seen.files] == ["b.md"]
    assert seen.unreadable == [
        ("caf?.md", "the file's name is not UTF-8, so it cannot be used as a path")
    ]


def test_what_is_no_vault_is_told_apart(vault, tmp_path):
    file = write(tmp_path, "file.txt")
    with pytest.raises(VaultMissing, match="There is no Journal at"):
        look(str(vault / "gone"))
    with pytest.raises(VaultNotAFolder, match="is a file, not a folder"):
        look(str(file))


@pytest.mark.skipif(SEES_ALL, reason="the administrator may read everything")
def test_a_vault_that_may_not_be_listed(vault):
    vault.chmod(0)
    try:
        with pytest.raises(VaultUnreadable, match="permission denied"):
            look(str(vault))
    finally:
        vault.chmod(stat.S_IRWXU)


def test_times_beyond_63_bits_do_not_stop_the_look(vault):
    file = write(vault, "a.md")
    try:
        os.utime(file, ns=(0, -1_000_000_000))
    except (OverflowError, OSError):
        pytest.skip("this disk keeps no such times")

    assert paths(vault) == ["a.md"]


class TestLookAt:
    def test_a_note_is_seen_as_the_full_look_sees_it(self, vault):
        write(vault, "Notes/a.md")
        write(vault, "b.md")

        seen = look_at(str(vault), ["Notes/a.md"])

        assert seen is not None
        assert (seen[0].files, seen[1]) == (look(str(vault)).files[:1], [])

    def test_only_a_full_look_can_tell_of_a_folder(self, vault):
        write(vault, "Notes/a.md")

        assert look_at(str(vault), ["Notes"]) is None

    @pytest.mark.parametrize("path", ["gone.md", "notes/a.md", "Notes/A.md", "Gone"])
    def test_what_is_not_there_in_this_spelling_is_gone(self, vault, path):
        write(vault, "Notes/a.md")
        if (vault / path).exists():
            assert look_at(str(vault), [path]) is None  # a disk that is blind for letter case
            return

        seen = look_at(str(vault), [path])

        assert seen is not None
        assert (seen[0].files, seen[1]) == ([], [path])

    def test_nothing_is_gone_where_the_vault_is(self, vault):
        vault.rename(vault.with_name(f"{vault.name}-elsewhere"))

        with pytest.raises(VaultMissing):
            look_at(str(vault), ["a.md"])

    def test_what_can_be_no_note_is_left_out(self, vault):
        write(vault, ".luminair/lock.md")
        write(vault, "Notes/a.png")

        seen = look_at(str(vault), [".luminair/lock.md", "Notes/a.png", "../x.md", "/etc/x.md", ""])

        assert seen is not None
        assert (seen[0].files, seen[1]) == ([], ["Notes/a.png"])

    def test_nothing_behind_a_link_is_seen(self, vault, tmp_path):
        write(tmp_path, "outside/a.md")
        (vault / "out").symlink_to(tmp_path / "outside")

        seen = look_at(str(vault), ["out/a.md"])

        assert seen is not None
        assert (seen[0].files, seen[1]) == ([], ["out/a.md"])
