"""Icons by name and role: Phosphor through qtawesome, drawn in the theme's colours.

An icon is a function of name, colour and size, so a theme change needs no bookkeeping: whoever
paints asks again, and the cache holds both themes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import qtawesome
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from luminair.config.paths import resources

if TYPE_CHECKING:
    from luminair.shell.theme import Theme

KIND_ICONS = {
    "rule": "ph.scales",
    "note": "ph.note",
    "doc": "ph.notebook",
    "ask": "ph.chat-centered-text",
    "ruledout": "ph.prohibit",
    "session": "ph.chats-teardrop",
}
"""A note's kind → its icon ('session' is a session's own note)."""

KIND_ROLES = {
    "rule": "krule",
    "note": "knote",
    "doc": "kdoc",
    "ask": "kask",
    "ruledout": "kdead",
    "session": "ksess",
}
"""A note's kind → the colour role of its icon and name."""

_WHOLE = 1 / 0.875
"""qtawesome draws a glyph smaller than it is asked for; this makes a 16 px icon 16 px."""


def icon(theme: Theme, name: str, role: str = "text2") -> QIcon:
    """The icon in the colour of a role, for menus and Qt's own views."""
    return _icon(name, theme.color(role).name())


def pixmap(theme: Theme, name: str, role: str, size: int, ratio: float) -> QPixmap:
    """The icon as a picture.

    Args:
        theme: gives the colour.
        name: a qtawesome name such as ``ph.book-open``.
        role: a colour role of the theme.
        size: logical pixels of a side.
        ratio: device pixels a logical pixel.
    """
    return _pixmap(name, theme.color(role).name(), size, ratio)


def paint(
    painter: QPainter, theme: Theme, name: str, role: str, x: float, y: float, size: int
) -> None:
    """Draws the icon with its top left corner at ``x``, ``y``."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(round(x), round(y), pixmap(theme, name, role, size, ratio))


@lru_cache(maxsize=1024)
def _icon(name: str, colour: str) -> QIcon:
    # As a path, for as text the glyph lands on whole pixels and sits beside its middle.
    return qtawesome.icon(  # type: ignore[no-any-return]
        name, color=QColor(colour), scale_factor=_WHOLE, draw="path"
    )


@lru_cache(maxsize=2048)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    # qtawesome draws at the size it is asked for and knows no ratio, so it is asked for more.
    found = _icon(name, colour).pixmap(QSize(round(size * ratio), round(size * ratio)), 1.0)
    found.setDevicePixelRatio(ratio)
    return found


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """The app mark at the sizes a system asks for."""
    found = QIcon()
    renderer = QSvgRenderer(str(resources() / "icons" / "app.svg"))
    for size in (16, 32, 64, 128, 256, 512):
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        found.addPixmap(picture)
    return found
