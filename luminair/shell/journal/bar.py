"""The bar of the Journal window: sidebar, back and forward, faces, search, New note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from luminair.shell.journal.commands import keys_of
from luminair.shell.journal.faces import Face
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

HEIGHT = 52
SEARCH, LEAST_SEARCH = 248, 150


class JournalBar(QWidget):
    """The row at the top.

    Signals:
        sidebar_wanted: show or hide folders and saved views.
        back_wanted, forward_wanted: the note before or after.
        new_wanted: a new note.
        face_chosen: a :class:`Face`.
    """

    sidebar_wanted = Signal()
    back_wanted = Signal()
    forward_wanted = Signal()
    new_wanted = Signal()
    face_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        big = Shape(height=28, pad=5, icon=18, radius=6)
        self.toggle = icon_button(
            theme,
            "msc.layout-sidebar-left-off",
            "Show or hide folders",
            tip=f"Show or hide folders ({keys_of('sidebar')})",
            shape=big,
        )
        self.back = icon_button(
            theme, "ph.caret-left", "Go back", tip=f"Go back ({keys_of('back')})", shape=big
        )
        self.forward = icon_button(
            theme,
            "ph.caret-right",
            "Go forward",
            tip=f"Go forward ({keys_of('forward')})",
            shape=big,
        )
        self.search = SearchField(theme, "Search the Journal", keys=keys_of("search"))
        self.search.setMaximumWidth(SEARCH)
        self.search.setMinimumWidth(LEAST_SEARCH)
        self.faces = Segmented(theme, [(face.icon, face.title) for face in Face], named=True)
        for face in Face:
            self.faces.set_shown(face, shown=False)
            self.faces.set_tip(face, f"Show {face.title} ({keys_of(face.name.lower())})")
        self.faces.set_current(Face.NOTES)
        self.faces.hide()
        self.new = Button(
            theme,
            "New note",
            icon="ph.plus",
            fill=Fill.BORDERED,
            shape=Shape(height=28, pad=10, gap=6, icon=15),
        )
        self.new.set_name("Make a new note", f"Make a new note here ({keys_of('new')})")
        self._lead = QWidget(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 1)
        row.setSpacing(0)
        row.addWidget(self._lead)
        row.addWidget(self.toggle)
        row.addSpacing(15)
        row.addWidget(self.back)
        row.addWidget(self.forward)
        row.addSpacing(14)
        row.addWidget(Line(theme, "Journal", Style.PANE_TITLE, "text"))
        row.addStretch(1)
        row.addWidget(self.faces)
        row.addStretch(1)
        row.addWidget(self.search, 100)  # up to its full width before the rest spreads
        row.addSpacing(12)
        row.addWidget(self.new)
        self.toggle.clicked.connect(self.sidebar_wanted)
        self.back.clicked.connect(self.back_wanted)
        self.forward.clicked.connect(self.forward_wanted)
        self.new.clicked.connect(self.new_wanted)
        self.faces.chosen.connect(lambda index: self.face_chosen.emit(Face(index)))
        self.set_side(240)
        theme.repaints(self)

    def add_face(self, face: Face) -> None:
        """Offers a face; with one alone there is nothing to choose."""
        for each in (Face.NOTES, face):
            self.faces.set_shown(each, shown=True)
        self.faces.show()

    def set_side(self, width: int) -> None:
        """Lines the bar up with a tree of this width; 0 while it is hidden."""
        self._lead.setFixedWidth(width - 36 if width else 12)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(900, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        line = self._theme.color("line")
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), line)
        painter.end()
