"""The deterministic method on fresh wordings, with the asks that capture itself files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from luminair.keeping.capture.prompts import asks_in
from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.values import Distilled, Exchange, RawAsk
from luminair.messages import Role
from tests.keeping.scripted_sessions import Scripted, read, tally

FOLDER = Path(__file__).parent / "distill"
BEFORE = (
    Exchange(Role.USER, "what does idempotent mean", "", "b1"),
    Exchange(Role.ASSISTANT, "That doing it twice does the same as doing it once.", "", "b2"),
)
AFTER = (
    Exchange(Role.USER, "show me the readme", "", "c1"),
    Exchange(Role.ASSISTANT, "Here it is.", "", "c2"),
)


def kept(*said: tuple[Role, str]) -> Distilled:
    """What is left of a short exchange with small talk around it."""
    told = [Exchange(role, text, "", f"m{at}") for at, (role, text) in enumerate(said)]
    return distil([*BEFORE, *told, *AFTER])


def distil(exchanges: list[Exchange]) -> Distilled:
    asks = [
        RawAsk(f"{each.message_id}.{number}", ask.title, ask.body)
        for each in exchanges
        if each.role is Role.USER
        for number, ask in enumerate(asks_in(each.text))
    ]
    return distilled(exchanges, asks)


def sayings(kind: str) -> list[list[tuple[Role, str]]]:
    """The sayings of a kind, each with what stands before it."""
    found = []
    for line in (FOLDER / "sayings.txt").read_text(encoding="utf-8").splitlines():
        parts = re.fullmatch(rf"{kind} ([pa]) (?:\[(.*?)\] )?(.*)", line)
        if parts is None:
            continue
        who, other = Role.USER, Role.ASSISTANT
        if parts[1] == "a":
            who, other = other, who
        before = [(other, parts[2] or "and?")] if parts[2] or who is Role.ASSISTANT else []
        found.append([*before, (who, parts[3])])
    return found


def items() -> list[list[str]]:
    lines = (FOLDER / "items.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


def share(hits: list[bool]) -> float:
    assert len(hits) >= 20
    return sum(hits) / len(hits)


def test_decisions_are_kept_in_any_words() -> None:
    assert share([bool(kept(*said).decided) for said in sayings("D")]) >= 0.9


def test_dead_ends_are_kept_in_any_words() -> None:
    assert share([bool(kept(*said).dead_ends) for said in sayings("X")]) >= 0.9


def test_talk_decides_nothing() -> None:
    assert share([not kept(*said).decided for said in sayings("d")]) >= 0.9


def test_reports_of_faults_are_no_dead_ends() -> None:
    assert share([not kept(*said).dead_ends for said in sayings("x")]) >= 0.9


def test_what_is_left_is_open() -> None:
    left = [kept((Role.USER, ask), (Role.ASSISTANT, left)).open for ask, _, left in items()]
    assert share([bool(each) for each in left]) >= 0.9


def test_what_is_finished_is_not_open() -> None:
    hits = []
    for ask, done, _ in items():
        mine = done.startswith("p: ")
        said = [(Role.USER, ask), *([(Role.ASSISTANT, "On it.")] if mine else [])]
        end = (Role.USER, done[3:]) if mine else (Role.ASSISTANT, done)
        hits.append(not kept(*said, end).open)
    assert share(hits) >= 0.8


def uncaptured(*told: str) -> Distilled:
    """What is left where nothing was captured; the owner speaks first."""
    roles = (Role.USER, Role.ASSISTANT)
    return distilled([Exchange(roles[at % 2], text, "", f"m{at}") for at, text in enumerate(told)])


@pytest.mark.parametrize(
    "said",
    [
        "I left out the new counter: nobody who updates will notice it.",
        "I deliberately left the internals out.",
        "I didn't mention the renamed flag, since no one used it.",
        "Die Interna habe ich bewusst weggelassen.",
        "J'ai volontairement omis les détails internes.",
        "He omitido los detalles internos.",
    ],
)
def test_what_the_model_left_out_of_a_text_is_no_ask(said: str) -> None:
    answer = f"**Uploads resume where they stopped.** {said}"
    assert said not in [each.title for each in uncaptured("Draft the notes.", answer).open]


def test_what_the_model_left_out_for_now_stays_open() -> None:
    answer = "Uploads resume. I left out the screenshots for now."
    titles = [each.title for each in uncaptured("Draft the notes.", answer).open]
    assert "I left out the screenshots for now." in titles


def test_a_report_is_open_only_until_the_answer_that_it_asks_for() -> None:
    report = "CI broke over the weekend and nobody changed anything."
    met = "The image behind the tag moved on 11 September. I pinned it by digest."
    assert uncaptured(f"{report} Find out why.", met).open == ()
    assert uncaptured(f"{report} Find out why.", "I could not reproduce it.").open
    assert uncaptured(report, met).open == ()


def test_what_customers_run_into_decides_nothing() -> None:
    said = "Two customers on Windows get 'checksum mismatch' for text files only."
    assert uncaptured(said, "It reads bytes now.").decided == ()


def test_small_sessions_by_class() -> None:
    def method(session: Scripted) -> Distilled:
        return distil(list(session.exchanges))

    sessions = read("classes.txt")
    counted = tally(sessions, method)
    assert len(sessions) >= 70
    for kind in "DXO":
        assert counted.recall(kind) >= 0.9, counted.missed
    traps = sum(len(each.unwanted) for each in sessions)
    assert len(counted.wrong) <= traps / 15, counted.wrong
