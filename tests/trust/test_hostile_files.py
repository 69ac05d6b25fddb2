"""A vault of files that nobody should have: each is listed with why, or passed by, and kept."""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.cli.main import main
from luminair.journal import Journal, Kind, Setup, State, init_vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOOD = b"---\ntitle: The lamp\nscope: global\n---\nThe lamp burns whale oil.\n"
HEADERS = {
    "aliases that grow": "a: &a [x,x]\n"
    + "".join(
        f"b{n}: &b{n} [*{'a' if not n else f'b{n - 1}'},*{'a' if not n else f'b{n - 1}'}]\n"
        for n in range(60)
    ),
    "a key of 1 MB": f"{'k' * 1_000_000}: v",
    "a value of 1 MB": f"title: {'v' * 1_000_000}",
    "100,000 keys": "".join(f"k{n}: {n}\n" for n in range(100_000)),
    "deep lists": "a: " + "[" * 100_000,
    "deep maps": "".join(" " * n + "a:\n" for n in range(500)),
    "a tag that would run": "a: !!python/object/apply:os.system ['touch /tmp/luminair-ran']",
    "merge keys": "<<: [*x, *x]\n" * 1000,
    "anchors alone": "&a " * 50_000 + ": x",
    "quotes that never close": 'title: "' + "x\n" * 20_000,
}
BODIES = {
    "deep quotes": "> " * 20_000 + "x",
    "deep lists": "".join("  " * n + "- x\n" for n in range(1500)),
    "brackets": "[" * 100_000,
    "links": "[[" * 50_000 + "a" + "]]" * 50_000,
    "stars": "*" * 100_000,
    "ticks": "`" * 100_000,
    "tables": "|" * 100_000 + "\n" + "|-" * 50_000,
    "html": "<div>" * 50_000,
    "combining": "e" + "\u0301" * 100_000,
    "no blanks": "x" * 1_000_000,
    "headings": "# a\n" * 50_000,
    "emphasis": "_a *b " * 30_000,
}


def sparse(file: Path, size: int) -> None:
    with file.open("wb") as opened:
        opened.truncate(size)


def fill(vault: Path) -> None:
    (vault / "Good.md").write_bytes(GOOD)
    for name, header in HEADERS.items():
        (vault / f"H {name}.md").write_text(f"---\n{header}\n---\nText.\n", "utf-8")
    for name, body in BODIES.items():
        (vault / f"B {name}.md").write_text(body, "utf-8")
    raw = {
        "NUL": b"a\0b", "latin": b"caf\xe9", "half": b"\xed\xa0\x80", "utf16": "x".encode("utf-16"),
        "empty": b"", "bom": b"\xef\xbb\xbf", "crs": b"\r" * 100_000, "open": b"---\n",
        "bytes": bytes(range(256)) * 100,
    }  # fmt: skip
    for name, data in raw.items():
        (vault / f"R {name}.md").write_bytes(data)
    sparse(vault / "One gigabyte.md", 1 << 30)
    sparse(vault / "One gigabyte.bin", 1 << 30)
    (vault / ("n" * 252 + ".md")).write_bytes(b"A long name.\n")
    (vault / ("é" * 126 + ".md")).write_bytes(b"A long name.\n")
    (vault / "line\nbreak\t\x1b[2J.md").write_bytes(b"A name.\n")
    (vault / "back\\slash: what? *.md").write_bytes(b"A name.\n")
    (vault / ".Evicted.md.icloud").write_bytes(b"bplist00")
    (vault / "folder.md").mkdir()
    (vault / "folder.md" / "inside.md").write_bytes(b"Inside.\n")
    (vault / "loop").symlink_to(vault)
    (vault / "circle a.md").symlink_to(vault / "circle b.md")
    (vault / "circle b.md").symlink_to(vault / "circle a.md")
    (vault / "out.md").symlink_to("/etc/hostname")
    (vault / "outside").symlink_to("/etc")
    os.mkfifo(vault / "pipe.md")
    deep = vault
    with suppress(OSError):
        for _ in range(400):
            deep = deep / "deep folder"
            deep.mkdir()
    with suppress(OSError):
        (vault / os.fsdecode(b"not utf8 \xff.md")).write_bytes(b"A name.\n")


def states(vault: Path) -> dict[str, tuple[int, int]]:
    return {
        str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in vault.rglob("*")
        if ".luminair" not in path.parts
    }


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = tmp_path_factory.mktemp("zoo")
    init_vault(vault, ride="all")
    fill(vault)
    return vault


@pytest.fixture
def opened(zoo: Path, tmp_path: Path, clock: Callable) -> Iterator[Journal]:
    line = socket.socket(socket.AF_UNIX)
    with suppress(OSError):
        line.bind(str(zoo / "s.md"))
    journal = Journal(Setup(root=zoo, index=tmp_path, home="/none", now=clock, draw=lambda: 7))
    yield journal
    journal.close()
    line.close()
    (zoo / "s.md").unlink(missing_ok=True)


@pytest.mark.timeout(180)
def test_the_rest_of_the_vault_works_and_nothing_is_touched(zoo: Path, opened: Journal) -> None:
    before = states(zoo)
    began = time.process_time()
    listed = {each.note.path: each for each in opened.listing(state=None)}
    assert time.process_time() - began < 40  # all of it once, on a slow machine
    damaged = {each.note.path for each in opened.listing(state=State.DAMAGED)}
    assert {f"R {name}.md" for name in ("NUL", "latin", "half", "utf16", "bytes")} <= damaged
    assert "One gigabyte.md" in damaged
    for path in damaged:
        assert listed[path].note.damage
        assert len(listed[path].note.damage.splitlines()) == 1
    assert not [path for path in listed if path.startswith(("loop", "outside", "circle", "out"))]
    assert not {"pipe.md", "s.md"} & set(listed)
    assert "folder.md/inside.md" in listed
    told = {each.path: each for each in opened.doctor()}
    assert "iCloud" in told["Evicted.md"].problem
    found = opened.search("whale oil").results
    assert found[0].note.path == "Good.md"
    digest = opened.digest("what does the lamp burn?", opened.place()[0])
    assert "whale oil" in digest.text
    assert states(zoo) == before


@pytest.mark.timeout(120)
def test_each_command_is_done_in_time(zoo: Path, capsys) -> None:
    for words in (
        ["list"],
        ["search", "whale oil"],
        ["digest", "--prompt", "the lamp"],
        ["doctor"],
    ):
        began = time.process_time()
        assert main(["--vault", str(zoo), *words, "--json"]) in {0, 1}
        assert time.process_time() - began < 40
        out, err = capsys.readouterr()
        json.loads(out)
        assert "Traceback" not in err
    assert not Path("/tmp/luminair-ran").exists()


def test_a_note_in_the_cloud_keeps_its_place(vault: Path, tmp_path: Path, clock: Callable) -> None:
    """iCloud took the file away to save room: what is known of it stays, and its name is taken."""
    init_vault(vault, ride="all")
    journal = Journal(Setup(root=vault, index=tmp_path, home="/n", now=clock, draw=lambda: 7))
    try:
        rule = journal.add(title="Use UTC", kind=Kind.RULE, body="Times are UTC.\n").note
        file = vault / rule.path
        file.rename(file.with_name(f".{file.name}.icloud"))
        for look in (journal.refresh, lambda: journal.touched([rule.path])):
            changes = look()
            assert [path for path, _ in changes.unreadable] == [rule.path]
            assert not changes.removed
            assert [each.path for each in journal.standing()] == [rule.path]
        other = journal.add(title="Use UTC", body="Another.\n").note
        assert other.path != rule.path
        file.with_name(f".{file.name}.icloud").rename(file)
        assert journal.load(rule.path).body.strip() == "Times are UTC."
    finally:
        journal.close()


@pytest.mark.full
@pytest.mark.timeout(900)
def test_100_000_files(tmp_path: Path, clock: Callable) -> None:
    """The first look takes its time; each later one, and a search, are there at once."""
    vault = tmp_path / "vault"
    vault.mkdir()
    init_vault(vault, ride="all")
    for number in range(100_000):
        folder = vault / f"f{number % 300}"
        folder.mkdir(exist_ok=True)
        (folder / f"n{number}.md").write_text(f"# Note {number}\n\nBuoy {number} is red.\n")
    setup = Setup(root=vault, index=tmp_path / "i", home="/n", now=clock, draw=lambda: 7)
    for _ in range(2):
        journal = Journal(setup)
        began = time.process_time()
        found = journal.search("buoy 77777").results
        took = time.process_time() - began
        journal.close()
        assert found[0].note.path == "f77/n77777.md"
    assert took < 3, took
