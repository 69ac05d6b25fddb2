"""The end of a text that is still coming never shows a mark whose partner is to come."""

from __future__ import annotations

import pytest

from luminair.shell.parts.markdown import blocks
from luminair.shell.parts.unfinished import MOST, settled


def _shown(text: str) -> str:
    length, closing = settled(text)
    return text[:length] + closing


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See [the docs", "See "),
        ("See [the docs]", "See "),
        ("See [the docs](https://exa", "See "),
        ("See [the docs](https://example.com)", "See [the docs](https://example.com)"),
        ("See [[Use U", "See "),
        ("See [[Use UTC]", "See "),
        ("See [[Use UTC]]", "See [[Use UTC]]"),
        ("an array[0] of", "an array[0] of"),
        ("- [ ] to do", "- [ ] to do"),
        ("It is **very", "It is **very**"),
        ("It is **very ", "It is **very**"),
        ("It is **", "It is "),
        ("It is *", "It is "),
        ("It is **very*", "It is **very**"),
        ("It is **very**", "It is **very**"),
        ("It is **very** *so", "It is **very** *so*"),
        ("It is **very *so", "It is **very *so***"),
        ("It is _so", "It is _so_"),
        ("snake_case and 2 * 3", "snake_case and 2 * 3"),
        ("* an item", "* an item"),
        ("Run `make te", "Run `make te`"),
        ("Run `", "Run "),
        ("Run `a[0` or", "Run `a[0` or"),
        ("Run `**kw` or", "Run `**kw` or"),
        ("See [the docs\nand more", "See [the docs\nand more"),
        ("```\n[x **y", "```\n[x **y"),
        ("a\n\n| b | c", "a\n\n"),
        ("[" + "x" * MOST, "[" + "x" * MOST),
    ],
)
def test_what_is_shown_of_a_text_that_goes_on(text: str, shown: str) -> None:
    assert _shown(text) == shown


def test_no_letter_of_an_answer_shows_a_mark_that_goes_again() -> None:
    whole = (
        "Found **the fix** in `upload/client.py`, see [the *long* manual](https://example.com/a_b).\n"
        "\n* *First* item with [[Use UTC]]\n* __Second__ item, `a*b`, 2 * 3 and snake_case\n"
    )
    for end in range(1, len(whole) + 1):
        for block in blocks(_shown(whole[:end])):
            for token in block.tokens:
                words = "".join(
                    each.content for each in token.children or () if each.type == "text"
                )
                assert not {"`", "]("} & set(words.replace("[[Use UTC]]", "")), whole[:end]
                assert "**" not in words, whole[:end]
                assert "[the" not in words, whole[:end]
