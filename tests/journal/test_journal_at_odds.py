"""Others at work in the vault, and vaults that are not as they should be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, NoteChanged, NoteNotFound, Refused, VaultMissing
from luminair.journal import Journal, Kind, Setup, State, init_vault

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)
RULE = "Retry an upload three times and then say so, with jitter, so that clients spread out."


def put(vault: Path, path: str, text: str) -> Path:
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


# --- Others at work ------------------------------------------------------------------------------


def test_a_change_outside_is_a_conflict_and_both_stay(journal: Journal, vault: Path) -> None:
    written = journal.add(title="a", body="mine\n")
    file = vault / written.note.path
    sha = journal.find(written.note.key).sha256
    file.write_bytes(file.read_bytes() + b"theirs\n")
    with pytest.raises(NoteChanged, match=r"a\.md"):
        journal.edit(written.note.key, body="mine again\n", expected_sha256=sha)
    assert file.read_text("utf-8").endswith("theirs\n")
    kept = list((vault / ".luminair/conflicts").rglob("*.md"))
    assert len(kept) == 1
    assert b"mine again" in kept[0].read_bytes()


def test_undo_is_refused_where_a_file_changed_since(journal: Journal, vault: Path) -> None:
    written = journal.add(title="a", body="one\n")
    journal.edit(written.note.key, body="two\n")
    file = vault / written.note.path
    file.write_bytes(file.read_bytes() + b"by hand\n")
    with pytest.raises(LuminairError, match=r"a\.md"):
        journal.undo()
    assert file.read_text("utf-8").endswith("two\nby hand\n")


def test_a_file_moved_by_hand_is_found_by_its_id(journal: Journal, vault: Path) -> None:
    note = journal.add(title="a").note
    (vault / "Else").mkdir()
    (vault / note.path).rename(vault / "Else/b.md")
    journal.refresh()
    assert journal.find(note.key).path == "Else/b.md"
    with pytest.raises(NoteNotFound):
        journal.find(note.path)
    assert journal.edit(note.key, body="x\n").note.path == "Else/b.md"


def test_many_threads_read_and_write_at_once(journal: Journal, vault: Path) -> None:
    journal.warm()
    note = journal.add(title="hub", body="the hub\n").note

    def work(number: int) -> int:
        made = journal.add(title=f"note {number}", body=f"See [[hub]]. harbor {number}\n")
        journal.edit(made.note.key, summary=f"number {number}")
        journal.pin(made.note.key)
        assert journal.search("harbor", limit=50).results
        assert journal.listing()
        assert journal.listed(made.note.key).note.pinned
        assert journal.links_to(note.key)
        return len(journal.history(made.note.key))

    with ThreadPoolExecutor(6) as pool:
        kept = list(pool.map(work, range(18)))
    assert all(kept)
    assert len(journal.listing()) == 19
    assert len({each.note.id for each in journal.listing()}) == 19
    assert len(journal.links_to(note.key)) == 18
    assert len(list((vault / "Notes").glob("*.md"))) == 19


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from luminair.journal import Journal, Setup
import random
draw = random.SystemRandom()
setup = Setup(root=Path(sys.argv[1]), index=Path(sys.argv[2]), home=sys.argv[3],
    now=lambda: datetime(2026, 9, 17, 11, 0, tzinfo=UTC), draw=lambda: draw.getrandbits(32))
journal = Journal(setup)
for number in range(12):
    journal.add(title=f"{sys.argv[4]} {number}", body="See [[hub]].\\n")
    assert any(each.note.title == f"{sys.argv[4]} {number}" for each in journal.listing())
journal.close()
"""


def test_two_processes_and_this_one_share_a_vault(
    journal: Journal, vault: Path, home: Path, person: Path
) -> None:
    hub = journal.add(title="hub").note
    arguments = [str(vault), str(home / "index"), str(person)]
    others = [
        subprocess.Popen([sys.executable, "-c", WRITER, *arguments, name]) for name in ("p", "q")
    ]
    for number in range(12):
        journal.add(title=f"own {number}", body="See [[hub]].\n")
    assert [other.wait(40) for other in others] == [0, 0]
    journal.refresh()
    listed = journal.listing()
    assert len(listed) == 37
    assert len({each.note.id for each in listed}) == 37
    assert len(journal.links_to(hub.key)) == 36


# --- Vaults that are not as they should be -------------------------------------------------------


def test_a_vault_that_goes_away_is_said_and_comes_back(
    journal: Journal, vault: Path, tmp_path: Path
) -> None:
    journal.add(title="a")
    away = tmp_path / "away"
    vault.rename(away)
    with pytest.raises(VaultMissing):
        journal.refresh()
    with pytest.raises(LuminairError):
        journal.add(title="b")
    assert not vault.exists()
    assert [each.note.title for each in journal.listing()] == ["a"]
    away.rename(vault)
    assert not journal.refresh()
    assert journal.add(title="b").note.title == "b"


def test_a_vault_that_is_being_removed_never_hurts(journal: Journal, vault: Path) -> None:
    keys = [journal.add(title=f"n{at}", body=f"{RULE} {at}\n").note.key for at in range(40)]
    said: list[str] = []

    def remove() -> None:
        shutil.rmtree(vault / "Notes")

    with ThreadPoolExecutor(1) as pool:
        going = pool.submit(remove)
        for key in keys:
            try:
                journal.refresh()
                journal.listing()
                journal.load(key)
                journal.search("upload")
            except LuminairError as error:
                said.append(str(error))
        going.result(10)
    assert all(each.endswith(".") for each in said)
    journal.refresh()
    assert journal.listing() == []
    assert journal.search("upload").results == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write everywhere")
def test_a_vault_that_can_only_be_read_is_read(journal: Journal, vault: Path) -> None:
    put(vault, "a.md", f"{RULE}\n")
    vault.chmod(0o500)
    try:
        journal.refresh()
        assert journal.search("jitter").results
        with pytest.raises(LuminairError, match="permission"):
            journal.add(title="b")
    finally:
        vault.chmod(0o700)


def test_no_place_for_an_index_is_no_matter(vault: Path, person: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    put(vault, "a.md", f"{RULE}\n")
    journal = Journal(Setup(vault, blocked / "index", str(person), now=lambda: NOW, draw=lambda: 5))
    assert [each.note.path for each in journal.listing()] == ["a.md"]
    assert journal.search("jitter").results
    journal.close()


def test_what_cannot_be_read_is_listed_and_left_alone(journal: Journal, vault: Path) -> None:
    (vault / "Bytes.md").write_bytes(b"caf\xe9\x80")
    put(vault, "open.md", "---\ntitle: [x\n---\nbody\n")
    put(vault, "fine.md", "Fine.\n")
    journal.refresh()
    states = {each.note.path: each.state for each in journal.listing()}
    assert states["Bytes.md"] is State.DAMAGED
    assert states["fine.md"] is State.LIVE
    with pytest.raises(LuminairError, match="UTF-8"):
        journal.edit("Bytes.md", title="x")
    assert (vault / "Bytes.md").read_bytes() == b"caf\xe9\x80"
    assert journal.file_bytes("Bytes.md") == b"caf\xe9\x80"
    assert journal.archive(["Bytes.md"])[0].note.path == "Archive/Bytes.md"
    assert (vault / "Archive/Bytes.md").read_bytes() == b"caf\xe9\x80"


# --- Settings that cannot be read ----------------------------------------------------------------


def test_while_the_settings_cannot_be_read_nothing_rides(journal: Journal, vault: Path) -> None:
    settings = vault / ".luminair/settings.json"
    text = json.dumps({"ride": "all", "made_by_luminair": True, "never_ride": ["Private/"]})
    settings.write_text(text, encoding="utf-8")
    journal.add(title="Secret", body="of the owner\n", pinned=True, folder="Private")
    put(vault, "Harness/Own.md", "Be brief.\n")
    journal.add(title="Use UTC", kind=Kind.RULE, body="All times.\n")
    place = journal.place()[0]
    journal.refresh()
    assert {item.note.title for item in journal.digest("secret", place).items} == {"Use UTC"}
    assert "Be brief." in journal.harness_text()
    settings.write_text(text[:40], encoding="utf-8")
    built = journal.digest("secret", place)
    assert not built.items
    assert "owner" not in built.text
    assert "kept back because the vault's settings cannot be read" in built.text
    assert journal.harness_text() == ""
    assert {each.reason for each in journal.listing()} == {
        "Never rides: the vault's settings cannot be read"
    }
    said = {problem.path: problem.problem for problem in journal.doctor()}
    assert said[".luminair/settings.json"] == "is no valid JSON (line 1), so no note rides"
    with pytest.raises(Refused, match=r"settings\.json"):
        init_vault(vault, ride="all")
    assert settings.read_text("utf-8") == text[:40]
