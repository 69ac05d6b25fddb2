"""Tests of the scorer of pairs: its trees, and the signs that they look at."""

from __future__ import annotations

import math

import pytest

from luminair.keeping.promotion import kindred
from luminair.keeping.promotion.kindred import LEAST, groups, meeting, readings_of
from luminair.keeping.promotion.pair_scorer import bundled, chance_of, made
from luminair.keeping.promotion.pair_signs import NAMES, nearness, signs
from tests.bench.pair_fit import Part, drawn, fitted


def chance(one: str, other: str, *around: str) -> float:
    a, b, *_ = readings_of([one, other, *around])
    return chance_of(signs(a, b, nearness(a, b)))


def test_leaves_are_added_up_as_log_odds() -> None:
    scorer = made({"base": -1.0, "trees": [[0, 0.5, -0.5, [1, 2.0, 0.25, 3.0]], 0.5]})
    assert scorer.chance([0.5, 9.0]) == pytest.approx(1 / (1 + math.exp(1.0)))
    assert scorer.chance([0.6, 2.0]) == pytest.approx(1 / (1 + math.exp(0.25)))
    assert scorer.chance([0.6, 2.1]) == pytest.approx(1 / (1 + math.exp(-2.5)))


def test_the_trees_look_at_signs_that_there_are() -> None:
    open_ = list(bundled().trees)
    looked_at = set()
    while open_:
        node = open_.pop()
        if isinstance(node, tuple):
            looked_at.add(node[0])
            open_ += node[2:]
    assert looked_at
    assert max(looked_at) < len(NAMES)


def test_the_order_of_a_pair_says_nothing() -> None:
    texts = ["Never push without asking me.", "check with me prior to any push to the remote"]
    assert meeting(readings_of(texts)) == [(0, 1)]
    assert chance(*texts) == chance(*texts[::-1])


def test_another_thing_in_the_same_frame_is_another_wish() -> None:
    """Also where no list knows the word by which the two differ."""
    texts = [
        "Attach a screenshot to every bug report.",
        "every bug report needs a screenshot",
        "Attach a logfile to every bug report.",
    ]
    assert chance(*texts[:2]) > LEAST
    assert groups(texts) == [[0, 1]]


def given(
    monkeypatch: pytest.MonkeyPatch, chances: dict[tuple[int, int], float]
) -> list[list[int]]:
    """The groups of asks of which the pairs have these chances."""
    monkeypatch.setattr(kindred, "_alike", lambda _readings: chances.items())
    count = 1 + max(max(pair) for pair in chances)
    return groups([f"ask {number}" for number in range(count)])


def test_one_doubtful_ask_is_left_out_and_the_group_stays(monkeypatch) -> None:
    sure = dict.fromkeys([(0, 1), (0, 2), (1, 2)], 0.95)
    doubtful = {(0, 3): 0.95, (1, 3): 0.95, (2, 3): 0.4}
    assert given(monkeypatch, sure | doubtful) == [[0, 1, 2]]
    assert given(monkeypatch, sure | dict.fromkeys(doubtful, 0.95)) == [[0, 1, 2, 3]]


def test_three_of_which_two_are_far_apart_are_no_group(monkeypatch) -> None:
    assert given(monkeypatch, {(0, 1): 0.98, (1, 2): 0.97, (0, 2): 0.49}) == [[0, 1]]


def test_what_is_left_of_a_group_is_no_second_one(monkeypatch) -> None:
    first = dict.fromkeys([(0, 1), (0, 2), (1, 2)], 0.95)
    second = dict.fromkeys([(3, 4), (3, 5), (4, 5)], 0.9)
    between = {(one, other): 0.6 for one in (0, 1, 2) for other in (3, 4, 5)}
    assert given(monkeypatch, first | second) == [[0, 1, 2], [3, 4, 5]]
    assert given(monkeypatch, first | second | between) == [[0, 1, 2]]


def test_the_other_of_two_that_is_refused_says_nothing_more() -> None:
    both = chance("Use pnpm, not npm.", "always pnpm")
    assert both == pytest.approx(chance("Use pnpm.", "always pnpm"), abs=0.15)
    assert groups(["Use npm, not pnpm.", "always pnpm", "use pnpm"]) == [[1, 2]]


@pytest.mark.parametrize("work", ["the thesis", "my sermons", "speeches"])
def test_what_is_written_says_nothing_of_the_length_of_answers(work: str) -> None:
    texts = [f"Some wishes for how we work on {work}:", "Don't be so brief, explain everything."]
    assert meeting(readings_of(texts)) == []


def test_trees_are_made_from_written_out_wishes() -> None:
    pairs = drawn(Part("fresh", 0.0, ""))
    assert {True, False} == set(pairs.same)
    assert all(len(row) == len(NAMES) for row in pairs.signs)
    scorer = made(fitted([pairs]))
    told = [scorer.chance(row) for row in pairs.signs]
    same = [value for value, one in zip(told, pairs.same, strict=True) if one]
    rest = [value for value, one in zip(told, pairs.same, strict=True) if not one]
    assert sum(same) / len(same) > sum(rest) / len(rest) + 0.3
