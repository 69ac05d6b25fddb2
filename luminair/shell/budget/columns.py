"""Where the columns of the sheet stand; header, rows and total share it."""

from __future__ import annotations

from dataclasses import dataclass

NAME = 44
ROOMY = 900
"""From this width on there is room for share bars and whole words."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Places in logical pixels from the left edge of the sheet.

    Attributes:
        name: left of names.
        built: left of how it is built.
        tokens: right edge of tokens.
        bytes: right edge of bytes.
        bar: left of the share bar.
        bar_width: of the share bar, 0 where there is no room for one.
        percent: left of the percentage.
    """

    name: int
    built: int
    tokens: int
    bytes: int
    bar: int
    bar_width: int
    percent: int


def columns(width: int) -> Columns:
    """The columns of a sheet of this width: the name takes what the others leave."""
    if width >= ROOMY:
        percent = width - 72
        bar = percent - 104
        return Columns(NAME, bar - 322, bar - 108, bar - 24, bar, 96, percent)
    percent = width - 62
    return Columns(NAME, percent - 238, percent - 88, percent - 16, percent, 0, percent)
