"""The Help window: a field, what fits, and the page of what is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.help.page import HelpPage
from luminair.shell.parts.box import Box
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.places import Group as PlaceGroup
from luminair.shell.parts.places import Heading, Place
from luminair.shell.parts.places_list import PlacesView
from luminair.shell.parts.text import Hairline
from luminair.shell.parts.windows import give_menus
from luminair.shell.topics import Group, found, topics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintEvent

    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.places import Row
    from luminair.shell.theme import Theme
    from luminair.shell.topics import Topic

SIDE = 336
SIZE, LEAST = QSize(1040, 720), QSize(760, 480)
_ICONS = {
    Group.CONCEPTS: "ph.info",
    Group.SLASH: "ph.terminal",
    Group.TYPING: "ph.pencil-simple",
    Group.MAIN: "ph.columns",
    Group.JOURNAL: "ph.book-open",
    Group.SETTINGS: "ph.gear-six",
    Group.TERMINAL: "ph.terminal-window",
}


class HelpWindow(QWidget):
    """Looks up what the app can do; the field keeps the focus while the arrows choose.

    Args:
        theme: colours and fonts.
        jobs: reads the texts off the window's thread.
        read: gathers what there is help on.

    Signals:
        settings_wanted: settings should open.
    """

    settings_wanted = Signal()

    def __init__(
        self, theme: Theme, jobs: Jobs, read: Callable[[], Sequence[Topic]] = topics
    ) -> None:
        super().__init__()
        self._theme, self._jobs, self._read = theme, jobs, read
        self._every: Sequence[Topic] = ()
        self._by_key: dict[str, Topic] = {}
        self.setWindowTitle("Luminair Help")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(LEAST)
        self.resize(SIZE)
        self.field = SearchField(theme, "Search help")
        self.field.edit.installEventFilter(self)
        self.view = PlacesView(theme, "Topics of help")
        self.model = self.view.places
        self.page = HelpPage(theme, jobs)
        self._lay_out()
        self.field.edited.connect(self._search)
        self.field.entered.connect(self.page.setFocus)
        self.field.left.connect(self.close)
        self.view.selectionModel().currentChanged.connect(self._turn)
        give_menus(self, {"settings": self.settings_wanted.emit})
        QShortcut(QKeySequence("Ctrl+F"), self, self._to_field)

    def open(self, words: str = "") -> None:
        """Comes to the front.

        Args:
            words: what is looked up; '' shows all of it.
        """
        self.show()
        self.raise_()
        self.activateWindow()
        self._to_field()
        self.field.edit.setText(words)
        if not self._every:
            self._jobs.run(self._read, done=self._show, owner=self)

    @property
    def current(self) -> Topic | None:
        """The topic that is shown."""
        place = self.view.current
        return None if place is None else self._by_key[place.target]

    def _lay_out(self) -> None:
        side = Box(self._theme, "window")
        side.setFixedWidth(SIDE)
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 12, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.view, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(Hairline(self._theme, upright=True))
        row.addWidget(self.page, 1)

    def _to_field(self) -> None:
        self.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.edit.selectAll()

    def _show(self, every: Sequence[Topic]) -> None:
        self._every = every
        self._by_key = {each.key: each for each in every}
        self._search(self.field.text)

    def _search(self, words: str) -> None:
        if not self._every:
            return
        if words.strip():
            fits = found(self._every, words)
            self.model.set_rows([_place(each, each.group.value) for each in fits])
            self.field.set_aside(f"{len(fits)} found")
        else:
            self.model.set_rows(_grouped(self._every))
            self.field.set_aside("")
        numbers = self.model.numbers()
        self.view.scrollToTop()
        self.view.choose(numbers[0] if numbers else -1)
        if not numbers:
            self.page.show_topic(None, f"There is no help on “{words.strip()}”; try another word.")

    def _turn(self, _now: QModelIndex, _before: QModelIndex) -> None:
        if self.current is not None:
            self.page.show_topic(self.current)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if watched is self.field.edit and pressed:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            by = steps.get(Qt.Key(event.key())) if isinstance(event, QKeyEvent) else None
            if by is not None:
                self.view.step(by)
                return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:  # from the list or the page; the field clears first
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color("surface"))
        painter.end()


def _place(topic: Topic, under: str = "") -> Place:
    # The page says all of it; the list has room for a key, and not for what a command takes.
    right = "" if topic.group is Group.SLASH else topic.aside
    icon = _ICONS[topic.group]
    return Place(PlaceGroup.COMMANDS, topic.key, topic.title, under, icon, right=right)


def _grouped(every: Sequence[Topic]) -> list[Row]:
    rows: list[Row] = []
    group: Group | None = None
    for each in every:
        if each.group is not group:
            rows.append(Heading(each.group.value))
            group = each.group
        rows.append(_place(each))
    return rows
