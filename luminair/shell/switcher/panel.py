"""The panel of ⌘K: a field and what fits, over a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.keys import label
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.places import Index, Place
from luminair.shell.parts.places_list import PlacesView
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.shell.theme import Theme

SIZE = QSize(640, 460)
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SwitcherPanel(Overlay):
    """Shows what fits while words are typed; the field keeps the focus.

    Args:
        theme: colours and fonts.
        window: the window to cover.

    Signals:
        typed: the words, on each change.
        chosen: a place, and whether it is to be shown beside what is there (⌘↩).
    """

    typed = Signal(str)
    chosen = Signal(object, bool)

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(theme, window, SIZE)
        self._index = Index(())
        self._found: Sequence[Place] = ()
        self.setAccessibleName("Go to a session, note or command")
        self.field = SearchField(theme, "Go to a session, note or command")
        self.field.edit.installEventFilter(self)
        self.view = PlacesView(theme, "What fits")
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.model = self.view.places
        self.view.entered.connect(self._hover)
        self.view.clicked.connect(self._click)
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 6, 18, 7)
        foot.setSpacing(16)
        for hint in ("↑ ↓ choose", "↩ go", f"{label('Ctrl+Return')} in a new pane"):
            foot.addWidget(Line(theme, hint, Style.CAPTION, "text3"))
        foot.addStretch(1)
        foot.addWidget(Line(theme, "esc close", Style.CAPTION, "text3"))
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, margins in ((self.field, (12, 12, 12, 8)), (self.view, (8, 4, 8, 8))):
            around = QHBoxLayout()
            around.setContentsMargins(*margins)
            around.addWidget(widget)
            column.addLayout(around, 1 if widget is self.view else 0)
        column.addWidget(Hairline(theme))
        column.addLayout(foot)
        self.field.edited.connect(self._edited)

    def show_index(self, index: Index) -> None:
        """Takes what can be gone to."""
        self._index = index
        self._fill()

    def show_found(self, words: str, found: Sequence[Place]) -> None:
        """Takes the notes whose text fits; those for other words than stand there are too late."""
        if words == self.field.text:
            self._found = found
            self._fill()

    @property
    def current(self) -> Place | None:
        """The place that ↩ would go to."""
        return self.view.current

    def _edited(self, words: str) -> None:
        self._found = ()
        self._fill()
        self.view.scrollToTop()
        self.typed.emit(words)

    def _fill(self) -> None:
        before = self.current
        self.model.set_rows(self._index.rows(self.field.text, self._found))
        numbers = self.model.numbers()
        kept = [at for at in numbers if self.model.place(at) == before]
        typing = bool(self.field.text) and not self._found
        self.view.choose((kept if kept and not typing else numbers or [-1])[0])

    def _take(self, place: Place | None, *, beside: bool) -> None:
        if place is not None:
            self.dismiss()
            self.chosen.emit(place, beside)

    def _hover(self, index: QModelIndex) -> None:
        if self.model.place(index.row()) is not None:
            self.view.setCurrentIndex(index)

    def _click(self, index: QModelIndex) -> None:
        self._take(self.model.place(index.row()), beside=False)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field.edit and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and self._take_key(event):
                return True
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        match Qt.Key(event.key()):
            case Qt.Key.Key_Down:
                self.view.step(1)
            case Qt.Key.Key_Up:
                self.view.step(-1)
            case Qt.Key.Key_Escape:
                self.dismiss()
            case key if key in _ENTER:
                self._take(self.current, beside=bool(event.modifiers() & _CONTROL))
            case _:
                return False
        return True
