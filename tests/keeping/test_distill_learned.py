"""What the learned weights add to a talk that says things in no phrase that anybody listed."""

from __future__ import annotations

import pytest

from luminair.config.paths import resources
from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.page import page
from luminair.keeping.distill.values import Distilled, Exchange, RawAsk
from luminair.keeping.distill.weights import SCALE, WEIGHTS, Heard, Means, Turn, weigh
from luminair.messages import Role
from tests.story.told import half

TALK = [
    ("Morning. The lighthouse museum again, tide is out.", "Good morning. What's on the slipway?"),
    (
        "The visitors ask how many keepers there were. Count them in the ledger for me, please.",
        "41 keepers between 1831 and 1984; keepers.csv has names and years.",
    ),
    ("41, goodness. And how tall is the tower?", "36 metres to the lantern."),
    (
        (
            "We had the fog signal on a timer last week. Twice it went off at four in the morning "
            "and the whole harbour rang me. The timer is in the bin."
        ),
        "The harbour will sleep better.",
    ),
    (
        "Winter hours: weekends only from November, the board was of one mind.",
        "Weekends only from November.",
    ),
    (
        (
            "The school groups could do with a sheet to fill in, eight questions or so, once Mary "
            "has sent the drawings."
        ),
        "When Mary's drawings are here I can lay it out.",
    ),
    ("She draws a fine gull.", "A fine gull is half a museum."),
    ("Kettle's on, bye.", "Goodbye."),
]


def come_to(talk: list[tuple[str, str]], *asks: RawAsk) -> Distilled:
    exchanges = []
    for number, (owner, model) in enumerate(talk):
        exchanges.append(Exchange(Role.USER, owner, "", f"o{number}"))
        exchanges.append(Exchange(Role.ASSISTANT, model, "", f"m{number}"))
    return distilled(exchanges, asks)


def lines(found: Distilled, heading: str) -> str:
    return page(found).partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_a_need_that_waits_for_somebody_is_open_and_a_count_that_was_given_is_not() -> None:
    still = lines(come_to(TALK), "Open")
    assert "a sheet to fill in" in still
    assert "Count them" not in still


def test_what_may_be_a_decision_or_a_dead_end_says_perhaps() -> None:
    found = come_to(TALK)
    assert "Winter hours: weekends only" in lines(found, "Decided")
    assert "timer is in the bin" in lines(found, "Dead ends")
    unsure = [each for each in found.dead_ends if "timer" in each.tried.text]
    assert [each.perhaps for each in unsure] == [True]
    assert "- Perhaps: Owner: “We had the fog signal" in page(found)


def test_a_short_talk_is_left_to_the_phrases() -> None:
    assert not any(each.perhaps for each in come_to(TALK[3:6]).decided)


def test_what_is_typed_again_and_again_is_no_talk() -> None:
    assert come_to([("run echo hello", "hello")] * 20).empty


def test_an_ask_that_somebody_closed_stays_closed() -> None:
    sheet = TALK[5][0]
    closed = RawAsk("k", sheet, sheet, closed=True)
    assert "a sheet to fill in" not in lines(come_to(TALK, closed), "Open")


def test_of_two_requests_in_a_message_the_one_that_is_met_is_over() -> None:
    both = (
        "First, give me a formula for the price of a group, 4 euros a head and every tenth free. "
        "Second, I need a letter home about the ferry, one page, once Mary has sent the times."
    )
    answer = (
        "The formula: `=4*(A1-INT(A1/10))`, which makes 108 euros for thirty. "
        "The letter can start as soon as I have the times from Mary."
    )
    asks = [
        RawAsk("a", "Give me a formula for the price of a group, 4 euros a head"),
        RawAsk("b", "I need a letter home about the ferry, one page"),
    ]
    thanks = ("Works, thank you. Now the kettle.", "Enjoy.")
    found = come_to([*TALK[:6], (both, answer), thanks, *TALK[6:]], *asks)
    assert "letter home" in lines(found, "Open")
    assert "formula" not in lines(found, "Open")
    assert [each.ask.key for each in found.closed] == ["a"]


def test_a_request_without_an_answer_is_open() -> None:
    count = TALK[1][0]
    talk = [*TALK[:1], (count, ""), *TALK[2:]]
    exchanges = [
        Exchange(role, text, "", f"{role}{number}")
        for number, turn in enumerate(talk)
        for role, text in zip((Role.USER, Role.ASSISTANT), turn, strict=True)
        if text
    ]
    found = distilled(exchanges, [RawAsk("c", count, count)])
    assert [ask.key for each in found.open for ask in each.asks] == ["c"]


def test_shares_make_a_whole_and_every_weight_has_five_columns() -> None:
    shares = weigh([Turn(Heard(owner), Heard(model)) for owner, model in TALK], 4)
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=lambda each: shares[each]) is Means.DECIDED
    rows = (resources() / WEIGHTS).read_text(encoding="utf-8").splitlines()
    assert {row.count("\t") for row in rows} == {len(Means)}
    assert max(abs(int(each)) for row in rows for each in row.split("\t")[1:]) < 10 * SCALE


def test_the_halves_of_the_third_folder_share_no_day() -> None:
    ours = {each.name for each in half(seen=True)}
    others = {each.name for each in half(seen=False)}
    assert (len(ours), len(others)) == (20, 20)
    assert not ours & others
