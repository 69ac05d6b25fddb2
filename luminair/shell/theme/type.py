"""Type: the styles of design.md section 3 as fonts."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

SERIFS = ("Charter", "Charis SIL", "Source Serif 4", "Georgia")
SANS = ("Inter",)
MONOS = ("JetBrains Mono",)


class Family(Enum):
    """Which of the three faces a style is set in."""

    SANS = "sans"
    SERIF = "serif"
    MONO = "mono"


@dataclass(frozen=True, slots=True)
class Face:
    """Size and line in logical pixels (points on macOS), weight, family.

    Attributes:
        size: of the type.
        line: from baseline to baseline.
        weight: 400 regular to 700 bold.
        family: sans, serif or mono.
        scales: whether the owner's text size moves it.
    """

    size: float
    line: float
    weight: int = 400
    family: Family = Family.SANS
    scales: bool = False


class Style(Enum):
    """The styles; a widget asks the theme for one and never makes a font of its own."""

    CAPTION = Face(11, 16)
    CAPTION_MEDIUM = Face(11, 16, 500)
    CAPTION_HEAD = Face(11, 16, 600)
    SMALL = Face(12, 16)
    SMALL_MEDIUM = Face(12, 16, 500)
    SMALL_BOLD = Face(12, 16, 600)
    BODY = Face(13, 20)
    BODY_MEDIUM = Face(13, 20, 500)
    BODY_BOLD = Face(13, 20, 600)
    ROW = Face(13, 20, scales=True)
    ROW_MEDIUM = Face(13, 20, 500, scales=True)
    ROW_BOLD = Face(13, 20, 600, scales=True)
    ROW_UNDER = Face(12, 16, scales=True)
    ROW_UNDER_MEDIUM = Face(12, 16, 500, scales=True)
    ROW_UNDER_BOLD = Face(12, 16, 600, scales=True)
    ROW_ASIDE = Face(11, 16, scales=True)
    ROW_ASIDE_MEDIUM = Face(11, 16, 500, scales=True)
    ROW_ASIDE_BOLD = Face(11, 16, 600, scales=True)
    TRANSCRIPT = Face(14, 22, scales=True)
    TRANSCRIPT_BOLD = Face(14, 22, 600, scales=True)
    MESSAGE_HEAD = Face(16, 22, 600, scales=True)
    PANE_TITLE = Face(14, 22, 600)
    LIST_TITLE = Face(14, 20, 600, scales=True)
    EMPTY_TITLE = Face(16, 22, 600)
    BIG_NUMBER = Face(20, 26)
    SHEET_TITLE = Face(20, 26, 600)
    SET_UP_TITLE = Face(26, 32, 600)
    PAGE_TITLE = Face(28, 36, 700, Family.SERIF, scales=True)
    PAGE = Face(16.5, 27, 400, Family.SERIF, scales=True)
    PAGE_HEAD = Face(19, 27, 700, Family.SERIF, scales=True)
    PAGE_HEAD_3 = Face(16.5, 25, 700, Family.SERIF, scales=True)
    HOVER_TITLE = Face(16, 22, 700, Family.SERIF)
    CARD_TITLE = Face(22, 30, 700, Family.SERIF, scales=True)
    CARD_HEAD = Face(17, 24, 700, Family.SERIF, scales=True)
    CARD_LINE = Face(16, 24, 400, Family.SERIF, scales=True)
    QUOTE = Face(15, 22, 400, Family.SERIF, scales=True)
    MONO = Face(12.5, 20, 400, Family.MONO, scales=True)
    MONO_ROW = Face(12.5, 20, 400, Family.MONO)
    MONO_EDIT = Face(13, 23, 400, Family.MONO, scales=True)
    MONO_EXACT = Face(11.5, 18, 400, Family.MONO)
    MONO_SMALL = Face(11.5, 18, 400, Family.MONO, scales=True)


def _first_there(names: tuple[str, ...]) -> str:
    there = set(QFontDatabase.families())
    return next((name for name in names if name in there), "")


def _base(family: Family) -> QFont:
    on_mac = sys.platform == "darwin"
    if family is Family.MONO:
        name = "" if on_mac else _first_there(MONOS)
        return QFont(name) if name else QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if family is Family.SERIF:
        name = _first_there(SERIFS)
        if name:
            return QFont(name)
        font = QFont()
        font.setStyleHint(QFont.StyleHint.Serif)
        return font
    name = "" if on_mac else _first_there(SANS)
    return QFont(name) if name else QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)


def font_of(
    style: Style, *, scale: float = 1.0, serif_pages: bool = True, tabular: bool = False
) -> QFont:
    """The font of a style.

    Args:
        style: one of the styles.
        scale: the owner's text size over the usual one; only styles that scale take it.
        serif_pages: False sets pages in the system's sans face.
        tabular: gives all digits one width, for numbers in columns.
    """
    face = style.value
    family = face.family
    if family is Family.SERIF and not serif_pages:
        family = Family.SANS
    font = _base(family)
    size = face.size * (scale if face.scales else 1.0)
    if sys.platform == "darwin":
        font.setPointSizeF(size)  # one point is one logical pixel there
    else:
        # Pixel sizes are whole numbers in Qt; points at the screen's own density are not.
        font.setPixelSize(round(size))
        if size != round(size):
            density = font_density()
            font.setPointSizeF(size * 72 / density)
    font.setWeight(QFont.Weight(face.weight))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if family is Family.MONO:
        for feature in ("liga", "calt"):  # '//' stays two strokes
            font.setFeature(QFont.Tag(feature), 0)
    elif family is Family.SANS and sys.platform != "darwin":
        # Inter is set a little tighter, as wide as the Mac's own face.
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -0.01 * size)
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def font_density() -> float:
    """Logical dots per inch of the first screen, as fonts see it."""
    font = QFont()
    font.setPixelSize(72)
    points = QFontInfo(font).pointSizeF()
    return 72 * 72 / points if points > 0 else 96.0
