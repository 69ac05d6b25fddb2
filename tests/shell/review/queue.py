"""The tests' desk with a real vault and its queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.reviewing import Reviewing
from tests.shell.desk import PlainDesk

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal


class ReviewDesk(PlainDesk):
    """The tests' desk with a real vault and its queue."""

    def __init__(self, home: Path, journal: Journal) -> None:
        super().__init__(home)
        self.journal = journal
        self.review = Reviewing(self.home, lambda: journal, lambda: None, self.library, self.now)

    def undo(self, operation: str) -> str:
        return f"Taken back: {self.journal.undo(operation).what}."
