"""The sheet of a note's versions, newest first, with what each changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.journal.diff_sheet import DiffSheet, choice
from luminair.shell.journal.versions import VersionRow
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.rows_view import RowsView
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.parts.times import message_time
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from PySide6.QtGui import QPaintEvent

    from luminair.shell.journal.versions import Past

LIST, ROW, SIDE_PAD = 236, 54, 24
BEFORE, NOW = 0, 1
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class _Versions(RowsModel[VersionRow]):
    def __init__(self, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self._now = now

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"{message_time(row.at, self._now())}, {row.by}, {size_words(row.bytes)}"
        return None


class _List(RowsView):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color("surface"))
        painter.end()
        super().paintEvent(event)


class HistorySheet(DiffSheet):
    """Shows versions and what each changed.

    Args:
        theme: colours and fonts.
        window: the window to cover.
        past: the note's versions.
        now: the clock, aware.

    Signals:
        wanted: place of a version, and whether it is held against now: its difference is wanted.
        restore_wanted: place of the version that is to be brought back.
    """

    wanted = Signal(int, bool)
    restore_wanted = Signal(int)

    def __init__(
        self, theme: Theme, window: QWidget, past: Past, now: Callable[[], datetime]
    ) -> None:
        super().__init__(theme, window, "History", f"{past.title} · {past.path}")
        self.past = past
        self.model = _Versions(now, self)
        self.list = _List(theme)
        self.list.show_rows(self.model, _VersionDelegate(theme, now, self.list))
        self.list.setAccessibleName("Versions")
        self.list.setFixedWidth(LIST)
        slim_bars(self.list, theme)
        self.body.insertWidget(0, self.list)
        self.body.insertWidget(1, Hairline(theme, upright=True))
        self.against = Segmented(theme, (("", "The version before"), ("", "Now")))
        self.against.set_tip(BEFORE, "Show what this version changed")
        self.against.set_tip(NOW, "Show what changed from this version until now")
        self.against.set_current(BEFORE)
        self.top.addWidget(Line(theme, "Compare with", Style.SMALL, "text3"))
        self.top.addWidget(self.against)
        self.restore = choice(theme, "Restore this version")
        self.add_buttons([self.restore])
        self.list.selectionModel().currentChanged.connect(self._ask)
        self.against.chosen.connect(self._ask)
        self.restore.clicked.connect(self._restore)
        self.model.set_rows(past.versions)
        if len(past.versions) > 1:
            self.list.setCurrentIndex(self.model.index(0))
        else:
            self.against.hide()
            self.restore.setEnabled(False)
            self.show_none(
                "ph.clock-counter-clockwise",
                "No earlier version is kept",
                "Luminair keeps one each time it changes a note, for 30 days.",
            )

    @property
    def at(self) -> int:
        """Place of the chosen version, or -1."""
        return self.list.currentIndex().row()

    def _ask(self, _chosen: QModelIndex | int) -> None:
        is_now = self.at == 0
        self.restore.setEnabled(self.at > 0)
        self.restore.setToolTip("The note is as this version is." if is_now else "")
        if self.at >= 0:
            self.summary.setText("Comparing…")
            self.wanted.emit(self.at, self.against.current() == NOW)

    def _restore(self) -> None:
        if self.at > 0:
            self.restore_wanted.emit(self.at)


class _VersionDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, now: Callable[[], datetime], view: RowsView) -> None:
        super().__init__(view)
        self._theme, self._now, self._view = theme, now, view

    def heights(self, rows: Sequence[VersionRow], _width: int) -> list[int]:
        """See :class:`Heights`."""
        return [ROW] * len(rows)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, VersionRow):
            return
        theme, box, state = self._theme, QRectF(option.rect), option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            active = chosen and self._view.isActiveWindow()
            painter.fillRect(box, theme.color("accentsoft" if active else "hover"))
        line = QRectF(box.left(), box.bottom() - 1, box.width(), 1)
        painter.fillRect(line, theme.color("line"))
        if chosen and state & QStyle.StateFlag.State_HasFocus and self._view.by_keyboard:
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRect(box.adjusted(1, 1, -1, -2))
        when = message_time(row.at, self._now()) or "Time unknown"
        under = f"{row.by} · {size_words(row.bytes)}"
        lines = (
            (Style.BODY_BOLD if chosen else Style.BODY_MEDIUM, "text", when, 8, 20),
            (Style.SMALL, "text2", under, 28, 18),
        )
        for style, role, words, top, high in lines:
            painter.setFont(theme.font(style, tabular=True))
            painter.setPen(theme.color(role))
            area = box.adjusted(SIDE_PAD, top, -10, 0)
            area.setHeight(high)
            cut = QFontMetricsF(painter.font()).elidedText(
                words, Qt.TextElideMode.ElideRight, area.width()
            )
            painter.drawText(area, _LEFT, cut)
        painter.restore()


def size_words(count: int) -> str:
    """A size as people read it."""
    if count < 1000:
        return counted(count, "byte")
    return f"{count / 1024:,.1f} KB" if count < 1_000_000 else f"{count / 1024**2:,.1f} MB"
