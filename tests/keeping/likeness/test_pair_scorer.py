"""Tests of the scorer of pairs: its trees, and the signs that they look at."""

from __future__ import annotations

import math

import pytest

from luminair.keeping.kindred import LEAST, groups, meeting, readings_of
from luminair.keeping.pair_scorer import bundled, chance_of, made
from luminair.keeping.pair_signs import NAMES, nearness, signs
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


def test_trees_are_made_from_written_out_wishes() -> None:
    pairs = drawn(Part("fresh", 0.0, ""))
    assert {True, False} == set(pairs.same)
    assert all(len(row) == len(NAMES) for row in pairs.signs)
    scorer = made(fitted([pairs]))
    told = [scorer.chance(row) for row in pairs.signs]
    same = [value for value, one in zip(told, pairs.same, strict=True) if one]
    rest = [value for value, one in zip(told, pairs.same, strict=True) if not one]
    assert sum(same) / len(same) > sum(rest) / len(rest) + 0.3
