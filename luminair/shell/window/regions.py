"""Going round the window by key: F6 from region to region, ⇥ from control to control."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from luminair.shell.parts.focus import holds

if TYPE_CHECKING:
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.window_bar import WindowBar
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.window.side import Side


class Regions:
    """Sidebar, window bar, then head, transcript and composer of each pane."""

    def __init__(self, sidebar: Sidebar, side: Side, bar: WindowBar, board: Board) -> None:
        self._sidebar, self._side, self._bar, self._board = sidebar, side, bar, board
        self._ordered: tuple[QWidget, ...] = ()

    def order(self) -> None:
        """Lets ⇥ go through sidebar, bar and panes as they stand, whichever was made first."""
        panes: tuple[QWidget, ...] = self._board.panes
        if panes == self._ordered:
            return
        self._ordered = panes
        sidebar, bar = self._sidebar, self._bar
        parts: list[QWidget] = [sidebar.search, sidebar.view, sidebar.lanes]
        parts += [bar.toggle, bar.project, bar.panes, bar.new, bar.journal]
        for pane in self._board.panes:
            parts += [pane.head, pane.finder, pane.transcript, pane.composer]
        stops = [stop for part in parts for stop in _stops(part)]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)

    def go(self, by: int) -> None:
        """Goes to the next region that is shown, round and round."""
        regions: list[QWidget] = [
            self._sidebar.search.edit,
            self._sidebar.view,
            self._bar.journal,
        ]
        for pane in self._board.panes:
            regions += [pane.head.lane, pane.transcript, pane.composer.edit]
        shown = [each for each in regions if each.isVisible() and each.isEnabled()]
        focus = QApplication.focusWidget()
        here = next((at for at, each in enumerate(shown) if holds(each, focus)), -1)
        if shown:
            step = by if here >= 0 else max(by, 0)
            shown[(here + step) % len(shown)].setFocus(Qt.FocusReason.TabFocusReason)

    def search(self) -> None:
        """Goes to the search of all sessions."""
        self._side.reveal()
        self._sidebar.search.edit.selectAll()
        self._sidebar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave_sidebar(self) -> None:
        """Back to the composer."""
        self._side.fold()
        self._board.active.take_focus()


def _stops(part: QWidget) -> list[QWidget]:
    """Where ⇥ stops in a part, in the order that it has by itself."""
    found: list[QWidget] = []
    each: QWidget | None = part
    while each is not None:
        takes_tab = bool(each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        inside = each is part or part.isAncestorOf(each)
        if inside and takes_tab and each.focusProxy() is None:
            found.append(each)
        each = each.nextInFocusChain()
        if each is part:
            break
    return found
