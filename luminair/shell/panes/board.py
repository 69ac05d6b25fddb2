"""The board: one to four panes in one row or two, and which of them is active."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.panes.dropping import DropPicture, Zone, half, zone_at
from luminair.shell.panes.splitter import GRAB, Splitter
from luminair.shell.parts.dragging import session_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import (
        QDragEnterEvent,
        QDragLeaveEvent,
        QDragMoveEvent,
        QDropEvent,
        QResizeEvent,
    )

    from luminair.shell.panes.pane import Pane
    from luminair.shell.theme import Theme

MOST_PANES = 4
NARROWEST, LOWEST = 400, 280
"""A pane that would be smaller than this is not offered while something is dragged."""
ONE_BELOW = 1100
"""A window narrower than this shows the active pane alone."""


class Board(QWidget):
    """Holds the panes; it has none until it is told how many.

    Args:
        theme: colours.
        make: makes a pane; the board owns it.

    Signals:
        changed: the panes, their sizes or the active one changed.
        dropped: a session was dropped: its id, the pane that it was dropped on, the ``Zone``.
        gone: a pane was closed; the session that it showed.
    """

    changed = Signal()
    dropped = Signal(str, object, object)
    gone = Signal(str)

    def __init__(
        self, theme: Theme, make: Callable[[], Pane], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._panes: list[Pane] = []
        self._upper = 0  # how many panes stand in the upper row
        self._active = 0
        self._alone = self._zoomed = False
        self._aside: tuple[int, ...] = ()  # sizes of all panes while one is shown alone
        self._rows = Splitter(theme, Qt.Orientation.Vertical, self)
        self._top = Splitter(theme, Qt.Orientation.Horizontal)
        self._bottom = Splitter(theme, Qt.Orientation.Horizontal)
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
        self.setAcceptDrops(True)
        self.picture = DropPicture(theme, self)

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
        before = self._sizes()
        was, self._zoomed = self.alone, not self._zoomed and len(self._panes) > 1
        self._turn(was, before)

    def even_out(self) -> None:
        """Gives all panes the same room."""
        self._share_room()
        self.changed.emit()

    @property
    def upper(self) -> int:
        """How many panes stand in the upper row."""
        return self._upper

    def set_count(self, count: int, upper: int = 0) -> None:
        """Shows so many panes; panes that go keep their sessions in the list.

        Args:
            count: 1 to 4.
            upper: how many of them stand in the upper row; 0 for two at most.
        """
        upper = min(upper or 2, count)
        if (count, upper) == (len(self._panes), self._upper):
            return
        active = self._panes[self._active] if self._panes else None
        while len(self._panes) < count:
            self._panes.append(self._make())
        while len(self._panes) > count:
            spare = next(pane for pane in reversed(self._panes) if pane is not active)
            self._remove(spare)
        self._upper = upper
        self._arrange(active)

    def can_split(self, target: Pane, zone: Zone, moving: Pane | None = None) -> bool:
        """Whether there is room for a pane beside another.

        Args:
            target: the pane that it would come beside.
            zone: on which side.
            moving: the pane that would go there; None for a new one.
        """
        if moving is target or self.alone:
            return False
        if moving is None and len(self._panes) >= MOST_PANES:
            return False
        upper = [pane for pane in self._panes[: self._upper] if pane is not moving]
        lower = [pane for pane in self._panes[self._upper :] if pane is not moving]
        if zone is Zone.BELOW:
            return target in upper and not lower and self.height() >= 2 * LOWEST
        row = upper if target in upper else lower
        return (len(row) + 1) * (NARROWEST + GRAB) <= self.width()

    def split(self, target: Pane, zone: Zone) -> Pane:
        """Makes a pane beside another, which gives it half of its room."""
        widths = {pane: pane.width() for pane in self._panes}
        pane = self._make()
        self._put(pane, target, zone)
        self._place()
        if zone is Zone.BELOW:
            self._rows.setSizes([10_000, 10_000])
        else:
            widths[pane] = widths[target] = widths[target] // 2
            in_upper = self._panes.index(target) < self._upper
            row = self._panes[: self._upper] if in_upper else self._panes[self._upper :]
            (self._top if in_upper else self._bottom).setSizes([widths[each] for each in row])
        self.activate(self._panes.index(pane))
        return pane

    def move_pane(self, pane: Pane, target: Pane, zone: Zone) -> None:
        """Puts a pane beside another, or lets the two change places; nothing in them restarts."""
        if pane is target:
            return
        here, there = self._panes.index(pane), self._panes.index(target)
        if zone.splits:
            self._take(pane)
            self._put(pane, target, zone)
        else:
            self._panes[here], self._panes[there] = target, pane
        self._arrange(pane)
        pane.take_focus()

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
            before = self._sizes()
            was, self._alone = self.alone, alone
            self._turn(was, before)

    def _turn(self, was: bool, before: tuple[int, ...]) -> None:
        """One pane alone, or all again; a splitter forgets the sizes of what it hides."""
        if self.alone and not was:
            self._aside = before
        self._show_some()
        if was and not self.alone:
            kept = self._aside
            self._share_room()
            self._set_sizes(kept)
        self.changed.emit()

    def sizes(self) -> tuple[int, ...]:
        """Sizes of the splitters: rows, then the panes of each row."""
        return self._aside if self.alone else self._sizes()

    def set_sizes(self, sizes: Sequence[int]) -> None:
        """Puts kept sizes back, where they are of this arrangement."""
        if self.alone:
            self._aside = tuple(sizes)
        else:
            self._set_sizes(sizes)

    def _sizes(self) -> tuple[int, ...]:
        return tuple(self._rows.sizes() + self._top.sizes() + self._bottom.sizes())

    def _set_sizes(self, sizes: Sequence[int]) -> None:
        parts = (self._rows, self._top, self._bottom)
        if len(sizes) != sum(part.count() for part in parts):
            return
        at = 0
        for part in parts:
            own = list(sizes[at : at + part.count()])
            at += part.count()
            if sum(own):
                part.setSizes(own)

    def _take(self, pane: Pane) -> None:
        """Takes a pane out of the order; a row that is empty then goes."""
        if self._panes.index(pane) < self._upper:
            self._upper -= 1
        self._panes.remove(pane)
        self._upper = self._upper or len(self._panes)

    def _put(self, pane: Pane, target: Pane, zone: Zone) -> None:
        at = self._panes.index(target)
        if zone is Zone.BELOW:
            self._panes.append(pane)
            return
        if at < self._upper:
            self._upper += 1
        self._panes.insert(at if zone is Zone.LEFT else at + 1, pane)

    def _remove(self, pane: Pane) -> None:
        pane.composer.flush_draft()
        self._take(pane)
        self.gone.emit(pane.session_id)
        pane.hide()
        pane.setParent(None)
        pane.deleteLater()

    def _place(self) -> None:
        """Puts every pane into its row, in order."""
        rows = (
            (self._top, self._panes[: self._upper]),
            (self._bottom, self._panes[self._upper :]),
        )
        for row, panes in rows:
            for at, pane in enumerate(panes):
                if row.widget(at) is not pane:
                    row.insertWidget(at, pane)
                pane.show()
        self._bottom.setVisible(len(self._panes) > self._upper)
        self._zoomed = self._zoomed and len(self._panes) > 1

    def _arrange(self, active: Pane | None) -> None:
        self._place()
        self._active = self._panes.index(active) if active in self._panes else 0
        self._show_some()
        self._share_room()
        self.activate(self._active)

    def _share_room(self) -> None:
        self._aside = ()
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

    # What is dragged over it.

    def _under(self, event: QDropEvent) -> tuple[Pane, Zone] | None:
        """The pane under the pointer and what a drop there would do."""
        session = session_of(event.mimeData())
        at = event.position().toPoint()
        shown = (pane for pane in self._panes if pane.isVisible())
        target = next((pane for pane in shown if self._box(pane).contains(at)), None)
        if not session or target is None or target.session_id == session:
            return None
        moving = next((pane for pane in self._panes if pane.session_id == session), None)
        zone = zone_at(at - self._box(target).topLeft(), target.size())
        return target, zone if self.can_split(target, zone, moving) else Zone.HERE

    def _box(self, pane: Pane) -> QRect:
        return QRect(pane.mapTo(self, QPoint()), pane.size())

    def _box_of(self, target: Pane, zone: Zone) -> QRect:
        """The room that a drop would take: below, it is all of a new row."""
        return half(self.rect() if zone is Zone.BELOW else self._box(target), zone)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if session_of(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        found = self._under(event)
        if found is None:
            self.picture.hide()
            event.ignore()
            return
        target, zone = found
        known = any(pane.session_id == session_of(event.mimeData()) for pane in self._panes)
        words = "Change places" if known and zone is Zone.HERE else zone.value
        self.picture.show_at(self._box_of(target, zone), words)
        event.acceptProposedAction()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.picture.hide()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        found = self._under(event)
        self.picture.hide()
        if found is not None:
            event.acceptProposedAction()
            self.dropped.emit(session_of(event.mimeData()), *found)
