"""Where windows stood, for each arrangement of screens; none comes back off-screen."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyle
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QScreen
    from PySide6.QtWidgets import QWidget

LEAST_SEEN = (200, 100)
"""So much of a window, its title bar among it, must be on a screen, in logical pixels."""
MOST_KEPT = 24
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange}


def on_screen(frame: QRect, screens: Sequence[QRect]) -> QRect:
    """The frame itself where enough of it can be seen, else one inside the nearest screen.

    Args:
        frame: of the window, title bar and all.
        screens: what of each screen can be used; the first is the main one.
    """
    wide, high = min(LEAST_SEEN[0], frame.width()), min(LEAST_SEEN[1], frame.height())
    for screen in screens:
        seen = frame.intersected(screen)
        top = screen.top() <= frame.top() <= screen.bottom()
        if top and seen.width() >= wide and seen.height() >= high:
            return frame
    if not screens:
        return frame
    middle = frame.center()
    near = min(screens, key=lambda screen: (screen.center() - middle).manhattanLength())
    size = frame.size().boundedTo(near.size())
    left = min(max(frame.left(), near.left()), near.right() + 1 - size.width())
    top_edge = min(max(frame.top(), near.top()), near.bottom() + 1 - size.height())
    return QRect(left, top_edge, size.width(), size.height())


def bound_to_screen(window: QWidget) -> None:
    """Makes a window that has no frame yet small enough for its screen, title bar and all.

    One that is larger would hide its own foot.
    """
    room = window.screen().availableSize()
    bar = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
    window.resize(window.size().boundedTo(QSize(room.width(), room.height() - bar)))


def arrangement() -> str:
    """Names the screens that are there and how they stand to each other."""
    screens = QGuiApplication.screens()
    return " ".join(
        f"{box.x()},{box.y()},{box.width()}x{box.height()}"
        for box in sorted((each.geometry() for each in screens), key=lambda box: (box.x(), box.y()))
    )


class Geometry(QObject):
    """Keeps where each window stands, under its name and the arrangement of screens.

    Signals:
        moved: a window was moved or resized.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._windows: dict[str, QWidget] = {}
        self._kept: dict[str, str] = {}

    def watch(self, name: str, window: QWidget) -> None:
        """Keeps a window from now on; puts it where it stood, if that is known already."""
        self._windows[name] = window
        window.installEventFilter(self)
        self._put_back(name)

    def restore(self, kept: Mapping[str, str]) -> None:
        """Puts every window where it stood when these states were taken."""
        self._kept = dict(kept)
        for name in self._windows:
            self._put_back(name)

    def states(self) -> dict[str, str]:
        """Where the windows stand now, besides where they stood with other screens."""
        screens = arrangement()
        for name, window in self._windows.items():
            if window.isVisible():
                key = f"{name} @ {screens}"
                self._kept.pop(key, None)  # what is kept last is forgotten last
                self._kept[key] = base64.b64encode(window.saveGeometry().data()).decode()
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return dict(self._kept)

    def _put_back(self, name: str) -> None:
        window = self._windows[name]
        here = self._kept.get(f"{name} @ {arrangement()}")
        other = [kept for key, kept in self._kept.items() if key.startswith(f"{name} @ ")]
        text = here or (other[-1] if other else "")
        try:
            raw = base64.b64decode(text, validate=True)
        except (ValueError, binascii.Error):
            return
        if not raw or not window.restoreGeometry(QByteArray(raw)):
            return
        if window.isFullScreen() or window.isMaximized():
            return  # those fill a screen that is there
        screens = [each.availableGeometry() for each in _main_first()]
        wanted = on_screen(window.frameGeometry(), screens)
        if wanted != window.frameGeometry():
            window.resize(window.size() + wanted.size() - window.frameGeometry().size())
            window.move(wanted.topLeft())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self.moved.emit()
        return False


def _main_first() -> list[QScreen]:
    main = QGuiApplication.primaryScreen()
    return [main, *(each for each in QGuiApplication.screens() if each is not main)]
