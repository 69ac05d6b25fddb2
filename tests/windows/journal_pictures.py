"""More pictures of the Journal window: what is seen now and then.

``python -m tests.windows.journal_pictures OUTDIR [NAME…]`` grabs a conflict, a note that is held,
the Bin, searches, a list with a filter and a vault that is gone, as ``pictures`` does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.journal import Scope, State
from luminair.shell.journal.arranging import Narrow
from luminair.shell.journal.reading import Shelf, View
from tests.windows import pictures
from tests.windows.pictures import wait, wait_until

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

NAMES = ("conflict", "held", "nothing", "found", "filter", "bin", "missing")


class JournalStage(pictures.Stage):
    """The Journal window over the demo."""

    def _settled(self) -> QPixmap:
        wait_until(lambda: not self.jobs.busy)
        wait()
        return self._journal.grab()

    def conflict(self) -> QPixmap:
        """A note that changed on the disk while it was edited."""
        self._open_journal()
        journal, vault = self._journal, self.desk.journal
        journal.toggle_edit()
        text = journal.page.editor.text
        text.setPlainText(text.toPlainText().replace("First wait 400 ms", "First wait 250 ms"))
        file = vault.root / journal.showing.path
        there = file.read_text("utf-8")
        file.write_text(there.replace("never above 20 s", "never above 30 s"), encoding="utf-8")
        journal.changing.save()
        picture = self._settled()
        journal.changing.use_disk()
        wait_until(lambda: not self.jobs.busy)
        return picture

    def held(self) -> QPixmap:
        """A note that waits for the owner's yes."""
        self._open_journal()
        held = self.desk.journal.listing(state=State.HELD)
        self._journal.open_note(held[0].note.path)
        return self._settled()

    def nothing(self) -> QPixmap:
        """Words that no note has, and those that are near."""
        return self._search("maniffest")

    def found(self) -> QPixmap:
        """Words that some notes have."""
        return self._search("retry")

    def filter(self) -> QPixmap:
        """Only some kinds and scopes of a folder."""
        self._open_journal()
        arranging = self._journal.notes.arranging
        arranging.leave_in(Narrow(frozenset({"rule", "ask"}), frozenset({Scope.FOLDER})))
        picture = self._settled()
        arranging.leave_in(Narrow())
        return picture

    def _search(self, words: str) -> QPixmap:
        self._open_journal()
        journal = self._journal
        journal.bar.search.edit.setText(words)
        wait_until(lambda: journal.showing.answer is not None)
        picture = self._settled()
        journal.bar.search.edit.clear()
        return picture

    def bin(self) -> QPixmap:
        """Notes that were removed."""
        self._open_journal()
        journal, vault = self._journal, self.desk.journal
        vault.remove([vault.listing()[3].note.path])
        journal.showing.refresh()
        wait_until(lambda: not self.jobs.busy)
        journal.tree.setCurrentIndex(journal.tree.rows.find(Shelf(View.BIN, "Bin")))
        journal.showing.open(journal.showing.contents.bin_rows[0].key)
        return self._settled()

    def missing(self) -> QPixmap:
        """A vault that is not there."""
        self._open_journal()
        root = self.desk.journal.root
        away = root.with_name("away")
        root.rename(away)
        self._journal.showing.refresh()
        picture = self._settled()
        away.rename(root)
        self._journal.showing.refresh()
        wait_until(lambda: not self.jobs.busy)
        return picture


if __name__ == "__main__":
    pictures.main(Path(sys.argv[1]), sys.argv[2:] or NAMES, JournalStage)
