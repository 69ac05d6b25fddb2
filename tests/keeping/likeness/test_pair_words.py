"""Tests of what two asks have in common word by word."""

from __future__ import annotations

import pytest

from luminair.keeping.promotion.pair_words import NAMES, word_signs, worded


def told(one: str, other: str) -> dict[str, float]:
    return dict(zip(NAMES, word_signs(worded(one), worded(other)), strict=True))


def test_words_are_counted_without_their_endings_and_small_words() -> None:
    found = told("Please run the tests before you commit", "commit after the test was running")
    assert found["words_shared"] == 3
    assert (found["words_left_fewer"], found["words_left_more"]) == (1, 1)
    assert found["words_overlap"] == pytest.approx(3 / 5)


@pytest.mark.parametrize(
    ("one", "other", "swapped", "beside"),
    [
        ("ask before you add a package", "ask before you remove a package", 1, 3),
        ("ask before you add a package", "new packages need my yes", 0, 0),
    ],
)
def test_one_word_changed_in_its_place(one: str, other: str, swapped: int, beside: int) -> None:
    found = told(one, other)
    assert found["words_swapped"] == swapped
    assert found["words_side_by_side"] == beside


def test_words_that_stand_in_the_same_order() -> None:
    assert told("never push", "never ever force a push")["words_in_order"] == 1.0
    assert told("plan first code later", "code first plan later")["words_in_order"] == 0.5
    assert told("one two two three", "two one two")["words_in_order"] == pytest.approx(2 / 3)


def test_refusals_questions_and_figures() -> None:
    found = told("Don't exceed 80 columns, never!", "could lines be 100 wide?")
    assert (found["nots_apart"], found["nots_said"]) == (2, 1)
    assert found["questions"] == 1
    assert found["figures_apart"] == 2


def test_the_order_of_a_pair_says_nothing() -> None:
    one, other = "Use UTC for all times.", "never local times, 24 hours, UTC?"
    assert told(one, other) == told(other, one)


def test_a_text_without_words_has_signs_too() -> None:
    assert told("…", "Use UTC.")["words_shared"] == 0
