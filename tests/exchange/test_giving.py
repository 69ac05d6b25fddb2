"""Everything out: the vault byte for byte, sessions without keys, and all of it in again."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, Refused, WriteFailed
from luminair.exchange.giving import give
from tests.exchange.made_sessions import KEY, QUOTED, library_with_a_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.sessions.library import Library


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
        ("Notes/.Evicted.md.icloud", b"x"),
    ):
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    os.utime(vault / "Archive/old.md", (1_000_000_000, 1_000_000_000))
    (vault / "link.md").symlink_to(vault / "picture.png")
    (vault / "Empty").mkdir()
    return vault


@pytest.fixture
def library(home: Path, clock: Callable) -> Library:
    return library_with_a_key(home, clock)


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_note_is_there_byte_for_byte_and_nothing_else(full: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "Export"
    given = give(target, full, None)
    notes = files_in(target / "Journal")
    assert notes == {
        "Notes/harbor/Retry.md": b"---\r\nid: 1\r\n---\r\nText",
        "Archive/old.md": b"Old.\n",
        "Harness/reading.md": b"# Law\n",
        "picture.png": b"\x89\x00",
    }
    assert given.files == 4
    assert given.bytes == sum(map(len, notes.values()))
    assert given.left_out == {
        "link.md": "it is a link",
        "Notes/Evicted.md": "only iCloud has it at the moment",
    }
    assert (target / "Journal/Archive/old.md").stat().st_mtime == 1_000_000_000
    assert (target / "Journal/Empty").is_dir()
    assert sorted(names_in(target)) == ["Journal", "luminair-export.json"]
    assert names_in(target.parent) == ["Export"]


def test_sessions_are_there_in_two_forms_without_keys_and_injected_text(
    library: Library, tmp_path: Path
) -> None:
    target = tmp_path / "Export"
    given = give(target, None, library)
    found = files_in(target)
    first = "Sessions/2026-09-17 Über uns- Ausfälle"
    assert set(found) == {
        *(f"{first}{number}.{form}" for number in ("", " 2") for form in ("md", "json")),
        next(name for name in found if name.endswith("/1.png")),
        "luminair-export.json",
    }
    assert given.sessions == 2
    assert given.masked
    for data in found.values():
        assert KEY.encode() not in data
        assert b"sk-ant" not in data
    assert "Because of the **order**." in found[f"{first}.md"].decode()
    told = json.loads(found[f"{first}.json"])
    assert told["messages"][1]["tools"][1]["result"] == "built"
    assert told["messages"][1]["tools"][0].get("result", "") == ""
    assert QUOTED not in found[f"{first}.md"].decode()
    assert found[f"{first}.json"].decode().count(QUOTED) == 1  # the title of what rode


def test_a_session_that_cannot_be_read_is_named(library: Library, tmp_path: Path) -> None:
    session = next(each.id for each in library.listing().sessions if each.title_set)
    next(library.folder(session).glob("*.jsonl")).write_bytes(b"\x00no transcript\n" * 9)
    given = give(tmp_path / "Export", None, library)
    assert given.sessions == 1
    assert [name for name in given.left_out if session in name]


def test_an_empty_folder_is_filled_and_a_full_one_is_not(full: Path, tmp_path: Path) -> None:
    target = tmp_path / "Export"
    target.mkdir()
    assert give(target, full, None).files == 4
    before = sorted(path.name for path in target.iterdir())
    with pytest.raises(Refused, match="something at"):
        give(target, full, None)
    assert sorted(path.name for path in target.iterdir()) == before


@pytest.mark.parametrize("place", ["", "Notes/export", ".."])
def test_a_folder_in_or_around_the_vault_is_refused(full: Path, place: str) -> None:
    with pytest.raises(Refused, match="one in the other"):
        give(full / place if place != ".." else full.parent, full, None)


# --- What goes wrong ---------------------------------------------------------------------------


def test_a_disk_that_says_no_leaves_nothing_behind(full: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteFailed):
        give(tmp_path / "file" / "Export", full, None)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("at", ["Archive/old.md", "sessions", "about", "name"])
def test_a_disk_that_fills_up_leaves_nothing_behind(
    full: Path, library: Library, tmp_path: Path, at: str
) -> None:
    def step(name: str) -> None:
        if name == at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = set(names_in(tmp_path))
    with pytest.raises(WriteFailed, match="the disk is full"):
        give(tmp_path / "Export", full, library, step=step)
    assert set(names_in(tmp_path)) == before


def test_a_vault_that_goes_away_meanwhile_is_no_small_export(full: Path, tmp_path: Path) -> None:
    gone = full.with_name("unmounted")

    def step(name: str) -> None:
        if name == "Notes/harbor/Retry.md":
            full.rename(gone)

    with pytest.raises(LuminairError, match=r"cannot be read .* nothing was exported; bring it"):
        give(tmp_path / "Export", full, None, step=step)
    assert not (tmp_path / "Export").exists()
    with pytest.raises(LuminairError, match="cannot be read"):
        give(tmp_path / "Export", full, None)


def test_a_note_that_goes_away_meanwhile_is_named(full: Path, tmp_path: Path) -> None:
    def step(name: str) -> None:
        if name == "Archive/old.md":
            (full / name).unlink()

    given = give(tmp_path / "Export", full, None, step=step)
    assert given.files == 3
    assert given.left_out["Archive/old.md"] == "it cannot be read (no such file or directory)"


KILLED = """
import os, signal, sys
from pathlib import Path
from luminair.exchange.giving import give

def step(name):
    if name == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)

give(Path(sys.argv[1]), Path(sys.argv[2]), None, step=step)
"""


@pytest.mark.parametrize("at", ["Harness/reading.md", "name"])
def test_a_kill_leaves_no_half_export_under_its_name(full: Path, tmp_path: Path, at: str) -> None:
    place = tmp_path / "out"
    place.mkdir()
    words = [sys.executable, "-c", KILLED, str(place / "Export"), str(full), at]
    done = subprocess.run(words, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    assert len(names_in(place)) == 1
    assert not (place / "Export").exists()
    give(place / "Export", full, None)
    assert names_in(place) == ["Export"], "the next export takes away what the killed one left"
