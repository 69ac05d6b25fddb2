"""The text of the composer: grows with its lines, and leaves Return to an input method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRectF, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QPainter, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget
from typing_extensions import override

from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.spaced_text import SpacedText
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QPaintEvent, QResizeEvent

MOST_LINES = 10
_RETURNS = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_MENU_KEYS = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Escape,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
}


class ComposerEdit(SpacedText):
    """A plain text field of one to ten lines.

    Signals:
        entered: Return asked to send.
        entered_all: ⌘⌥Return asked to send to all panes.
        focused: it has the focus now.
        typed: the text changed, and no input method is in the middle of a word.
        recalled: the arrow up was pressed in an empty field.
        escaped: Esc was pressed, and no menu took it.
        brought: files or a picture were pasted or dropped (the ``QMimeData``).
    """

    entered = Signal()
    entered_all = Signal()
    focused = Signal()
    typed = Signal()
    recalled = Signal()
    escaped = Signal()
    brought = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, Style.TRANSCRIPT, parent)
        self._hint = ""
        self._preedit = ""
        self._committed = False
        self._menu_open = False
        self.setAccessibleName("Message")
        slim_bars(self, theme)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self._settled)
        self.textChanged.connect(self._changed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.follow(self._fit)

    menu_key = Signal(int)
    """A key for the slash menu while that is open."""

    @property
    def composing(self) -> bool:
        """Whether an input method holds the keyboard: Return is its own then."""
        return bool(self._preedit) or self._committed

    def set_menu_open(self, opened: bool) -> None:
        """While the slash menu is open, its keys go there."""
        self._menu_open = opened

    def set_text(self, text: str, caret: int | None = None) -> None:
        """Replaces the text; the caret goes to the end unless told where."""
        self.setPlainText(text)
        cursor = self.textCursor()
        end = max(self.document().characterCount() - 1, 0)
        cursor.setPosition(end if caret is None else min(caret, end))
        self.setTextCursor(cursor)

    def set_hint(self, hint: str) -> None:
        """What is said where nothing is written yet."""
        self._hint = hint
        self.viewport().update()

    @Slot()
    def _changed(self) -> None:
        if not self._preedit:
            self.typed.emit()

    @Slot()
    def _settled(self) -> None:
        self._committed = False

    @Slot(QSizeF)
    def _fit(self, _size: QSizeF | None = None) -> None:
        lines = max(round(self.document().size().height()), 1)
        height = math.ceil(min(lines, MOST_LINES) * self.step)
        shown = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            shown.ScrollBarAsNeeded if lines > MOST_LINES else shown.ScrollBarAlwaysOff
        )
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._hint and not self._preedit and self.document().isEmpty():
            # Not Qt's placeholder: that stands at the top, and lines here in the middle.
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.color("text3"))
            painter.setFont(self.font())
            place = QRectF(0, 0, self.viewport().width(), self.step)
            cut = self.fontMetrics().elidedText(
                self._hint, Qt.TextElideMode.ElideRight, self.viewport().width()
            )
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, cut)
            painter.end()
        super().paintEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        was = self._preedit
        self._preedit = event.preeditString()
        if event.commitString():
            # The Return that chose this text may still be on its way in this very turn.
            self._committed = True
            self._settle.start()
        super().inputMethodEvent(event)
        if was and not self._preedit:
            self.typed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _RETURNS:
            self._return(event)
            return
        if self._menu_open and key in _MENU_KEYS and not self.composing:
            self.menu_key.emit(int(key))
            return
        if key == Qt.Key.Key_Escape and not self.composing:
            self.escaped.emit()
            return
        if key == Qt.Key.Key_Up and not self.toPlainText() and not self.composing:
            self.recalled.emit()
            return
        super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        if self._menu_open and next and not self.composing:
            self.menu_key.emit(int(Qt.Key.Key_Tab))  # Tab completes before it leaves
            return True
        return super().focusNextPrevChild(next)

    def _return(self, event: QKeyEvent) -> None:
        if self.composing:
            event.accept()  # it confirms a candidate; it neither sends nor breaks the line
            return
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        mods = Qt.KeyboardModifier
        if held == mods.ControlModifier | mods.AltModifier:
            self.entered_all.emit()
        elif held in {mods.ShiftModifier, mods.AltModifier}:
            self.textCursor().insertText("\n")
            self.ensureCursorVisible()
        elif held in {mods.NoModifier, mods.ControlModifier}:
            if self._menu_open:
                self.menu_key.emit(int(Qt.Key.Key_Return))
            else:
                self.entered.emit()
        else:
            event.ignore()

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if brings_files(source):
            self.brought.emit(source)
        elif source.hasText():
            self.insertPlainText(source.text())

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or brings_files(source)


def brings_files(source: QMimeData) -> bool:
    """Whether what is pasted or dropped is files, or a picture and no text.

    A cell of a spreadsheet brings its text and a picture of it; the text is meant.
    """
    if any(url.isLocalFile() for url in source.urls()):
        return True
    return source.hasImage() and not source.hasText()
