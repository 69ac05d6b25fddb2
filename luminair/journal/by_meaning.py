"""Search by meaning for one vault: what a prompt needs of it, and no more, for it waits."""

from __future__ import annotations

from luminair.journal.meaning.signal import Meaning
from luminair.journal.vault.embedder_rest import EmbedderRest
from luminair.journal.vault.vector_rows import KeptVectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luminair.journal.meaning.signal import Embedder
    from luminair.journal.opening import Setup
    from luminair.journal.vault.catalogue import Catalogue


def meaning_of(embedder: Embedder, setup: Setup, catalogue: Catalogue) -> Meaning:
    """The signal of meaning of a vault by one model."""
    return Meaning(
        embedder,
        KeptVectors(catalogue.root, setup.index).rows,
        EmbedderRest(setup.index),
        now=setup.now,
        mask=setup.mask,
        warm_up=setup.warm_up,
    )
