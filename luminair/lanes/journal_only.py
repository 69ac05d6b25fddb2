"""The embedded lane: answers from the vault by quoting notes. No key, server or network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from luminair.errors import LuminairError
from luminair.lanes.lane import (
    Began,
    Done,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Model,
    Text,
    WayOn,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from luminair.lanes.lane import Request

ID = "journal-only"
MOST_QUOTED = 5
PASSAGE_CHARACTERS = 600

INFO = LaneInfo(
    id=ID,
    title="Journal only",
    kind=LaneKind.EMBEDDED,
    models=(Model("", "Journal only"),),
    ready=True,
    state="Answers by quoting your notes; needs no key and no network.",
)

NOTHING_ASKED = (
    "There is nothing to look up in this message. Ask with a few words that your notes may hold: "
    "a name, a file, an error text."
)
NOTHING_FOUND = (
    "No note in the Journal matches this. Try other words, or the exact name of a file or error; "
    "to keep something for next time, type `//remember` and what to keep."
)

NOTHING_SEEN = (
    "No note that rides in this session matches, but others do: of other projects, or kept out of "
    "prompts. Search the Journal to see them."
)


@dataclass(frozen=True, slots=True)
class Found:
    """A note that matches.

    Attributes:
        key: id or path, for the link.
        title: its title.
        kind: as in ``Kind``, or in words.
        scope: as in ``Scope``.
        date: the day it was last updated, ``2026-09-17``, or ''.
        passage: the text that matches best, Markdown; '' where the title says it all.
        mark: what else to say of it ('hidden by …', 'archived'), or ''.
    """

    key: str
    title: str
    kind: str
    scope: str
    date: str
    passage: str
    mark: str = ""


class JournalOnly:
    """Quotes what the Journal knows about a prompt, best match first.

    Args:
        search: notes that match a request and ride in its session, best first, open asks and
            dead ends among them; and whether others match.
        chatter: whether a text says nothing to look up.
    """

    def __init__(
        self,
        search: Callable[[Request], tuple[Sequence[Found], bool]],
        chatter: Callable[[str], bool],
    ) -> None:
        self._search = search
        self._chatter = chatter

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return INFO

    async def look(self) -> LaneInfo:
        """Nothing to ask: it is always there."""
        return self.info

    async def release(self, session: str) -> None:
        """Nothing is kept for a session."""

    async def close(self) -> None:
        """Nothing is open."""

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Answers with one piece of text for the opening and one a note."""
        yield Began()
        if self._chatter(request.prompt):
            yield Text(NOTHING_ASKED)
            yield Done()
            return
        try:
            found, others = self._search(request)
        except LuminairError as error:
            yield Failed(str(error), WayOn.SETTINGS)
            return
        for piece in answer(found, others=others):
            yield Text(piece)
        yield Done()


def answer(found: Sequence[Found], *, others: bool = False) -> tuple[str, ...]:
    """The answer in Markdown, in pieces that are joined as they stand."""
    if not found:
        return (NOTHING_SEEN if others else NOTHING_FOUND,)
    quoted, more = found[:MOST_QUOTED], len(found) - MOST_QUOTED
    pieces = [_opening(found)]
    pieces.extend("\n\n" + _entry(note) for note in quoted)
    if more > 0:
        pieces.append(f"\n\n…and {more} more. Search the Journal to see them all.")
    elif others:
        pieces.append("\n\nNotes that do not ride in this session match too. Search the Journal.")
    return tuple(pieces)


def _opening(found: Sequence[Found]) -> str:
    number = len(found)
    said = "One note matches" if number == 1 else f"{number:,} notes match"
    marks = [
        _many(sum(_kind_words(note.kind) == kind for note in found), words)
        for kind, words in (("ask", "open ask"), ("dead end", "dead end"))
        if any(_kind_words(note.kind) == kind for note in found)
    ]
    among = f", among them {' and '.join(marks)}" if marks and number > 1 else ""
    return f"{said}{among}." + (" Best match first." if number > 1 else "")


def _entry(note: Found) -> str:
    link = f"### [{_link_text(note.title)}](journal:{quote(note.key, safe='/-_.~')})"
    facts = [_kind_words(note.kind), note.scope, note.date, note.mark]
    line = " · ".join(_escaped(_one_line(fact)) for fact in facts if fact.strip())
    parts = [link, f"*{line}*" if line else "", _quote(note.passage)]
    return "\n\n".join(part for part in parts if part)


def _kind_words(kind: str) -> str:
    return "dead end" if kind == "ruledout" else kind


def _many(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number:,} {noun}s"


def _link_text(title: str) -> str:
    return _escaped(_one_line(title)) or "Untitled"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _escaped(text: str) -> str:
    """Text that Markdown shows as it stands, also inside a link, emphasis or heading."""
    return "".join("\\" + mark if mark in "\\`*_[]<>#!|~&" else mark for mark in text)


def _quote(passage: str) -> str:
    """The passage as a quotation; whatever Markdown it holds cannot leave the quotation."""
    text = passage.strip("\r\n")
    if len(text) > PASSAGE_CHARACTERS:
        text = text[:PASSAGE_CHARACTERS].rstrip() + " …"
    lines = text.splitlines() if text.strip() else []
    return "\n".join(f"> {line}".rstrip() for line in lines)
