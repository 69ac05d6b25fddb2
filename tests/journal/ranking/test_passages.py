"""The best stretch of a long text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking.passages import _joins, best_passage
from luminair.journal.ranking.query import parse_query

FILLER = "Sessions run in panes, and each of them has a lane of its own. "


def test_the_only_mention_is_found_at_character_30000() -> None:
    body = FILLER * 500
    body = f"{body[:30000]}\n\nThe quetzal lives in harnessBlock() since May.\n\n{body[30000:]}"
    passage = best_passage(body, parse_query("where is the quetzal in a lane?"), limit_chars=300)
    assert passage is not None
    assert "The quetzal lives in harnessBlock() since May." in passage.text
    assert body[passage.start : passage.end] == passage.text
    assert len(passage.text) <= 300


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("happiness", "so happy"), ("lib/vault/digest.js", "LIB/VAULT/digest.js"),
        ("設定を変える", "ここで設定を変えます"), ("настройка", "все настройки"),
        ("cafe", "le caf\u00e9"), ("ENOENT", "code ENOENT"), ("vector cache", "the vector cache"),
    ],
)  # fmt: skip
def test_words_are_found_in_other_forms(query: str, words: str) -> None:
    body = FILLER * 40 + words + ". " + FILLER * 40
    passage = best_passage(body, parse_query(query), limit_chars=200)
    assert passage is not None
    assert words in passage.text


def test_more_words_together_win() -> None:
    body = f"alpha here. {FILLER * 20}\n\nalpha beta gamma.\n\n{FILLER * 20} beta there. gamma."
    passage = best_passage(body, parse_query("alpha beta gamma"), limit_chars=160)
    assert passage is not None
    assert passage.text.startswith("alpha beta gamma.")


def test_a_short_body_is_given_whole() -> None:
    passage = best_passage("\n  short cache note \n", parse_query("cache"), limit_chars=200)
    assert passage is not None
    assert passage.text == "short cache note"


def test_nothing_is_nothing() -> None:
    assert best_passage("a body", parse_query("elsewhere"), limit_chars=100) is None
    assert best_passage("a body", parse_query("ok thanks"), limit_chars=100) is None
    assert best_passage("", parse_query("cache"), limit_chars=100) is None
    assert best_passage("cache", parse_query("cache"), limit_chars=0) is None


def test_a_torn_code_block_is_mended() -> None:
    lines = "\n".join(f"value_{at} = call({at})" for at in range(200))
    body = f"Intro.\n\n```python\n{lines}\n```\n\nAfter."
    passage = best_passage(body, parse_query("value_100"), limit_chars=160)
    assert passage is not None
    assert passage.text.startswith("```python\n")
    assert passage.text.endswith("\n```")
    assert "value_100 = call(100)" in passage.text
    assert len(passage.text) <= 160


@pytest.mark.parametrize("seen", ["e\u0301", "\U0001f469\u200d\U0001f4bb", "\U0001f1e9\U0001f1ea"])
def test_characters_seen_as_one_are_not_torn(seen: str) -> None:
    body = seen * 300 + "設定" + seen * 300
    for limit in range(40, 60):
        passage = best_passage(body, parse_query("設定"), limit_chars=limit)
        assert passage is not None
        assert "設定" in passage.text
        before, after = passage.text.split("設定")
        assert before.replace(seen, "") == ""
        assert after.replace(seen, "") == ""


@given(st.text(max_size=600), st.text(max_size=40), st.integers(1, 80))
def test_any_text_stays_within_its_limit(body: str, query: str, limit: int) -> None:
    passage = best_passage(body, parse_query(query), limit_chars=limit)
    if passage is not None:
        assert 0 < len(passage.text) <= limit
        assert 0 <= passage.start < passage.end <= len(body)


@given(
    st.lists(st.sampled_from(["cache", "```\n", "word ", "\n\n", "~~~\n", ". ", "é", "設定"])),
    st.integers(5, 120),
)
def test_any_fences_stay_within_the_limit(pieces: list[str], limit: int) -> None:
    body = unicodedata.normalize("NFD", "".join(pieces))
    passage = best_passage(body, parse_query("cache 設定"), limit_chars=limit)
    if passage is not None:
        assert 0 < len(passage.text) <= limit


@pytest.mark.parametrize(
    ("query", "words"),
    [("don't panic", "so don\u2019t panic now"), ("istanbul", "in \u0130stanbul and Istanbul")],
)
def test_signs_that_change_their_length_or_form_are_found(query: str, words: str) -> None:
    body = FILLER * 40 + words + ". " + FILLER * 40
    passage = best_passage(body, parse_query(query), limit_chars=200)
    assert passage is not None
    assert words in passage.text


@pytest.mark.parametrize("one", ["👍\U0001f3fd", "\u0915\u0940", "e\u0301", "🇩🇪🇫🇷"])
def test_no_passage_begins_or_ends_within_a_sign(one: str) -> None:
    for shift in range(6):
        body = "x" * shift + one * 300 + " quetzal " + one * 300
        passage = best_passage(body, parse_query("quetzal"), limit_chars=120)
        assert passage is not None
        for at in (passage.start, passage.end):
            inside = body[at : at + 1]
            assert not inside or inside[0] not in "\U0001f3fd\u0940\u0301"


def test_a_passage_out_of_a_block_of_code_keeps_its_fences() -> None:
    code = "\n".join(f"call_{number}()" for number in range(200))
    body = f"Before.\n\n~~~python\n{code}\nquetzal()\n{code}\n~~~\n\nAfter.\n"
    passage = best_passage(body, parse_query("quetzal"), limit_chars=200)
    assert passage is not None
    assert passage.text.startswith("~~~python\n")
    assert passage.text.endswith("\n~~~")


@pytest.mark.parametrize("mark", ["\u0903", "\u20dd", "\U0001f3fd", "\u0301", "\u200d"])
def test_a_mark_belongs_to_the_sign_before_it(mark: str) -> None:
    assert _joins(f"a{mark}", 1)
    assert not _joins("ab", 1)
