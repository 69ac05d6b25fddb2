"""The matches of a query in the order in which they are answered, with or without meaning."""

from __future__ import annotations

from luminair.journal.digest_items import Ranked
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Final

    from luminair.journal.meaning.rerank import Placed
    from luminair.journal.notes.note import Note
    from luminair.journal.ranking.bm25 import Hit

WORDS_ONLY: Final = "off: notes are ranked by words alone"


@dataclass(frozen=True, slots=True)
class Match:
    """A note that matches, in the order in which it is answered.

    Attributes:
        note: the note.
        score: the fused score; that of words alone where meaning took no part.
        words: its place by words, from 1.
        hit: its score by words and the words that matched.
        meaning: its place by meaning, from 1, and its cosine; None where it has none.
    """

    note: Note
    score: float
    words: int
    hit: Hit
    meaning: tuple[int, float] | None = None

    def verdict(self, rank: int) -> str:
        """Why it is answered in this place, in plain words."""
        if self.meaning is None:
            return "Found by words"
        if rank < self.words:
            return f"Found by words, and moved up from place {self.words} for its meaning"
        if rank > self.words:
            return f"Found by words in place {self.words}; others are nearer in meaning"
        return "Found by words and by meaning"


def matches(hits: Sequence[tuple[Note, Hit]], placed: Sequence[Placed] | None) -> list[Match]:
    """The word matches, best first by words, in the order that was found."""
    if placed is None:
        return [Match(note, hit.score, at, hit) for at, (note, hit) in enumerate(hits, start=1)]
    return [
        Match(hits[each.match][0], each.score, each.match + 1, hits[each.match][1], each.meaning)
        for each in placed
    ]


def ranked_among(found: Iterable[Match], notes: Mapping[str, Note]) -> list[Ranked]:
    """The matches that are among these notes, by path, as a digest takes them.

    Equal scores share a rank: a digest breaks ties by itself.
    """
    ranked = []
    rank, score = 0, float("nan")
    for number, match in enumerate(found, start=1):
        if match.score != score:
            rank, score = number, match.score
        note = notes.get(match.note.path)
        if note is not None:
            place = match.meaning[0] if match.meaning is not None else None
            ranked.append(Ranked(note, rank, score, match.hit.terms, match.words, place))
    return ranked
