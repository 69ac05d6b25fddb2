from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.messages import Message, MessageState, Rider, Riders, Role, Usage, well_formed

TEXT = st.text(max_size=20)
RIDERS = st.builds(
    Rider, key=st.text(min_size=1, max_size=20), title=TEXT, kind=TEXT, scope=TEXT, why=TEXT
)
GROUP = st.lists(RIDERS, max_size=3).map(tuple)
COUNT = st.integers(min_value=0, max_value=10**9)
RIDING = st.builds(
    Riders,
    rules=GROUP,
    pins=GROUP,
    dead_ends=GROUP,
    asks=GROUP,
    notes=GROUP,
    tokens=COUNT,
    exact=st.booleans(),
)
USAGE = st.builds(
    Usage,
    input_tokens=COUNT,
    cached_tokens=COUNT,
    output_tokens=COUNT,
    cost_usd=st.none() | st.floats(min_value=0, max_value=1e6),
)
MESSAGES = st.builds(
    Message,
    id=st.text(min_size=1, max_size=20),
    role=st.sampled_from(Role),
    text=st.text(),
    at=TEXT,
    lane=TEXT,
    model=TEXT,
    state=st.sampled_from(MessageState),
    note=TEXT,
    receipt=TEXT,
    riders=st.none() | RIDING,
    usage=st.none() | USAGE,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(MESSAGES)
def test_a_message_comes_back_from_json_as_it_was(message: Message) -> None:
    assert Message.from_json(json.loads(json.dumps(message.to_json()))) == message


@given(MESSAGES, st.dictionaries(st.text(min_size=1).map("new ".__add__), JSON, max_size=3))
def test_fields_of_a_newer_version_are_ignored(message: Message, extra: dict[str, object]) -> None:
    assert Message.from_json({**message.to_json(), **extra}) == message


@given(JSON)
def test_no_json_makes_reading_fail(value: object) -> None:
    for kind in (Message, Riders, Rider, Usage):
        kind.from_json(value)


@given(
    MESSAGES,
    st.sampled_from(["text", "at", "lane", "state", "note", "riders", "usage", "receipt"]),
    JSON,
)
def test_a_field_of_the_wrong_type_counts_as_not_there(
    message: Message, key: str, value: object
) -> None:
    read = Message.from_json({**message.to_json(), key: value})
    assert read is not None
    assert (read.id, read.role) == (message.id, message.role)
    json.dumps(read.to_json())


@pytest.mark.parametrize("value", [{}, {"id": "m1"}, {"id": "m1", "role": "system"}, None, []])
def test_what_names_no_message_is_none(value: object) -> None:
    assert Message.from_json(value) is None


def test_true_is_no_number_of_tokens() -> None:
    assert Usage.from_json({"input_tokens": True, "cost_usd": True}) == Usage()


def test_empty_fields_are_not_written() -> None:
    message = Message("m1", Role.USER, "", "2026-08-25T20:09:00.000Z")
    assert set(message.to_json()) == {"id", "role", "text", "at", "state"}


def test_riders_count_every_group() -> None:
    rider = Rider("k", "t", "note", "global")
    assert Riders(rules=(rider,), notes=(rider, rider)).count == 3


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=30))
def test_any_text_becomes_utf8_and_good_text_stays(text: str) -> None:
    result = well_formed(text)
    result.encode()
    if not any("\ud800" <= mark <= "\udfff" for mark in text):
        assert result == text


def test_two_halves_of_one_character_meet_again() -> None:
    assert well_formed("a\ud83d\ude00b") == "a😀b"
    assert well_formed("a\ud83db") == "a\ufffdb"


@pytest.mark.parametrize("cost", [10**400, float("inf"), float("nan"), True, "1", None])
def test_a_price_that_is_no_number_is_none(cost: object) -> None:
    usage = Usage.from_json({"input_tokens": 3, "cost_usd": cost})
    assert usage == Usage(3)
