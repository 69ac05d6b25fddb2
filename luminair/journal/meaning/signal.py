"""The signal of meaning for one vault: asks the embedder about a prompt, or says why not.

The one live call is the prompt's own embedding, 400 ms for all of it, and only where it can change
the order: no call where the vault has no vectors, where fewer than two matches have one, where the
prompt is nothing but names, or where the embedder failed within the last minute.
"""

from __future__ import annotations

from luminair.errors import EmbeddingFailed
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from typing import Final, Protocol

    from luminair.journal.meaning.rerank import Placed
    from luminair.journal.notes.note import Note
    from luminair.journal.ranking.query import Query
    from luminair.journal.ranking.vectors import Coded
else:
    Protocol = object  # what it says is over once types are checked

TIMEOUT_S: Final = 0.36
"""With what is loaded for the call, a prompt waits 400 ms for it at most."""
ON: Final = "on"
_HEAD_CHARS: Final = 2400
_TAIL_CHARS: Final = 800


class Embedder(Protocol):
    """What the Journal asks of a model; ``luminair.embedding`` has one.

    Every method raises :class:`luminair.errors.EmbeddingFailed` where it cannot.
    """

    @property
    def model(self) -> str:
        """The model's name; vectors of two models are never compared."""

    def passages(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """The vectors of notes' texts, of length 1, in their order; may take minutes."""

    def query(self, text: str, timeout_s: float) -> tuple[float, ...]:
        """The vector of a prompt, of length 1, within so many seconds for all of it."""

    def warm(self) -> None:
        """Loads the model, however long that takes, and keeps it loaded for a while."""

    def fingerprint(self) -> str:
        """What the vectors depend on besides the name; '' where the server cannot tell."""


class Kept(Protocol):
    """The vectors of one model."""

    length: int

    def of(self, key: str, sha256_hex: str) -> Sequence[Coded]:
        """A note's vectors; none where its file is another one by now."""


class Rest(Protocol):
    """Whether the embedder is left alone for now."""

    def said(self, now: Callable[[], datetime]) -> str:
        """Why it is not asked, '' where it may be."""

    def begin(self, now: datetime, why: str) -> None:
        """It failed."""

    def end(self) -> None:
        """It answered."""


@dataclass(frozen=True, slots=True)
class Order:
    """Matches in the order in which they are answered.

    Attributes:
        placed: the fused order; None where the words' own order stands.
        said: 'on', or why meaning did not take part.
    """

    placed: list[Placed] | None
    said: str


class Meaning:
    """See the module's text.

    Args:
        embedder: turns prompts into vectors.
        kept: opens the vectors of a model, None where there are none.
        rest: how the processes of this machine leave a failing embedder alone.
        now: the clock, aware.
        mask: takes secrets out of a text before it is embedded.
        warm_up: starts loading the model without being waited for.
    """

    def __init__(
        self,
        embedder: Embedder,
        kept: Callable[[str], Kept | None],
        rest: Rest,
        *,
        now: Callable[[], datetime],
        mask: Callable[[str], str],
        warm_up: Callable[[], None],
    ) -> None:
        self.embedder = embedder
        self._kept = kept
        self._rest = rest
        self._now = now
        self._mask = mask
        self._warm_up = warm_up

    def candidates(self, query: Query) -> int:
        """How many matches by words it wants to see; 0 where it will take no part."""
        from luminair.journal.meaning.rerank import CANDIDATES  # noqa: PLC0415 not all rank so

        if query.empty or query.only_names or self._kept(self.embedder.model) is None:
            return 0
        return CANDIDATES

    def order(self, query: Query, notes: Sequence[Note]) -> Order:
        """The word matches in their new order.

        Args:
            query: what was asked.
            notes: all matches by words, best first.
        """
        from luminair.journal.meaning.rerank import (  # noqa: PLC0415 see above
            CANDIDATES,
            fused,
            nearest,
        )

        if query.empty:
            return _off("the query says nothing to look up")
        if query.only_names:
            return _off("a query of names alone is found best by words")
        kept = self._kept(self.embedder.model)
        if kept is None:
            return _off(
                f"no note has an embedding by '{self.embedder.model}' yet; "
                "`luminair-journal embed` makes them while an Ollama with that model runs"
            )
        rows = [kept.of(note.key, note.sha256) for note in notes[:CANDIDATES]]
        if sum(map(bool, rows)) < 2:
            return _off("fewer than two of the notes found by words have an embedding")
        resting = self._rest.said(self._now)
        if resting:
            return _off(resting)
        try:
            vector = self.embedder.query(self._mask(_essence(query.text)), TIMEOUT_S)
        except EmbeddingFailed as error:
            self._rest.begin(self._now(), str(error))
            if error.cause == "late":
                self._warm_up()
            return _off(str(error))
        self._rest.end()
        if len(vector) != kept.length:
            return _off(
                f"'{self.embedder.model}' makes vectors of {len(vector):,} numbers now, the "
                f"notes' have {kept.length:,}; `luminair-journal embed` makes them anew"
            )
        return Order(fused(nearest(vector, rows), len(notes)), ON)


def _off(why: str) -> Order:
    return Order(None, f"off: {why}")


def _essence(prompt: str) -> str:
    """A prompt's beginning and end: of a pasted log the middle says least."""
    if len(prompt) <= _HEAD_CHARS + _TAIL_CHARS:
        return prompt
    return f"{prompt[:_HEAD_CHARS]}\n…\n{prompt[-_TAIL_CHARS:]}"
