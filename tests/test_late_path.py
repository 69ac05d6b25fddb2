"""A path that is late is the path that pathlib makes, in all that is asked of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from luminair import late_path as room

PLAIN = ["/", "/a", "/a b/c.md", "/a/.b", "/a/..b", "/é/c"]


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("name", ["b", ".b", "b/c", "b/", "/b", "", ".", "../b", "b//c"])
def test_it_is_joined_and_taken_apart_alike(text: str, name: str) -> None:
    late, path = room._Late(text), Path(text)
    assert (str(late), os.fspath(late), repr(late)) == (str(path), os.fspath(path), repr(path))
    assert (late.name, str(late.parent), late.suffix) == (path.name, str(path.parent), path.suffix)
    assert str(late / name) == str(path / name)
    assert late == path
    assert path == late
    assert hash(late) == hash(path)
    assert {late: 1}[path] == 1
    assert late / "x" != path
    assert late < path / "x"
    assert sorted([path / "x", late]) == [path, path / "x"]


@pytest.mark.parametrize("text", ["a", "", "/a/", "//a", "/a/./b", "/a//b"])
def test_what_pathlib_would_spell_otherwise_is_not_late(text: str) -> None:
    assert not room._is_plain(text)
    assert room.late_path(text) == Path(text)


def test_it_reads_alike(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a").write_bytes(b"x\r\n")
    (tmp_path / "link").symlink_to(tmp_path / "in")
    late = room._Late(str(tmp_path))
    assert (late / "in/a").read_bytes() == b"x\r\n"
    assert str((late / "link").resolve()) == str((tmp_path / "link").resolve())
    assert (late / "in").stat() == (tmp_path / "in").stat()
    for name in ("in", "in/a", "no", "in/a/b", "link", "nul\0"):
        path = tmp_path / name
        assert (late / name).exists() == path.exists()
        assert (late / name).is_dir() == path.is_dir()
    assert [each.name for each in (late / "in").iterdir()] == ["a"]
    with pytest.raises(FileNotFoundError):
        (late / "no").read_bytes()


def test_pathlib_is_loaded_only_when_it_is_asked() -> None:
    code = (
        "import sys; from luminair.late_path import late_path; sys.modules.pop('pathlib', None);"
        "path = late_path('/tmp') / 'x'; path.exists(); assert 'pathlib' not in sys.modules;"
        "path.with_suffix('.md'); assert 'pathlib' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
