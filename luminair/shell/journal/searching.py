"""The search field of the Journal window: where it leads, and what it says was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from luminair.shell.journal.faces import Face
from luminair.shell.journal.reading import MOST_FOUND

if TYPE_CHECKING:
    from luminair.shell.journal.bar import JournalBar
    from luminair.shell.journal.faces import Faces
    from luminair.shell.journal.note_list import NoteList
    from luminair.shell.journal.showing import Showing


class Searching(QObject):
    """Between the field, the list and the graph.

    Args:
        bar: has the field.
        faces: notes, graph and Review.
        notes: the list.
        showing: finds notes.
        parent: the window.

    Signals:
        notes_wanted: what is typed is to be seen among the notes.
    """

    notes_wanted = Signal()

    def __init__(
        self, bar: JournalBar, faces: Faces, notes: NoteList, showing: Showing, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._field, self._faces = bar.search, faces
        self._notes, self._showing = notes, showing
        self._in_list = self._in_graph = -1
        self._field.edited.connect(self._typed)
        self._field.entered.connect(self._enter)
        notes.search_wanted.connect(self._field.edit.setText)
        showing.found.connect(self._show_list_count)
        faces.turned.connect(lambda _: self._say())

    def go(self) -> None:
        """Goes to the field."""
        self._field.edit.selectAll()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_graph_count(self, count: int) -> None:
        """Says how many notes the graph rings; -1 while nothing is searched."""
        self._in_graph = count
        self._say()

    def _show_list_count(self, count: int) -> None:
        self._in_list = count
        self._say()

    def _say(self) -> None:
        graph = self._faces.face is Face.GRAPH
        count = self._in_graph if graph else self._in_list
        more = "+" if not graph and count >= MOST_FOUND else ""
        self._field.set_aside(f"{count:,}{more} found" if count >= 0 else "")

    def _typed(self, words: str) -> None:
        if words and self._faces.face is Face.REVIEW:
            self.notes_wanted.emit()

    def _enter(self) -> None:
        if self._faces.face is not Face.NOTES:
            return  # the graph goes to what it has found
        rows = self._notes.model.rows
        if rows:
            self._showing.open(self._notes.current or rows[0].key)
