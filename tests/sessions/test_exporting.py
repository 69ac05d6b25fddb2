"""A session as a file: all that was said, nothing that could run, the same again from JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.messages import Attachment, Message, MessageState, Rider, Riders, Role, ToolUse
from luminair.sessions.exporting import Format, export
from luminair.sessions.session import Session

AT = "2026-09-17T10:58:00.000Z"
SESSION = Session(id="s1", title="Resume drops\npart 7", lane="claude", model="sonnet", created=AT)
RULE = Rider("20260901T1000-aaaa", "Use UTC", "rule", "global")
MESSAGES = (
    Message(
        "m1",
        Role.USER,
        "Why?\n<b>Now</b>",
        AT,
        riders=Riders(rules=(RULE,)),
        attachments=(Attachment("log.txt", "text/plain", 12, "secret text of the log"),),
    ),
    Message(
        "m2",
        Role.ASSISTANT,
        "Because **x**.\n\n<script>alert(1)</script>\n\n[go](javascript:alert(1))",
        AT,
        "claude",
        "sonnet",
        MessageState.STOPPED,
        "Stopped by you.",
        tools=(ToolUse("t1", "Bash", "Run make"),),
    ),
)


def test_markdown_reads_like_the_conversation() -> None:
    text = export(SESSION, MESSAGES, Format.MARKDOWN)
    assert text.startswith("# Resume drops part 7\n")
    assert "## You · 2026-09-17 10:58 UTC" in text
    assert "## sonnet · 2026-09-17 10:58 UTC · stopped" in text
    assert "> 1 note of the Journal rode with it" in text
    assert "> Attached: log.txt" in text
    assert "> Used: Bash" in text
    assert "Use UTC" not in text


def test_a_web_page_runs_nothing_and_loads_nothing() -> None:
    page = export(SESSION, MESSAGES, Format.HTML)
    assert "<script" not in page
    assert 'href="javascript:' not in page
    assert "&lt;b&gt;Now&lt;/b&gt;" in page
    assert "<strong>x</strong>" in page
    assert "default-src 'none'" in page


def test_json_gives_the_messages_back() -> None:
    told = json.loads(export(SESSION, MESSAGES, Format.JSON))
    assert tuple(map(Message.from_json, told["messages"])) == MESSAGES
    assert told["session"]["title"] == SESSION.title


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.md", Format.MARKDOWN),
        ("a.HTML", Format.HTML),
        ("b.json", Format.JSON),
        ("c", Format.MARKDOWN),
    ],
)
def test_the_ending_says_the_form(name: str, form: Format) -> None:
    assert Format.of(name) is form


@given(st.text(max_size=60), st.text(max_size=200), st.sampled_from(Format))
def test_no_text_breaks_it(title: str, text: str, form: Format) -> None:
    session = Session(id="s", title=title, created=AT)
    made = export(session, [Message("m", Role.ASSISTANT, text, AT)], form)
    assert made.endswith("\n")
    if form is Format.HTML:
        assert "<script" not in made
