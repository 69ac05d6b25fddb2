"""What the Journal answers: values that doors show and print."""

from __future__ import annotations

from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luminair.journal.notes.note import Note, State


@dataclass(frozen=True, slots=True)
class Listed:
    """A note with its standing.

    Attributes:
        note: the note.
        state: what it may do in a prompt.
        hidden_by: the winner's key, or ''.
        reason: why it is not live, in plain words, or ''.
    """

    note: Note
    state: State
    hidden_by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Written:
    """What a write came to.

    Attributes:
        note: as it is now.
        said: what was changed about the request, a sentence, or ''.
        operation: what ``undo`` takes back; '' where nothing changed.
    """

    note: Note
    said: str = ""
    operation: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One match of a search.

    Attributes:
        note: the note.
        state: its standing in the whole vault, or at the place asked for.
        rank: 1 for the best.
        score: the fused score; of words alone while meaning is off.
        terms: matched words with their weights, heaviest first.
        passage: the text that matches best.
        verdict: a plain sentence on its standing.
        words: its rank and score by words alone.
        meaning: its rank by meaning and its cosine, None where it has none.
    """

    note: Note
    state: State
    rank: int
    score: float
    terms: tuple[tuple[str, float], ...]
    passage: str
    verdict: str
    words: tuple[int, float]
    meaning: tuple[int, float] | None = None


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The answer to a query.

    Attributes:
        query: as asked.
        took_ms: milliseconds, the look at the vault left out.
        meaning: 'on', or why meaning did not take part.
        results: best first.
        empty: the query holds no word to look up.
    """

    query: str
    took_ms: float
    meaning: str
    results: tuple[Result, ...]
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the vault that the owner should know of."""

    path: str
    problem: str
    advice: str


@dataclass(frozen=True, slots=True)
class Backlink:
    """A note that links here, with the line that does."""

    note: Note
    excerpt: str


@dataclass(frozen=True, slots=True)
class Outlink:
    """A link that a note has.

    Attributes:
        name: what it names, as written.
        notes: those it may mean: one, several where nobody can say which, none where it leads
            nowhere.
    """

    name: str
    notes: tuple[Note, ...]
