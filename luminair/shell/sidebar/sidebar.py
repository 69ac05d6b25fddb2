"""The sidebar: every session of this machine, and a way to find one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.sessions.groups import groups
from luminair.shell.actions import keys_of
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.fields import SearchField
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.text import Label, Line
from luminair.shell.parts.times import short_time
from luminair.shell.sidebar.session_delegate import SessionDelegate
from luminair.shell.sidebar.session_model import AnyRow, Heading, Row, SessionModel
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QFocusEvent, QPaintEvent

    from luminair.lanes.lane import LaneInfo
    from luminair.sessions.library import Listing
    from luminair.sessions.search import FoundSession
    from luminair.sessions.session import Session
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

SEARCH_MS = 180
MOST_FOUND = 200
WIDTH = 264
_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


@dataclass(frozen=True, slots=True)
class _Read:
    """What listing the sessions brings home."""

    listing: Listing
    projects: Mapping[str, str]


class _List(QListView):
    """The list itself.

    Signals:
        opened: a row was chosen by click or Return.
    """

    opened = Signal(QModelIndex)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.opened.emit(self.currentIndex())
            return
        super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setProperty("by_keyboard", event.reason() in _BY_KEY)
        super().focusInEvent(event)


class Sidebar(QWidget):
    """Search field, sessions, lanes.

    Args:
        theme: colours and fonts.
        jobs: listing and searching go there.
        desk: the rest of the house.

    Signals:
        open_wanted: a session to show in the active pane.
        open_beside_wanted: a session to show in another pane.
        rename_wanted, bin_wanted: as they say, for a session.
        left: Esc in the empty search field.
        read: sessions have been listed; ``sessions`` holds them.
        failed: a sentence.
    """

    open_wanted = Signal(str)
    open_beside_wanted = Signal(str)
    rename_wanted = Signal(str)
    bin_wanted = Signal(str)
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
        self._listing_newest, self._searching = Newest(), Newest()
        self.search = SearchField(theme, "Search sessions", keys=keys_of("search"))
        self.model = SessionModel(self)
        self.view = _List(self)
        self.view.setModel(self.model)
        self.view.setMouseTracking(True)
        slim_bars(self.view, theme)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.setAccessibleName("Sessions")
        self.delegate = SessionDelegate(theme, self.view)
        self.view.setItemDelegate(self.delegate)
        self._none = Label(theme, "", Style.SMALL, "text2", wraps=True)
        self._none.setContentsMargins(20, 16, 16, 0)
        self._none.hide()
        self._lanes = _Lanes(theme)
        top = QHBoxLayout()
        top.setContentsMargins(12, 12, 13, 0)
        top.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._none)
        column.addWidget(self.view, 1)
        column.addWidget(self._lanes)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_MS)
        self._pause.timeout.connect(self._search)
        self.view.clicked.connect(self._open)
        self.view.opened.connect(self._open)
        self.view.customContextMenuRequested.connect(self._menu)
        self.search.edited.connect(self._edited)
        self.search.entered.connect(self._first)
        self.search.stepped_down.connect(self._step_down)
        self.search.left.connect(self.left)
        theme.changed.connect(self.update)

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
        self._lanes.show_lanes(self._desk.roster.infos())

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

    def _listed(self, found: _Read) -> None:
        self._listing, self._projects = found.listing, found.projects
        self._show()
        self.read.emit()

    def _failed(self, error: Exception) -> None:
        self.failed.emit(sentence(error))

    def _show(self) -> None:
        if self._found is not None:
            rows: list[AnyRow] = [self._row(hit.session, hit.excerpt) for hit in self._found]
            heading = f"{len(rows)} found" if rows else ""
            rows = [Heading(heading), *rows] if rows else []
            self._none.setText(f"No session has the words “{self.search.text}”.")
        else:
            shown = [session for session in self.sessions if self._counts(session)]
            rows = []
            for group in groups(shown, self._desk.now()):
                rows.append(Heading(group.title))
                rows.extend(self._row(session) for session in group.sessions)
            self._none.setText("No sessions yet. New ones appear here.")
        self._none.setVisible(not rows and self._listing is not None)
        self.model.set_rows(rows)
        at = self.model.row_of(self._active)
        if at >= 0:
            self.view.setCurrentIndex(self.model.index(at))
        else:
            self.view.clearSelection()
        self.delegate.follow()

    def _counts(self, session: Session) -> bool:
        """An untouched session is no entry until somebody is in it."""
        return session.messages > 0 or session.title_set or session.id in self._panes

    def _row(self, session: Session, excerpt: str = "") -> Row:
        project = self._projects.get(session.folder, "")
        model = session.model or self._lane_title(session.lane)
        under = excerpt or " · ".join(part for part in (project, model) if part)
        return Row(
            session,
            under,
            short_time(session.updated, self._desk.now()),
            pane=self._panes.get(session.id, 0),
            active=session.id == self._active,
            replying=session.id in self._replying,
            unread=session.unread and session.id not in self._panes,
        )

    def _lane_title(self, lane: str) -> str:
        infos = {info.id: info.title for info in self._desk.roster.infos()}
        return infos.get(lane, lane)

    # What the owner does.

    def _open(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()] if index.isValid() else None
        if isinstance(row, Row):
            self.open_wanted.emit(row.key)

    def _menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        row = self.model.rows[index.row()] if index.isValid() else None
        if not isinstance(row, Row):
            return
        menu = make_menu(self._theme, self)
        key = row.key
        for text, told in (
            ("Open", self.open_wanted),
            ("Open in Another Pane", self.open_beside_wanted),
            ("Rename…", self.rename_wanted),
            ("Move to Bin", self.bin_wanted),
        ):
            action = menu.addAction(text)
            action.triggered.connect(_telling(told.emit, key))
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _edited(self, text: str) -> None:
        if text.strip():
            self._pause.start()
        else:
            self._pause.stop()
            self._searching.drop()
            self._found = None
            self._show()

    def _search(self) -> None:
        text, library = self.search.text, self._desk.library

        def work() -> list[FoundSession]:
            return list(islice(library.search(text), MOST_FOUND))

        self._jobs.run(
            work, done=self._searched, failed=self._failed, newest=self._searching, owner=self
        )

    def _searched(self, found: list[FoundSession]) -> None:
        self._found = found
        self._show()

    def _first(self) -> None:
        row = next((row for row in self.model.rows if isinstance(row, Row)), None)
        if row is not None:
            self.open_wanted.emit(row.key)

    def _step_down(self) -> None:
        self.view.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        edge = QRectF(self.width() - 1, 0, 1, self.height())
        painter.fillRect(edge, self._theme.color("line"))
        painter.end()


class _Lanes(QWidget):
    """The line at the bottom: how many lanes can answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ready = False
        self.setFixedHeight(44)
        self._words = Line(theme, "", Style.SMALL, "text2")
        row = QHBoxLayout(self)
        row.setContentsMargins(36, 1, 16, 0)
        row.addWidget(self._words)
        theme.changed.connect(self.update)

    def show_lanes(self, infos: tuple[LaneInfo, ...]) -> None:
        """Counts those that are ready and names the others in the tooltip."""
        ready = sum(info.ready for info in infos)
        self._ready = ready > 0
        self._words.set_text(f"{ready} lane{'' if ready == 1 else 's'} ready")
        self.setToolTip("\n".join(f"{info.title}: {info.state}" for info in infos))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(0, 0, self.width(), 1)
        painter.fillRect(line, self._theme.color("line"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("ok" if self._ready else "danger"))
        painter.drawEllipse(QRectF(20, self.height() / 2 - 3.5, 8, 8))
        painter.end()


def _telling(tell: Callable[[str], None], key: str) -> Callable[[], None]:
    return lambda: tell(key)
