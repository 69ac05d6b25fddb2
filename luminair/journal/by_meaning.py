"""Search by meaning for one vault: what a prompt needs of it, and no more, for it waits."""

from __future__ import annotations

from luminair.journal.meaning.signal import Meaning
from luminair.journal.vault.embedder_rest import EmbedderRest
from luminair.journal.vault.vector_rows import KeptVectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal.meaning.signal import Embedder
    from luminair.journal.opening import Setup
    from luminair.journal.vault.catalogue import Catalogue
    from luminair.journal.vault.vector_rows import Sign


def meaning_of(embedder: Embedder, setup: Setup, catalogue: Catalogue) -> Meaning:
    """The signal of meaning of a vault by one model."""
    return Meaning(
        embedder,
        KeptVectors(catalogue.root, setup.index, _made_anew).rows,
        EmbedderRest(setup.index),
        now=setup.now,
        mask=setup.mask,
        warm_up=setup.warm_up,
    )


def _made_anew(file: Path, model: str, sign: Sign) -> bytes:
    from luminair.journal.vault.vector_file import rows_in  # noqa: PLC0415 once after a change

    return rows_in(file, model, sign)
