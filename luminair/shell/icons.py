"""Icons by name and role: Phosphor as qtawesome packs it, drawn in the theme's colours.

An icon is a function of name, colour and size, so a theme change needs no bookkeeping: whoever
paints asks again, and the cache holds both themes.

The glyphs are taken from qtawesome's font files. The package itself is not imported: it loads
all of its twelve fonts and a second face of Qt, which took longer than all else before the first
window.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPainterPath, QPixmap, QRawFont
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

FONTS = {"ph": "phosphor", "msc": "codicon"}
"""Prefix of a name → how the font's files begin."""
MENU_SIZE = 16
RATIOS = (1.0, 2.0)


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
    found = QIcon()
    for ratio in RATIOS:
        found.addPixmap(_pixmap(name, colour, MENU_SIZE, ratio))
    return found


@lru_cache(maxsize=2048)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    side = round(size * ratio)
    found = QPixmap(side, side)
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # As a path, for as text the glyph lands on whole pixels and sits beside its middle.
    painter.fillPath(_outline(name, side), QColor(colour))
    painter.end()
    found.setDevicePixelRatio(ratio)
    return found


@lru_cache(maxsize=512)
def _outline(name: str, side: int) -> QPainterPath:
    """The glyph in the middle of a square."""
    prefix, _, glyph_name = name.partition(".")
    font = _font(prefix, side)
    glyph = font.glyphIndexesForString(chr(int(_characters(prefix)[glyph_name], 16)))[0]
    wide = abs(font.advancesForGlyphIndexes([glyph])[0].x())
    high = font.ascent() + font.descent()
    path = font.pathForGlyph(glyph)
    path.setFillRule(Qt.FillRule.WindingFill)
    path.translate((side - wide) / 2, (side - high) / 2 + font.ascent())
    return path


@lru_cache(maxsize=64)
def _font(prefix: str, side: int) -> QRawFont:
    data = QByteArray(_file(prefix, ".ttf").read_bytes())
    return QRawFont(data, side, QFont.HintingPreference.PreferDefaultHinting)


@lru_cache(maxsize=4)
def _characters(prefix: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(_file(prefix, ".json").read_bytes())
    return found


def _file(prefix: str, ending: str) -> Path:
    """A font's file: 'phosphor-1.3.0.ttf', or 'phosphor-charmap-1.3.0.json'."""
    spec = find_spec("qtawesome")
    folders = spec.submodule_search_locations if spec is not None else None
    folder = Path(next(iter(folders or ()))) / "fonts"
    return next(folder.glob(f"{FONTS[prefix]}-*{ending}"))


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
