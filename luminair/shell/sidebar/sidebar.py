"""The sidebar: every session of this machine, and a way to find one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.sessions.groups import groups
from luminair.shell.actions import keys_of
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.text import Label
from luminair.shell.parts.times import short_time
from luminair.shell.sidebar.found import around
from luminair.shell.sidebar.lanes_line import LanesLine
from luminair.shell.sidebar.session_delegate import SessionDelegate
from luminair.shell.sidebar.session_list import SessionList
from luminair.shell.sidebar.session_model import AnyRow, Heading, Row, SessionModel
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from PySide6.QtGui import QPaintEvent

    from luminair.sessions.library import Listing
    from luminair.sessions.search import FoundSession
    from luminair.sessions.session import Session
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

SEARCH_MS = 180
MOST_FOUND = 200
WIDTH = 264


@dataclass(frozen=True, slots=True)
class _Read:
    """What listing the sessions brings home."""

    listing: Listing
    projects: Mapping[str, str]


class Sidebar(QWidget):
    """Search field, sessions, lanes.

    Args:
        theme: colours and fonts.
        jobs: listing and searching go there.
        desk: the rest of the house.

    Signals:
        open_wanted: a session to show in the active pane.
        open_beside_wanted: a session to show in another pane.
        retitled: a session and its new title, '' for the usual one.
        duplicate_wanted, bin_wanted: as they say, for a session.
        settings_wanted: the owner wants the settings.
        left: Esc in the list or in the empty search field.
        read: sessions have been listed; ``sessions`` holds them.
        failed: a sentence.
    """

    open_wanted = Signal(str)
    open_beside_wanted = Signal(str)
    retitled = Signal(str, str)
    duplicate_wanted = Signal(str)
    bin_wanted = Signal(str)
    settings_wanted = Signal()
    left = Signal()
    read = Signal()
    failed = Signal(str)

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._listing: Listing | None = None
        self._projects: Mapping[str, str] = {}
        self._found: list[FoundSession] | None = None
        self._panes: Mapping[str, int] = {}
        self._active = ""
        self._replying: frozenset[str] = frozenset()
        self._waiting: frozenset[str] = frozenset()
        self._words: tuple[str, ...] = ()
        self._listing_newest, self._searching = Newest(), Newest()
        self.search = SearchField(theme, "Search sessions", keys=keys_of("search"))
        self.model = SessionModel(self)
        self.view = SessionList(theme, self)
        self.view.setModel(self.model)
        self.delegate = SessionDelegate(theme, self.view)
        self.view.setItemDelegate(self.delegate)
        self._none = Label(theme, "", Style.SMALL, "text2", wraps=True)
        self._none.setContentsMargins(20, 16, 16, 0)
        self._none.hide()
        self.lanes = LanesLine(theme)
        top = QHBoxLayout()
        top.setContentsMargins(12, 12, 13, 0)
        top.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._none)
        column.addWidget(self.view, 1)
        column.addWidget(self.lanes)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_MS)
        self._pause.timeout.connect(self._search)
        self._wire()
        theme.repaints(self)

    def _wire(self) -> None:
        view, search = self.view, self.search
        view.opened.connect(self.open_wanted)
        view.beside.connect(self.open_beside_wanted)
        view.rename_wanted.connect(self.rename)
        view.bin_wanted.connect(self.bin_wanted)
        view.menu_wanted.connect(self._menu)
        view.up.connect(lambda: search.setFocus(Qt.FocusReason.TabFocusReason))
        view.left.connect(self.left)
        self.delegate.retitled.connect(self.retitled)
        search.edited.connect(self._edited)
        search.entered.connect(self._first)
        search.stepped_down.connect(self._step_down)
        search.left.connect(self.left)
        self.lanes.settings_wanted.connect(self.settings_wanted)

    @property
    def sessions(self) -> tuple[Session, ...]:
        """Every session, last activity first, as last listed."""
        return () if self._listing is None else self._listing.sessions

    @property
    def unreadable(self) -> str:
        """A sentence about sessions on disk that cannot be read, or ''."""
        bad = () if self._listing is None else self._listing.unreadable
        if not bad:
            return ""
        more = f" {len(bad) - 1} more cannot be read either." if len(bad) > 1 else ""
        return f"{bad[0].reason}{more}"

    def refresh(self) -> None:
        """Lists the sessions anew, off the window's thread."""
        library, name = self._desk.library, self._desk.project_name

        def work() -> _Read:
            listing = library.listing()
            folders = {session.folder for session in listing.sessions}
            return _Read(listing, {folder: name(folder) for folder in folders})

        self._jobs.run(
            work, done=self._listed, failed=self._failed, newest=self._listing_newest, owner=self
        )
        self.lanes.show_lanes(self._desk.roster.infos())

    def set_open(self, panes: Mapping[str, int], active: str) -> None:
        """Tells which session is in which pane, and which pane is active."""
        if (dict(panes), active) != (dict(self._panes), self._active):
            self._panes, self._active = dict(panes), active
            self._show()

    def set_replying(self, sessions: frozenset[str]) -> None:
        """Tells in which sessions a turn runs."""
        if sessions != self._replying:
            self._replying = sessions
            self._show()

    def set_waiting(self, sessions: frozenset[str]) -> None:
        """Tells in which sessions the model waits for the owner's answer."""
        if sessions != self._waiting:
            self._waiting = sessions
            self._show()

    def rename(self, identity: str) -> None:
        """Lets the title of a session be typed where it stands."""
        at = self.model.row_of(identity)
        if at >= 0:
            self.view.setCurrentIndex(self.model.index(at))
            self.view.edit(self.model.index(at))

    def _listed(self, found: _Read) -> None:
        self._listing, self._projects = found.listing, found.projects
        self._show()
        self.read.emit()

    def _failed(self, error: Exception) -> None:
        self.failed.emit(sentence(error))

    def _show(self) -> None:
        # Asked once for all rows: this runs as each answer begins and ends.
        now, lanes = self._desk.now(), self._lane_titles()
        if self._found is not None:
            rows: list[AnyRow] = [
                self._row(hit.session, now, lanes, hit.excerpt) for hit in self._found
            ]
            heading = f"{len(rows)} found" if rows else ""
            rows = [Heading(heading), *rows] if rows else []
            self._none.setText(f"No session has the words “{self.search.text}”.")
        else:
            shown = [session for session in self.sessions if self._counts(session)]
            rows = []
            for group in groups(shown, now):
                rows.append(Heading(group.title))
                rows.extend(self._row(session, now, lanes) for session in group.sessions)
            self._none.setText("No sessions yet. New ones appear here.")
        self._none.setVisible(not rows and self._listing is not None)
        before = self.view.current
        self.model.set_rows(rows)
        self._choose(before)
        self.delegate.follow()

    def _choose(self, before: str) -> None:
        """The row of the active pane, unless the owner goes through the list by key."""
        kept = self.model.row_of(before) if self.view.hasFocus() else -1
        at = kept if kept >= 0 else self.model.row_of(self._active)
        if at < 0:
            self.view.clearSelection()
        elif at != self.view.currentIndex().row():
            self.view.setCurrentIndex(self.model.index(at))
        else:
            self.view.selectionModel().select(
                self.model.index(at), self.view.selectionModel().SelectionFlag.ClearAndSelect
            )

    def _counts(self, session: Session) -> bool:
        """An untouched session is no entry until somebody is in it."""
        return session.messages > 0 or session.title_set or session.id in self._panes

    def _row(
        self, session: Session, now: datetime, lanes: Mapping[str, str], excerpt: str = ""
    ) -> Row:
        project = self._projects.get(session.folder, "")
        model = session.model or lanes.get(session.lane, session.lane)
        usual = " · ".join(part for part in (project, model) if part)
        return Row(
            session,
            around(excerpt, self._words) if excerpt else usual,
            short_time(session.updated, now),
            pane=self._panes.get(session.id, 0),
            active=session.id == self._active,
            replying=session.id in self._replying,
            waiting=session.id in self._waiting,
            unread=session.unread and session.id not in self._panes,
            words=self._words if excerpt else (),
        )

    def _lane_titles(self) -> dict[str, str]:
        return {info.id: info.title for info in self._desk.roster.infos()}

    # What the owner does.

    def _menu(self, key: str, at: QPoint) -> None:
        menu = make_menu(self._theme, self)
        for text, told in (
            ("Open", self.open_wanted.emit),
            ("Open in Another Pane", self.open_beside_wanted.emit),
            ("Rename", self.rename),
            ("Duplicate", self.duplicate_wanted.emit),
            ("Move to Bin", self.bin_wanted.emit),
        ):
            if text in {"Rename", "Move to Bin"}:
                menu.addSeparator()
            menu.addAction(text).triggered.connect(_telling(told, key))
        menu.popup(at)

    def _edited(self, text: str) -> None:
        if text.strip():
            self._pause.start()
        else:
            self._pause.stop()
            self._searching.drop()
            self._found, self._words = None, ()
            self._show()

    def _search(self) -> None:
        text, library = self.search.text, self._desk.library

        def work() -> list[FoundSession]:
            return list(islice(library.search(text), MOST_FOUND))

        def done(found: list[FoundSession]) -> None:
            self._found, self._words = found, tuple(text.split())
            self._show()

        self._jobs.run(work, done=done, failed=self._failed, newest=self._searching, owner=self)

    def _first(self) -> None:
        row = next((row for row in self.model.rows if isinstance(row, Row)), None)
        if row is not None:
            self.open_wanted.emit(row.key)

    def _step_down(self) -> None:
        if not self.view.current:
            rows = enumerate(self.model.rows)
            first = next((at for at, row in rows if isinstance(row, Row)), None)
            if first is not None:
                self.view.setCurrentIndex(self.model.index(first, 0))
        self.view.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        if not isinstance(self.parentWidget(), QSplitter):  # it lies over the panes
            edge = QRectF(self.width() - 1, 0, 1, self.height())
            painter.fillRect(edge, self._theme.color("line"))
        painter.end()


def _telling(tell: Callable[[str], None], key: str) -> Callable[[], None]:
    return lambda: tell(key)
