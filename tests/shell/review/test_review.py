"""Review: cards, answers by click and key, and that nothing is written before a yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.journal import Evidence, Kind, Proposal, ProposalKind
from luminair.shell.parts.button import Button
from luminair.shell.review.gathering import gather

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from luminair.shell.review import ReviewFace
    from tests.shell.review.queue import ReviewDesk


PAGE = """## Decided

- Owner: “Depth is counted from acks.” (message 7, 2026-09-14)

## Open

- Owner: “Backfill the graph for August.” (message 9, 2026-09-14) [[20260914T1000-aaaa]]
"""


def wish(number: int, title: str) -> Proposal:
    return Proposal(
        id="",
        key=f"promote:{number}",
        kind=ProposalKind.PROMOTE,
        title=title,
        text=title,
        evidence=tuple(
            Evidence(f"please, {title} {day}", f"2026-09-0{day}T10:12:00.000Z", f"s{day}")
            for day in (4, 5, 6)
        ),
        scope="global",
    )


@pytest.fixture
def two_rules(desk: ReviewDesk) -> None:
    desk.journal.proposals.propose(
        [wish(1, "Tag every metric."), wish(2, "Name the runner.")], desk.now()
    )


def rules(desk: ReviewDesk) -> list[str]:
    return [each.note.title for each in desk.journal.listing(kind=Kind.RULE)]


# --- What a card says -----------------------------------------------------------------------


@pytest.mark.usefixtures("two_rules")
def test_a_proposed_rule_shows_its_evidence_and_its_cost(desk: ReviewDesk) -> None:
    pending = gather(desk)
    card = pending.cards[0]
    assert card.heading == "Asked in 3 sessions"
    assert card.begun == "first on 4 Sep"
    assert card.sources[0][1] == "4 Sep, 10:12"
    assert "costs ≈5 tokens" in card.cost
    assert rules(desk) == []


def test_a_distilled_session_shows_lists(desk: ReviewDesk) -> None:
    folded = Proposal(
        id="",
        key="distill:1",
        kind=ProposalKind.DISTILL,
        title="Distilled “Negative queue depth”",
        text=PAGE,
        data={"archived": ("a", "b"), "operation": ""},
    )
    desk.journal.proposals.propose([folded], desk.now())
    card = gather(desk).cards[0]
    assert [(each.title, each.lines) for each in card.lists] == [
        ("Decided", (("Depth is counted from acks.", "14 Sep"),)),
        ("Still open", (("Backfill the graph for August.", "14 Sep"),)),
    ]
    assert card.saved[0].startswith("2 raw asks are archived")


# --- The face -------------------------------------------------------------------------------


@pytest.fixture
def shown(face: ReviewFace, two_rules: None, settle: Callable[[], None]) -> ReviewFace:
    assert two_rules is None
    face.come()
    settle()
    return face


def test_nothing_waiting_says_so(face: ReviewFace, settle: Callable[[], None]) -> None:
    face.come()
    settle()
    assert face.empty.isVisible()
    assert not face.foot.isVisible()


def test_the_first_card_is_open_and_a_click_opens_the_next(shown: ReviewFace) -> None:
    assert [card.is_open for card in shown.cards] == [True, False]
    QTest.mouseClick(shown.cards[1], Qt.MouseButton.LeftButton)
    assert shown.cards[1].is_open


def test_a_yes_writes_the_rule_and_undo_takes_it_back(
    shown: ReviewFace, desk: ReviewDesk, settle: Callable[[], None]
) -> None:
    shown.cards[0].buttons["Approve"].click()
    settle()
    assert rules(desk) == ["Tag every metric"]
    assert [card.facts.proposal.title for card in shown.cards] == ["Name the runner."]
    undo = next(each for each in shown.said.findChildren(Button) if each.text() == "Undo")
    undo.click()
    settle()
    assert rules(desk) == []
    assert len(shown.cards) == 2


def test_the_owners_words_become_the_rule(
    shown: ReviewFace, desk: ReviewDesk, settle: Callable[[], None]
) -> None:
    card = shown.cards[0]
    card.buttons["Edit"].click()
    assert card._words is not None
    card._words.setPlainText("Tag each upload metric with the client's version.")
    QTest.keyClick(card._words, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert rules(desk) == ["Tag each upload metric with the client's version"]


def test_escape_gives_the_words_up(shown: ReviewFace, desk: ReviewDesk) -> None:
    card = shown.cards[0]
    card.edit()
    QTest.keyClick(card._words, Qt.Key.Key_Escape)
    assert card._words is None
    assert card.title.isVisible()
    assert rules(desk) == []


def test_never_stays_and_can_be_asked_again(
    shown: ReviewFace, desk: ReviewDesk, settle: Callable[[], None]
) -> None:
    shown.cards[0].buttons["Never"].click()
    settle()
    assert [title for _, title in shown.pending.refused] == ["Tag every metric."]
    desk.journal.proposals.propose([wish(1, "Tag every metric.")], desk.now())
    shown.come()
    settle()
    assert len(shown.cards) == 1
    shown.put_back.emit(shown.pending.refused[0][0])
    settle()
    assert len(shown.cards) == 2


def test_not_now_says_when_it_comes_back(shown: ReviewFace, settle: Callable[[], None]) -> None:
    shown.cards[0].buttons["Not now"].click()
    settle()
    assert shown.later.text == "1 more is set to Not now and comes back on 24 Sep."


def test_keys_answer_the_card_that_has_the_focus(
    shown: ReviewFace, desk: ReviewDesk, settle: Callable[[], None]
) -> None:
    held = Qt.KeyboardModifier.ControlModifier
    shown.cards[1].setFocus()
    QTest.keyClick(shown.cards[1], Qt.Key.Key_Backspace, held)
    settle()
    assert [card.facts.proposal.title for card in shown.cards] == ["Tag every metric."]
    shown.cards[0].setFocus()
    QTest.keyClick(shown.cards[0], Qt.Key.Key_Return, held)
    settle()
    assert rules(desk) == ["Tag every metric"]


def test_evidence_leads_to_its_session(shown: ReviewFace, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shown.reviewer.session_wanted) as told:
        shown.opened_source.emit(shown.cards[0].facts.proposal.evidence[0])
    assert told.args == ["s4"]


@pytest.mark.parametrize("width", [900, 760, 480])
def test_a_heading_is_never_cut(shown: ReviewFace, width: int) -> None:
    shown.resize(width, 600)
    QApplication.processEvents()
    assert all(view.title.width() >= view.title.sizeHint().width() for view in shown._sections)


def test_a_narrow_face_has_one_column_and_every_button_a_name(
    shown: ReviewFace, qtbot: QtBot
) -> None:
    shown.resize(640, 500)
    qtbot.waitUntil(lambda: all(card.width() > 500 for card in shown.cards))
    assert all(each.accessibleName() for each in shown.findChildren(Button))
