"""Whole sets of wishes, and what is meant once, by promote."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from luminair.journal import Decision, Evidence
from luminair.keeping.phrasing.paraphrase import LEAST, likeness
from luminair.keeping.promotion.errands import wish_of
from luminair.keeping.promotion.one_off import is_one_off
from luminair.keeping.promotion.promote import (
    Asked,
    Material,
    may_be_wish,
    promotions,
)
from tests.bench.wishes import judged, wishes_of
from tests.keeping.likeness.wish_sets import LINTER, asked, wishes, works


def is_a_wish(miss: str, sets: list[tuple[str, list[str], list[str]]]) -> bool:
    """Whether the near miss of one wish words another: it would be evidence, and rightly."""
    return any(likeness(miss, text) >= LEAST for _, wordings, _ in sets for text in wordings)


def test_a_months_worth_of_asks() -> None:
    """Every wish in three or four sessions among work and single remarks: what is proposed?"""
    draw = random.Random(7)  # noqa: S311
    sets = [*wishes("wishes.txt"), *wishes("fresh.txt")]
    asks, owner = [], {}
    for name, wordings, misses in sets:
        for text in draw.sample(wordings, min(4, len(wordings))):
            owner[text] = name
            asks.append(text)
        asks.append(draw.choice([each for each in misses if not is_a_wish(each, sets)]))
    for _, texts in works():
        asks.extend(texts)
    draw.shuffle(asks)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    found = promotions(
        Material(
            [
                Asked(text, f"{start + timedelta(hours=n):%Y-%m-%dT%H:00:00Z}", f"s{n}")
                for n, text in enumerate(asks)
            ]
        )
    )  # fmt: skip
    right, names = 0, set()
    for each in found:
        about = {owner.get(one.quote, "none") for one in each.evidence}
        right += len(about) == 1 and "none" not in about
        names |= about
    assert right / len(found) >= 0.95, [
        [one.quote for one in each.evidence]
        for each in found
        if len({owner.get(one.quote, "none") for one in each.evidence}) > 1
    ]
    assert len(names - {"none"}) / len(sets) >= 0.8


def test_the_fourth_set_of_wishes_among_its_opposites() -> None:
    """Each wish in three to five wordings of its own, two of its opposites beside them."""
    found = judged(wishes_of("fourth"), range(4))
    assert found.right / found.given >= 0.93
    assert found.right / found.wanted >= 0.72
    assert found.never <= 1


def test_wishes_whose_words_hardly_any_list_knows() -> None:
    """A word of its own in a wording says little against it where the rest is agreed."""
    found = judged(wishes_of("fifth:odd"), range(4))
    assert found.right / found.given >= 0.9
    assert found.right / found.wanted >= 0.42


def test_a_refusal_holds_for_whatever_its_evidence_is_found_with() -> None:
    asks = [replace(each, note=f"n{number}") for number, each in enumerate(asked(LINTER))]
    [first] = promotions(Material(asks))
    refused = replace(first, answer=Decision.NEVER, title="Other.", text="Other.",
                      evidence=(Evidence("cut", note="n1"), Evidence("cut", note="gone"),
                                Evidence("cut", note="gone too")))  # fmt: skip
    assert promotions(Material(asks, before=[refused])) == []


@pytest.mark.parametrize(
    "text",
    [
        "Put sentence four into the active voice.",
        "Take out the comma before 'and' in the second line.",
        "Leave the tooltip alone, Sam is on it this week.",
        "My sister eats no meat, what can I cook for her on Saturday?",
        "Should I consult a lawyer about the hedge?",
        "¿La avena tiene gluten?",
        "Darf man in Schweden den Chef duzen?",
    ],
)
def test_what_is_meant_once_is_no_wish(text: str) -> None:
    assert is_one_off(text)
    assert not may_be_wish(text)


@pytest.mark.parametrize(
    "text",
    [
        "Always put the first sentence into the active voice.",
        "Never leave a comma in the last line of a list.",
        "Could you use the active voice?",
        "¿Podrías evitar el gluten?",
        "That's the third time this week: no emojis, stop it.",
    ],
)
def test_what_says_how_often_is_meant_for_good(text: str) -> None:
    assert not is_one_off(text)


def test_a_word_that_ends_in_out_is_no_verdict() -> None:
    """'Semicolons throughout' had been read as 'semicolons through: out'."""
    assert wish_of("Semicolons throughout").signs["semicolon"] == 1
    assert wish_of("Semicolons: out").signs["semicolon"] == -1


def test_what_is_left_off_is_not_wanted() -> None:
    assert wish_of("Leave semicolons off the file").signs["semicolon"] == -1


def test_a_wish_whose_notes_were_refused_stays_refused() -> None:
    """The proposal's own words are changed by then; its evidence is the same."""
    asks = [replace(each, note=f"n{number}") for number, each in enumerate(asked(LINTER))]
    [first] = promotions(Material(asks))
    refused = replace(
        first,
        answer=Decision.NEVER,
        title="Other words.",
        text="Other words.",
        evidence=tuple(replace(each, quote="cut") for each in first.evidence),
    )
    assert promotions(Material(asks, before=[refused])) == []


@pytest.mark.parametrize(
    "texts",
    [
        ("use pnpm not npm", "use yarn not npm", "bun please, not npm"),
        ("Unit tests must not touch the network.", "Unit tests must not touch the disk.",
         "Unit tests must not touch the clock."),
        ("Attach a screenshot to every UI change.", "Attach a screenshot to every bug report.",
         "Attach a screenshot to every release."),
        ("never use any in TypeScript", "no any in TypeScript please", "It's fine to use any."),
    ],
)  # fmt: skip
def test_wishes_built_alike_around_other_things_are_no_rule(texts: tuple[str, ...]) -> None:
    assert promotions(Material(asked(texts))) == []
