"""What a model writes as arguments: near misses are understood, the rest is one sentence."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import UsageError
from luminair.tools.arguments import Given
from luminair.tools.table import DEFINITIONS

TOOLS = {each.name: each for each in DEFINITIONS}
SEARCH = TOOLS["journal_search"]
READ = TOOLS["journal_read"]
REMEMBER = TOOLS["journal_remember"]


def test_what_fits_is_taken() -> None:
    found = Given(SEARCH, {"query": "  wal ", "limit": 3, "archived": True})
    assert (found.text("query"), found.number("limit", 10), found.on("archived")) == (
        "wal",
        3,
        True,
    )
    plain = Given(SEARCH, {"query": "wal"})
    assert (plain.number("limit", 10), plain.on("archived")) == (10, False)


@pytest.mark.parametrize("limit", [7, 7.0, "7", " 7 "])
def test_a_number_may_be_written_in_several_ways(limit: object) -> None:
    assert Given(SEARCH, {"query": "wal", "limit": limit}).number("limit", 10) == 7


@pytest.mark.parametrize(("word", "value"), [("true", True), ("False", False), (False, False)])
def test_a_switch_may_be_a_word(word: object, value: bool) -> None:
    assert Given(SEARCH, {"query": "wal", "archived": word}).on("archived") is value


def test_null_is_left_out_and_a_number_is_a_query() -> None:
    assert Given(SEARCH, {"query": 503, "limit": None}).text("query") == "503"


def test_half_a_character_becomes_a_whole_one() -> None:
    assert Given(SEARCH, {"query": "a\ud83d\ude00b \ud800"}).text("query") == "a😀b �"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "takes its arguments as a JSON object"),
        ("wal", "takes its arguments as a JSON object"),
        (None, "takes its arguments as a JSON object"),
        ({}, "journal_search needs 'query': what to look for."),
        ({"query": None}, "needs 'query'"),
        ({"query": ""}, "'query' is empty"),
        ({"query": " \n"}, "'query' is empty"),
        ({"query": ["wal"]}, "'query' must be text"),
        ({"query": True}, "'query' must be text"),
        ({"query": 1.5}, "'query' must be text"),
        ({"query": "x" * 2001}, "2,001 characters and may have 2,000"),
        ({"query": "x", "limit": 0}, "from 1 to 30"),
        ({"query": "x", "limit": 31}, "from 1 to 30"),
        ({"query": "x", "limit": -1}, "from 1 to 30"),
        ({"query": "x", "limit": 1.5}, "must be a whole number"),
        ({"query": "x", "limit": float("inf")}, "must be a whole number"),
        ({"query": "x", "limit": True}, "must be a whole number"),
        ({"query": "x", "limit": "ten"}, "must be a whole number"),
        ({"query": "x", "limit": "9" * 5000}, "from 1 to 30"),
        ({"query": "x", "archived": "yes"}, "must be true or false"),
        ({"query": "x", "archived": 1}, "must be true or false"),
        ({"query": "x", "q": "y"}, "no argument 'q'; it takes query, limit, archived"),
        ({"query": "x", 5: "y"}, "no argument '5'"),
        ({"query": "x", "a\nb" * 90: 1}, "no argument 'a b"),
    ],
)
def test_what_does_not_fit_is_one_sentence(arguments: object, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        Given(SEARCH, arguments)
    sentence = str(refused.value)
    assert said in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 300


def test_an_offset_has_no_end_and_a_scope_is_one_of_three() -> None:
    assert Given(READ, {"id": "a", "offset": 10**9}).number("offset", 0) == 10**9
    with pytest.raises(UsageError, match="of 0 or more"):
        Given(READ, {"id": "a", "offset": -1})
    with pytest.raises(UsageError, match="one of session, folder, global"):
        Given(REMEMBER, {"title": "a", "body": "b", "scope": "everywhere"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    JSON
    | st.dictionaries(
        st.sampled_from(["query", "limit", "archived", "id", "offset", "title", "body", "scope"]),
        JSON,
    )
)
def test_anything_is_understood_or_refused(arguments: object) -> None:
    for definition in DEFINITIONS:
        with suppress(UsageError):
            found = Given(definition, arguments)
            assert set(arguments) <= {each.name for each in definition.arguments}
            for argument in definition.arguments:
                if argument.needed:
                    assert found.text(argument.name).strip()
