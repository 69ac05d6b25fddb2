"""The Journal's tree: folders, then saved views, with their counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.journal.list_model import dragged
from luminair.shell.journal.reading import BIN, NOTES, Contents, Shelf, View
from luminair.shell.journal.tree_model import ALL_NOTES, ENTRY_ROLE, Entry, TreeModel, entries
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QDragEnterEvent,
        QDragLeaveEvent,
        QDragMoveEvent,
        QDropEvent,
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
    )

AnyIndex = QModelIndex | QPersistentModelIndex
ROW, HEADING, FIRST = 28, 38, 32
STEP = 15
CHEVRON = (14, 28)
"""Where the fold mark of a top row is, from the left."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


class Tree(QTreeView):
    """Folders and saved views.

    Signals:
        chosen: a :class:`Shelf`.
        forward: Return was pressed: on to the list.
        dropped: notes were dropped on a folder: their paths, and the folder.
    """

    chosen = Signal(object)
    review_chosen = Signal()
    forward = Signal()
    dropped = Signal(list, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = TreeModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Delegate(theme, self))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Folders and saved views")
        slim_bars(self, theme)
        self.bar = FloatingBar(theme, self)  # rows are as wide with it as without
        self.selectionModel().currentChanged.connect(self._tell)
        self._quiet = False
        self._begun = False
        self._shelf = ALL_NOTES
        self._contents = Contents()
        self._review: int | None = None
        self._under = QModelIndex()
        self.setAcceptDrops(True)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()  # rows grow with the size of text
        self.viewport().update()

    @property
    def shelf(self) -> Shelf:
        """The set of notes that is chosen, which stays so while Review is shown."""
        return self._shelf

    def show_reviewing(self, on: bool) -> None:
        """Marks the row of Review while that is shown, and the chosen notes before and after."""
        self.choose(Shelf(View.REVIEW, "") if on else self._shelf)

    def show_contents(self, contents: Contents) -> None:
        """Shows a vault's folders and counts."""
        self._contents = contents
        self.rows.set_entries(entries(contents, self._review))
        if not self.rows.find(self._shelf).isValid():
            self._shelf = ALL_NOTES
        if not self._begun and contents.folders:
            self._begun = True
            self.expand(self.rows.find(Shelf(View.FOLDER, NOTES, NOTES)))

    def show_review(self, count: int) -> None:
        """Says how many things wait for the owner."""
        self._review = count
        self.rows.set_entries(entries(self._contents, count))

    def choose(self, shelf: Shelf) -> bool:
        """Chooses a row without saying so; False where there is none."""
        index = self.rows.find(shelf)
        entry = self.rows.entry(index)
        if entry is None or entry.shelf is None:
            return False
        if entry.shelf.view is not View.REVIEW:
            self._shelf = entry.shelf
        self._quiet = True
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self._quiet = False
        return True

    def _tell(self, index: QModelIndex) -> None:
        if self._quiet:
            return
        entry = self.rows.entry(index)
        if entry is None or entry.shelf is None:
            self._shelf = ALL_NOTES  # the folder of before is gone
        elif entry.shelf.view is View.REVIEW:
            self.review_chosen.emit()
        else:
            self._shelf = entry.shelf
            self.chosen.emit(entry.shelf)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        left = (event.position().x() - depth(index) * STEP) / self._theme.scale
        if self.rows.rowCount(index) and index.isValid() and CHEVRON[0] <= left <= CHEVRON[1]:
            self.setExpanded(index, not self.isExpanded(index))
            return
        if index == self.currentIndex():
            self._tell(index)  # back from a search to what was chosen
        super().mousePressEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.forward.emit()
            return
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Right and (
            not self.rows.rowCount(index) or self.isExpanded(index)
        ):
            self.forward.emit()
            return
        super().keyPressEvent(event)

    # Notes are dropped on folders.

    def _folder_at(self, event: QDropEvent) -> str | None:
        entry = self.rows.entry(self.indexAt(event.position().toPoint()))
        shelf = entry.shelf if entry is not None else None
        paths = dragged(event.mimeData())
        if shelf is None or shelf.view is not View.FOLDER or not paths:
            return None
        if any(path.startswith(BIN) for path in paths):
            return None  # which are put back, not moved
        there = all(path.rpartition("/")[0] == shelf.folder for path in paths)
        return None if there else shelf.folder

    def _point_out(self, index: QModelIndex) -> None:
        self._under = index
        self.viewport().update()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.setAccepted(bool(dragged(event.mimeData())))

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        folder = self._folder_at(event)
        at = self.indexAt(event.position().toPoint()) if folder is not None else QModelIndex()
        self._point_out(at)
        event.setAccepted(folder is not None)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._point_out(QModelIndex())

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        folder = self._folder_at(event)
        self._point_out(QModelIndex())
        event.setAccepted(folder is not None)
        if folder is not None:
            event.setDropAction(Qt.DropAction.CopyAction)  # the vault moves it, not the list
            self.dropped.emit(dragged(event.mimeData()), folder)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("by_keyboard", event.reason() in _BY_KEY)
        super().focusInEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color("window"))
        painter.end()
        super().paintEvent(event)

    @override
    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        # Only the delegate paints: the style would fill the whole row of a chosen one.
        bare = QStyleOptionViewItem(option)
        bare.rect = self.visualRect(index)
        if index == self.currentIndex():
            bare.state |= QStyle.StateFlag.State_Selected
        point = self.viewport().mapFromGlobal(self.cursor().pos())
        over = self.viewport().underMouse() and bare.rect.contains(point)
        if over or index == self._under:
            bare.state |= QStyle.StateFlag.State_MouseOver
        if self.hasFocus():
            bare.state |= QStyle.StateFlag.State_HasFocus
        self.itemDelegate().paint(painter, bare, index)


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: Tree) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        entry = index.data(ENTRY_ROLE)
        heading = isinstance(entry, Entry) and entry.shelf is None
        high = (HEADING if index.row() else FIRST) if heading else ROW
        return QSize(100, round(high * self._theme.scale))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if entry.shelf is None:
            painter.setFont(self._theme.font(Style.ROW_ASIDE_BOLD))
            painter.setPen(self._theme.color("text3"))
            above = box.height() - 26 * self._theme.scale
            painter.drawText(box.adjusted(20, above, 0, 0), _LEFT, entry.title)
        else:
            self._row(painter, box, entry, option, index)
        painter.restore()

    def _row(
        self,
        painter: QPainter,
        box: QRectF,
        entry: Entry,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        theme, state = self._theme, option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            active = chosen and self._view.isActiveWindow()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentsoft" if active else "hover"))
            painter.drawRoundedRect(box.adjusted(8, 0, -8, 0), 7, 7)
            focused = state & QStyle.StateFlag.State_HasFocus
            if chosen and focused and self._view.property("by_keyboard") is True:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawRoundedRect(box.adjusted(9, 1, -9, -1), 6, 6)
        scale = theme.scale
        x = box.left() + depth(index) * STEP * scale
        middle = box.center().y()
        opened = entry.children and self._view.isExpanded(index)
        if entry.children:
            mark = "ph.caret-down" if opened else "ph.caret-right"
            fold = round(12 * scale)
            icons.paint(painter, theme, mark, "text3", x + 15 * scale, middle - fold / 2, fold)
        icon = entry.icon
        if icon == "ph.folder-simple" and opened:
            icon = "ph.folder-open"
        role = "accent" if chosen and entry.role == "text2" else entry.role
        size = round(16 * scale)
        icons.paint(painter, theme, icon, role, x + 34 * scale, middle - size / 2, size)
        painter.setFont(theme.font(Style.ROW_UNDER, tabular=True))
        painter.setPen(theme.color("text3"))
        count = f"{entry.count:,}"
        room = QFontMetricsF(painter.font()).horizontalAdvance(count)
        painter.drawText(box.adjusted(0, 0, -20, 0), _RIGHT, count)
        painter.setFont(theme.font(Style.ROW_BOLD if chosen else Style.ROW))
        painter.setPen(theme.color("text"))
        left = x + 57 * scale
        area = QRectF(left, box.top(), box.right() - 30 - room - left, box.height())
        metrics = QFontMetricsF(painter.font())
        cut = metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, _LEFT, cut)


def depth(index: AnyIndex) -> int:
    """How many rows stand above this one in its branch."""
    found = 0
    above = index.parent()
    while above.isValid():
        found += 1
        above = above.parent()
    return found
