"""Pictures of the Journal window (mockups 04, 05, 07, and the states of 10 that it has)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal import Scope, State
from luminair.shell.housekeeping import Folding
from luminair.shell.journal.arranging import Narrow
from luminair.shell.journal.faces import Face
from luminair.shell.journal.reading import Shelf, View
from tests.windows.stage import Stage, wait, wait_until

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap


class JournalStage(Stage):
    """The Journal window over the sample vault."""

    def journal(self) -> QPixmap:
        """A note that another hides, to read."""
        self._open_journal()
        wait()
        return self._journal.grab()

    def journal_edit(self) -> QPixmap:
        """The same note, to edit."""
        self._open_journal()
        self._journal.toggle_edit()
        wait()
        return self._journal.grab()

    def review(self) -> QPixmap:
        """What waits for the owner."""
        listing = self.desk.library.listing().sessions
        quiet = next(each for each in listing if each.title == "Negative queue depth")
        self.desk.distill(quiet.id)
        self._show_journal()
        self._journal.show_face(Face.REVIEW)
        self.settle()
        strip = self.reviewer.face.strip
        strip.show_folding(Folding("Seed the staging bucket", 4, 7))
        wait()
        picture = self._journal.grab()
        strip.show_folding(None)
        self._journal.show_face(Face.NOTES)
        return picture

    def history(self) -> QPixmap:
        """A note's versions, and what the last edit changed."""
        self._open_journal()
        journal, vault = self._journal, self.desk.journal
        path = journal.showing.path
        before = vault.load(path).body
        vault.edit(path, body=f"{before.rstrip()}\n\nThe second attempt waits for two seconds.\n")
        vault.edit(path, body=vault.load(path).body.replace("two seconds", "one second"))
        journal.bench.history.open(path)
        self.settle()
        wait()
        picture = journal.grab()
        if journal.bench.history.sheet is not None:
            journal.bench.history.sheet.dismiss()
        return picture

    def health(self) -> QPixmap:
        """What is wrong with the vault, and whether it finds things."""
        self._open_journal()
        journal, root = self._journal, self.desk.journal.root
        (root / "Notes/Torn.md").write_text("---\ntitle: Torn\n", encoding="utf-8")
        twin = self.desk.journal.file_bytes(journal.showing.path)
        (root / "Notes/Copied by hand.md").write_bytes(twin)
        self.desk.journal.add(title="Where parts go", body="See [[Bucket layout]] for the rest.")
        journal.bench.healing.open()
        self.settle()
        sheet = journal.bench.healing.sheet
        if sheet is not None:
            sheet.exam.button.click()
        self.settle()
        wait()
        picture = journal.grab()
        if sheet is not None:
            sheet.dismiss()
        return picture

    def graph(self) -> QPixmap:
        """The graph with a search and the note under the pointer."""
        journal, face = self._journal, self.graph_face
        self._show_journal()
        journal.show_face(Face.GRAPH)
        self.settle()
        journal.bar.search.edit.setText("retry")
        wait_until(lambda: bool(face.canvas.found))
        wait()
        scene = face.canvas.scene
        if scene is not None:
            most = max(range(len(scene.nodes)), key=lambda at: scene.nodes[at].links)
            face.canvas.hovered = most
            face.canvas.pointed.emit(most)
        wait()
        picture = journal.grab()
        journal.bar.search.edit.clear()
        journal.show_face(Face.NOTES)
        return picture

    def _settled(self) -> QPixmap:
        self.settle()
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
        self.settle()
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
        self.settle()
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
        self.settle()
        return picture
