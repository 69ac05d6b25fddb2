"""Where a session that is dragged over the panes would go, and the picture of that place."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from luminair.shell.theme import Style

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QSize
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme

SIDE_SHARE, FOOT_SHARE = 0.25, 0.3
"""How much of a pane, from its edge on, means 'a new pane here'."""
INSET = 6


class Zone(Enum):
    """A place in a pane, with the words that say what a drop there does."""

    HERE = "Open here"
    LEFT = "New pane on the left"
    RIGHT = "New pane on the right"
    BELOW = "New pane below"

    @property
    def splits(self) -> bool:
        """Whether a pane comes beside the one that is under the pointer."""
        return self is not Zone.HERE


def zone_at(at: QPoint, size: QSize) -> Zone:
    """The zone of a point in a pane: its edges split, its middle opens."""
    if at.x() < size.width() * SIDE_SHARE:
        return Zone.LEFT
    if at.x() > size.width() * (1 - SIDE_SHARE):
        return Zone.RIGHT
    return Zone.BELOW if at.y() > size.height() * (1 - FOOT_SHARE) else Zone.HERE


def half(box: QRect, zone: Zone) -> QRect:
    """The part of a box that a zone takes."""
    wide, high = box.width() // 2, box.height() // 2
    match zone:
        case Zone.LEFT:
            return QRect(box.left(), box.top(), wide, box.height())
        case Zone.RIGHT:
            return QRect(box.left() + wide, box.top(), box.width() - wide, box.height())
        case Zone.BELOW:
            return QRect(box.left(), box.top() + high, box.width(), box.height() - high)
        case Zone.HERE:
            return box


class DropPicture(QWidget):
    """Lies over the panes while something is dragged, and shows what a drop would do.

    Args:
        theme: colours and fonts.
        parent: the board.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def words(self) -> str:
        """What it says, '' while it is hidden."""
        return "" if self.isHidden() else self._words

    def show_at(self, box: QRect, words: str) -> None:
        """Covers a box of the board."""
        self._words = words
        self.setAccessibleName(words)
        self.setGeometry(box)
        self.show()
        self.raise_()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(INSET, INSET, -INSET, -INSET)
        fill = theme.color("accentsoft")
        fill.setAlphaF(0.72)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 10, 10)
        font = theme.font(Style.BODY_BOLD)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        chip = QRectF(0, 0, metrics.horizontalAdvance(self._words) + 24, 30)
        chip.moveCenter(box.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(chip, 7, 7)
        painter.setPen(theme.color("onaccent"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, self._words)
        painter.end()
