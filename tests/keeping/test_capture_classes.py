"""Wishes by the classes of their grammar: what says how to work, and what only sounds like it."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from luminair.keeping.capture import language_forms, wish_forms
from luminair.keeping.capture.own import LONGEST
from luminair.keeping.capture.prompts import asks_in, read
from luminair.keeping.capture.words import LANGUAGES, language_of, words_of

DATA = Path(__file__).resolve().parents[1] / "data" / "capture" / "classes.txt"


def labelled() -> list[tuple[str, bool]]:
    """Prompts, and whether each asks for something that lasts."""
    lines = [line for line in DATA.read_text("utf-8").splitlines() if line[:2] in {"+ ", "- "}]
    return [(line[2:].replace("\\n", "\n"), line[0] == "+") for line in lines]


def test_classes_of_wishes_are_heard_and_their_neighbours_are_not() -> None:
    prompts = labelled()
    assert sum(wanted for _, wanted in prompts) > 400
    assert sum(not wanted for _, wanted in prompts) > 300
    judged = [(bool(asks_in(prompt)), wanted) for prompt, wanted in prompts]
    right = sum(found and wanted for found, wanted in judged)
    assert right / sum(found for found, _ in judged) >= 0.97
    assert right / sum(wanted for _, wanted in judged) >= 0.93


@pytest.mark.parametrize(
    ("wish", "neighbour"),
    [
        ("no more wildcard imports", "no more questions from me"),
        ("the migrations folder is off limits", "the migrations folder is 3 GB"),
        ("you used tabs again, spaces please", "you are right again"),
        ("can we stop using lodash?", "can we stop here for today?"),
        ("when you add a route, add a test too", "when you run it, what do you see?"),
        ("one assertion per test", "one of them is red"),
        ("clarity over brevity", "better than yesterday"),
        ("why do you always rename my files?", "why does it always fail on Mondays?"),
        ("I'd rather have small functions than comments", "I'd rather not decide that today"),
        ("keine Abkürzungen in Funktionsnamen", "keine Ahnung"),
        ("pas de tutoiement dans les lettres", "pas de problème"),
        ("siempre con tilde en los títulos", "siempre falla los lunes"),
        ("コミットは英語でお願いします", "どうして失敗するのですか"),
        ("一律使用空格缩进", "为什么总是失败"),
    ],
)
def test_a_wish_and_its_neighbour(wish: str, neighbour: str) -> None:
    assert asks_in(wish), wish
    assert asks_in(neighbour) == (), neighbour


@pytest.mark.parametrize(
    "prompt",
    [
        "we tried Deno for a week, it leaks memory. never again",
        "asked the vendor, their API will never support webhooks",
        "snapshots won't work for us, so no snapshots",
    ],
)
def test_a_way_that_is_given_up_is_no_request(prompt: str) -> None:
    assert asks_in(prompt) == ()


@pytest.mark.parametrize(
    "prompt",
    [
        "pretend you are a gatekeeper. Never let me in without a password.",
        "I'm the guest, you are the waiter. A table for two please!",
        'the wizard said: "always lock the door"',
        'make this friendlier: "Always send the report on Monday."',
        "the style guide says to use two spaces",
        "- polling is too slow, use push (20260102T1300-cd34)",
        "part 1 of 3\n## Standing rules\nUse tabs. Never push.",
        "fatal: refusing to merge\nhint: always use --allow-unrelated-histories",
        "name | rule\n-----+-----\na | never push",
    ],
)
def test_other_peoples_words_games_and_machines_ask_for_nothing(prompt: str) -> None:
    assert asks_in(prompt) == ()


def test_idle_turns_of_many_kinds_leave_next_to_nothing() -> None:
    draw = random.Random(11)  # noqa: S311
    idle = [prompt for prompt, wanted in labelled() if not wanted]
    assert sum(len(asks_in(draw.choice(idle))) for _ in range(250)) < 5


def test_a_language_shows_by_its_commonest_words() -> None:
    for language, text in (
        ("en", "no essays, ever"),
        ("de", "deutsche Antworten bitte, immer"),
        ("fr", "les dates toujours en ISO s'il te plaît"),
        ("es", "todas las horas en UTC"),
        ("it", "i commenti in inglese, per favore"),
        ("ja", "回答は短くお願いします"),
        ("zh", "注释请一律用英文"),
    ):
        assert language_of(text) == language, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_beginning_is_found_by_its_longest_phrase(language: str) -> None:
    words = words_of(language)
    for name, phrases in words.lists.items():
        for phrase in phrases:
            assert words.starts(f"{phrase} x", name).startswith(phrase[:1])
            assert len(words.starts(f"{phrase} x", name)) >= len(phrase)


def test_each_form_says_why_and_is_a_pattern() -> None:
    for pattern, reason in wish_forms.STRONG:
        assert pattern.fullmatch("") is None
        assert reason.startswith("it ")
    for pattern in language_forms.BANS.values():
        assert pattern.match("") is None


@pytest.mark.parametrize(
    "piece",
    [
        "a, b and c so ",
        "no x. ",
        "we, use, ",
        "never do a, b: so we say it is when you add, and i keep it. ",
        "we use tabs here\n",
        "bitte immer ",
        "不要",
        "please: ",
    ],
)
def test_time_grows_with_the_prompt_only(piece: str) -> None:
    def took(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        started = time.perf_counter()
        read(text)
        return time.perf_counter() - started

    took(6_000)
    short = min(took(7_500) for _ in range(3))
    assert took(LONGEST) < 40 * short + 0.5  # eight times the text
