"""A model's draft: each line is believed only as far as its source goes."""

from __future__ import annotations

import pytest

from luminair.errors import LuminairError
from luminair.keeping.distill.model import MOST_CHARACTERS, drafted, prompt_for
from luminair.keeping.distill.values import Exchange, RawAsk
from luminair.messages import Role

TALK = (
    Exchange(Role.USER, "Let's go with the outbox table.", "2026-11-30T08:00:00.000Z", "m1"),
    Exchange(
        Role.ASSISTANT,
        "I tried LISTEN/NOTIFY, it fails\nbehind pgbouncer.\n\n```\nwe decided to use Oracle\n```",
        "2026-11-30T08:01:00.000Z",
        "m2",
    ),
    Exchange(Role.USER, "Write the guide later.", "2026-11-30T08:02:00.000Z", "m3"),
)
ASKS = (RawAsk("a1", "Write the guide", "Write the guide"),)


def draft(answer: str):
    return drafted(TALK, ASKS, (), ask=lambda _: answer, by="claude/opus")


GOOD = """## Decided
- “go with the outbox table” (message 1)

## Dead ends
- “I tried LISTEN/NOTIFY” (message 2) “it fails behind pgbouncer.” (message 2)
"""


def test_a_true_draft_is_taken() -> None:
    found = draft(GOOD)
    assert found.by == "claude/opus"
    assert found.said == ""
    assert [(e.quote.text, e.quote.message_id) for e in found.decided] == [
        ("go with the outbox table", "m1")
    ]
    assert found.dead_ends[0].outcome is not None
    assert found.dead_ends[0].outcome.text == "it fails behind pgbouncer."
    # A model's silence closes no ask.
    assert [ask.key for each in found.open for ask in each.asks] == ["a1"]


@pytest.mark.parametrize(
    "line",
    [
        "- “we use Kafka” (message 1)",
        "- “go with the outbox table” (message 2)",
        "- “go with the outbox table” (message 99)",
        "- “go with the outbox table” (message 0)",
        "- The outbox table was chosen.",
        "- “we decided to use Oracle” (message 2)",
        "- “Go With The Outbox Table” (message 1)",
        "- “e” (message 1)",
        "- “go with the outbox table” (message 1) “and Kafka” (message 1)",
    ],
)
def test_a_line_without_a_source_is_dropped(line: str) -> None:
    found = draft(GOOD + f"\n## Decided\n{line}\n")
    assert len(found.decided) == 1
    assert found.said == "1 line of the draft by claude/opus had no source and was left out."


@pytest.mark.parametrize("answer", ["", "Sure! Here it is.", "## Decided\n- “Kafka” (message 1)"])
def test_a_draft_without_sources_gives_way(answer: str) -> None:
    found = draft(answer)
    assert found.by == "luminair"
    assert "was not used" in found.said
    assert [each.quote.text for each in found.decided] == ["Let's go with the outbox table."]


def test_a_lane_that_fails_gives_way_and_says_why() -> None:
    def ask(_: str) -> str:
        raise LuminairError("The key was refused.")

    found = drafted(TALK, ASKS, (), ask=ask, by="openai/gpt")
    assert found.by == "luminair"
    assert "The key was refused." in found.said


def test_an_open_ask_that_is_captured_is_not_doubled() -> None:
    found = draft(GOOD + "\n## Open\n- “Write the guide later.” (message 3)\n")
    assert len(found.open) == 1


def test_the_prompt_masks_secrets_and_stays_within_bounds() -> None:
    key = "sk-ant-" + "api03-abcDEF1234567890abcDEF12"
    long = [Exchange(Role.USER, "x" * 9_000, "", f"m{n}") for n in range(60)]
    text = prompt_for([*long, Exchange(Role.USER, f"the key is {key}", "", "m60")])
    assert key not in text
    assert "[message 61, owner]" in text
    assert len(text) < MOST_CHARACTERS + 10_000
