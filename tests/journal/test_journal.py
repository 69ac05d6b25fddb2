"""The Journal's door: real vaults in temp folders, threads, processes, and files that change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

import luminair.journal as door
from luminair.errors import (
    Refused,
    UsageError,
)
from luminair.journal import Journal, Kind, Scope, State, Status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)
RULE = "Retry an upload three times and then say so, with jitter, so that clients spread out."


def put(vault: Path, path: str, text: str) -> Path:
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


# --- Names --------------------------------------------------------------------------------------


def test_every_name_of_the_door_leads_somewhere() -> None:
    for name in door.__all__:
        assert getattr(door, name) is not None
    assert set(door._HOME_OF) == set(door.__all__)
    with pytest.raises(AttributeError, match="Nothing"):
        _ = door.Nothing


def test_the_door_alone_loads_next_to_nothing() -> None:
    script = "import sys, luminair.journal; print([m for m in sys.modules if 'luminair.j' in m])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['luminair.journal']"


# --- Filing, editing, taking back ---------------------------------------------------------------


def test_a_note_goes_round(journal: Journal, vault: Path) -> None:
    written = journal.add(title="Use UTC", body="All times.\n", kind=Kind.RULE, scope=Scope.GLOBAL)
    key = written.note.key
    assert (vault / "Notes/Use UTC.md").is_file()
    assert journal.find(key).title == "Use UTC"
    assert journal.load(key).body.strip() == "All times."
    edited = journal.edit(key, title="Times are UTC", status=Status.HELD)
    assert edited.note.title == "Times are UTC"
    assert journal.listed(key).state is State.HELD
    undone = journal.undo()
    assert "Use UTC" in undone.what
    assert journal.find(key).title == "Use UTC"
    journal.undo(undone.undone_by)
    assert journal.find(key).title == "Times are UTC"


def test_the_scope_follows_what_is_given(journal: Journal, person: Path) -> None:
    project = person / "harbor"
    project.mkdir()
    by_folder = journal.add(title="a", cwd=str(project)).note
    assert (by_folder.scope, by_folder.cwd) == (Scope.FOLDER, str(project))
    assert by_folder.path == "Notes/harbor/a.md"
    assert journal.add(title="b", session="s1", cwd=str(project)).note.scope is Scope.SESSION
    assert journal.add(title="c").note.scope is Scope.GLOBAL
    kept = journal.add(title="d", scope=Scope.FOLDER, cwd=str(person), session="s1")
    assert kept.note.scope is Scope.SESSION
    assert "kept for this session" in kept.said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"scope": Scope.FOLDER}, "--cwd"),
        ({"scope": Scope.SESSION}, "--session"),
        ({"folder": "../out"}, "leads out"),
        ({"folder": ".luminair"}, "hidden"),
        ({"title": " \n"}, "title"),
    ],
)
def test_what_cannot_be_filed_says_what_to_give(
    journal: Journal, vault: Path, given: dict[str, object], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        journal.add(**{"title": "x", **given})
    assert not list(vault.rglob("*.md"))


def test_an_edit_to_a_folder_that_is_none_changes_nothing(journal: Journal, vault: Path) -> None:
    key = journal.add(title="a").note.key
    before = (vault / "Notes/a.md").read_bytes()
    with pytest.raises(UsageError):
        journal.edit(key, scope=Scope.FOLDER)
    with pytest.raises(UsageError):
        journal.edit(key, scope=Scope.SESSION)
    with pytest.raises(UsageError):
        journal.edit(key, cwd="/")
    assert (vault / "Notes/a.md").read_bytes() == before


@pytest.mark.parametrize(
    "title",
    ["Über Straße", "日本語 のノート", "naïve — “quoted”", "a/b\\c:d?", "e\u0301", "🙂" * 60],
)
def test_titles_of_any_kind_make_files_and_come_back(
    journal: Journal, opened: Callable[[], Journal], title: str
) -> None:
    written = journal.add(title=title, body=f"{title}\n")
    again = opened()
    assert again.find(written.note.key).title == title
    assert again.find(written.note.path).id == written.note.id
    assert len(written.note.path.rpartition("/")[2].encode()) <= 103


# --- Archive and folders --------------------------------------------------------------------------


def test_archive_and_back_leave_the_same_bytes(journal: Journal, vault: Path) -> None:
    notes = [journal.add(title=name, folder="Notes/x").note for name in "ab"]
    before = {note.path: (vault / note.path).read_bytes() for note in notes}
    gone = journal.archive([notes[0].key], "Notes/x", dry_run=True)
    assert len(gone) == 2
    assert (vault / notes[0].path).exists()
    journal.archive([], "Notes/x")
    assert {each.state for each in journal.listing()} == {State.ARCHIVED}
    assert journal.digest("a b", journal.place()[0]).text == ""
    for note in notes:
        assert journal.unarchive(note.key).note.path == note.path
    with pytest.raises(Refused, match="not archived"):
        journal.unarchive(notes[0].key)
    assert {path: (vault / path).read_bytes() for path in before} == before


@pytest.mark.parametrize("line", ["archived: false", "archived: no # not yet", "archived:"])
def test_the_owners_own_archived_line_comes_back(journal: Journal, vault: Path, line: str) -> None:
    for header in (f"---\n{line}\n---\n", f"---\nkind: note\n{line}\ntitle: T\n---\n"):
        file = put(vault, "Notes/own.md", f"{header}\nText  \n\n")
        before = file.read_bytes()
        journal.refresh()
        gone = journal.archive(["Notes/own.md"])[0].note
        assert gone.archived == "2026-09-17T11:00:00.000Z"
        back = journal.unarchive(gone.key).note
        assert not back.in_archive
        assert file.read_bytes() == before


def test_a_file_keeps_the_bytes_of_its_name_there_and_back(journal: Journal, vault: Path) -> None:
    decomposed = "Cafe\u0301.md"
    put(vault, f"Notes/{decomposed}", "Text.\n")
    journal.refresh()
    gone = journal.archive([f"Notes/{decomposed}"])[0].note
    assert os.listdir(vault / "Archive/Notes") == [decomposed]  # noqa: PTH208 the very bytes
    journal.unarchive(gone.key)
    assert decomposed in os.listdir(vault / "Notes")  # noqa: PTH208


@pytest.mark.parametrize(
    ("body", "between"),
    [
        ("Do it  \n\n\n   \n", ""),
        ("Do it  \n", "\n"),
        ("Do it", "\n\n"),
        ("Do it\t\r\n \r\n", ""),
        ("Do it \r\n", "\r\n"),
    ],
)
def test_closing_only_adds_to_the_body(
    journal: Journal, vault: Path, body: str, between: str
) -> None:
    end = "\r\n" if "\r" in body else "\n"
    header = f"---{end}kind: ask{end}title: T{end}---{end}".encode()
    (vault / "Notes").mkdir()
    (vault / "Notes/ask.md").write_bytes(header + body.encode())
    journal.refresh()
    journal.close_ask("Notes/ask.md", outcome="done")
    after = (vault / "Notes/ask.md").read_bytes()
    assert after.endswith(f"---{end}{body}{between}Outcome: done{end}".encode())


def test_notes_move_to_a_folder_in_one_step(journal: Journal, vault: Path) -> None:
    keys = [journal.add(title=name).note.key for name in "ab"]
    put(vault, "Notes/y/a.md", "Another a.\n")
    bytes_of_b = (vault / "Notes/b.md").read_bytes()
    written = journal.move(keys, "Notes/y/")
    assert [each.note.path for each in written] == ["Notes/y/a 2.md", "Notes/y/b.md"]
    assert (vault / "Notes/y/b.md").read_bytes() == bytes_of_b
    assert journal.move(keys, "Notes/y") == []
    assert journal.undo().what.startswith("move 2 notes")
    assert (vault / "Notes/a.md").exists()
    assert (vault / "Notes/y/a.md").read_text() == "Another a.\n"


def test_a_move_has_its_limits(journal: Journal) -> None:
    doc = journal.add(title="Long", kind=Kind.DOC).note
    with pytest.raises(Refused, match="archived"):
        journal.move([doc.key], "Archive/x")
    with pytest.raises(UsageError, match="hidden"):
        journal.move([doc.key], ".luminair")
    moved = journal.move([doc.key], "Harness")[0]
    assert moved.note.path == "Notes/Long 2.md" or moved.note.path == "Notes/Long.md"
    assert "Harness" in moved.said
    archived = journal.archive([doc.key])[0].note
    out = journal.move([archived.key], "Notes/z")[0].note
    assert (out.path, out.archived) == ("Notes/z/Long.md", "")


# --- Links ------------------------------------------------------------------------------------


def test_links_by_path_name_title_alias_and_form(journal: Journal, vault: Path) -> None:
    put(vault, "A/Über.md", "---\ntitle: Above all\naliases: [Top]\n---\nSelf [[Über]].\n")
    for number, link in enumerate(
        ["[[Über]]", "[[A/über]]", "[[above ALL|x]]", "[[Top#part]]", "[x](A/%C3%9Cber.md)"]
    ):
        put(vault, f"{number}.md", f"Before.\nSee {link} there.\n")
    put(vault, "code.md", "`[[Über]]` and\n```\n[[Top]]\n```\n")
    journal.refresh()
    found = journal.links_to("A/Über.md")
    assert [each.note.path for each in found] == [f"{number}.md" for number in range(5)]
    assert all(each.excerpt.startswith("See ") for each in found)
    (vault / "0.md").write_text("No more.\n")
    (vault / "1.md").unlink()
    journal.refresh()
    assert len(journal.links_to("A/Über.md")) == 3


# --- Standing -----------------------------------------------------------------------------------


def test_listing_says_who_hides_whom_and_forgets_it_again(journal: Journal, vault: Path) -> None:
    put(vault, "old.md", f"---\nid: 20260101T0000-0001\nupdated: 2026-01-01\n---\n{RULE}\n")
    put(vault, "new.md", f"---\nid: 20260101T0000-0002\nupdated: 2026-02-01\n---\n{RULE}\n")
    put(vault, "other.md", f"---\nid: 20260101T0000-0003\n---\n{RULE} Port 8080.\n")
    journal.refresh()
    hidden = [each for each in journal.listing() if each.state is State.HIDDEN]
    assert [(each.note.path, each.hidden_by) for each in hidden] == [
        ("old.md", "20260101T0000-0002")
    ]
    assert journal.listed("old.md").state is State.HIDDEN
    assert all(each.state is State.LIVE for each in journal.listing(compared=False))
    (vault / "new.md").unlink()
    journal.refresh()
    assert journal.listed("old.md").state is State.LIVE
    assert {each.state for each in journal.listing()} == {State.LIVE}


def test_many_near_copies_are_listed_in_seconds(journal: Journal, vault: Path) -> None:
    for number in range(600):
        put(vault, f"{number}.md", f"---\ntitle: Plan {number}\n---\n{RULE} Part {number}.\n")
        if number % 3 == 0:
            put(vault, f"same {number}.md", f"{RULE}\n")
    journal.refresh()
    hidden = [each.note.path for each in journal.listing() if each.state is State.HIDDEN]
    assert len(hidden) == 199
    assert all(path.startswith("same ") for path in hidden)


def test_a_turn_does_not_wait_for_a_listing(
    journal: Journal, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(vault, "a.md", f"{RULE}\n")
    put(vault, "b.md", f"{RULE} Truly.\n")
    journal.refresh()
    comparing, go_on = threading.Event(), threading.Event()
    from luminair.journal.ranking import likeness

    says = likeness.says_the_same

    def slow(one: str, other: str) -> bool:
        comparing.set()
        assert go_on.wait(10)
        return says(one, other)

    monkeypatch.setattr(likeness, "says_the_same", slow)
    with ThreadPoolExecutor(1) as pool:
        listing = pool.submit(journal.listing)
        assert comparing.wait(10)
        assert journal.digest("nothing of the kind", journal.place()[0]).text == ""
        assert journal.add(title="meanwhile").note.title == "meanwhile"
        go_on.set()
        assert len(listing.result(10)) == 2


# --- Is it healthy? ------------------------------------------------------------------------------


def test_the_doctor_names_copies_dead_links_and_clashes_once(journal: Journal, vault: Path) -> None:
    put(vault, "a.md", f"---\nid: 20260101T0000-0001\n---\n{RULE} [[gone]] [[b]]\n")
    put(vault, "b.md", f"---\nid: 20260101T0000-0002\n---\n{RULE} [[gone]] [[b]]!\n")
    put(vault, "c.md", f"---\nid: 20260101T0000-0003\n---\n{RULE} [[gone]] [[b]]?\n")
    shutil.copy(vault / "a.md", vault / "a copied.md")
    put(vault, "plain.md", "[[gone]] is not ours to mend.\n")
    found = {(each.path, each.problem) for each in journal.doctor()}
    assert {path for path, said in found if said.startswith("says the same as")} == {"b.md", "c.md"}
    assert ("a.md", "an exact copy of a copied.md") in found
    assert ("a.md", "has the same id as a copied.md") in found or (
        "a copied.md", "has the same id as a.md"
    ) in found  # fmt: skip
    dead = {path for path, said in found if "which is not there" in said}
    assert dead == {"a.md", "a copied.md", "b.md", "c.md"}
    assert all(each.advice for each in journal.doctor())


# --- What rides ---------------------------------------------------------------------------------


def test_a_session_note_is_made_once_and_does_not_ride(journal: Journal, person: Path) -> None:
    project = person / "p"
    project.mkdir()
    first = journal.session_note("s1", "Talk", str(project))
    again = journal.session_note("s1", "Talk renamed", str(project))
    assert first.note.path == again.note.path == "Sessions/Talk.md"
    assert again.operation == ""
    place, said = journal.place(session="s1", cwd=str(project))
    assert said == ""
    assert "Talk" not in journal.digest("talk", place).text


def test_a_session_note_without_a_line_is_not_found_until_it_has_one(
    journal: Journal, vault: Path
) -> None:
    question = "How many parts may be in flight?"
    note = journal.session_note("s1", question).note
    journal.add(title="Parts", body="Four parts may be in flight.\n")
    journal.pin(note.key)
    other, _ = journal.place(session="s2")

    def found() -> list[str]:
        return [each.note.title for each in journal.search(question).results]

    assert found() == ["Parts"]
    assert question not in journal.digest(question, other).text
    assert note.key in {each.note.key for each in journal.listing()}
    assert journal.session_note("s1", question).note.key == note.key
    file = vault / note.path
    for line in ("Four, says Ada.", "- [ ] ask Ada", "```\n4\n```"):
        text = file.read_text("utf-8")
        file.write_text(text.replace("## Decided\n", f"## Decided\n\n{line}\n"), encoding="utf-8")
        journal.refresh()
        assert question in found()
        file.write_text(text, encoding="utf-8")
        journal.refresh()
        assert question not in found()


def test_tidy_keeps_what_a_receipt_names(journal: Journal, vault: Path) -> None:
    key = journal.add(title="a", body="one\n").note.key
    journal.keep_versions([journal.find(key).path])
    journal.edit(key, body="two\n")
    version = journal.history(key)[0].version
    assert journal.version_bytes(key, version).endswith(b"one\n")
    journal.tidy(lambda: {version})
    journal.restore(key, version)
    assert (vault / "Notes/a.md").read_bytes().endswith(b"one\n")
