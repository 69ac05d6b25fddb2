"""Places to go to as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.places import Heading, Place, Row
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.shell.theme import Theme

ROW, HEAD = 36, 28


class PlaceModel(RowsModel[Row]):
    """Places under their headings."""

    def place(self, number: int) -> Place | None:
        """The place in a row, None for a heading."""
        row = self._rows[number] if 0 <= number < len(self._rows) else None
        return row if isinstance(row, Place) else None

    def numbers(self) -> list[int]:
        """The rows that hold a place."""
        return [at for at, row in enumerate(self._rows) if isinstance(row, Place)]

    @property
    def height(self) -> int:
        """What all rows take, in logical pixels."""
        return sum(HEAD if isinstance(row, Heading) else ROW for row in self._rows)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid() or self.place(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(100, HEAD if isinstance(row, Heading) else ROW)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            if isinstance(row, Heading):
                return row.title
            said = (row.title, row.under, row.right)
            return ", ".join(part for part in said if part)
        return None


class PlaceDelegate(QStyledItemDelegate):
    """Paints a place on one line: icon, title, what it belongs to, and a time or a key."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if isinstance(row, Heading):
            painter.setFont(self._theme.font(Style.ROW_ASIDE_BOLD))
            painter.setPen(self._theme.color("text2"))
            below = box.adjusted(12, 4, -12, 0)
            painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, row.title)
        elif isinstance(row, Place):
            self._place(painter, box, row, chosen=bool(option.state & _SELECTED))
        painter.restore()

    def _place(self, painter: QPainter, box: QRectF, row: Place, *, chosen: bool) -> None:
        theme, align = self._theme, Qt.AlignmentFlag.AlignVCenter
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentsoft"))
            painter.drawRoundedRect(box, 7, 7)
        icons.paint(painter, theme, row.icon, row.role, box.left() + 12, box.center().y() - 8, 16)
        small, body = theme.font(Style.ROW_UNDER), theme.font(Style.ROW)
        narrow, wide = QFontMetricsF(small), QFontMetricsF(body)
        right = box.right() - 12
        if row.right:
            width = narrow.horizontalAdvance(row.right)
            right -= width
            painter.setFont(small)
            painter.setPen(theme.color("text3"))
            painter.drawText(QRectF(right, box.top(), width + 2, box.height()), align, row.right)
            right -= 16
        left = box.left() + 38
        title = wide.elidedText(row.title, Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(body)
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(left, box.top(), right - left + 2, box.height()), align, title)
        left += wide.horizontalAdvance(title) + 10
        under = narrow.elidedText(row.under, Qt.TextElideMode.ElideRight, right - left)
        if right - left > narrow.averageCharWidth() * 4:
            painter.setFont(small)
            painter.setPen(theme.color("text2" if chosen else "text3"))
            painter.drawText(QRectF(left, box.top(), right - left, box.height()), align, under)


class PlacesView(QListView):
    """Places to choose from; a field above it keeps the focus and hands its arrows on.

    Args:
        theme: colours and fonts.
        name: what VoiceOver calls it.

    Attributes:
        places: what is listed.
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.places = PlaceModel(self)
        self.setModel(self.places)
        self.setItemDelegate(PlaceDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        slim_bars(self, theme)

    @property
    def current(self) -> Place | None:
        """The place that is chosen."""
        return self.places.place(self.currentIndex().row())

    def choose(self, row: int) -> None:
        """Chooses a row and brings it into sight; -1 for none."""
        index = self.places.index(row, 0)
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index)

    def step(self, by: int) -> None:
        """Chooses the next place or the one before, round and round."""
        numbers = self.places.numbers()
        if numbers:
            here = self.currentIndex().row()
            at = numbers.index(here) if here in numbers else (-1 if by > 0 else 0)
            self.choose(numbers[(at + by) % len(numbers)])


_SELECTED = QStyle.StateFlag.State_Selected
