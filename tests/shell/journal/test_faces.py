"""Going between notes, graph and Review, with the tree and the search field beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QWidget

from luminair.journal import EmbeddingStatus, Status
from luminair.shell.embedding import EmbeddingState
from luminair.shell.journal.faces import Face
from luminair.shell.journal.reading import Shelf, View
from luminair.shell.parts.text import Label, Line
from luminair.shell.review import ReviewFace
from tests.shell.journal.shelf import RETRY, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.journal import JournalWindow
    from luminair.shell.theme import Theme
    from tests.shell.journal.shelf import VaultDesk


class _Plain(QWidget):
    """A face that shows nothing."""

    def come(self) -> None:
        """Nothing to read."""


@pytest.fixture
def faces(room: JournalWindow, theme: Theme) -> JournalWindow:
    graph, review = _Plain(), ReviewFace(theme)
    room.add_face(Face.GRAPH, graph, graph)
    room.add_face(Face.REVIEW, review, review)
    room.show_review(3)
    return room


def marked(room: JournalWindow) -> str:
    """What the tree marks."""
    entry = room.tree.rows.entry(room.tree.currentIndex())
    return "" if entry is None else entry.title


def found(room: JournalWindow) -> str:
    """The words of which the list shows what was found."""
    answer = room.showing.answer
    return "" if answer is None else answer.query


def test_typing_in_the_graph_after_review_finds_notes(
    faces: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    faces.show_face(Face.REVIEW)
    faces.show_face(Face.GRAPH)
    faces.searching.go()
    qtbot.keyClicks(faces.bar.search.edit, "proxies")
    qtbot.waitUntil(lambda: faces.notes.title.text == "Found", timeout=3000)
    faces.bar.search.edit.clear()
    settle()
    assert faces.notes.title.text == "All notes"


def test_the_tree_marks_review_only_while_it_is_shown(faces: JournalWindow) -> None:
    folder = Shelf(View.FOLDER, "uploads", "Notes/uploads")
    faces.tree.choose(folder)
    for other in (Face.GRAPH, Face.NOTES):
        faces.show_face(Face.REVIEW)
        assert marked(faces) == "Needs review"
        assert faces.tree.shelf == folder
        faces.show_face(other)
        assert marked(faces) == "uploads"


def test_a_note_made_while_review_is_shown_goes_to_the_chosen_folder(
    faces: JournalWindow, settle: Callable[[], None]
) -> None:
    faces.tree.choose(Shelf(View.FOLDER, "uploads", "Notes/uploads"))
    faces.show_face(Face.REVIEW)
    faces.filing.add("Made from Review")
    settle()
    assert faces.showing.path == "Notes/uploads/Made from Review.md"
    assert faces.faces.face is Face.NOTES


def test_a_folder_that_went_while_review_was_shown_leaves_all_notes(
    faces: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    faces.tree.choose(Shelf(View.FOLDER, "uploads", "Notes/uploads"))
    faces.show_face(Face.REVIEW)
    (shelf_vault / "Notes/uploads/Manifest.md").unlink()
    (shelf_vault / "Notes/uploads").rmdir()
    faces.showing.refresh()
    settle()
    faces.show_face(Face.NOTES)
    settle()
    assert marked(faces) == "All notes"
    assert RETRY in {row.key for row in faces.notes.model.rows}


def test_the_field_says_how_many_were_found(
    faces: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    faces.searching.go()
    qtbot.keyClicks(faces.bar.search.edit, "tries")
    qtbot.waitUntil(lambda: found(faces) == "tries", timeout=3000)
    assert len(faces.notes.model.rows) == 2
    assert faces.bar.search.aside == "2 found"
    faces.searching.show_graph_count(1)
    faces.show_face(Face.GRAPH)
    assert faces.bar.search.aside == "1 found"
    faces.show_face(Face.NOTES)
    assert faces.bar.search.aside == "2 found"
    faces.bar.search.edit.clear()
    settle()
    assert faces.bar.search.aside == ""


def test_nothing_is_said_of_half_a_word_before_typing_pauses(
    faces: JournalWindow, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    faces.searching.go()
    qtbot.keyClicks(faces.bar.search.edit, "tries")
    qtbot.waitUntil(lambda: found(faces) == "tries", timeout=3000)
    qtbot.keyClicks(faces.bar.search.edit, " zz")
    settle()
    faces.bar.search.edit.setText("zzq")
    settle()
    assert len(faces.notes.model.rows) == 2  # as before, until the pause
    qtbot.waitUntil(lambda: found(faces) == "zzq", timeout=3000)
    assert not faces.notes.model.rows
    assert faces.bar.search.aside == "0 found"


@pytest.mark.parametrize(
    ("source", "extra", "why", "origin"),
    [
        (
            "page:https://example.org/a",
            {"held": "it says 'ignore all rules'"},
            "it says 'ignore all rules'. It stays",
            "example.org/a",
        ),
        ("tool:fetch", {}, "It is of a tool (fetch), and whoever filed it", "fetch"),
        ("claude/sonnet", {}, "claude/sonnet filed it with", "claude/sonnet"),
    ],
)
def test_a_held_note_says_why_and_leads_to_review(
    faces: JournalWindow,
    journal_desk: VaultDesk,
    settle: Callable[[], None],
    source: str,
    extra: dict[str, str],
    why: str,
    origin: str,
) -> None:
    add = journal_desk.journal.add
    note = add(title="Kept", body="x", source=source, status=Status.HELD, extra=extra).note
    faces.showing.open(note.path)
    settle()
    said = [each.text() for each in faces.page.area.findChildren(Label)]
    assert any(why in each for each in said)
    lines = [each.text for each in faces.page.strip.findChildren(Line)]
    assert lines[-2:] == ["From", origin]
    press(faces, "Open Review")
    assert faces.faces.face is Face.REVIEW


def test_meaning_search_shows_how_far_it_is(faces: JournalWindow) -> None:
    foot = faces._side.meaning
    assert foot.isHidden()
    status = EmbeddingStatus("nomic-embed-text", 426, 400)
    faces.show_meaning(EmbeddingState(status, running=True, done=12, total=26))
    assert foot.isVisible()
    assert foot.count.text == "412 of 426"
    assert foot.line.share == pytest.approx(412 / 426)
    faces.show_meaning(EmbeddingState(EmbeddingStatus("nomic-embed-text", 426, 426)))
    assert foot.isHidden()
    faces.show_meaning(EmbeddingState(EmbeddingStatus("nomic-embed-text", 426, 0)))
    assert foot.isHidden()  # no Ollama here: there is nothing to wait for
