"""The windows besides the main one, and what one asks for and another shows.

None of this is needed for the first window: it is loaded off the window's thread once that one
is on the screen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from luminair import __version__
from luminair.config.fetching import fetch
from luminair.config.releases import Releases
from luminair.shell import actions
from luminair.shell.actions import share_app_menu
from luminair.shell.embedding import EmbeddingWorker
from luminair.shell.graph import GraphFace
from luminair.shell.help import CommandTool, HelpWindow, Updates
from luminair.shell.housekeeping import Housekeeper
from luminair.shell.journal import JournalWindow
from luminair.shell.journal.faces import Face
from luminair.shell.parts.geometry import bound_to_screen
from luminair.shell.parts.windows import RELEASES, standard_calls
from luminair.shell.preferences import SettingsWindow, SetUp
from luminair.shell.review import Reviewer, ReviewFace
from luminair.shell.switcher import Switcher
from luminair.shell.why import Asked, WhyWindow, explain, keep_mark
from luminair.shell.window.dock import DockMenu
from luminair.shell.window.walk import Walk

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.journal import Journal
    from luminair.shell.desk import Desk
    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme
    from luminair.shell.window import MainWindow


class Suite:
    """The windows that come after the main one, introduced to it and to each other.

    Attributes:
        journal: the vault as a notebook.
        set_up: makes the Journal, over the main window.
        embedding: embeds notes in the background.
        switchers: ⌘K of the main window and of the Journal.
        graph: the notes and their links.
        reviewer: what waits for the owner.
        housekeeper: folds quiet sessions and looks for what may wait.
        why: explains a digest.
        help: looks up what the app can do.
        tool: installs and removes the command line tool.
        walk: leads through a demo; None outside of one.
        updates: says when a newer version is out, where that is wanted.
    """

    def __init__(
        self, theme: Theme, jobs: Jobs, desk: Desk, failures: Failures, main: MainWindow
    ) -> None:
        self._theme, self._jobs, self._desk, self._failures = theme, jobs, desk, failures
        self._main = main
        self._settings: SettingsWindow | None = None
        self.journal = JournalWindow(theme, jobs, desk, failures)
        bound_to_screen(self.journal)
        self.set_up = SetUp(theme, jobs, desk, main)
        self.embedding = EmbeddingWorker(jobs, desk, main)
        main.turns.began.connect(self.embedding.make_room)
        self.embedding.changed.connect(lambda: self.journal.show_meaning(self.embedding.state))
        introduce(main, self.journal)
        main.keeping.geometry.watch("journal", self.journal)
        wire_set_up(main, self.journal, self.set_up)
        main.settings_wanted.connect(self.open_settings)
        main.lane_settings_wanted.connect(self._open_lane)
        calls = {**standard_calls(self.journal), "settings": self.open_settings}
        share_app_menu(self.journal.menuBar(), self.journal, calls)
        self.set_up.key_wanted.connect(self._add_key)
        self.switchers = tuple(
            Switcher(theme, jobs, desk, window, table, window.commands)
            for window, table in (
                (main, actions.COMMANDS),
                (self.journal, actions.JOURNAL_COMMANDS),
            )
        )
        wire_switchers(main, self.journal, *self.switchers)
        self.graph = add_graph(theme, jobs, desk, self.journal)
        self.reviewer = add_review(theme, jobs, desk, main, self.journal)
        self.housekeeper = Housekeeper(desk, main)
        self.housekeeper.tended.connect(self.reviewer.refresh)
        self.housekeeper.folding.connect(self.reviewer.face.strip.show_folding)
        self.reviewer.face.strip.stop_wanted.connect(self.housekeeper.stop)
        self.why = WhyWindow(theme, jobs, partial(explain, desk), partial(keep_mark, desk))
        main.keeping.geometry.watch("why", self.why)
        main.why_wanted.connect(lambda *asked: self.why.ask(Asked(*asked)))
        self.tool = add_tool(theme, jobs, desk, main)
        self.walk = Walk(theme, main, self.journal.journal_changed) if desk.is_demo else None
        self.updates = add_updates(jobs, desk, main)
        DockMenu(main, main.commands, main.sidebar, main.sessions.open)
        self.help = HelpWindow(theme, jobs)
        main.keeping.geometry.watch("help", self.help)
        self.help.settings_wanted.connect(self.open_settings)
        main.help_wanted.connect(self.help.open)
        self.journal.bench.help_wanted.connect(self.help.open)
        self.why.note_wanted.connect(self.journal.open_note)
        self.why.budget_wanted.connect(self._open_budget)
        self.why.settings_wanted.connect(self.open_settings)

    @property
    def settings(self) -> SettingsWindow:
        """What the owner chooses once; made when it is first wanted."""
        if self._settings is None:
            self._settings = SettingsWindow(
                self._theme, self._jobs, self._desk, self._failures, self.embedding
            )
            self._main.keeping.geometry.watch("settings", self._settings)
            wire_settings(self._main, self.journal, self._settings, self.set_up)
            self._settings.changes.changed.connect(self._look_for_updates)
        return self._settings

    @property
    def windows(self) -> list[QWidget]:
        """Those that were made, the one that closes first being first."""
        made = [] if self._settings is None else [self._settings]
        return [*made, self.help, self.why, self.journal]

    def open_settings(self) -> None:
        """Shows the settings, on the page that was open last."""
        self.settings.open()

    def show_lanes(self) -> None:
        """What a lane can do is known anew: shows it wherever lanes are shown."""
        show_lanes(self._main, self.set_up)

    def show_edits(self) -> None:
        """Notes were changed outside of the app: shows them."""
        if self.journal.isVisible():
            self.journal.showing.refresh()

    def _look_for_updates(self, names: list[str]) -> None:
        if any(name.startswith("updates.") for name in names):
            self.updates.look()

    def _open_budget(self, session: str) -> None:
        self._main.show()
        self._main.raise_()
        self._main.activateWindow()
        self._main.sessions.open(session)
        self._main.open_budget()

    def _open_lane(self, lane: str) -> None:
        self.settings.open(self.settings.lanes.title, lane)

    def _add_key(self) -> None:
        self.settings.open(self.settings.lanes.title)


def introduce(window: MainWindow, journal: JournalWindow) -> None:
    """Lets the two windows open each other: ⌘⇧B there and back.

    Args:
        window: asks for a note, or for its session's own.
        journal: shows it.
    """

    def open_journal(session: str, key: str) -> None:
        if key:
            journal.open_note(key)
        else:
            journal.open_session_note(session)

    def come_back() -> None:
        window.show()
        window.raise_()
        window.activateWindow()

    def show_session(session: str) -> None:
        come_back()
        window.sessions.open(session)

    window.journal_wanted.connect(open_journal)
    journal.back_requested.connect(come_back)
    journal.session_wanted.connect(show_session)
    journal.text_size_wanted.connect(window.set_text_size)
    journal.journal_changed.connect(window.refresh_costs)
    journal.bench.vault_wanted.connect(come_back)
    journal.bench.vault_wanted.connect(window.notices.set_up_wanted)


def add_review(
    theme: Theme, jobs: Jobs, desk: Desk, window: MainWindow, journal: JournalWindow
) -> Reviewer:
    """Puts Review into the Journal window; the Journal button shows when something waits."""
    face = ReviewFace(theme)
    journal.add_face(Face.REVIEW, face, face)
    found = Reviewer(jobs, desk, face, journal.banners, journal)
    found.counted.connect(journal.show_review)
    found.counted.connect(window.bar.show_review)
    found.note_wanted.connect(journal.open_note)
    found.edit_wanted.connect(journal.edit_note)
    found.session_wanted.connect(journal.session_wanted)
    found.changed.connect(journal.showing.refresh)
    found.changed.connect(journal.journal_changed)
    window.notices.journal_looked_at.connect(found.refresh)  # it may be another vault now
    return found


def add_tool(theme: Theme, jobs: Jobs, desk: Desk, window: MainWindow) -> CommandTool:
    """Lets the command line tool be installed and removed from the menu."""
    found = CommandTool(theme, jobs, desk, window)
    window.tool_wanted.connect(found.ask)
    found.said.connect(window.banners.say)
    found.opened.connect(lambda: window.set_commands(False))
    found.closed.connect(lambda: window.set_commands(True))
    return found


def add_updates(jobs: Jobs, desk: Desk, window: MainWindow) -> Updates:
    """Lets a newer version be said in the main window and in About."""
    releases = Releases(desk.home, desk.settings, __version__, fetch)
    found = Updates(jobs, releases, desk.now, window.banners, window)
    app = QApplication.instance()
    found.known.connect(lambda said: app.setProperty(RELEASES, said) if app else None)
    found.page_wanted.connect(QDesktopServices.openUrl)
    return found


def add_graph(theme: Theme, jobs: Jobs, desk: Desk, journal: JournalWindow) -> GraphFace:
    """Puts the graph into the Journal window; the search field rings what matches in it."""

    def similar(opened: Journal) -> list[tuple[str, str, float]]:
        return desk.review.similar(opened)

    face = GraphFace(theme, jobs, desk, similar=similar)
    journal.add_face(Face.GRAPH, face, face)
    search = journal.bar.search
    face.note_wanted.connect(journal.open_note)
    face.search_left.connect(search.edit.clear)
    search.edited.connect(face.set_search)
    search.entered.connect(face.enter_search)
    face.found.connect(journal.searching.show_graph_count)
    journal.journal_changed.connect(face.refresh)
    return face


def wire_switchers(
    window: MainWindow, journal: JournalWindow, own: Switcher, journals: Switcher
) -> None:
    """Lets ⌘K go anywhere from both windows.

    Args:
        window: shows sessions.
        journal: shows notes.
        own: the main window's switcher.
        journals: the Journal window's.
    """

    def show_session(session: str, beside: bool) -> None:
        window.show()
        window.raise_()
        window.activateWindow()
        (window.sessions.open_beside if beside else window.sessions.open)(session)

    window.switcher_wanted.connect(own.open)
    journal.switcher_wanted.connect(journals.open)
    own.opened.connect(lambda: window.set_commands(False))
    own.closed.connect(lambda: window.set_commands(True))
    for each in (own, journals):
        each.session_wanted.connect(show_session)
        each.note_wanted.connect(journal.open_note)


def wire_set_up(window: MainWindow, journal: JournalWindow, set_up: SetUp) -> None:
    """Lets the Journal be made or chosen over the main window.

    Args:
        window: asks for it.
        journal: shows another vault from then on.
        set_up: opens the panel.
    """

    def back_to_composer() -> None:
        window.set_commands(True)
        window.board.active.take_focus()

    def choose() -> None:
        window.show()
        window.raise_()
        window.activateWindow()
        set_up.open()

    _follow(window, journal, set_up)
    window.notices.set_up_wanted.connect(set_up.open)
    journal.choose_wanted.connect(choose)
    set_up.opened.connect(lambda: window.set_commands(False))
    set_up.closed.connect(back_to_composer)
    set_up.closed.connect(window.notices.look_at_journal)  # what the first look put off
    set_up.failed.connect(window.banners.say)


def wire_settings(
    window: MainWindow, journal: JournalWindow, settings: SettingsWindow, set_up: SetUp
) -> None:
    """Lets what is chosen in the settings hold everywhere at once.

    Args:
        window: keeps looks and sizes.
        journal: shows the vault, which may be another from then on.
        settings: the settings window.
        set_up: shows lanes too while its panel is open.
    """
    _follow(window, journal, settings.set_up)
    window.closed.connect(settings.close)
    settings.link_wanted.connect(QDesktopServices.openUrl)
    settings.look_wanted.connect(window.set_look)
    settings.text_size_wanted.connect(window.set_text_size)
    settings.lanes_changed.connect(lambda: show_lanes(window, set_up))
    settings.digest_changed.connect(window.refresh_costs)


def _follow(window: MainWindow, journal: JournalWindow, set_up: SetUp) -> None:
    """Both windows take over the vault that a set-up panel makes."""

    def before_another() -> None:
        journal.changing.set_editing(on=False)  # what is being written belongs to the vault of now

    def other_journal() -> None:
        journal.showing.close()
        if journal.isVisible():
            journal.showing.refresh()
        window.notices.look_again()
        window.sidebar.refresh()
        window.sessions.settle_lanes()

    set_up.opened.connect(before_another)
    set_up.made.connect(other_journal)


def show_lanes(window: MainWindow, set_up: SetUp) -> None:
    """What a lane can do is known anew: shows it wherever lanes are shown."""
    window.sidebar.refresh()
    set_up.look_at_lanes()
    window.sessions.settle_lanes()
    for pane in window.board.panes:
        pane.refresh_facts()
    window.refresh_costs()
