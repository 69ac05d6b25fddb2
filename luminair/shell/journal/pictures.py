"""Brings the pictures of the note on the page: read and decoded in a job, drawn by the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.shell.journal.picture_files import picture_bytes
from luminair.shell.parts.picture import Picture, decoded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.reading import Opened


class Pictures:
    """The pictures of one note after another; see :class:`Loader`.

    Args:
        jobs: reading and decoding go there.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._root: Path | None = None
        self._note = ""

    def stand_at(self, opened: Opened) -> None:
        """Reads addresses from this note's folder from now on."""
        self._note = opened.note.path
        self._root = opened.file.parents[self._note.count("/")]

    def load(self, address: str, done: Callable[[Picture], None], owner: QWidget) -> None:
        """See :class:`Loader`."""
        root, note = self._root, self._note
        if root is not None:
            self._jobs.run(lambda: _picture(root, note, address), done=done, owner=owner)


def _picture(root: Path, note: str, address: str) -> Picture:
    try:
        return decoded(picture_bytes(root, note, address))
    except LuminairError as error:
        return Picture(said=str(error))
