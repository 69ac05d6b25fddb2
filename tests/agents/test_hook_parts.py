"""Standing text in parts: every item once, each part within its host, whatever there is."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from luminair.agents.hook_hosts import MOST_BYTES
from luminair.agents.hook_parts import (
    HEADINGS,
    LONGEST_ITEM,
    Standing,
    named,
    packed,
    split,
    text_of,
    whole_key,
)


def an_item(number: int, text: str, section: str = "rules") -> Standing:
    return Standing(section, f"{section}:{number}", f"rule “R{number}”", text, f"s{number}")


def texts(items: list[Standing], most: int = 6) -> list[str]:
    pieces = [piece for item in items for piece in split(item)]
    parts = packed(pieces, most)
    return [text_of(part, number, len(parts)) for number, part in enumerate(parts, 1)]


def size(text: str) -> int:
    return len(text.encode())


SIZES = st.one_of(st.integers(1, 2_000), st.integers(9_000, 9_600), st.just(25_000))
SIGNS = st.sampled_from(["x", "é", "語", "🙂", "a b\n", "word word\n\n", '"\\'])
ITEMS = st.lists(st.tuples(st.sampled_from(sorted(HEADINGS)), SIGNS, SIZES), max_size=14)


def made(drawn: list[tuple[str, str, int]]) -> list[Standing]:
    found = []
    for number, (section, sign, count) in enumerate(drawn):
        text = f"<{number}> " + sign * (count // size(sign)) + f" </{number}>"
        found.append(an_item(number, text, section))
    return found


@given(ITEMS)
def test_each_part_fits_its_host_and_says_which_it_is(drawn) -> None:
    found = texts(made(drawn))
    assert len(found) <= 6
    for number, text in enumerate(found, 1):
        assert size(text) <= MOST_BYTES
        assert text.startswith(f"Luminair Journal, part {number} of {len(found)}.")
        assert not text.startswith("{")


@given(ITEMS)
def test_each_item_is_there_once_or_named(drawn) -> None:
    items = made(drawn)
    pieces = [piece for item in items for piece in split(item)]
    parts = packed(pieces)
    placed = [item.key for part in parts for item in part.items]
    assert len(placed) == len(set(placed))
    missing = {piece.key for piece in pieces} - set(placed)
    whole = "\n".join(text_of(part, n, len(parts)) for n, part in enumerate(parts, 1))
    for piece in pieces:
        assert (piece.text in whole) is (piece.key in placed)
    assert ("LEFT OUT" in whole) is bool(missing)
    if not missing:
        for number in range(len(items)):
            assert whole.count(f"<{number}> ") == 1
            assert whole.count(f" </{number}>") == 1


@given(ITEMS)
def test_a_part_stands_alone(drawn) -> None:
    """The heading of each section stands over its items in every part."""
    items = made(drawn)
    parts = packed([piece for item in items for piece in split(item)])
    for number, part in enumerate(parts, 1):
        lines = text_of(part, number, len(parts)).split("\n")
        for section in {item.section for item in part.items}:
            assert HEADINGS[section] in lines


def test_harness_rules_and_pins_are_read_in_that_order() -> None:
    items = [an_item(1, "the pin", "pins"), an_item(2, "the rule"), an_item(3, "brain", "harness")]
    (text,) = texts(items)
    assert text.index("brain") < text.index("the rule") < text.index("the pin")


def test_twelve_rules_of_900_and_a_large_pin() -> None:
    """The case of failure-kinds: nothing of it is cut."""
    items = [an_item(n, f"{n} " + "r" * 900) for n in range(12)]
    items.append(an_item(99, "p" * 8000, "pins"))
    found = texts(items)
    assert len(found) == 2 or len(found) == 3
    whole = "\n".join(found)
    assert all(item.text in whole for item in items)


def test_law_is_the_last_to_be_left_out() -> None:
    items = [an_item(n, f"h{n}" + "x" * 9000, "harness") for n in range(5)]
    items += [an_item(n, f"p{n}" + "x" * 9000, "pins") for n in range(5)]
    items += [an_item(n, f"law{n}" + "x" * 500) for n in range(6)]
    found = texts(items)
    assert len(found) == 6
    whole = "\n".join(found)
    assert all(f"law{n}" in whole for n in range(6))
    assert whole.count("LEFT OUT for want of room: ") == 1
    assert found[-1].split("\n")[-1].startswith("LEFT OUT")
    assert "luminair-journal search" in found[-1]


def test_an_item_of_9400_bytes_rides_whole_in_every_section() -> None:
    for section in HEADINGS:
        item = an_item(1, "x" * LONGEST_ITEM, section)
        (text,) = texts([item])
        assert item.text in text
        assert size(text) <= MOST_BYTES


def test_a_longer_one_is_split_at_paragraph_ends_and_each_piece_has_its_name() -> None:
    paragraphs = [f"Paragraph {n}. " + "word " * 150 for n in range(30)]
    item = an_item(1, "\n\n".join(paragraphs))
    pieces = split(item)
    assert len(pieces) == 3
    for number, piece in enumerate(pieces, 1):
        assert size(piece.text) <= LONGEST_ITEM
        first, *rest = piece.text.split("\n")
        assert first == f"(rule “R1”, piece {number} of 3)"
        assert whole_key(piece.key) == item.key
        assert rest[0].startswith("Paragraph")
        assert "\n".join(rest).rstrip().endswith("word")
    for paragraph in paragraphs:
        assert sum(paragraph.strip() in piece.text for piece in pieces) == 1


def test_quoted_text_stays_quoted_in_every_piece() -> None:
    head = "[note 20260101T0000-aaaa · 2026-01-01 · filed by a model]"
    body = [f"| line {n} " + "x" * 80 for n in range(200)] + ["| " + "word " * 4000]
    pieces = split(an_item(1, "\n".join([head, *body]), "pins"))
    assert len(pieces) > 3
    for piece in pieces:
        _, second, *rest = piece.text.split("\n")
        assert second == head
        assert rest
        assert all(line.startswith("| ") for line in rest)
        assert size(piece.text) <= LONGEST_ITEM


@example(["aaaaaaaé🙂🙂", "     \n|", "a"])
@given(st.lists(st.text(alphabet="ab é語🙂\n|", min_size=1, max_size=40), min_size=1, max_size=9))
def test_splitting_loses_no_word(words) -> None:
    text = "".join(word * 400 for word in words)
    pieces = split(an_item(1, text))
    if len(pieces) == 1:
        return
    rest = "".join(piece.text.partition("\n")[2] for piece in pieces)
    assert re.sub(r"\s", "", rest) == re.sub(r"\s", "", text)


@pytest.mark.parametrize("count", [1, 3, 400])
def test_names_fit_one_line(count: int) -> None:
    line = named("LEFT OUT", [f"rule “{'long title ' * 9}{n}”" for n in range(count)])
    assert "\n" not in line
    assert size(line) <= 500
    assert ("more" in line) is (count == 400 or (count == 3 and "and" in line))


def test_nothing_makes_no_part() -> None:
    assert packed([]) == []
