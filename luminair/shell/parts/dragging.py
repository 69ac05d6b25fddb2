"""A session that is dragged: what the pointer carries, and the picture under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QDrag, QFontMetricsF, QPainter, QPixmap

from luminair.shell.theme import Style

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.shell.theme import Theme

MIME = "application/x-luminair-session"
GHOST = QSize(240, 34)


def packed(session: str) -> QMimeData:
    """A session, ready to be dragged."""
    data = QMimeData()
    data.setData(MIME, session.encode())
    return data


def session_of(data: QMimeData) -> str:
    """The session that is being dragged, or ''."""
    return bytes(data.data(MIME).data()).decode(errors="replace") if data.hasFormat(MIME) else ""


def drag_session(source: QWidget, theme: Theme, session: str, title: str) -> None:
    """Lets the owner drag a session; returns when it has been dropped.

    Args:
        source: where the drag begins.
        theme: colours and fonts.
        session: its id.
        title: what is written on the ghost under the pointer.
    """
    drag = QDrag(source)
    drag.setMimeData(packed(session))
    drag.setPixmap(ghost(theme, title, source.devicePixelRatioF()))
    drag.setHotSpot(QPoint(16, GHOST.height() // 2))
    drag.exec(Qt.DropAction.MoveAction)


def ghost(theme: Theme, title: str, ratio: float) -> QPixmap:
    """The picture under the pointer: the session's title on a card."""
    picture = QPixmap(GHOST * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(0.5, 0.5, GHOST.width() - 1, GHOST.height() - 1)
    painter.setPen(theme.color("line2"))
    painter.setBrush(theme.color("surface"))
    painter.drawRoundedRect(box, 7, 7)
    font = theme.font(Style.BODY_BOLD)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    room = box.adjusted(12, 0, -12, 0)
    words = QFontMetricsF(font).elidedText(title, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
    painter.end()
    return picture
