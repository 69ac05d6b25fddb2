"""'Links to' below a note: where its links lead, where several notes fit, and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from luminair.journal import Backlink
from luminair.shell.jobs import Newest
from luminair.shell.journal.page_parts import LinkRow
from luminair.shell.parts.button import SMALL, Button, Fill
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Line
from luminair.shell.parts.times import age
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QMenu

    from luminair.journal import Outlink
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.page import Page
    from luminair.shell.journal.reading import Opened


class Outgoing(QObject):
    """Reads a note's links and shows them below its text.

    Args:
        theme: colours and fonts.
        jobs: reads go there.
        desk: the Journal.
        page: shows the note.
        parent: lives as long.

    Signals:
        make_wanted: title of a note that a link names and that is not there.
    """

    make_wanted = Signal(str)

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, page: Page, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk, self._page = theme, jobs, desk, page
        self._reading = Newest()

    def read(self, opened: Opened, _same: bool) -> None:
        """Shows where the links of a note lead."""
        desk, path = self._desk, opened.note.path
        if opened.note.damage or opened.binned:
            self._reading.drop()
            self._page.links.show_rows([])
            return
        self._jobs.run(
            lambda: desk.journal.links_from(path),
            done=self._show,
            failed=lambda _gone: self._page.links.show_rows([]),
            newest=self._reading,
            owner=self,
        )

    def _show(self, links: list[Outlink]) -> None:
        self._page.links.show_rows([self._row(link, at == 0) for at, link in enumerate(links)])

    def _row(self, link: Outlink, first: bool) -> QWidget:
        if len(link.notes) != 1:
            row = UnsureRow(self._theme, link, first=first)
            row.note_wanted.connect(self._page.note_wanted)
            row.make_wanted.connect(self.make_wanted)
            return row
        note = link.notes[0]
        shown = Backlink(note, "" if link.name.casefold() == note.title.casefold() else link.name)
        found = LinkRow(self._theme, shown, age(note.updated, self._desk.now()), first=first)
        found.clicked.connect(_told(self._page.note_wanted.emit, note.path))
        return found


class UnsureRow(QWidget):
    """A link that leads to no note, or to one of several.

    Signals:
        note_wanted: path of the note that was chosen.
        make_wanted: title of the note that is to be made.
    """

    note_wanted = Signal(str)
    make_wanted = Signal(str)

    def __init__(self, theme: Theme, link: Outlink, *, first: bool) -> None:
        super().__init__()
        self._theme, self._link, self._first = theme, link, first
        self.setFixedHeight(30)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        several = len(link.notes)
        row.addWidget(Glyph(theme, "ph.question" if several else "ph.link-break", "text3", 14))
        row.addWidget(Line(theme, link.name, Style.BODY_MEDIUM, "text2" if several else "text3"))
        said = f"{several} notes have this name" if several else "There is no such note"
        row.addWidget(Line(theme, said, Style.SMALL, "text3"), 1)
        text = "Choose" if several else "Make note"
        self.button = Button(
            theme, text, fill=Fill.LINK, shape=SMALL, caret=bool(several), role="accent"
        )
        self.button.set_name(f"{text}: {link.name}")
        if several:
            self.button.set_menu(self._menu)
        else:
            self.button.clicked.connect(_told(self.make_wanted.emit, link.name))
        row.addWidget(self.button)
        self.setAccessibleName(f"{link.name}, {said}")
        theme.repaints(self)

    def _menu(self) -> QMenu:
        menu = make_menu(self._theme, self)
        for note in self._link.notes:
            action = menu.addAction(note.path.replace("&", "&&"))
            action.triggered.connect(_told(self.note_wanted.emit, note.path))
        return menu

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = self._theme.color("paperline")
        if self._first:
            painter.fillRect(QRectF(0, 0, self.width(), 1), line)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), line)
        painter.end()


def _told(call: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: call(value)
