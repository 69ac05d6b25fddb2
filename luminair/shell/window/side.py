"""Where the sidebar is: beside the panes, over them in a narrow window, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from typing_extensions import override

from luminair.shell.parts.line_splitter import LineSplitter
from luminair.shell.sidebar.sidebar import WIDTH

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.shell.panes.window_bar import WindowBar
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.theme import Theme

FOLD_BELOW = 1000
"""A window narrower than this folds its sidebar away."""
NARROWEST, WIDEST = 200, 360


class Side(QObject):
    """Places the sidebar.

    Attributes:
        split: sidebar and panes, the window's centre.
        wanted: whether the sidebar is wanted where there is room.
        over: whether it lies over the panes of a narrow window.

    Signals:
        moved: its width changed.
    """

    moved = Signal()

    def __init__(
        self, theme: Theme, window: QWidget, bar: WindowBar, sidebar: Sidebar, right: QWidget
    ) -> None:
        super().__init__(window)
        self._window, self._bar, self._sidebar = window, bar, sidebar
        self.wanted, self.over = True, False
        sidebar.setMinimumWidth(NARROWEST)
        sidebar.setMaximumWidth(WIDEST)
        self.split = LineSplitter(theme)
        self.split.addWidget(sidebar)
        self.split.addWidget(right)
        self.split.setStretchFactor(1, 1)
        self.set_width(WIDTH)
        self.split.splitterMoved.connect(self.moved)
        sidebar.installEventFilter(self)

    @property
    def narrow(self) -> bool:
        """Whether the window has no room for it beside the panes."""
        return self._window.width() < FOLD_BELOW

    def set_width(self, width: int) -> None:
        """Gives it a width beside the panes."""
        self.split.setSizes([width, max(self._window.width() - width, 1)])

    def toggle(self) -> None:
        """Shows or hides it."""
        if self.narrow:
            self.over = not self.over
        else:
            self.wanted = not self.wanted
        self.place()
        if self.over:
            self._sidebar.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def fold(self) -> None:
        """Takes it away if it lies over the panes."""
        if self.over:
            self.over = False
            self.place()

    def reveal(self) -> None:
        """Makes sure that it is seen."""
        if not self._sidebar.isVisible():
            self.toggle()

    def place(self) -> None:
        """Puts it where it belongs at the window's width."""
        sidebar = self._sidebar
        if self.narrow and self.over:
            area = self.split.geometry()
            sidebar.setParent(self._window)
            sidebar.setGeometry(QRect(area.topLeft(), QSize(WIDTH, area.height())))
            sidebar.show()
            sidebar.raise_()
            self._line_up()
            return
        self.over = False
        if sidebar.parent() is not self.split:
            self.split.insertWidget(0, sidebar)
        sidebar.setVisible(self.wanted and not self.narrow)
        self._line_up()

    def _line_up(self) -> None:
        """Lets the window bar end its left part where the sidebar ends."""
        beside = self._sidebar.parent() is self.split and not self._sidebar.isHidden()
        self._bar.set_side(self._sidebar.width() + 1 if beside else 0)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:  # the splitter gives it its width later
            self._line_up()
        return False
