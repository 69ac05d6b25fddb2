"""The live theme: which colours hold now, and the palette, style sheet and fonts of them."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import SIGNAL, SLOT, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from luminair.shell.theme.sheet import bar_sheet, menu_sheet
from luminair.shell.theme.tastes import Tastes
from luminair.shell.theme.tokens import DARK, LIGHT, Tokens, with_accent
from luminair.shell.theme.type import Style, font_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

USUAL_TEXT_SIZE = 14


class Scheme(StrEnum):
    """What is shown now."""

    LIGHT = "light"
    DARK = "dark"


class Choice(StrEnum):
    """What the owner chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Colours, fonts, palette and style sheet of the moment.

    Every widget of the shell takes the theme as its first argument, asks it for colours while
    painting and for fonts once, and connects ``changed`` where it holds on to either.

    Attributes:
        tokens: the colours that hold now.
        tastes: what else the owner chose of how things look.
        scheme: light or dark.
        motion: False where the system or the owner asked for less movement.

    Signals:
        changed: colours or text size changed; everything repaints.
    """

    changed = Signal()

    def __init__(
        self,
        choice: Choice = Choice.SYSTEM,
        *,
        text_size: int = USUAL_TEXT_SIZE,
        tastes: Tastes | None = None,
        motion: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._choice = choice
        self._text_size = text_size
        self.tastes = tastes or Tastes()
        self.motion = motion
        # Both are kept: PySide invalidates the second once nobody holds the first.
        self._hints = QGuiApplication.styleHints()
        self._access = self._hints.accessibility()
        self.scheme = self._wanted()
        self.tokens: Tokens = self._tokens()
        self._hints.colorSchemeChanged.connect(self._follow)
        self._access.contrastPreferenceChanged.connect(self._follow)

    @property
    def choice(self) -> Choice:
        """What the owner chose: light, dark, or as the system is."""
        return self._choice

    @property
    def text_size(self) -> int:
        """Size of transcript text, in points."""
        return self._text_size

    @property
    def menu_style(self) -> str:
        """The style sheet for a pop-up menu."""
        return menu_sheet(self.tokens)

    @property
    def bar_style(self) -> str:
        """The style sheet for a tool bar."""
        return bar_sheet(self.tokens)

    def set_choice(self, choice: Choice) -> None:
        """Shows light, dark, or what the system shows, from now on."""
        self._choice = choice
        self._follow()

    def set_text_size(self, points: int) -> None:
        """Scales lists, transcripts and pages; 11 to 22."""
        points = max(11, min(points, 22))
        if points != self._text_size:
            self._text_size = points
            self.apply()
            self.changed.emit()

    def set_tastes(self, tastes: Tastes) -> None:
        """Shows things as the owner likes them from now on."""
        if tastes != self.tastes:
            self.tastes = tastes
            self.tokens = self._tokens()
            self.apply()
            self.changed.emit()

    def set_motion(self, motion: bool) -> None:
        """Lets things move, or cuts plainly, from now on."""
        if motion != self.motion:
            self.motion = motion
            self.changed.emit()

    def color(self, role: str) -> QColor:
        """The colour of a role, by its name in the table of tokens."""
        return QColor(_color(self.tokens[role]))  # a copy: who asks may thin it

    def font(self, style: Style, *, tabular: bool = False) -> QFont:
        """The font of a style at the owner's text size; ``tabular`` is for columns of numbers."""
        return QFont(_font(style, self.scale, self.tastes.serif_pages, tabular))

    @property
    def scale(self) -> float:
        """The owner's text size over the usual one: what the rows of lists grow by."""
        return self._text_size / USUAL_TEXT_SIZE

    def line(self, style: Style) -> float:
        """The line height of a style at the owner's text size, in logical pixels."""
        face = style.value
        return face.line * (self.scale if face.scales else 1.0)

    def duration(self, ms: int) -> int:
        """How long a movement takes: as asked, or 0 where movement is to be reduced."""
        return ms if self.motion else 0

    def apply(self) -> None:
        """Puts style, palette and font on the application."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        if app.style().objectName().lower() != "fusion":
            app.setStyle(QStyleFactory.create("Fusion"))
        app.setPalette(self.palette())
        app.setFont(self.font(Style.BODY))

    def follow(self, told: Callable[[], None]) -> None:
        """Calls ``told`` now and on every change; pass a bound method of a widget."""
        told()
        self.changed.connect(told)

    def repaints(self, widget: QWidget) -> None:
        """Paints a widget anew on every change.

        By Qt's own names: for each method of Qt that a signal is connected to, PySide 6 keeps a
        string for ever, and a transcript makes some eight widgets a turn.
        """
        QObject.connect(self, SIGNAL("changed()"), widget, SLOT("update()"))

    def palette(self) -> QPalette:
        """The palette of the moment; the accent in it stays the system's, which Settings offer."""
        palette = QPalette()
        roles = QPalette.ColorRole
        for role, name in (
            (roles.Window, "window"),
            (roles.WindowText, "text"),
            (roles.Base, "field"),
            (roles.AlternateBase, "raised"),
            (roles.Text, "text"),
            (roles.Button, "button"),
            (roles.ButtonText, "text"),
            (roles.BrightText, "onaccent"),
            (roles.Highlight, "selection"),
            (roles.HighlightedText, "text"),
            (roles.Link, "accent"),
            (roles.LinkVisited, "accent"),
            (roles.ToolTipBase, "surface"),
            (roles.ToolTipText, "text"),
            (roles.PlaceholderText, "text3"),
            (roles.Light, "surface"),
            (roles.Midlight, "hover"),
            (roles.Mid, "line2"),
            (roles.Dark, "edge"),
            (roles.Shadow, "line2"),
        ):
            palette.setColor(role, self.color(name))
        for role in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("text3"))
        inactive = QPalette.ColorGroup.Inactive
        palette.setColor(inactive, roles.Highlight, self.color("press"))
        return palette

    def _wanted(self) -> Scheme:
        if self._choice is not Choice.SYSTEM:
            return Scheme(self._choice.value)
        system = self._hints.colorScheme()
        return Scheme.DARK if system is Qt.ColorScheme.Dark else Scheme.LIGHT

    def _tokens(self) -> Tokens:
        tokens = DARK if self.scheme is Scheme.DARK else LIGHT
        if self.tastes.accent:
            tokens = with_accent(tokens, self.tastes.accent)
        if self._access.contrastPreference() is Qt.ContrastPreference.HighContrast:
            return stronger(tokens)
        return tokens

    @Slot()
    def _follow(self) -> None:
        self.scheme = self._wanted()
        tokens = self._tokens()
        if tokens != self.tokens:
            self.tokens = tokens
            self.apply()
            self.changed.emit()


def stronger(tokens: Tokens) -> Tokens:
    """The theme under Increase contrast: hairlines and faint text one step stronger."""
    return {**tokens, "line": tokens["line2"], "text3": tokens["text2"]}


@lru_cache(maxsize=256)
def _color(value: str) -> QColor:
    return QColor(value)


@lru_cache(maxsize=256)
def _font(style: Style, scale: float, serif_pages: bool, tabular: bool) -> QFont:
    return font_of(style, scale=scale, serif_pages=serif_pages, tabular=tabular)
