"""The session's own note: lines are added, and nothing else of it changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.keeping.distill.session_note import with_line

NEW = "## Asked\n\n## Decided\n\n## Open\n"


def test_lines_go_under_their_headings() -> None:
    body = with_line(with_line(NEW, "Asked", "one"), "Asked", "two")
    body = with_line(with_line(body, "Open", "three"), "Decided", "four")
    assert body == "## Asked\n\n- one\n- two\n\n## Decided\n\n- four\n\n## Open\n\n- three\n"


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("", "## Open\n\n- x\n"),
        ("Mine.", "Mine.\n\n## Open\n\n- x\n"),
        ("## open ##\r\n- a\r\n\r\nEnd", "## open ##\r\n- a\r\n\r\nEnd\r\n- x\r\n"),
        ("```\n## Open\n```\n", "```\n## Open\n```\n\n## Open\n\n- x\n"),
        ("## Open\n- a  \n\n\n## Mine\ntext", "## Open\n- a  \n- x\n\n\n## Mine\ntext"),
        ("## Open", "## Open\n\n- x\n"),
    ],
)
def test_every_other_byte_stays(body: str, after: str) -> None:
    assert with_line(body, "Open", "x") == after


def test_a_line_is_there_once() -> None:
    body = with_line(NEW, "Open", "x\n y")
    assert with_line(body, "Open", "x y") == body


@given(st.text(alphabet="#- \n\rabOpen`"), st.text(alphabet="ab `#\n", min_size=1))
def test_what_was_there_is_there_in_order(body: str, line: str) -> None:
    after = with_line(body, "Open", line)
    rest = iter(after.split())
    assert all(word in rest for word in body.split())
