"""Parts of the note page: banner, properties, folds, rows of links, sayings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.journal.rows import kind_key
from luminair.shell.journal.words import plain
from luminair.shell.parts.box import Box
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.roles import Spoken, speak_as
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from luminair.journal import Backlink
    from luminair.shell.journal.words import Saying
    from luminair.shell.parts.button import Button

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class PageBanner(Box):
    """What is so about the note that is shown: a lead, a name, a line, buttons.

    Args:
        theme: colours and fonts.
        icon: a qtawesome name.
        tone: 'warn' or 'danger'.
        lead: the words in the tone's colour.
        name: words after it, in the colour of text, or ''.
        line: what it means, or ''.
        buttons: at the right end.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        tone: str,
        lead: str,
        name: str = "",
        line: str = "",
        buttons: Sequence[Button] = (),
    ) -> None:
        super().__init__(theme, f"{tone}soft", radius=8)
        self.setAccessibleName(" ".join(part for part in (lead, name, line) if part))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 9, 10, 9)
        row.setSpacing(12)
        row.addWidget(Glyph(theme, icon, tone, 18))
        column = QVBoxLayout()
        column.setSpacing(1)
        before = (lead, tone) if name else None
        role = "text" if name else tone
        column.addWidget(Label(theme, name or lead, Style.BODY_BOLD, role, wraps=True, lead=before))
        if line:
            column.addWidget(Label(theme, line, Style.SMALL, "text2", wraps=True))
        row.addLayout(column, 1)
        for button in buttons:
            row.addWidget(button)


class Property(QWidget):
    """One property: its name above its value; a click on a link says so.

    Signals:
        followed: the value was clicked.
    """

    followed = Signal()

    def __init__(
        self,
        theme: Theme,
        name: str,
        value: str,
        *,
        icon: str = "",
        role: str = "text",
        link: bool = False,
    ) -> None:
        super().__init__()
        self._link = link
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(Line(theme, name, Style.CAPTION, "text3"))
        row = QHBoxLayout()
        row.setSpacing(5)
        if icon:
            row.addWidget(Glyph(theme, icon, role, 14))
        row.addWidget(Line(theme, value, Style.SMALL, "accent" if link else role), 1)
        column.addLayout(row)
        self.setAccessibleName(f"{name}: {value}")
        self.setMaximumWidth(190)
        if link:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            speak_as(self, Spoken.Link)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._link:
            self.followed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._link and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Space}:
            self.followed.emit()
        else:
            super().keyPressEvent(event)


class Strip(QWidget):
    """Properties in a row between two hairlines; as many rows as the width asks for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._held: list[Property] = []
        theme.repaints(self)

    def show_properties(self, properties: Sequence[Property]) -> None:
        """Shows these instead."""
        for old in self._held:
            old.hide()
            old.deleteLater()
        self._held = list(properties)
        for each in self._held:
            each.setParent(self)
            each.show()
        self._place()

    def _place(self) -> None:
        sizes = [each.sizeHint().boundedTo(QSize(190, 60)) for each in self._held]
        rows: list[list[int]] = [[]]
        used = 0
        for number, size in enumerate(sizes):
            if rows[-1] and used + size.width() > self.width():
                rows.append([])
                used = 0
            rows[-1].append(number)
            used += size.width() + 24
        top = 14
        for row in rows:
            wide = sum(sizes[number].width() for number in row)
            spare = (self.width() - wide) / max(len(row) - 1, 1)
            gap = min(max(spare, 24), 34) if len(rows) == 1 else 28
            x = 0.0
            high = max((sizes[number].height() for number in row), default=0)
            for number in row:
                size = sizes[number]
                self._held[number].setGeometry(QRect(round(x), top, size.width(), high))
                x += size.width() + gap
            top += high + 10
        self.setFixedHeight(top + 4)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = self._theme.color("paperline")
        painter.fillRect(0, 0, self.width(), 1, line)
        painter.fillRect(0, self.height() - 1, self.width(), 1, line)
        painter.end()


class Fold(QWidget):
    """A heading that opens and closes what stands below it.

    Args:
        theme: colours and fonts.
        title: the heading.
        aside: a sentence at the right, or ''.
    """

    def __init__(self, theme: Theme, title: str, aside: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.head = _FoldHead(theme, title, aside, self)
        self.body = QWidget(self)
        self.rows = QVBoxLayout(self.body)
        self.rows.setContentsMargins(0, 6, 0, 0)
        self.rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.head.toggled.connect(self.body.setVisible)
        self._held: list[QWidget] = []

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """Shows these below the heading; hides itself where there are none."""
        for old in self._held:
            self.rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._held = list(rows)
        for each in self._held:
            self.rows.addWidget(each)
        self.head.set_count(len(rows))
        self.setVisible(bool(rows))


class _FoldHead(KeyboardFocus, QAbstractButton):
    def __init__(self, theme: Theme, title: str, aside: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._title, self._aside, self._count = theme, title, aside, 0
        self.setCheckable(True)
        self.setChecked(True)
        self.setFixedHeight(24)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._name)
        theme.repaints(self)

    def set_count(self, count: int) -> None:
        """Says how many there are."""
        self._count = count
        self._name()

    def _name(self) -> None:
        state = "expanded" if self.isChecked() else "collapsed"
        self.setAccessibleName(f"{self._title}, {self._count}, {state}")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, rect = self._theme, QRectF(self.rect())
        mark = "ph.caret-down" if self.isChecked() else "ph.caret-right"
        icons.paint(painter, theme, mark, "text2", 0, 6, 12)
        painter.setFont(theme.font(Style.BODY_BOLD))
        painter.setPen(theme.color("text"))
        painter.drawText(rect.adjusted(20, 0, 0, 0), _LEFT, self._title)
        x = 20 + QFontMetricsF(painter.font()).horizontalAdvance(self._title) + 8
        painter.setFont(theme.font(Style.SMALL, tabular=True))
        painter.setPen(theme.color("text3"))
        count = str(self._count)
        painter.drawText(rect.adjusted(x, 0, 0, 0), _LEFT, count)
        x += QFontMetricsF(painter.font()).horizontalAdvance(count) + 16
        painter.setFont(theme.font(Style.CAPTION))
        room = QFontMetricsF(painter.font()).horizontalAdvance(self._aside)
        painter.setPen(theme.color("text2"))
        if x + room < rect.width():
            painter.drawText(rect.adjusted(rect.width() - room - 1, 0, 4, 0), _LEFT, self._aside)
        if self.ring_shown:
            draw_ring(painter, theme, rect, 6)
        painter.end()


class SayingView(QWidget):
    """One earlier phrasing: the words in italic, where and when below."""

    def __init__(self, theme: Theme, saying: Saying) -> None:
        super().__init__()
        self._theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 0, 7)
        column.setSpacing(3)
        self._text = Label(theme, saying.text, Style.QUOTE, "text2", wraps=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self._text)
        if saying.source:
            column.addWidget(Label(theme, saying.source, Style.CAPTION, "text2", wraps=True))
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        font = self._theme.font(Style.QUOTE)
        font.setItalic(True)
        self._text.setFont(font)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 2, 2, self.height() - 6, self._theme.color("paperline"))
        painter.end()


class LinkRow(KeyboardFocus, QAbstractButton):
    """A note that links here, with the line that does."""

    def __init__(self, theme: Theme, link: Backlink, age: str, *, first: bool) -> None:
        super().__init__()
        self._theme, self._link, self._age, self._first = theme, link, age, first
        self._excerpt = plain(link.excerpt)
        self.setFixedHeight(30)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"Open {link.note.title}, {age}, {self._excerpt}")
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, note, rect = self._theme, self._link.note, QRectF(self.rect())
        if self.underMouse():
            painter.fillRect(rect, theme.color("hover"))
        if self._first:
            painter.fillRect(QRectF(0, 0, rect.width(), 1), theme.color("paperline"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("paperline"))
        kind = kind_key(note)
        icons.paint(painter, theme, icons.KIND_ICONS[kind], icons.KIND_ROLES[kind], 0, 8, 14)
        painter.setFont(theme.font(Style.CAPTION, tabular=True))
        painter.setPen(theme.color("text2"))
        end = rect.width() - QFontMetricsF(painter.font()).horizontalAdvance(self._age)
        painter.drawText(QRectF(end, 0, 80, rect.height()), _LEFT, self._age)
        painter.setFont(theme.font(Style.BODY_MEDIUM))
        metrics = QFontMetricsF(painter.font())
        cut = Qt.TextElideMode.ElideRight
        title = metrics.elidedText(note.title, cut, min(end - 40, rect.width() * 0.6))
        painter.setPen(theme.color("text"))
        painter.drawText(rect.adjusted(22, 0, 0, 0), _LEFT, title)
        x = 22 + metrics.horizontalAdvance(title) + 9
        painter.setFont(theme.font(Style.SMALL))
        painter.setPen(theme.color("text2"))
        excerpt = QFontMetricsF(painter.font()).elidedText(self._excerpt, cut, end - x - 12)
        painter.drawText(rect.adjusted(x, 0, 0, 0), _LEFT, excerpt)
        if self.ring_shown:
            draw_ring(painter, theme, rect, 6)
        painter.end()
