"""The app behind the door: opens the desk, shows the windows, runs until it is quit."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from luminair import files
from luminair.bootstrap import open_desk
from luminair.errors import LuminairError, WriteFailed
from luminair.shell import icons
from luminair.shell.failures import Failures, sentence
from luminair.shell.garbage import Garbage
from luminair.shell.jobs import Jobs
from luminair.shell.parts.application import Application
from luminair.shell.parts.geometry import bound_to_screen
from luminair.shell.theme import Choice, Tastes, Theme
from luminair.shell.theme.motion import moves
from luminair.shell.window import MainWindow

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from luminair.shell.desk import Desk
    from luminair.shell.wiring import Suite

_ACTIVE = Qt.ApplicationState.ApplicationActive
_SUITE = "luminair.shell.wiring"
PREPARE_MS = 1000
"""After the first window is there, what the next one shows is read; lanes are asked before."""
CLOSE_MS = 6000
"""How long quitting waits for writes and streams; after that nothing of ours is left anyway."""
LINGER_S = 0.5
"""How long a thread of a library may take to see that it is over."""


def start(app: QApplication, given: argparse.Namespace, curtain: QWidget) -> int:
    """Opens the desk and shows the main window over it.

    Args:
        app: the application.
        given: home, vault and whether this is a look round, as the command line names them.
        curtain: stands in for the main window until that is painted.

    Returns:
        The exit code: 0, or 1 where the app could not be opened.
    """
    app.setWindowIcon(icons.app_icon())
    try:
        desk = open_desk(home=given.home, vault=given.vault, demo=given.demo)
    except LuminairError as error:
        QMessageBox.critical(None, "Luminair", str(error))
        return 1
    return show(app, desk, curtain)


def show(app: QApplication, desk: Desk, curtain: QWidget) -> int:
    """Shows the main window over a desk and runs the event loop.

    Args:
        app: the application.
        desk: the rest of the house.
        curtain: goes once the main window is painted.

    Returns:
        The exit code of the event loop.
    """
    settings = desk.settings
    theme = Theme(
        Choice(settings.text("appearance.theme")),
        text_size=settings.number("appearance.text_size"),
        tastes=Tastes.of(settings),
        motion=moves(settings.text("appearance.motion")),
    )
    theme.apply()
    _follow_system(app, theme, desk)
    failures = Failures(_log_to(desk.home.logs))
    failures.install()
    jobs = Jobs(failures)
    windows = Windows(theme, jobs, desk, failures)
    app.aboutToQuit.connect(windows.close)  # drafts are saved, which takes jobs
    rested: list[bool] = []
    app.aboutToQuit.connect(lambda: rested.append(jobs.close(CLOSE_MS, desk.hang_up)))
    windows.open(then=lambda: _take_up_residence(app, jobs, desk, windows))
    if isinstance(app, Application):
        _take_files(app, windows)
    windows.main.repaint()
    curtain.close()
    curtain.deleteLater()
    garbage = Garbage(lambda: jobs.busy, lambda: app.applicationState() != _ACTIVE)
    garbage.start()
    code = app.exec()
    garbage.stop()
    failures.remove()
    windows.delete()
    desk.close()
    if not all(rested) or _hangs():
        _leave(code)
    return code


def _hangs() -> bool:
    """Whether a thread still works that the interpreter would wait for without end."""
    mine = threading.current_thread()
    others = [each for each in threading.enumerate() if each is not mine and not each.daemon]
    for each in others:
        each.join(LINGER_S)
    return any(each.is_alive() for each in others)


def _leave(code: int) -> NoReturn:
    """Ends the process where something hangs, a disk or a server, that was waited for long enough.

    Without this the pools would wait for it once more as they are taken down, for ever, and for a
    thread that needs the interpreter's lock while they hold it.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # an app without a terminal has none
            stream.flush()
    os._exit(code)


def _take_files(app: Application, windows: Windows) -> None:
    """What is dragged to the app's icon goes with the next message."""

    def take() -> None:
        windows.main.given.take(app.take_handed())

    app.handed.connect(take)
    take()


def _follow_system(app: QApplication, theme: Theme, desk: Desk) -> None:
    """Reduce motion and the accent, of which Qt does not tell: asked whenever we come to front."""

    def ask(state: Qt.ApplicationState) -> None:
        if state == _ACTIVE:
            theme.set_motion(moves(desk.settings.text("appearance.motion")))
            theme.set_tastes(Tastes.of(desk.settings))

    app.applicationStateChanged.connect(ask)


def _take_up_residence(app: QApplication, jobs: Jobs, desk: Desk, windows: Windows) -> None:
    """Hears of outside edits from now on, and answers commands in terminals."""
    from luminair.resident.resident import Resident  # noqa: PLC0415 - after the first window

    resident = Resident(desk.home, lambda: desk.journal, os.environ)

    def look_again(state: Qt.ApplicationState) -> None:
        if state == _ACTIVE:
            resident.look_again()

    app.applicationStateChanged.connect(look_again)
    jobs.stay(resident.watch, each=lambda _: windows.show_edits())
    jobs.stay(lambda ending, _: resident.serve(ending), each=lambda _: None)
    jobs.stay(windows.suite.housekeeper.work, each=windows.suite.housekeeper.hear)


class Windows:
    """The main window, and the others once it is on the screen.

    Attributes:
        main: sessions side by side.
    """

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, failures: Failures) -> None:
        self._theme, self._jobs, self._desk, self._failures = theme, jobs, desk, failures
        self._looked_around = False
        self._suite: Suite | None = None
        self.main = MainWindow(theme, jobs, desk, failures)
        for notice in desk.settings.notices:
            self.main.banners.say(notice)
        main = self.main
        for wanted in (
            main.journal_wanted,
            main.settings_wanted,
            main.lane_settings_wanted,
            main.why_wanted,
            main.help_wanted,
            main.tool_wanted,
            main.switcher_wanted,
            main.notices.set_up_wanted,
        ):
            wanted.connect(partial(self._wanted_early, wanted))

    @property
    def suite(self) -> Suite:
        """The other windows; made when they are first wanted, soon after the main one is there."""
        if self._suite is None:
            found = importlib.import_module(_SUITE)
            made: Suite = found.Suite(
                self._theme, self._jobs, self._desk, self._failures, self.main
            )
            self._suite = made
        return self._suite

    def _wanted_early(self, wanted: SignalInstance, *asked: object) -> None:
        """A key was quicker than the other windows: they are made at once, and asked again."""
        if self._suite is None:
            self._suite = self.suite
            wanted.emit(*asked)

    def open(self, then: Callable[[], None] = lambda: None) -> None:
        """Shows the main window as it was left; without a Journal it asks for one.

        Args:
            then: called once the other windows are there too.
        """
        bound_to_screen(self.main)
        self.main.keeping.place_windows()
        self.main.show()
        self.main.start()

        def furnish(_: object) -> None:
            self._furnish()
            then()

        # Loading takes longer than the first window did; the window's thread goes on meanwhile.
        self._jobs.run(lambda: importlib.import_module(_SUITE), done=furnish, owner=self.main)

    def _furnish(self) -> None:
        suite = self.suite
        suite.reviewer.refresh()
        suite.embedding.start()
        suite.updates.look()
        # On the first run nothing is sent before the owner has seen what it is all about.
        suite.set_up.passed.connect(self._look_around)
        suite.set_up.look()
        QTimer.singleShot(PREPARE_MS, suite.journal, suite.journal.prepare)

    def _look_around(self) -> None:
        if self._looked_around:
            return
        self._looked_around = True

        def ended(error: BaseException | None) -> None:
            if error is not None:
                self.main.banners.say(sentence(error))

        self._jobs.stream(
            self._desk.look_around,
            each=lambda _: self.suite.show_lanes(),
            ended=ended,
            owner=self.main,
        )

    def show_edits(self) -> None:
        """Notes were changed outside of the app: shows them, and what they cost."""
        self.suite.show_edits()
        self.main.refresh_costs()

    def close(self) -> None:
        """Closes every window; each saves what was typed in it."""
        for window in self._all():
            window.close()

    def delete(self) -> None:
        """Takes the windows down, once nothing runs any more."""
        for window in self._all():
            window.deleteLater()

    def _all(self) -> list[QWidget]:
        others = [] if self._suite is None else self._suite.windows
        return [*others, self.main]


def _log_to(folder: Path) -> Callable[[str], None]:
    """Writes what went wrong to one file, a JSON object a line; never prompts or keys."""

    def log(trace: str) -> None:
        from luminair.keeping.secrets.masking import mask  # noqa: PLC0415 - where something went wrong

        at = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            files.make_private(folder)
            # An error of a library may hold what it was given.
            files.append_line(folder / "luminair.jsonl", {"at": at, "trace": mask(trace).text})
        except (WriteFailed, OSError):
            sys.stderr.write(trace)

    return log
