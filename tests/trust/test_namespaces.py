"""What one project knows never rides in another, and what is hidden rides nowhere, by any door."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.journal import Kind, Receipts, Scope, Status
from luminair.lanes import journal_only
from luminair.lineup import known_lane
from luminair.memory import context_of
from luminair.tools import run
from tests.agents.hosting import Host

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.journal import Journal

SIGN = "beacon"
"""Stands in every note, and in every question."""


@dataclass
class Two:
    """Two projects of one Journal.

    Attributes:
        journal: theirs.
        here: the project that is asked in.
        other: words, each in one note that must not ride here, with what that note is.
        own: words that must.
        ids: of the notes that must not ride.
    """

    journal: Journal
    here: Path
    other: dict[str, str] = field(default_factory=dict)
    own: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def plant(self, what: str, folder: Path | None, **how: object) -> str:
        """Adds a note whose title, summary and body hold a word of its own; gives its path."""
        word = f"quagga{len(self.other) + len(self.own):02}"
        scope = Scope.SESSION if how.get("session") else Scope.FOLDER
        self.journal.add(
            title=f"The {SIGN} {word}",
            summary=f"What {word} is to the {SIGN}.",
            body=f"The {SIGN} shows {word}.\n",
            cwd=str(folder or ""),
            scope=scope if folder else Scope.GLOBAL,
            **how,  # type: ignore[arg-type]
        )
        note = next(each.note for each in self.journal.listing() if word in each.note.title)
        if folder == self.here and not how.get("session"):
            self.own.append(word)
        else:
            self.other[word] = what
            self.ids.append(note.key)
        return note.path

    def hide(self, what: str) -> str:
        """Plants a note here that is to ride nowhere; gives its path."""
        path = self.plant("", self.here)
        self.other[self.own.pop()] = what
        if what != "archived":  # a tool that asks for it by name is given it
            self.ids.append(self.journal.find(path).key)
        return path

    def must_be_silent(self, door: str, text: str) -> None:
        """No word of a note that must not ride is in what a door gave."""
        leaked = {word: what for word, what in self.other.items() if word in text}
        assert leaked == {}, (door, leaked)


@pytest.fixture
def two(home: Path, vault: Path, tmp_path: Path) -> Iterator[Two]:
    there, here = tmp_path / "there" / "harbor", tmp_path / "here" / "harbor"
    for folder in (there, here):  # of one name, as clones of two strangers are
        (folder / ".git").mkdir(parents=True)
    bootstrap.init(str(vault), home=str(home), vault=None, ride="all")
    journal = bootstrap.open_journal(home=str(home), vault=str(vault))
    made = Two(journal, here)
    for kind in (Kind.RULE, Kind.RULEDOUT, Kind.ASK, Kind.NOTE, Kind.DOC):
        made.plant(f"{kind} of another project", there, kind=kind)
    journal.pin(made.plant("pin of another project", there))
    made.plant("note of another session", here, session="claude:s9")
    made.plant("session note of another project", there, session="claude:s1x")
    made.plant("note of a folder below another project", there / "docs")
    journal.archive([made.hide("archived")])
    journal.edit(made.hide("held"), status=Status.HELD)
    damaged = vault / made.hide("damaged")
    damaged.write_bytes(damaged.read_bytes() + b"\0")
    kept_out = vault / made.hide("kept out of prompts")
    (vault / "Templates").mkdir()
    kept_out.rename(vault / "Templates" / kept_out.name)
    made.plant("own", here)
    journal.refresh()
    yield made
    journal.close()


def test_by_the_digest_the_sheet_and_the_tools(two: Two, tmp_path: Path) -> None:
    journal, here = two.journal, str(two.here)
    place = journal.place(session="claude:s1", cwd=here)[0]
    digest = journal.digest(f"what of the {SIGN}?", place)
    assert two.own[0] in digest.text
    two.must_be_silent("digest", digest.text)
    sheet = context_of(
        journal, Receipts(tmp_path / "receipts"), f"the {SIGN}", session="claude:s1", cwd=here,
        lane=known_lane(journal_only.ID), model="",
    )  # fmt: skip
    two.must_be_silent("sheet", "".join(row.text for row in sheet.rows))

    def told(name: str, **arguments: object) -> str:
        return run(name, arguments, journal=journal, place=place, by="ollama/x").text

    found = told("journal_search", query=SIGN, limit=30)
    assert two.own[0] in found
    two.must_be_silent("search", found)
    for key in two.ids:
        if "/" not in key:
            two.must_be_silent("read", told("journal_read", id=key))
            two.must_be_silent("close", told("journal_close_ask", id=key, outcome="Done."))


def test_by_the_hook(two: Two, vault: Path) -> None:
    host = Host(vault, two.here)
    text = "".join(host.start()) + host.prompt(f"what of the {SIGN}?")
    assert two.own[0] in text
    two.must_be_silent("hook", text)


def test_by_an_answer_of_the_journal_itself(two: Two, home: Path, vault: Path) -> None:
    desk = bootstrap.open_desk(home=str(home), vault=str(vault))
    try:
        session = desk.library.create(lane="journal-only", folder=str(two.here)).id

        async def whole() -> None:
            async for _ in desk.run_turn(session, f"what of the {SIGN}?"):
                pass
            await desk.hang_up()

        asyncio.run(whole())
        answer = desk.library.open(session).messages[-1].text
    finally:
        desk.close()
    assert two.own[0] in answer
    two.must_be_silent("answer", answer)
