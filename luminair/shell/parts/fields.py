"""The search field: a line edit with an icon, a key hint and a way to clear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.button import Shape, icon_button
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent


TEXT_AT = 32
"""Where the text begins, behind the icon."""


class _Edit(QLineEdit):
    """The line edit inside; Esc and Down go to the field."""

    left = Signal()
    down = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
            return
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.left.emit()
            return
        super().keyPressEvent(event)


class SearchField(QWidget):
    """A field for searching.

    Args:
        theme: colours and fonts.
        placeholder: shown while it is empty.
        keys: a key hint at the right while it is empty.

    Signals:
        edited: the text, on each change.
        entered: Return was pressed.
        stepped_down: the arrow towards the results was pressed.
        left: Esc was pressed in an empty field.
    """

    edited = Signal(str)
    entered = Signal()
    stepped_down = Signal()
    left = Signal()

    def __init__(
        self, theme: Theme, placeholder: str, *, keys: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self.setFixedHeight(30)
        self.edit = _Edit(self)
        self.edit.setFrame(False)
        self.edit.setPlaceholderText(placeholder)
        self.edit.setAccessibleName(placeholder)
        self.edit.setStyleSheet("background: transparent; border: none;")
        self.edit.textChanged.connect(self._changed)
        self.edit.returnPressed.connect(self.entered)
        self.edit.down.connect(self.stepped_down)
        self.edit.left.connect(self._escape)
        shape = Shape(height=24, pad=5, icon=14, radius=6)
        self._clear = icon_button(theme, "ph.x-circle-fill", "Clear search", shape=shape)
        self._clear.setParent(self)
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.clicked.connect(self.edit.clear)
        self._clear.hide()
        self._aside = Line(theme, "", Style.SMALL, "text2")
        self._aside.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(TEXT_AT, 0, 4, 0)
        row.addWidget(self.edit)
        row.addWidget(self._aside)
        row.addWidget(self._clear)
        self.setFocusProxy(self.edit)
        theme.follow(self._restyle)

    @property
    def text(self) -> str:
        """What is in the field."""
        return self.edit.text()

    @property
    def aside(self) -> str:
        """What is said at the right of the text."""
        return self._aside.text

    def set_aside(self, words: str) -> None:
        """Says something short at the right of the text: '5 found'."""
        self._aside.set_text(words)
        self._aside.setMinimumWidth(self._aside.sizeHint().width())
        self._aside.setVisible(bool(words))

    def _restyle(self) -> None:
        self.edit.setFont(self._theme.font(Style.BODY))
        self.update()

    def _changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self.update()
        self.edited.emit(text)

    def _escape(self) -> None:
        if self.edit.text():
            self.edit.clear()
        else:
            self.left.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, 30)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        focused = self.edit.hasFocus()
        painter.setPen(QPen(theme.color("accent" if focused else "line2"), 1.5 if focused else 1))
        painter.setBrush(theme.color("field"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75), 7, 7)
        icons.paint(painter, theme, "ph.magnifying-glass", "text2", 9, 7, 16)
        painter.setFont(theme.font(Style.SMALL))
        width = QFontMetricsF(painter.font()).horizontalAdvance(self._keys)
        words = QFontMetricsF(self.edit.font()).horizontalAdvance(self.edit.placeholderText())
        fits = TEXT_AT + words + width + 20 < self.width()
        if self._keys and not self.edit.text() and fits:
            painter.setPen(theme.color("text3"))
            area = QRectF(self.width() - width - 10, 0, width + 2, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._keys)
        painter.end()
