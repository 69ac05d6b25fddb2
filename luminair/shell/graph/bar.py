"""The row above the graph: kinds as a legend that can be ticked, scope, time, and switches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.graph.choice import KINDS, SCOPES, TIMES, Choice
from luminair.shell.parts.button import Button, Shape
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.switch import Switch
from luminair.shell.parts.text import Hairline
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

HEIGHT, MARGIN = 44, 16
DOT = 9
_MENU = Shape(height=28, pad=8, gap=7, icon=16, style=Style.BODY)


class KindChip(KeyboardFocus, QAbstractButton):
    """A kind with its colour; ticked while notes of it are shown.

    Args:
        theme: colours and fonts.
        kind: a key of :data:`KINDS`.
    """

    def __init__(self, theme: Theme, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.kind = theme, kind
        self.setText(KINDS[kind])
        self.setCheckable(True)
        self.setChecked(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._name)
        self._name()
        theme.changed.connect(self.updateGeometry)

    def _name(self) -> None:
        words = f"{'Hide' if self.isChecked() else 'Show'} {KINDS[self.kind].lower()}"
        self.setAccessibleName(words)
        self.setToolTip(words)

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._theme.font(Style.BODY_MEDIUM))
        return QSize(round(metrics.horizontalAdvance(self.text())) + DOT + 30, 26)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, on = QRectF(self.rect()), self.isChecked()
        over = self.underMouse()
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("press" if over else "hover"))
            painter.drawRoundedRect(rect, 7, 7)
        else:
            painter.setPen(QPen(theme.color("line2"), 1))
            painter.setBrush(theme.color("hover") if over else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        colour = theme.color(icons.KIND_ROLES[self.kind])
        painter.setPen(Qt.PenStyle.NoPen if on else QPen(colour, 1.3))
        painter.setBrush(colour if on else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(11 + DOT / 2, rect.height() / 2), DOT / 2, DOT / 2)
        painter.setFont(theme.font(Style.BODY_MEDIUM))
        painter.setPen(theme.color("text" if on else "text3"))
        area = QRectF(11 + DOT + 7, 0, rect.width(), rect.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.ring_shown:
            draw_ring(painter, theme, rect, 7)
        painter.end()


class GraphBar(QWidget):
    """Says what is to be shown.

    Args:
        theme: colours and fonts.

    Attributes:
        choice: what is to be shown now.

    Signals:
        changed: another choice.
        list_wanted: whether the list is to be shown instead of the picture.
    """

    changed = Signal()
    list_wanted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.choice = Choice()
        self._projects: tuple[str, ...] = ()
        self.chips = [KindChip(theme, kind) for kind in KINDS]
        self.scopes = Button(theme, "All scopes", shape=_MENU, caret=True, name="Choose a scope")
        self.scopes.set_menu(self._scope_menu)
        self.times = Button(theme, "Any time", shape=_MENU, caret=True, name="Choose a time")
        self.times.set_menu(self._time_menu)
        self.listed = Button(
            theme, "Show as list", icon="ph.list-bullets", shape=_MENU, name="Show as list"
        )
        self.listed.setCheckable(True)
        self.listed.toggled.connect(self._say_list)
        self.hidden = Switch(theme, "Hidden")
        self.hidden.setChecked(self.choice.hidden)
        self.hidden.setToolTip("Show notes that another note hides")
        self.archived = Switch(theme, "Archived")
        self.archived.setToolTip("Show archived notes")
        self._lay_out()
        for chip in self.chips:
            chip.toggled.connect(self._tick)
        self.hidden.toggled.connect(lambda on: self._set(replace(self.choice, hidden=on)))
        self.archived.toggled.connect(lambda on: self._set(replace(self.choice, archived=on)))
        theme.repaints(self)

    def _lay_out(self) -> None:
        self._left, self._right = QWidget(self), QWidget(self)
        left = QHBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(7)
        for chip in self.chips:
            left.addWidget(chip)
        line = Hairline(self._theme, "line2", upright=True)
        line.setFixedHeight(18)
        left.addSpacing(6)
        left.addWidget(line)
        left.addSpacing(3)
        left.addWidget(self.scopes)
        left.addWidget(self.times)
        right = QHBoxLayout(self._right)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(14)
        for widget in (self.listed, self.hidden, self.archived):
            right.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, 0, MARGIN, 1)
        self._column.setSpacing(0)
        self._rows = [QHBoxLayout(), QHBoxLayout()]
        for row in self._rows:
            row.setSpacing(12)
            self._column.addLayout(row)
        self._rows[0].addWidget(self._left)
        self._rows[0].addStretch(1)
        self._rows[0].addWidget(self._right)
        self._rows[1].addStretch(1)  # the second row is at the right, where switches belong
        self.setFixedHeight(HEIGHT)
        self._wide = True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Puts the switches into a second row where one has no room for all."""
        needed = self._left.sizeHint().width() + self._right.sizeHint().width() + 2 * MARGIN + 12
        wide = self.width() >= needed
        if wide != self._wide:
            self._wide = wide
            self._rows[0 if wide else 1].insertWidget(2 if wide else 1, self._right)
            self.setFixedHeight(HEIGHT if wide else HEIGHT + 34)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._left.sizeHint().width() + 2 * MARGIN, HEIGHT)

    def set_projects(self, names: Iterable[str]) -> None:
        """Offers these projects among the scopes."""
        self._projects = tuple(sorted(set(names) - {""}, key=str.casefold))

    def show_everything(self) -> None:
        """Takes every filter back, archived notes aside."""
        self.choice = Choice(hidden=True, archived=self.choice.archived)
        marks: list[QAbstractButton] = [*self.chips, self.hidden]
        for widget in marks:
            widget.blockSignals(True)
            widget.setChecked(True)
            widget.blockSignals(False)
            widget.update()
        self._name_menus()
        self.changed.emit()

    def _tick(self) -> None:
        kinds = frozenset(chip.kind for chip in self.chips if chip.isChecked())
        self._set(replace(self.choice, kinds=kinds))

    def _set(self, choice: Choice) -> None:
        self.choice = choice
        self._name_menus()
        self.changed.emit()

    def _name_menus(self) -> None:
        choice = self.choice
        self.scopes.set_face(choice.project or SCOPES[choice.scope])
        self.times.set_face(TIMES[choice.days])
        self._fit()

    def _scope_menu(self) -> QMenu:
        rows = [
            (words, replace(self.choice, scope=scope, project=""))
            for scope, words in SCOPES.items()
        ]
        projects = [
            (name, replace(self.choice, scope="folder", project=name)) for name in self._projects
        ]
        return self._menu([rows, projects])

    def _time_menu(self) -> QMenu:
        rows = [(words, replace(self.choice, days=days)) for days, words in TIMES.items()]
        return self._menu([rows])

    def _menu(self, groups: Sequence[Sequence[tuple[str, Choice]]]) -> QMenu:
        menu = make_menu(self._theme, self)
        for number, group in enumerate(groups):
            if number and group:
                menu.addSeparator()
            for words, choice in group:
                action = menu.addAction(words.replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(choice == self.choice)
                action.triggered.connect(self._setter(choice))
        return menu

    def _setter(self, choice: Choice) -> Callable[[], None]:
        return lambda: self._set(choice)

    def _say_list(self, on: bool) -> None:
        words = "Show as graph" if on else "Show as list"
        self.listed.set_face(words, icon="ph.share-network" if on else "ph.list-bullets")
        self.listed.set_name(words)
        self.list_wanted.emit(on)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        line = QRectF(0, self.height() - 1, self.width(), 1)
        painter.fillRect(line, self._theme.color("line"))
        painter.end()
