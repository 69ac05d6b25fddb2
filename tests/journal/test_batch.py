"""Writes that are one operation: all or nothing, one step back, one process after the other."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from luminair.errors import NoteChanged, UsageError
from luminair.journal import Journal, Kind, Scope, Status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def files_of(vault: Path) -> dict[str, bytes]:
    """Every note's bytes."""
    return {
        str(file.relative_to(vault)): file.read_bytes()
        for file in vault.rglob("*.md")
        if ".luminair" not in file.parts
    }


def asked(journal: Journal, title: str) -> str:
    return journal.add(title=title, kind=Kind.ASK, scope=Scope.GLOBAL).note.key


def test_a_batch_is_one_step_back(journal: Journal, vault: Path) -> None:
    keys = [asked(journal, f"Ask {number}") for number in range(3)]
    before = files_of(vault)
    with journal.batch("distill “A session”") as batch:
        summary = journal.add(title="What was decided", body="Use UTC.\n", scope=Scope.GLOBAL)
        journal.edit(keys[0], body="Ask 0, in other words.\n", status=Status.DONE)
        journal.archive(keys[1:])
    assert summary.note.title == "What was decided"
    assert summary.operation == batch.op
    assert journal.find(summary.note.key).title == "What was decided"
    assert journal.find(keys[0]).status is Status.DONE
    assert journal.find(keys[2]).in_archive
    assert [each.what for each in journal.operations(1)] == ["distill “A session”"]
    assert journal.undo().op == batch.op
    assert files_of(vault) == before
    assert not journal.find(keys[2]).in_archive


def test_one_note_may_be_written_twice(journal: Journal) -> None:
    key = asked(journal, "Say it once")
    with journal.batch("merge"):
        journal.edit(key, body="First.\n")
        twice = journal.edit(key, title="Say it twice", body="Second.\n")
    assert twice.note.title == "Say it twice"
    assert journal.load(key).body.strip() == "Second."


def test_nothing_is_written_where_the_block_fails(journal: Journal, vault: Path) -> None:
    key = asked(journal, "Stay as you are")
    before = files_of(vault)

    def write_and_fail() -> None:
        with journal.batch("half of it"):
            journal.add(title="Not to be", scope=Scope.GLOBAL)
            journal.edit(key, title="Changed")
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert files_of(vault) == before
    assert journal.add(title="Later", scope=Scope.GLOBAL).note.title == "Later"


def test_a_file_changed_meanwhile_stops_all_of_it(journal: Journal, vault: Path) -> None:
    key = asked(journal, "Edited elsewhere")

    def edit_with_an_old_hash() -> None:
        with journal.batch("two edits"):
            journal.add(title="Not to be", scope=Scope.GLOBAL)
            journal.edit(key, title="New", expected_sha256="0" * 64)

    with pytest.raises(NoteChanged):
        edit_with_an_old_hash()
    assert not (vault / "Notes/Not to be.md").exists()


def test_a_batch_in_a_batch_is_refused(journal: Journal, vault: Path) -> None:
    def nest() -> None:
        with journal.batch("outer"):
            journal.add(title="Not to be", scope=Scope.GLOBAL)
            with journal.batch("inner"):
                pass

    with pytest.raises(UsageError, match="inside another"):
        nest()
    assert files_of(vault) == {}


def test_an_empty_batch_leaves_no_trace(journal: Journal) -> None:
    with journal.batch("nothing"):
        pass
    assert journal.operations() == []


def test_what_is_read_inside_holds(opened: Callable[[], Journal], vault: Path) -> None:
    """Five at once that look first and file only what is missing: one note."""
    journals = [opened() for _ in range(5)]
    start = threading.Barrier(5)

    def file_once(journal: Journal) -> None:
        start.wait(10)
        with journal.batch("capture an ask"):
            if not any(each.note.title == "Only once" for each in journal.listing()):
                journal.add(title="Only once", kind=Kind.ASK, scope=Scope.GLOBAL)

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(file_once, journals))
    assert list(files_of(vault)) == ["Notes/Only once.md"]


def test_who_wrote_it_stands_in_the_log(journal: Journal) -> None:
    with journal.batch("a model's work", by="anthropic/claude"):
        journal.add(title="A finding", scope=Scope.GLOBAL, source="anthropic/claude")
    assert journal.operations(1)[0].by == "anthropic/claude"
