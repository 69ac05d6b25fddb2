"""What a prompt asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking.query import (
    MOST_NAMES,
    MOST_WINDOWS,
    MOST_WORDS,
    Sort,
    parse_query,
)

LISTS = frozenset({"weiter", "danke", "はい", "お願いします", "continua", "嗯", "继续", "go on"})


def keys(text: str) -> dict[str, float]:
    return {term.key: term.weight for term in parse_query(text).terms}


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "?!", "ok thanks", "OK, thanks!", "go on please", "yes", "y", "1", "Why?",
        "what is it", "please", "sounds good, thank you", "\U0001f44d", "設",
    ],
)  # fmt: skip
def test_chatter_asks_for_nothing(text: str) -> None:
    assert parse_query(text).empty


@pytest.mark.parametrize(
    "text",
    [
        "weiter",
        "Weiter!",
        "はい",
        "はい、お願いします。",
        "はいお願いします",
        "Danke, weiter",
        "继续",
    ],
)
def test_chatter_of_other_languages_is_given(text: str) -> None:
    assert parse_query(text, chatter=LISTS).empty
    assert not parse_query(f"{text} 設定 digest.js", chatter=LISTS).empty


@pytest.mark.parametrize(
    "text", ["設定", "digest", "ok, now fix the cache", "C++", "DO NOT USE FIND /", "rm -rf", "42"]
)
def test_content_is_content(text: str) -> None:
    query = parse_query(text)
    assert not query.empty
    assert query.terms


def test_words_of_prompts_count_little() -> None:
    found = keys("please explain why the cache really fails")
    assert found["cach"] == 1.0
    assert found["explain"] < 0.5
    assert "the" not in found


def test_weak_words_count_where_nothing_else_is_said() -> None:
    assert keys("use find")["find"] == 1.0
    assert keys("use find in the repository")["find"] < 0.5


def test_a_name_is_asked_whole_joined_and_by_parts() -> None:
    query = parse_query("why does lib/vault/digest.js call harnessBlock()")
    sorts = {term.key: term.sort for term in query.terms}
    assert sorts["=lib/vault/digest.js"] is Sort.NAME
    assert sorts["=digest.js"] is Sort.NAME
    assert sorts["harnessblock"] is Sort.NAME
    assert sorts["vault"] is Sort.WORD
    assert "harnessBlock" in query.names
    assert not query.only_names
    assert parse_query("harnessBlock").only_names


def test_joined_prose_is_no_name() -> None:
    sorts = {term.key: term.sort for term in parse_query("time-sharing and/or e.g. it").terms}
    assert sorts["=time-sharing"] is Sort.WINDOW


def test_capitals_in_a_quiet_prompt_are_a_name() -> None:
    quiet = {term.key: term.sort for term in parse_query("get ENOENT on start").terms}
    loud = {term.key: term.sort for term in parse_query("GET ENOENT ON START").terms}
    assert quiet["enoent"] is Sort.NAME
    assert loud["enoent"] is Sort.WORD


def test_words_in_a_row_may_be_one_name() -> None:
    assert {"vectorcach", "atomicwritejson"} <= set(keys("vector cache")) | set(
        keys("atomic write json")
    )


def test_saying_it_again_counts_at_most_four_times() -> None:
    assert keys("cache")["cach"] < keys("cache in the cache")["cach"]
    assert keys("cache " * 50)["cach"] == 4.0


def test_a_pasted_log_is_bounded() -> None:
    text = "\n".join(f"line {at}: fooBar{at} failed at src/mod{at}.py:{at}" for at in range(3000))
    query = parse_query(text)
    most = MOST_WORDS + MOST_NAMES + 2 * MOST_WINDOWS + MOST_WORDS
    assert 0 < len(query.terms) <= most


@given(st.text(max_size=400))
def test_any_text_gives_the_same_query_twice(text: str) -> None:
    query = parse_query(text)
    assert parse_query(text) == query
    assert query.empty == (not query.terms)
    assert len({term.key for term in query.terms}) == len(query.terms)
    assert all(term.weight > 0 for term in query.terms)
