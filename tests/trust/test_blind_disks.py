"""Disks that take several spellings for one name: no note is written over another, none twice."""

from __future__ import annotations

import itertools
import unicodedata
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Setup, State, init_vault
from tests.trust.disk import BlindDisk, without_case, without_form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

COMPOSED, APART = unicodedata.normalize("NFC", "Café"), unicodedata.normalize("NFD", "Café")


@pytest.fixture(params=[without_case, without_form], ids=["case-blind", "normalising"])
def opened(
    request: pytest.FixtureRequest, vault: Path, tmp_path: Path, clock: Callable
) -> Iterator[Callable[[], Journal]]:
    journals: list[Journal] = []
    draw = itertools.count(0x2F01).__next__

    def open_it() -> Journal:
        journals.append(Journal(Setup(root=vault, index=tmp_path, home="/n", now=clock, draw=draw)))
        return journals[-1]

    with BlindDisk(vault, request.param).mounted():
        init_vault(vault, ride="all")
        yield open_it
        for journal in journals:
            journal.close()


def texts(vault: Path) -> dict[str, str]:
    return {
        path.relative_to(vault).as_posix(): path.read_text("utf-8")
        for path in vault.rglob("*.md")
        if ".luminair" not in path.parts
    }


def test_titles_in_several_spellings_are_several_files(opened, vault) -> None:
    journal = opened()
    titles = ("Rules", "rules", "RULES", COMPOSED, APART, COMPOSED.upper())
    for number, title in enumerate(titles):
        journal.add(title=title, body=f"Text {number}.\n")
    kept = "".join(texts(vault).values())
    assert len(texts(vault)) == len(titles)
    assert all(kept.count(f"Text {number}.") == 1 for number in range(len(titles)))
    assert len({without_case(path) for path in texts(vault)}) == len(titles)


def test_all_that_is_done_to_a_note_finds_it_by_any_spelling(opened, vault) -> None:
    journal = opened()
    path = journal.add(title=COMPOSED, body="One.\n").note.path
    key = journal.find(path).key
    journal.edit(key, title=APART, body="Two.\n")
    journal.rename(key, "CAFÉ and more")
    journal.rename(key, "café and MORE")
    journal.move([key], "Places/sea")
    journal.move([key], "places/SEA")
    journal.archive([key])
    journal.unarchive(key)
    journal.pin(key)
    assert len(texts(vault)) == 1
    ((where, text),) = texts(vault).items()
    assert "Two." in text
    assert journal.find(key).path == where
    for _ in range(8):
        journal.undo(journal.operations()[0].op)
        assert len(texts(vault)) == 1
    assert not journal.listing(state=State.DAMAGED)


def test_files_that_others_put_there_are_found_and_left_as_spelled(opened, vault) -> None:
    (vault / APART).mkdir()
    (vault / APART / f"{APART}.md").write_text("# Theirs\n\nBeans.\n", "utf-8")
    journal = opened()
    (found,) = journal.search("beans").results
    assert journal.load(f"{COMPOSED}/{COMPOSED}.md").body.endswith("Beans.\n")
    journal.edit(found.note.path, body="# Theirs\n\nMore beans.\n")
    assert list(texts(vault)) == [f"{APART}/{APART}.md"]
    journal.add(title=COMPOSED, folder=COMPOSED, body="Ours.\n")
    assert len(list((vault / APART).iterdir())) == 2
    assert sorted(path.name for path in vault.iterdir() if path.name[0] != ".") == [APART]
