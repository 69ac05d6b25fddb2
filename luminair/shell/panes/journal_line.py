"""The Journal line: what of the Journal rode with one message, folded to a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.context.cost import in_tokens
from luminair.plurals import counted
from luminair.shell import icons
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.text import Line, tip
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.messages import Rider, Riders

MOST_ROWS = 3
HEAD_HEIGHT, ROW_HEIGHT = 34, 24


def summary(riders: Riders) -> str:
    """'6 rules · 2 dead ends · 4 notes'; '' where nothing rode."""
    counts = (
        (len(riders.rules), "rule"),
        (len(riders.pins), "pin"),
        (len(riders.dead_ends), "dead end"),
        (len(riders.asks), "open ask"),
        (len(riders.notes), "note"),
    )
    return " · ".join(counted(count, noun) for count, noun in counts if count)


class _Head(KeyboardFocus, QAbstractButton):
    """The folded line; a click opens and closes it."""

    def __init__(self, theme: Theme, riders: Riders, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said = summary(riders)
        self._cost = in_tokens(riders.tokens, riders.exact)
        self._riders = riders
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._name)
        self._name(False)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def _name(self, opened: bool) -> None:
        about = "" if self._riders.exact else "about "
        said = self._said.replace(" ·", ",") or "nothing"
        self.setAccessibleName(
            f"Journal, {said} rode with this message, "
            f"{about}{counted(self._riders.tokens, 'token')}, "
            f"{'expanded' if opened else 'collapsed'}"
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, round(HEAD_HEIGHT * self._theme.scale))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, middle = self._theme, self.height() / 2
        caret = "ph.caret-down" if self.isChecked() else "ph.caret-right"
        fold, book = round(12 * theme.scale), round(15 * theme.scale)
        icons.paint(painter, theme, caret, "text2", 9, middle - fold / 2, fold)
        icons.paint(painter, theme, "ph.book-open", "accent", fold + 17, middle - book / 2, book)
        cost_font = theme.font(Style.ROW_UNDER)
        cost = QFontMetricsF(cost_font).horizontalAdvance(self._cost)
        painter.setFont(cost_font)
        painter.setPen(theme.color("text3"))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = self.width() - cost - 12
        painter.drawText(QRectF(right, 0, cost + 2, self.height()), align, self._cost)
        x, end = fold + book + 25.0, right - 12
        for text, style, role in (
            ("Journal: ", Style.ROW_UNDER, "text2"),
            (self._said or "nothing", Style.ROW_UNDER_MEDIUM, "text"),
            (" rode with this message", Style.ROW_UNDER, "text2"),
        ):
            font = theme.font(style)
            metrics = QFontMetricsF(font)
            if text.startswith(" ") and metrics.horizontalAdvance(text) > end - x:
                break  # the counts say enough where there is no room for the rest
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(end - x, 0) + 1)
            painter.setFont(font)
            painter.setPen(theme.color(role))
            painter.drawText(QRectF(x, 0, end - x + 2, self.height()), align, cut)
            x += metrics.horizontalAdvance(cut)
            if cut != text:
                break
        if self.ring_shown:
            draw_ring(painter, theme, QRectF(self.rect()), 8)
        painter.end()


class _Row(KeyboardFocus, QAbstractButton):
    """One note that rode; a click opens it."""

    def __init__(self, theme: Theme, rider: Rider, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rider = rider
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"Open note {rider.title}")
        self.setToolTip(tip(f"{rider.title}\n{rider.why}" if rider.why else rider.title))
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    @property
    def key(self) -> str:
        """The note."""
        return self._rider.key

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, round(ROW_HEIGHT * self._theme.scale))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, kind = self._theme, self._rider.kind
        icon = icons.KIND_ICONS.get(kind, "ph.note")
        role = icons.KIND_ROLES.get(kind, "knote")
        size = round(14 * theme.scale)
        icons.paint(painter, theme, icon, role, 0, (self.height() - size) / 2, size)
        small = theme.font(Style.ROW_ASIDE)
        scope = QFontMetricsF(small).horizontalAdvance(self._rider.scope)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(small)
        painter.setPen(theme.color("text3"))
        left = self.width() - scope - 1
        painter.drawText(QRectF(left, 0, scope + 2, self.height()), align, self._rider.scope)
        font = theme.font(Style.ROW_UNDER)
        font.setUnderline(self.underMouse())
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        indent = size + 8
        room = left - indent - 12
        title = QFontMetricsF(font).elidedText(self._rider.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(indent, 0, room + 2, self.height()), align, title)
        if self.ring_shown:
            draw_ring(painter, theme, QRectF(self.rect()), 4)
        painter.end()


class _Group(QWidget):
    """One kind of riders, the first few shown."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, title: str, riders: tuple[Rider, ...], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rest = riders[MOST_ROWS:]
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 4)
        self._column.setSpacing(0)
        self._head = Line(theme, title, Style.ROW_ASIDE_BOLD, "text2")
        self._column.addWidget(self._head)
        self._add(riders[:MOST_ROWS])
        self._more: Button | None = None
        if self._rest:
            shape = Shape(height=ROW_HEIGHT, pad=0, gap=4, style=Style.SMALL)
            words = f"and {len(self._rest)} more"
            self._more = Button(theme, words, fill=Fill.LINK, shape=shape)
            self._more.clicked.connect(self._unfold)
            self._below = QHBoxLayout()
            self._below.addWidget(self._more)
            self._below.addStretch(1)
            self._column.addLayout(self._below)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        scale = self._theme.scale
        self._head.setFixedHeight(round(20 * scale))
        if self._more is not None:
            self._below.setContentsMargins(round(14 * scale) + 8, 0, 0, 0)

    def _add(self, riders: tuple[Rider, ...]) -> None:
        for rider in riders:
            row = _Row(self._theme, rider, self)
            row.clicked.connect(self._open)
            self._column.addWidget(row)

    def _unfold(self) -> None:
        if self._more is not None:
            self._more.hide()
        self._add(self._rest)

    def _open(self) -> None:
        row = self.sender()
        if isinstance(row, _Row):
            self.chosen.emit(row.key)


class JournalLine(QFrame):
    """What rode with one message; opens on paper.

    Args:
        theme: colours and fonts.
        riders: what rode.

    Signals:
        note_wanted: the key of a note to open.
        budget_wanted: Context budget should open.
        why_wanted: it should be explained how these were chosen.
        unfolds: it is about to grow or to shrink; itself.
    """

    note_wanted = Signal(str)
    budget_wanted = Signal()
    why_wanted = Signal()
    unfolds = Signal(object)

    def __init__(self, theme: Theme, riders: Riders, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._riders = riders
        self._body: QWidget | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.head = _Head(theme, riders, self)
        self.head.toggled.connect(self._toggle)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 0, 1, 1)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        theme.repaints(self)

    @property
    def opened(self) -> bool:
        """Whether it is unfolded."""
        return self.head.isChecked()

    def _toggle(self, opened: bool) -> None:
        self.unfolds.emit(self)
        if opened and self._body is None:
            self._body = self._make_body()
            self._column.addWidget(self._body)
        if self._body is not None:
            self._body.setVisible(opened)
        self.update()

    def _make_body(self) -> QWidget:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(32, 6, 11, 10)
        column.setSpacing(0)
        riders = self._riders
        for title, group in (
            ("Rules", riders.rules),
            ("Pins", riders.pins),
            ("Dead ends", riders.dead_ends),
            ("Open asks", riders.asks),
            ("Notes, best match first", riders.notes),
        ):
            if group:
                found = _Group(self._theme, title, group, body)
                found.chosen.connect(self.note_wanted)
                column.addWidget(found)
        shape = Shape(height=24, pad=0, style=Style.SMALL_MEDIUM)
        budget = Button(self._theme, "Open context budget", fill=Fill.LINK, shape=shape)
        budget.clicked.connect(self.budget_wanted)
        why = Button(self._theme, "Why this digest?", fill=Fill.LINK, shape=shape)
        why.clicked.connect(self.why_wanted)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(why)
        row.addWidget(budget)
        row.addStretch(1)
        column.addLayout(row)
        return body

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(edge, 8, 8)
        over = self.head.underMouse()
        painter.fillPath(shape, theme.color("raised" if over else "surface"))
        if self.opened:
            below = self.head.geometry().bottom() + 1
            painter.setClipRect(QRectF(0, below, self.width(), self.height()))
            painter.fillPath(shape, theme.color("paper"))
            painter.setClipping(False)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(1, below, self.width() - 2, below)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        painter.end()
