from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.lanes.wire import (
    Lines,
    LineTooLong,
    Sent,
    events,
    lines,
    number,
    obj,
    objects,
    parsed,
    records,
    word,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

TORN = st.lists(st.sampled_from(["\n", "\r", "\r\n", "\u2028", "\u0085", "é", "😀", "a", ":", " "]))


def all_of(
    split: Callable[[AsyncGenerator[bytes, None]], AsyncGenerator[Any, None]],
    *chunks: bytes,
) -> list[Any]:
    """Everything that a splitter gives for these chunks."""

    async def source() -> AsyncGenerator[bytes, None]:
        for chunk in chunks:
            yield chunk

    async def take() -> list[Any]:
        return [each async for each in split(source())]

    return asyncio.run(take())


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    """The data, cut at these places."""
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(places)]


@given(TORN, st.lists(st.integers(0, 1000), max_size=8))
def test_only_a_line_feed_ends_a_line_wherever_the_chunks_are_cut(
    text: list[str], cuts: list[int]
) -> None:
    data = "".join(text).encode()
    whole = data.split(b"\n")
    wanted = [line.removesuffix(b"\r") for line in whole[:-1]] + [whole[-1]] * bool(whole[-1])
    assert all_of(lines, *pieces(data, cuts)) == wanted


def test_one_carriage_return_goes_and_no_more() -> None:
    cutter = Lines()
    assert cutter.feed(b"a\r\r\nb\r") == [b"a\r"]
    assert cutter.feed(b"\nc") == [b"b"]
    assert cutter.rest() == b"c"


def test_a_long_line_costs_its_length_and_not_its_square() -> None:
    cutter = Lines()
    for _ in range(100_000):  # a naive buffer copies 5 GB here
        assert cutter.feed(b"x" * 100) == []
    assert [len(line) for line in cutter.feed(b"\n")] == [10_000_000]


def test_a_line_without_an_end_is_one_sentence() -> None:
    cutter = Lines(most=1024 * 1024)
    assert cutter.feed(b"x" * 1024 * 1024) == []
    with pytest.raises(LineTooLong, match=r"more than 1 MB.*\.$"):
        cutter.feed(b"x")


def test_events() -> None:
    data = (
        b"\xef\xbb\xbfevent: one\r\ndata: a\r\ndata:b\r\n\r\n: still here\n\n"
        b"id: 7\nretry: 3\ndata:  two spaces\nnothing\n\nevent: empty\n\ndata: last\n\n"
    )
    assert all_of(events, data) == [
        Sent("one", "a\nb"),
        Sent("", ""),
        Sent("", " two spaces"),
        Sent("", "last"),
    ]


def test_an_event_that_the_stream_ended_in_is_marked() -> None:
    assert all_of(events, b'data: {"a"') == [Sent("", '{"a"', whole=False)]
    assert all_of(events, b"event: x\ndata: y\n") == [Sent("x", "y", whole=False)]
    assert all_of(events, b": only a comment") == []


def test_an_answer_in_one_piece_is_taken_as_an_event() -> None:
    assert all_of(events, b'{"error": "no"}\n') == [Sent("", '{"error": "no"}')]
    assert all_of(events, b'{"error": "no"}') == [Sent("", '{"error": "no"}', whole=False)]


def test_records() -> None:
    assert all_of(records, b'{"a":1}\n\n{"b"', b":2}\n{") == [
        Sent("", '{"a":1}'),
        Sent("", ""),
        Sent("", '{"b":2}'),
        Sent("", "{", whole=False),
    ]


@given(st.text(), st.lists(st.integers(0, 10_000), max_size=6))
def test_any_text_comes_through_events_and_records(text: str, cuts: list[int]) -> None:
    value = json.dumps({"text": text}, ensure_ascii=False).encode("utf-8", "replace")
    assert [json.loads(each.data) for each in all_of(records, *pieces(value + b"\n", cuts))] == [
        json.loads(value)
    ]
    sent = b"data: " + value + b"\n\n"
    assert [json.loads(each.data) for each in all_of(events, *pieces(sent, cuts))] == [
        json.loads(value)
    ]


def test_a_byte_that_is_no_character_costs_one_character() -> None:
    assert all_of(records, b"a\xffb\n") == [Sent("", "a\ufffdb")]


@pytest.mark.parametrize("text", ["", "[1]", "nul", '"x"', "{", '{"a":' * 100_000, "NaN"])
def test_what_is_no_json_object_is_none(text: str) -> None:
    assert parsed(text) is None


def test_reading_a_field_of_the_wrong_type_is_reading_none() -> None:
    found = {"text": 1, "count": "2", "flag": True, "minus": -3, "list": [1, {"a": 1}], "obj": []}
    assert word(found, "text") == ""
    assert number(found, "count") == 0
    assert number(found, "flag") == 0
    assert number(found, "minus") == 0
    assert obj(found, "obj") == {}
    assert list(objects(found, "list")) == [{"a": 1}]
    assert list(objects(found, "obj2")) == []
