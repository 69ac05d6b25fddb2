"""The little that is left to style sheets: menus and the tool bar.

Everything else paints itself from the theme. A sheet on the application would be dearer than
it looks: on a theme change Qt restyles each widget below it one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.shell.theme.tokens import Tokens

_MENU = """
QMenu {{ background: {surface}; border: 1px solid {line2}; padding: 5px; color: {text}; }}
QMenu::item {{ padding: 5px 22px 5px 10px; border-radius: 6px; background: transparent; }}
QMenu::item:selected {{ background: {accentsoft}; color: {text}; }}
QMenu::item:disabled {{ color: {text3}; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 5px 6px; }}
QMenu::indicator {{ width: 14px; height: 14px; padding-left: 6px; }}
"""

_BAR = """
QToolBar {{ background: {window}; border: none; padding: 0; spacing: 0; }}
"""


def menu_sheet(tokens: Tokens) -> str:
    """The sheet of pop-up menus."""
    return _MENU.format(**tokens)


def bar_sheet(tokens: Tokens) -> str:
    """The sheet of tool bars."""
    return _BAR.format(**tokens)
