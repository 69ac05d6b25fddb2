"""Differences of texts: what is shown can be put together again, and large ones take no time."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from luminair.shell.journal.diff_view import broken
from luminair.shell.journal.differing import difference, shown_text

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "longer line", "longer lime"]), max_size=30)


@given(LINES, LINES)
def test_both_texts_can_be_read_from_the_rows(old: list[str], new: list[str]) -> None:
    found = difference("\n".join(old).encode(), "\n".join(new).encode(), context=1000)
    if old == new or ("\n".join(old) == "\n".join(new)):
        assert not found.rows
        return
    before = [row.text for row in found.rows if row.sign in " -"]
    after = [row.text for row in found.rows if row.sign in " +"]
    assert "\n".join(before) == "\n".join(old)
    assert "\n".join(after) == "\n".join(new)
    assert found.added == sum(row.sign == "+" for row in found.rows)
    assert found.removed == sum(row.sign == "-" for row in found.rows)


@given(LINES, LINES)
def test_what_is_left_out_is_counted(old: list[str], new: list[str]) -> None:
    found = difference("\n".join(old).encode(), "\n".join(new).encode())
    hidden = sum(int(row.text.split()[0]) for row in found.rows if row.sign == "…")
    shown = sum(row.sign in " -" for row in found.rows)
    if found.rows:
        assert hidden + shown == len("\n".join(old).split("\n"))
    assert [row.number for row in found.rows] == list(range(len(found.rows)))


def test_a_changed_line_says_where() -> None:
    found = difference(b"Retry three times.\n", b"Retry eight times.\n")
    words = [(row.sign, row.text[slice(*row.changed)]) for row in found.rows if row.changed[1]]
    assert words == [("-", "three"), ("+", "eight")]
    assert found.sentence == "1 line added, 1 line taken out."


def test_what_cannot_be_seen_is_said() -> None:
    assert "cannot be seen" in difference(b"a\r\nb\r\n", b"a\nb\n").sentence
    assert difference(b"a", b"a").sentence == "The two are the same."
    assert shown_text(b"caf\xe9 \x00\x1b") == "caf\ufffd \ufffd\ufffd"


def test_a_megabyte_that_changed_everywhere_is_quick() -> None:
    old = b"".join(b"line %d of the old text that goes on\n" % n for n in range(25_000))
    new = b"".join(
        b"line %d of the old text that goes on\n" % n if n % 2 else b"\nother %d\n" % (n % 7)
        for n in range(25_000)
    )
    began = time.process_time()
    found = difference(old, new)
    assert time.process_time() - began < 5  # a second or so; the square of it would be minutes
    assert found.removed == 12_500


@given(st.text(st.sampled_from("ab c字\u0301")), st.integers(8, 20))
def test_broken_lines_hold_the_whole_text(text: str, columns: int) -> None:
    parts = broken(text, columns)
    assert "".join(text[start:end] for start, end in parts) == text
    assert all(end - start <= columns for start, end in parts)
