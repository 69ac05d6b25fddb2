from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from luminair.lanes.child.answer import GAP, Answer
from luminair.lanes.lane import Text, Withdrawn
from tests.lanes.agents import shown

TEXTS = st.lists(st.tuples(st.lists(st.text(max_size=4), max_size=4), st.text(max_size=8)))


@given(TEXTS)
def test_what_is_shown_is_what_was_meant(blocks: list[tuple[list[str], str]]) -> None:
    answer, events = Answer(), []
    for deltas, whole in blocks:
        for delta in deltas:
            events += answer.grow(delta)
        events += answer.settle(whole)
        assert answer.length == len(shown(events))
    meant = [whole for _, whole in blocks if whole]
    assert shown(events) == GAP.join(meant)
    assert all(event.delta for event in events if isinstance(event, Text))
    assert all(event.characters > 0 for event in events if isinstance(event, Withdrawn))


def test_a_text_as_it_was_streamed_costs_nothing() -> None:
    answer = Answer()
    answer.grow("Hel")
    answer.grow("lo")
    assert answer.settle("Hello") == []


def test_a_gap_goes_with_its_text() -> None:
    answer = Answer()
    events = (
        answer.settle("One.") + answer.grow("Two") + answer.withdraw() + answer.settle("Three.")
    )
    assert shown(events) == "One.\n\nThree."


def test_a_text_that_broke_off_stays_where_it_is_kept() -> None:
    answer = Answer()
    events = answer.grow("One")
    answer.keep()
    events += answer.withdraw() + answer.settle("Two")
    assert shown(events) == "One\n\nTwo"
