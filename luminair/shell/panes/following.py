"""Where the reader is in a transcript: at its end and carried along, or held still further up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QObject, QPoint, QTimer, Signal, Slot
from shiboken6 import isValid

from luminair.shell.panes.message_frame import MessageFrame
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.laying_out import lay_out, make_room
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

    from luminair.shell.theme import Theme

NEAR_BOTTOM = 40
"""The reader counts as being at the bottom within this many pixels of it."""
MARGIN, TOP, FOOT = 24, 20, 16
"""Pixels between the column and the edges of its page, at least."""
STRIP = 36
"""So high is the strip below the text in which the way back to the end stands."""
WIDEST = 860
"""So wide is a column at the usual text size: the eye finds the next line in longer ones no more.
A pane alone in a window of 900 still uses all of its room."""


@dataclass(slots=True)
class _Anchor:
    """What the reader had under the eye.

    Attributes:
        widget: the first message that was seen.
        offset: from the top of what was seen to the edge of the message, in pixels.
        by_bottom: whether its lower edge counts: while it is being built it grows at its top.
    """

    widget: QWidget
    offset: int
    by_bottom: bool

    @property
    def edge(self) -> int:
        """Where the edge is now."""
        return self.widget.y() + (self.widget.height() if self.by_bottom else 0)


class Following(QObject):
    """Moves the bar of a scroll area, and only as the reader wants it.

    Args:
        theme: colours and fonts.
        area: the scroll area.
        column: the column of messages in it.
        widgets: the built messages, top to bottom.
        whole: whether they reach to the end of the conversation.

    Attributes:
        on: whether the end is followed.
        pill: the button that goes back to the end.

    Signals:
        moved: the reader is somewhere else now.
        latest_wanted: the reader wants to be at the end of the conversation.
    """

    moved = Signal()
    latest_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        area: QScrollArea,
        column: QVBoxLayout,
        widgets: Callable[[], Sequence[QWidget]],
        whole: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(area)
        self._theme = theme
        self._area, self._column, self._widgets = area, column, widgets
        self._whole = whole
        self.on = True
        self._placing = False
        self._anchor: _Anchor | None = None
        shape = Shape(height=28, pad=12, gap=6, icon=13, radius=14, style=Style.SMALL_MEDIUM)
        self.pill = Button(
            theme, "Jump to latest", icon="ph.arrow-down", fill=Fill.BORDERED, shape=shape,
            parent=area,
        )  # fmt: skip
        self.pill.clicked.connect(self.latest_wanted)
        self.pill.hide()
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(0)
        self._hold.timeout.connect(self.hold_still)
        theme.follow(self.fit)
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._value_changed)

    @Slot()
    def fit(self) -> None:
        """Gives the column its width: that of the page, or the widest that reads well."""
        bar = self._area.verticalScrollBar()
        side = side_margin(self._theme, self._area.width(), MARGIN)
        # The bar takes its width from the margin, so that text does not move when it comes.
        taken = bar.sizeHint().width() if bar.maximum() else 0
        wanted = QMargins(side, TOP, side - taken, FOOT)
        if self._column.contentsMargins() != wanted:
            self._column.setContentsMargins(wanted)

    def forget(self) -> None:
        """Other messages are shown now; the line under the eye is gone."""
        self._anchor = None

    @Slot()
    def to_bottom(self) -> None:
        """Goes to the end and follows from now on."""
        self.on = True
        self.to_end()

    def to_end(self) -> None:
        """Goes to the end."""
        bar = self._area.verticalScrollBar()
        self._set(bar.maximum())

    def show_top(self, widget: QWidget) -> None:
        """Stops following and brings the top of a widget under the eye."""
        self.on = False
        self._anchor = _Anchor(widget, 12, by_bottom=False)
        self.hold_still()

    def bring(self, widget: QWidget, below: int, share: float) -> None:
        """Brings a place under the eye: so far below a widget's top, at a share of the height."""
        self.on = False
        offset = round(share * self._area.viewport().height()) - below
        self._anchor = _Anchor(widget, offset, by_bottom=False)
        self.hold_still()

    def hold(self, widget: QWidget) -> None:
        """Keeps a widget that unfolds where it is, also at the end of the conversation."""
        self.on = False
        top = self._area.verticalScrollBar().value()
        self._anchor = _Anchor(widget, widget.y() - top, by_bottom=False)

    def reveal(self, widget: QWidget) -> None:
        """Brings a widget into sight, its top where it has no room for all."""
        bar, height = self._area.verticalScrollBar(), self._area.viewport().height()
        top, bottom = widget.y() - 12, widget.y() + widget.height() + 12
        if top < bar.value() or bottom - top > height:
            bar.setValue(top)
        elif bottom > bar.value() + height:
            bar.setValue(bottom - height)

    @Slot()
    def hold_still(self) -> None:
        """Puts the anchor back where the reader had it, after something above it grew."""
        if self.on or self._anchor is None:
            return
        if not isValid(self._anchor.widget):
            self._anchor = None
            return
        self._set(self._anchor.edge - self._anchor.offset)

    def renew(self, grown: QWidget | None = None) -> None:
        """Something changed: nothing is painted while what is around it has not moved yet.

        Args:
            grown: what has new text at its end, where that is all that changed.
        """
        page = self._area.widget()
        if grown is not None and page is not None:
            make_room(grown, page)
        lay_out()
        self.settle()

    def settle(self) -> None:
        """Goes where the reader should be after the column changed."""
        if self.on:
            self.to_end()
        else:
            self.hold_still()

    def show_pill(self) -> None:
        """Shows the way back to the end where the reader is away from it."""
        bar = self._area.verticalScrollBar()
        far = bar.maximum() - bar.value() > NEAR_BOTTOM or not self._whole()
        away = far and not self.on
        if away != (not self.pill.isHidden()):
            self.pill.setVisible(away)
            # A strip of its own: it hides no line, and text that scrolls need not be painted anew.
            self._area.setViewportMargins(0, 0, 0, STRIP if away else 0)
        if away:
            self.pill.adjustSize()
            self.pill.raise_()
            across = (self._area.width() - self.pill.width()) // 2
            self.pill.move(QPoint(across, self._area.height() - STRIP + 4))

    def _set(self, value: int) -> None:
        self._placing = True
        self._area.verticalScrollBar().setValue(value)
        self._placing = False
        self.show_pill()

    @Slot()
    def _range_changed(self) -> None:
        self.fit()
        if self.on:
            self.to_end()
        else:
            self._hold.start()  # children are laid out after the bar is told
            self.show_pill()

    @Slot(int)
    def _value_changed(self, value: int) -> None:
        if not self._placing:
            low = value >= self._area.verticalScrollBar().maximum() - NEAR_BOTTOM
            self.on = low and self._whole()
            self._take_anchor()
        self.moved.emit()
        self.show_pill()

    def _take_anchor(self) -> None:
        """Remembers the first message that is seen, and where."""
        top = self._area.verticalScrollBar().value()
        found = (each for each in self._widgets() if each.geometry().bottom() > top)
        widget = next(found, None)
        if widget is None:
            self._anchor = None
            return
        by_bottom = isinstance(widget, MessageFrame) and widget.building
        self._anchor = _Anchor(widget, 0, by_bottom)
        self._anchor.offset = self._anchor.edge - top


def side_margin(theme: Theme, width: int, least: int) -> int:
    """How far a column keeps from either edge of a pane, in pixels.

    Args:
        theme: knows the owner's text size, which the widest column grows with.
        width: of the pane.
        least: the margin in a pane that is no wider than a column; one below ``MARGIN`` belongs
            to what is wider than the text by the difference, such as the composer.
    """
    widest = round(WIDEST * theme.scale) + 2 * (MARGIN - least)
    return max((width - widest) // 2, least)
