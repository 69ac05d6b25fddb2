"""``[[`` in the editor: a list of notes to link to, and after ``#`` of a note's headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QTextCursor
from PySide6.QtWidgets import QFrame, QListView, QVBoxLayout
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.places import Group, Index, Place
from luminair.shell.parts.places_list import PlaceDelegate, PlaceModel
from luminair.shell.parts.scroll import slim_bars

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QPlainTextEdit

    from luminair.journal import Note
    from luminair.shell.theme import Theme

SIZE = QSize(440, 280)
_BEGUN = re.compile(r"\[\[([^\[\]\n|]*)$")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)


def begun_link(line: str) -> str | None:
    """What stands of a link that has begun at the end of a line, None where none has."""
    found = _BEGUN.search(line)
    return found[1] if found else None


def headings(text: str) -> list[str]:
    """The headings of a Markdown text; what stands in fenced code is none."""
    outside, fenced = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            outside.append(line)
    return _HEADING.findall("\n".join(outside))


def index_of(notes: Iterable[Note]) -> Index:
    """The notes that can be linked to; takes a while in a large vault, so a job makes it.

    Args:
        notes: the newest first.
    """
    return Index(
        Place(
            Group.NOTES,
            note.path,
            note.title,
            note.path.rpartition("/")[0],
            icons.KIND_ICONS[note.kind.value],
            icons.KIND_ROLES[note.kind.value],
        )
        for note in notes
    )


class Linking(QFrame):
    """The list below the cursor; the editor keeps the focus.

    Args:
        theme: colours and fonts.
        editor: whose links it completes.

    Signals:
        headings_wanted: title of the note whose headings are asked for.
        notes_wanted: a link has begun, and which notes there are is not known.
    """

    notes_wanted = Signal()
    headings_wanted = Signal(str)

    def __init__(self, theme: Theme, editor: QPlainTextEdit) -> None:
        super().__init__(editor, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self._theme, self._editor = theme, editor
        self._notes, self._stale = Index(()), True
        self._of = ""
        """The note whose headings :attr:`_parts` are."""
        self._parts: Sequence[str] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Notes to link to")
        self.setFixedWidth(SIZE.width())
        self.model = PlaceModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(PlaceDelegate(theme, self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setMouseTracking(True)
        slim_bars(self.view, theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(7, 7, 7, 7)
        column.addWidget(self.view)
        self.view.entered.connect(self.view.setCurrentIndex)
        self.view.clicked.connect(self._click)
        editor.installEventFilter(self)
        editor.textChanged.connect(self._look)
        editor.cursorPositionChanged.connect(self._look)
        theme.repaints(self)

    def show_notes(self, notes: Index) -> None:
        """Takes the notes that can be linked to (:func:`index_of`)."""
        self._notes, self._stale = notes, False
        self._look()

    def forget_notes(self) -> None:
        """There may be other notes now: they are asked for when a link begins."""
        self._stale = True

    def show_headings(self, title: str, found: Sequence[str]) -> None:
        """Takes the headings of the note of this title."""
        self._of, self._parts = title, found
        self._look()

    def _look(self) -> None:
        cursor = self._editor.textCursor()
        typed = begun_link(_before(cursor))
        if typed is None or cursor.hasSelection() or not self._editor.hasFocus():
            self.hide()
            return
        title, mark, part = typed.partition("#")
        rows = self._headings(title, part) if mark else self._titles(typed)
        self.model.set_rows(rows)
        if not rows:
            self.hide()
            return
        self.view.setCurrentIndex(self.model.index(0, 0))
        self._place()

    def _titles(self, typed: str) -> list[Place]:
        if self._stale:
            self._stale = False
            self.notes_wanted.emit()
        return [row for row in self._notes.rows(typed) if isinstance(row, Place)]

    def _headings(self, title: str, part: str) -> list[Place]:
        if title != self._of:
            self._parts = ()
            self._of = title
            self.headings_wanted.emit(title)
        places = [
            Place(Group.NOTES, f"{title}#{each}", each, icon="ph.hash") for each in self._parts
        ]
        rows = Index(places).rows(part) if part else places
        return [row for row in rows if isinstance(row, Place)]

    def _place(self) -> None:
        self.setFixedHeight(min(self.model.height + 14, SIZE.height()))
        below = self._editor.cursorRect()
        corner = self._editor.viewport().mapToGlobal(below.bottomLeft() + QPoint(-12, 6))
        window = self._editor.window()
        bottom = window.mapToGlobal(QPoint(0, window.height())).y()
        if corner.y() + self.height() > bottom:  # no room below the line: above it
            top = self._editor.viewport().mapToGlobal(below.topLeft()).y()
            corner.setY(top - self.height() - 6)
        self.move(corner)
        self.show()

    def _take(self) -> None:
        """Puts the chosen name into the link and closes it."""
        place = self.model.place(self.view.currentIndex().row())
        cursor = self._editor.textCursor()
        begun = begun_link(_before(cursor))
        self.hide()
        if place is None or begun is None:
            return
        name = place.target if "#" in begun else place.title
        cursor.movePosition(
            QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(begun)
        )
        rest = _units(cursor.block().text(), cursor.selectionEnd() - cursor.block().position())[1]
        cursor.insertText(name if rest.startswith("]]") else f"{name}]]")
        if rest.startswith("]]"):
            cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.MoveAnchor, 2)
        self._editor.setTextCursor(cursor)

    def _click(self, _index: QModelIndex) -> None:
        self._take()

    def _step(self, by: int) -> None:
        count = self.model.rowCount()
        row = (self.view.currentIndex().row() + by) % max(count, 1)
        self.view.setCurrentIndex(self.model.index(row, 0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if not self.isVisible() or event.modifiers():
            return False
        match Qt.Key(event.key()):
            case Qt.Key.Key_Down:
                self._step(1)
            case Qt.Key.Key_Up:
                self._step(-1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                self._take()
            case Qt.Key.Key_Escape:
                self.hide()
            case _:
                return False
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line2"), 1))
        painter.setBrush(self._theme.color("surface"))
        area = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, 10, 10)
        painter.end()


def _before(cursor: QTextCursor) -> str:
    """What stands on the cursor's line before it."""
    return _units(cursor.block().text(), cursor.positionInBlock())[0]


def _units(text: str, at: int) -> tuple[str, str]:
    """A text cut at a place that Qt counts in UTF-16 units."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return (
        raw[: at * 2].decode("utf-16-le", "replace"),
        raw[at * 2 :].decode("utf-16-le", "replace"),
    )
