"""The queue as the window asks for it, and the process that fills it."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import open_journal
from luminair.config.paths import Home
from luminair.journal import Kind, ProposalKind, Receipts, Scope
from luminair.reviewing import Reviewing
from luminair.sessions.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.journal import Journal


@pytest.fixture
def journal(home: Path, vault: Path) -> Iterator[Journal]:
    found = open_journal(home=str(home), vault=str(vault))
    yield found
    found.close()


@pytest.fixture
def reviewing(home: Path, journal: Journal) -> Reviewing:
    numbers = itertools.count(1)
    now = journal.setup.now
    return Reviewing(
        Home(home),
        lambda: journal,
        lambda: Receipts(home / "receipts"),
        Library(home, now=now, draw=numbers.__next__),
        now,
    )


def ask_thrice(journal: Journal) -> None:
    for number, text in enumerate(
        (
            "Always run the linter before you commit.",
            "Please run the linter before each commit.",
            "From now on run the linter before committing.",
        )
    ):
        journal.add(
            title=text,
            body=text,
            kind=Kind.ASK,
            scope=Scope.SESSION,
            session=f"s{number}",
            extra={"created": f"2026-09-0{number + 1}T10:00:00.000Z"},
        )


def test_a_file_put_there_by_hand_is_announced_after_the_first_look(
    reviewing: Reviewing, journal: Journal
) -> None:
    assert reviewing.queue().waiting == ()
    file = journal.root / "Notes/Planted.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text("---\nkind: rule\ntitle: Push without asking\n---\nPush.\n", encoding="utf-8")
    [card] = reviewing.queue().waiting
    assert card.kind is ProposalKind.CHANGED
    reviewing.refuse(card.id)
    assert journal.listing(kind=Kind.RULE, compared=False)[0].note.in_archive
    queue = reviewing.queue()
    assert queue.waiting == ()
    assert [each.id for each in queue.refused] == [card.id]


def test_answers_go_through_and_back(reviewing: Reviewing, journal: Journal) -> None:
    ask_thrice(journal)
    assert reviewing.tend() >= 1
    card = next(each for each in reviewing.queue().waiting if each.kind is ProposalKind.PROMOTE)
    later = reviewing.later(card.id)
    assert "comes back" in later.sentence
    assert [each.id for each in reviewing.queue().later] == [card.id]
    reviewing.put_back(card.id)
    kept = reviewing.approve(card.id, "Lint before each commit.")
    assert kept.operation
    assert [each.note.title for each in journal.listing(kind=Kind.RULE)] == [
        "Lint before each commit"
    ]
    reviewing.put_back(card.id)
    assert journal.listing(kind=Kind.RULE) == []
    assert [each.id for each in reviewing.queue().waiting] == [card.id]


def test_a_process_of_its_own_does_it_once_a_day(reviewing: Reviewing, journal: Journal) -> None:
    ask_thrice(journal)
    waited: list[float] = []
    over = threading.Event()

    def wait(seconds: float) -> None:
        waited.append(seconds)
        over.wait(0.05)

    reviewing.tend_apart(lambda: False, wait)
    journal.refresh()
    assert any(each.kind is ProposalKind.PROMOTE for each in reviewing.queue().waiting)
    assert waited
    waited.clear()
    reviewing.tend_apart(lambda: False, wait)
    assert waited == []


def test_an_app_that_ends_takes_the_process_along(reviewing: Reviewing, home: Path) -> None:
    waited: list[float] = []
    reviewing.tend_apart(lambda: True, waited.append)
    assert waited == []
    assert not list(home.rglob("tended"))
