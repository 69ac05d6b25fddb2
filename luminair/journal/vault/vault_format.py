"""A vault that a newer Luminair has written to is read, and not written.

Notes are Markdown in every version; what a later one may change is ``.luminair/``. It then puts
its number into ``.luminair/format``. Without that file the number is 1, the one this version knows.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

MACHINE_FOLDER = ".luminair"
"""What may travel with the vault and is not a note."""
VECTORS = f"{MACHINE_FOLDER}/vectors.json"
"""Where the vectors of the notes are kept; see ``vector_file``."""

FORMAT = 1
_FILE = "format"
_MOST_BYTES = 20


def newer_sentence(machine_folder: Path) -> str:
    """Why nothing is written to a vault; '' where this version knows its form.

    Args:
        machine_folder: the vault's ``.luminair``.
    """
    try:
        word = (machine_folder / _FILE).read_bytes()[:_MOST_BYTES].strip()
    except OSError:
        return ""
    number = int(word) if word.isdigit() else FORMAT
    if number <= FORMAT:
        return ""
    return (
        f"The Journal in '{machine_folder.parent}' was written by a newer Luminair (its form is "
        f"{number}, this one knows {FORMAT}), so it is read here and nothing in it is changed; "
        "update Luminair to write."
    )
