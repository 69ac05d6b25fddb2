"""The stored postings for a process that asks often: what a query computes of a term is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.journal.ranking.postings import MemoryPostings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.journal.vault.catalogue_postings import StoredPostings


class WarmPostings(MemoryPostings):
    """Postings in memory whose terms come from the index one by one, when they are asked for.

    The same numbers as on disk, and so the same scores.
    """

    def __init__(self, stored: StoredPostings, docs: Iterable[int]) -> None:
        super().__init__()
        self._stored = stored
        self._lengths = {doc: stored.length(doc) for doc in docs}

    @property
    @override
    def average_length(self) -> float:
        """Mean of the weighted lengths."""
        return self._stored.average_length

    @override
    def of(self, term: str) -> tuple[Sequence[int], Sequence[float]]:
        """See :class:`luminair.journal.ranking.postings.Postings`."""
        return self._stored.of(term)
