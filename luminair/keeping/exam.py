"""Does the vault find things? Earlier phrasings are asked again, and the note is known (spec 15).

The phrasings stand in the very notes that are looked for, so the exam is held on a copy: every
note that search sees, with its 'Said again' sections cut out, in a folder of its own, searched by
the same code. The notes' vectors are copied along; they are made of texts without 'Said again'.
A quotation that stands word for word elsewhere in its note proves nothing and is left out.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError
from luminair.journal import Journal, State, one_line, without_said_again
from luminair.keeping.said_again import said_in
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Note, Result

AT: Final = 5
"""A note counts as found among so many."""
MOST: Final = 500
"""Most phrasings that are asked; beyond it every second, third, … is."""
_DEEP: Final = 80
_VECTORS: Final = ".luminair/vectors.json"


@dataclass(frozen=True, slots=True)
class Question:
    """One phrasing, and where the note it belongs to was found.

    Attributes:
        query: the phrasing.
        path: of the note.
        key: of the note.
        words: its rank by words, 0 for not found.
        meaning: by meaning, 0 for not found, None where meaning is off.
        both: by both together.
    """

    query: str
    path: str
    key: str
    words: int
    meaning: int | None
    both: int


@dataclass(frozen=True, slots=True)
class Exam:
    """How the vault did.

    Attributes:
        questions: in the order of their notes.
        meaning: 'on', or why meaning did not take part.
        said: how many phrasings there were in all.
        trivial: how many were left out, since their words stand in the note itself.
    """

    questions: tuple[Question, ...]
    meaning: str
    said: int
    trivial: int

    def recall(self, way: str) -> float | None:
        """Share of phrasings whose note is among the first five by 'words', 'meaning' or 'both'."""
        ranks: list[int | None] = [getattr(question, way) for question in self.questions]
        known = [rank for rank in ranks if rank is not None]
        if not known or len(known) < len(ranks):
            return None
        return sum(0 < rank <= AT for rank in known) / len(known)

    @property
    def at(self) -> int:
        """Among so many a note counts as found."""
        return AT

    @property
    def sentence(self) -> str:
        """The result in words."""
        if not self.questions:
            return (
                "There is nothing to ask yet: phrasings gather under 'Said again' of a note as you "
                "repeat a request or merge notes."
            )
        shares = [
            f"{name} {share:.0%}"
            for name, way in (("words", "words"), ("meaning", "meaning"), ("both", "both"))
            if (share := self.recall(way)) is not None
        ]
        off = "" if self.recall("meaning") is not None else f" Meaning search is {self.meaning}."
        asked = counted(len(self.questions), "phrasing")
        return f"Of {asked} the right note was among the first {AT}: {', '.join(shares)}.{off}"


def hold(
    journal: Journal, *, progress: Callable[[int, int], None] | None = None, most: int = MOST
) -> Exam:
    """Asks the vault its own phrasings; changes nothing in it.

    Args:
        journal: the vault.
        progress: told how many are asked, of how many.
        most: most phrasings that are asked.
    """
    with tempfile.TemporaryDirectory(prefix="luminair-exam-") as place:
        folder = Path(place).resolve()
        asked, said, trivial = _lay_out(journal, folder)
        step = -(-len(asked) // most) if asked else 1
        chosen = asked[::step]
        if not chosen:
            return Exam((), "", said, trivial)
        copy = Journal(replace(journal.setup, root=folder, index=None, ahead=None))
        try:
            questions: list[Question] = []
            meaning = ""
            for number, (query, note) in enumerate(chosen):
                if progress is not None:
                    progress(number, len(chosen))
                answer = copy.search(query, limit=_DEEP)
                meaning = answer.meaning
                questions.append(_question(query, note, answer.results, on=meaning == "on"))
        finally:
            copy.close()
    return Exam(tuple(questions), meaning, said, trivial)


def _lay_out(journal: Journal, folder: Path) -> tuple[list[tuple[str, Note]], int, int]:
    """Copies what search sees, without 'Said again'; the phrasings, all and trivial ones."""
    asked: list[tuple[str, Note]] = []
    said = trivial = 0
    for each in journal.listing(compared=False):
        if each.state in {State.DAMAGED, State.ARCHIVED}:
            continue
        note = each.note
        try:
            loaded = journal.load(note.path)
        except NoteError:  # gone since the look
            continue
        body = without_said_again(loaded.body)
        place = folder / note.path
        place.parent.mkdir(parents=True, exist_ok=True)
        head = loaded.raw.decode("utf-8", "replace").removesuffix(loaded.body)
        place.write_bytes((head + body).encode("utf-8", "replace"))
        own = one_line(f"{note.title}\n{note.summary}\n{body}").casefold()
        for quote in dict.fromkeys(again.quote for again in said_in(loaded.body)):
            said += 1
            if quote.casefold().rstrip(".!? ") in own:
                trivial += 1
            else:
                asked.append((quote, note))
    vectors = journal.root / _VECTORS
    if asked and vectors.is_file():
        (folder / ".luminair").mkdir(exist_ok=True)
        (folder / _VECTORS).write_bytes(vectors.read_bytes())
    return asked, said, trivial


def _question(query: str, note: Note, results: tuple[Result, ...], *, on: bool) -> Question:
    found = next((each for each in results if each.note.path == note.path), None)
    if found is None:
        return Question(query, note.path, note.key, 0, 0 if on else None, 0)
    meaning = found.meaning[0] if found.meaning is not None else 0
    return Question(query, note.path, note.key, found.words[0], meaning if on else None, found.rank)
