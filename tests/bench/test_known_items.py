"""The kit of known items: only things whose home is beyond doubt, in four ways of asking."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.bench import known_items
from tests.bench.peers import Note

if TYPE_CHECKING:
    from pathlib import Path

STORE = """
def save_all_notes(): raise StoreError("the store is read only now")
LIMIT = E11000
shared_name = 1
"""
VIEW = """
class NoteView: sharedName = 2  # Save the view, all notes
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    place = tmp_path / "tree"
    (place / "lib").mkdir(parents=True)
    (place / "lib" / "store.py").write_text(STORE, encoding="utf-8")
    (place / "view.py").write_text(VIEW, encoding="utf-8")
    return place


def test_a_thing_that_two_notes_hold_is_not_asked_for(tree: Path) -> None:
    notes = known_items.notes_of(tree, "files")
    items = {item.text: item for item in known_items.items_of(notes, most=100, seed=1)}
    assert items["save_all_notes"].note == "lib/store.py"
    assert items["E11000"].sort == "error code"
    assert items["the store is read only now"].sort == "message"
    assert items["lib/store.py"].sort == "file path"
    assert items["view.py"].note == "view.py"
    assert not {"shared_name", "sharedName"} & items.keys()


def test_the_sample_is_seeded(tree: Path) -> None:
    notes = known_items.notes_of(tree, "files")
    first = known_items.items_of(notes, most=4, seed=1)
    assert first == known_items.items_of(notes, most=4, seed=1)
    assert len(first) <= 4


def test_four_ways_of_asking(tree: Path) -> None:
    notes = known_items.notes_of(tree, "files")
    item = known_items.Item("save_all_notes", "lib/store.py", "identifier")
    asked = known_items.queries_of([item], notes)
    assert [query for query, _ in asked["as written"]] == ["save_all_notes"]
    assert "save_all_notes" in asked["in a prompt"][0][0]
    assert asked["other case"][0][0] == "SAVE_ALL_NOTES"
    assert asked["as words"][0][0] == "save all notes"
    prose = Note("c", "", "we save all notes here")
    assert known_items.queries_of([item], [*notes, prose])["as words"] == []


def test_functions_and_commits_are_notes_too(tree: Path) -> None:
    (function,) = known_items.notes_of(tree, "functions")
    assert function.title == "save_all_notes"
    git = ["git", "-C", str(tree), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    message = "Keep noteOrder\n\nFixes it."
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", message], check=True)
    (commit,) = known_items.notes_of(tree, "log")
    assert (commit.title, commit.text) == ("Keep noteOrder", "Fixes it.")


def test_the_table_and_the_exit_code(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert known_items.main([str(tree), "--no-peers"]) == 0
    assert "in a prompt" in capsys.readouterr().out
    assert known_items.main([str(tree / "gone")]) == 1
    assert "is no folder" in capsys.readouterr().out
    monkeypatch.setattr(known_items, "ours", lambda _notes: lambda _query, _limit: [])
    assert known_items.main([str(tree), "--no-peers", "--misses"]) == 1
    assert "not nothing" in capsys.readouterr().out
