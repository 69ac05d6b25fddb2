"""Headings inside a page; they follow the page's serif and the owner's text size."""

from __future__ import annotations

from enum import Enum

from luminair.shell.theme.type import Face, Family


class PageStyle(Enum):
    """Styles that only the page uses."""

    HEAD = Face(19, 27, 700, Family.SERIF, scales=True)
    HEAD_3 = Face(16.5, 25, 700, Family.SERIF, scales=True)
