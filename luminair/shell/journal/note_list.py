"""The middle column: what the chosen shelf holds, or what a search found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.journal.arranging import Arranging
from luminair.shell.journal.list_delegate import NoteDelegate
from luminair.shell.journal.list_model import NoteModel
from luminair.shell.journal.rows import Row, standing
from luminair.shell.journal.words import plain
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.rows_view import RowsView
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.parts.states import EmptyState
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from luminair.journal import Listed, Note, SearchAnswer

HEAD = 44
_WHOLE_WORDS = ("Word match looks for whole words.", "The archive was searched too.")


class _List(RowsView):
    """The list itself.

    Signals:
        opened: Return was pressed on a row.
        archive_wanted: ⌘⌫, ⌫ or ⌦ was pressed.
        escaped: Esc was pressed.
        left: the arrow to the tree was pressed.
    """

    opened = Signal(QModelIndex)
    archive_wanted = Signal()
    escaped = Signal()
    left = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.opened.emit(self.currentIndex())
            case Qt.Key.Key_Backspace | Qt.Key.Key_Delete:
                self.archive_wanted.emit()
            case Qt.Key.Key_Escape:
                self.escaped.emit()
            case Qt.Key.Key_Left:
                self.left.emit()
            case _:
                super().keyPressEvent(event)


class _TitleField(QLineEdit):
    """The title of a new note; Esc gives up."""

    given_up = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


class NoteList(QWidget):
    """Head, field for a new note's title, list.

    Args:
        theme: colours and fonts.
        now: the clock, aware.

    Signals:
        chosen: path of the note that is to be shown.
        entered: Return on a note: on to its page.
        archive_wanted: archive the note that is chosen.
        titled: the title of a new note.
        folder_named: the name of a new folder.
        menu_wanted: a menu for the chosen notes, at a place on the screen.
        escaped: Esc in the list.
        left: on to the tree.
        search_wanted: words to look for instead.
    """

    chosen = Signal(str)
    entered = Signal()
    archive_wanted = Signal()
    titled = Signal(str)
    folder_named = Signal(str)
    menu_wanted = Signal(QPoint)
    escaped = Signal()
    left = Signal()
    search_wanted = Signal(str)

    def __init__(
        self, theme: Theme, now: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shelf: Sequence[Row] = ()
        self._found = False
        """Whether the rows are what a search found, which have an order of their own."""
        self._quiet = False
        self.title = Line(theme, "", Style.LIST_TITLE, "text")
        self.count = Line(theme, "", Style.ROW_UNDER, "text3")
        self.arranging = Arranging(theme)
        self.arranging.changed.connect(self._arrange)
        small = Shape(height=24, pad=8, radius=6, style=Style.SMALL_MEDIUM)
        self.empty = Button(theme, "Empty…", fill=Fill.BORDERED, shape=small)
        self.empty.set_name("Empty the Bin")
        self.empty.hide()
        head = QHBoxLayout()
        head.setContentsMargins(20, 0, 10, 0)
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.count)
        head.addStretch(1)
        head.addWidget(self.arranging)
        head.addWidget(self.empty)
        self._head = QWidget(self)
        self._head.setFixedHeight(HEAD - 1)
        self._head.setLayout(head)
        self.field = _TitleField(self)
        self.field.setFixedHeight(30)
        self._asks_folder = False
        self.field.returnPressed.connect(self._take_title)
        self.field.given_up.connect(self.give_up)
        self._new = QWidget(self)
        new = QHBoxLayout(self._new)
        new.setContentsMargins(16, 8, 16, 8)
        new.addWidget(self.field)
        self._new.hide()
        self.model = NoteModel(now, self)
        self.view = _List(self)
        self.view.show_rows(self.model, NoteDelegate(theme, now, self.view))
        self.view.setAccessibleName("Notes")
        slim_bars(self.view, theme)
        self.bar = FloatingBar(theme, self.view)
        self._none = Label(theme, "", Style.SMALL, "text2", wraps=True)
        self._none.setContentsMargins(20, 16, 16, 0)
        self._none.hide()
        self._none_said = ""
        self.instead = Button(theme, fill=Fill.BORDERED)
        self._instead = ""
        self.instead.clicked.connect(lambda: self.search_wanted.emit(self._instead))
        self.nothing = EmptyState(
            theme, "ph.file-search", "No note has these words", _WHOLE_WORDS, [self.instead]
        )
        self.nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(Hairline(theme))
        column.addWidget(self._new)
        column.addWidget(self._none)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.view, 1)
        self.view.selectionModel().currentChanged.connect(self._tell)
        self.view.clicked.connect(self._tell)
        self.view.opened.connect(self._enter)
        self.view.archive_wanted.connect(self.archive_wanted)
        self.view.escaped.connect(self.escaped)
        self.view.left.connect(self.left)
        self.view.setDragEnabled(True)
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._want_menu)
        theme.changed.connect(self._restyle)

    @property
    def current(self) -> str:
        """Path of the chosen note, or ''."""
        at = self.view.currentIndex()
        return self.model.rows[at.row()].key if at.isValid() else ""

    @property
    def selected(self) -> list[Row]:
        """The chosen notes, from the top."""
        rows = sorted(index.row() for index in self.view.selectedIndexes())
        return [self.model.rows[row] for row in rows]

    def show_notes(self, title: str, rows: Sequence[Row], none: str) -> None:
        """Shows the notes of a shelf.

        Args:
            title: of the shelf.
            rows: its notes, newest first.
            none: what to say where there are none.
        """
        self.title.set_text(title)
        self._put(rows, none, found=False)

    def show_found(
        self, answer: SearchAnswer, states: Mapping[str, Listed], winners: Mapping[str, Note]
    ) -> None:
        """Shows what a search found, the matched words pointed out."""
        self.title.set_text("Found")
        asked = tuple(word for word in answer.query.split() if len(word) > 1)
        rows = []
        for result in answer.results:
            note = result.note
            each = states.get(note.path)
            mark = ("", "", "")
            if each is not None:
                mark = standing(each, winners.get(each.hidden_by))
            if note.in_archive:
                mark = ("Archived", "ph.archive-box", "text2")
            under = plain(result.passage or note.summary)
            words = (*asked, *(term for term, _ in result.terms if len(term) > 2))
            rows.append(Row(note.path, note, under, note.updated, *mark, words))
        self._put(rows, "", found=True)

    def _put(self, rows: Sequence[Row], none: str, *, found: bool) -> None:
        self._shelf, self._none_said, self._found = rows, none, found
        self.offer("")
        self._arrange()

    def offer(self, words: str) -> None:
        """Offers other words to look for, where nothing was found; '' for none."""
        self._instead = words
        self.instead.set_face(f"Search “{words}”")
        self.instead.set_name(f"Search “{words}”")
        self.instead.setVisible(bool(words))

    def _arrange(self) -> None:
        """Shows what the filter leaves in, in order."""
        shelf, arranging = self._shelf, self.arranging
        arranging.sort.setVisible(not self._found)
        rows = arranging.left_in(shelf)
        part = f"{len(rows):,} of " if arranging.narrow else ""
        count = f"{len(shelf):,}" if self._found else counted(len(shelf), "note")
        self.count.set_text(f"{part}{count}")
        kept = arranging.narrow.words
        none = self._none_said if not shelf else f"The filter leaves none of them: {kept}."
        self._set(rows if self._found else arranging.sorted(rows), none)

    def choose(self, path: str) -> None:
        """Chooses a note without saying so; none where it is not in the list."""
        at = self.model.row_of(path)
        self._quiet = True
        if at >= 0:
            index = self.model.index(at)
            several = len(self.view.selectedIndexes()) > 1
            if index != self.view.currentIndex() or not several:
                self._go(index)
            self.view.scrollTo(index)
        else:
            self.view.setCurrentIndex(QModelIndex())
            self.view.clearSelection()
        self._quiet = False

    def step(self, by: int) -> None:
        """Goes to the next or the previous note, round and round."""
        count = len(self.model.rows)
        if count:
            at = self.view.currentIndex()
            row = (at.row() + by) % count if at.isValid() else 0
            self._go(self.model.index(row))

    def _go(self, index: QModelIndex) -> None:
        # Not the view's own way: it would ask which keys are down, and ⌘G holds ⌘.
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().setCurrentIndex(index, flags)

    def beside(self, path: str) -> str:
        """The note after this one, else the one before, else ''."""
        rows, at = self.model.rows, self.model.row_of(path)
        near = [each for each in (at + 1, at - 1) if at >= 0 and 0 <= each < len(rows)]
        return rows[near[0]].key if near else ""

    def ask_title(self) -> None:
        """Asks for the title of a new note."""
        self._ask("Title of the new note", folder=False)

    def ask_folder(self) -> None:
        """Asks for the name of a new folder."""
        self._ask("Name of the new folder", folder=True)

    def _ask(self, words: str, *, folder: bool) -> None:
        self._asks_folder = folder
        self.field.setPlaceholderText(words)
        self.field.setAccessibleName(words)
        self.field.clear()
        self._new.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def give_up(self) -> None:
        """Takes the field for a new title away."""
        self._new.hide()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_title(self) -> None:
        title = self.field.text().strip()
        if title:
            self._new.hide()
            (self.folder_named if self._asks_folder else self.titled).emit(title)

    def _set(self, rows: Sequence[Row], none: str) -> None:
        held, chosen = self.current, {row.key for row in self.selected}
        self._quiet = True
        self.model.set_rows(rows)
        self._quiet = False
        self.choose(held)
        if len(chosen) > 1:  # rows that changed their place have lost it
            flag = QItemSelectionModel.SelectionFlag.Select
            for at, row in enumerate(rows):
                if row.key in chosen:
                    self.view.selectionModel().select(self.model.index(at), flag)
        self._none.setText(none)
        unfound = self._found and not self._shelf
        self._none.setVisible(not rows and not unfound)
        self.nothing.setVisible(unfound)
        self.view.setVisible(not unfound)

    def _tell(self, index: QModelIndex) -> None:
        if not self._quiet and index.isValid():
            self.chosen.emit(self.model.rows[index.row()].key)

    def _want_menu(self, at: QPoint) -> None:
        if self.view.indexAt(at).isValid():
            self.menu_wanted.emit(self.view.viewport().mapToGlobal(at))

    def _enter(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.model.rows[index.row()].key)
            self.entered.emit()

    def _restyle(self) -> None:
        self.view.scheduleDelayedItemsLayout()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        painter.end()
