"""What tests of cards ask of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal import Kind
from luminair.journal.vault.proposals import ProposalKind
from luminair.shell.review.gathering import gather

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.review import ReviewFace
    from luminair.shell.review.card import Card
    from luminair.shell.review.facts import Facts
    from tests.shell.review.queue import ReviewDesk


def only(desk: ReviewDesk) -> Facts:
    """The one card of a kind that is not about changes made outside."""
    found = [each for each in gather(desk).cards if each.proposal.kind is not ProposalKind.CHANGED]
    assert len(found) == 1
    return found[0]


def card_in(face: ReviewFace, kind: ProposalKind, settle: Callable[[], None]) -> Card:
    face.come()
    settle()
    card = next(each for each in face.cards if each.facts.proposal.kind is kind)
    card.set_open(on=True)
    return card


def live_rules(desk: ReviewDesk) -> list[str]:
    listed = desk.journal.listing(kind=Kind.RULE, compared=False)
    return sorted(each.note.title for each in listed if not each.note.in_archive)
