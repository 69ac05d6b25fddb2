"""Which requests want the same: by hand, on the written-out wishes, and what must never meet."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.keeping.phrasing.intent import intent_of
from luminair.keeping.phrasing.paraphrase import LEAST, differ, likeness
from luminair.keeping.promotion.kindred import groups
from luminair.keeping.promotion.near_copy import near_copies
from tests.keeping.likeness.wish_sets import wishes


def same(one: str, other: str) -> bool:
    return likeness(one, other) >= LEAST


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run the linter before each commit.", "never commit without linting"),
        ("Run the tests before you commit.", "Don't commit until the tests have run."),
        ("Ask me before you push.", "only push after I have approved it"),
        ("Use pnpm, not npm.", "please use pnpm instead of npm"),
        ("No emojis.", "you keep using emojis, please don't"),
        ("Keep your answers short.", "don't be so verbose"),
        ("Use tabs.", "don't use spaces for indentation, use tabs"),
        ("Don't skip the tests.", "Run the tests."),
        ("Lint before committing.", "Vor jedem Commit den Linter laufen lassen."),
        ("Answer in German.", "Antworte auf Deutsch."),
        ("Use pnpm instead of npm.", "utilise pnpm au lieu de npm"),
        ("Run the tests before you commit.", "Ejecuta las pruebas antes de hacer commit."),
        ("Use the logger instead of print.", "replace print with the logger"),
    ],
)
def test_the_same_in_other_words(one: str, other: str) -> None:
    assert same(one, other)
    assert likeness(one, other) == likeness(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("timeout 30", "timeout 300"),
        ("Use a timeout of 30 s.", "Use a timeout of 60 s."),
        ("use X", "do not use X"),
        ("Use tabs, not spaces.", "Use spaces, not tabs."),
        ("Run the tests before you commit.", "Run the tests after you commit."),
        ("Deploy to staging before production.", "Deploy to production before staging."),
        ("Enable telemetry.", "Disable telemetry."),
        ("Don't enable telemetry.", "Enable telemetry."),
        ("Write shorter commit messages.", "Write longer commit messages."),
        ("Add comments.", "Remove comments."),
        ("Ask before you push.", "Push without asking."),
        ("Never push to main.", "Always push to main."),
        ("Never push to main.", "Never push to develop."),
        ("Ask before deleting files.", "Ask before creating files."),
        ("Use Postgres for the tests.", "Use MySQL for the tests."),
        ("Look in lib/vault/digest.js first.", "Look in lib/vault/index.js first."),
        ("Call harnessBlock() once.", "Call digestBlock() once."),
        ("Prefer composition over inheritance.", "Prefer inheritance over composition."),
        ("Use async/await instead of then.", "Use then instead of async/await."),
        ("Keep lines under 100 characters.", "Lines may be longer than 100 characters."),
        ("Use British spelling.", "Use American spelling."),
        ("Commit only after the tests pass.", "Run the tests only after you commit."),
        ("Bitte keine Emojis.", "Bitte Emojis verwenden."),
        ("N'utilise pas npm.", "Utilise npm."),
        ("No uses npm.", "Usa npm."),
        ("Convert euros to dollars.", "Convert dollars to euros."),
        ("Alice reviews Bob's code.", "Bob reviews Alice's code."),
        ("Copy from staging to production.", "Copy from production to staging."),
        ("Reviews are optional.", "Reviews are mandatory."),
        ("Merge on green.", "Merge on red."),
        ("The left panel shows files.", "The right panel shows files."),
        ("Use at least 3 retries.", "Use at most 3 retries."),
    ],
)
def test_opposites_and_near_misses_stay_apart(one: str, other: str) -> None:
    assert not same(one, other)
    assert not near_copies(one, other)
    assert groups([one, other]) == []


def test_a_difference_is_named_in_plain_words() -> None:
    assert differ("a timeout of 30 s", "a timeout of 300 s") == "30 and 300"
    assert "before or after" in differ(
        "Run the tests before you commit.", "Commit before you run the tests."
    )
    assert differ("Use tabs.", "Use tabs.") == ""


@pytest.mark.parametrize(("half", "recall"), [(0, 0.92), (1, 0.9)])
def test_the_written_out_wishes(half: int, recall: float) -> None:
    found = total = false = chances = 0
    for number, (_, wordings, misses) in enumerate(wishes("wishes.txt")):
        if number % 2 != half:
            continue
        both = list(combinations(wordings, 2))
        found += sum(same(*pair) for pair in both)
        total += len(both)
        false += sum(same(one, miss) for one in wordings for miss in misses)
        chances += len(wordings) * len(misses)
    assert found / total >= recall
    assert false / chances <= 0.01


def test_wishes_of_a_third_set() -> None:
    found = total = false = 0
    for _, wordings, misses in wishes("fresh.txt"):
        both = list(combinations(wordings, 2))
        found += sum(same(*pair) for pair in both)
        total += len(both)
        false += sum(same(one, miss) for one in wordings for miss in misses)
    assert found / total >= 0.8
    assert false == 0


def test_no_group_holds_two_wishes() -> None:
    owner = {
        text: name
        for name, wordings, _ in (*wishes("wishes.txt"), *wishes("fresh.txt"))
        for text in wordings
    }
    texts = list(owner)
    for group in groups(texts):
        assert len({owner[texts[place]] for place in group}) == 1, [texts[p] for p in group]


def test_merging_never_joins_what_must_stay_apart() -> None:
    """Every wording against every near miss, and against every other wish."""
    every = [*wishes("wishes.txt"), *wishes("fresh.txt")]
    for _, wordings, misses in every:
        for one in wordings:
            for miss in misses:
                assert not near_copies(one, miss), (one, miss)
    named = [(name, text) for name, wordings, _ in every for text in wordings]
    for (name, one), (other_name, other) in combinations(named, 2):
        if name != other_name:
            assert not near_copies(one, other), (one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Convert euros to dollars.", "Convert dollars to euros."),
        ("Ask once.", "Ask every time."),
        ("Import from left.", "Import to left."),
        ("Use X for reads and Y for writes.", "Use Y for reads and X for writes."),
        ("Alice reviews Bob's code.", "Bob reviews Alice's code."),
        ("Write tests for utils.", "Write tests except for utils."),
        ("Use the first result.", "Use the last result."),
        ("Lock the file.", "Unlock the file."),
    ],
)
def test_the_same_words_in_another_order_are_not_merged(one: str, other: str) -> None:
    assert not near_copies(one, other)


def test_meaning_brings_together_and_never_past_a_guard() -> None:
    texts = [
        "linter first, then the commit, or the nightly build stops",
        "Every commit needs a clean linter run, whatever the hurry, the branch and the ticket.",
        "No linter before the commit.",
    ]
    assert groups(texts[:2], least=0.75) == []

    def alike(given_texts: list[str]) -> list[tuple[float, ...]]:
        return [(1.0, 0.0) for _ in given_texts]

    assert groups(texts, meaning=alike, least=0.75) == [[0, 1]]


def test_no_chain_leads_from_one_wish_to_another() -> None:
    chain = [
        "Run the tests before you commit.",
        "Run the tests and the linter before you commit.",
        "Run the linter before you commit.",
    ]
    assert all(not {0, 2} <= set(group) for group in groups(chain))


SOME = """
run use not never tests linter before after commit push tabs spaces 30 300 always only short
without instead of don't and then first more less main docs remove add
"""
WORDS = st.sampled_from(SOME.split())


@given(st.lists(WORDS, max_size=14), st.lists(WORDS, max_size=14))
def test_any_words_are_read_and_compared_alike_both_ways(one: list[str], other: list[str]) -> None:
    a, b = " ".join(one), " ".join(other)
    assert likeness(a, b) == likeness(b, a)
    assert bool(differ(a, b)) == bool(differ(b, a))
    if a.split() and intent_of(a).strong:
        assert 0.0 <= likeness(a, a) <= 1.0


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    intent = intent_of(text)
    assert set(intent.signs.values()) <= {-1, 0, 1}
    assert intent.signs.keys() == intent.weights.keys()
