"""A vault that several people write: who wrote what, whose yes counts, whose notes ride where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.exchange.authors import authors_of
from luminair.exchange.sync_seconding import author_of
from luminair.journal import Kind, ProposalKind, Scope, State, Status, change_settings
from luminair.keeping.review.deeds import Wish
from luminair.keeping.review.held import HeldDeed, announce_all
from luminair.keeping.review.outside import announce
from tests.exchange.cloning import Machine, environ_of, settle, two_machines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    ana, ben = two_machines(tmp_path)
    ana.journal.add(title="Uploader", body="It retries.")
    settle(ana, ben)
    yield ana, ben
    ana.close()
    ben.close()


def rule(machine: Machine, title: str = "Use UTC") -> str:
    return machine.journal.add(
        title=title, body="All times are UTC.", kind=Kind.RULE, scope=Scope.GLOBAL
    ).note.path


def rides(machine: Machine, words: str = "All times are UTC.") -> bool:
    place, _ = machine.journal.place(cwd=str(machine.home))
    return words in machine.journal.digest("what time is it?", place).text


def approve(machine: Machine) -> None:
    announce_all(machine.journal, machine.clock())
    (waiting,) = [each for each in machine.journal.proposals.all() if each.waits("9")]
    HeldDeed().yes(machine.journal, waiting, Wish(machine.clock()))


def test_git_says_who_wrote_a_note(pair) -> None:
    ana, ben = pair
    path = rule(ana)
    settle(ana, ben)
    assert author_of(ben.git, "HEAD", path) == "ana"
    ben.journal.edit(path, body="All times are UTC, always.")
    settle(ben, ana)
    assert author_of(ana.git, "HEAD", path) == "ben"


def test_without_the_setting_a_rule_rides_and_is_announced(pair, tmp_path: Path) -> None:
    ana, ben = pair
    seen = tmp_path / "seen"
    announce(ben.journal, seen, ben.clock())
    path = rule(ana)
    settle(ana, ben)
    assert rides(ben)
    (told,) = announce(ben.journal, seen, ben.clock())
    assert told.kind is ProposalKind.CHANGED
    assert told.data["path"] == path


def test_a_rule_of_another_waits_for_a_second_persons_yes(pair) -> None:
    ana, ben = pair
    change_settings(ana.vault, second_yes=True)
    settle(ana, ben)
    path = rule(ana)
    ana.sync()
    assert rides(ana)
    done = ben.sync()
    assert done.held == [path]
    assert done.sent
    assert not rides(ben)
    note = ben.journal.find(path)
    assert note.status is Status.HELD
    assert note.held == "ana wrote it, and it waits for a second person's yes"
    assert "author: ana\n" in ben.read(path)
    settle(ana, ben)
    assert not rides(ana)
    approve(ben)
    settle(ben, ana)
    assert rides(ana)
    assert rides(ben)
    assert "seconded:" in ana.read(path)
    assert ben.sync().held == ana.sync().held == []


def test_the_yes_of_its_own_writer_is_none(pair) -> None:
    ana, ben = pair
    change_settings(ana.vault, second_yes=True)
    settle(ana, ben)
    path = rule(ana)
    settle(ana, ben)
    ana.sync()
    approve(ana)
    ana.sync()
    assert ben.sync().held == [path]
    settle(ben, ana)
    assert not rides(ana)


def test_an_approved_rule_that_is_changed_waits_again_and_a_plain_note_never(pair) -> None:
    ana, ben = pair
    change_settings(ana.vault, second_yes=True)
    settle(ana, ben)
    path = rule(ana)
    settle(ana, ben)
    approve(ben)
    settle(ben, ana)
    ana.journal.edit(path, body="All times are local.")
    note = ana.journal.add(title="Fact", body="The sea is salt.").note.path
    ana.sync()
    assert ben.sync().held == [path]
    assert ben.journal.find(note).status is Status.OPEN
    settle(ben, ana)
    approve(ben)
    settle(ben, ana)
    assert rides(ana, "All times are local.")
    # Pinning is law too: it rides in every session.
    ana.journal.pin(note)
    ana.sync()
    assert ben.sync().held == [note]


def test_nobodys_session_notes_ride_in_anothers_prompts(pair) -> None:
    ana, ben = pair
    for number, kind in enumerate((Kind.NOTE, Kind.ASK, Kind.RULEDOUT, Kind.RULE)):
        ana.journal.add(
            title=f"Secret {number}", body="The uploader gives up.", kind=kind,
            scope=Scope.SESSION, session="ana-1", pinned=kind is Kind.NOTE,
        )  # fmt: skip
    ana.journal.session_note("ana-1", "Ana's session", str(ana.home))
    settle(ana, ben)
    for session in ("ben-1", ""):
        place, _ = ben.journal.place(session=session, cwd=str(ben.home))
        text = ben.journal.digest("why does the uploader give up? Secret 1", place).text
        assert "Secret" not in text
        assert "Ana's session" not in text
    mine, _ = ben.journal.place(session="ana-1", cwd=str(ben.home))
    assert "Secret 3" in ben.journal.digest("uploader", mine).text
    assert len(ben.journal.listing(state=State.LIVE)) > 4  # they are there, for people


def test_a_header_names_its_author_else_git_does(pair) -> None:
    ana, ben = pair
    path = "Notes/Uploader.md"
    ben.journal.edit(path, body="It retries, says Ben.")
    settle(ben, ana)

    def authors(machine: Machine) -> tuple[str, ...]:
        raw = machine.journal.file_bytes(path)
        return authors_of(machine.vault, path, raw, environ_of(machine.home))

    assert authors(ana) == ("ana", "ben")
    ana.journal.edit(path, extra={"author": "Cid"})
    assert authors(ana) == ("Cid",)
    assert authors_of(ana.home, path, b"Text.\n", environ_of(ana.home)) == ()
