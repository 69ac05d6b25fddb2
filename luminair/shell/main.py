"""The door for people: ``luminair`` starts here."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from luminair import files
from luminair.bootstrap import open_desk
from luminair.config import bundle
from luminair.errors import LuminairError, WriteFailed
from luminair.resident.resident import Resident
from luminair.shell import actions, icons
from luminair.shell.actions import share_app_menu
from luminair.shell.embedding import EmbeddingWorker
from luminair.shell.failures import Failures, sentence
from luminair.shell.garbage import Garbage
from luminair.shell.jobs import Jobs
from luminair.shell.journal import JournalWindow
from luminair.shell.journal import commands as journal_commands
from luminair.shell.parts.windows import standard_calls
from luminair.shell.preferences import SettingsWindow, SetUp
from luminair.shell.switcher import Switcher
from luminair.shell.theme import Choice, Theme
from luminair.shell.theme.motion import moves
from luminair.shell.why import Asked, WhyWindow, explain, keep_mark
from luminair.shell.window import MainWindow
from luminair.shell.wiring import (
    add_graph,
    add_review,
    introduce,
    refresh_costs,
    show_lanes,
    wire_set_up,
    wire_settings,
    wire_switchers,
)

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from luminair.shell.desk import Desk

_ACTIVE = Qt.ApplicationState.ApplicationActive
_HOUSE_EVERY_S = 1800.0
CLOSE_MS = 6000
"""How long quitting waits for writes and streams; after that nothing of ours is left anyway."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Opens the app and stays until it is quit.

    Args:
        arguments: without the program's name; None reads the process's own.

    Returns:
        The exit code: 0, or 1 where the app could not be opened.
    """
    given = _parser().parse_args(arguments)
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus, on=True)
    app = QApplication(sys.argv[:1])
    bundle.shed()
    app.setApplicationName("Luminair")
    app.setApplicationDisplayName("Luminair")
    app.setDesktopFileName("luminair")  # Linux counts what waits on this name's icon
    app.setWindowIcon(icons.app_icon())
    try:
        desk = open_desk(home=given.home, vault=given.vault, demo=given.demo)
    except LuminairError as error:
        QMessageBox.critical(None, "Luminair", str(error))
        return 1
    return show(app, desk)


def show(app: QApplication, desk: Desk) -> int:
    """Shows the main window over a desk and runs the event loop.

    Args:
        app: the application.
        desk: the rest of the house.

    Returns:
        The exit code of the event loop.
    """
    settings = desk.settings
    theme = Theme(
        Choice(settings.text("appearance.theme")),
        text_size=settings.number("appearance.text_size"),
        motion=moves(settings.text("appearance.motion")),
    )
    theme.apply()
    _follow_motion(app, theme, desk)
    failures = Failures(_log_to(desk.home.logs))
    failures.install()
    jobs = Jobs(failures)
    windows = Windows(theme, jobs, desk, failures)
    app.aboutToQuit.connect(windows.close)  # drafts are saved, which takes jobs
    app.aboutToQuit.connect(lambda: jobs.close(CLOSE_MS, desk.hang_up))
    windows.open()
    _take_up_residence(app, jobs, desk, windows)
    garbage = Garbage(lambda: jobs.busy, lambda: app.applicationState() != _ACTIVE)
    garbage.start()
    code = app.exec()
    garbage.stop()
    failures.remove()
    windows.delete()
    desk.close()
    return code


def _follow_motion(app: QApplication, theme: Theme, desk: Desk) -> None:
    """The system does not tell when Reduce motion is changed: asked whenever we come to front."""

    def ask(state: Qt.ApplicationState) -> None:
        if state == _ACTIVE:
            theme.set_motion(moves(desk.settings.text("appearance.motion")))

    app.applicationStateChanged.connect(ask)


def _take_up_residence(app: QApplication, jobs: Jobs, desk: Desk, windows: Windows) -> None:
    """Hears of outside edits from now on, and answers commands in terminals."""
    resident = Resident(desk.home, lambda: desk.journal, os.environ)

    def look_again(state: Qt.ApplicationState) -> None:
        if state == _ACTIVE:
            resident.look_again()

    app.applicationStateChanged.connect(look_again)
    jobs.stay(resident.watch, each=lambda _: windows.show_edits())
    jobs.stay(lambda ending, _: resident.serve(ending), each=lambda _: None)
    jobs.stay(partial(_keep_house, desk), each=lambda _: windows.reviewer.refresh())


def _keep_house(desk: Desk, ending: threading.Event, tell: Callable[[None], None]) -> None:
    """Folds quiet sessions and looks for what may be proposed, now and every half hour."""
    while not ending.is_set():
        with suppress(LuminairError, OSError):  # no vault just now: it waits
            desk.distill_quiet(cancelled=ending.is_set)
            tell(None)
            desk.review.tend_apart(ending.is_set, ending.wait)
            tell(None)
        ending.wait(_HOUSE_EVERY_S)


class Windows:
    """The windows of the app, introduced to each other.

    Attributes:
        main: sessions side by side.
        journal: the vault as a notebook.
        set_up: makes the Journal, over the main window.
        embedding: embeds notes in the background.
    """

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, failures: Failures) -> None:
        self._theme, self._jobs, self._desk, self._failures = theme, jobs, desk, failures
        self._looked_around = False
        self._settings: SettingsWindow | None = None
        self.main = MainWindow(theme, jobs, desk, failures)
        for notice in desk.settings.notices:
            self.main.banners.say(notice)
        self.journal = JournalWindow(theme, jobs, desk, failures)
        self.set_up = SetUp(theme, jobs, desk, self.main)
        self.embedding = EmbeddingWorker(jobs, desk, self.main)
        self.main.turns.began.connect(self.embedding.make_room)
        self.embedding.changed.connect(lambda: self.journal.show_meaning(self.embedding.state))
        introduce(self.main, self.journal)
        self.main.keeping.geometry.watch("journal", self.journal)
        wire_set_up(self.main, self.journal, self.set_up)
        self.main.settings_wanted.connect(self.open_settings)
        calls = {**standard_calls(self.journal), "settings": self.open_settings}
        share_app_menu(self.journal.menuBar(), self.journal, calls)
        self.set_up.key_wanted.connect(self._add_key)
        self.switchers = tuple(
            Switcher(theme, jobs, desk, window, table, window.commands)
            for window, table in (
                (self.main, actions.COMMANDS),
                (self.journal, journal_commands.COMMANDS),
            )
        )
        wire_switchers(self.main, self.journal, *self.switchers)
        self.graph = add_graph(theme, jobs, desk, self.journal)
        self.reviewer = add_review(theme, jobs, desk, self.main, self.journal)
        self.why = WhyWindow(theme, jobs, partial(explain, desk), partial(keep_mark, desk))
        self.main.keeping.geometry.watch("why", self.why)
        self.main.why_wanted.connect(lambda *asked: self.why.ask(Asked(*asked)))
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
            self.main.keeping.geometry.watch("settings", self._settings)
            wire_settings(self.main, self.journal, self._settings, self.set_up)
        return self._settings

    def open_settings(self) -> None:
        """Shows the settings, on the page that was open last."""
        self.settings.open()

    def _open_budget(self, session: str) -> None:
        self.main.show()
        self.main.raise_()
        self.main.activateWindow()
        self.main.sessions.open(session)
        self.main.open_budget()

    def _add_key(self) -> None:
        self.settings.open(self.settings.lanes.title)

    def open(self) -> None:
        """Shows the main window as it was left; without a Journal it asks for one."""
        for window in (self.main, self.journal):
            # A window that is larger than the screen would hide its own foot.
            window.resize(window.size().boundedTo(window.screen().availableSize()))
        self.main.keeping.place_windows()
        self.main.show()
        self.main.start()
        self.reviewer.refresh()
        self.embedding.start()
        # On the first run nothing is sent before the owner has seen what it is all about.
        self.set_up.passed.connect(self._look_around)
        self.set_up.look()

    def _look_around(self) -> None:
        if self._looked_around:
            return
        self._looked_around = True

        def ended(error: BaseException | None) -> None:
            if error is not None:
                self.main.banners.say(sentence(error))

        self._jobs.stream(
            self._desk.look_around,
            each=lambda _: show_lanes(self.main, self.set_up),
            ended=ended,
            owner=self.main,
        )

    def show_edits(self) -> None:
        """Notes were changed outside of the app: shows them, and what they cost."""
        if self.journal.isVisible():
            self.journal.showing.refresh()
        refresh_costs(self.main)

    def close(self) -> None:
        """Closes every window; each saves what was typed in it."""
        for window in self._all():
            window.close()

    def delete(self) -> None:
        """Takes the windows down, once nothing runs any more."""
        for window in self._all():
            window.deleteLater()

    def _all(self) -> list[QWidget]:
        made = [] if self._settings is None else [self._settings]
        return [*made, self.why, self.journal, self.main]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="luminair", description="LLM sessions side by side, with one memory that you own."
    )
    parser.add_argument("--vault", metavar="DIR", help="the Journal's folder")
    parser.add_argument("--home", metavar="DIR", help="where settings, sessions and state lie")
    parser.add_argument(
        "--demo",
        action="store_true",
        help="look round in a throw-away home with a sample Journal; no model is needed",
    )
    return parser


def _log_to(folder: Path) -> Callable[[str], None]:
    """Writes what went wrong to one file, a JSON object a line; never prompts or keys."""

    def log(trace: str) -> None:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            files.append_line(folder / "luminair.jsonl", {"at": at, "trace": trace})
        except (WriteFailed, OSError):
            sys.stderr.write(trace)

    return log


if __name__ == "__main__":
    sys.exit(run())
