"""The deterministic method, on scripted sessions and on the traps one by one."""

from __future__ import annotations

import pytest

from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.text import sentences_of
from luminair.keeping.distill.values import Distilled, Exchange, RawAsk
from luminair.messages import Role
from tests.keeping.scripted_sessions import read, tally


def say(*told: str) -> tuple[Exchange, ...]:
    """Messages of 'O: …' and 'M: …'."""
    return tuple(
        Exchange(
            Role.USER if text[0] == "O" else Role.ASSISTANT,
            text[3:],
            f"2026-11-30T10:{at:02}:00.000Z",
            f"m{at}",
        )
        for at, text in enumerate(told, start=1)
    )


def decisions(*told: str) -> list[str]:
    return [each.quote.text for each in distilled(say(*told)).decided]


SESSIONS = {
    "tuned.txt": {"D": 20, "X": 10, "O": 10},
    "tuned_more.txt": {"D": 30, "X": 20, "O": 14},
    "tuned_free.txt": {"D": 25, "X": 15, "O": 15},
    "tuned_terse.txt": {"D": 30, "X": 15, "O": 14},
    "tuned_last.txt": {"D": 20, "X": 9, "O": 9},
    "phrases.txt": {"D": 60, "X": 25, "O": 25},
    "held_out.txt": {"D": 15, "X": 7, "O": 6},
}
"""Files of scripted sessions and how many lines of each kind are planted in them at least."""


@pytest.mark.parametrize(("name", "planted"), SESSIONS.items())
def test_what_was_planted_is_kept(name: str, planted: dict[str, int]) -> None:
    sessions = read(name)
    counted = tally(sessions, lambda each: distilled(each.exchanges, each.asks))
    for kind, many in planted.items():
        assert counted.planted[kind] >= many
        assert counted.recall(kind) >= 0.9, counted.missed
    # Not one trap in thirty becomes a line.
    traps = sum(len(each.unwanted) for each in sessions)
    assert len(counted.wrong) <= traps / 30, counted.wrong


@pytest.mark.parametrize("name", SESSIONS)
def test_every_line_has_its_source(name: str) -> None:
    checked = 0
    for session in read(name):
        found = distilled(session.exchanges, session.asks)
        quotes = [q for d in found.decided for q in (d.quote, d.upon, *d.instead)]
        quotes += [q for e in found.dead_ends for q in (e.tried, e.outcome)]
        quotes += [q for each in found.open for q in each.quotes]
        quotes += [each.proof for each in found.closed]
        for quote in quotes:
            if quote is None:
                continue
            said = session.exchanges[quote.number - 1]
            assert quote.message_id == said.message_id
            assert quote.role is said.role
            assert quote.text.rstrip("…") in " ".join(said.text.split())
            checked += 1
    assert checked > 20


def test_the_same_session_gives_the_same_lines() -> None:
    session = read("tuned.txt")[0]
    assert distilled(session.exchanges) == distilled(session.exchanges)


@pytest.mark.parametrize(
    "text",
    [
        "O: Should we use Kafka?",
        "O: We could go with Kafka.",
        "O: Maybe let's use Kafka.",
        "O: If it is cheap we'll use Kafka.",
        "O: We have not decided on Kafka yet.",
        "O: The article says to use Kafka.",
        "O: ```\nlet's go with Kafka\n```",
        "O: > let's go with Kafka",
        "O: | Let's go with Kafka.",
        "O: 2026-11-30T10:00:00 decided: go with Kafka",
        "O: The docs page says:\nWe decided to use Kafka.",
        'O: He wrote "let us all decide to go with Kafka from now on" to me.',
        "M: Let me know if you want Kafka.",
    ],
)
def test_nothing_is_decided(text: str) -> None:
    assert decisions(text, "M: I see.") == []


def test_a_later_decision_stands_and_names_the_earlier() -> None:
    found = distilled(say(
        "O: We'll use MySQL for the ledger.", "M: Noted.",
        "O: Actually, let's go with Postgres for the ledger.", "M: Good.",
    )).decided  # fmt: skip
    assert [each.quote.text for each in found] == [
        "Actually, let's go with Postgres for the ledger."
    ]
    assert [each.text for each in found[0].instead] == ["We'll use MySQL for the ledger."]


def test_the_owner_outranks_the_model() -> None:
    found = decisions(
        "O: Where do tokens live?",
        "M: I moved the tokens to Redis.",
        "O: No, put the tokens into Postgres.",
        "M: I moved the tokens to Postgres.",
    )
    assert found == ["No, put the tokens into Postgres."]


def test_a_yes_names_what_it_agrees_to() -> None:
    found = distilled(say(
        "O: How do we name releases?", "M: I recommend the date, like 2026.11.", "O: Sounds good."
    )).decided  # fmt: skip
    assert [(each.quote.text, each.upon and each.upon.text) for each in found] == [
        ("Sounds good.", "I recommend the date, like 2026.11.")
    ]


def test_a_dead_end_quotes_the_exact_error() -> None:
    found = distilled(say(
        "O: Start it.",
        "M: I tried port 5432 for the proxy, but it fails:\n```\n$ proxy -p 5432\n"
        "proxy: bind failed: EADDRINUSE 0.0.0.0:5432\n```\nI stopped there.",
    )).dead_ends  # fmt: skip
    assert len(found) == 1
    assert "Port 5432" in found[0].title
    assert "proxy: bind failed: EADDRINUSE 0.0.0.0:5432" in found[0].reason


def test_what_works_in_the_end_is_no_dead_end() -> None:
    assert distilled(say(
        "M: I tried port 8080, it fails with EADDRINUSE.", "O: And now?",
        "M: Port 8080 works now.",
    )).dead_ends == ()  # fmt: skip


@pytest.mark.parametrize(
    ("told", "is_open"),
    [
        (("M: I've added the metrics page with a test.", "O: Thanks."), False),
        (("M: I've added the metrics page.", "O: No, that is wrong."), True),
        (("M: The metrics page is not done yet.", "O: ok"), True),
        (("M: Metrics are numbers about a service.", "O: Thanks."), True),
        (("M: On it.", "O: The metrics page is merged."), False),
        (("M: On it.", "O: Forget about the metrics page."), False),
        (("M: I've added the metrics page.", "O: The metrics page still crashes."), True),
        (("M: Now?", "O: Not now, the metrics page can wait."), True),
        ((), True),
    ],
)
def test_an_ask_is_open_until_somebody_says_otherwise(told: tuple[str, ...], is_open: bool) -> None:
    ask = RawAsk("a1", "Add a metrics page", "Add a metrics page")
    found = distilled(say("O: Add a metrics page.", *told), [ask])
    assert bool(found.open) is is_open
    assert bool(found.closed) is not is_open


def test_asks_that_say_the_same_are_one() -> None:
    asks = [RawAsk("a1", "Write the upgrade guide"), RawAsk("a2", "Please write the upgrade guide")]
    found = distilled(say("O: Write the upgrade guide.", "M: Soon."), asks).open
    assert [[ask.key for ask in each.asks] for each in found] == [["a1", "a2"]]


def test_odd_texts_do_no_harm() -> None:
    marks = ["", "\n\n", "```", "```\nnever closed", "- ", "#", ":", "“", "1)", "\u200b", "\ud800"]
    long = ["a" * 50_000, "(" * 2_000, "no " * 5_000, "?" * 3_000]
    texts = [*marks, *long, "| |\n|-|", "~~~\n```\n~~~", "\uff1a"]
    told = [f"{'OM'[at % 2]}: {text}" for at, text in enumerate(texts)]
    found = distilled(say(*told), [RawAsk("a", "")])
    assert isinstance(found, Distilled)


def test_a_long_session_takes_no_time_to_speak_of() -> None:
    session = read("tuned_free.txt")
    told = [each for one in session for each in one.exchanges] * 20
    numbered = [Exchange(e.role, e.text, e.at, f"m{at}") for at, e in enumerate(told)]
    assert len(numbered) > 3000
    assert len(distilled(numbered).decided) <= 40


def test_lists_and_leads() -> None:
    text = "Decisions:\n- JSON everywhere\n\nStill open:\n1. the load test\n   with 2 million rows"
    lines = sentences_of(say(f"M: {text}"))[0]
    assert [(each.text, each.lead, each.item) for each in lines if each.listed] == [
        ("JSON everywhere", "Decisions:", ""),
        ("the load test with 2 million rows", "Still open:", "1"),
    ]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "run", ["ok, ", "so so ", "then ", "also, ", "we just ", "x for y, ", "a: ", "(a ", "“x "]
)
def test_no_run_of_words_makes_the_search_hang(run: str) -> None:
    distilled(say(f"O: {run * 3000}", f"M: {run * 3000}"))
