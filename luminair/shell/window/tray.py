"""Notifications of the system, by way of an icon in the menu bar that comes and goes with them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from luminair.shell import icons

SHOWN_MS = 10_000


class Tray(QObject):
    """Shows notifications.

    Qt has no door to notifications but a tray icon's: the icon stands in the menu bar from the
    first notification until the owner has looked. Where there is no tray, the window asks for
    attention as its platform does.

    Signals:
        clicked: the owner clicked the notification or the icon.
    """

    clicked = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._icon: QSystemTrayIcon | None = None

    def show(self, title: str, words: str) -> None:
        """Shows a notification.

        Args:
            title: the session's.
            words: one sentence.
        """
        if not QSystemTrayIcon.isSystemTrayAvailable():
            QApplication.alert(self._window)
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(icons.app_icon(), self)
            self._icon.messageClicked.connect(self.clicked)
            self._icon.activated.connect(self._activated)
        self._icon.setToolTip(f"{title}: {words}")
        self._icon.show()
        self._icon.showMessage(title, words, icons.app_icon(), SHOWN_MS)

    def hide(self) -> None:
        """The owner has looked: the icon goes."""
        if self._icon is not None:
            self._icon.hide()

    @Slot()
    def _activated(self) -> None:
        self.clicked.emit()
