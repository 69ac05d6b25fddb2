"""Attached files as chips: name, size, and a way to take one away or to look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QWidget,
)
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell import icons
from luminair.shell.parts.button import Shape, icon_button
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.text import tip
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from luminair.messages import Attachment

HEIGHT = 26
WIDEST = 300
GAP = 6
LEFT, ICON = 8, 14


def size_words(size: int) -> str:
    """The size of a file: '812 bytes', '12 KB', '3.4 MB'."""
    if size < 1024:
        return counted(size, "byte")
    if size < 1024 * 1024:
        return f"{round(size / 1024)} KB"
    return f"{size / 1024 / 1024:.1f} MB"


def is_picture(attachment: Attachment) -> bool:
    """Whether it is a picture and no text."""
    return attachment.media_type.startswith("image/")


class Flow(QLayout):
    """Puts widgets side by side and goes on in the next line where there is no room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        widest = max((item.minimumSize().width() for item in self._items), default=0)
        return QSize(widest, HEIGHT if self._items else 0)

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        x, y, tall = rect.x(), rect.y(), 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), 40), HEIGHT))
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y = rect.x(), y + tall + GAP
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + GAP
            tall = max(tall, size.height())
        return y + tall - rect.y()


class Chip(KeyboardFocus, QAbstractButton):
    """One file.

    Args:
        theme: colours and fonts.
        attachment: the file.
        removable: whether a cross stands at its end.

    Signals:
        removed: the owner takes it away.
    """

    removed = Signal()

    def __init__(
        self,
        theme: Theme,
        attachment: Attachment,
        *,
        removable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.attachment = attachment
        self._size = size_words(attachment.size)
        self._removable = removable
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if removable else Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"Attached: {attachment.name}, {self._size}")
        self.setToolTip(tip(f"{attachment.name}, {self._size}"))
        if removable:
            shape = Shape(height=24, pad=6, icon=12, radius=5)
            cross = icon_button(theme, "ph.x", f"Remove {attachment.name}", shape=shape)
            cross.clicked.connect(self.removed)
            row = QHBoxLayout(self)
            row.setContentsMargins(0, 1, 1, 1)
            row.addStretch(1)
            row.addWidget(cross)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def _widths(self) -> tuple[float, float]:
        name = QFontMetricsF(self._theme.font(Style.SMALL_MEDIUM))
        size = QFontMetricsF(self._theme.font(Style.SMALL))
        return name.horizontalAdvance(self.attachment.name), size.horizontalAdvance(self._size)

    @property
    def _end(self) -> int:
        return 27 if self._removable else 9

    @override
    def sizeHint(self) -> QSize:
        wide = sum(self._widths()) + LEFT + ICON + 6 + 6 + self._end
        return QSize(min(round(wide) + 1, WIDEST), HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, rect = self._theme, QRectF(self.rect())
        over = self.underMouse() and not self._removable
        painter.setPen(QPen(theme.color("line2"), 1))
        painter.setBrush(theme.color("hover" if over else "raised"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        icon = "ph.image" if is_picture(self.attachment) else "ph.file-text"
        icons.paint(painter, theme, icon, "text2", LEFT, (HEIGHT - ICON) / 2, ICON)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        _, size = self._widths()
        x = float(LEFT + ICON + 6)
        end = rect.width() - self._end - size
        painter.setFont(theme.font(Style.SMALL))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRectF(end, 0, size + 2, HEIGHT), align, self._size)
        painter.setFont(theme.font(Style.SMALL_MEDIUM))
        painter.setPen(theme.color("text"))
        metrics = QFontMetricsF(painter.font())
        room = end - x - 6
        cut = metrics.elidedText(self.attachment.name, Qt.TextElideMode.ElideMiddle, room + 1)
        painter.drawText(QRectF(x, 0, room + 2, HEIGHT), align, cut)
        if self.ring_shown:
            draw_ring(painter, theme, rect, 5)
        painter.end()


class Chips(QWidget):
    """The files of a message.

    Args:
        theme: colours and fonts.
        removable: whether they can be taken away.

    Signals:
        removed: the place of a file that the owner takes away.
        chosen: a file that the owner wants to look at.
    """

    removed = Signal(int)
    chosen = Signal(object)

    def __init__(
        self, theme: Theme, *, removable: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._removable = theme, removable
        self._flow = Flow(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._chips: list[Chip] = []
        self._spinner = Spinner(theme, 14, self)
        self._spinner.setAccessibleName("Reading the file")
        self._spinner.hide()
        self.hide()

    @property
    def chips(self) -> tuple[Chip, ...]:
        """What is shown, in order."""
        return tuple(self._chips)

    def show_files(self, attachments: Sequence[Attachment], *, reading: int = 0) -> None:
        """Shows files, and a spinner while others are being read."""
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._flow.removeWidget(self._spinner)
        self._chips = []
        for at, attachment in enumerate(attachments):
            chip = Chip(self._theme, attachment, removable=self._removable, parent=self)
            chip.removed.connect(self._removing(at))
            chip.clicked.connect(self._choosing(attachment))
            self._chips.append(chip)
            self._flow.addWidget(chip)
            chip.show()
        if reading:
            self._flow.addWidget(self._spinner)
        self._spinner.setVisible(bool(reading))
        self.setVisible(bool(attachments or reading))
        self.updateGeometry()

    def _removing(self, at: int) -> object:
        return lambda: self.removed.emit(at)

    def _choosing(self, attachment: Attachment) -> object:
        return lambda: self.chosen.emit(attachment)
