from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.shell.parts.colouring import language_of, runs
from luminair.shell.parts.markdown import blocks


def _emphasised(text: str) -> list[str]:
    """What stands between strong marks."""
    found: list[str] = []
    for block in blocks(text):
        for token in block.tokens:
            inside = False
            for child in token.children or ():
                if child.type == "strong_open":
                    inside = True
                    found.append("")
                elif child.type == "strong_close":
                    inside = False
                elif inside:
                    found[-1] += child.content
    return found


@pytest.mark.parametrize(
    ("text", "strong"),
    [
        ("**真\uff0c**她", ["真\uff0c"]),
        ("これは**「重要」**です", ["「重要」"]),
        ("한국어**(강조)**입니다", ["(강조)"]),
        ("plain **bold** words", ["bold"]),
        ("a ** b ** c", []),
        ("2**3**4", ["3"]),
        ("(**x**)", ["x"]),
    ],
)
def test_emphasis_next_to_cjk_is_emphasis(text: str, strong: list[str]) -> None:
    assert _emphasised(text) == strong


def test_underscores_inside_words_stay_underscores() -> None:
    assert _emphasised("snake__case__name") == []


def test_a_fence_that_is_not_closed_is_code_already() -> None:
    (block,) = blocks("```python a.py\nx = 1")
    assert (block.code, block.info, block.closed) == ("x = 1", "python a.py", False)
    (block,) = blocks("```python a.py\nx = 1\n```")
    assert (block.code, block.closed) == ("x = 1", True)


def test_raw_html_is_text_and_dangerous_links_are_no_links() -> None:
    text = "<img src=x onerror=y> [a](javascript:alert(1)) [b](file:///etc/passwd)"
    kinds = [
        child.type
        for block in blocks(text)
        for token in block.tokens
        for child in token.children or ()
    ]
    assert "html_inline" not in kinds
    assert "link_open" not in kinds


@given(st.text(max_size=300))
def test_any_text_at_all_can_be_read(text: str) -> None:
    found = blocks(text)
    assert [block.line for block in found] == sorted(block.line for block in found)


@given(st.text(max_size=200), st.sampled_from(["python", "js", "nonsense", "", "diff"]))
def test_colouring_loses_no_character(code: str, language: str) -> None:
    assert "".join(run.text for run in runs(code, language)) == code


@pytest.mark.parametrize(
    ("info", "found"),
    [
        ("python upload/client.py", ("Python", "upload/client.py")),
        ("sh", ("Shell", "")),
        ("src/a.ts", ("", "src/a.ts")),
        ('rust title="x.rs"', ("Rust", "x.rs")),
        ("", ("", "")),
    ],
)
def test_the_words_after_a_fence(info: str, found: tuple[str, str]) -> None:
    assert language_of(info) == found


def _read(text: str) -> list[str]:
    """What a reader of a note sees, a line for each text in it."""
    return [
        "".join("|" if child.type == "hardbreak" else child.content for child in token.children)
        for block in blocks(text, hides_tags=True)
        for token in block.tokens
        if token.children is not None
    ]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('See <span class="related-pages">#Graph, #Plugins</span>.', ["See #Graph, #Plugins."]),
        ("one<br>two <kbd>Ctrl</kbd> <b>bold</b>", ["one|two Ctrl bold"]),
        ("before <!-- not for readers --> after", ["before  after"]),
        ("a\n\n<!-- over\n\ntwo paragraphs -->\n\nb", ["a", "b"]),
        ("<div align=center>\nin the **middle**\n</div>\n\nafter", ["\nin the middle\n", "after"]),
        ("<div>\n\nin\n\n</div>", ["in"]),
        ("<style>p { color: red }</style>\n\n<script>\nalert(1)\n\n</script>\nafter", ["after"]),
        ("<img src='https://example.com/x.png' onerror=go()>\n\nafter", ["after"]),
        ("- <u>one</u>\n- two", ["one", "two"]),
        ("| a |\n|---|\n| <sub>b</sub> |", ["a", "b"]),
        ("a List<T>, <your-name> and 1 < 2 > 0", ["a List<T>, <your-name> and 1 < 2 > 0"]),
        ("`<span>` stays", ["<span> stays"]),
        ("<https://example.com>", ["https://example.com"]),
    ],
)
def test_a_reader_of_notes_sees_no_tags(text: str, seen: list[str]) -> None:
    assert [each.strip("\n") for each in _read(text)] == [each.strip("\n") for each in seen]


def test_code_keeps_its_tags_and_so_does_a_talk() -> None:
    (block,) = blocks("```html\n<div>x</div>\n```", hides_tags=True)
    assert block.code == "<div>x</div>"
    (block,) = blocks("a <span>b</span>")
    assert block.tokens[1].children is not None
    assert "".join(child.content for child in block.tokens[1].children) == "a <span>b</span>"


@given(st.lists(st.sampled_from(
    ["<div>", "</div>", "<!--", "-->", "<br>", "\n", "\n\n", "- ", "> ", "a", "<b>", "</b>", "<x>",
     "<script>", "</script>", "```\n", "|a|\n|-|\n", "1. ", "  ", "**", "[[", "<"]
), max_size=16))  # fmt: skip
def test_any_html_at_all_leaves_sound_blocks(pieces: list[str]) -> None:
    for block in blocks("".join(pieces), hides_tags=True):
        assert sum(token.nesting for token in block.tokens) == 0
        for token in block.tokens:
            assert token.type != "html_block"
