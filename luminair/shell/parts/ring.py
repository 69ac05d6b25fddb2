"""Round things: the context ring and the spinner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.actions import keys_of
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent

WARN_FROM = 0.80
DANGER_FROM = 0.95
FRAME_MS = 50
TURN_MS = 1000


def draw_arc(
    painter: QPainter, theme: Theme, box: QRectF, share: float, role: str, *, width: float
) -> None:
    """Draws a ring of which ``share`` (0 to 1) is filled, from the top, clockwise."""
    inset = width / 2
    ring = box.adjusted(inset, inset, -inset, -inset)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("line2"), width))
    painter.drawEllipse(ring)
    if share > 0:
        pen = QPen(theme.color(role), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawArc(ring, 90 * 16, -round(max(min(share, 1.0), 0.02) * 360 * 16))


def draw_spinner(painter: QPainter, theme: Theme, box: QRectF, phase: float) -> None:
    """Draws the spinner at a phase of 0 to 1; three still dots where movement is reduced."""
    if not theme.motion:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        for at in (-1, 0, 1):
            painter.drawEllipse(QPointF(box.center().x() + at * 4, box.center().y()), 1.3, 1.3)
        return
    ring = box.adjusted(1, 1, -1, -1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("line2"), 2))
    painter.drawEllipse(ring)
    painter.setPen(QPen(theme.color("accent"), 2))
    painter.drawArc(ring, round((60 - phase * 360) * 16), -170 * 16)


class ContextRing(KeyboardFocus, QAbstractButton):
    """How full the model's window will be with the next message; a click opens the budget."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._share: float | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_use(0, None)
        theme.repaints(self)

    def set_use(self, tokens: int, window: int | None, *, exact: bool = False) -> None:
        """Shows the next message's tokens against the window; None where it is not known."""
        about = "" if exact else "about "
        if window:
            self._share = tokens / window
            self.setText("<1%" if 0 < self._share < 0.005 else f"{self._share:.0%}")
            words = (
                f"Context {round(self._share * 100)} percent, "
                f"{about}{tokens:,} of {counted(window, 'token')}"
            )
        else:
            self._share = None
            self.setText("–")
            words = f"Context: {about}{counted(tokens, 'token')}; the model's window is not known"
        self.setAccessibleName(words)
        self.setToolTip(f"{words}. Open Context budget ({keys_of('context')})")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self._theme.font(Style.BODY_MEDIUM)).horizontalAdvance(self.text())
        return QSize(round(width) + 18 + 6 + 10, 28)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, rect = self._theme, QRectF(self.rect())
        if self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover"))
            painter.drawRoundedRect(rect, 6, 6)
        if self.ring_shown:
            draw_ring(painter, theme, rect, 6)
        share = self._share or 0.0
        role = "danger" if share >= DANGER_FROM else "warn" if share >= WARN_FROM else "accent"
        draw_arc(painter, theme, QRectF(4, rect.height() / 2 - 9, 18, 18), share, role, width=2.5)
        painter.setFont(theme.font(Style.BODY_MEDIUM))
        painter.setPen(theme.color("text2"))
        painter.drawText(
            QRectF(28, 0, rect.width() - 28, rect.height()),
            Qt.AlignmentFlag.AlignVCenter,
            self.text(),
        )
        painter.end()


class Spinner(QWidget):
    """Says that something is running; turns once a second while it is shown."""

    def __init__(self, theme: Theme, size: int = 12, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._phase = 0.0
        self.setFixedSize(size, size)
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._turn)
        theme.changed.connect(self._follow)

    def _turn(self) -> None:
        self._phase = (self._phase + FRAME_MS / TURN_MS) % 1
        self.update()

    def _follow(self) -> None:
        """Turns, or stands still, as the theme has it now."""
        if self._theme.motion and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_spinner(painter, self._theme, QRectF(self.rect()), self._phase)
        painter.end()
