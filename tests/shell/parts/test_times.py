"""Days in sentences that were worded for terminals."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from luminair.shell.parts.times import dated, in_sentence

NOW = datetime(2026, 9, 17, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 notes have not ridden with any message since 2026-09-04.",
         "3 notes have not ridden with any message since 4 Sep."),
        ("Since when? since 2025-09-04 10:12 UTC.", "Since when? since 4 Sep 2025, 10:12."),
        ("None since 2026-09-17 10:12 UTC", "None since today, 10:12"),
        ("It comes back on 2026-09-24.", "It comes back on 24 Sep."),
        ("`a`, which has changed since (2026-09-04).", "`a`, which has changed since (4 Sep)."),
        ("says the same as Notes/2026-09-04.md", "says the same as Notes/2026-09-04.md"),
        ("says the same as Plan (2026-09-04).md", "says the same as Plan (2026-09-04).md"),
    ],
)  # fmt: skip
def test_only_days_of_our_own_are_told_anew(text: str, said: str) -> None:
    assert dated(text, NOW) == said


def test_a_moment_behind_other_words_begins_small() -> None:
    assert in_sentence("2026-09-17T10:42:00Z", NOW) == "today, 10:42"
    assert in_sentence("2026-09-04T10:42:00Z", NOW) == "4 Sep, 10:42"
    assert in_sentence("", NOW) == ""
