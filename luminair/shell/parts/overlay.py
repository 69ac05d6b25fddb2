"""A sheet inside a window: a dim cover and a panel that keeps the focus until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPropertyAnimation,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid
from typing_extensions import override

from luminair.shell.parts.box import Box
from luminair.shell.parts.roles import Spoken, speak_as

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from luminair.shell.theme import Theme

EDGE = 44
"""A panel is never nearer to the window's edge than this, in logical pixels."""


class Overlay(QWidget):
    """Covers its window and shows a panel in the middle.

    Args:
        theme: colours.
        window: the widget to cover.
        size: what the panel would like.

    Signals:
        closed: the panel is gone and the focus is back where it was.
    """

    closed = Signal()

    def __init__(self, theme: Theme, window: QWidget, size: QSize) -> None:
        super().__init__(window)
        self._theme = theme
        self._size = size
        self._window = window
        self._before: QWidget | None = None
        self._inside: QWidget | None = None
        self.panel = Box(theme, "surface", border="line", radius=12, parent=self)
        self.panel.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        speak_as(self, Spoken.Dialog)
        window.installEventFilter(self)
        theme.repaints(self)

    def open(self, first: QWidget) -> None:
        """Shows the panel and gives ``first`` the focus."""
        self._before = QApplication.focusWidget()
        self._place()
        self.show()
        self.raise_()
        self._inside = first
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._hold)
        duration = self._theme.duration(200)
        if duration:
            end = self.panel.pos()
            rise = QPropertyAnimation(self.panel, b"pos", self)
            rise.setDuration(duration)
            rise.setStartValue(end + QPoint(0, 8))
            rise.setEndValue(end)
            rise.setEasingCurve(QEasingCurve.Type.OutCubic)
            rise.start(QPropertyAnimation.DeletionPolicy.DeleteWhenStopped)

    def dismiss(self) -> None:
        """Closes the panel and gives the focus back."""
        self._window.removeEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._hold)
        self.hide()
        before = self._before
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()
        self.deleteLater()

    def _hold(self, _: QWidget | None, now: QWidget | None) -> None:
        """What comes home behind the panel must not take the focus, or keys would go there."""
        if now is None or now.window() is not self.window():
            return
        if self.isAncestorOf(now):
            self._inside = now
        else:
            inside = self._inside
            alive = inside is not None and isValid(inside) and inside.isVisible()
            (inside if alive and inside else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> None:
        self.setGeometry(self._window.rect())
        room = self.size() - QSize(2 * EDGE, 2 * EDGE)
        size = self._size.boundedTo(room)
        corner = QPoint((self.width() - size.width()) // 2, (self.height() - size.height()) // 2)
        self.panel.setGeometry(QRect(corner, size))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes round inside the panel and never out of it."""
        here = QApplication.focusWidget() or self
        order: QWidget | None = here
        for _ in range(1000):
            if order is None:
                break
            order = order.nextInFocusChain() if next else order.previousInFocusChain()
            if order is None:
                break
            tabs = bool(order.focusPolicy() & Qt.FocusPolicy.TabFocus)
            if tabs and order.isEnabled() and order.isVisible() and self.isAncestorOf(order):
                reasons = Qt.FocusReason
                order.setFocus(reasons.TabFocusReason if next else reasons.BacktabFocusReason)
                return True
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
            return
        # Nothing behind the sheet hears a key while it is open.
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("dim"))
        painter.end()
