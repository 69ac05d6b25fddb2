"""An export opens as the same Journal, and another Journal takes it in."""

from __future__ import annotations

import itertools
import re
import shutil
from typing import TYPE_CHECKING

import pytest

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
from luminair.keeping.review import answering
from luminair.sessions.library import Library
from tests.exchange.made_sessions import library_with_a_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.messages import Message
    from luminair.sessions.session import Session as Facts


@pytest.fixture
def library(home: Path, clock: Callable) -> Library:
    return library_with_a_key(home, clock)


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
        released = answering.approve(other, card.id, bring._clock())
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
