"""Traits only ever say no where likeness says no."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from luminair.journal.ranking.likeness import says_the_same
from luminair.journal.ranking.traits import (
    from_bytes,
    to_bytes,
    traits_of,
)
from tests.journal.ranking.test_likeness import DIFFERENT, SAME

VOCABULARY = (
    "the of retry uploads three times timeout 30 300 use do not tabs lib/a.js Anna wait again "
    "jitter clients together server 日本 ü don't never part parts 📅"
)
WORDS = st.sampled_from(VOCABULARY.split())
TEXT = st.lists(WORDS, max_size=30).map(" ".join)


@pytest.mark.parametrize("pair", SAME)
def test_texts_that_say_the_same_are_never_told_apart(pair: tuple[str, str]) -> None:
    assert not traits_of(pair[0]).cannot_say_the_same(traits_of(pair[1]))


def test_most_that_do_not_are() -> None:
    told = [traits_of(a).cannot_say_the_same(traits_of(b)) for a, b in DIFFERENT]
    assert sum(told) > len(told) // 2


@given(TEXT, st.lists(st.tuples(st.integers(0, 30), WORDS), max_size=2))
@example("", [])
@example("...", [])
@example("the the the the", [(0, "of")])
def test_a_no_is_always_right(text: str, changes: list[tuple[int, str]]) -> None:
    words = text.split()
    for at, word in changes:
        words[at : at + 1] = [word]
    other = " ".join(words)
    a, b = traits_of(text), traits_of(other)
    assert a.cannot_say_the_same(b) == b.cannot_say_the_same(a)
    if a.cannot_say_the_same(b):
        assert not says_the_same(text, other)


@given(st.text(max_size=200))
def test_traits_come_back_as_they_were_kept(text: str) -> None:
    traits = traits_of(text)
    assert from_bytes(to_bytes(traits)) == traits


@pytest.mark.parametrize("raw", [b"", b"x" * 40, to_bytes(traits_of("a b 1"))[:-1]])
def test_bytes_that_are_none_are_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="traits"):
        from_bytes(raw)
