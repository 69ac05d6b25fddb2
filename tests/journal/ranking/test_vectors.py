"""Vectors of a byte a number: what is lost, and that nothing else is."""

from __future__ import annotations

from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking.vectors import closeness, coded, unit

numbers = st.just(0.0) | st.floats(1e-6, 1e6) | st.floats(-1e6, -1e-6)
sizes = st.shared(st.integers(1, 200), key="size")


def _with_direction(size: int) -> st.SearchStrategy[list[float]]:
    """At least the first number is not zero."""
    first = st.floats(1e-6, 1e6) | st.floats(-1e6, -1e-6)
    rest = st.lists(numbers, min_size=size - 1, max_size=size - 1)
    return st.builds(lambda one, more: [one, *more], first, rest)


vectors = sizes.flatmap(_with_direction)


@given(vectors, vectors)
def test_the_cosine_is_off_by_no_more_than_is_said(left: list[float], right: list[float]) -> None:
    query, other = unit(left), unit(right)
    true = sum(a * b for a, b in zip(query, other, strict=True))
    kept = coded(right)
    assert len(kept.numbers) == len(right)
    assert abs(closeness(query, kept) - true) <= kept.scale / 2 * sqrt(len(right)) + 1e-6


@given(vectors, st.floats(1e-3, 1e3))
def test_length_means_nothing(vector: list[float], times: float) -> None:
    kept, longer = coded(vector), coded([number * times for number in vector])
    assert isclose(kept.scale, longer.scale, rel_tol=1e-6)
    steps = zip(
        memoryview(kept.numbers).cast("b"), memoryview(longer.numbers).cast("b"), strict=True
    )
    assert all(abs(a - b) <= 1 for a, b in steps)


@given(vectors)
def test_a_vector_is_nearest_to_itself(vector: list[float]) -> None:
    kept = coded(vector)
    loss = kept.scale / 2 * sqrt(len(vector)) + 1e-6
    assert closeness(unit(vector), kept) >= 1 - loss
    assert closeness(unit([-number for number in vector]), kept) <= -1 + loss


@pytest.mark.parametrize("vector", [[], [0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_what_has_no_direction_is_refused(vector: list[float]) -> None:
    with pytest.raises(ValueError, match="direction"):
        coded(vector)
