"""Shows a difference: a line a row, its sign in front, broken where it is too long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QKeySequence, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from luminair.shell.journal.differing import DiffRow
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.rows_view import RowsView
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

    from luminair.shell.journal.differing import Difference

GUTTER, RIGHT, PAD = 40, 20, 2
SKIPPED = 30
"""Height of the row that stands for lines left out."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60\U0001f000-\U0003ffff]"
)
"""Signs that take the room of two letters."""
_TONES = {"+": ("ok", "oksoft"), "-": ("danger", "dangersoft")}
_SHOWN = {"+": "+", "-": "\N{MINUS SIGN}"}


class DiffModel(RowsModel[DiffRow]):
    """The rows of a difference."""

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return None


class DiffView(RowsView):
    """The difference as a list; ⌘C copies the rows that are chosen.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = DiffModel(self)
        self.show_rows(self.rows, _DiffDelegate(theme, self))
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setAccessibleName("Difference")
        slim_bars(self, theme)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_difference(self, found: Difference) -> None:
        """Shows another difference from its beginning."""
        self.rows.set_rows(())  # rows of another text must not keep their selection
        self.rows.set_rows(found.rows)
        self.scrollToTop()

    def copy(self) -> None:
        """Copies the chosen rows, else all, with their signs."""
        chosen = sorted(index.row() for index in self.selectedIndexes())
        rows = [self.rows.rows[at] for at in chosen] or list(self.rows.rows)
        QGuiApplication.clipboard().setText("\n".join(f"{row.sign} {row.text}" for row in rows))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the sheet closes
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color("paper"))
        painter.end()
        super().paintEvent(event)


class _DiffDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: DiffView) -> None:
        super().__init__(view)
        self._theme = theme
        theme.follow(self._measure)

    def _measure(self) -> None:
        self._letter = QFontMetricsF(self._theme.font(Style.MONO)).horizontalAdvance("0")
        self._line = round(self._theme.line(Style.MONO))

    def _columns(self, width: float) -> int:
        return max(8, int((width - GUTTER - RIGHT) / self._letter))

    def heights(self, rows: Sequence[DiffRow], width: int) -> list[int]:
        """See :class:`Heights`."""
        columns = self._columns(width)
        return [
            SKIPPED if row.sign == "…" else self._line * len(broken(row.text, columns)) + PAD
            for row in rows
        ]

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, DiffRow):
            return
        theme, box = self._theme, QRectF(option.rect)
        painter.save()
        if row.sign == "…":
            painter.fillRect(box.adjusted(0, 3, 0, -3), theme.color("raised"))
            painter.setFont(theme.font(Style.CAPTION))
            painter.setPen(theme.color("text3"))
            painter.drawText(box.adjusted(GUTTER, 0, 0, 0), _LEFT, row.text)
        else:
            self._paint_line(painter, box, row)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), theme.color("accent"))
        painter.restore()

    def _paint_line(self, painter: QPainter, box: QRectF, row: DiffRow) -> None:
        theme = self._theme
        tone, soft = _TONES.get(row.sign, ("text", ""))
        if soft:
            painter.fillRect(box, theme.color(soft))
        font = theme.font(Style.MONO)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        painter.setPen(theme.color(tone))
        first = QRectF(box.left() + 18, box.top() + PAD / 2, 16, self._line)
        painter.drawText(first, _LEFT, _SHOWN.get(row.sign, ""))
        painter.setPen(theme.color("text" if soft else "text2"))
        top = box.top() + PAD / 2
        for start, end in broken(row.text, self._columns(box.width())):
            part = row.text[start:end].replace("\t", " ")
            area = QRectF(box.left() + GUTTER, top, box.width() - GUTTER, self._line)
            painter.drawText(area, _LEFT, part)
            low, high = max(start, row.changed[0]), min(end, row.changed[1])
            if low < high:
                left = metrics.horizontalAdvance(part[: low - start])
                wide = metrics.horizontalAdvance(part[low - start : high - start])
                under = QRectF(area.left() + left, area.bottom() - 3, wide, 1.5)
                painter.fillRect(under, theme.color(tone))
            top += self._line


def broken(text: str, columns: int) -> list[tuple[int, int]]:
    """Where the lines of a text of fixed pitch begin and end, broken behind words if it can be."""
    if len(text) * 2 > columns and _WIDE.search(text):
        columns //= 2  # as if all were wide: counting sign by sign takes too long
    found: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > columns:
        cut = text.rfind(" ", start, start + columns) + 1
        found.append((start, cut if cut > start else start + columns))
        start = found[-1][1]
    return [*found, (start, len(text))]
