from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from luminair.errors import VaultMissing
from luminair.lanes.journal_only import (
    NOTHING_ASKED,
    NOTHING_FOUND,
    NOTHING_SEEN,
    PASSAGE_CHARACTERS,
    Found,
    JournalOnly,
    answer,
)
from luminair.lanes.lane import Began, Done, Event, Failed, Request, Text, WayOn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

REQUEST = Request("s1", "", "", (), (), (), (), "where is the manifest?")


def found(number: int = 1, **changes: str) -> Found:
    values = {
        "key": f"20260825T2009-000{number}",
        "title": f"Flake log, week {number}",
        "kind": "note",
        "scope": "folder",
        "date": "2026-08-25",
        "passage": "23 failures in 204 runs.",
        **changes,
    }
    return Found(**values)


def ask(search: Callable[[str], Sequence[Found]], *, chatter: bool = False) -> list[Event]:
    async def run() -> list[Event]:
        lane = JournalOnly(lambda given: (search(given.prompt), False), lambda _text: chatter)
        return [event async for event in lane.ask(REQUEST)]

    return asyncio.run(run())


def test_it_quotes_the_notes_that_match_with_links() -> None:
    asked: list[str] = []

    def search(text: str) -> list[Found]:
        asked.append(text)
        return [found(1), found(2)]

    events = ask(search)
    assert asked == [REQUEST.prompt]
    assert events[0] == Began()
    assert events[-1] == Done()
    text = "".join(event.delta for event in events if isinstance(event, Text))
    assert text == (
        "2 notes match. Best match first.\n\n"
        "### [Flake log, week 1](journal:20260825T2009-0001)\n\n"
        "*note · folder · 2026-08-25*\n\n"
        "> 23 failures in 204 runs.\n\n"
        "### [Flake log, week 2](journal:20260825T2009-0002)\n\n"
        "*note · folder · 2026-08-25*\n\n"
        "> 23 failures in 204 runs."
    )


def test_one_note_is_said_as_one() -> None:
    assert answer([found()])[0] == "One note matches."


def test_open_asks_and_dead_ends_are_counted() -> None:
    notes = [found(1), found(2, kind="ask"), found(3, kind="ruledout"), found(4, kind="dead end")]
    pieces = answer(notes)
    assert pieces[0].startswith("4 notes match, among them one open ask and 2 dead ends.")
    assert "*dead end · folder · 2026-08-25*" in "".join(pieces)


def test_no_more_than_five_are_quoted() -> None:
    text = "".join(answer([found(number % 9) for number in range(12)]))
    assert text.count("](journal:") == 5
    assert text.startswith("12 notes match.")
    assert text.endswith("…and 7 more. Search the Journal to see them all.")
    assert "more" not in "".join(answer([found(number) for number in range(5)]))


def test_what_else_there_is_to_say_stands_in_the_line_below() -> None:
    assert "*note · folder · 2026-08-25 · archived*" in "".join(answer([found(mark="archived")]))


def test_nothing_found_and_nothing_asked_are_said() -> None:
    assert ask(lambda _text: []) == [Began(), Text(NOTHING_FOUND), Done()]

    def never(_text: str) -> list[Found]:
        raise AssertionError

    assert ask(never, chatter=True) == [Began(), Text(NOTHING_ASKED), Done()]


def test_a_vault_that_is_gone_is_one_sentence() -> None:
    def gone(_text: str) -> list[Found]:
        raise VaultMissing("The vault is gone.")

    assert ask(gone) == [Began(), Failed("The vault is gone.", WayOn.SETTINGS)]


def test_a_note_without_a_passage_has_no_quotation() -> None:
    assert ">" not in "".join(answer([found(passage=" \n ")]))


def test_a_long_passage_is_cut() -> None:
    text = answer([found(passage="x" * 5_000)])[1]
    assert text.endswith("x …")
    assert len(text) < PASSAGE_CHARACTERS + 200


TRICKY = st.text(alphabet="amp;[]()\\*_`<>#!|~ \n\r\t\u2028&:/-+.=\"'1", max_size=25)


@given(
    st.lists(st.builds(found, title=TRICKY, passage=TRICKY, kind=TRICKY), min_size=1, max_size=3)
)
def test_no_title_or_passage_breaks_out_of_its_place(notes: list[Found]) -> None:
    tokens = MarkdownIt("js-default").parse("".join(answer(notes)))
    headings = [
        tokens[at + 1]
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]
    assert len(headings) == len(notes)
    for heading, note in zip(headings, notes, strict=True):
        children = heading.children or []
        assert children[0].type == "link_open"
        assert children[0].attrs["href"] == f"journal:{note.key}"
        assert children[-1].type == "link_close"
        shown = "".join(child.content for child in children)
        assert shown == (" ".join(note.title.split()) or "Untitled")


def test_a_path_with_spaces_and_brackets_is_a_whole_link() -> None:
    text = "".join(answer([found(key="Notes/Größe (alt) #1.md", title="a]b")]))
    tokens = MarkdownIt("js-default").parse(text)
    link = next(child for token in tokens for child in token.children or [] if child.attrs)
    assert link.attrs["href"] == "journal:Notes/Gr%C3%B6%C3%9Fe%20%28alt%29%20%231.md"


def test_that_others_match_is_said_and_no_more_of_them() -> None:
    assert answer([], others=True) == (NOTHING_SEEN,)
    assert "do not ride in this session" in answer([found()], others=True)[-1]
    assert "do not ride" not in "".join(answer([found()]))
