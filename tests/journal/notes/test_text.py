"""What a body says: sentences, headings, links; and safe cuts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.graphemes import cut_at, cut_bytes
from luminair.journal.notes.text import (
    Heading,
    Link,
    first_heading,
    first_sentence,
    headings,
    links,
    normalised_title,
    one_line,
    plain,
    shorten,
    without_said_again,
)

FAMILY = "👩\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("One thing. Another.", "One thing."),
        ("# Head\n\nOne thing\nover lines. Another.", "One thing over lines."),
        ("Ask Dr. Vale, e.g. on Monday. Then go.", "Ask Dr. Vale, e.g. on Monday."),
        ("J. R. Smith said so! Yes.", "J. R. Smith said so!"),
        ("Use v1.2.3 of lib/x.js now. Later more.", "Use v1.2.3 of lib/x.js now."),
        ("It was (so he said.) Then not.", "It was (so he said.)"),
        ("Wait... for it. Now.", "Wait... for it."),
        ("今日は晴れです。明日は雨。", "今日は晴れです。"),
        ("本当\uff1fはい。", "本当\uff1f"),
        ("यह पहला है। दूसरा।", "यह पहला है।"),
        ("```\ncode. here.\n```\nText.", "Text."),
        ("~~~py\n# x\n~~~\n\nText", "Text"),
        ("<!-- a\ncomment -->\nText.", "Text."),
        ("%% hidden %%\n\nText.", "Text."),
        ("<!-- never closed", ""),
        ("- [ ] first **thing**\n- second", "first thing"),
        ("1. first\n2. second", "first"),
        ("> quoted *words*\n> more", "quoted words more"),
        ("> [!note] Call\n> out text", "out text"),
        ("| a | b |\n|---|---|\n\nAfter.", "After."),
        ("---\n***\nText", "Text"),
        ("Title\n=====\n\nText", "Text"),
        ("Text\n\nmore", "Text"),
        ("![](x.png)\n\nText", "Text"),
        ("Line.\r\nTwo.\r\n", "Line."),
        ("Line.\rTwo.\r", "Line."),
        ("# Only\n\n## headings\n", ""),
        ("", ""),
        (
            "See [the plan](plan.md) and [[Deploy|the deploy]] `a_b_c`.",
            "See the plan and the deploy a_b_c.",
        ),
        ("-5 degrees are cold.", "-5 degrees are cold."),
        ("#tag is a tag.", "#tag is a tag."),
        ("#only #tags\n\nText", "Text"),
    ],
)
def test_the_first_sentence(body, sentence):
    assert first_sentence(body, 200) == sentence


@given(st.text(), st.integers(0, 60))
def test_a_first_sentence_is_one_short_line(body, limit):
    sentence = first_sentence(body, limit)
    assert len(sentence) <= limit
    assert sentence == one_line(sentence)


def test_headings_are_found_outside_of_code():
    body = (
        "# A #\r\n```\r\n# no\r\n```\r\n### B `c`\r\nTitle\r\n===\r\n- x\r\n---\r\n#no\r\nD\r\n---"
    )
    assert headings(body) == [
        Heading(1, "A", 0),
        Heading(3, "B c", 4),
        Heading(1, "Title", 5),
        Heading(2, "D", 10),
    ]
    assert first_heading(body) == "A"
    assert first_heading("```\n# no\n```\n\n## yes\n") == "yes"
    assert first_heading("Under\n-----\n") == "Under"
    assert first_heading("#\n\n# second\n") == "second"
    assert first_heading("# #\n\n# second #\n") == "second"
    assert first_heading("# C#\n") == "C#"
    assert first_heading("nothing") == ""


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("**bold** and _it_ and `code`", "bold and it and code"),
        ("snake_case_name stays, 2 * 3 * 4 too", "snake_case_name stays, 2 * 3 * 4 too"),
        ("`**kept**`", "**kept**"),
        ("[text](http://x.org/a_(b)) ![pic](p.png)", "text pic"),
        ("[[Note#Part|shown]] [[Note]]", "shown Note"),
        ("~~old~~ ==new== <b>tag</b> <https://x.org>", "old new tag https://x.org"),
        ("a \\* b ^block-id", "a * b"),
        ("array[0] and x < y", "array[0] and x < y"),
    ],
)
def test_marks_are_taken_off(marked, words):
    assert plain(marked) == words


@given(st.text())
def test_plain_takes_any_text(text):
    plain(text)
    headings(text)
    links(text)
    assert without_said_again(text) in {text, without_said_again(text)}


def test_said_again_is_cut_out_up_to_the_next_heading_of_its_level():
    body = "Text.\r\n\r\n## Said again\r\n\r\n- so\r\n### deeper\r\nx\r\n## After\r\nkept\r\n"
    assert without_said_again(body) == "Text.\r\n\r\n## After\r\nkept\r\n"
    assert without_said_again("# SAID AGAIN #\nx") == ""
    assert without_said_again("a\n## Said again\nx\n# Top\ny") == "a\n# Top\ny"
    code = "```\n## Said again\n```\nkept"
    assert without_said_again(code) == code
    talk = "## Said again and again\nkept"
    assert without_said_again(talk) == talk


def test_links_to_other_notes():
    body = (
        "[[Deploy notes]] and [[a/b#Part|shown]], ![[Pic note]] [[#Here]]\n"
        '[x](My%20note.md#A%20part) [y](<sub/with space.md> "t") [z](https://a.org/b.md)\n'
        "`[[code]]` [p](pic.png) [q](a_(b).md)\n```\n[[no]]\n```\n[[]]\n"
    )
    assert links(body) == [
        Link("Deploy notes", "", "", embed=False, wiki=True),
        Link("a/b", "Part", "shown", embed=False, wiki=True),
        Link("Pic note", "", "", embed=True, wiki=True),
        Link("", "Here", "", embed=False, wiki=True),
        Link("My note.md", "A part", "x", embed=False, wiki=False),
        Link("sub/with space.md", "", "y", embed=False, wiki=False),
        Link("a_(b).md", "", "q", embed=False, wiki=False),
    ]


@pytest.mark.parametrize(
    ("title", "normal"),
    [
        ("Deploy-Notes", "deploy notes"),
        ("  Deploy:  notes! ", "deploy notes"),
        ("\uff24\uff25PLOY \ufb01le", "deploy file"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("हिन्दी", "हिन्दी"),
        ("C++", "c++"),
        ("???", "???"),
        ("", ""),
    ],
)
def test_titles_compare(title, normal):
    assert normalised_title(title) == normal


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("short", 5, "short"),
        ("shorter", 5, "shor…"),
        ("a word more and then", 16, "a word more and…"),
        (FAMILY + FAMILY, 6, FAMILY + "…"),
        (FAMILY + FAMILY, 5, "…"),
        ("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"),
        ("👩🇩🇪🇫🇷", 4, "👩🇩🇪…"),
        ("e\u0301e\u0301e\u0301", 4, "e\u0301…"),
        ("👍🏽👍🏽", 3, "👍🏽…"),
        ("नमस्ते जी", 5, "नम…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
    ],
)
def test_texts_are_cut_between_signs(text, limit, short):
    assert shorten(text, limit) == short


@given(st.text(), st.integers(0, 30))
def test_cuts_fit(text, limit):
    assert len(shorten(text, limit)) <= limit
    clean = text.encode("utf-8", "ignore").decode()
    assert len(cut_bytes(clean, limit).encode()) <= limit
    assert clean.startswith(cut_bytes(clean, limit))


# Flags are left to the examples above: Qt pairs them up wrongly behind another emoji.
signs = st.sampled_from(
    [
        *"ab é\u0301\u200d",
        "👩",
        "🏽",
        "한",
        "\u1100",
        "\u1161",
        "क",
        "्",
        "ि",
        "ไ",
        "ำ",
        "\ufe0f",
    ]
)


@given(st.lists(signs, max_size=12).map("".join), st.integers(0, 12))
def test_no_cut_is_inside_what_qt_takes_for_one_sign(text, at):
    core = pytest.importorskip("PySide6.QtCore")
    finder = core.QTextBoundaryFinder(core.QTextBoundaryFinder.BoundaryType.Grapheme, text)
    if not text:
        return
    finder.setPosition(len(text[: cut_at(text, at)].encode("utf-16-le")) // 2)
    assert finder.isAtBoundary()


@pytest.mark.parametrize(
    "sign", ["`", "[", "*", "_a", "<a ", "<!--", "[[", "![", "> ", "~", "`a ``b", "# `"]
)
def test_no_body_takes_long(sign):
    body = sign * (100_000 // len(sign))
    for text in (body, f"# {body}\n\n{body}", f"- {body}", body.replace(" ", "\n")):
        first_sentence(text, 200)
        headings(text)
        first_heading(text)
        links(text)
        without_said_again(f"{text}\n## Said again\n{text}")


@pytest.mark.parametrize(
    "text",
    [
        "\r\n",
        "\u1100\u1161\u11a8",
        "한",
        "\uac00\u11a8",
        "\u0600\u0661"[:1] + "1",
        "\u094d".join("कष"),
    ],
)
def test_what_is_read_as_one_sign_is_not_cut(text: str) -> None:
    assert [at for at in range(len(text)) if cut_at(text, at) == at] == [0]


@pytest.mark.parametrize("text", ["\n\n", "a\n", "\r\r", "\uac01\uac01", "\u11a8\u1161"])
def test_between_two_signs_it_may_be_cut(text: str) -> None:
    assert cut_at(text, 1) == 1


def test_a_heading_without_words_is_passed_over() -> None:
    assert first_heading("#\n\n## Real\n") == "Real"
    assert first_heading("# ![](chart.png)\n\n## Real\n") == "Real"
    assert first_heading("Real\r====\r") == "Real"
