"""Gathers what can be gone to, off the window's thread, and goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.errors import LuminairError
from luminair.journal import Kind
from luminair.shell import icons
from luminair.shell.jobs import Newest
from luminair.shell.keys import label
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.places import SHOWN, Group, Index, Place
from luminair.shell.parts.times import short_time
from luminair.shell.switcher.panel import SwitcherPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from luminair.journal import Note
    from luminair.shell.actions import Command
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


class Switcher(QObject):
    """⌘K of one window.

    Args:
        theme: colours and fonts.
        jobs: reads and searches go there.
        desk: the sessions and the Journal.
        window: the panel covers it.
        table: the window's commands.
        actions: what they do, by name.

    Attributes:
        panel: while it is open, else None.

    Signals:
        session_wanted: id of a session, and whether it is to be shown beside.
        note_wanted: path of a note.
        opened: the panel is there: keys of the window go nowhere.
        closed: it is gone.
    """

    session_wanted = Signal(str, bool)
    note_wanted = Signal(str)
    opened = Signal()
    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        window: QWidget,
        table: Sequence[Command],
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__(window)
        self._theme, self._jobs, self._desk, self._window = theme, jobs, desk, window
        self._table, self._actions = table, actions
        self._reading, self._searching = Newest(), Newest()
        self.panel: SwitcherPanel | None = None

    def open(self) -> None:
        """Shows the panel; a second ⌘K closes it."""
        if self.panel is not None:
            self.panel.dismiss()
            return
        if any(sheet.isVisible() for sheet in self._window.findChildren(Overlay)):
            return  # a sheet keeps the focus until it is closed
        commands = self._commands()
        panel = SwitcherPanel(self._theme, self._window)
        panel.show_index(Index(commands))
        panel.typed.connect(self._search)
        panel.chosen.connect(self._go)
        panel.closed.connect(self._closed)
        self.panel = panel
        panel.open(panel.field.edit)
        self.opened.emit()
        desk = self._desk

        def read() -> list[Place]:
            return [*_sessions(desk), *_notes(desk)]

        def show(places: list[Place]) -> None:
            if self.panel is panel:
                panel.show_index(Index([*places, *commands]))

        self._jobs.run(read, done=show, newest=self._reading, owner=self)

    def _commands(self) -> list[Place]:
        """What can be done now; gathered before the panel stills the window's keys."""
        return [
            Place(
                Group.COMMANDS,
                each.name,
                each.text.removesuffix("…"),
                f"{each.menu.value} menu",
                "ph.caret-right",
                right=label(each.keys[0]) if each.keys else "",
            )
            for each in self._table
            if each.name != "switcher" and self._actions[each.name].isEnabled()
        ]

    def _search(self, words: str) -> None:
        if len(words.strip()) < 2:
            return
        desk = self._desk

        def find() -> list[Place]:
            try:
                answer = desk.journal.search(words, limit=SHOWN)
            except LuminairError:  # the window's own banner says what is wrong with it
                return []
            return [_of_note(each.note) for each in answer.results]

        def show(found: list[Place]) -> None:
            if self.panel is not None:
                self.panel.show_found(words, found)

        self._jobs.run(find, done=show, newest=self._searching, owner=self)

    def _go(self, place: Place, beside: bool) -> None:
        if place.group is Group.SESSIONS:
            self.session_wanted.emit(place.target, beside)
        elif place.group is Group.NOTES:
            self.note_wanted.emit(place.target)
        else:
            self._actions[place.target].trigger()

    def _closed(self) -> None:
        self.panel = None
        self.closed.emit()


def _sessions(desk: Desk) -> list[Place]:
    found = []
    for session in desk.library.listing().sessions:
        project = desk.project_name(session.folder)
        under = " · ".join(part for part in (project, session.model) if part)
        when = short_time(session.updated, desk.now())
        found.append(
            Place(
                Group.SESSIONS,
                session.id,
                session.title,
                under,
                "ph.chats-teardrop",
                "ksess",
                when,
            )
        )
    return found


def _notes(desk: Desk) -> list[Place]:
    try:
        listed = desk.journal.listing(compared=False)
    except LuminairError:  # the window's own banner says what is wrong with it
        return []
    notes = [each.note for each in listed if not each.note.damage]
    notes.sort(key=lambda note: note.updated, reverse=True)
    return [_of_note(note) for note in notes]


def _of_note(note: Note) -> Place:
    # What a session left looks as sessions do, here as in the Journal and the graph.
    own = note.kind is Kind.NOTE and note.path.startswith("Sessions/")
    kind = "session" if own else note.kind.value
    return Place(
        Group.NOTES,
        note.path,
        note.title,
        " / ".join(note.path.split("/")[:-1]),
        icons.KIND_ICONS[kind],
        icons.KIND_ROLES[kind],
    )
