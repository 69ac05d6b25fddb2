"""The menu of lanes: their models, what is amiss with those that cannot answer, Look again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget, QWidgetAction
from shiboken6 import isValid

from luminair.shell import icons
from luminair.shell.failures import worded
from luminair.shell.panes.lane_names import lane_words
from luminair.shell.panes.message_frame import under_menu
from luminair.shell.parts.button import Button, Shape
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.ring import Spinner
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from luminair.lanes.lane import LaneInfo, Model
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

FEW = 4
"""A lane with more models than this has a menu of its own …"""
SEARCH_FROM = 20
"""… and with more than this a search in it."""
MOST_SHOWN = 16
"""Models that a searched menu shows at once, so that it stays one column."""


def models_of(info: LaneInfo, chosen: tuple[str, str]) -> tuple[Model, ...]:
    """The models to offer: those of the lane, and the chosen one where it is not among them."""
    models = info.models or (info.model(""),)
    lane, model = chosen
    known = {each.id for each in models}
    if lane == info.id and model and model not in known:
        return (info.model(model), *models)
    return models


class _Filler:
    """Puts lanes into a menu."""

    def __init__(
        self, theme: Theme, chosen: tuple[str, str], choose: Callable[[str, str], None]
    ) -> None:
        self._theme, self._chosen, self._choose = theme, chosen, choose

    def fill(self, menu: QMenu, infos: Sequence[LaneInfo]) -> None:
        """One lane after another."""
        for info in infos:
            icon = info.kind.icon
            models = models_of(info, self._chosen)
            if not info.ready:
                entry = self._entry(menu, info.named_state, icon)
                entry.setEnabled(False)
            elif len(models) <= FEW:
                for model in models:
                    self._model(menu, info, model, lane_words(info, model.id), icon)
            else:
                title = info.title
                if info.id == self._chosen[0]:
                    title = lane_words(info, self._chosen[1])
                under = under_menu(self._theme, menu, title, icon)
                self._many(under, info, models)

    def _many(self, menu: QMenu, info: LaneInfo, models: Sequence[Model]) -> None:
        entries: list[tuple[str, QAction]] = []
        searched = len(models) > SEARCH_FROM
        if searched:  # the chosen one stands where it is seen
            chosen = info.model(self._chosen[1]).id if info.id == self._chosen[0] else None
            models = sorted(models, key=lambda model: model.id != chosen)
        field = self._search(menu, entries) if searched else None
        for model in models:
            entry = self._model(menu, info, model, model.title or info.title)
            entries.append((f"{model.title} {model.id}".casefold(), entry))
        if field is not None:
            more = self._entry(menu, "")
            more.setEnabled(False)
            field.edited.connect(lambda text: _show_matching(entries, more, text))
            _show_matching(entries, more, "")

    def _search(self, menu: QMenu, entries: list[tuple[str, QAction]]) -> SearchField:
        field = SearchField(self._theme, "Search models")
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(6, 4, 6, 6)
        row.addWidget(field)
        field.setMinimumWidth(280)
        field.entered.connect(lambda: _trigger_first(menu, entries))
        field.stepped_down.connect(lambda: _go_first(menu, entries))
        action = QWidgetAction(menu)
        action.setDefaultWidget(holder)
        menu.addAction(action)
        menu.aboutToShow.connect(lambda: QTimer.singleShot(0, field, field.setFocus))
        return field

    def _model(
        self, menu: QMenu, info: LaneInfo, model: Model, words: str, icon: str = ""
    ) -> QAction:
        entry = self._entry(menu, words, icon)
        entry.setCheckable(True)
        lane, chosen = self._chosen
        if info.id == lane and model.id == info.model(chosen).id:
            entry.setChecked(True)
            # The mark of a checked entry has no room beside its icon.
            entry.setIcon(icons.icon(self._theme, "ph.check", "accent"))
        entry.setToolTip(worded(info.state))
        entry.setData((info.id, model.id))
        choose = self._choose
        entry.triggered.connect(lambda: choose(info.id, model.id))
        return entry

    def _entry(self, menu: QMenu, text: str, icon: str = "") -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        if icon:
            action.setIcon(icons.icon(self._theme, icon))
        action.setMenuRole(QAction.MenuRole.NoRole)
        return action


def fill_lanes(
    theme: Theme,
    menu: QMenu,
    infos: Sequence[LaneInfo],
    chosen: tuple[str, str],
    choose: Callable[[str, str], None],
) -> None:
    """Puts lanes and models into a menu.

    Args:
        theme: colours.
        menu: takes the entries.
        infos: the lanes.
        chosen: lane and model of now; ('', '') for none.
        choose: told lane and model.
    """
    _Filler(theme, chosen, choose).fill(menu, infos)
    menu.setToolTipsVisible(True)


def _show_matching(entries: Sequence[tuple[str, QAction]], more: QAction, text: str) -> None:
    """Shows the entries that have every word, the first few of them; ``more`` counts the rest."""
    words = text.casefold().split()
    found = [entry for name, entry in entries if all(word in name for word in words)]
    shown = set(found[:MOST_SHOWN])
    for _, entry in entries:
        entry.setVisible(entry in shown)
    rest = len(found) - len(shown)
    more.setText(f"and {rest} more; type to find them" if rest else "No model has these words")
    more.setVisible(rest > 0 or not found)


def _first(entries: Sequence[tuple[str, QAction]]) -> QAction | None:
    return next((entry for _, entry in entries if entry.isVisible()), None)


def _go_first(menu: QMenu, entries: Sequence[tuple[str, QAction]]) -> None:
    first = _first(entries)
    if first is not None:
        menu.setFocus()
        menu.setActiveAction(first)


def _trigger_first(menu: QMenu, entries: Sequence[tuple[str, QAction]]) -> None:
    first = _first(entries)
    if first is None:
        return
    above: QWidget | None = menu
    while isinstance(above, QMenu):  # the menus around it stay open by themselves
        above.hide()
        above = above.parentWidget()
    first.trigger()


class LaneMenus(QObject):
    """Makes the lane menu of a pane, and asks the lanes what they can do while it is open.

    Args:
        theme: colours.
        jobs: asks the lanes.
        desk: knows them.
        choose: told lane and model.

    Signals:
        looked: what lanes can do has come home; lists elsewhere may be old.
    """

    looked = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        choose: Callable[[str, str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._over = parent
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._choose = choose
        self._chosen = ("", "")
        self._menu: QMenu | None = None
        self._shown: tuple[LaneInfo, ...] = ()
        self._infos: dict[str, LaneInfo] = {}
        self._looking = False
        self._spinner: Spinner | None = None

    def set_chosen(self, lane: str, model: str) -> None:
        """Tells what the session uses now."""
        self._chosen = (lane, model)

    def make(self) -> QMenu:
        """The menu as lanes are known now; they are asked while it is open."""
        menu = make_menu(self._theme, self._over)
        self._menu = menu
        self._infos = {info.id: info for info in self._desk.roster.infos()}
        self._fill()
        self.look()
        return menu

    def look(self) -> None:
        """Asks every lane what it can do now, all at once and off the window's thread."""
        if self._looking:
            return
        desk, lanes = self._desk, tuple(self._infos)

        async def looks() -> AsyncIterator[LaneInfo]:
            asked = [asyncio.ensure_future(desk.look_at(lane)) for lane in lanes]
            try:
                for each in asyncio.as_completed(asked):
                    yield await each
            finally:
                for task in asked:
                    task.cancel()

        self._looking = True
        self._show_looking()
        self._jobs.stream(looks, each=self._came, ended=self._looked, owner=self)

    def _came(self, infos: list[LaneInfo]) -> None:
        self._infos.update((info.id, info) for info in infos)
        self._refill()

    def _looked(self, _error: BaseException | None) -> None:
        self._looking = False
        self._show_looking()
        self.looked.emit()

    def _open_menu(self) -> QMenu | None:
        menu = self._menu
        return menu if menu is not None and isValid(menu) else None

    def _refill(self) -> None:
        """Shows what came, unless the owner is inside a menu of models just now."""
        menu = self._open_menu()
        if menu is None or tuple(self._infos.values()) == self._shown:
            return
        inside = [action.menu() for action in menu.actions()]
        opened = next(
            (each for each in inside if isinstance(each, QMenu) and each.isVisible()), None
        )
        if opened is not None:
            opened.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._refill))
            return
        marked = menu.activeAction()
        held = next((each.text() for each in menu.actions() if each == marked), "")
        menu.clear()
        self._fill()
        again = next((each for each in menu.actions() if held and each.text() == held), None)
        if again is not None:
            menu.setActiveAction(again)

    def _fill(self) -> None:
        menu = self._open_menu()
        if menu is None:
            return
        self._shown = tuple(self._infos.values())
        fill_lanes(self._theme, menu, self._shown, self._chosen, self._choose)
        menu.addSeparator()
        menu.addAction(self._look_again(menu))
        self._show_looking()

    def _look_again(self, menu: QMenu) -> QWidgetAction:
        """A button and no entry: the menu stays open when it is pressed."""
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(4, 0, 8, 0)
        row.setSpacing(8)
        shape = Shape(height=26, pad=6, gap=8, icon=15, radius=6, style=Style.BODY_MEDIUM)
        button = Button(self._theme, "Look again", icon="ph.arrow-clockwise", shape=shape)
        button.set_name("Look again", "Ask every lane again what it can do")
        button.clicked.connect(self.look)
        row.addWidget(button)
        self._spinner = Spinner(self._theme, 12)
        self._spinner.setAccessibleName("Looking")
        row.addWidget(self._spinner)
        row.addStretch(1)
        action = QWidgetAction(menu)
        action.setDefaultWidget(holder)
        return action

    def _show_looking(self) -> None:
        if self._spinner is not None and isValid(self._spinner):
            self._spinner.setVisible(self._looking)
