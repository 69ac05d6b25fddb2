"""What a tool call does, in a few words, for its line in the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.lanes.wire import word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.messages import Json

TITLE_CHARACTERS = 120

# A tool of ours, the words before what it is used on, and where its input says on what.
_JOURNAL = {
    "journal_search": ("Search the Journal", "query"),
    "journal_read": ("Read a note", "id"),
    "journal_remember": ("Remember", "title"),
    "journal_dead_end": ("File a dead end", "title"),
    "journal_close_ask": ("Close an ask", "id"),
    "journal_propose_rule": ("Propose a rule", "rule"),
}


def titled(words: str, on: str = "") -> str:
    """Words and what they are about, on one line and short."""
    on = " ".join(on.split())
    text = f"{words}: {on}" if on else words
    return text if len(text) <= TITLE_CHARACTERS else text[: TITLE_CHARACTERS - 1] + "…"


def tool_title(name: str, given: Json, known: Mapping[str, tuple[str, str]] | None = None) -> str:
    """A call's title: 'Search the Journal: upload retries'.

    Args:
        name: of the tool, without its server.
        given: its input.
        known: a lane's own tools: words, and the key of what they are used on.
    """
    usual = (name.replace("_", " ").capitalize() or "Use a tool", "")
    words, key = {**_JOURNAL, **(known or {})}.get(name, usual)
    first = next((each for each in given.values() if isinstance(each, str)), "")
    return titled(words, word(given, key) if key else first)
