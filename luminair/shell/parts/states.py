"""Pages and cards that say what happened, what is safe and the next step (mockup 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.box import Box
from luminair.shell.parts.text import Label
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from luminair.shell.parts.button import Button


class Glyph(QWidget):
    """An icon that is only a picture.

    Args:
        theme: colours.
        icon: a qtawesome name.
        role: colour role.
        size: logical pixels of a side.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        role: str = "text2",
        size: int = 16,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._role, self._size = theme, icon, role, size
        self.setFixedSize(size, size)
        theme.repaints(self)

    def set_role(self, role: str) -> None:
        """Changes the colour role."""
        self._role = role
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        icons.paint(painter, self._theme, self._icon, self._role, 0, 0, self._size)
        painter.end()


class EmptyState(QWidget):
    """A centred page: icon, title, lines, buttons.

    Args:
        theme: colours and fonts.
        icon: a qtawesome name.
        title: what is so.
        lines: what is safe and what to do, a label each.
        buttons: at most one of them filled.
        role: colour role of the icon.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str,
        lines: Sequence[str] = (),
        buttons: Sequence[Button] = (),
        *,
        role: str = "text3",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(Glyph(theme, icon, role, 28), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        self.title = self._line(theme, title, Style.EMPTY_TITLE, "text")
        column.addWidget(self.title)
        column.addSpacing(6)
        self._lines = [self._line(theme, line, Style.BODY, "text2") for line in lines]
        for label in self._lines:
            column.addWidget(label)
        if buttons:
            column.addSpacing(14)
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addStretch(1)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        column.addStretch(1)

    def set_title(self, title: str) -> None:
        """Changes the title."""
        self.title.setText(title)
        self.title.setVisible(bool(title))

    def set_lines(self, lines: Sequence[str]) -> None:
        """Changes the lines; there must be as many as before."""
        for label, line in zip(self._lines, lines, strict=True):
            label.setText(line)
            label.setVisible(bool(line))

    @staticmethod
    def _line(theme: Theme, text: str, style: Style, role: str) -> Label:
        label = Label(theme, text, style, role, wraps=True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        if not text:
            label.hide()  # never show what has no parent yet: it would be a window
        return label


class Card(Box):
    """A bordered box with an icon, a title, a line and buttons, in the flow of a page.

    Args:
        theme: colours and fonts.
        icon: a qtawesome name.
        role: colour role of the icon.
        title: what happened.
        line: what is safe, or ''.
        buttons: at most one of them filled.
        keys: the key of what a button does, at the right end.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        role: str,
        title: str,
        line: str = "",
        buttons: Sequence[Button] = (),
        *,
        keys: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "surface", border="line2", radius=10, parent=parent)
        self.setAccessibleName(f"{title} {line}".strip())
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 14, 16, 14)
        row.setSpacing(10)
        row.addWidget(Glyph(theme, icon, role, 18), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(2)
        self.title = Label(theme, title, Style.BODY_BOLD, "text", wraps=True)
        column.addWidget(self.title)
        self.line = Label(theme, line, Style.SMALL, "text2", wraps=True)
        if not line:
            self.line.hide()
        column.addWidget(self.line)
        if buttons:
            column.addSpacing(8)
            foot = QHBoxLayout()
            foot.setSpacing(8)
            for button in buttons:
                foot.addWidget(button)
            foot.addStretch(1)
            if keys:
                foot.addWidget(Label(theme, keys, Style.SMALL, "text3"))
            column.addLayout(foot)
        row.addLayout(column, 1)


class Banner(QWidget):
    """A coloured strip at the top of a page or window, with one line and buttons.

    Args:
        theme: colours and fonts.
        text: what happened and what to do.
        icon: a qtawesome name.
        tone: 'warn', 'danger' or 'ok'.
        buttons: at its right end.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        *,
        icon: str = "ph.info",
        tone: str = "warn",
        buttons: Sequence[Button] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._tone = theme, tone
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 12, 8)
        row.setSpacing(10)
        row.addWidget(Glyph(theme, icon, tone, 16))
        self.label = Label(theme, text, Style.BODY, "text", wraps=True)
        row.addWidget(self.label, 1)
        for button in buttons:
            row.addWidget(button)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(f"{self._tone}soft"))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        painter.end()
