from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.context.cost import Count, in_tokens, shown, size, tokens


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=40))
def test_a_quarter_of_the_bytes_rounded_up(text: str) -> None:
    count = tokens(text, "unknown-model")
    assert (count.tokens - 1) * 4 < size(text) <= count.tokens * 4
    assert count.exact is (text == "")


def test_a_tokenizer_at_hand_is_exact() -> None:
    at_hand = {"demo": lambda text: len(text.split())}
    assert tokens("one two three", "demo", at_hand) == Count(3, exact=True)
    assert tokens("one two three", "other", at_hand) == Count(4, exact=False)


@pytest.mark.parametrize(
    ("count", "exact", "text"), [(1348, False, "≈1,348"), (1348, True, "1,348"), (0, True, "0")]
)
def test_counts_as_people_read_them(count: int, exact: bool, text: str) -> None:
    assert shown(count, exact) == text


@pytest.mark.parametrize(
    ("count", "exact", "text"),
    [(1348, False, "≈1,348 tokens"), (1, True, "1 token"), (0, True, "0 tokens")],
)
def test_tokens_as_people_read_them(count: int, exact: bool, text: str) -> None:
    assert in_tokens(count, exact) == text


def test_bytes_are_utf8() -> None:
    assert [size(text) for text in ("", "a", "é", "日", "😀", "\ud83d")] == [0, 1, 2, 3, 4, 3]
