"""What is over with the turn, quoted or taken back leaves nothing; what asks is heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from luminair.keeping.capture.documents import without_documents, without_quotes
from luminair.keeping.capture.passing import well_again
from luminair.keeping.capture.prompts import asks_in

DATA = Path(__file__).resolve().parents[1] / "data" / "capture" / "third.txt"


def prompts(mark: str) -> dict[str, list[str]]:
    """The prompts with a mark, by their class."""
    found: dict[str, list[str]] = {}
    for line in DATA.read_text("utf-8").splitlines():
        if line.startswith(f"{mark} "):
            _, name, text = line.split(" ", 2)
            found.setdefault(name, []).append(text.replace("\\n", "\n"))
    return found


def test_what_passes_leaves_nothing_in_each_class() -> None:
    classes = prompts("-")
    assert len(classes) == 10
    for name, texts in classes.items():
        assert len(texts) >= 90, name
        silent = sum(not asks_in(text) for text in texts)
        assert silent / len(texts) >= 0.95, name


def test_what_asks_is_heard_all_the_same() -> None:
    for name, texts in prompts("+").items():
        assert len(texts) >= 30, name
        heard = sum(bool(asks_in(text)) for text in texts)
        assert heard / len(texts) >= 0.94, name


@pytest.mark.parametrize(
    ("passes", "asks"),
    [
        ("rename tmp.txt to notes.txt", "rename the package from harbor to pier across the repo"),
        ("list every file over 300 lines", "list the sources at the end of every answer"),
        ("we need to sign every build, right?", "we need to sign every build"),
        ("we don't need the retry any more", "we need the retry in the worker too"),
        ("the upload failed twice, now it works", "the upload fails on files over 2 GB"),
        ("the plumber has to come again", "the importer has to skip empty rows"),
        ("convert 3 cups of flour to grams", "convert the build to Vite"),
        ("resize the image to 800x600", "resize all uploaded images to 800x600"),
        ("stop, don't add that", "stop adding TODO comments everywhere"),
        ("a different angle please", "a retry button in the upload dialog please"),
        ("make the ending happier", "make the sidebar collapsible"),
        ("du musst nichts ändern", "wir müssen noch die Tests ändern"),
        ("帮我写一条生日祝福", "给设置页面加上深色模式"),
    ],
)
def test_what_passes_and_its_neighbour_that_asks(passes: str, asks: str) -> None:
    assert asks_in(passes) == ()
    assert asks_in(asks), asks


def test_a_document_is_cut_and_what_its_reader_asks_is_not() -> None:
    recipe = "Recipe: Peel the potatoes. Add salt and butter.\nMash them."
    assert asks_in(f"{recipe}\n\nhow many does it serve?") == ()
    (ask,) = asks_in(f"{recipe}\n\nPlease add a vegan one to recipes/sides.md.")
    assert ask.title == "Please add a vegan one to recipes/sides.md"
    assert without_documents([*recipe.split("\n"), "", "ok"]) == ["[…]", "", "ok", ""]


def test_ones_own_list_before_a_question_stays() -> None:
    wishes = "1. add a search field\n2. remember the last filter\n\ndoes that make sense?"
    assert len(asks_in(wishes)) == 2


def test_letters_and_long_quotes_are_another_s() -> None:
    letter = "Dear all,\nplease hand in your keys by Friday and clear your desks.\nBest\nMaria"
    assert asks_in(f"{letter}\n\nwhich Friday?") == ()
    assert without_quotes('He wrote: "Add a map. Cut chapter two."') == "He wrote: […]"
    assert without_quotes('new rule: "no emojis in commit messages"').endswith('messages"')


def test_the_digest_in_parts_is_not_asked_again() -> None:
    assert asks_in("- [folder] Never edit generated files\nThey are overwritten.") == ()
    quoted = "[note 20261104T0911-3fa2 · 2026-11-04 · written by the owner]\n| Replace the cover."
    (ask,) = asks_in(f"{quoted}\n\nThat one is done. New thing: write a test for the checkout.")
    assert "test for the checkout" in ask.title


@pytest.mark.parametrize(
    ("texts", "over"),
    [
        (["It kept timing out until I raised the pool size."], True),
        (["The login hangs.", "After a restart it works again."], True),
        (["The login hangs.", "It worked before the update."], False),
        (["The map crashes on Safari, works in Chrome."], False),
    ],
)
def test_a_fault_that_is_over(texts: list[str], over: bool) -> None:
    assert well_again(texts) is over
