"""When an ask rides."""

from __future__ import annotations

import itertools
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.journal import BlockName, Journal, Kind, Note, Place, Scope, Setup, init_vault
from luminair.keeping.waiting import AT_WORK, KEPT_FOR, Times, Turns, waiting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)
MADE = NOW - timedelta(hours=2)


@pytest.fixture
def ask(vault: Path, home: Path) -> Iterator[tuple[Journal, Note]]:
    init_vault(vault, ride="all")
    numbers = itertools.count(3)
    turns = Turns(home / "state")
    journal = Journal(
        Setup(
            vault, home / "index", str(home), now=lambda: MADE, draw=lambda: next(numbers) * 7919,
            waiting=lambda notes, place, now: waiting(notes, place, now, turns.times),
        )
    )  # fmt: skip
    written = journal.add(title="Add dark mode", kind=Kind.ASK, scope=Scope.GLOBAL, session="a")
    yield journal, written.note
    journal.close()


def rides(journal: Journal, session: str) -> bool:
    return journal.digest("hello", Place(session), now=NOW).block(BlockName.ASKS) is not None


def test_it_rides_elsewhere_once_its_session_is_quiet(
    ask: tuple[Journal, Note], home: Path
) -> None:
    journal, _ = ask
    turns = Turns(home / "state")
    assert rides(journal, "b")  # nothing is known of its session: another machine's
    turns.turned("a", NOW - AT_WORK + timedelta(seconds=1))
    assert not rides(journal, "b")
    turns.turned("a", NOW - AT_WORK)
    assert rides(journal, "b")


def test_it_rides_in_its_own_session_only_after_the_conversation_lost_it(
    ask: tuple[Journal, Note], home: Path
) -> None:
    journal, _ = ask
    turns = Turns(home / "state")
    turns.turned("a", MADE)
    assert not rides(journal, "a")
    turns.turned("a", NOW - timedelta(hours=1))
    assert not rides(journal, "a")
    turns.refreshed("a", MADE - timedelta(minutes=1))
    assert not rides(journal, "a")  # it was asked after that
    turns.refreshed("a", MADE + timedelta(minutes=1))
    assert rides(journal, "a")
    turns.turned("a", NOW)
    assert rides(journal, "a")  # a turn does not undo a compaction


def test_reasons_are_sentences_and_other_kinds_are_passed_over(ask: tuple[Journal, Note]) -> None:
    journal, note = ask
    rule = journal.add(title="Use UTC", kind=Kind.RULE, scope=Scope.SESSION, session="a").note
    busy = Times(NOW)
    found = waiting([note, rule], Place("b"), NOW, lambda _: busy)
    assert found == {note.path: "Its own session is still at work on it"}
    left = waiting([note], Place("a"), NOW, lambda _: busy)
    assert left[note.path].startswith("This session asked for it")


@pytest.mark.parametrize("text", [b"", b"nonsense\n\n", b"\xff\xfe", b"2026-09-17T11:00:00"])
def test_a_damaged_record_is_as_good_as_none_or_what_it_says(home: Path, text: bytes) -> None:
    turns = Turns(home / "state")
    turns.turned("a", NOW)
    (file,) = (home / "state/turns").iterdir()
    file.write_bytes(text)
    assert turns.times("a") in (Times(), Times(NOW))


def test_any_id_has_a_record_of_its_own(home: Path) -> None:
    turns = Turns(home / "state")
    for number, session in enumerate(("claude:1/2", "../../x", "\ud800", "A", "a")):
        turns.turned(session, NOW + timedelta(seconds=number))
        assert turns.times(session) == Times(NOW + timedelta(seconds=number))
    assert len(list((home / "state/turns").iterdir())) == 5


def test_old_records_go_and_a_place_that_takes_none_is_no_fault(home: Path) -> None:
    turns = Turns(home / "state")
    turns.turned("old", NOW)
    (old,) = (home / "state/turns").iterdir()
    long_ago = (NOW - KEPT_FOR - timedelta(days=1)).timestamp()
    os.utime(old, (long_ago, long_ago))
    turns.turned("new", NOW)
    assert turns.times("old") == Times()
    (home / "file").write_text("")
    Turns(home / "file").turned("a", NOW)
    assert Turns(home / "file").times("a") == Times()
