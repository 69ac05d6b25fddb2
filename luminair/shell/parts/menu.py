"""Pop-up menus in the theme's looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.shell.theme import Theme


def make_menu(theme: Theme, parent: QWidget) -> QMenu:
    """An empty menu that goes when it is closed."""
    menu = QMenu(parent)
    menu.setStyleSheet(theme.menu_style)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu
