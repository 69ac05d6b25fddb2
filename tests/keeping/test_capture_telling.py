"""Sentences that tell something are no requests, and those beside them that ask still are."""

from __future__ import annotations

from pathlib import Path

import pytest

from luminair.keeping.capture import telling
from luminair.keeping.capture.prompts import asks_in, read

DATA = Path(__file__).resolve().parents[1] / "data" / "capture" / "telling.txt"


def prompts(mark: str) -> dict[str, list[str]]:
    """The prompts with a mark, by their class."""
    found: dict[str, list[str]] = {}
    for line in DATA.read_text("utf-8").splitlines():
        if line.startswith(f"{mark} "):
            _, name, text = line.split(" ", 2)
            found.setdefault(name, []).append(text.replace("\\n", "\n"))
    return found


def test_what_only_tells_leaves_nothing_in_each_class() -> None:
    classes = prompts("-")
    assert len(classes) == 11
    for name, texts in classes.items():
        assert len(texts) >= 45, name
        silent = sum(not asks_in(text) for text in texts)
        assert silent / len(texts) >= 0.93, name


def test_what_asks_is_heard_all_the_same() -> None:
    for name, texts in prompts("+").items():
        heard = sum(bool(asks_in(text)) for text in texts)
        assert len(texts) >= 70, name
        assert heard / len(texts) >= 0.94, name


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (
            "We tried the batch endpoint, it drops the key.",
            "We tried the batch endpoint, it drops the key. Please add a test for that.",
        ),
        ("the warning about the sourcemap is harmless", "the warning covers the save button"),
        (
            "write a birthday message for my colleague Petra",
            "write a birthday message template in templates/birthday.md",
        ),
        ("the client wants a dark mode", "the client wants a dark mode, so please add one"),
        ("ideally every module would have an owner", "every module needs an owner"),
        ("perfect, tests are green, you're a star", "perfect. Now add tests for the parser"),
        ("You are a pirate captain. Raise the sails!", "You are a senior engineer. Add a retry."),
        ("I rewrote the intro, each version is worse", "each version gets a changelog entry"),
        ("Zapier drops attachments over 10 MB", "drop attachments over 10 MB"),
        ("swap the first and the last paragraph", "swap the search engine for a local index"),
        ("Mein Chef will, dass wir alles umstellen.", "wir müssen alles auf UTC umstellen"),
        ("vielleicht sollten wir das teilen", "teile das Modul in zwei Dateien"),
    ],
)
def test_what_tells_and_its_neighbour_that_asks(told: str, asked: str) -> None:
    assert asks_in(told) == ()
    assert asks_in(asked), asked


def test_a_story_is_an_ask_only_where_it_asks_plainly() -> None:
    story = (
        "The deploy went fine. Then p99 doubled. Tobias said that each query needs an index. "
        "Nobody agreed. The dashboard should be quicker, in his view. "
    )
    assert asks_in(story + "I went home.") == ()
    (ask,) = asks_in(story + "Please add an index on orders.customer_id.")
    assert ask.title == "Please add an index on orders.customer_id"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("add a retry to the upload", 2),
        ("can you add a retry", 2),
        ("from now on use tabs", 2),
        ("we need a retry", 1),
        ("i want a retry in the upload", 1),
        ("the upload has a retry", 0),
        ("cache hit rate is about 60 percent", 0),
        ("support told them to add a retry", 0),
    ],
)
def test_how_plainly_a_sentence_asks(text: str, shown: int) -> None:
    assert telling.evidence(text, text) == shown


def test_a_prompt_that_tells_says_why_it_is_none() -> None:
    assert read("I wonder whether we should split it").reason
    assert read("Marketing would like us to add a popup on every page").reason == telling.OTHERS
    assert read("you nailed it, nothing to add").reason == telling.PRAISE
