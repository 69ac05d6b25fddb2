"""Fields of settings: text, numbers, choices, radio marks, a slider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QWidget,
)
from typing_extensions import override

from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.text import Hairline
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QMenu

HEIGHT = 30
_BARE = "background: transparent; border: none; padding: 0;"


class _Framed(QWidget):
    """Paints the frame of a field around what is in it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(HEIGHT)
        theme.repaints(self)

    def _focused(self) -> bool:
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, focused = self._theme, self._focused()
        painter.setPen(QPen(theme.color("accent" if focused else "line2"), 1.5 if focused else 1))
        painter.setBrush(theme.color("field" if self.isEnabled() else "surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75), 7, 7)
        painter.end()


class _Edit(QLineEdit):
    """The line inside; Esc takes back what was typed, losing the focus keeps it."""

    given_up = Signal()
    moved = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.given_up.emit()
            return
        super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.moved.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.moved.emit()


class TextField(_Framed):
    """One line of text that counts once Return is pressed or the field is left.

    Args:
        theme: colours and fonts.
        name: what it holds, for VoiceOver.
        placeholder: shown while it is empty.
        secret: whether what is typed is hidden, and goes with the field when it is left.

    Signals:
        settled: the text, where it is another than before.
        typed: the text, on each change.
    """

    settled = Signal(str)
    typed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        placeholder: str = "",
        *,
        secret: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._was = ""
        self.edit = _Edit(self)
        self.edit.setFrame(False)
        self.edit.setStyleSheet(_BARE)
        self.edit.setPlaceholderText(placeholder)
        self.edit.setAccessibleName(name)
        self.edit.textChanged.connect(self.typed)
        self.edit.moved.connect(self.update)
        self.edit.given_up.connect(self._give_up)
        if secret:
            self.edit.setEchoMode(QLineEdit.EchoMode.Password)
            self.edit.returnPressed.connect(lambda: self.settled.emit(self.edit.text()))
        else:
            self.edit.editingFinished.connect(self._settle)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 0, 9, 0)
        row.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    @property
    def text(self) -> str:
        """What stands in it, without blanks around it."""
        return self.edit.text().strip()

    def set_text(self, text: str) -> None:
        """Shows another text as the one that counts."""
        self._was = text
        if self.edit.text() != text:
            self.edit.setText(text)

    def _restyle(self) -> None:
        self.edit.setFont(self._theme.font(Style.BODY))

    def _settle(self) -> None:
        if self.text != self._was:
            self._was = self.text
            self.settled.emit(self.text)

    def _give_up(self) -> None:
        self.edit.setText(self._was)

    @override
    def _focused(self) -> bool:
        return self.edit.hasFocus()

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT)


class Stepper(_Framed):
    """A number with its unit, and buttons for less and more.

    Args:
        theme: colours and fonts.
        name: what it is, for VoiceOver.
        least: smallest.
        most: largest.
        unit: written after it, or ''.
        step: what one press adds.

    Signals:
        settled: the number, once it is chosen.
    """

    settled = Signal(int)

    def __init__(
        self,
        theme: Theme,
        name: str,
        *,
        least: int,
        most: int,
        unit: str = "",
        step: int = 1,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.box = QSpinBox(self)
        self.box.setRange(least, most)
        self.box.setSingleStep(step)
        self.box.setGroupSeparatorShown(True)
        self.box.setSuffix(f" {unit}" if unit else "")
        self.box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.box.setFrame(False)
        self.box.lineEdit().setStyleSheet(_BARE)
        self.box.setKeyboardTracking(False)  # a number counts when it is whole
        self.box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.box.setAccessibleName(name)
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # a wheel over it must not change it
        self.box.valueChanged.connect(self.settled)
        self.box.lineEdit().cursorPositionChanged.connect(self.update)
        shape = Shape(height=HEIGHT - 4, pad=6, icon=12, radius=5)
        self._less = icon_button(theme, "ph.minus", f"Less: {name}", shape=shape)
        self._more = icon_button(theme, "ph.plus", f"More: {name}", shape=shape)
        self._less.clicked.connect(self.box.stepDown)
        self._more.clicked.connect(self.box.stepUp)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.box)
        row.addSpacing(8)
        for button in (self._less, self._more):
            button.setAutoRepeat(True)
            row.addWidget(Hairline(theme, "line2", upright=True))
            row.addWidget(button)
        self.setFocusProxy(self.box)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def set_value(self, value: int) -> None:
        """Shows a number without saying so."""
        self.box.blockSignals(True)
        self.box.setValue(value)
        self.box.blockSignals(False)
        self._less.setEnabled(value > self.box.minimum())
        self._more.setEnabled(value < self.box.maximum())

    def _restyle(self) -> None:
        self.box.setFont(self._theme.font(Style.BODY_MEDIUM, tabular=True))

    @override
    def _focused(self) -> bool:
        return self.box.hasFocus()


class Popup(Button):
    """A button that shows what is chosen and a menu of what can be.

    Args:
        theme: colours and fonts.
        name: what is chosen here, for VoiceOver.

    Signals:
        picked: the value of the entry.
    """

    picked = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, " ", fill=Fill.BORDERED, caret=True, name=name, parent=parent)
        self._what = name
        self._entries: Callable[[], Sequence[tuple[object, str]]] = tuple
        self._value: object = None
        self.set_menu(self._make)

    def set_entries(self, entries: Callable[[], Sequence[tuple[object, str]]]) -> None:
        """Where value and words of each entry come from, asked anew for each menu."""
        self._entries = entries

    def set_value(self, value: object) -> None:
        """Shows what is chosen."""
        self._value = value
        words = next((text for each, text in self._entries() if each == value), str(value))
        self.set_face(words)
        self.set_name(f"{self._what}, now {words}")

    def _make(self) -> QMenu:
        menu = make_menu(self._theme, self)
        for value, words in self._entries():
            action = menu.addAction(words)
            action.setMenuRole(QAction.MenuRole.NoRole)
            action.setCheckable(True)
            action.setChecked(value == self._value)
            action.setData(value)
            action.triggered.connect(self._pick)
        return menu

    def _pick(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.picked.emit(action.data())


class Radio(KeyboardFocus, QRadioButton):
    """A 16 px radio mark; its label stands beside it and is painted by others.

    Args:
        theme: colours.
        name: what it chooses, for VoiceOver.
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setFixedSize(24, 24)
        theme.repaints(self)

    @override
    def hitButton(self, pos: object) -> bool:
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, on = self._theme, self.isChecked()
        box = QRectF(4, 4, 16, 16)
        enabled = self.isEnabled()
        fill = ("accent" if on else "field") if enabled else "press" if on else "surface"
        rim = theme.color("edge" if enabled else "line2")
        painter.setPen(Qt.PenStyle.NoPen if on else QPen(rim, 1))
        painter.setBrush(theme.color(fill))
        inset = 0.0 if on else 0.5
        painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset))
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("onaccent"))
            painter.drawEllipse(box.adjusted(5, 5, -5, -5))
        if self.ring_shown:
            draw_ring(painter, theme, QRectF(self.rect()).adjusted(1, 1, -1, -1), 11)
        painter.end()


class Slider(KeyboardFocus, QSlider):
    """A lying slider: a thin track, accent up to the knob."""

    def __init__(
        self, theme: Theme, name: str, least: int, most: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setRange(least, most)
        self.setPageStep(1)
        self.setAccessibleName(name)
        self.setFixedSize(200, 24)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        share = (self.value() - self.minimum()) / max(self.maximum() - self.minimum(), 1)
        middle, knob = self.height() / 2, 8.0
        at = knob + share * (self.width() - 2 * knob)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("line2"))
        painter.drawRoundedRect(QRectF(knob, middle - 2, self.width() - 2 * knob, 4), 2, 2)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(QRectF(knob, middle - 2, at - knob, 4), 2, 2)
        painter.setPen(QPen(theme.color("accent" if self.ring_shown else "line2"), 1))
        painter.setBrush(theme.color("button"))
        painter.drawEllipse(QRectF(at - 8, middle - 8, 16, 16))
        if self.ring_shown:
            draw_ring(painter, theme, QRectF(at - 10, middle - 10, 20, 20), 10)
        painter.end()
