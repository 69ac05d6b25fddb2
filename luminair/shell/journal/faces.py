"""The faces of the Journal window: its notes, their graph, what waits for the owner."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from luminair.shell.parts.line_splitter import LineSplitter

if TYPE_CHECKING:
    from luminair.shell.theme import Theme


class Face(IntEnum):
    """Which face, in the order of the control in the bar."""

    NOTES = 0
    GRAPH = 1
    REVIEW = 2

    @property
    def title(self) -> str:
        """As the bar and the menu write it."""
        return self.name.capitalize()

    @property
    def icon(self) -> str:
        """A qtawesome name."""
        return ("ph.notebook", "ph.share-network", "ph.tray")[self]


class Shown(Protocol):
    """What a face besides the notes can do."""

    def come(self) -> None:
        """It is shown now: it reads anew what it shows."""
        ...


class Faces(QStackedWidget):
    """Shows one face at a time.

    Signals:
        turned: another :class:`Face` is shown.
    """

    turned = Signal(object)

    def __init__(self, notes: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widgets: dict[Face, QWidget] = {}
        self._shown: dict[Face, Shown] = {}
        self._put(Face.NOTES, notes)

    def add(self, face: Face, widget: QWidget, shown: Shown) -> None:
        """Adds a face; ``shown`` is told when it comes."""
        self._put(face, widget)
        self._shown[face] = shown

    def _put(self, face: Face, widget: QWidget) -> None:
        self._widgets[face] = widget
        self.addWidget(widget)

    def has(self, face: Face) -> bool:
        """Whether there is such a face."""
        return face in self._widgets

    @property
    def face(self) -> Face:
        """What is shown."""
        return next(face for face, each in self._widgets.items() if each is self.currentWidget())

    def show_face(self, face: Face) -> None:
        """Turns to a face; the one that is shown stays as it is."""
        if face is self.face:
            return
        self.setCurrentWidget(self._widgets[face])
        self.turned.emit(face)
        self.refresh()

    def zoom(self, by: int) -> bool:
        """Zooms the face that is shown by a step, 0 for its usual size; False where it cannot."""
        zoom = getattr(self.currentWidget(), "zoom", None)
        if zoom is not None:
            zoom(by)
        return zoom is not None

    def refresh(self) -> None:
        """Lets the face that is shown read anew."""
        shown = self._shown.get(self.face)
        if shown is not None:
            shown.come()


def side_by_side(theme: Theme, *parts: tuple[QWidget, int, int]) -> LineSplitter:
    """Parts side by side, each with its least and most width; the last takes what is left."""
    split = LineSplitter(theme)
    for each, least, most in parts:
        each.setMinimumWidth(least)
        each.setMaximumWidth(most)
        split.addWidget(each)
    split.setStretchFactor(len(parts) - 1, 1)
    return split
