"""Which notes are embedded, and which are passed over; and how matches become a digest's ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import NoteNotFound
from luminair.journal.meaning.backfill import Vectors, steps
from luminair.journal.meaning.matching import matches, ranked_among
from luminair.journal.ranking.bm25 import Hit
from tests.journal.made_notes import loaded, made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.journal.notes.note import LoadedNote


class Model:
    """Gives each text the same vector, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [[1.0, 0.0] for _ in texts]


def test_what_another_process_did_and_what_went_away_is_passed_over() -> None:
    notes = [made(f"{name}.md", sha256=name * 64) for name in "abc"]
    known = {notes[0].key: Vectors(notes[0].sha256, "t", ())}

    def load(path: str) -> LoadedNote:
        if path == "b.md":
            raise NoteNotFound("The note 'b.md' is gone.")
        return loaded(path, "Text.", sha256="c" * 64)

    model = Model()
    found = list(steps(notes, known=known, load=load, embedder=model, mask=str))  # type: ignore[arg-type]
    assert [list(step.made) for step in found] == [["c.md"]]
    assert len(model.asked) == 1


def test_of_all_matches_those_that_may_ride_keep_their_ranks() -> None:
    notes = [made(f"{name}.md") for name in "abcd"]
    hits = [
        (note, Hit(number, score, ()))
        for number, (note, score) in enumerate(zip(notes, (3.0, 2.0, 2.0, 1.0), strict=True))
    ]
    among = {note.path: note for note in notes if note.path != "a.md"}
    assert [(each.note.path, each.rank) for each in ranked_among(matches(hits, None), among)] == [
        ("b.md", 2),
        ("c.md", 2),
        ("d.md", 4),
    ]
