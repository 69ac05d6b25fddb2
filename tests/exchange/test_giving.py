"""The vault as a plain folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from luminair.errors import Refused, WriteFailed
from luminair.exchange.giving import give

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def full(vault: Path) -> Path:
    """A vault with all that may lie in one."""
    for path, data in (
        ("Notes/harbor/Retry.md", b"---\r\nid: 1\r\n---\r\nText"),
        ("Archive/old.md", b"Old.\n"),
        ("Harness/reading.md", b"# Law\n"),
        ("picture.png", b"\x89\x00"),
        (".luminair/history/abc", b"x"),
        (".git/config", b"x"),
        (".obsidian/app.json", b"{}"),
        ("Notes/.hidden.md", b"x"),
    ):
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    os.utime(vault / "Archive/old.md", (1_000_000_000, 1_000_000_000))
    (vault / "link.md").symlink_to(vault / "picture.png")
    (vault / "Empty").mkdir()
    return vault


def test_every_note_is_there_byte_for_byte_and_nothing_else(full: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "Journal"
    given = give(full, target)
    found = {
        path.relative_to(target).as_posix(): path.read_bytes()
        for path in target.rglob("*")
        if path.is_file()
    }
    assert found == {
        "Notes/harbor/Retry.md": b"---\r\nid: 1\r\n---\r\nText",
        "Archive/old.md": b"Old.\n",
        "Harness/reading.md": b"# Law\n",
        "picture.png": b"\x89\x00",
    }
    assert given.files == 4
    assert given.bytes == sum(map(len, found.values()))
    assert given.left_out == {"link.md": "it is a link"}
    assert (target / "Archive/old.md").stat().st_mtime == 1_000_000_000
    assert (target / "Empty").is_dir()
    assert [path.name for path in target.parent.iterdir()] == ["Journal"]


def test_an_empty_folder_is_filled_and_a_full_one_is_not(full: Path, tmp_path: Path) -> None:
    target = tmp_path / "Journal"
    target.mkdir()
    assert give(full, target).files == 4
    before = sorted(path.name for path in target.iterdir())
    with pytest.raises(Refused, match="something at"):
        give(full, target)
    assert sorted(path.name for path in target.iterdir()) == before


@pytest.mark.parametrize("place", ["", "Notes/export", ".."])
def test_a_folder_in_or_around_the_vault_is_refused(full: Path, place: str) -> None:
    with pytest.raises(Refused, match="one in the other"):
        give(full, full / place if place != ".." else full.parent)


def test_a_disk_that_says_no_leaves_nothing_behind(full: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteFailed):
        give(full, tmp_path / "file" / "Journal")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
