"""The list itself: keys, context menu, and renaming a session where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget
from typing_extensions import override

from luminair.shell.parts.dragging import drag_session
from luminair.shell.parts.focus import BY_KEY
from luminair.shell.parts.rows_model import ROW_ROLE
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.sidebar.session_model import Row

if TYPE_CHECKING:
    from luminair.shell.theme import Theme

_CONTROL = Qt.KeyboardModifier.ControlModifier


class SessionList(QListView):
    """Shows sessions; everything it offers can be done by key.

    Signals:
        opened: a session that was chosen by click or Return.
        beside: one that is to be shown in another pane (⌘↩).
        rename_wanted: one that is to be renamed (F2).
        bin_wanted: one that is to go to the bin (⌘⌫ or Delete).
        menu_wanted: one, and where its menu should be on the screen.
        up: the arrow up was pressed in the first row.
        left: Esc was pressed.
    """

    opened = Signal(str)
    beside = Signal(str)
    rename_wanted = Signal(str)
    bin_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)
    up = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setDragEnabled(True)
        self.setMouseTracking(True)
        slim_bars(self, theme)
        self.bar = FloatingBar(theme, self)  # rows are as wide with it as without
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Sessions")
        self.clicked.connect(self._clicked)

    @property
    def current(self) -> str:
        """The session that the keys go to, or ''."""
        return key_of(self.currentIndex())

    def _clicked(self, index: QModelIndex) -> None:
        if key_of(index):
            self.opened.emit(key_of(index))

    @override
    def startDrag(self, _actions: Qt.DropAction) -> None:
        if self.current:
            title = self.currentIndex().data(Qt.ItemDataRole.DisplayRole)
            drag_session(self.viewport(), self._theme, self.current, str(title))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take_key(event):
            super().keyPressEvent(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key, held, row = event.key(), event.modifiers() & _CONTROL, self.current
        if key == Qt.Key.Key_Escape:
            self.left.emit()
            return True
        if key == Qt.Key.Key_Up and not self._row_above():
            self.up.emit()
            return True
        if not row:
            return False
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            (self.beside if held else self.opened).emit(row)
        elif key == Qt.Key.Key_F2:
            self.rename_wanted.emit(row)
        elif key == Qt.Key.Key_Delete or (key == Qt.Key.Key_Backspace and held):
            self.bin_wanted.emit(row)
        else:
            return False
        return True

    def _row_above(self) -> bool:
        above = (self.model().index(at, 0) for at in range(self.currentIndex().row()))
        return any(key_of(index) for index in above)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if key_of(index):
            at = self.visualRect(index).center() if by_key else event.pos()
            self.menu_wanted.emit(key_of(index), self.viewport().mapToGlobal(at))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("by_keyboard", event.reason() in BY_KEY)
        super().focusInEvent(event)


def key_of(index: QModelIndex) -> str:
    """The session of a row, '' for a heading and for none."""
    row = index.data(ROW_ROLE) if index.isValid() else None
    return row.key if isinstance(row, Row) else ""
