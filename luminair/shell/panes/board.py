"""The board: one, two or four panes in splitters, and which of them is active."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.panes.pane_head import HEIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from luminair.shell.panes.pane import Pane
    from luminair.shell.theme import Theme

GRAB = 7
ONE_BELOW = 1100
"""A window narrower than this shows the active pane alone."""


class _Handle(QSplitterHandle):
    """A hairline with 7 px to take hold of; a double click evens the panes out."""

    def __init__(self, theme: Theme, way: Qt.Orientation, splitter: QSplitter) -> None:
        super().__init__(way, splitter)
        self._theme = theme
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(GRAB, GRAB)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        splitter = self.splitter()
        splitter.setSizes([10_000] * splitter.count())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        line = self._theme.color("line")
        middle = GRAB // 2
        if self.orientation() is Qt.Orientation.Horizontal:
            painter.fillRect(QRectF(middle, 0, 1, self.height()), line)
            # The line under the heads of both panes goes on through the handle.
            painter.fillRect(QRectF(0, HEIGHT - 1, self.width(), 1), line)
        else:
            painter.fillRect(QRectF(0, middle, self.width(), 1), line)
        painter.end()


class _Splitter(QSplitter):
    def __init__(self, theme: Theme, way: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(way, parent)
        self._theme = theme
        self.setHandleWidth(GRAB)
        self.setChildrenCollapsible(False)

    @override
    def createHandle(self) -> QSplitterHandle:
        return _Handle(self._theme, self.orientation(), self)


class Board(QWidget):
    """Holds the panes; it has none until it is told how many.

    Args:
        theme: colours.
        make: makes a pane; the board owns it.

    Signals:
        changed: the panes, their sizes or the active one changed.
    """

    changed = Signal()

    def __init__(
        self, theme: Theme, make: Callable[[], Pane], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._panes: list[Pane] = []
        self._active = 0
        self._alone = self._zoomed = False
        self._rows = _Splitter(theme, Qt.Orientation.Vertical, self)
        self._top = _Splitter(theme, Qt.Orientation.Horizontal)
        self._bottom = _Splitter(theme, Qt.Orientation.Horizontal)
        self._rows.addWidget(self._top)
        self._rows.addWidget(self._bottom)
        for splitter in (self._rows, self._top, self._bottom):
            splitter.splitterMoved.connect(self._moved)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._rows)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(300)
        self._settle.timeout.connect(self.changed)

    @property
    def panes(self) -> tuple[Pane, ...]:
        """All panes, in order."""
        return tuple(self._panes)

    @property
    def active(self) -> Pane:
        """The pane that the owner is in."""
        return self._panes[self._active]

    @property
    def active_index(self) -> int:
        """Its place."""
        return self._active

    @property
    def alone(self) -> bool:
        """Whether the active pane alone is shown: the window is too narrow, or it is zoomed."""
        return self._alone or self._zoomed

    @property
    def zoomed(self) -> bool:
        """Whether the owner wants the active pane alone."""
        return self._zoomed

    def zoom(self) -> None:
        """Shows the active pane alone, or all of them again."""
        self._zoomed = not self._zoomed and len(self._panes) > 1
        self._show_some()
        self.changed.emit()

    def even_out(self) -> None:
        """Gives all panes the same room."""
        self._share_room()
        self.changed.emit()

    def set_count(self, count: int) -> None:
        """Shows one, two or four panes; panes that go keep their sessions in the list."""
        if count == len(self._panes):
            return
        active = self._panes[self._active] if self._panes else None
        while len(self._panes) < count:
            self._panes.append(self._make())
        while len(self._panes) > count:
            spare = next(pane for pane in reversed(self._panes) if pane is not active)
            self._remove(spare)
        self._arrange(active)

    def close_pane(self, pane: Pane) -> bool:
        """Takes one pane away; False where it is the last."""
        if len(self._panes) == 1 or pane not in self._panes:
            return False
        at = self._panes.index(pane)
        left = [other for other in self._panes if other is not pane]
        active = left[max(at - 1, 0)] if pane is self.active else self.active
        self._remove(pane)
        self._arrange(active)
        return True

    def activate(self, at: int) -> None:
        """Makes one pane the active one."""
        at = max(0, min(at, len(self._panes) - 1))
        self._active = at
        for number, pane in enumerate(self._panes):
            pane.set_current(number == at)
        self._show_some()
        self.changed.emit()

    def set_window_width(self, width: int) -> None:
        """Tells how wide the window is: a narrow one has room for one pane."""
        alone = width < ONE_BELOW
        if alone != self._alone:
            self._alone = alone
            self._show_some()
            self.changed.emit()

    def sizes(self) -> tuple[int, ...]:
        """Sizes of the splitters: rows, then the panes of each row."""
        return tuple(self._rows.sizes() + self._top.sizes() + self._bottom.sizes())

    def set_sizes(self, sizes: Sequence[int]) -> None:
        """Puts kept sizes back, where they are of this arrangement."""
        parts = (self._rows, self._top, self._bottom)
        if len(sizes) != sum(part.count() for part in parts):
            return
        at = 0
        for part in parts:
            own = list(sizes[at : at + part.count()])
            at += part.count()
            if sum(own):
                part.setSizes(own)

    def _remove(self, pane: Pane) -> None:
        pane.composer.flush_draft()
        self._panes.remove(pane)
        pane.hide()
        pane.setParent(None)
        pane.deleteLater()

    def _arrange(self, active: Pane | None) -> None:
        in_top = 2 if len(self._panes) > 2 else len(self._panes)
        for number, pane in enumerate(self._panes):
            row = self._top if number < in_top else self._bottom
            row.addWidget(pane)
            pane.show()
        self._bottom.setVisible(len(self._panes) > in_top)
        self._zoomed = self._zoomed and len(self._panes) > 1
        self._share_room()
        at = self._panes.index(active) if active in self._panes else 0
        self.activate(at)

    def _share_room(self) -> None:
        for row in (self._rows, self._top, self._bottom):
            row.setSizes([10_000] * row.count())

    def _show_some(self) -> None:
        active = self.active
        for pane in self._panes:
            pane.setVisible(pane is active or not self.alone)
        rows = (self._top, self._bottom)
        for row in rows:
            inside = [row.widget(at) for at in range(row.count())]
            shown = any(pane is not None and not pane.isHidden() for pane in inside)
            row.setVisible(shown and bool(inside))

    def _moved(self) -> None:
        self._settle.start()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle.start()
