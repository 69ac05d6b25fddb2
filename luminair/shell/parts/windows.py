"""What every window of the app does alike: Edit, Window and the app's own menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QMenuBar, QMessageBox

from luminair import __version__
from luminair.shell import icons
from luminair.shell.actions import Command, Menu, command, fill_menus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

TEXT_COMMANDS = {
    "undo": "undo",
    "redo": "redo",
    "cut": "cut",
    "copy": "copy",
    "paste": "paste",
    "select_all": "selectAll",
}
"""Commands of the Edit menu, and the methods of Qt's text fields that do them."""

RELEASES = "luminair-releases"
"""A property of the application: what About says of newer versions, whatever window it is over."""

SMALL_WINDOW: tuple[Command, ...] = (
    *(command(name) for name in ("about", "settings", "quit")),
    Command("close", "Close Window", Menu.FILE, ("Ctrl+W", "Ctrl+Shift+W")),
    *(command(name) for name in TEXT_COMMANDS),
    *(command(name) for name in ("full_screen", "minimize", "zoom_window", "to_front")),
)
"""The menus of a window that has no commands of its own."""


def standard_calls(window: QWidget) -> dict[str, Callable[[], None]]:
    """What the commands that every window has do, by their names."""
    found: dict[str, Callable[[], None]] = {
        "about": lambda: show_about(window),
        "quit": QApplication.closeAllWindows,
        "minimize": window.showMinimized,
        "zoom_window": lambda: _toggle(window, Qt.WindowState.WindowMaximized),
        "full_screen": lambda: _toggle(window, Qt.WindowState.WindowFullScreen),
        "to_front": _to_front,
    }
    for name, method in TEXT_COMMANDS.items():
        found[name] = _asking_focus(method)
    return found


def give_menus(window: QWidget, more: Mapping[str, Callable[[], None]]) -> dict[str, QAction]:
    """Gives a small window a menu bar of its own.

    On a Mac the bar of another window would stay in place otherwise, and ⌘W in the settings
    would close a pane. Where menus stand inside windows, a small one shows none; its keys work.

    Args:
        window: the window.
        more: what 'settings' does.

    Returns:
        The actions by name.
    """
    bar = QMenuBar(window)
    calls = {**standard_calls(window), "close": lambda: _close(window), **more}
    actions = fill_menus(bar, window, calls, SMALL_WINDOW)
    if not bar.isNativeMenuBar():
        bar.hide()
    return actions


def show_about(window: QWidget) -> None:
    """Says what this is."""
    box = QMessageBox(window)
    box.setWindowTitle("About Luminair")
    box.setIconPixmap(icons.app_icon().pixmap(64, 64))
    box.setText(f"Luminair {__version__}")
    app = QApplication.instance()
    releases = str(app.property(RELEASES) or "") if app is not None else ""
    lines = ("LLM sessions side by side, with one memory that you own.", releases)
    box.setInformativeText("\n".join(filter(None, lines)))
    box.finished.connect(box.deleteLater)
    box.open()


def _close(window: QWidget) -> None:
    window.close()


def _toggle(window: QWidget, state: Qt.WindowState) -> None:
    window.setWindowState(window.windowState() ^ state)


def _to_front() -> None:
    """Every window of the app before those of others; the active one stays in front."""
    active = QApplication.activeWindow()
    for each in QApplication.topLevelWidgets():
        if each.isVisible() and each.isWindow() and each is not active:
            each.raise_()
    if active is not None:
        active.raise_()


def _asking_focus(method: str) -> Callable[[], None]:
    """Edit commands go to whatever has the focus and knows them."""

    def ask() -> None:
        focus = QApplication.focusWidget()
        inside = focus.findChild(QLineEdit) if isinstance(focus, QAbstractSpinBox) else None
        asked = getattr(inside or focus, method, None)
        if callable(asked):
            asked()

    return ask
