"""The door for people: ``luminair`` starts here."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from luminair import files
from luminair.bootstrap import open_desk
from luminair.errors import LuminairError, WriteFailed
from luminair.shell import icons
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.journal import JournalWindow
from luminair.shell.theme import Choice, Theme
from luminair.shell.theme.motion import wants_less_motion
from luminair.shell.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from luminair.shell.desk import Desk

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
    app.setApplicationName("Luminair")
    app.setApplicationDisplayName("Luminair")
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
        motion=not wants_less_motion(),
    )
    theme.apply()
    failures = Failures(_log_to(desk.home.logs))
    failures.install()
    jobs = Jobs(failures)
    window = MainWindow(theme, jobs, desk, failures)
    for notice in settings.notices:
        window.banners.say(notice)
    journal = JournalWindow(theme, jobs, desk, failures)
    introduce(window, journal)
    app.aboutToQuit.connect(journal.close)  # it saves its draft, which takes a job
    app.aboutToQuit.connect(lambda: jobs.close(CLOSE_MS))
    window.show()
    window.start()
    code = app.exec()
    failures.remove()
    journal.deleteLater()
    window.deleteLater()
    desk.close()
    return code


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

    window.journal_wanted.connect(open_journal)
    journal.back_requested.connect(come_back)


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
