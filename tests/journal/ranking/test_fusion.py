"""Reciprocal Rank Fusion."""

from __future__ import annotations

from luminair.journal.ranking.fusion import rrf


def test_words_lead_and_meaning_adds() -> None:
    fused = rrf({"words": ["a", "b", "c"], "meaning": ["c", "d", "a"]})
    assert [key for key, _ in fused] == ["a", "c", "b", "d"]
    assert fused[0][1] == 1.0 / 2 + 0.3 / 4


def test_meaning_alone_never_beats_the_first_word_match() -> None:
    assert rrf({"words": ["a"], "meaning": ["b", "a"]})[0][0] == "a"


def test_words_alone_keep_their_order() -> None:
    assert [key for key, _ in rrf({"words": [3, 1, 2]})] == [3, 1, 2]
    assert rrf({"words": []}) == []


def test_the_textbook_values_can_be_asked_for() -> None:
    fused = rrf({"x": ["a", "b"], "y": ["b", "c"]}, weights={}, k=60)
    assert fused[0] == ("b", 1 / 62 + 1 / 61)
