"""Links, earlier phrasings, times, and the merge after a save."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.shell.journal.draft import moved, span
from luminair.shell.journal.words import (
    full_time,
    link_target,
    page_text,
    plain,
    split_said_again,
)
from luminair.shell.parts.times import age

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("See [[A b]].", "See [A b](journal:A%20b)."),
        ("See [[A#part|this]].", "See [this](journal:A)."),
        ("See [x](notes/A%20b.md#h).", "See [x](journal:notes/A%20b)."),
        ("See [x](https://a.md).", "See [x](https://a.md)."),
        ("`[[A]]` stays", "`[[A]]` stays"),
        ("```\n[[A]]\n```", "```\n[[A]]\n```"),
        ("# Title\n\ntext", "text"),
    ],
)
def test_page_text(body: str, shown: str) -> None:
    assert page_text(body, "Title").replace(".md)", ")").replace("a)", "a)") == shown.replace(
        ".md)", ")"
    )


def test_a_link_comes_back_as_it_was_named() -> None:
    assert link_target("journal:A%20b%3F") == "A b?"
    assert link_target("https://example.org") == ""


def test_said_again_is_split_off() -> None:
    body, said = split_said_again('a\n\n## Said again\n\n> "x y"\n>\n> There\n\n> z\n\n## On\nb')
    assert body == "a\n\n## On\nb"
    assert [(each.text, each.source) for each in said] == [("“x y”", "There"), ("z", "")]


def test_marks_are_left_out_of_a_line() -> None:
    assert plain("- see [[A|b]] and `c`, **d**") == "see b and c, d"


@pytest.mark.parametrize(
    ("at", "short", "full"),
    [
        ("2026-09-17T10:59:40Z", "now", "Today, 10:59"),
        ("2026-09-17T08:00:00Z", "3 h", "Today, 08:00"),
        ("2026-09-02T14:20:00Z", "14 d", "2 Sep, 14:20"),
        ("2025-09-02T14:20:00Z", "2 Sep 2025", "2 Sep 2025, 14:20"),
        ("never", "", ""),
    ],
)
def test_times(at: str, short: str, full: str) -> None:
    assert (age(at, NOW), full_time(at, NOW)) == (short, full)


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12))
def test_a_span_turns_one_text_into_the_other(before: str, after: str) -> None:
    start, end, new = span(before, after)
    assert before[:start] + new + before[end:] == after


@given(st.text("ab", max_size=8), st.text("ab", max_size=8), st.text("cd", min_size=1, max_size=8))
def test_what_was_typed_while_saving_stays(head: str, stamp: str, typed: str) -> None:
    saved, on_disk = f"{head}|{head}", f"{head}{stamp}|{head}"
    merged = moved(saved + typed, saved, on_disk)
    assert merged == on_disk + typed
