"""Near copies: the same words, but for politeness, case, signs and slips of the pen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.keeping.promotion.near_copy import copy_key, near_copies
from tests.keeping.likeness.wish_sets import wishes


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run the linter before each commit.", "please run the linter before each commit"),
        ("Run the linter before each commit.", "Run the lintre before each commit, thanks!"),
        ("No emojis.", "hey, no emojis please"),
        ("Don't push.", "do not push"),
        ("Use pnpm here, not npm here", "not npm here, use pnpm here"),
        ("Could you run the tests first?", "run the tests first"),
        ("Add retries to the upload", "add retry to the uploads"),
    ],
)
def test_near_copies(one: str, other: str) -> None:
    assert near_copies(one, other)
    assert near_copies(other, one)
    assert copy_key(one) == copy_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Do you speak German?", "Speak German."),
        ("Push to main.", "Don't push to main."),
        ("from left to right", "from right to left"),
        ("Use a timeout of 30 s.", "Use a timeout of 300 s."),
        ("Show me the diff.", "Show me only the diff."),
        ("Untie the parts first", "Unite the parts first, then test"),
        ("Keep it in form.", "Keep it in from."),
        ("Deploy, test", "test, deploy"),
        ("Who runs the tests?", "run the tests"),
    ],
)
def test_what_is_no_copy(one: str, other: str) -> None:
    assert not near_copies(one, other)
    assert not near_copies(other, one)


@pytest.mark.parametrize("name", ["wishes.txt", "fresh.txt", "fourth.txt"])
def test_no_opposite_is_a_copy(name: str) -> None:
    for _, wordings, misses in wishes(name):
        for text in wordings:
            assert not any(near_copies(text, miss) for miss in misses), text


@given(st.text(max_size=120))
def test_a_text_is_a_copy_of_itself(text: str) -> None:
    assert near_copies(text, text)


@given(st.text(max_size=60), st.text(max_size=60))
def test_it_is_the_same_both_ways(one: str, other: str) -> None:
    assert near_copies(one, other) == near_copies(other, one)
