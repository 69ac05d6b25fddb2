"""A list of rows of different heights that stays quick with tens of thousands of them.

``QListView`` asks model and delegate about every row whenever one changes, and each question is
a call from C++ into Python and back. This view asks the delegate once for all heights, in
Python, keeps where each row begins, and paints what is seen.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from luminair.shell.parts.rows_model import AnyIndex, RowsModel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from PySide6.QtGui import QFocusEvent, QPaintEvent, QResizeEvent

_Move = QAbstractItemView.CursorAction
_Hint = QAbstractItemView.ScrollHint
_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


class Heights(Protocol):
    """What a delegate of this view also is."""

    def heights(self, rows: Sequence[Any], width: int) -> list[int]:
        """How tall each row is at this width, in logical pixels."""
        ...


class RowsView(QListView):
    """Shows the rows of a :class:`RowsModel`.

    Attributes:
        by_keyboard: whether the keyboard brought the focus here, so that it is to be seen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.by_keyboard = False
        self._ends: list[int] = []
        self._width = -1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, model: RowsModel[Any], delegate: QStyledItemDelegate) -> None:
        """Takes its model and its delegate, which must tell heights (:class:`Heights`)."""
        self.setItemDelegate(delegate)
        self.setModel(model)

    # Where rows are.

    @override
    def doItemsLayout(self) -> None:
        model, delegate = self.model(), self.itemDelegate()
        self._width = self.viewport().width()
        heights: list[int] = []
        if isinstance(model, RowsModel) and isinstance(delegate, QStyledItemDelegate):
            tall: Heights = delegate  # type: ignore[assignment]  # show_rows asks for it
            heights = tall.heights(model.rows, self._width)
        self._ends = list(accumulate(heights))
        QAbstractItemView.doItemsLayout(self)  # not QListView's, which asks about every row

    @override
    def updateGeometries(self) -> None:
        high = self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(high)
        bar.setSingleStep(20)
        bar.setRange(0, max(0, self._bottom - high))
        QAbstractItemView.updateGeometries(self)

    @property
    def _bottom(self) -> int:
        return self._ends[-1] if self._ends else 0

    def _top(self, row: int) -> int:
        return self._ends[row - 1] if row else 0

    def _row_at(self, y: int) -> int:
        """The row at a height of the whole list, or -1."""
        return bisect_right(self._ends, y) if 0 <= y < self._bottom else -1

    @override
    def visualRect(self, index: AnyIndex) -> QRect:
        row = index.row()
        if not index.isValid() or row >= len(self._ends):
            return QRect()
        top = self._top(row)
        high = self._ends[row] - top
        return QRect(0, top - self.verticalOffset(), self.viewport().width(), high)

    @override
    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._row_at(point.y() + self.verticalOffset())
        return self.model().index(row, 0) if row >= 0 else QModelIndex()

    @override
    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    @override
    def horizontalOffset(self) -> int:
        return 0

    @override
    def scrollTo(
        self, index: AnyIndex, hint: QAbstractItemView.ScrollHint = _Hint.EnsureVisible
    ) -> None:
        self.executeDelayedItemsLayout()
        if not index.isValid() or index.row() >= len(self._ends):
            return
        bar, high = self.verticalScrollBar(), self.viewport().height()
        top, end = self._top(index.row()), self._ends[index.row()]
        if hint is _Hint.PositionAtCenter:
            bar.setValue((top + end - high) // 2)
        elif hint is _Hint.PositionAtTop or top < bar.value():
            bar.setValue(top)
        elif hint is _Hint.PositionAtBottom or end > bar.value() + high:
            bar.setValue(end - high)

    # Keys and choice.

    @override
    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        self.executeDelayedItemsLayout()
        last = len(self._ends) - 1
        if last < 0:
            return QModelIndex()
        row = max(self.currentIndex().row(), 0)
        page = self.viewport().height()
        match action:
            case _Move.MoveUp | _Move.MovePrevious | _Move.MoveLeft:
                row -= 1 if self.currentIndex().isValid() else 0
            case _Move.MoveDown | _Move.MoveNext | _Move.MoveRight:
                row += 1 if self.currentIndex().isValid() else 0
            case _Move.MovePageUp:
                row = min(row - 1, self._row_at(max(self._ends[row] - page, 0)))
            case _Move.MovePageDown:
                row = max(row + 1, self._row_at(min(self._top(row) + page, self._bottom) - 1))
            case _Move.MoveHome:
                row = 0
            case _Move.MoveEnd:
                row = last
        return self.model().index(min(max(row, 0), last), 0)

    @override
    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        first = self.indexAt(QPoint(0, rect.top()))
        last = self.indexAt(QPoint(0, rect.bottom()))
        chosen = QItemSelection()
        if first.isValid() and last.isValid():
            chosen.select(first, last)
        self.selectionModel().select(chosen, command)

    @override
    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        found = QRegion()
        for index in selection.indexes():
            found += self.visualRect(index)
        return found

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.by_keyboard = event.reason() in _BY_KEY
        super().focusInEvent(event)

    # What changes.

    @override
    def dataChanged(
        self, topLeft: AnyIndex, bottomRight: AnyIndex, roles: Sequence[int] = ()
    ) -> None:
        QAbstractItemView.dataChanged(self, topLeft, bottomRight, roles)
        self.scheduleDelayedItemsLayout()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, event)
        if self.viewport().width() != self._width:
            self.scheduleDelayedItemsLayout()  # texts break elsewhere now
        else:
            self.updateGeometries()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self.executeDelayedItemsLayout()
        offset, area = self.verticalOffset(), event.rect()
        row = self._row_at(max(area.top() + offset, 0))
        painter = QPainter(self.viewport())
        model, delegate = self.model(), self.itemDelegate()
        under = self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos()))
        hovered = under.row() if self.viewport().underMouse() else -1
        current = self.currentIndex().row() if self.hasFocus() else -1
        while 0 <= row < len(self._ends) and self._top(row) - offset <= area.bottom():
            index = model.index(row, 0)
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            option.rect = self.visualRect(index)
            for holds, flag in (
                (self.selectionModel().isSelected(index), QStyle.StateFlag.State_Selected),
                (row == hovered, QStyle.StateFlag.State_MouseOver),
                (row == current, QStyle.StateFlag.State_HasFocus),
            ):
                if holds:
                    option.state |= flag
                else:
                    option.state &= ~flag
            delegate.paint(painter, option, index)
            row += 1
        painter.end()
