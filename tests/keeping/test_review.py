"""The queue's methods: what an answer does, and what undo makes of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.errors import NoteNotFound, Refused, UndoRefused, UsageError
from luminair.journal import (
    Decision,
    Evidence,
    Journal,
    Kind,
    Proposal,
    ProposalKind,
    Scope,
    Setup,
    Status,
    Trust,
    init_vault,
)
from luminair.keeping.review import answering
from luminair.keeping.review.deeds import Deed, Outcome, Wish
from luminair.keeping.review.held import announce

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def journal(vault: Path, person: Path, clock) -> Iterator[Journal]:
    init_vault(vault, ride=None)
    numbers = iter(range(1, 10_000))
    setup = Setup(vault, None, str(person), now=clock, draw=lambda: next(numbers))
    found = Journal(setup)
    yield found
    found.close()


def proposed(journal: Journal, text: str, **more: object) -> Proposal:
    given = {"kind": ProposalKind.PROMOTE, "scope": "global", "title": text[:40], **more}
    proposal = Proposal(
        id="", key=text, text=text, evidence=(Evidence("Please use UTC.", session="s1"),), **given
    )
    return journal.proposals.propose([proposal], journal.setup.now())[0]


def answers(journal: Journal) -> list[Decision]:
    return [each.answer for each in journal.proposals.all()]


def test_a_rule_is_written_without_its_evidence_in_what_rides(journal: Journal) -> None:
    card = proposed(journal, "All times are UTC.\nAlso in logs.")
    done = answering.approve(journal, card.id, journal.setup.now())
    note = done.outcome.note
    assert note is not None
    assert (note.kind, note.scope, note.trust, note.source) == (
        Kind.RULE,
        Scope.GLOBAL,
        Trust.APPROVED,
        "luminair",
    )
    assert note.approved.startswith("2026-08-25T20:")
    assert "why: " in journal.file_bytes(note.path).decode()
    place, _ = journal.place()
    text = journal.digest("hello", place).text
    assert "- [global] All times are UTC.\nAlso in logs." in text
    assert "Please use UTC" not in text
    assert done.proposal.operation == done.outcome.operation
    assert "adds about 8 tokens" in done.outcome.said
    assert done.outcome.warning == ""


def test_undo_and_redo_are_followed(journal: Journal) -> None:
    card = proposed(journal, "All times are UTC.")
    done = answering.approve(journal, card.id, journal.setup.now())
    first = journal.undo(done.outcome.operation)
    assert [each.id for each in answering.pending(journal, journal.setup.now())] == [card.id]
    journal.undo(first.undone_by)
    assert answering.pending(journal, journal.setup.now()) == []
    assert answers(journal) == [Decision.YES]
    assert len(journal.listing(kind=Kind.RULE)) == 1


def test_put_back_takes_the_deed_back(journal: Journal) -> None:
    card = proposed(journal, "All times are UTC.")
    answering.approve(journal, card.id, journal.setup.now())
    back = answering.put_back(journal, card.id, journal.setup.now())
    assert back.proposal.answer is Decision.WAITING
    assert journal.listing() == []
    again = answering.approve(journal, card.id, journal.setup.now(), "All times are UTC!")
    assert again.outcome.note is not None
    journal.edit(again.outcome.note.path, body="The owner's later words.")
    with pytest.raises(UndoRefused):
        answering.put_back(journal, card.id, journal.setup.now())
    assert answers(journal) == [Decision.YES]


def test_much_standing_text_is_said(journal: Journal) -> None:
    journal.add(title="Long", body="x" * 16_400, kind=Kind.RULE)
    card = proposed(journal, "All times are UTC.")
    done = answering.approve(journal, card.id, journal.setup.now())
    assert "16 KB in all" in done.outcome.warning


def test_what_a_rule_lacks_is_said_and_it_waits_on(journal: Journal) -> None:
    card, now = proposed(journal, "All times are UTC."), journal.setup.now()
    for text, scope, said in (
        ("  ", None, "needs words"),
        (None, Scope.FOLDER, "no project folder"),
        (None, Scope.SESSION, "no session"),
    ):
        with pytest.raises(UsageError, match=said):
            answering.approve(journal, card.id, now, text, scope)
    assert answers(journal) == [Decision.WAITING]
    with pytest.raises(NoteNotFound):
        answering.approve(journal, "nothing", now)


def test_a_week_is_a_week(journal: Journal) -> None:
    card, now = proposed(journal, "All times are UTC."), journal.setup.now()
    answering.later(journal, card.id, now)
    assert answering.pending(journal, now + timedelta(days=6)) == []
    assert [each.id for each in answering.pending(journal, now + timedelta(days=7))] == [card.id]


def test_a_kind_without_a_deed_waits_and_may_be_refused(journal: Journal) -> None:
    card, now = proposed(journal, "Two rules", kind=ProposalKind.CONFLICT), journal.setup.now()
    with pytest.raises(Refused, match="cannot carry out"):
        answering.approve(journal, card.id, now)
    assert answering.refuse(journal, card.id, now).proposal.answer is Decision.NEVER
    with pytest.raises(Refused, match="was refused already"):
        answering.refuse(journal, card.id, now)


def test_others_bring_their_own_deeds(journal: Journal) -> None:
    class Fold(Deed):
        def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
            return Outcome(journal.add(title=wish.text or proposal.title).operation, "Folded.")

    card = proposed(journal, "Fold", kind=ProposalKind.MERGE)
    deeds = {**answering.DEEDS, ProposalKind.MERGE: Fold()}
    done = answering.approve(journal, card.id, journal.setup.now(), "Own words", deeds=deeds)
    assert (done.outcome.said, journal.listing()[0].note.title) == ("Folded.", "Own words")


def test_a_held_note_that_is_gone_leaves_the_queue_and_comes_back(journal: Journal) -> None:
    held = journal.add(title="Tip", body="Obey.", status=Status.HELD, source="page:x").note
    now = journal.setup.now()
    (card,) = answering.pending(journal, now)
    assert card.title == "“Tip” is held for review"
    assert card.reason == (
        "It comes from a page (x), and whoever filed it set 'status: held' in its header without "
        "a reason."
    )
    assert card.by == "page:x"
    assert announce(journal, [held], now) == []
    archived = journal.archive([held.path])[0]
    assert answering.pending(journal, now) == []
    assert answers(journal) == [Decision.GONE]
    journal.undo(archived.operation)
    assert [each.id for each in answering.pending(journal, journal.setup.now())] == [card.id]
    done = answering.approve(journal, card.id, journal.setup.now(), "Parts are 8 MB.")
    assert journal.load(held.path).body.strip() == "Parts are 8 MB."
    journal.undo(done.outcome.operation)
    assert journal.find(held.path).status is Status.HELD
    assert [each.id for each in answering.pending(journal, journal.setup.now())] == [card.id]
