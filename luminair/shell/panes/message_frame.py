"""What every message has: actions that appear beside its head, its menu, its focus."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QTextEdit, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Shape, icon_button
from luminair.shell.parts.focus import draw_ring
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import (
        QContextMenuEvent,
        QEnterEvent,
        QFocusEvent,
        QPaintEvent,
        QResizeEvent,
    )

    from luminair.shell.theme import Theme

SMALL_ICON = Shape(height=24, pad=4, icon=15, radius=6)


def under_menu(theme: Theme, menu: QMenu, title: str, icon: str) -> QMenu:
    """A menu inside a menu; it stays as long as the outer one does."""
    under = QMenu(title.replace("&", "&&"), menu)
    under.setStyleSheet(theme.menu_style)
    under.setIcon(icons.icon(theme, icon))
    under.menuAction().setMenuRole(QAction.MenuRole.NoRole)
    menu.addMenu(under)
    return under


@dataclass(frozen=True, slots=True)
class Deed:
    """Something to do with a message.

    Attributes:
        icon: a qtawesome name.
        verb: as its button and the menu name it.
        call: does it.
        shown: whether it has a button; the menu has every deed.
        menu: fills a menu of its own instead of being done at once.
    """

    icon: str
    verb: str
    call: Callable[[], None] = field(default=lambda: None)
    shown: bool = True
    menu: Callable[[QMenu], None] | None = None

    def wire(self, theme: Theme, button: Button) -> None:
        """Lets a button do it."""
        fill = self.menu
        if fill is None:
            button.clicked.connect(self.call)
            return

        def make() -> QMenu:
            menu = make_menu(theme, button)
            fill(menu)
            return menu

        button.set_menu(make)


class MessageFrame(Box):
    """The frame of one message.

    Its actions show while the pointer or the focus is in it. They lie over the head row, so
    nothing moves when they come; they are made when they are first needed.

    Args:
        theme: colours and fonts.
        fill: colour role of its ground.
        border: colour role of its hairline, '' for none.
        corner: where the bar of actions ends, from the top right corner.
    """

    def __init__(
        self,
        theme: Theme,
        fill: str,
        *,
        border: str = "",
        radius: float = 0,
        corner: QPoint,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, fill, border=border, radius=radius, parent=parent)
        self._theme = theme
        self._corner = corner
        self._bar: QWidget | None = None
        self._inside = False
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def deeds(self) -> Sequence[Deed]:
        """What can be done with this message now."""
        return ()

    @property
    def building(self) -> bool:
        """Whether it is still growing at its top."""
        return False

    def build(self) -> None:
        """Builds now what would be built in the next moments."""

    def unfold(self) -> None:
        """Shows all of it, where a long text shows its beginning only."""

    def source(self) -> str:
        """The message's text as it was typed or streamed."""
        return ""

    def copy(self) -> None:
        """Copies the source text; Edit, Copy comes here too."""
        QGuiApplication.clipboard().setText(self.source())

    def fill_menu(self, menu: QMenu) -> None:
        """Puts every deed into a menu; a selection inside the message can be copied too."""
        focus = QApplication.focusWidget()
        chosen = isinstance(focus, QTextEdit) and focus.textCursor().hasSelection()
        if isinstance(focus, QTextEdit) and chosen and self.isAncestorOf(focus):
            copy = self._entry(menu, "Copy Selection", "ph.copy")
            copy.triggered.connect(focus.copy)
            menu.addSeparator()
        for deed in self.deeds():
            if deed.menu is not None:
                deed.menu(under_menu(self._theme, menu, deed.verb, deed.icon))
            else:
                self._entry(menu, deed.verb, deed.icon).triggered.connect(deed.call)

    def _entry(self, menu: QMenu, text: str, icon: str) -> QAction:
        action = menu.addAction(icons.icon(self._theme, icon), text)
        action.setMenuRole(QAction.MenuRole.NoRole)
        return action

    def show_menu(self, at: QPoint) -> None:
        """Shows the menu at a point of the screen."""
        menu = make_menu(self._theme, self)
        self.fill_menu(menu)
        if not menu.isEmpty():
            menu.popup(at)

    def choose(self) -> None:
        """Gives the message the focus, with a ring: a key came here."""
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def renew_actions(self) -> None:
        """What can be done has changed."""
        if self._bar is not None:
            self._bar.hide()
            self._bar.deleteLater()
            self._bar = None
        self._show_bar()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons of the bar, where it has been made."""
        return () if self._bar is None else tuple(self._bar.findChildren(Button))

    def _show_bar(self) -> None:
        focus = QApplication.focusWidget()
        held = focus is self or (focus is not None and focus in self.buttons)
        wanted = self._inside or held
        if wanted and self._bar is None:
            self._bar = self._make_bar()
        if self._bar is not None:
            self._bar.setVisible(wanted)

    def _make_bar(self) -> QWidget:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        before: QWidget = self
        for deed in self.deeds():
            if not deed.shown:
                continue
            button = icon_button(self._theme, deed.icon, deed.verb, shape=SMALL_ICON)
            deed.wire(self._theme, button)
            button.installEventFilter(self)
            row.addWidget(button)
            QWidget.setTabOrder(before, button)  # what is made late comes last without it
            before = button
        bar.adjustSize()
        self._place(bar)
        return bar

    def _place(self, bar: QWidget) -> None:
        bar.move(self.width() - self._corner.x() - bar.width(), self._corner.y())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self._show_bar()
        return False

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._bar is not None:
            self._place(self._bar)
        if self._ring:
            self.update()  # an answer is painted where it grew only

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._inside = True
        self._show_bar()
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._inside = False
        self._show_bar()
        super().leaveEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = event.reason() == Qt.FocusReason.TabFocusReason
        super().focusInEvent(event)
        self._show_bar()
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ring = False
        super().focusOutEvent(event)
        self._show_bar()
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.hasFocus() and event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif self.hasFocus() and key in {
            Qt.Key.Key_Return,
            Qt.Key.Key_Enter,
            Qt.Key.Key_Space,
            Qt.Key.Key_Menu,
        }:
            self.show_menu(self.mapToGlobal(QPoint(16, 28)))
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.show_menu(event.globalPos())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._ring:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_ring(painter, self._theme, QRectF(self.rect()), self._radius or 6)
            painter.end()
