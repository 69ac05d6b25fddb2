"""A column of banners at the top of a window; each can be closed or taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.states import Banner
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 3


class Banners(QWidget):
    """Shows at most three sentences, the newest last.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: dict[str, Banner] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 8, 16, 4)
        self._column.setSpacing(6)
        self.hide()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is shown."""
        return tuple(banner.label.text() for banner in self._shown.values())

    def say(self, text: str) -> None:
        """Shows a sentence until it is closed."""
        self.put(text, text)

    def put(
        self,
        key: str,
        text: str,
        *,
        tone: str = "warn",
        icon: str = "ph.info",
        button: str = "",
        call: Callable[[], None] | None = None,
        also: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        """Shows a sentence under a key; the same key again replaces it.

        Args:
            key: what :meth:`take` takes it away by.
            text: the sentence.
            tone: 'warn', 'danger' or 'ok'.
            icon: a qtawesome name.
            button: text of a button, or ''.
            call: what the button does.
            also: text of a second button, and what it does.
        """
        self.take(key)
        while len(self._shown) >= MOST:
            self.take(next(iter(self._shown)))
        buttons: list[Button] = []
        shape = Shape(height=24, pad=8, style=Style.SMALL_MEDIUM)
        for text_of, act in ((button, call), also or ("", None)):
            if text_of and act is not None:
                buttons.append(Button(self._theme, text_of, fill=Fill.BORDERED, shape=shape))
                buttons[-1].clicked.connect(act)
        close = icon_button(
            self._theme, "ph.x", "Dismiss", shape=Shape(height=24, pad=5, icon=14, radius=6)
        )
        close.clicked.connect(lambda: self.take(key))
        banner = Banner(self._theme, text, icon=icon, tone=tone, buttons=[*buttons, close])
        self._shown[key] = banner
        self._column.addWidget(banner)
        self.show()

    def take(self, key: str) -> None:
        """Takes a sentence away."""
        banner = self._shown.pop(key, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._shown))
