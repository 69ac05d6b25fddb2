"""How a session is drawn: state, title, what it works on, time or pane number."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.ring import FRAME_MS, TURN_MS, draw_spinner
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex
from luminair.shell.sidebar.found import hits
from luminair.shell.sidebar.session_model import Heading, Row
from luminair.shell.theme import Style, Theme

SESSION, COMPACT, HEADING = 46, 28, 34
BADGE = 16
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
CENTRE = Qt.AlignmentFlag.AlignCenter


class SessionDelegate(QStyledItemDelegate):
    """Draws the rows, turns the spinners of those that reply, and lets a title be typed.

    Signals:
        retitled: a session and what the owner typed for its title; '' for the usual one.
    """

    retitled = Signal(str, str)

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._phase = 0.0
        self._spin = QTimer(self)
        self._spin.setInterval(FRAME_MS)
        self._spin.timeout.connect(self._turn)
        view.installEventFilter(self)
        theme.changed.connect(view.scheduleDelayedItemsLayout)
        theme.changed.connect(self.follow)

    def follow(self) -> None:
        """Starts or stops the spinners as the rows and the window have it."""
        replying = any(isinstance(row, Row) and row.spins for row in self._rows())
        if replying and self._theme.motion and self._view.isVisible():
            self._spin.start()
        else:
            self._spin.stop()

    def _rows(self) -> list[Heading | Row]:
        model = self._view.model()
        return [model.index(number, 0).data(ROW_ROLE) for number in range(model.rowCount())]

    def _turn(self) -> None:
        self._phase = (self._phase + FRAME_MS / TURN_MS) % 1
        model = self._view.model()
        for number, row in enumerate(self._rows()):
            if isinstance(row, Row) and row.spins:
                self._view.update(model.index(number, 0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._view:
            if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
                self.follow()
            return False  # not super's: it takes whatever it watches for an editor of its own
        return super().eventFilter(watched, event)

    # Typing a title.

    @override
    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        edit = QLineEdit(parent)
        edit.setFont(self._theme.font(Style.ROW))
        edit.setAccessibleName("Title of the session")
        edit.setPlaceholderText("The first message's words")
        return edit

    @override
    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(editor, QLineEdit) and isinstance(row, Row) and not editor.isModified():
            # Not again when the row changes below it: what is typed stays.
            editor.setText(row.session.title)
            editor.selectAll()
            editor.setModified(True)

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(editor, QLineEdit) and isinstance(row, Row):
            title = " ".join(editor.text().split())
            if title != row.session.title:
                self.retitled.emit(row.key, title)

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        box: QRect = option.rect
        editor.setGeometry(box.left() + 30, box.top() + 2, box.width() - 48, self._px(24))

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(ROW_ROLE)
        if isinstance(row, Heading):
            return QSize(100, self._px(HEADING))
        return QSize(100, self._px(COMPACT if self._is_compact(row) else SESSION))

    def _is_compact(self, row: Row) -> bool:
        """Whether it shows its title alone; what a search found is shown anyway."""
        return self._theme.tastes.compact and not row.words

    def _px(self, length: int) -> int:
        """A length in rows of the owner's text size."""
        return round(length * self._theme.scale)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            painter.setFont(self._theme.font(Style.ROW_ASIDE_BOLD))
            painter.setPen(self._theme.color("text3"))
            painter.drawText(box.adjusted(20, self._px(10), -16, 0), LEFT, row.title)
        elif isinstance(row, Row):
            self._session(painter, box, row, option)
        painter.restore()

    def _session(
        self, painter: QPainter, box: QRectF, row: Row, option: QStyleOptionViewItem
    ) -> None:
        theme = self._theme
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        over = bool(state & QStyle.StateFlag.State_MouseOver)
        if chosen or over:
            fill = "hover"
            if chosen and self._view.isActiveWindow():
                fill = "accentsoft"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(fill))
            painter.drawRoundedRect(box.adjusted(8, 0, -8, 0), 7, 7)
            if chosen and state & QStyle.StateFlag.State_HasFocus and self._keyboard():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawRoundedRect(box.adjusted(9, 1, -9, -1), 6, 6)
        self._state(painter, box, row)
        right = self._badge(painter, box, row)
        bold = chosen or row.unread
        title = theme.font(Style.ROW_BOLD if bold else Style.ROW)
        self._line(painter, box, 5, right, row.session.title, title, "text")
        end = box.right() - 16
        if row.words:
            self._found(painter, box, end, row)
        elif not self._is_compact(row):
            self._line(painter, box, 23, end, row.under, theme.font(Style.ROW_UNDER), "text2")

    def _found(self, painter: QPainter, box: QRectF, end: float, row: Row) -> None:
        """The second line of a hit, with the words that were found in bold."""
        plain, bold = self._theme.font(Style.ROW_UNDER), self._theme.font(Style.ROW_UNDER_BOLD)
        x, at = box.left() + 36, 0
        for start, stop in [*hits(row.under, row.words), (len(row.under), len(row.under))]:
            for text, font, role in (
                (row.under[at:start], plain, "text2"),
                (row.under[start:stop], bold, "text"),
            ):
                metrics, room = QFontMetricsF(font), max(end - x, 0.0)
                cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
                painter.setFont(font)
                painter.setPen(self._theme.color(role))
                area = QRectF(x, box.top() + self._px(23), room + 2, self._px(18))
                painter.drawText(area, LEFT, cut)
                x += metrics.horizontalAdvance(text)
            at = stop
            if x >= end:
                return

    def _keyboard(self) -> bool:
        return self._view.property("by_keyboard") is True

    def _line(
        self,
        painter: QPainter,
        box: QRectF,
        top: int,
        end: float,
        text: str,
        font: QFont,
        role: str,
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.color(role))
        room = end - box.left() - 36
        metrics = QFontMetricsF(painter.font())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        area = QRectF(box.left() + 36, box.top() + self._px(top), room + 2, self._px(18))
        painter.drawText(area, LEFT, cut)

    def _state(self, painter: QPainter, box: QRectF, row: Row) -> None:
        middle = QPointF(box.left() + 23, box.top() + self._px(15))
        if row.waiting:
            icons.paint(
                painter,
                self._theme,
                "ph.hand-fill",
                "warn",
                middle.x() - 6.5,
                middle.y() - 6.5,
                13,
            )
        elif row.replying:
            area = QRectF(middle.x() - 5.5, middle.y() - 5.5, 11, 11)
            draw_spinner(painter, self._theme, area, self._phase)
        elif row.failed:
            icons.paint(
                painter,
                self._theme,
                "ph.warning-circle-fill",
                "danger",
                middle.x() - 6.5,
                middle.y() - 6.5,
                13,
            )
        elif row.unread:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent"))
            painter.drawEllipse(middle, 4, 4)

    def _badge(self, painter: QPainter, box: QRectF, row: Row) -> float:
        """Pane number or time; returns where the title must end."""
        theme = self._theme
        end = box.right() - 20
        if row.pane:
            side = self._px(BADGE)
            area = QRectF(end - side, box.top() + self._px(7), side, side)
            role = "accent" if row.active else "text2"
            border = "accent" if row.active else "line2"
            painter.setPen(QPen(theme.color(border), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.setFont(theme.font(Style.ROW_ASIDE_BOLD))
            painter.setPen(theme.color(role))
            painter.drawText(area, CENTRE, str(row.pane))
            return area.left() - 8
        painter.setFont(theme.font(Style.ROW_ASIDE))
        painter.setPen(theme.color("text3"))
        width = QFontMetricsF(painter.font()).horizontalAdvance(row.time)
        area = QRectF(end - width, box.top() + self._px(5), width + 2, self._px(20))
        painter.drawText(area, LEFT, row.time)
        return end - width - 8
