"""Notes that want to be orders, from any field: they ride as quotations, or not at all."""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.agents.hook_hosts import answer
from luminair.agents.hook_making import texts_of
from luminair.context.block import RowName
from luminair.journal import Journal, Kind, Receipts, Setup, State, init_vault
from luminair.lanes import journal_only
from luminair.lineup import known_lane
from luminair.memory import context_of
from luminair.tools import run
from tests.trust.hostile import MARKS, SIGN, TEXTS, leaves, plant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOW = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)


@pytest.fixture
def opened(vault: Path, person: Path, clock: Callable) -> Iterator[Callable[[], Journal]]:
    init_vault(vault, ride="all")
    journals: list[Journal] = []

    def open_it() -> Journal:
        draw = itertools.count(1).__next__
        journals.append(
            Journal(Setup(root=vault, index=None, home=str(person), now=clock, draw=draw))
        )
        return journals[-1]

    yield open_it
    for journal in journals:
        journal.close()


@pytest.mark.parametrize("name", list(TEXTS))
def test_no_field_of_a_note_leaves_the_fence(vault, opened, name) -> None:
    plant(vault, TEXTS[name])
    journal = opened()
    assert not journal.listing(state=State.DAMAGED)
    digest = journal.digest(f"what of the {SIGN}?", journal.place()[0])
    assert SIGN in digest.text
    assert list(leaves(digest.text)) == []
    for mark in MARKS:
        assert mark not in digest.text
    assert "RULES" not in digest.text.splitlines()  # the one that it asks for is no law
    assert "1 rule not approved by the owner" in digest.text


@pytest.mark.parametrize("name", list(TEXTS))
def test_the_same_through_the_hook_and_the_sheet(vault, opened, tmp_path, name) -> None:
    plant(vault, TEXTS[name])
    (vault / "Harness").mkdir()
    (vault / "Harness" / "h.md").write_text(
        f"---\nsource: import:x\n---\n{TEXTS[name]}\n", "utf-8", errors="replace"
    )
    journal = opened()
    texts = texts_of(
        journal, session="claude:s1", folder="", prompt=f"the {SIGN}", summaries=None,
        ancestors=(), optional=True,
    )  # fmt: skip
    pieces = [each.text for each in (*texts.standing, *texts.fresh)]
    assert any(SIGN in piece for piece in pieces)
    told = "\n".join(pieces)
    assert list(leaves(told)) == []
    printed = json.loads(answer("claude", "UserPromptSubmit", told))
    assert not [mark for mark in MARKS if mark in json.dumps(printed, ensure_ascii=False)]
    receipts = Receipts(tmp_path / "receipts")
    sheet = context_of(
        journal, receipts, "hello", session="", cwd="", lane=known_lane(journal_only.ID), model=""
    )
    for row in sheet.rows:
        if row.name is not RowName.PROMPT:
            assert list(leaves(row.text)) == [], row.name


@pytest.mark.parametrize("name", list(TEXTS))
def test_the_same_through_the_tools(vault, opened, name) -> None:
    plant(vault, TEXTS[name])
    journal = opened()
    place = journal.place()[0]
    found = run("journal_search", {"query": SIGN}, journal=journal, place=place, by="ollama/x").text
    assert SIGN in found
    keys = [each.note.key for each in journal.listing() if each.note.kind is not Kind.RULE]
    read = [
        run("journal_read", {"id": key}, journal=journal, place=place, by="ollama/x").text
        for key in keys
    ]
    for told in (found, *read):
        assert list(leaves(told)) == [], told
        assert not [mark for mark in MARKS if mark in told]


ANY = st.text(alphabet=st.characters(categories=None), max_size=60)


@given(before=ANY, after=ANY, kind=st.sampled_from(list(Kind)))
def test_any_text_in_any_field(tmp_path_factory, before, after, kind) -> None:
    vault = tmp_path_factory.mktemp("any")
    plant(vault, f"{before}{SIGN}{after}")
    draw = itertools.count(1).__next__
    journal = Journal(Setup(root=vault, index=None, home="/none", now=lambda: NOW, draw=draw))
    try:
        digest = journal.digest(f"the {SIGN} {kind.value}", journal.place()[0])
        assert list(leaves(digest.text)) == []
        digest.text.encode()
    finally:
        journal.close()
