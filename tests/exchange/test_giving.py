"""Everything out: the vault byte for byte, sessions without keys, and all of it in again."""

from __future__ import annotations

import errno
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, Refused, WriteFailed
from luminair.exchange.giving import give
from luminair.exchange.giving_sessions import cleaned
from luminair.journal import (
    Journal,
    Kind,
    Scope,
    Setup,
    State,
    Status,
    change_settings,
    init_vault,
)
from luminair.keeping import review
from luminair.messages import Attachment, Message, Rider, Riders, Role, ToolUse
from luminair.sessions.library import Library
from luminair.sessions.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.sessions.session import Session as Facts

AT = "2026-09-17T10:58:00.000Z"
KEY = "sk-ant-api03-" + "Ab3dE6gH9jKlMnOpQrStUvWxYz0123456789" * 2
QUOTED = "The uploader writes the manifest last."


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
    """One session in which a key was typed and the Journal was searched, and an empty one."""
    made = Library(home, now=clock, draw=itertools.count(0x1234567).__next__)
    rode = Riders(rules=(Rider("20260901T1000-aaaa", QUOTED, "note", "global"),))
    told = (
        Message(
            "m1",
            Role.USER,
            f"Why does it fail? My key is {KEY}.",
            AT,
            riders=rode,
            attachments=(Attachment("log.txt", "text/plain", 12, f"api_key={KEY}"),),
        ),
        Message(
            "m2",
            Role.ASSISTANT,
            "Because of the **order**.",
            AT,
            "claude",
            "sonnet",
            tools=(
                ToolUse("t1", "mcp__journal__journal_search", "Search", result=QUOTED),
                ToolUse("t2", "Bash", "Run make", f"KEY={KEY} make", result="built"),
            ),
        ),
    )
    for title in ("Über uns: Ausfälle", "Über uns: Ausfälle"):
        made.take_in(Session(id="", title=title, title_set=True, created=AT), told)
    pictures = made.folder(made.listing().sessions[0].id) / "attachments"
    pictures.mkdir()
    (pictures / "1.png").write_bytes(b"\x89PNG")
    made.create()
    return made


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


# --- In again ----------------------------------------------------------------------------------


def opened(root: Path, home: Path, clock: Callable) -> Journal:
    draw = itertools.count(0x4B3D).__next__
    return Journal(Setup(root=root, index=home / "i", home=str(home), now=clock, draw=draw))


def standing(journal: Journal) -> list[tuple[object, ...]]:
    """Each note with all that is known of it."""
    journal.refresh()
    listed = journal.listing(state=None, compared=False)
    found = [(each.note, each.state, journal.load(each.note.path).body) for each in listed]
    return sorted(found, key=lambda each: each[0].path)


@pytest.fixture
def filled(vault: Path, home: Path, clock: Callable) -> Journal:
    init_vault(vault, ride="all")
    journal = opened(vault, home, clock)
    journal.add(title="Use UTC", body="All times are UTC.", kind=Kind.RULE, scope=Scope.GLOBAL)
    pin = journal.add(title="Map 地図", body="# A\n\n日本語の文\n", scope=Scope.GLOBAL)
    journal.pin(pin.note.path)
    journal.add(title="WAL on NFS", body="It corrupts.", kind=Kind.RULEDOUT, scope=Scope.GLOBAL)
    journal.add(title="Add a test", kind=Kind.ASK, scope=Scope.GLOBAL)
    old = journal.add(title="Old", body="Long ago.", scope=Scope.GLOBAL)
    journal.archive([old.note.path])
    (vault / "Plain.md").write_bytes(b"# Plain\r\n\r\nBy hand.  \r\n")
    yield journal
    journal.close()


def test_the_copy_opens_as_the_same_journal(filled: Journal, tmp_path: Path, clock) -> None:
    give(tmp_path / "Export", filled.root, None)
    copy = opened(tmp_path / "Export" / "Journal", tmp_path / "home2", clock)
    try:
        init_vault(copy.root, ride="all")
        assert standing(copy) == standing(filled)
        assert len(standing(copy)) == 6
    finally:
        copy.close()


def test_no_note_of_an_export_is_seen_by_more_than_saw_it(
    filled: Journal, bring, tmp_path: Path, clock: Callable
) -> None:
    project = tmp_path / "tidepool"
    (project / ".git").mkdir(parents=True)
    cwd, gone = str(project), str(tmp_path / "gone")
    filled.add(title="Sluice", body="Red.", kind=Kind.NOTE, scope=Scope.FOLDER, cwd=cwd)
    filled.add(title="Gate", body="Shut the gate.", kind=Kind.RULE, scope=Scope.FOLDER, cwd=cwd)
    filled.add(title="Tide", body="High.", kind=Kind.NOTE, scope=Scope.SESSION, session="s1")
    wait = filled.add(title="Weir", body="Old.", scope=Scope.GLOBAL)
    filled.edit(wait.note.path, status=Status.HELD, extra={"held": "it came from a page"})
    head = f"---\nkind: note\nscope: folder\ncwd: {gone}\nproject: x.example/reef\n---\n"
    (filled.root / "Reef.md").write_text(f"{head}Deep.\n")
    give(tmp_path / "Export", filled.root, None)
    vault = tmp_path / "other"
    init_vault(vault, ride="all")
    bring.journal.close()
    bring.journal = other = opened(vault, tmp_path / "home3", bring._clock)
    try:
        bring(tmp_path / "Export")
        now = {note.title: (note, state) for note, state, _ in standing(other)}
        sluice, reef, tide = (now[title][0] for title in ("Sluice", "Reef", "Tide"))
        assert (sluice.scope, sluice.cwd) == (Scope.FOLDER, cwd)
        assert (reef.scope, reef.cwd, reef.project) == (Scope.FOLDER, gone, "x.example/reef")
        assert (tide.scope, tide.session) == (Scope.SESSION, "s1")
        said = "It was held where it comes from: “it came from a page”"
        assert (now["Weir"][1], now["Weir"][0].held) == (State.HELD, said)
        place, _ = other.place(cwd=str(tmp_path))
        told = other.digest("sluice reef tide weir map", place=place).text
        assert "地図" in told
        assert not {"Sluice", "Reef", "Tide", "Weir"} & set(re.findall(r"\w+", told))
        rules = {each.text: (each.scope, each.cwd) for each in other.proposals.waiting(clock())}
        assert rules["Shut the gate."] == ("folder", cwd)
    finally:
        other.close()


@pytest.mark.parametrize("machine_files", ["with .luminair", "without", "in git"])
def test_no_note_of_a_copied_vault_is_seen_by_more_than_saw_it(
    filled: Journal, bring, tmp_path: Path, machine_files: str
) -> None:
    """A copy by the Finder or a clone is no export, and says what an export says."""
    project = tmp_path / "tidepool"
    (project / ".git").mkdir(parents=True)
    cwd = str(project)
    filled.add(title="Sluice", body="Red.", kind=Kind.NOTE, scope=Scope.FOLDER, cwd=cwd)
    filled.add(title="Tide", body="High.", kind=Kind.NOTE, scope=Scope.SESSION, session="s1")
    wait = filled.add(title="Weir", body="Old.", scope=Scope.GLOBAL)
    filled.edit(wait.note.path, status=Status.HELD, extra={"held": "it came from a page"})
    archived = filled.add(title="Eddy", body="Gone.", scope=Scope.GLOBAL)
    filled.archive([archived.note.path])
    (filled.root / "Reef.md").write_text("---\nkind: note\nscope: folder\n---\nDeep reef.\n")
    (filled.root / "Surf.md").write_text("---\nkind: note\nscope: Session\n---\nSurf.\n")
    copied = tmp_path / "Copy"
    shutil.copytree(filled.root, copied)
    if machine_files != "with .luminair":
        shutil.rmtree(copied / ".luminair")
    if machine_files == "in git":
        (copied / ".luminair").mkdir()
        (copied / ".git").mkdir()
    vault = tmp_path / "other"
    init_vault(vault, ride="all")
    bring.journal.close()
    bring.journal = other = opened(vault, tmp_path / "home3", bring._clock)
    try:
        bring(copied)
        now = {note.title: (note, state) for note, state, _ in standing(other)}
        assert (now["Sluice"][0].scope, now["Sluice"][0].cwd) == (Scope.FOLDER, cwd)
        assert (now["Tide"][0].scope, now["Tide"][0].session) == (Scope.SESSION, "s1")
        said = "It was held where it comes from: “it came from a page”"
        assert (now["Weir"][1], now["Weir"][0].held) == (State.HELD, said)
        assert now["Eddy"][1] is State.ARCHIVED
        for title, whose in (("Reef", "project"), ("Surf", "session")):
            note, state = now[title]
            assert state is State.HELD
            assert note.held.startswith(f"It was one {whose}'s where it comes from")
        place, _ = other.place(cwd=str(tmp_path))
        told = other.digest("sluice reef tide weir eddy surf map", place=place).text
        assert "地図" in told
        hidden = {"Sluice", "Reef", "Tide", "Weir", "Eddy", "Surf"}
        assert not hidden & set(re.findall(r"\w+", told))
    finally:
        other.close()


@pytest.mark.parametrize("way", ["copy", "export", "folder of a copy", "damaged"])
def test_what_never_rode_in_a_copied_vault_waits_for_the_owner_here(
    filled: Journal, bring, tmp_path: Path, way: str
) -> None:
    """The list of folders that never ride is the other Journal's, and its paths are others here."""
    for path, text in {
        "Private/Sluice.md": "Sluice is red.\n",
        "Private/deep/Weir.md": "---\nid: 20260101T0101-abcd\n---\nWeir is old.\n",
        "Mine/Reef.md": "Reef is deep.\n",
        "Open/Surf.md": "Surf is high.\n",
    }.items():
        (filled.root / path).parent.mkdir(parents=True, exist_ok=True)
        (filled.root / path).write_text(text)
    change_settings(filled.root, ride=["Open", "Private"], never_ride=["Private/"])
    source = tmp_path / "Copy"
    if way == "export":
        give(source, filled.root, None)
    else:
        shutil.copytree(filled.root, source)
    if way == "damaged":
        (source / ".luminair/settings.json").write_text("{never")
    vault = tmp_path / "other"
    init_vault(vault, ride="all")
    bring.journal.close()
    bring.journal = other = opened(vault, tmp_path / "home3", bring._clock)
    try:
        taken = bring(source / "Private" if way == "folder of a copy" else source)
        states = {note.title: state for note, state, _ in standing(other)}
        kept = {"Sluice", "Weir"} | (set() if way == "folder of a copy" else {"Reef"})
        kept |= {"Surf"} if way == "damaged" else set()
        assert {title for title in kept if states[title] is not State.HELD} == set()
        assert "Surf" not in states or "Surf" in kept or states["Surf"] is State.LIVE
        place, _ = other.place(cwd=str(tmp_path))
        told = other.digest("sluice weir reef", place=place).text
        assert not {"Sluice", "Weir", "Reef"} & set(re.findall(r"\w+", told))
        card = next(
            each for each in other.proposals.waiting(bring._clock()) if "Sluice" in each.title
        )
        assert card.title == "“Sluice” is held for review"
        assert "where it comes from" in card.reason
        released = review.approve(other, card.id, bring._clock())
        assert released.outcome.note is not None
        assert "Sluice" in other.digest("sluice", place=place).text
        assert len(taken.held) >= len(kept)
    finally:
        other.close()


def test_another_journal_takes_the_same_notes_and_sessions_in(
    filled: Journal, library: Library, bring, tmp_path: Path
) -> None:
    give(tmp_path / "Export", filled.root, library)
    source, vault = tmp_path / "Export", tmp_path / "other"
    init_vault(vault, ride="all")
    clock = bring._clock
    other = opened(vault, tmp_path / "home3", clock)
    try:
        bring.journal.close()
        bring.journal, bring.library = (
            other,
            Library(tmp_path / "home3", now=clock, draw=itertools.count(7).__next__),
        )
        taken = bring(source)
        assert bring.choice.plan.kind == "luminair"
        was = {note.title: (note, body) for note, _, body in standing(filled)}
        now = {note.title: (note, body, state) for note, state, body in standing(other)}
        assert set(was) == {*now, "Use UTC"}
        for title, (note, body, state) in now.items():
            before, words = was[title]
            assert body == words
            assert (note.title, note.created, note.scope) == (
                before.title,
                before.created,
                before.scope,
            )
            assert (state is State.ARCHIVED) == (title == "Old")
            assert note.source == "import:luminair"
            assert not note.pinned
        assert now["WAL on NFS"][0].kind is Kind.RULEDOUT
        (rule,) = other.proposals.waiting(clock())
        assert rule.text == "All times are UTC."
        assert len(taken.sessions) == 2
        told = list(bring.talks().values())
        assert told[0][1] == "Because of the **order**."
        assert told[0][0] == cleaned(*parts_of(library)).messages[0].text
        again = bring.choose(source)
        assert again.empty
        bring.undo()
        assert standing(other) == []
    finally:
        other.close()


def test_sessions_of_this_app_are_known_again(library: Library, bring, tmp_path: Path) -> None:
    give(tmp_path / "Export", None, library)
    bring.library = library
    choice = bring.choose(tmp_path / "Export")
    assert choice.empty
    assert choice.known == 2


def parts_of(library: Library) -> tuple[Facts, tuple[Message, ...]]:
    session = library.open(library.listing().sessions[0].id)
    return session.session, session.messages
