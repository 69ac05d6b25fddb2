"""Two rules that cannot both be followed: which is which, and what comes of each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.errors import Refused
from luminair.journal import Kind, Scope
from luminair.journal.vault.proposals import Evidence, Proposal, ProposalKind
from luminair.keeping.tending.conflicts import conflict_proposals
from luminair.shell.parts.button import Button
from luminair.shell.review.gathering import gather
from tests.shell.review.cards import card_in, live_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from luminair.shell.review import ReviewFace
    from luminair.shell.review.card import Card
    from tests.shell.review.queue import ReviewDesk

ALWAYS = "Always answer in German."
NEVER = "Always answer in English."


@pytest.fixture
def odds(desk: ReviewDesk) -> list[str]:
    """Two rules that cannot both be followed, and their card."""
    for text in (ALWAYS, NEVER):
        desk.journal.add(title=text, body=text, kind=Kind.RULE, scope=Scope.GLOBAL)
    made = conflict_proposals(desk.journal)
    desk.journal.proposals.propose(made, desk.now())
    assert len(made) == 1
    return [each.note for each in made[0].evidence]


def keep_buttons(card: Card) -> list[Button]:
    return [each for each in card.findChildren(Button) if each.text() == "Keep this one"]


@pytest.mark.parametrize("which", [0, 1])
def test_the_one_that_is_kept_holds_and_the_other_is_archived_in_one_step(
    desk: ReviewDesk, face: ReviewFace, odds: list[str], settle: Callable[[], None], which: int
) -> None:
    before = live_rules(desk)
    card = card_in(face, ProposalKind.CONFLICT, settle)
    assert card.facts.name == "Two rules contradict each other"
    keep_buttons(card)[which].click()
    settle()
    assert live_rules(desk) == [desk.journal.find(odds[which]).title]
    assert not [c for c in face.cards if c.facts.proposal.kind is ProposalKind.CONFLICT]
    undo = next(each for each in face.said.findChildren(Button) if each.text() == "Undo")
    undo.click()
    settle()
    assert live_rules(desk) == before
    assert [c for c in face.cards if c.facts.proposal.kind is ProposalKind.CONFLICT]


def test_two_rules_of_one_title_are_told_apart_by_their_paths(
    desk: ReviewDesk, face: ReviewFace, settle: Callable[[], None]
) -> None:
    for number, text in enumerate((ALWAYS, NEVER)):
        desk.journal.add(
            title="One title",
            body=text,
            kind=Kind.RULE,
            scope=Scope.GLOBAL,
            folder=f"Notes/{number}",
        )
    desk.journal.proposals.propose(conflict_proposals(desk.journal), desk.now())
    card = card_in(face, ProposalKind.CONFLICT, settle)
    places = {"Notes/0/One title", "Notes/1/One title"}
    assert places <= {each.text() for each in card.findChildren(Button)}


@pytest.mark.usefixtures("odds")
def test_both_can_be_kept_and_it_is_not_asked_again(
    desk: ReviewDesk, face: ReviewFace, settle: Callable[[], None]
) -> None:
    before = live_rules(desk)
    card_in(face, ProposalKind.CONFLICT, settle).buttons["Keep both"].click()
    settle()
    assert live_rules(desk) == before
    desk.journal.proposals.propose(conflict_proposals(desk.journal), desk.now())
    face.come()
    settle()
    assert not [c for c in face.cards if c.facts.proposal.kind is ProposalKind.CONFLICT]


def test_edit_opens_the_rule_for_writing(
    desk: ReviewDesk, face: ReviewFace, odds: list[str], settle: Callable[[], None], qtbot: QtBot
) -> None:
    card = card_in(face, ProposalKind.CONFLICT, settle)
    with qtbot.waitSignal(face.reviewer.edit_wanted) as told:
        card.buttons["Edit"].click()
    assert told.args == [desk.journal.find(odds[0]).path]


def test_a_yes_that_does_not_say_which_writes_nothing(desk: ReviewDesk, odds: list[str]) -> None:
    before = live_rules(desk)
    card = next(c for c in gather(desk).cards if c.proposal.kind is ProposalKind.CONFLICT)
    for keep in ("", "no such rule"):
        with pytest.raises(Refused, match="more than a yes"):
            desk.review.approve(card.key, keep=keep)
    with pytest.raises(Refused, match="which one holds"):
        desk.review.approve(card.key, "other words", keep=odds[0])
    assert live_rules(desk) == before


def test_a_card_about_a_rule_that_is_gone_goes_too(desk: ReviewDesk, odds: list[str]) -> None:
    desk.journal.archive([odds[0]])
    assert not [c for c in gather(desk).cards if c.proposal.kind is ProposalKind.CONFLICT]


def test_a_line_of_a_projects_file_can_be_kept_and_leads_nowhere(
    desk: ReviewDesk, face: ReviewFace, settle: Callable[[], None]
) -> None:
    rule = desk.journal.add(title=ALWAYS, body=ALWAYS, kind=Kind.RULE, scope=Scope.GLOBAL).note
    desk.journal.proposals.propose(
        [
            Proposal(
                id="",
                key="conflict:x",
                kind=ProposalKind.CONFLICT,
                title="At odds",
                reason="Why.",
                evidence=(
                    Evidence(ALWAYS, path=rule.path, note=rule.id or ""),
                    Evidence(NEVER, path="CLAUDE.md line 12"),
                ),
                data={"how": "contradicts", "notes": (rule.id or "",)},
            )
        ],
        desk.now(),
    )
    card = card_in(face, ProposalKind.CONFLICT, settle)
    assert not [b for b in card.findChildren(Button) if b.text().startswith("CLAUDE.md")]
    keep_buttons(card)[1].click()
    settle()
    assert live_rules(desk) == []
    assert "the project's file holds" in face.said.sentences[0]
