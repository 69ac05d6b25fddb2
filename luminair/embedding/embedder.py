"""What turns texts into vectors, whoever does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Vector: TypeAlias = tuple[float, ...]
"""Numbers of length 1 together (L2), so that the product of two is their cosine."""


class Embedder(Protocol):
    """One model, ready to be asked. Vectors of one embedder all have the same length.

    Every method raises :class:`luminair.errors.EmbeddingFailed` where it cannot.
    """

    @property
    def model(self) -> str:
        """The model's name; vectors of two models are never compared."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of texts that are to be found, in their order; may take minutes."""
        ...

    def query(self, text: str, timeout_s: float) -> Vector:
        """The vector of a question, within so many seconds for all of it."""
        ...

    def warm(self) -> None:
        """Loads the model, however long that takes, and keeps it loaded for a while."""
        ...

    def fingerprint(self) -> str:
        """What the vectors depend on besides the name; '' where the server cannot tell.

        A model that was fetched anew under its old name gives other vectors.
        """
        ...
