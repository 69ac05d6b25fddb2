"""The button of the shell: icon, text, key hint and caret in one self-painting widget."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent

CARET_SIZE = 11
LEAST_TARGET = 24
"""A button is never narrower, so that it can be hit."""


class Fill(Enum):
    """How a button stands out."""

    PLAIN = "plain"
    """Text and icon; a fill only under the pointer."""
    BORDERED = "bordered"
    FILLED = "filled"
    """The one main action of a place."""
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of a button, in logical pixels.

    Attributes:
        height: of the whole button.
        pad: left and right of the content.
        gap: between icon and text.
        icon: side of the icon.
        radius: of the corners.
        style: of the text.
        keys: of the key hint.
    """

    height: int = 28
    pad: int = 10
    gap: int = 7
    icon: int = 16
    radius: float = 7
    style: Style = Style.BODY_MEDIUM
    keys: Style = Style.SMALL


USUAL = Shape()
SMALL = Shape(height=24, pad=6, gap=5, icon=14, radius=6, style=Style.SMALL_MEDIUM)
CHIP = Shape(height=24, pad=4, gap=5, icon=13, radius=5, style=Style.CAPTION_MEDIUM)
ICON = Shape(height=28, pad=6, icon=16)


class Button(KeyboardFocus, QAbstractButton):
    """A button that paints itself from the theme.

    Args:
        theme: colours and fonts.
        text: shown after the icon; '' for an icon button.
        icon: a qtawesome name, or ''.
        fill: how it stands out.
        shape: its sizes.
        keys: a key hint after the text, already as a label.
        caret: whether a caret says that a menu follows.
        name: what it does, a verb, for VoiceOver and the tooltip; the text where not given.
        role: colour role of the icon; of text too for links.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        icon: str = "",
        fill: Fill = Fill.PLAIN,
        shape: Shape = USUAL,
        keys: str = "",
        caret: bool = False,
        name: str = "",
        role: str = "text2",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._fill = fill
        self._shape = shape
        self._keys = keys
        self._dot = False
        self._caret = caret
        self._role = role
        self._text_role = ""
        self._menu: Callable[[], QMenu] | None = None
        self.setText(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if fill is Fill.LINK:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_name(name or text)
        theme.changed.connect(self._restyle)

    def set_name(self, name: str, tip: str = "") -> None:
        """Says what the button does; ``tip`` may add the key."""
        self.setAccessibleName(name)
        if tip or not self.text():
            self.setToolTip(tip or name)

    def set_face(self, text: str | None = None, *, icon: str | None = None) -> None:
        """Changes text or icon."""
        wanted = (self.text() if text is None else text, self._icon if icon is None else icon)
        if wanted == (self.text(), self._icon):
            return
        self.setText(wanted[0])
        self._icon = wanted[1]
        self.updateGeometry()
        self.update()

    def set_roles(self, *, icon: str | None = None, text: str | None = None) -> None:
        """Changes the colour roles of icon or text; '' is the usual one."""
        wanted = (self._role if icon is None else icon, self._text_role if text is None else text)
        if wanted != (self._role, self._text_role):
            self._role, self._text_role = wanted
            self.update()

    def set_dot(self, shown: bool) -> None:
        """Shows a small dot at the icon: something is new there."""
        self._dot = shown
        self.update()

    def set_fill(self, fill: Fill) -> None:
        """Changes how the button stands out."""
        if fill is not self._fill:
            self._fill = fill
            self.update()

    def set_menu(self, make: Callable[[], QMenu]) -> None:
        """Shows a menu, made anew each time, below the button on a click."""
        self._menu = make
        self.clicked.connect(self.show_menu)

    def show_menu(self) -> None:
        """Shows the button's menu."""
        if self._menu is None:
            return
        menu = self._menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))

    @override
    def sizeHint(self) -> QSize:
        wide = max(round(self._content_width() + 2 * self._shape.pad), LEAST_TARGET)
        return QSize(wide, self._shape.height)

    @override
    def minimumSizeHint(self) -> QSize:
        if not self.text():
            return self.sizeHint()
        least = 2 * self._shape.pad + (self._shape.icon if self._icon else 24)
        return QSize(least, self._shape.height)

    def _content_width(self) -> float:
        shape = self._shape
        parts = [float(shape.icon)] if self._icon else []
        if self.text():
            parts.append(self._metrics(shape.style).horizontalAdvance(self.text()))
        if self._keys:
            parts.append(self._metrics(shape.keys).horizontalAdvance(self._keys) + 2)
        if self._caret:
            parts.append(CARET_SIZE)
        return sum(parts) + shape.gap * max(len(parts) - 1, 0) + 1

    def _metrics(self, style: Style) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(style))

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def _background(self) -> tuple[str, str]:
        """Roles of fill and border, '' for none."""
        over, down = self.underMouse() and self.isEnabled(), self.isDown()
        if self._fill is Fill.FILLED:
            if not self.isEnabled():
                return "press", ""
            return ("accenthover" if over or down else "accent"), ""
        if self._fill is Fill.BORDERED:
            if not self.isEnabled():
                return "", "line"
            return ("press" if down else "hover" if over else "button"), "line2"
        if self._fill is Fill.PLAIN and self.isEnabled():
            return ("press" if down or self.isChecked() else "hover" if over else ""), ""
        return "", ""

    def _colour(self) -> QColor:
        if not self.isEnabled() and self._fill is not Fill.FILLED:
            return self._theme.color("text3")
        if self._text_role:
            return self._theme.color(self._text_role)
        if self._fill is Fill.FILLED:
            return self._theme.color("onaccent" if self.isEnabled() else "text3")
        if self._fill is Fill.LINK:
            return self._theme.color("accenthover" if self.underMouse() else "accent")
        return self._theme.color("text" if self._fill is Fill.BORDERED else "text2")

    def _icon_role(self) -> str:
        if not self.isEnabled():
            return "text3"
        return "onaccent" if self._fill is Fill.FILLED else self._role

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        shape = self._shape
        fill, border = self._background()
        painter.setPen(QPen(self._theme.color(border), 1) if border else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(fill) if fill else Qt.BrushStyle.NoBrush)
        if fill or border:
            inset = 0.5 if border else 0.0
            edge = rect.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(edge, shape.radius, shape.radius)
        if self.ring_shown:
            draw_ring(painter, self._theme, rect, shape.radius)
        self._paint_content(painter, rect)
        painter.end()

    def _paint_content(self, painter: QPainter, rect: QRectF) -> None:
        shape = self._shape
        spare = max(rect.width() - 2 * shape.pad - self._content_width(), 0.0)
        x = shape.pad + (spare / 2 if self._fill is not Fill.PLAIN or not self.text() else 0)
        if self._icon:
            y = (rect.height() - shape.icon) / 2
            icons.paint(painter, self._theme, self._icon, self._icon_role(), x, y, shape.icon)
            if self._dot:
                painter.setPen(QPen(self._theme.color("window"), 1.5))
                painter.setBrush(self._theme.color("accent"))
                painter.drawEllipse(QRectF(x + shape.icon - 5, y - 2, 8, 8))
            x += shape.icon + shape.gap
        end = rect.width() - shape.pad
        if self._caret:
            end -= CARET_SIZE + shape.gap
        if self._keys:
            end -= self._metrics(shape.keys).horizontalAdvance(self._keys) + 2 + shape.gap
        if self.text():
            metrics = self._metrics(shape.style)
            text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, end - x + 1.5)
            painter.setFont(self._theme.font(shape.style))
            painter.setPen(self._colour())
            align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(QRectF(x, 0, end - x + 4, rect.height()), align, text)
            x += metrics.horizontalAdvance(text) + shape.gap
        if self._keys:
            painter.setFont(self._theme.font(shape.keys))
            on_accent = self._fill is Fill.FILLED and self.isEnabled()
            painter.setPen(self._theme.color("onaccent" if on_accent else "text3"))
            painter.drawText(
                QRectF(x + 1, 0, rect.width() - x, rect.height()),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                self._keys,
            )
            x += self._metrics(shape.keys).horizontalAdvance(self._keys) + shape.gap + 1
        if self._caret:
            y = (rect.height() - CARET_SIZE) / 2 + 0.5
            icons.paint(painter, self._theme, "ph.caret-down", "text3", x - 1, y, CARET_SIZE)


def icon_button(
    theme: Theme, icon: str, name: str, *, tip: str = "", shape: Shape = ICON, role: str = "text2"
) -> Button:
    """A button that is only an icon; ``name`` is a verb and its tooltip."""
    button = Button(theme, icon=icon, name=name, shape=shape, role=role)
    button.set_name(name, tip or name)
    return button
