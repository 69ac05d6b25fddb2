from __future__ import annotations

import pytest

from luminair.lanes.lane import LaneKind
from luminair.messages import Message, Role, Usage
from luminair.shell.panes.usage_words import money, session_words, spoken_usage, usage_words


@pytest.mark.parametrize(
    ("dollars", "said"),
    [
        (0.0, "≈$0"),
        (0.00004, "≈$0"),
        (0.0124, "≈$0.0124"),
        (0.0999, "≈$0.0999"),
        (0.1, "≈$0.10"),
        (12.345, "≈$12.35"),
        (1234.5, "≈$1,234.50"),
    ],
)
def test_money_is_as_exact_as_it_is_worth_reading(dollars, said) -> None:
    assert money(dollars) == said


@pytest.mark.parametrize(
    ("usage", "kind", "said"),
    [
        (Usage(), LaneKind.API, ""),
        (Usage(1290, 0, 88), LaneKind.LOCAL, "1,290 in · 88 out"),
        (Usage(1290, 1000, 88, 0.5), LaneKind.API, "1,290 in (1,000 cached) · 88 out · ≈$0.50"),
        (Usage(10, 0, 2, 0.5), LaneKind.CLI, "10 in · 2 out · ≈$0.50 API-equivalent"),
        (Usage(10, 0, 2, 0.0), LaneKind.EMBEDDED, "10 in · 2 out"),
        (Usage(0, 0, 5), None, "5 out"),
    ],
)
def test_an_answer_says_what_it_used(usage, kind, said) -> None:
    assert usage_words(usage, kind) == said


def test_what_is_spoken_has_no_signs() -> None:
    said = spoken_usage(Usage(1290, 1000, 88, 0.5))
    assert said == "Used 1,290 tokens in, 1,000 of them cached, 88 out, about 0.5000 dollars"
    assert "dollars" not in spoken_usage(Usage(1, 0, 1))


def _answers(*used: tuple[str, Usage | None]) -> list[Message]:
    return [
        Message(f"m{at}", Role.ASSISTANT, "x", "2026-09-17T10:58:00.000Z", lane, usage=usage)
        for at, (lane, usage) in enumerate(used)
    ]


KINDS = {"claude": LaneKind.CLI, "openai": LaneKind.API}


def test_a_session_adds_up_and_keeps_billed_and_equivalent_apart() -> None:
    messages = _answers(
        ("claude", Usage(100, 50, 10, 0.25)),
        ("openai", Usage(1000, 0, 20, 0.5)),
        ("openai", None),
        ("gone", Usage(1, 1, 1)),
    )
    assert session_words(messages, KINDS) == (
        "1,101 in (51 cached) · 31 out · ≈$0.50 and ≈$0.25 API-equivalent"
    )


def test_a_session_without_prices_says_none() -> None:
    assert session_words(_answers(("claude", Usage(100, 0, 10))), KINDS) == "100 in · 10 out"
    assert session_words([], KINDS) == ""
