from __future__ import annotations

from luminair.lanes.titles import TITLE_CHARACTERS, titled, tool_title


def test_a_tool_of_ours_says_what_it_is_used_on() -> None:
    assert tool_title("journal_search", {"limit": 5, "query": "wal\nmode"}) == (
        "Search the Journal: wal mode"
    )
    assert tool_title("journal_read", {}) == "Read a note"


def test_a_lanes_own_tools_go_first_and_others_by_their_name() -> None:
    assert tool_title("Bash", {"command": "ls"}, {"Bash": ("Run", "command")}) == "Run: ls"
    assert tool_title("list_pages", {"n": 1, "of": "x"}) == "List pages: x"
    assert tool_title("", {}) == "Use a tool"


def test_a_title_is_short() -> None:
    assert len(titled("Run", "x" * 500)) == TITLE_CHARACTERS
