"""The main window. Wiring only: each room looks after itself and says what it wants."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QToolBar, QVBoxLayout
from typing_extensions import override

from luminair.lanes.lane import WayOn
from luminair.shell import icons
from luminair.shell.actions import fill_menus
from luminair.shell.panes.board import Board
from luminair.shell.panes.pane import Pane
from luminair.shell.panes.queues import Queues
from luminair.shell.panes.targets import Target
from luminair.shell.panes.turns_running import RunningTurns
from luminair.shell.panes.window_bar import WindowBar
from luminair.shell.parts.banners import Banners
from luminair.shell.parts.box import Box
from luminair.shell.parts.colouring import warm
from luminair.shell.parts.windows import TEXT_COMMANDS
from luminair.shell.sidebar.sidebar import Sidebar
from luminair.shell.window.arranging import Arranging
from luminair.shell.window.asking import choose_folder
from luminair.shell.window.attention import Attention
from luminair.shell.window.broadcast import Broadcast
from luminair.shell.window.budget import Budget
from luminair.shell.window.commands import calls
from luminair.shell.window.given_files import GivenFiles
from luminair.shell.window.keeping import Keeping
from luminair.shell.window.menus import show_states
from luminair.shell.window.notices import Notices
from luminair.shell.window.regions import Regions
from luminair.shell.window.releasing import Releasing
from luminair.shell.window.sessions import Sessions
from luminair.shell.window.side import Side
from luminair.shell.window.tray import Tray
from luminair.shell.window.waiting import Waiting

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from luminair.shell.desk import Desk
    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Choice, Theme

LIVE_UNDER_SHEETS = {*TEXT_COMMANDS, "switcher", "quit", "close_window"}


class MainWindow(QMainWindow):
    """Sessions side by side.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        failures: what it says is shown here.

    Signals:
        journal_wanted: session id, and key of a note ('' for the session's own note).
        settings_wanted: settings should open.
        lane_settings_wanted: what is set for a lane, by its id, should be seen.
        why_wanted: session, its title and project, prompt, and receipt of a past message or ''.
        switcher_wanted: a session, note or command is to be gone to.
        tool_wanted: the command line tool is to be installed (True) or removed.
        help_wanted: words to look up; '' shows all of help.
        closed: the window is gone.
    """

    journal_wanted = Signal(str, str)
    settings_wanted = Signal()
    lane_settings_wanted = Signal(str)
    switcher_wanted = Signal()
    help_wanted = Signal(str)
    tool_wanted = Signal(bool)
    why_wanted = Signal(str, str, str, str, str)
    closed = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, failures: Failures) -> None:
        super().__init__()
        self.theme, self.desk = theme, desk
        self._jobs = jobs
        self.setWindowTitle("Luminair")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(900, 600)
        self.setUnifiedTitleAndToolBarOnMac(True)
        self.turns = RunningTurns(desk, jobs, self)
        self.queues = Queues(desk, jobs, self.turns, self)
        self.bar = WindowBar(theme)
        self.sidebar = Sidebar(theme, jobs, desk)
        self.banners = Banners(theme)
        self.board = Board(theme, self._make_pane)
        self.given = GivenFiles(self, self.board)
        self.sessions = Sessions(jobs, desk, self.board, self.sidebar, self.turns, self)
        self.broadcast = Broadcast(jobs, desk, self.board)
        self.releasing = Releasing(jobs, desk, self.board, self.turns)
        self.waiting = Waiting(self.turns, self.board, self.sidebar, self.sessions)
        self.notices = Notices(jobs, desk, self.banners, self.sessions, self.sidebar)
        self.budget = Budget(theme, jobs, desk, self)
        self.keeping = Keeping(self, jobs, desk)
        self.arranging = Arranging(theme, self.board, self.sidebar, self.sessions, self.keeping)
        Attention(
            self, Tray(self), self.turns, self.board, self.sidebar, self.sessions, desk.settings
        )
        self._lay_out()
        self.regions = Regions(self.sidebar, self.side, self.bar, self.board)
        self.commands = fill_menus(self.menuBar(), self, calls(self, self))
        self._wire(failures)
        self.board.set_count(1)
        self.resize(1440, 900)
        self.board.changed.connect(self.board_changed)
        self.board_changed()

    def start(self) -> None:
        """Puts back what was open when the window was last closed, and reads what there is."""
        self.sidebar.refresh()
        self._jobs.run(warm)
        self.keeping.restore()
        self.notices.look_at_journal(first=True)

    # Building.

    def _lay_out(self) -> None:
        tools = QToolBar("Window bar", self)
        tools.setObjectName("window-bar")
        tools.setMovable(False)
        tools.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        tools.addWidget(self.bar)
        self.addToolBar(tools)
        self._tools = tools
        self.theme.follow(self._restyle)
        right = Box(self.theme, "surface")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banners)
        column.addWidget(self.board, 1)
        self._column = column
        self.side = Side(self.theme, self, self.bar, self.sidebar, right)
        self.side.moved.connect(self.keeping.later)
        self.keeping.look_after(self.board, self.sidebar, self.sessions, self.side)
        self.setCentralWidget(self.side.split)

    def add_strip(self, strip: QWidget) -> None:
        """Puts something between the banners and the panes."""
        self._column.insertWidget(1, strip)

    def _restyle(self) -> None:
        self._tools.setStyleSheet(self.theme.bar_style)

    def _make_pane(self) -> Pane:
        pane = Pane(self.theme, self._jobs, self.desk, self.turns, self.queues)
        pane.head.set_recent(self.sessions.recent_folders)
        pane.activated.connect(lambda: self._activate(pane))
        pane.session_changed.connect(self.board_changed)
        pane.listing_changed.connect(self.sidebar.refresh)
        pane.budget_wanted.connect(self.open_budget)
        pane.journal_wanted.connect(self.journal_wanted)
        pane.folder_wanted.connect(partial(choose_folder, self, pane))
        pane.session_changed.connect(self.given.attach)
        pane.head.place.pane_wanted.connect(self.go_pane)
        pane.head.place.all_wanted.connect(self.board.zoom)
        pane.head.dragged.connect(partial(self.arranging.drag, pane))
        pane.rename_wanted.connect(lambda: self.sessions.rename(pane.session_id))
        pane.bin_wanted.connect(lambda: self.sessions.bin(pane.session_id))
        pane.duplicate_wanted.connect(lambda: self.sessions.duplicate(pane.session_id))
        pane.fork_wanted.connect(self.sessions.fork)
        pane.close_wanted.connect(lambda: self.close_pane(pane))
        pane.send_all_wanted.connect(lambda text: self.broadcast.send(pane, text))
        pane.all_panes_changed.connect(partial(self._set_all_panes, pane))
        pane.composer.target_picked.connect(self._pick_target)
        pane.way_wanted.connect(partial(self._take_way, pane))
        pane.why_wanted.connect(partial(self._explain, pane))
        pane.errands.help_wanted.connect(self.help_wanted)
        pane.said.connect(self.banners.say)
        return pane

    def _wire(self, failures: Failures) -> None:
        bar, sidebar, sessions = self.bar, self.sidebar, self.sessions
        bar.sidebar_wanted.connect(self.toggle_sidebar)
        bar.project_wanted.connect(lambda: self.board.active.head.show_folders(bar.project))
        bar.count_chosen.connect(self.set_panes)
        bar.new_wanted.connect(sessions.begin)
        bar.journal_wanted.connect(self.open_journal)
        sidebar.open_wanted.connect(self._open)
        sidebar.open_beside_wanted.connect(sessions.open_beside)
        sidebar.retitled.connect(sessions.retitle)
        sidebar.duplicate_wanted.connect(sessions.duplicate)
        sidebar.settings_wanted.connect(self.open_settings)
        sidebar.bin_wanted.connect(sessions.bin)
        sidebar.left.connect(self.regions.leave_sidebar)
        sidebar.read.connect(self._show_states)
        self.broadcast.changed.connect(self.board_changed)
        self.turns.began.connect(self._show_replying)
        self.turns.ended.connect(self._show_replying)
        self.waiting.changed.connect(self.board_changed)
        self.notices.journal_looked_at.connect(self.refresh_costs)
        self.keeping.put_back.connect(self.fit)
        self.budget.opened.connect(lambda: self.set_commands(False))
        self.budget.closed.connect(lambda: self.set_commands(True))
        self.budget.note_wanted.connect(self.journal_wanted)
        for told in (
            failures.failed,
            sidebar.failed,
            sessions.failed,
            self.broadcast.failed,
            self.arranging.said,
            self.budget.failed,
        ):
            told.connect(self.banners.say)

    def board_changed(self) -> None:
        """Shows everywhere which sessions are in which panes."""
        panes, active = self.board.panes, self.board.active
        places = {pane.session_id: at for at, pane in enumerate(panes, 1) if pane.session_id}
        self.sidebar.set_open(places, active.session_id)
        self.bar.set_project(active.project)
        self.bar.set_count(len(panes))
        titles = [_title(pane) for pane in panes] if self.board.alone else []
        for at, pane in enumerate(panes):
            pane.head.place.show_place(at, titles, zoomed=self.board.zoomed)
            leader = at == 0
            pane.composer.set_panes(
                len(panes),
                all_on=self.keeping.all_panes and (leader or self.broadcast.takes(pane)),
                leader=leader,
                targets=[
                    Target(_title(each), self.broadcast.takes(each), each is pane) for each in panes
                ],
            )
        self.setWindowTitle(_title(active) or "Luminair")
        # macOS shows it beside the title, to be dragged, and its path at a click with Command.
        self.setWindowFilePath("" if active.session is None else active.session.folder)
        self._show_states()
        self.regions.order()
        self.releasing.look()
        self.keeping.later()

    def _show_states(self) -> None:
        if self.budget.sheet is not None:
            return  # its commands are still until it is closed
        show_states(
            self.commands,
            self.board,
            look=self.theme.choice,
            sidebar=self.sidebar.isVisible(),
            waiting=bool(self.waiting),
            reopens=self.arranging.reopens,
        )

    def set_panes(self, count: int) -> None:
        """Shows one, two or four panes; new ones begin with a session of their own."""
        before = set(self.board.panes)
        self.board.set_count(count)
        for pane in self.board.panes:
            if pane not in before:
                self.keeping.fill(pane)

    def close_pane(self, pane: Pane) -> None:
        """Closes a pane; the last one closes the window."""
        if not self.board.close_pane(pane):
            self.close()

    def go_pane(self, number: int) -> None:
        """Goes to a pane by its place, round and round."""
        count = len(self.board.panes)
        if number < count:
            self.board.activate(number % count)
            self.board.active.take_focus()

    def _activate(self, pane: Pane) -> None:
        if pane in self.board.panes and pane is not self.board.active:
            self.board.activate(self.board.panes.index(pane))

    def _open(self, identity: str) -> None:
        self.side.fold()
        self.sessions.open(identity)

    def _show_replying(self) -> None:
        self.sidebar.set_replying(self.turns.sessions())
        self.board_changed()

    def _set_all_panes(self, pane: Pane, on: bool) -> None:
        self.keeping.all_panes = on
        self.broadcast.choose(pane, on or self.broadcast.takes(pane))

    def _pick_target(self, at: int, chosen: bool) -> None:
        if at < len(self.board.panes):
            self.broadcast.choose(self.board.panes[at], chosen)

    def toggle_sidebar(self) -> None:
        """Shows or hides the sidebar."""
        self.side.toggle()
        self.board_changed()

    def set_commands(self, on: bool) -> None:
        """While a sheet is open only commands that go to the focus, or end the app, are live."""
        for name, action in self.commands.items():
            action.setEnabled(on or name in LIVE_UNDER_SHEETS)
        if on:
            self.board_changed()

    def open_budget(self) -> None:
        """Opens Context budget for the active pane."""
        self.budget.open(self.board.active)

    def open_journal(self) -> None:
        """Asks for the Journal, on the active session's note."""
        self.journal_wanted.emit(self.board.active.session_id, "")

    def go_anywhere(self) -> None:
        """Asks for a session, note or command to go to."""
        self.switcher_wanted.emit()

    def set_text_size(self, points: int) -> None:
        """Scales transcripts, lists and pages, and keeps it."""
        self.theme.set_text_size(points)
        size, settings = self.theme.text_size, self.desk.settings
        self._jobs.run(lambda: settings.set({"appearance.text_size": size}), queue="vault")

    def set_look(self, choice: Choice) -> None:
        """Shows light, dark or what the system shows, and keeps it."""
        self.theme.set_choice(choice)
        settings = self.desk.settings
        self._jobs.run(lambda: settings.set({"appearance.theme": choice.value}), queue="vault")
        self.board_changed()

    def open_settings(self) -> None:
        """Asks for the settings."""
        self.settings_wanted.emit()

    def open_help(self) -> None:
        """Asks for help."""
        self.help_wanted.emit("")

    def _explain(self, pane: Pane, session: str, prompt: str, receipt: str) -> None:
        title = pane.session.title if pane.session is not None else ""
        self.why_wanted.emit(session, title, pane.project, prompt, receipt)

    def _take_way(self, pane: Pane, way: WayOn) -> None:
        if way is WayOn.SETTINGS and pane.session is not None:
            self.lane_settings_wanted.emit(pane.session.lane)

    def close_window(self) -> None:
        """Closes this window."""
        self.close()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Puts everything where it belongs at this width."""
        self.side.place()
        self.board.set_window_width(self.width())
        self.bar.set_room(self.width())
        self.board_changed()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            # The vault may have changed outside while another application was in front.
            QTimer.singleShot(0, self, self.refresh_costs)

    def refresh_costs(self) -> None:
        """What rides may cost otherwise now: works it out anew in every pane."""
        for pane in self.board.panes:
            pane.refresh_cost()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        for pane in self.board.panes:
            pane.composer.flush_draft()
            pane.composer.menu.hide()
        self.keeping.now()
        super().closeEvent(event)
        self.closed.emit()


def _title(pane: Pane) -> str:
    return "" if pane.session is None else pane.session.title
